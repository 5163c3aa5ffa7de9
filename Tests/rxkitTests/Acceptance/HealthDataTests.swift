// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Plants a marker in every field of every kind of input, and reads everything that is said.
///
/// Arguments may be named: the person typed them. Releases, tables of mappings and drug labels are
/// published, and their errors quote them.
@Suite("S35 No value of an input stands in a message")
struct HealthDataTests {
  /// A text, and a code, that stand nowhere else.
  static let text = "Qzxmarker"
  static let code = "77665544"

  private func expectSilence(
    _ run: ToolProcess, _ what: String, says: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = run.errors.split(separator: "\n").map { $0.lowercased() }
    let leaks = lines.filter { $0.contains(Self.text.lowercased()) || $0.contains(Self.code) }
    #expect(leaks.isEmpty, "\(what): \(leaks.prefix(5))", sourceLocation: sourceLocation)
    // The note on the release is always there.
    #expect(!says || lines.count > 1, "\(what): nothing was said", sourceLocation: sourceLocation)
  }

  // MARK: Lines

  /// Commands that take lines of standard input for words.
  static let ofLines = FixtureRows.texts("commands of lines").map(RunTests.quoted)

  @Test("S35 Lines of standard input are named by their place", arguments: ofLines)
  func lines(_ command: [String]) throws {
    let lines = [
      Self.text, Self.code, "\(Self.text) 500 mg", "0093-\(Self.code.prefix(4))-01\(Self.code)",
      "metformin \(Self.text)", "", "12\(Self.code)34",
    ]
    let run = try ToolProcess.asking(command, input: lines.joined(separator: "\n"))
    expectSilence(run, "\(command)")
    #expect(run.errors.contains("standard input:1: "))
  }

  @Test("S35 What a line is near to, or was replaced by, is said of arguments alone")
  func derived() throws {
    // A slip for 861007; a misspelling; a retired code.
    for (command, word, said) in [
      ("lookup", "8610077", "861007"), ("search", "metforman", "metformin"),
      ("related", "543352", "now "), ("symptoms", "headahce", "Did you mean"),
    ] {
      let typed = try ToolProcess.asking(command, word).expect(says: said)
      try ToolProcess.asking(command, "-", input: word).expect(
        typed.exitCode, says: "standard input:1: ", omits: said)
    }
  }

  // MARK: Tables

  /// Files of lines, and what reads them; `@` is the file.
  @Test(
    "S35 Cells of a file are named by file and line",
    arguments: FixtureRows.pairs("files of lines"))
  func cells(_ line: String, _ text: String) throws {
    let command = RunTests.quoted(line)
    let content = text.replacing("$text", with: Self.text).replacing("$code", with: Self.code)
    let folder = try TemporaryFolder()
    let path = try folder.write(content, to: "a.json")
    let run = try ToolProcess.asking(command.map { $0 == "@" ? path : $0 })
    expectSilence(run, "\(command) \(content)", says: command[0] != "audit")
  }

