// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
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

  @Test("S12 FHIR carries that a stated period is over on the day that is given")
  func periodEnded() throws {
    let statement =
      #"{"resourceType":"MedicationStatement","status":"active","effectivePeriod":{"end":"2021"},"#
      + #""medicationCodeableConcept":{"text":"x"}}"#
    let words = ["convert", "-", "--to", "fhir", "--as-of", "2026-11-21"]
    try ToolProcess.asking(words, input: statement).expect(prints: "periodEnded")
  }

  @Test(
    "An empty list of medications keeps its reason under each code of such lists",
    arguments: [
      ("http://loinc.org", "10160-0"), ("http://loinc.org", "57828-6"),
      ("http://terminology.hl7.org/CodeSystem/list-example-use-codes", "medications"),
    ])
  func emptyList(system: String, code: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"resourceType":"List","status":"current","mode":"snapshot","#
        + #""code":{"coding":[{"system":"\#(system)","code":"\#(code)"}]},"#
        + #""emptyReason":{"coding":[{"code":"nilknown"}]}}"#, to: "list.json")
    let run = try ToolProcess.asking(["convert", file, "--to", "medication-list"]).expect(
      prints: "none")
    #expect(!run.output.contains("no medication record"))
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

  @Test("Lists as rows say what rows leave out", arguments: ["csv", "tsv", "markdown"])
  func rows(_ format: String) throws {
    let run = try ToolProcess.asking(
      "convert", "-", "--to", "medication-list", "--format", format,
      input: Self.request("308192") + "\n" + Self.request("861007", status: "entered-in-error")
    ).expect(0, says: "1 entered in error", prints: "308192")
    #expect(!run.output.contains("861007"))
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

  @Test("Two persons' medications never mix")
  func severalPatients() throws {
    try ToolProcess.asking(
      "convert", "-", "--to", "user-medications",
      input: Self.request("308192") + "\n" + Self.request("308192", subject: "Patient/2")
    ).expect(3, says: "[convert.several-patients]", lines: 0)
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

  @Test(
    "Forms and options that do not fit are usage errors",
    arguments: [
      (["--to", "fhir", "--format", "csv"], "[usage.format]"),
      (["--to", "user-medications", "--format", "table"], "[usage.format]"),
      (["--to", "medication-list", "--as-of", "2026-02-30"], "[usage.not-a-day]"),
      (["--to", "lists"], "[usage.unknown-value]"),
      (["--to", "medication-list", "--range", "0:9"], "[usage.options-apart]"),
      (["--to", "medication-list", "--resume"], "[usage.options-apart]"),
      (["--to", "fhir", "--unordered"], "[usage.options-apart]"),
      (["--to", "medication-list", "--fhir-release", "R5"], "[usage.options-apart]"),
      (["--fhir-release", "R5"], "[usage.options-apart]"),
      (["--side-effects"], "[usage.options-apart]"),
      (["--side-effects", "--to", "fhir", "--format", "json"], "[usage.options-apart]"),
    ])
  func usage(_ words: [String], _ code: String) throws {
    try ToolProcess.asking(["convert", "-"] + words).expect(2, says: code)
  }
}
