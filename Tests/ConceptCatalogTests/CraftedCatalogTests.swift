// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

/// Files whose checksums are right and whose content is not.
///
/// A faulty or hostile program could write them. Reading them must end, within memory.
@Suite("Crafted files")
struct CraftedCatalogTests {
  @Test(
    "Random words with right checksums crash nothing and hold nothing up",
    .enabled(if: !Effort.isFast))
  func randomWords() throws {
    let sound = try FixtureRelease.bytes()
    let codes = try FixtureRelease.catalog().concepts.map(\.rxcui.rawValue)
    var random = SeededGenerator(for: "random words")
    var openedCount = 0
    var faultCount = 0
    let rounds = Effort.rounds(fast: 150, full: 600)
    for _ in 0..<rounds {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<(bytes.count / 4), using: &random) * 4
        PageChecksum.put(Self.oddWord(&random), into: &bytes, at: place)
      }
      PageChecksum.repair(&bytes)
      guard let catalog = try? Catalog(bytes: bytes) else { continue }
      openedCount += 1
      _ = AnswerSpread.ask(catalog)
      for _ in 0..<6 {
        if let code = codes.randomElement(using: &random) {
          _ = AnswerSpread.ask(catalog, about: code)
        }
      }
      if !catalog.verify().isSound { faultCount += 1 }
    }
    print("random words: \(openedCount) of \(rounds) opened, verify objects to \(faultCount)")
    #expect(openedCount > rounds / 2)
  }

  /// Words that counts, offsets and ordinals break at.
  private static func oddWord(_ random: inout SeededGenerator) -> UInt32 {
    let word = UInt32.random(in: 0...UInt32.max, using: &random)
    return switch word & 7 {
    case 0: 0
    case 1: UInt32.max
    case 2: UInt32.max - word >> 24
    case 3: word >> 24
    case 4: word >> 16
    case 5: 1 << (word >> 27)
    default: word
    }
  }

  @Test(
    "Each word in turn, set to the largest number, crashes nothing", .enabled(if: !Effort.isFast))
  func everyWord() throws {
    let sound = try FixtureRelease.bytes()
    let start = PageDecoder(sound).bodyStart
    for place in stride(from: start, to: sound.count - 4, by: 4 * Effort.rounds(fast: 97, full: 13))
    {
      var bytes = sound
      PageChecksum.put(0x7FFF_FFFF, into: &bytes, at: place)
      PageChecksum.repair(&bytes)
      guard let catalog = try? Catalog(bytes: bytes) else { continue }
      _ = AnswerSpread.ask(catalog)
      _ = AnswerSpread.ask(catalog, about: 861007)
      _ = AnswerSpread.ask(catalog, about: 2_999_030)
    }
  }

  @Test("A concept that is found in another's place is damage, not an answer")
  func foreignRecord() throws {
    var bytes = try FixtureRelease.bytes()
    let page = PageDecoder(bytes)
    let concepts = try #require(page.section("CONC"))
    // 861007's record gets the number of another code.
    let ordinal = try #require(page.concepts.firstIndex { $0.rxcui == 861007 })
    PageChecksum.put(861009, into: &bytes, at: concepts.start + ordinal * 64)
    PageChecksum.repair(&bytes)
    let catalog = try Catalog(bytes: bytes)
    #expect(catalog.concept(861007) == nil)
    #expect(catalog.damage != nil)
    #expect(throws: CatalogError.self) { try catalog.throwIfDamaged() }
  }

  @Test("Deep and wide circles in a release end within the limits")
  func circles() throws {
    var names: [String] = []
    var relations: [String] = []
    let count = 60
    for index in 0..<count {
      let code = 7_000_000 + index
      names.append("\(code)|ENG||||||\(code)||||RXNORM|SBD|\(code)|brand \(index) [X]||N||")
      for other in 0..<count where other != index {
        relations.append("\(7_000_000 + other)||CUI|RN|\(code)||CUI|tradename_of|||RXNORM||||||")
      }
    }
    let catalog = try FixtureRelease.catalog(adding: [.concepts: names, .relations: relations])
    let concept = try #require(catalog.concept(7_000_000))
    #expect(concept.ingredients.isEmpty)
    #expect(!concept.ingredientList.isComplete)
    _ = AnswerSpread.ask(concept)
  }
}