  @Test("S35 Codes of a list are found in the report and in no message")
  func audit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "code,name\n\(Self.code),\(Self.text)\n\(Self.text),x\n", to: "a.csv")
    let run = try ToolProcess.asking("audit", path, "--strict", "--format", "ndjson").expect(
      1, prints: Self.code)
    expectSilence(run, "audit", says: false)
  }

  @Test("S35 Lines of match are named by their number")
  func matchLines() throws {
    let lines = [
      "\"\(Self.text)\"", "{\"text\":5,\"x\":\"\(Self.text)\"}", "{\"text\":\"\(Self.text)\"",
      Self.text, "[\"\(Self.text)\"]", "7\(Self.code)",
    ]
    let run = try ToolProcess.asking("match", "-", input: lines.joined(separator: "\n"))
    expectSilence(run, "match")
    #expect(run.output.contains(Self.text), "the text that could be read is answered")
  }

  // MARK: User-annotated medications

  @Test("S35 A medication of the Medications API, each member replaced")
  func trackedMedications() throws {
    let sample = Repository.root.appendingPathComponent(
      "Data/Samples/user-annotated-medications.json")
    let medications = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: sample)) as? [Any])
    let lines = try medications.flatMap { try Planting.variants(of: $0) }
    let folder = try TemporaryFolder()
    let array = try folder.write("[\n" + lines.joined(separator: ",\n") + "\n]", to: "a.json")
    for command in ["resolve", "side-effects"] {
      let run = try ToolProcess.asking(
        command, "-", "--format", "ndjson", input: lines.joined(separator: "\n"))
      expectSilence(run, command)
      #expect(run.output.contains(Self.text))
      expectSilence(try ToolProcess.asking(command, array, "--format", "ndjson"), command)
    }
    let broken = Planting.broken(lines[0])
    let run = try ToolProcess.asking(
      "resolve", "-", "--format", "ndjson",
      input: lines[0] + "\n" + broken.joined(separator: "\n"))
    expectSilence(run, "broken")
  }

  // MARK: FHIR

  /// What documents are made into.
  static let targets = FixtureRows.texts("targets").map(RunTests.quoted)

  /// Every resource and every entry of the samples, without repeats of a shape.
  private func resources() throws -> [Any] {
    let folder = Repository.root.appendingPathComponent("Data/Samples/FHIR")
    var found: [Any] = []
    var shapes: Set<String> = []
    func take(_ value: Any) {
      guard let object = value as? [String: Any] else { return }
      for entry in object["entry"] as? [[String: Any]] ?? [] { take(entry["resource"] ?? 0) }
      var own = object
      if object["entry"] != nil, let first = (object["entry"] as? [[String: Any]])?.first {
        own["entry"] = [first.merging(["resource": ["resourceType": "Medication"]]) { $1 }]
      }
      if shapes.insert(Planting.leaves(of: own).map { "\($0)" }.joined()).inserted {
        found.append(own)
      }
    }
    for name in [
      "clinic-visit.json", "patient-summary.json", "discharge-r5.json", "home-care-stu3.json",
      "referral.json",
    ] {
      let value = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appendingPathComponent(name)))
      for part in value as? [Any] ?? [value] { take(part) }
    }
    let log = try String(
      contentsOf: folder.appendingPathComponent("pharmacy-log.ndjson"), encoding: .utf8)
    for line in log.split(separator: "\n") {
      take(try JSONSerialization.jsonObject(with: Data(line.utf8)))
    }
    return found
  }

  @Test(
    "S35 A FHIR document, each element replaced, in every kind of output",
    .enabled(if: !Effort.isFast), arguments: targets)
  func fhir(_ target: [String]) throws {
    let folder = try TemporaryFolder()
    let resources = try self.resources()
    #expect(resources.count > 25)
    let lines = try resources.flatMap { try Planting.variants(of: $0) }
    let broken = try resources.prefix(9).flatMap { Planting.broken(try Planting.text(of: $0)) }
    let stream = try folder.write((lines + broken).joined(separator: "\n"), to: "a.ndjson")
    let run = try ToolProcess.asking(["convert", stream] + target)
    expectSilence(run, "\(target)")
    #expect(target.last == "user-medications" || run.output.contains(Self.text))
    // As documents; every seventh is enough for what lines do not share with them.
    let documents = folder["documents"]
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    for (place, line) in (lines + broken).enumerated() where place % 7 == 3 {
      try Data(line.utf8).write(to: documents.appendingPathComponent("\(place).json"))
    }
    expectSilence(
      try ToolProcess.asking(["convert", documents.path] + target), "\(target), documents")
  }

  @Test("S35 FHIR in XML, each attribute and name replaced")
  func xml() throws {
    let folder = try TemporaryFolder()
    let document = """
      <Bundle xmlns="http://hl7.org/fhir"><type value="collection"/><entry>
      <fullUrl value="urn:uuid:1"/><resource><MedicationRequest><id value="a"/><status
      value="active"/><medicationCodeableConcept><coding><system
      value="http://www.nlm.nih.gov/research/umls/rxnorm"/><code value="308192"/></coding><text
      value="amoxicillin"/></medicationCodeableConcept><subject><reference value="Patient/1"/></subject>
      <dosageInstruction><text value="one"/></dosageInstruction></MedicationRequest></resource>
      </entry></Bundle>
      """
    var variants = Planting.broken(document, after: "=\"")
    let parts = document.split(separator: "\"", omittingEmptySubsequences: false)
    for place in stride(from: 1, to: parts.count, by: 2) {
      for value in [Self.text, "\(parts[place]) \(Self.text)", "\(Self.code)&\(Self.text);"] {
        var changed = parts.map(String.init)
        changed[place] = value
        variants.append(changed.joined(separator: "\""))
      }
    }
    variants.append(document.replacing("MedicationRequest", with: "Med\(Self.text)"))
    variants.append(document.replacing("coding", with: Self.text))
    let documents = folder["documents"]
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    for (place, text) in variants.enumerated() {
      try Data(text.utf8).write(to: documents.appendingPathComponent("\(place).xml"))
    }
    for target in Self.targets.dropFirst(2) + [["--format", "ndjson"]] {
      expectSilence(try ToolProcess.asking(["convert", documents.path] + target), "\(target)")
    }
  }
}

