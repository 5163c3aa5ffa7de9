// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

/// Expected values were read off the rows of Fixtures/release by hand.
@Suite("Related concepts")
struct RelatedTests {
  private func concept(_ code: UInt32) throws -> Concept {
    try #require(FixtureRelease.catalog().concept(code))
  }

  @Test("A path never goes through a reformulation or a quantified form")
  func excluded() throws {
    let concepts = [
      "2997001|ENG||||||1|1|1||RXNORM|SCD|1|once|N|N||",
      "2997002|ENG||||||2|2|2||RXNORM|SCDF|2|form of it||N||",
      "2997003|ENG||||||3|3|3||RXNORM|SCDF|3|other form||N||",
      "2997004|ENG||||||4|4|4||RXNORM|SCDF|4|third form||N||",
      "2997005|ENG||||||5|5|5||RXNORM|SCDF|5|fourth form||N||",
      "2997006|ENG||||||6|6|6||RXNORM|SCDF|6|odd form||N||",
    ]
    let words = [
      "reformulated_to", "reformulation_of", "quantified_form_of", "has_quantified_form",
      "odd_word",
    ]
    let relations = words.enumerated().map { place, word in
      "\(2_997_002 + place)||CUI|RN|2997001||CUI|\(word)|||RXNORM||||||"
    }
    let catalog = try FixtureRelease.catalog(adding: [.concepts: concepts, .relations: relations])
    let drug = try #require(catalog.concept(2_997_001))
    #expect(drug.related(to: [.clinicalDrugForm]).groups.map(\.concepts.codes) == [[2_997_006]])
    #expect(
      drug.related(by: words.map(Relationship.init(rawValue:))).groups.map(\.concepts.codes) == [
        [2_997_002], [2_997_003], [2_997_004], [2_997_005], [2_997_006],
      ])
  }

  @Test("Groups come once each, in the order of their letters, unknown types empty")
  func askedTypes() throws {
    let related = try concept(861007).related(to: [
      .preciseIngredient, .brandName, .synonym, .brandName,
    ])
    #expect(related.groups.map(\.termType) == [.brandName, .preciseIngredient, .synonym])
    #expect(related[.synonym]?.path == nil)
    #expect(related[.synonym]?.concepts.isEmpty == true)
    #expect(related[.preciseIngredient]?.concepts.codes == [235743])
  }

  @Test("RXNDOC tells inverses that the format does not know")
  func statedInverse() throws {
    let catalog = try FixtureRelease.catalog(adding: [
      .documentation: ["RELA|tested_with|rela_inverse|tests|"]
    ])
    let tests = Relationship(rawValue: "tests")
    #expect(catalog.concept(235743)?.related(tests).codes == [6809])
    #expect(catalog.verify().isSound)
  }
}

@Suite("Default paths")
struct RelationPathTests {
  @Test("Every pair of the nineteen term types has one path, which begins and ends with them")
  func everyPair() {
    #expect(RelationPath.termTypes.count == 19)
    #expect(
      RelationPath.termTypes.map(\.rawValue) == RelationPath.termTypes.map(\.rawValue).sorted())
    #expect(RelationPath.all.count == 19 * 18)
    for start in RelationPath.termTypes {
      for end in RelationPath.termTypes {
        let path = RelationPath.from(start, to: end)
        #expect(path?.stops.first == start)
        #expect(path?.stops.last == end)
        #expect(path?.stops.allSatisfy(RelationPath.termTypes.contains) == true)
        #expect(Set(path?.stops ?? []).count == path?.stops.count, "no stop twice")
        #expect(path?.evidence.isEmpty == false)
      }
    }
  }

  @Test("A term type of another source has no path")
  func foreignTypes() {
    #expect(RelationPath.from(.ingredient, to: .synonym) == nil)
    #expect(RelationPath.from(.synonym, to: .synonym) == nil)
  }

  /// The table written as the file of the test data is.
  private static var file: String {
    let rows = RelationPath.all.filter { !$0.isOwn }.map { path in
      let stops = path.stops.map(\.rawValue)
      return [stops.first ?? "", stops.last ?? "", path.text, path.evidence].joined(separator: "\t")
    }
    return (["from\tto\tpath\tevidence"] + rows).map { $0 + "\n" }.joined()
  }

  @Test("The table is the one that was compared with recorded answers, by its checksum")
  func checksum() {
    // CRC-32 of rxnav-paths.tsv, by Python's zlib.
    #expect(PageChecksum.of(Array(Self.file.utf8)[...]) == 0x450B_942F)
  }
}
