// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Names of ingredients that are mistaken for each other.
public struct ConfusedNames: Sendable {
  private static let columns = ["name_a", "rxcui_a", "name_b", "rxcui_b", "source"]

  private let text: TableText

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "confused-names.tsv") throws(MappingError) {
    text = try TableText(file: file, bytes: bytes, columns: Self.columns)
    var reader = FieldReader(text)
    for row in 0..<text.rowCount {
      reader.row = row
      for column in [0, 2] { try reader.require(column, "a name") }
      for column in [1, 3] where !text.isEmpty(row, column) { _ = try reader.code(column) }
    }
  }

  init() {
    text = TableText(withoutRows: "confused-names.tsv", columnCount: Self.columns.count)
  }

  /// The number of pairs.
  public var count: Int { text.rowCount }

  /// The names that a name is confused with, sorted by their bytes.
  ///
  /// Names are compared without regard to case and surplus blanks.
  /// - Complexity: O(*n*) in pairs.
  public func confusedWith(_ name: String) -> [String] {
    let key = NameKey.of(name)
    var found: [String] = []
    for row in 0..<text.rowCount {
      for (column, other) in [(0, 2), (2, 0)] where NameKey.of(text.string(row, column)) == key {
        let name = text.string(row, other)
        if !found.contains(name) { found.append(name) }
      }
    }
    return found.sorted { $0.precedesInBytes($1) }
  }
}
