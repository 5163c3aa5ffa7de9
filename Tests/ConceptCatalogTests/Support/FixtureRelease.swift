// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import RxNormRelease

/// The hand-made release in `Fixtures/release`, and catalogs of it and of its variants.
enum FixtureRelease {
  /// The rows of each table, without line ends, in file order.
  static func rows() throws -> [RRFTable: [String]] {
    var tables: [RRFTable: [String]] = [:]
    for table in RRFTable.allCases {
      let file = folder.appendingPathComponent("release/rrf/\(table.fileName)")
      let text = try String(contentsOf: file, encoding: .utf8)
      tables[table] = text.split(separator: "\n").map(String.init)
    }
    return tables
  }

  /// The catalog of the fixture release.
  static func catalog() throws -> Catalog {
    try opened.get()
  }

  /// The bytes of its file.
  static func bytes() throws -> [UInt8] {
    try built.get()
  }

  private static let built = Result { try bytes(of: rows()) }
  private static let opened = Result { try Catalog(bytes: built.get()) }

  /// Builds a catalog of rows.
  static func bytes(
    of rows: [RRFTable: [String]], configure: (inout CatalogBuilder) -> Void = { _ in }
  ) throws -> [UInt8] {
    let files = rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: "fixture")
    var builder = CatalogBuilder(
      release: release, toolVersion: "0.0.0", options: .init(contents: .everything))
    configure(&builder)
    return try builder.build().bytes
  }

  /// The bytes of a catalog of several blocks: an attached file in the middle makes it so long.
  static func bytesInBlocks() throws -> [UInt8] {
    try bytes(of: rows()) { $0.attach("filler", bytes: [UInt8](repeating: 7, count: 140_000)) }
  }

  /// Builds a catalog of the fixture release with rows added.
  static func catalog(adding more: [RRFTable: [String]]) throws -> Catalog {
    let all = try rows().merging(more) { $0 + $1 }
    return try Catalog(bytes: bytes(of: all))
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

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
}
