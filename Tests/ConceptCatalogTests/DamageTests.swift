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

@Suite("Damaged files")
struct DamageTests {
  @Test("Every prefix of a catalog fails to open, and so does one with a byte more")
  func prefixes() throws {
    let bytes = try FixtureRelease.bytes()
    #expect(throws: CatalogError.self) { _ = try Catalog(bytes: bytes + [0]) }
    for count in 0..<bytes.count where count < 4096 || count % 97 == 0 || count > bytes.count - 64 {
      #expect(throws: CatalogError.self, "\(count) bytes") {
        _ = try Catalog(bytes: Array(bytes[..<count]))
      }
    }
  }

  @Test("S9 What opens is sound: each changed byte is found by opening, unless one asks otherwise")
  func opening() throws {
    var bytes = try FixtureRelease.bytes()
    var random = SeededGenerator(for: "changed bytes on opening")
    for _ in 0..<Effort.rounds(fast: 300, full: 4000) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      bytes[place] ^= bit
      #expect(throws: CatalogError.self, "bit \(bit) of byte \(place)") {
        _ = try Catalog(bytes: bytes)
      }
      bytes[place] ^= bit
    }
    #expect(try Catalog(bytes: bytes).damage == nil)
  }

  @Test("Each changed byte is found by opening or by verify, and reading it is safe")
  func singleBytes() throws {
    // Of several blocks, so that what opening reads is seldom in the changed one.
    let bytes = try FixtureRelease.bytesInBlocks()
    try corrupt(
      bytes, times: Effort.rounds(fast: 300, full: 3000), named: "changed bytes", ask: 2)
  }

  @Test(
    "Each changed byte of the starter catalog is found", .enabled(if: Effort.isFull))
  func singleBytesOfStarter() throws {
    guard let bytes = try StarterRelease.bytes(for: "changed bytes of the starter catalog") else {
      return
    }
    try corrupt(bytes, times: 150, named: "changed bytes of the starter catalog", ask: 40)
  }

  /// Changes one byte at a time, or cuts the file, and looks whether that is found.
  private func corrupt(_ sound: [UInt8], times: Int, named name: String, ask: Int) throws {
    var random = SeededGenerator(for: name)
    let codes = try Catalog(bytes: sound).concepts.map(\.rxcui.rawValue)
    var bytes = sound
    var openedCount = 0
    var metCount = 0
    for round in 0..<times {
      let place = Int.random(in: 0..<sound.count, using: &random)
      if round % 8 == 7 {
        #expect(throws: CatalogError.self, "cut at \(place)") {
          _ = try Catalog(bytes: Array(sound[..<place]))
        }
        continue
      }
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      if let catalog = try? Catalog(bytes: bytes, checking: .onReading) {
        for _ in 0..<ask {
          guard let code = codes.randomElement(using: &random) else { break }
          _ = AnswerSpread.ask(catalog, about: code)
        }
        if round % 16 == 0 { _ = AnswerSpread.ask(catalog) }
        let wasDamaged = catalog.damage != nil
        openedCount += 1
        if wasDamaged { metCount += 1 }
        let report = catalog.verify()
        #expect(!report.isSound, "byte \(place) changed unnoticed")
        if wasDamaged {
          #expect(throws: CatalogError.self) { try catalog.throwIfDamaged() }
        }
      }
      bytes[place] = sound[place]
    }
    print("\(name): \(openedCount) of \(times) opened, \(metCount) met the damage when asked")
    #expect(openedCount > times / 10)
    #expect(metCount > times / 100)
  }

  @Test("A sound catalog is sound")
  func sound() throws {
    let report = try FixtureRelease.catalog().verify()
    #expect(report.findings == [])
    #expect(report.isSound)
    // 1656346 has_ingredient 1656341 stands one way only, and so does 9999992
    // tradename_of 861007; MTHSPL's has_ingredient and SNOMEDCT_US's PAR too,
    // and the fact between atoms with the abbreviation RXNORM.
    #expect(report.oneWayRelationCount == 5)
  }

  @Test("The starter catalog is sound and states every fact twice")
  func soundStarter() throws {
    guard let bytes = try StarterRelease.bytes(for: "verify") else { return }
    let report = try Catalog(bytes: bytes).verify()
    #expect(report.findings == [])
    #expect(report.oneWayRelationCount == 0)
  }

  @Test("What is no catalog, of another version or of another byte order says so")
  func errors() throws {
    var bytes = try FixtureRelease.bytes()
    func code(_ bytes: [UInt8]) -> String? {
      do {
        _ = try Catalog(bytes: bytes)
        return nil
      } catch {
        #expect(error.description.contains("try: "))
        return error.code
      }
    }
    #expect(code([]) == "catalog.magic")
    #expect(code(Array("SQLite format 3".utf8)) == "catalog.magic")
    for other in [0, 1, 2, 3, 5, 255] as [UInt8] {
      bytes[12] = other
      #expect(code(bytes) == "catalog.version", "version \(other)")
    }
    bytes[8] = 1
    bytes[11] = 4
    #expect(code(bytes) == "catalog.damaged")
    let missing = #expect(throws: CatalogError.self) {
      _ = try Catalog(contentsOf: "/no/such/catalog.rxkit")
    }
    #expect(missing?.code == "catalog.unreadable")
  }
}

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
    for place in stride(from: start, to: sound.count - 4, by: 4 * Effort.rounds(fast: 97, full: 61))
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
    for asksView in [false, true] {
      let catalog = try Catalog(bytes: bytes)
      if asksView {
        if catalog.view(of: RxCUI(rawValue: 861007)) != nil { Issue.record("a view of it") }
      } else {
        #expect(catalog.concept(861007) == nil)
      }
      #expect(catalog.damage != nil)
      #expect(throws: CatalogError.self) { try catalog.throwIfDamaged() }
    }
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

@Suite("Mapped files")
struct MappedFileTests {
  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }

  @Test(
    "A mapped file answers as one in memory, also when it is removed and only a concept is left")
  func mapping() throws {
    let path = temporaryPath()
    try Data(FixtureRelease.bytes()).write(to: URL(fileURLWithPath: path))
    func open() throws -> Concept {
      let catalog = try Catalog(contentsOf: path)
      #expect(catalog.verify().isSound)
      return try #require(catalog.concept(861007))
    }
    let concept = try open()
    try FileManager.default.removeItem(atPath: path)
    let expected = try #require(FixtureRelease.catalog().concept(861007))
    #expect(AnswerSpread.ask(concept) == AnswerSpread.ask(expected))
  }

  @Test("A folder, an empty file and a named pipe are errors, and nothing waits")
  func irregular() throws {
    let path = temporaryPath()
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: NSTemporaryDirectory()) }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: path) }
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: path) }
    try FileManager.default.removeItem(atPath: path)
  }
}
