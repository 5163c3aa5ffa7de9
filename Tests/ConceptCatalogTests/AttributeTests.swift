// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import FHIRResources
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@testable import ConceptCatalog

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

@Suite("Names")
struct NameTests {
  @Test("A key folds case as Unicode's simple case folding does")
  func keys() {
    let same = [
      ("Σσς", "σσσ"), ("5 µg", "5 μg"), ("K", "k"), ("ſ", "S"), ("Å", "å"), ("ẞ", "ß"),
      ("a\u{2003}b", "A b"), ("Ⅷ", "ⅷ"),
    ]
    for (left, right) in same { #expect(NameKey.of(left) == NameKey.of(right), "\(left)") }
    let different = [("ß", "ss"), ("ı", "i"), ("İ", "i"), ("é", "e"), ("ab", "a b")]
    for (left, right) in different { #expect(NameKey.of(left) != NameKey.of(right), "\(left)") }
  }
}

@Suite("Names that equal a text")
struct NormalNameTests {
  @Test("Recorded answers of RxNav's exact search, each difference a hole of the starter")
  func recorded() throws {
    guard let text = try TestData.text(of: "matching/rxnav-exact.tsv"),
      let bytes = try StarterRelease.bytes(for: "recorded exact answers")
    else { return }
    let catalog = try Catalog(bytes: bytes)
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.cells
      let expected = Set(cells[1].split(separator: "|").compactMap { UInt32($0) })
      let found = Set(
        catalog.matches(named: cells[0], by: .exact).map(\.concept.rxcui.rawValue))
      if found == expected { counts["same", default: 0] += 1 }
      for code in expected.subtracting(found) {
        let kind = hole(code, named: cells[0], in: catalog)
        counts[kind, default: 0] += 1
        #expect(kind != "unexplained", "\(cells[0]): RxNav has \(code)")
      }
      for code in found.subtracting(expected) {
        // The starter's rows of MTHSPL, DP have a label's title for their text, not
        // NLM's wording (its README): such a name is no name of the real release.
        let isTitle = hasOnlyLabelTitles(code, named: cells[0], in: catalog)
        counts[isTitle ? "label title" : "unexplained", default: 0] += 1
        #expect(isTitle, "\(cells[0]): only the catalog has \(code)")
      }
    }
    print("recorded exact answers: \(counts.sorted { $0.key < $1.key })")
    #expect(counts["same"] ?? 0 > 200)
  }

  /// Whether all unsuppressed names of a code that are a text are titles of labels.
  private func hasOnlyLabelTitles(_ code: UInt32, named name: String, in catalog: Catalog) -> Bool {
    let key = NaiveRelease.key(name)
    let equal = catalog.concept(code)?.names.filter {
      $0.suppress == "N" && NaiveRelease.key($0.text) == key
    }
    return equal?.allSatisfy { $0.source == "MTHSPL" && $0.termType.rawValue == "DP" } ?? false
  }

  /// Why a code is not found by a name, by looking at every name of the code.
  private func hole(_ code: UInt32, named name: String, in catalog: Catalog) -> String {
    guard let concept = catalog.concept(code) else { return "concept missing" }
    let key = NaiveRelease.key(name)
    let hasName = concept.names.contains {
      $0.suppress == "N" && NaiveRelease.key($0.text) == key
    }
    return hasName ? "unexplained" : "name missing"
  }
}

@Suite("From a question to its path")
struct QuestionTests {
  @Test("S15 A branded component is complete where every part of its name is related")
  func brandedComponents() throws {
    let names = [
      (2_997_021, "valsartan 26 MG / metformin hydrochloride 500 MG [Glucophage]"),
      (2_997_022, "valsartan 26 MG / metformin hydrochloride 500 MG [Glucophage]"),
      (2_997_023, "valsartan 26 MG [Glucophage]"), (2_997_024, "metformin 1 / 2 / 3 [Glucophage]"),
    ]
    let concepts = names.map { "\($0.0)|ENG||||||\($0.0)||||RXNORM|SBDC|\($0.0)|\($0.1)||N||" }
    let components = [
      (2_997_021, 1_656_335), (2_997_021, 860974), (2_997_022, 1_656_335), (2_997_023, 1_656_335),
      (2_997_024, 860974),
    ]
    let relations = components.map {
      "\($0.1)||CUI|RO|\($0.0)||CUI|tradename_of|||RXNORM||||||"
    }
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let missing: [[String]] = [
      [], ["1 of 2 parts of \(names[1].1)"], [], ["2 of 3 parts of \(names[3].1)"],
    ]
    let ingredients: [[UInt32]] = [[6809, 69749], [69749], [69749], [6809]]
    let cardinalities: [GeneralCardinality?] = [.multiple, nil, .single, nil]
    for (index, name) in names.enumerated() {
      let concept = try #require(catalog.concept(UInt32(name.0)))
      #expect(concept.ingredientList.missing == missing[index])
      #expect(concept.ingredientList.isComplete == missing[index].isEmpty)
      #expect(concept.ingredients.map(\.rxcui.rawValue).sorted() == ingredients[index])
      #expect(concept.generalCardinality == cardinalities[index])
    }
  }
}
