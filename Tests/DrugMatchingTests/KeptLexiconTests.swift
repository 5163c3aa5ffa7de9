// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@testable import DrugMatching

@Suite("A lexicon that the catalog keeps")
struct KeptLexiconTests {
  /// A few names of each kind, a brand that only stands in brackets among them.
  private static let rows = [
    (6809, "IN", "metformin"), (29046, "IN", "lisinopril"), (235743, "PIN", "metformin HCl"),
    (151827, "BN", "Glucophage"), (308192, "SCD", "amoxicillin 500 MG Oral Capsule"),
    (723, "IN", "amoxicillin"), (213169, "SBD", "amoxicillin 500 MG Oral Capsule [Amoxil]"),
    (19478, "MIN", "bismuth subsalicylate and metronidazole"), (8, "IN", "immune globulin"),
  ]
  private static let texts = [
    "metformin 500 mg", "glucophage", "lisnopril 10 mg", "Amoxil", "linoleic acid",
    "immunoglobulin", "metformine", "amoxicillin 500 MG Oral Capsule", "ferrous sulfate",
  ]

  private static func catalog(_ configure: (inout CatalogBuilder) -> Void) throws -> [UInt8] {
    let concepts = rows.map { code, type, name in
      "\(code)|ENG||||||\(code)||\(code)||RXNORM|\(type)|\(code)|\(name)||N|4096|\n"
    }
    let release = try RxNormRelease(
      files: [.concepts: Array(concepts.joined().utf8)], name: "names")
    var builder = CatalogBuilder(release: release, toolVersion: "test")
    configure(&builder)
    return try builder.build().bytes
  }

  private static let kept = Result { try catalog { $0.keepLexicon() } }

  private static func words(_ catalog: Catalog) -> [UInt32] {
    catalog.lexicon(UInt32.self, at: 0, count: catalog.lexiconWordCount)
  }

  private static func answers(_ catalog: Catalog, _ texts: [String]) -> [String] {
    var session = MatchingSession(DrugMatcher(catalog))
    return texts.map { text in
      let match = session.match(text)
      let found = match.candidates.map { "\($0.concept.rxcui) \($0.score) \($0.matched)" }
      return "\(text): \(match.verdict) \(match.score) \(found)"
    }
  }

  @Test("It answers as one that is made of the names")
  func sameAnswers() throws {
    let kept = try Catalog(bytes: Self.kept.get())
    let plain = try Catalog(bytes: Self.catalog { _ in })
    #expect(plain.lexiconWordCount == 0)
    #expect(kept.lexiconWordCount > 1000)
    let expected = Self.answers(plain, Self.texts)
    #expect(Self.answers(kept, Self.texts) == expected)
    #expect(expected.contains { $0.hasPrefix("metformine: accepted") }, "\(expected)")
    #expect(kept.damage == nil)
    #expect(kept.verify().isSound)
    #expect(plain.verify().isSound)
  }

  @Test(
    "That of the starter comes back as it was written, and answers as one of the names",
    .enabled(if: !Effort.isFast))
  func starter() throws {
    guard let (made, catalog) = try Matchers.starter(skipping: "a kept lexicon") else { return }
    let path = try #require(StarterRelease.path)
    var builder = CatalogBuilder(release: try RxNormRelease(path: path), toolVersion: "test")
    builder.keepLexicon()
    let kept = try Catalog(bytes: builder.build().bytes)
    let lexicon = try #require(LexiconFile.lexicon(of: kept))
    #expect(LexiconFile.words(of: lexicon) == Self.words(kept))
    #expect(LexiconFile.words(of: made.lexicon) == Self.words(kept))
    // Names of all kinds, and each with a letter left out.
    let names = catalog.concepts.map(\.name).enumerated().filter { $0.offset % 211 == 0 }
    let texts = names.flatMap { [$0.element, "\($0.element.prefix(3))\($0.element.dropFirst(4))"] }
    #expect(Self.answers(kept, texts) == Self.answers(catalog, texts))
    #expect(kept.verify().isSound)
  }

