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
