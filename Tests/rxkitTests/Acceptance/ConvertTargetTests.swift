// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// `rxkit convert --to …`.
@Suite("What convert makes of documents")
struct ConvertTargetTests {
  private static func request(
    _ code: String, status: String = "active", subject: String? = "Patient/1"
  ) -> String {
    let patient = subject.map { #","subject":{"reference":"\#($0)"}"# } ?? ""
    return #"{"resourceType":"MedicationRequest","status":"\#(status)""# + patient
      + #","medicationCodeableConcept":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"\#(code)"}]}}"#
  }

  private func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("S12 NDJSON files of one folder make one list per patient")
  func folder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.request("308192") + "\n" + Self.request("861007"), to: "in/a.ndjson")
    try folder.write(Self.request("308192"), to: "in/b.ndjson")
    try folder.write(Self.request("308192"), to: "in/c.json")
    let run = try ToolProcess.asking(
      "convert", folder["in"].path, "--to", "medication-list", "--as-of", "2026-11-21",
      "--format", "ndjson"
    ).expect(0)
    let lists = try objects(run.output)
    let records = lists.map { ($0["counts"] as? [String: Int])?["records"] }
    #expect(records == [3, 1])
    #expect(lists.map { $0["asOf"] as? String } == ["2026-11-21", "2026-11-21"])
  }

  @Test(
    "S37 Any number of threads gives the same bytes, messages and code",
    arguments: ["medication-list", "fhir", "user-medications"])
  func threads(_ target: String) throws {
    let folder = try TemporaryFolder()
    // Each file is a part; broken lines and documents are among them.
    for number in 0..<6 {
      try folder.write(ConvertSample.lines(24 + number), to: "in/a\(number).ndjson")
    }
    for number in 0..<20 {
      let code = ["308192", "861007", "197361", "0"][number % 4]
      try folder.write(
        number % 9 == 8 ? "{" : Self.request(code, subject: nil), to: "in/d\(number).json")
    }
    try folder.write("no document", to: "in/readme.txt")
    for format in ["ndjson", "json"] {
      let words = [
        "convert", folder["in"].path, "--to", target, "--format", format, "--threads",
      ]
      let one = try ToolProcess.asking(words + ["1"]).expect(says: "a5.ndjson:7:", "d8.json:1:")
      for threads in ["2", "5"] {
        let run = try ToolProcess.asking(words + [threads])
        #expect(
          run.output == one.output && run.untimedErrors == one.untimedErrors
            && run.exitCode == one.exitCode,
          "\(format) \(threads)")
      }
      #expect(try ToolProcess.asking(words.dropLast()).output == one.output)
    }
  }

  @Test("Documents that are read together share their references to patients")
  func together() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(Self.request("308192"), to: "a.json")
    let second = try folder.write(Self.request("861007"), to: "b.json")
    let words = ["convert", first, second, "--to", "medication-list", "--format", "ndjson"]
    #expect(try objects(ToolProcess.asking(words).output).count == 2)
    #expect(try objects(ToolProcess.asking(words + ["--together"]).output).count == 1)
  }

  @Test("S10 S37 a list for people says what is taken and what is not, the same every time")
  func page() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Self.request("308192") + "\n" + Self.request("861007", status: "cancelled"), to: "a.ndjson")
    let words = ["convert", file, "--to", "medication-list", "--as-of", "2026-11-21"]
    let run = try ToolProcess.asking(words).expect(0)
    let lines = run.output.split(separator: "\n").map { String($0) }
    let current = try #require(lines.firstIndex(of: "Current"))
    let notTaken = try #require(lines.firstIndex(of: "Not taken"))
    #expect(lines[current + 2].contains("308192"))
    #expect(lines[notTaken + 2].contains("861007"))
    #expect(current < notTaken)
    #expect(try ToolProcess.asking(words).output == run.output)
  }

  @Test("FHIR comes as one Bundle or one resource a line, in the version asked for")
  func fhir() throws {
    let bundle = try ToolProcess.asking(
      "convert", "-", "--to", "fhir", input: Self.request("308192")
    ).expect(0)
    let object = try #require(objects(bundle.output.replacingOccurrences(of: "\n", with: "")).first)
    #expect(object["type"] as? String == "collection")
    #expect((object["entry"] as? [Any])?.count == 1)
    let lines = try ToolProcess.asking(
      "convert", "-", "--to", "fhir", "--fhir-release", "R5", "--format", "ndjson",
      input: Self.request("308192"))
    #expect(try objects(lines.output).first?["medication"] != nil)
  }

  @Test("M189 tracked medications are read back by resolve")
  func tracked() throws {
    let folder = try TemporaryFolder()
    let run = try ToolProcess.asking(
      "convert", "-", "--to", "user-medications", "--format", "ndjson",
      input: Self.request("308192") + "\n" + Self.request("861007", status: "draft")
    ).expect(0, says: "1 line of the list is not written")
    let file = try folder.write(run.output, to: "tracked.ndjson")
    try ToolProcess.asking("resolve", file, "--format", "ndjson").expect(0, prints: "rxnorm:308192")
  }

  @Test(
    "S29 side effects that were not asked for are null, and asked for those of resolve",
    arguments: ["json", "ndjson"])
  func sideEffects(format: String) throws {
    let given = Self.request("860975")
    func effects(_ words: String...) throws -> JSONNode {
      let run = try ToolProcess.asking(words + ["--format", format], input: given).expect(0)
      let root = try JSONDocument(Array(run.output.utf8)).root
      let answer = root.isArray ? try #require(root.elements.first { _ in true }) : root
      #expect(answer["schema"]?.integer == 2)
      return try #require(answer["sideEffects"])
    }
    #expect(try effects("convert", "-").isNull)
    let asked = try effects("convert", "-", "--side-effects")
    #expect(asked["symptoms"]?.elements.contains { _ in true } == true)
    #expect(try asked.rawBytes == effects("resolve", "860975").rawBytes)
  }
}

/// FHIR in XML wherever the tool reads FHIR.
@Suite("XML through the tool")
struct XMLTests {
  private static let request = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MedicationRequest xmlns="http://hl7.org/fhir"><id value="r"/><status value="active"/>
      <medicationCodeableConcept><coding>
        <system value="http://www.nlm.nih.gov/research/umls/rxnorm"/><code value="308192"/>
      </coding></medicationCodeableConcept></MedicationRequest>
    """
  private static let json = """
    {"resourceType":"MedicationRequest","id":"r","status":"active","medicationCodeableConcept":
     {"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"308192"}]}}
    """

  @Test("convert and resolve print the same for a resource in XML and in JSON")
  func sameOutput() throws {
    let folder = try TemporaryFolder()
    let xml = try folder.write(Self.request, to: "a.xml")
    let json = try folder.write(Self.json, to: "a.json")
    for words in [["convert", "--format", "ndjson"], ["resolve", "--format", "json"]] {
      let (one, other) = try (
        ToolProcess.asking([words[0], xml] + words.dropFirst()),
        ToolProcess.asking([words[0], json] + words.dropFirst())
      )
      #expect(one.exitCode == 0, "\(one.errors)")
      #expect(
        one.output.replacingOccurrences(of: xml, with: "*")
          == other.output.replacingOccurrences(of: json, with: "*"))
      #expect(one.output.contains("308192"))
    }
  }
}

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
}