  @Test("Each changed byte of it is found: answers come of the names, and damage is told")
  func changedBytes() throws {
    var bytes = try Self.kept.get()
    // Blocks that hold nothing else: opening reads what stands behind, answers what is before.
    let whole = try #require(Self.section(of: bytes))
    let section = whole.lowerBound + 65536..<whole.upperBound - 65536
    let expected = Self.answers(try Catalog(bytes: bytes), Self.texts)
    for round in 0..<20 {
      let place = section.lowerBound + Self.spread(round) % section.count
      let before = bytes[place]
      bytes[place] ^= 1 << UInt8(round % 8)
      let catalog = try Catalog(bytes: bytes, checking: .onReading)
      #expect(Self.answers(catalog, Self.texts) == expected)
      #expect(throws: CatalogError.self, "byte \(place)") { try catalog.throwIfDamaged() }
      #expect(!catalog.verify().isSound)
      bytes[place] = before
    }
  }

  /// A number that looks like none beside it.
  private static func spread(_ number: Int) -> Int {
    Int((UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }

  /// Where the lexicon stands in a file, by the page "The catalog file".
  private static func section(of bytes: [UInt8]) -> Range<Int>? {
    func word(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
    }
    for entry in stride(from: 64, to: 64 + word(40) * 32, by: 32)
    where Array(bytes[entry..<(entry + 4)]) == Array("LEXI".utf8) {
      return word(entry + 8)..<word(entry + 8) + word(entry + 4) * word(entry + 16)
    }
    return nil
  }

  @Test(
    "Odd words with right checksums crash nothing, and verify objects to them",
    .enabled(if: !Effort.isFast))
  func oddWords() throws {
    let sound = Self.words(try Catalog(bytes: Self.kept.get()))
    var readCount = 0
    for round in 0..<40 {
      var words = sound
      for change in 0...(round % 4) {
        let place = 2 + Self.spread(round * 4 + change) % (words.count - 2)
        let odd: [UInt32] = [
          0, 1, .max, .max - 1, 1 << 31, words[place] &+ 1, words[place] &- 1, words[place] &+ 99,
        ]
        words[place] = odd[(round + change) % odd.count]
      }
      if round % 5 == 4 { words.removeLast(1 + round) }
      let catalog = try Catalog(
        bytes: Self.catalog { builder in
          builder.lexicon = { [words] _ in words }
        })
      if LexiconFile.lexicon(of: catalog) == nil {
        #expect(catalog.damage != nil)
      } else {
        readCount += 1
        _ = Self.answers(catalog, Self.texts)
      }
      #expect(words == sound || !catalog.verify().isSound)
    }
    // Some change only what an answer is, others what holds a lexicon together.
    #expect(readCount > 0 && readCount < 40)
  }

  @Test("One of another revision is passed over without a complaint")
  func otherRevision() throws {
    let sound = Self.words(try Catalog(bytes: Self.kept.get()))
    let bytes = try Self.catalog { builder in
      builder.lexicon = { [sound] _ in [1, LexiconFile.revision + 1] + sound.dropFirst(100) }
    }
    let catalog = try Catalog(bytes: bytes)
    let expected = Self.answers(try Catalog(bytes: Self.kept.get()), Self.texts)
    #expect(Self.answers(catalog, Self.texts) == expected)
    #expect(catalog.damage == nil)
    #expect(catalog.verify().isSound)
  }

  /// The sums of the lexicon of the names above and of the tables, by revision: which name of a
  /// table stands for which is not in the lexicon of names that do not have them.
  ///
  /// Whoever changes what a lexicon is made of sees this fail: then
  /// ``LexiconFile/revision`` is raised, and its sum is put here. Otherwise catalogs
  /// that were built before answer with what is no longer so.
  private static let sums: [UInt32: UInt64] = [8: 9_850_082_854_536_372_922]

  @Test("Other lists, tables or ways to make a lexicon have another revision")
  func revision() throws {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) { sum = (sum ^ word) &* 0x0000_0100_0000_01B3 }
    for word in Self.words(try Catalog(bytes: Self.kept.get())) { add(UInt64(word)) }
    for table in [
      "substance-synonyms.tsv", "brands-abroad.tsv", "word-aliases.tsv", "explained-words.tsv",
    ] {
      let url = Repository.root.appendingPathComponent("Data/Matching/" + table)
      for byte in try Data(contentsOf: url) { add(UInt64(byte)) }
    }
    #expect(Self.sums[LexiconFile.revision] == sum, "the sum is \(sum)")
  }
}
