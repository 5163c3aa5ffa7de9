// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import TestSupport
import Testing

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
