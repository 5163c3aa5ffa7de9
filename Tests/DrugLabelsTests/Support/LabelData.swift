// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import FHIRStreams
import Foundation
import TestSupport
import Testing

/// The labels among the real data that `RXKIT_TEST_DATA` names; tests say so when it is absent.
enum LabelData {
  /// Returns the path of a file of `labels/`, or prints what is skipped without it.
  static func path(_ name: String, skipping test: String) -> String? {
    TestData.path("labels/" + name, skipping: test)?.path
  }

  /// The bytes of a file, inflated if it is gzip.
  static func bytes(_ path: String) throws -> [UInt8] {
    var file = try ByteStream(path)
    var bytes: [UInt8] = []
    while true {
      let more = try file.next(upTo: 1 << 20)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// The values of a file with one JSON value in each line.
  static func lines<Value: Decodable>(_ path: String, as type: Value.Type) throws -> [Value] {
    try bytes(path).split(separator: 0x0A).map {
      try JSONDecoder().decode(Value.self, from: Data($0))
    }
  }

  /// All entries of files, folders and archives.
  static func items(_ paths: String...) throws -> [LabelFiles.Item] {
    var files = LabelFiles(paths: paths)
    var items: [LabelFiles.Item] = []
    while let item = try files.next() { items.append(item) }
    return items
  }

  /// The labels of files, folders and archives.
  static func labels(_ paths: String...) throws -> [DrugLabel] {
    try paths.flatMap { try items($0) }.compactMap { item in
      if case .label(let label) = item { label } else { nil }
    }
  }
}

/// A table as an independent program expanded it.
struct ExpectedGrid: Decodable {
  var file: String?
  var set_id: String?
  /// From 1: of SPL in the whole document, of openFDA in `adverse_reactions_table`.
  var table: Int
  var caption: String
  var thead_rows: Int
  var rectangular: Bool
  var rows: [[String]]

  /// Records an issue for each part of the table that is not the same.
  func expectSame(_ grid: TableGrid, _ place: String) {
    let place = "\(place), table \(table)"
    #expect(grid.caption == caption, "\(place): caption")
    #expect(grid.isRectangular == rectangular, "\(place): rectangular")
    #expect(grid.parts.count { $0 == .head } == thead_rows, "\(place): rows of thead")
    // The independent program leaves short rows short; here empty cells fill them (5.1).
    let width = rows.map(\.count).max() ?? 0
    let filled = rows.map { $0 + [String](repeating: "", count: width - $0.count) }
    #expect(grid.rows.map { $0.map(\.text) } == filled, "\(place): rows")
  }
}
