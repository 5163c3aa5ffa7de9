// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("What tables say of an answer")
struct TableAnswerTests {
  /// A request for lisinopril 10 MG Oral Tablet.
  private static func request(_ status: String, _ members: String = "") -> String {
    """
    {"resourceType":"MedicationRequest","status":"\(status)","intent":"order"\(members),
     "medicationCodeableConcept":{"coding":[{"code":"314076",
      "system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]}}
    """
  }

  @Test(
    "S10 the column of the meaning says the flags too",
    arguments: [
      ("on-hold", "", "stopped, onHold"),
      ("active", #","doNotPerform":true"#, "not-taken, prohibited"),
      ("active", "", "active"), ("entered-in-error", "", "entered-in-error"),
    ])
  func meaning(status: String, members: String, meaning: String) throws {
    let run = try ToolProcess.asking(
      "convert", "-", "--format", "tsv", input: Self.request(status, members))
    let rows = run.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let column = try #require(rows.first?.firstIndex(of: "meaning"))
    #expect(rows.count == 2)
    #expect(rows.last?[column] == meaning[...])
  }

  @Test("--fields chooses and orders columns, and the last line says what was done")
  func fields() throws {
    let run = try ToolProcess.asking(
      "convert", "-", "--format", "csv", "--fields", "rxcui,status,resource_type",
      input: Self.request("active")
    ).expect(prints: "\n314076,active,MedicationRequest,")
    #expect(run.output.hasPrefix("rxcui,status,resource_type,release,"))
    #expect(run.untimedErrors.hasSuffix("; no problems\n") && run.errors.contains("1 record from "))
    let all = try ToolProcess.asking("convert", "-", "--format", "tsv", input: "")
    for name in ["id", "patient", "date", "dosage", "ingredients", "match", "problems"] {
      #expect(all.output.split(separator: "\n").first?.contains("\t\(name)\t") == true, "\(name)")
    }
    for (words, code) in [
      (["--format", "csv", "--fields", "rxcui,stauts"], "[usage.unknown-value]"),
      (["--format", "json", "--fields", "rxcui"], "[usage.options-apart]"),
    ] {
      try ToolProcess.asking(["convert", "-"] + words).expect(2, says: code)
    }
  }

  @Test(
    "Every output type says what was done, also for no records", arguments: ConvertTarget.allCases)
  func nothing(_ target: ConvertTarget) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"resourceType":"Patient","id":"1"}"#, to: "a.json")
    let words = ["convert", file, "--to", target.rawValue, "--format", "ndjson"]
    let run = try ToolProcess.asking(words)
    #expect(run.untimedErrors.hasSuffix("0 records from 35 bytes; no problems\n"), "\(run.errors)")
    #expect(try ToolProcess.asking(words + ["--quiet"]).errors.isEmpty)
  }

  @Test("S17 an amount of a salt names the salt")
  func salt() throws {
    // RxNorm: 860975 is made of 860974, metformin hydrochloride 500 MG, a precise ingredient.
    try ToolProcess.asking("resolve", "860975").expect(
      prints: "metformin (6809) 500 mg of metformin hydrochloride\n")
  }

  @Test("S29 the line of the coverage names the ingredient without a label, not its code")
  func coverage() throws {
    // Lisinopril and melatonin, of which no label is at hand, as one statement of a Medication.
    let run = try ToolProcess.asking(
      "resolve", "-",
      input: """
        {"resourceType":"Medication","ingredient":[
         {"itemCodeableConcept":{"coding":[{"code":"29046",
          "system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]}},
         {"itemCodeableConcept":{"coding":[{"code":"6711",
          "system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]}}]}
        """
    ).expect(prints: "partial, a label was read for some ingredients only", "no label of melatonin")
    #expect(!run.output.contains(":6711"))
  }

  @Test("S16 a document's strength without a unit is no strength, and that is said")
  func unitless() throws {
    try ToolProcess.asking(
      "convert", "-", "--format", "ndjson",
      input: """
        {"resourceType":"Medication","code":{"text":"a mixture"},"ingredient":[
         {"itemCodeableConcept":{"coding":[{"code":"6809",
          "system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]},
          "strength":{"numerator":{"value":500},"denominator":{"value":1}}}]}
        """
    ).expect(
      prints: #""name":"metformin","strength":null"#, #""code":"strengths-incomplete""#,
      "a number without a unit")
  }
}
