// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("Same input, same bytes")
struct DeterminismTests {
  @Test("S37 Building twice gives the same bytes")
  func twice() throws {
    let first = try FixtureRelease.bytes(of: FixtureRelease.rows())
    let second = try FixtureRelease.bytes(of: FixtureRelease.rows())
    #expect(first == second)
  }

  @Test("S37 The order of rows leaves no trace")
  func shuffled() throws {
    var random = SeededGenerator(for: "shuffled rows")
    let rows = try FixtureRelease.rows().merging(Self.ties) { $0 + $1 }
    let expected = try FixtureRelease.bytes(of: rows)
    for _ in 0..<Effort.rounds(fast: 6, full: 40) {
      let shuffled = rows.mapValues { $0.shuffled(using: &random) }
      #expect(try FixtureRelease.bytes(of: shuffled) == expected)
    }
  }

  /// Rows that differ in one column that is no key, or contradict each other.
  static let ties: [RRFTable: [String]] = [
    .concepts: [
      "6809|ENG||||||x||||GS|CD|1|same||N||", "6809|ENG||||||x||||VANDF|CD|1|same||N||",
      "6809|ENG||||||x||||USP|CD|1|same||O||", "6809|ENG||||||x||||USP|CD|1|same||N||",
      "6809|SPA||||||x||||USP|CD|1|same||N||", "6809|SPA||||||x||||USP|CD|1|same||N|4|",
      "6809|SPA||||||x||||USP|PT|1|same||Y|4|", "6809|SPA||||||x||||USP|PT|1|same||Z|4|",
    ],
    .relations: [
      "6809||CUI|RO|69749||CUI|loops|||GS||||||", "69749||CUI|RO|6809||CUI|loops|||GS||||||",
      "6809||CUI|RO|69749||CUI|a_of|||GS||||||", "6809||AUI|RO|69749||CUI|a_of|||GS||||||",
      "9999991||CUI|RO|6809||CUI|tradename_of|||RXNORM||||||",
      "6809||CUI|RO|9999991||CUI|has_tradename|||RXNORM||||||",
    ],
    .sources: [
      "||GS_1|GS|one|GS|1|||||||3||||||||||||",
      "||GS_1|GS|two|GS|1|||||||3||||||||||||",
      "||GS_0|GS|three|GS|1|||||||3||||||||||||",
      "||GS_0|GS|three|GS|1|||||||1||||||||||||",
    ],
    .documentation: [
      "RELA|a_of|rela_inverse|b_of|", "RELA|a_of|rela_inverse|c_of|",
    ],
    .atomArchive: [
      "x||same|||||||20100101|||2998062|GS|PT||", "x||same|||||||20100101|||2998062|USP|PT||",
      "x||same|||||||20110101|||2998062|USP|PT|6809|", "x||same|||||||20110101|||2998062|USP|PT||",
    ],
    .retiredConcepts: ["2998062|a|b|1|6809|", "2998062|a|b|2|6809|", "2998062|a|c|1|6809|"],
  ]

  @Test("Rows of `ties` have the right number of columns", arguments: RRFTable.allCases)
  func columns(_ table: RRFTable) {
    for row in Self.ties[table] ?? [] {
      #expect(row.count { $0 == "|" } == table.columnCount, "\(row)")
    }
  }

  @Test(
    "S37 Building the starter release twice gives the same bytes", .enabled(if: Effort.isFull))
  func starterTwice() throws {
    guard let path = StarterRelease.path(skipping: "the starter release twice"),
      let bytes = try StarterRelease.bytes(for: "the starter release twice")
    else { return }
    let release = try RxNormRelease(path: path)
    let again = try CatalogBuilder(release: release, toolVersion: "0.0.0").build()
    #expect(again.bytes == bytes)
    #expect(again.absentTables.isEmpty)
  }
}
