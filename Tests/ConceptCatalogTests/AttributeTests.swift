// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import MedicationModel
import RxNormRelease
import Testing

@Suite("Attributes, types, sources, code systems")
struct AttributeTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("Sources count their rows; the current row of RXNSAB describes them")
  func sources() throws {
    let sources = try FixtureRelease.catalog().sources
    #expect(sources.first?.abbreviation == "RXNORM")
    let labels = try #require(sources.first { $0.abbreviation == "MTHSPL" })
    #expect(labels.name == "Metathesaurus FDA Structured Product Labels (test rows)")
    #expect(labels.version == "MTHSPL_FIXTURE")
    #expect((labels.nameCount, labels.relationCount, labels.attributeCount) == (8, 3, 6))
  }

  @Test("S1 Rows that lead nowhere are counted, none goes unsaid")
  func facts() throws {
    let catalog = try FixtureRelease.catalog()
    let facts = Dictionary(uniqueKeysWithValues: catalog.facts.map { ($0.key, $0.value) })
    #expect(facts["skipped: relations between codes that are not in RXNCONSO"] == "1")
    #expect(facts["skipped: attributes of codes that are not in RXNCONSO"] == "1")
    #expect(facts["skipped: NDCs of codes that are not in RXNCONSO"] == "1")
    #expect(facts["skipped: semantic types of codes that are not in RXNCONSO"] == "1")
    #expect(facts["skipped: NDCs of no known form"] == "2")
    #expect(facts["rows.RXNCONSO"] == "104")
    #expect(facts["tool.version"] == "0.0.0")
    #expect(catalog.release.name == "RXNORM_FIXTURE")
    #expect(catalog.release.date == nil)
    #expect(!catalog.release.isOfficial)
    #expect(catalog.documentation.count == 9)
    #expect(catalog.documentation.first?.explanation == "PAR")
  }

  @Test("Only RXNCONSO is required; the others' absence is recorded")
  func absentTables() throws {
    let concepts = try FixtureRelease.rows()[.concepts]
    let catalog = try Catalog(bytes: FixtureRelease.bytes(of: [.concepts: concepts ?? []]))
    let facts = Dictionary(uniqueKeysWithValues: catalog.facts.map { ($0.key, $0.value) })
    for table in RRFTable.allCases where table != .concepts {
      #expect(facts["rows.\(table.rawValue)"] == "absent")
    }
    let tablet = try #require(catalog.concept(861007))
    #expect(tablet.ingredients.isEmpty)
    #expect(tablet.strengthList.strengths.map(\.text) == ["500 MG"])
    #expect(catalog.history(of: RxCUI(rawValue: 541862)).status == .unknown)
    #expect(catalog.ndcMatches(for: "00093104801").matches.isEmpty)
    #expect(catalog.verify().isSound)
  }

  @Test("Abbreviations that do not fit their field are an error, not a loss")
  func tooManySymbols() throws {
    let types = (0..<66_000).map { "6809|T\($0)|||X|RXNORM|" }
    let rows = types.map { row in
      let part = row.split(separator: "|")
      return "6809|||||||| ATN\(part[1])|RXNORM|1|N||"
    }
    let concepts = try FixtureRelease.rows()[.concepts] ?? []
    #expect(throws: BuildError.self) {
      _ = try FixtureRelease.bytes(of: [.concepts: concepts, .attributes: rows])
    }
  }

  @Test("A code system of FHIR is kept as it is, with its own concepts")
  func codeSystem() throws {
    let text = #"""
      {"resourceType":"CodeSystem","url":"http://example.org/forms","version":"2","name":"Forms",
       "status":"draft","content":"fragment","caseSensitive":false,"concept":[
        {"code":"a","display":"Tablet","concept":[{"code":"b","definition":"coated",
         "designation":[{"language":"de","value":"Filmtablette"}],
         "property":[{"code":"route","valueString":"oral"}]}]}]}
      """#
    let system = try #require(FHIRDocument(Array(text.utf8)).codeSystems.first)
    let bytes = try FixtureRelease.bytes(of: FixtureRelease.rows()) { builder in
      _ = builder.add(system, file: "forms.json")
      builder.attach("notes.tsv", bytes: Array("a\tb\n".utf8))
      builder.attach("notes.tsv", bytes: Array("c\td\n".utf8))
      builder.attach("empty.tsv", bytes: [])
    }
    let catalog = try Catalog(bytes: bytes)
    let loaded = try #require(catalog.codeSystems.first)
    #expect(loaded.url == "http://example.org/forms")
    #expect(loaded.content == "fragment")
    #expect(!loaded.isCaseSensitive)
    #expect(loaded.concepts.map(\.code) == ["a", "b"])
    let child = try #require(
      catalog.codeSystemConcepts(system: "http://example.org/forms", code: "b").first)
    #expect((child.parent, child.depth, child.definition) == ("a", 2, "coated"))
    #expect(child.designations.map(\.value) == ["Filmtablette"])
    #expect(child.properties.map(\.value) == ["oral"])
    #expect(catalog.concepts(system: "http://example.org/forms", code: "b").isEmpty)
    #expect(catalog.attachmentNames == ["notes.tsv", "empty.tsv"])
    #expect(catalog.attachment("notes.tsv") == Array("c\td\n".utf8))
    #expect(catalog.attachment("empty.tsv") == [])
    #expect(catalog.attachment("other.tsv") == nil)
    #expect(catalog.verify().isSound)
  }
}
