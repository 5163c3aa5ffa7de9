// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@Suite("Damaged files")
struct DamageTests {
  @Test("Every prefix of a catalog fails to open")
  func prefixes() throws {
    let bytes = try FixtureRelease.bytes()
    for count in 0..<bytes.count where count < 4096 || count % 61 == 0 || count > bytes.count - 64 {
      #expect(throws: CatalogError.self, "\(count) bytes") {
        _ = try Catalog(bytes: Array(bytes[..<count]))
      }
    }
  }

  @Test("Bytes after the end are noticed")
  func excess() throws {
    let bytes = try FixtureRelease.bytes()
    #expect(throws: CatalogError.self) { _ = try Catalog(bytes: bytes + [0]) }
  }

  @Test("S9 What opens is sound: each changed byte is found by opening, unless one asks otherwise")
  func opening() throws {
    var bytes = try FixtureRelease.bytes()
    var random = SeededGenerator(for: "changed bytes on opening")
    for _ in 0..<Effort.rounds(fast: 2000, full: 20_000) {
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
    // An attached file in the middle makes it several blocks, so that what
    // opening reads is seldom in the changed one.
    let bytes = try FixtureRelease.bytes(of: FixtureRelease.rows()) { builder in
      builder.attach("filler", bytes: [UInt8](repeating: 7, count: 140_000))
    }
    try corrupt(
      bytes, times: Effort.rounds(fast: 1000, full: 10_000), named: "changed bytes", ask: 2)
  }

  @Test(
    "Each changed byte of the starter catalog is found", .enabled(if: Effort.isFull))
  func singleBytesOfStarter() throws {
    guard let bytes = try StarterRelease.bytes(for: "changed bytes of the starter catalog") else {
      return
    }
    try corrupt(bytes, times: 500, named: "changed bytes of the starter catalog", ask: 40)
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

  @Test("Damage in one block of the starter catalog leaves answers from others alone")
  func partOfFile() throws {
    guard var bytes = try StarterRelease.bytes(for: "damage in one block") else { return }
    let sound = try Catalog(bytes: bytes)
    let concepts = sound.concepts.map { ($0.rxcui, $0.name) }
    bytes[bytes.count / 2] ^= 0x10
    let catalog = try Catalog(bytes: bytes, checking: .onReading)
    var wrong = 0
    for (rxcui, name) in concepts {
      if let found = catalog.concept(for: rxcui), found.name == name { continue }
      wrong += 1
      #expect(catalog.damage != nil)
    }
    #expect(wrong < concepts.count / 10)
    if catalog.damage != nil {
      #expect(throws: CatalogError.self) { try catalog.throwIfDamaged() }
    }
    let report = catalog.verify()
    #expect(report.findings.map(\.code) == ["block-checksum"])
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
