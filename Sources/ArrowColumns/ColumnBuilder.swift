// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Collects the values of a column, row by row; a structure or list has builders for its children.
///
/// A value is appended by the method of its kind. A structure's row is complete when each child
/// has one more value and ``endStructure()`` was called; a list's when ``endList()`` was.
package final class ColumnBuilder {
  package let kind: ColumnKind
  /// The builders of a structure's members, or of a list's elements.
  package let children: [ColumnBuilder]
  /// How many rows there are.
  package private(set) var count = 0

  /// Whether each row is a null.
  private(set) var nulls: [Bool] = []
  /// Of text, the bytes of all rows.
  private(set) var bytes: [UInt8] = []
  /// Of text and lists, where each row ends: in the bytes, or in the child.
  private(set) var ends: [Int] = []
  /// Integers, flags, the numbers of categories, and the bits of numbers.
  private(set) var words: [Int64] = []
  /// The categories by their numbers.
  private(set) var categories: [String] = []
  private var categoryNumbers: [String: Int64] = [:]
  // Compared once, not for each value.
  private let isText: Bool, isCategory: Bool

  package init(_ kind: ColumnKind) {
    self.kind = kind
    (isText, isCategory) = (kind == .text, kind == .category)
    children = kind.childFields.map { ColumnBuilder($0.kind) }
  }

  /// A builder of rows with these members.
  package convenience init(rowsOf fields: [ColumnField]) { self.init(.structure(fields)) }

  /// About how much memory the rows take.
  package var byteCount: Int {
    children.reduce(bytes.count + 8 * (ends.count + words.count) + count) { $0 + $1.byteCount }
  }

  package func appendNull() {
    switch kind {
    case .text: ends.append(bytes.count)
    case .list: ends.append(children[0].count)
    case .structure: for child in children { child.appendNull() }
    default: words.append(0)
    }
    nulls.append(true)
    count += 1
  }

  package func append(text: String?) {
    guard let text else { return appendNull() }
    append(utf8: Array(text.utf8)[...])
  }

  /// Appends text that is known to be UTF-8.
  package func append(utf8: ArraySlice<UInt8>) {
    if isCategory { return append(category: String(decoding: utf8, as: UTF8.self)) }
    precondition(isText)
    bytes += utf8
    ends.append(bytes.count)
    endValue()
  }

  private func append(category: String) {
    let number = categoryNumbers[category] ?? Int64(categories.count)
    if number == categories.count {
      categoryNumbers[category] = number
      categories.append(category)
    }
    append(integer: number)
  }

  /// Appends an integer, the bits of a number, 1 or 0 of a flag, or the number of a category.
  package func append(integer: Int64?) {
    guard let integer else { return appendNull() }
    precondition(children.isEmpty && !isText)
    words.append(integer)
    endValue()
  }

  package func endStructure() {
    precondition(children.allSatisfy { $0.count == count + 1 })
    endValue()
  }

  package func endList() {
    ends.append(children[0].count)
    endValue()
  }

  private func endValue() {
    nulls.append(false)
    count += 1
  }
}
