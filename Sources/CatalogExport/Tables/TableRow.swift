// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// One row on its way into a file or database; the same memory serves every row.
struct TableRow {
  /// The value of one column.
  enum Cell {
    case null
    case integer(Int)
    /// A range of ``bytes``.
    case text(start: Int, count: Int)
  }

  private(set) var cells: [Cell] = []
  /// The texts of all cells, one after another, as UTF-8.
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds a text; none where there is none, or where it is empty.
  mutating func text(_ text: String?) {
    guard let text, !text.isEmpty else { return cells.append(.null) }
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    cells.append(.text(start: start, count: bytes.count - start))
  }

  /// Adds a number, or none.
  mutating func integer(_ number: Int?) {
    cells.append(number.map { .integer($0) } ?? .null)
  }

  /// Adds a truth value, as 0 or 1.
  mutating func flag(_ isTrue: Bool) {
    cells.append(.integer(isTrue ? 1 : 0))
  }

  /// Adds the code of a concept, none for a placeholder.
  mutating func code(_ code: RxCUI?) {
    integer(code.map { Int($0.rawValue) })
  }

  /// Adds the id of a concept.
  mutating func id(of concept: Concept) {
    integer(ExportedConcept.id(of: concept))
  }
}
