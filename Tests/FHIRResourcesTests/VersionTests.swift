// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRXML
import Foundation
import JSONText
import MedicationModel
import Testing
import TestSupport

@testable import FHIRResources

@Suite("Which FHIR version a document is of")
struct VersionTests {
  @Test("A version is known by its names in any case, and nothing else is one")
  func names() {
    for (name, version) in [
      ("R4", FHIRVersion.r4), ("r4b", .r4b), ("stu3", .stu3), ("R3", .stu3), ("DSTU2", .dstu2),
      ("R2", .dstu2), ("r6", .r6), ("4", .r4), ("5", .r5), ("3.0.2", .stu3), ("4.3.0", .r4b),
    ] {
      #expect(FHIRVersion(named: name) == version, "\(name)")
    }
    for name in ["", "mixed", "R", "2", "four", "R45", "4.0.1.1", "7.0.0"] {
      #expect(FHIRVersion(named: name) == nil, "\(name)")
    }
  }

  @Test(
    "F2 insisting changes no fact: only the version, and a note where the elements show another")
  func insistence() throws {
    let text = try #require(
      Bundle.module.url(forResource: "Fixtures/versions.json", withExtension: nil))
    let bytes = [UInt8](try Data(contentsOf: text))
    let free = FHIRDocument(bytes, reading: .withXML)
    for version in FHIRVersion.allCases where version != .mixed {
      let insisted = FHIRDocument(bytes, reading: FHIRReadingOptions(version: version))
      #expect(insisted.fhirVersion == version)
      #expect(!insisted.codes.contains("fhir-version"))
      for (mine, theirs) in zip(insisted.records, free.records) {
        #expect(mine.fhirVersion == version)
        var plain = mine
        plain.problems.removeAll { $0.code == .fhirVersion }
        plain.fhirVersion = theirs.fhirVersion
        #expect(plain == theirs)
        let isSame =
          theirs.fhirVersion == version || (version == .r6 && theirs.fhirVersion == .r5)
        #expect(mine.codes.contains("fhir-version") != isSame)
      }
    }
  }
}

@Suite("Documents that typed libraries refuse")
struct ProblemNameTests {
  /// What typed libraries refuse as a whole (section 10), and how many records it holds.
  @Test(
    "F3 a slip in what is not needed costs no record",
    arguments: FixtureRows.pairs("refused elsewhere"))
  func refusedElsewhere(file: String, records: String) throws {
    guard let folder = TestData.path("fhir", skipping: "documents that typed libraries refuse")
    else { return }
    // Some are published compressed.
    for name in [file, "\(file).gz"] {
      guard let bytes = try? TestData.bytes(folder.appendingPathComponent(name)) else { continue }
      let document = FHIRDocument(bytes, reading: .withXML)
      #expect("\(document.records.count)" == records)
      #expect(!document.problems.contains { $0.problem.severity == .error })
      return
    }
    Issue.record("\(file) is not there")
  }
}

/// Resources that are no medications are passed over; nothing that is said may depend on it.
@Suite("Passing over resources")
struct PassingOverTests {
  /// What reading every resource whole gives.
  private static func readWhole(_ bytes: [UInt8]) throws -> FHIRDocument {
    var walk = DocumentWalk(FHIRReadingOptions())
    walk.read(try JSONDocument(bytes, options: JSONOptions(mode: .tolerant)))
    walk.finish()
    return FHIRDocument(walk)
  }

  private static func expectSame(_ bytes: [UInt8], _ name: String) throws {
    let whole = try readWhole(bytes)
    for checking in [JSONChecking.everything, .structure] {
      var options = JSONOptions()
      options.checking = checking
      let document = FHIRDocument(bytes, options: options)
      #expect(document.records == whole.records, "\(name)")
      #expect(document.problems == whole.problems, "\(name)")
      #expect(document.fhirVersion == whole.fhirVersion, "\(name)")
      #expect(document.allergies == whole.allergies, "\(name)")
      #expect(document.patients == whole.patients, "\(name)")
      #expect(document.immunizationCount == whole.immunizationCount, "\(name)")
    }
  }

