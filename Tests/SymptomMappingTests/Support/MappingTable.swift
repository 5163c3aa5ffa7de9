// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A table of `Data/Mappings`: tab-separated, one header line, no quoting.
struct MappingTable: Sendable {
  /// The column names of the header line.
  let header: [String]
  /// The rows below it.
  let rows: [[String]]
  /// The bytes as they are on disk.
  let text: String

  /// Reads a table of Data/Mappings by its file name.
  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Data/Mappings").standardized
    text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    if lines.last == [""] { lines.removeLast() }
    header = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// Rows as dictionaries by column name.
  var records: [[String: String]] {
    rows.map { row in
      Dictionary(uniqueKeysWithValues: zip(header, row))
    }
  }

  /// The values of one column, in row order.
  func column(_ name: String) -> [String] {
    guard let index = header.firstIndex(of: name) else { return [] }
    return rows.map { index < $0.count ? $0[index] : "" }
  }
}

/// One row of side-effects.tsv, the fields that the tests ask for.
struct EvidenceRow: Sendable {
  let fields: [String: String]

  subscript(_ column: String) -> String { fields[column] ?? "" }

  /// The columns that make a row the only one of its kind.
  static let keyColumns = [
    "subject_kind", "rxcui", "symptom", "direction", "evidence_class", "sense", "population",
    "condition", "context", "arm", "route",
  ]

  var key: [String] { Self.keyColumns.map { self[$0] } }

  /// The category with its direction: appetite up and down never merge (S30).
  var effect: String { "\(self["symptom"]) \(self["direction"])" }

  var testDescription: String {
    "\(self["name"]) \(effect) \(self["evidence_class"]) \(self["set_id"].prefix(8)) "
      + "\"\(self["label_term"])\" \(self["drug_percent"])/\(self["comparator_percent"])"
  }
}
