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

/// Files with right checksums that contradict themselves: another drug's name, what no look-up finds.
@Suite("Catalogs that lie")
struct LyingCatalogTests {
  /// What is done to the words of a catalog, and the finding that names it.
  static let lies:
    [(id: String, finding: String, change: @Sendable (inout Forger) throws -> Void)] =
      [
        (
          "names of two drugs exchanged", "concept-summary",
          { forger in
            for field in [1, 2, 15] {
              forger.exchange("CONC", try forger.ordinal(861007), try forger.ordinal(861008), field)
            }
          }
        ),
        (
          "display name of another drug", "concept-summary",
          { forger in
            let other = forger.word("CONC", try forger.ordinal(861008), 1)
            forger.put(other, "CONC", try forger.ordinal(861007), 2)
          }
        ),
        (
          "a suppressed concept as active", "concept-summary",
          { forger in
            let ordinal = try forger.ordinal(861023)
            forger.put(forger.word("CONC", ordinal, 3) ^ 1 << 16, "CONC", ordinal, 3)
          }
        ),
        (
          "a letter that nobody knows", "name-suppress",
          { $0.put($0.word("NAME", 0, 4) & 0xFF_FFFF | 0x5100_0000, "NAME", 0, 4) }
        ),
        (
          "another source first", "order",
          { forger in for field in 0..<8 { forger.exchange("SABS", 0, 1, field) } }
        ),
        ("names out of order", "order", { try $0.reverse("NAME", ofConcept: 6809, run: 4) }),
        ("relations out of order", "order", { try $0.reverse("RELS", ofConcept: 861007, run: 6) }),
        ("attributes out of order", "order", { try $0.reverse("ATTR", ofConcept: 861007, run: 8) }),
        (
          "archive out of order", "order",
          { forger in for field in 0..<8 { forger.exchange("ARCH", 0, 1, field) } }
        ),
        (
          "documentation out of order", "order",
          { forger in for field in 0..<4 { forger.exchange("DOCS", 0, 1, field) } }
        ),
        (
          "a relation to another concept", "relation-inverse",
          { forger in
            let first = forger.word("CONC", try forger.ordinal(861007), 6)
            forger.put(UInt32(try forger.ordinal(6809)), "RELS", Int(first), 0)
          }
        ),
        (
          "a relation that nobody states", "relation-inverse",
          { forger in
            for record in 0..<forger.page.count("RELS") {
              forger.put(forger.word("RELS", record, 1) | 1 << 26, "RELS", record, 1)
            }
          }
        ),
        (
          "a target that is said to be missing", "relation-target",
          { forger in
            let first = Int(forger.word("CONC", try forger.ordinal(861007), 6))
            forger.put(861008, "RELS", first, 0)
            forger.put(forger.word("RELS", first, 1) | 1 << 24, "RELS", first, 1)
          }
        ),
        (
          "an NDC of another drug", "ndc-owner",
          { $0.put(($0.word("NDCS", 0, 2) + 1) % 9, "NDCS", 0, 2) }
        ),
        (
          "the list of NDCs leads elsewhere", "ndc-owner",
          { $0.exchange("CNDC", 0, $0.page.count("CNDC") - 1, 0) }
        ),
        (
          "the list of NDCs leads outside", "terminology-owner",
          { $0.put(0x7FFF_FFFF, "CNDC", 0, 0) }
        ),
      ]

  @Test("S9 verify objects to a file whose records contradict each other", arguments: lies.indices)
  func contradictions(_ index: Int) throws {
    let lie = Self.lies[index]
    var forger = Forger(try FixtureRelease.bytes())
    try lie.change(&forger)
    let report = try Catalog(bytes: forger.finished()).verify()
    #expect(
      report.findings.contains { $0.code == lie.finding }, "\(lie.id): \(report.findings)")
  }

  @Test("S9 A section that the table does not name is damage, not an empty answer")
  func missingSections() throws {
    let sound = try FixtureRelease.bytes()
    let page = PageDecoder(sound)
    var refused: Set<String> = []
    for entry in (0..<page.word(40)).map({ 64 + $0 * 32 }) {
      var forger = Forger(sound)
      for place in entry..<entry + 4 { forger.bytes[place] = 0x58 }
      let error = #expect(throws: CatalogError.self) { _ = try Catalog(bytes: forger.finished()) }
      let name = String(decoding: sound[entry..<entry + 4], as: UTF8.self)
      #expect(error?.reason == "section \(name) is missing")
      refused.insert(name)
    }
    #expect(
      refused.count == 42 && refused.isSuperset(of: ["NDSL", "SWRD", "ARCH", "ATCH", "SYMB"]))
  }
}

/// Changes words of a catalog and makes its checksums right again.
struct Forger {
  var bytes: [UInt8]
  let page: PageDecoder

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    page = PageDecoder(bytes)
  }

  private func place(_ section: String, _ record: Int, _ field: Int) -> Int {
    page.section(section).map { $0.start + record * $0.stride + field * 4 } ?? 0
  }

  func ordinal(_ code: Int) throws -> Int { try #require(page.ordinal(of: code)) }

  /// A word as it was at first.
  func word(_ section: String, _ record: Int, _ field: Int) -> UInt32 {
    UInt32(page.word(section, record, field))
  }

  mutating func put(_ word: UInt32, _ section: String, _ record: Int, _ field: Int) {
    PageChecksum.put(word, into: &bytes, at: place(section, record, field))
  }

  mutating func exchange(_ section: String, _ first: Int, _ second: Int, _ field: Int) {
    put(word(section, second, field), section, first, field)
    put(word(section, first, field), section, second, field)
  }

  /// Turns the order of a concept's records round.
  mutating func reverse(_ section: String, ofConcept code: Int, run: Int) throws {
    let first = Int(word("CONC", try ordinal(code), run))
    let last = first + Int(word("CONC", try ordinal(code), run + 1)) - 1
    let stride = try #require(page.section(section)).stride
    for step in 0..<(last - first + 1) / 2 {
      for field in 0..<stride / 4 { exchange(section, first + step, last - step, field) }
    }
  }

  func finished() -> [UInt8] {
    var finished = bytes
    PageChecksum.repair(&finished)
    return finished
  }
}