  @Test(
    "S1 real documents say the same, whether other resources are passed over or read",
    .enabled(if: Effort.isFull))
  func realDocuments() throws {
    guard let folder = TestData.path("fhir", skipping: "passing over in real documents") else {
      return
    }
    let table = try TestData.table(folder.appendingPathComponent("documents.tsv"))
    var count = 0
    for file in table.compactMap({ $0["file"] }) {
      let bytes = try TestData.bytes(folder.appendingPathComponent(file))
      guard let document = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)),
        document.trailing == .nothing
      else { continue }
      try Self.expectSame(bytes, file)
      count += 1
    }
    #expect(count > 100)
  }

  /// Bundles in which what is passed over matters.
  @Test(
    "S1 references and slips in resources of other types are told as before",
    arguments: FixtureRows.texts("slips"))
  func slips(_ text: String) throws {
    try Self.expectSame(Array(text.utf8), text)
  }
}

@Suite("Code systems")
struct TerminologyTests {
  @Test(
    "Every terminology resource, in JSON or XML, gives the rows that the tables expect",
    .enabled(if: !Effort.isFast))
  func expectedTables() throws {
    guard
      let folder = TestData.path("fhir-terminology", skipping: "rows of real code systems")
    else { return }
    var expectedRows: [String: [[String: String]]] = [:]
    for row in try TestData.table(folder.appendingPathComponent("expected-concepts.tsv.gz")) {
      expectedRows[row["file"] ?? "", default: []].append(row)
    }
    var counts: [String: Int] = [:]
    for row in try TestData.table(folder.appendingPathComponent("expected-terminology.tsv")) {
      let file = row["file"] ?? ""
      let document = FHIRDocument(
        try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML)
      #expect(!document.problems.contains { $0.problem.severity == .error }, "\(file)")
      let found = TerminologyRows(of: document, file: file)
      #expect(found.systems.count == 1, "\(file)")
      for found in found.systems { compare(found, TerminologyRows.systemColumns, with: row) }
      let wanted = expectedRows[file] ?? []
      #expect(found.concepts.count == wanted.count, "\(file)")
      for (found, wanted) in zip(found.concepts, wanted) {
        compare(found, TerminologyRows.conceptColumns, with: wanted)
      }
      counts[row["resourceType"] ?? "", default: 0] += 1
      for row in found.concepts { counts["rows of kind \(row[1])", default: 0] += 1 }
    }
    print(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    #expect(counts["CodeSystem"] == 53 && counts["ValueSet"] == 76)
    #expect(counts["ConceptMap"] == 18 && counts["NamingSystem"] == 34)
  }

  private func compare(_ cells: [String], _ columns: [String], with wanted: [String: String]) {
    for (name, cell) in zip(columns, cells) {
      #expect(
        cell == wanted[name] ?? "",
        "\(wanted["file"] ?? "") \(wanted["codeOrTarget"] ?? "") \(name)")
    }
  }

  @Test("Concepts are handed over in whole trees, in order, and leave everything else as it is")
  func handingOver() throws {
    let trees = (0..<2500).map { number in
      #"{"code":"a\#(number)","concept":[{"code":"b\#(number)"},{"code":"b\#(number % 2000)"}]}"#
    }
    let text =
      #"{"resourceType":"CodeSystem","url":"http://example.org/large","content":"complete","count":1,"#
      + #""concept":[\#(trees.joined(separator: ",")),{"display":"no code"}]}"#
    let whole = try #require(FHIRDocument(Array(text.utf8), reading: .withXML).codeSystems.first)
    var pieces: [[CodeSystemConcept]] = []
    let document = FHIRDocument(
      Array(text.utf8),
      handingConceptsTo: { system, concepts in
        #expect(system == 0)
        pieces.append(concepts)
      })
    var handed = try #require(document.codeSystems.first)
    #expect(pieces.count > 5 && pieces.allSatisfy { $0.first?.depth == 1 })
    #expect(Array(pieces.joined()) == whole.concepts)
    #expect(handed.conceptCount == 7500 && whole.conceptCount == 7500 && handed.concepts.isEmpty)
    #expect(
      handed.problems.map(\.code.rawValue) == ["code-malformed", "code-repeated", "count-mismatch"])
    (handed.concepts, handed.handedOverCount) = (whole.concepts, 0)
    #expect(handed == whole)
  }
}
