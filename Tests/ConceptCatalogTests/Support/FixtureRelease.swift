// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import RxNormRelease
import Testing

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

  /// Builds a catalog of the fixture release with rows added.
  static func catalog(adding more: [RRFTable: [String]]) throws -> Catalog {
    let all = try rows().merging(more) { $0 + $1 }
    return try Catalog(bytes: bytes(of: all))
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")
}
