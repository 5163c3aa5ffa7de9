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

  @Test("Identity, nesting, designations and properties of a code system")
  func members() throws {
    let document = FHIRDocument(Array(Self.example.utf8), reading: .withXML)
    let system = try #require(document.codeSystems.first)
    #expect(system.url == "http://example.org/forms")
    #expect(system.version == "2.1")
    #expect(system.identifiers.map(\.value) == ["urn:oid:1.2.3"])
    #expect(system.content == "fragment")
    #expect(!system.isCaseSensitive)
    #expect(system.hierarchyMeaning == "is-a")
    #expect(system.concepts.map(\.code) == ["solid", "tablet", "film", "liquid"])
    #expect(system.concepts.map(\.parent) == [nil, "solid", "tablet", nil])
    #expect(system.concepts.map(\.depth) == [1, 2, 3, 1])
    #expect(system.concepts[3].display == nil)
    #expect(system.concepts[1].designations.map(\.value) == ["Tablette"])
    #expect(system.concepts[1].properties.map(\.value) == ["true", "1.50", "X1"])
    #expect(system.concepts[1].properties[2].coding?.system == "http://example.org/x")
    #expect(system.problems.map(\.code.rawValue) == ["code-malformed", "count-mismatch"])
    #expect(system.concepts[1].properties.map(\.code) == ["abstract", "weight", "map"])
    #expect(system.concepts[1].display == "Tablet")
    #expect(system.concepts[1].designations[0].use?.code == "d")
    #expect(system.concepts[1].designations[0].language == "de")
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

  @Test("A supplement defines no codes and names the system it adds to")
  func supplement() throws {
    let text =
      #"{"resourceType":"CodeSystem","url":"http://example.org/de","content":"supplement","supplements":"http://example.org/forms|2.1","concept":[{"code":"tablet"}]}"#
    let system = try #require(FHIRDocument(Array(text.utf8), reading: .withXML).codeSystems.first)
    #expect(system.isSupplement)
    #expect(system.supplements == "http://example.org/forms|2.1")
  }

  @Test("A value set of DSTU2 carries a code system of another url")
  func inlineCodeSystem() throws {
    let text =
      #"{"resourceType":"ValueSet","url":"http://example.org/vs","version":"1","codeSystem":{"system":"http://example.org/cs","version":"7","caseSensitive":false,"concept":[{"code":"a"}]}}"#
    let system = try #require(FHIRDocument(Array(text.utf8), reading: .withXML).codeSystems.first)
    #expect(system.url == "http://example.org/cs")
    #expect(system.version == "7")
    #expect(system.resourceURL == "http://example.org/vs")
    #expect(system.concepts.map(\.code) == ["a"])
  }

  static let example = """
    {"resourceType":"CodeSystem","url":"http://example.org/forms","version":"2.1",
     "identifier":[{"value":"urn:oid:1.2.3"}],"content":"fragment","caseSensitive":false,
     "hierarchyMeaning":"is-a","count":9,
     "property":[{"code":"abstract","type":"boolean"}],
     "concept":[
       {"code":"solid","display":"Solid","concept":[
         {"code":"tablet","display":"Tablet",
          "designation":[{"language":"de","use":{"code":"d"},"value":"Tablette"}],
          "property":[{"code":"abstract","valueBoolean":true},{"code":"weight","valueDecimal":1.50},
            {"code":"map","valueCoding":{"system":"http://example.org/x","code":"X1"}}],
          "concept":[{"code":"film","display":"Film-coated"}]}]},
       {"code":"liquid"},
       {"display":"without code"}]}
    """
}
