// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit convert --claims")
struct ClaimTests {
  /// A claim for a product by its RxNorm code.
  private static func claim(_ id: Int, _ code: String) -> String {
    #"{"resourceType":"ExplanationOfBenefit","id":"\#(id)","status":"active","#
      + #""patient":{"reference":"Patient/1"},"item":[{"productOrService":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"\#(code)"}]},"#
      + #""servicedDate":"2026-10-0\#(id)","quantity":{"value":30}},"#
      + #"{"productOrService":{"text":"dispensing fee"}}]}"#
  }

  private static let lines = claim(1, "861007") + "\n" + claim(2, "314076") + "\n"

  @Test("S1 Without the option the summary counts claims, and the document says what it holds")
  func counted() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Self.lines + #"{"resourceType":"Patient"}"# + "\n" + #"{"resourceType":"Coverage"}"# + "\n",
      to: "eob.ndjson")
    let run = try ToolProcess.asking("convert", file, "--format", "ndjson")
    #expect(run.exitCode == 0 && run.output.isEmpty)
    #expect(run.errors.contains("; 2 claims skipped (--claims reads their drugs)"))
    #expect(
      run.errors.contains(
        "eob.ndjson: no medication resource; found 2 ExplanationOfBenefit, 1 Coverage, 1 Patient"))
    let other = try folder.write(#"{"resourceType":"Observation"}"#, to: "other.json")
    let both = try ToolProcess.asking("convert", file, other, "--format", "ndjson", "--unordered")
    #expect(both.errors.contains("2 documents have no medication resource; found 2 Explanation"))
  }

  @Test("S12 With it each item with a code of a drug is a record, and never current use")
  func events() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.lines, to: "eob.ndjson")
    let run = try ToolProcess.asking("convert", file, "--claims", "--format", "ndjson")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("; 2 claim items without an NDC or RxNorm code skipped"))
    #expect(!run.errors.contains("no medication resource"))
    let records = try run.output.split(separator: "\n").map {
      try JSONDocument(Array($0.utf8)).root
    }
    #expect(records.map { $0["entryPath"]?.string } == ["0.0", "1.0"])
    #expect(records.map { $0["statusMeaning"]?.string } == ["unknown", "unknown"])
    #expect(records.map { $0["dates"]?["handedOver"]?.string } == ["2026-10-01", "2026-10-02"])
    let list = try ToolProcess.asking(
      "convert", file, "--claims", "--to", "medication-list", "--format", "ndjson")
    let root = try JSONDocument(Array(list.output.utf8)).root
    let blocks = root["blocks"].map { Array($0.members) } ?? []
    #expect(blocks.filter { $0.value.count > 0 }.map(\.name.string) == ["events-only"])
    #expect(root["blocks"]?["events-only"]?.count == 2)
    for target in ["fhir", "user-medications"] {
      let run = try ToolProcess.asking("convert", file, "--claims", "--to", target)
      #expect(run.exitCode == 2 && run.errors.contains("usage.options-apart"))
    }
  }

  @Test(
    "S1 Medicare's claims give one record for each item with an NDC",
    arguments: [
      ("ab2d/EOB-500.ndjson.gz", 72), ("ab2d/v1-20140000008325_20.json.gz", 3),
      ("bluebutton/eob_search_v2.json.gz", 10),
    ])
  func medicare(_ name: String, _ count: Int) throws {
    guard let file = TestData.path("fhir-bulk/\(name)", skipping: "claims of \(name)") else {
      return
    }
    let run = try ToolProcess.asking("convert", file.path, "--claims", "--format", "ndjson")
    #expect(run.errors.contains("\(count) records from"), "\(run.errors)")
    let records = try run.output.split(separator: "\n").map {
      try JSONDocument(Array($0.utf8)).root
    }
    #expect(records.count == count)
    #expect(
      records.allSatisfy { record in
        record["codings"]?.elements.contains { $0["system"]?.isString(Self.ndc) ?? false } ?? false
          && record["supply"]?["daysSupply"]?["value"]?.string != nil
          && record["supply"]?["fillNumber"]?.string != nil
          && record["dates"]?["handedOver"]?.string != nil
      })
  }

  private static let ndc: StaticString = "http://hl7.org/fhir/sid/ndc"
}