/// Puts the marker into inputs.
private enum Planting {
  /// The paths of all values that hold no others.
  static func leaves(of value: Any) -> [[AnyHashable]] {
    switch value {
    case let object as [String: Any]:
      object.keys.sorted().flatMap { key in
        leaves(of: object[key] ?? 0).map { [AnyHashable(key)] + $0 }
      }
    case let array as [Any]:
      array.enumerated().flatMap { place, element in
        leaves(of: element).map { [AnyHashable(place)] + $0 }
      }
    default: [[]]
    }
  }

  /// The value as one line, once with the marker in each of its leaves, and in each as another type.
  static func variants(of value: Any) throws -> [String] {
    var variants: [String] = []
    for (place, path) in leaves(of: value).enumerated() {
      let mark = HealthDataTests.text
      variants.append(try text(of: replacing(path[...], in: value) { _ in mark }))
      variants.append(try text(of: replacing(path[...], in: value) { "\($0) \(mark)" }))
      switch place % 4 {
      case 0: variants.append(try text(of: replacing(path[...], in: value) { _ in [mark] }))
      case 1: variants.append(try text(of: replacing(path[...], in: value) { _ in [mark: mark] }))
      case 2: variants.append(try text(of: replacing(path[...], in: value) { _ in 77_665_544 }))
      default: variants.append(try text(of: replacing(path[...], in: value) { "Med\(mark)\($0)" }))
      }
    }
    return variants
  }

  /// A text that breaks off within each of its values, or goes wrong behind it.
  ///
  /// Names of members are part of the place, which messages give.
  static func broken(_ text: String, after mark: String = ":\"") -> [String] {
    text.ranges(of: mark).flatMap { range in
      ["", "\" \"\(HealthDataTests.code)\""].map {
        (text[..<range.upperBound] + HealthDataTests.text + $0).replacing("\n", with: " ")
      }
    }
  }

  static func text(of value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]),
      as: UTF8.self)
  }

  private static func replacing(
    _ path: ArraySlice<AnyHashable>, in value: Any, with change: (Any) -> Any
  ) -> Any {
    guard let step = path.first?.base else { return change(value) }
    if var object = value as? [String: Any], let key = step as? String {
      object[key] = replacing(path.dropFirst(), in: object[key] ?? 0, with: change)
      return object
    }
    guard var array = value as? [Any], let place = step as? Int else { return value }
    array[place] = replacing(path.dropFirst(), in: array[place], with: change)
    return array
  }
}
