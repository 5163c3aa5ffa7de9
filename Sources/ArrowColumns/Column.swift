// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A finished column in the layout of the columnar format.
///
/// It is made from rows of a builder that are chosen by their numbers, in any order and
/// any number of times: an answer is built once for each distinct question.
package struct Column: Sendable {
  package let kind: ColumnKind
  package let count: Int
  let nullCount: Int
  /// The buffers in the order of the format; the bitmap is absent where nothing is null.
  let buffers: [OwnedBuffer?]
  let children: [Column]
  /// The values of a category.
  let dictionary: [Column]

  /// Takes all rows of a builder in their order.
  package init(_ builder: ColumnBuilder) throws(ArrowError) {
    try self.init(builder, rows: (0..<builder.count).map(Int32.init(truncatingIfNeeded:)))
  }

  /// Takes rows of a builder.
  ///
  /// - Throws: `arrow.too-large` if text or elements of lists do not fit 32-bit offsets.
  package init(_ builder: ColumnBuilder, rows: [Int32]) throws(ArrowError) {
    kind = builder.kind
    count = rows.count
    let nulls = builder.nulls
    let nullCount = rows.count { nulls[Int($0)] }
    self.nullCount = nullCount
    let validity =
      nullCount == 0 ? nil : OwnedBuffer(bits: rows.count) { !nulls[Int(rows[$0])] }
    var buffers = [validity]
    var children: [Column] = []
    var dictionary: [Column] = []
    // Out of the object once, not for each row.
    let (words, ends) = (builder.words, builder.ends)
    switch builder.kind {
    case .text:
      let (offsets, total) = try Self.offsets(of: rows, ends)
      let ranges = rows.lazy.map { Self.range(of: $0, ends) }
      buffers += [offsets, OwnedBuffer(byteCount: total, of: builder.bytes, ranges)]
    case .list:
      let (offsets, total) = try Self.offsets(of: rows, ends)
      buffers.append(offsets)
      var elements: [Int32] = []
      elements.reserveCapacity(total)
      for row in rows {
        for element in Self.range(of: row, ends) {
          elements.append(Int32(truncatingIfNeeded: element))
        }
      }
      children = [try Column(builder.children[0], rows: elements)]
    case .structure:
      for child in builder.children { children.append(try Column(child, rows: rows)) }
    case .category:
      // Only those of these rows, in their order, whatever other rows the builder has.
      let values = ColumnBuilder(.text)
      var numbers = [Int32](repeating: -1, count: builder.categories.count)
      buffers.append(
        try OwnedBuffer(count: rows.count) { place throws(ArrowError) -> Int32 in
          let row = Int(rows[place])
          if nulls[row] { return 0 }
          let word = Int(words[row])
          if numbers[word] < 0 {
            numbers[word] = Int32(truncatingIfNeeded: values.count)
            values.append(text: builder.categories[word])
          }
          return numbers[word]
        })
      dictionary = [try Column(values)]
    case .integer, .number:
      buffers.append(
        try OwnedBuffer(count: rows.count) { place throws(ArrowError) in words[Int(rows[place])] })
    case .flag: buffers.append(OwnedBuffer(bits: rows.count) { words[Int(rows[$0])] != 0 })
    }
    self.buffers = buffers
    self.children = children
    self.dictionary = dictionary
  }

  /// Where a row of text or of a list lies in the bytes or in the child.
  private static func range(of row: Int32, _ ends: [Int]) -> Range<Int> {
    (row == 0 ? 0 : ends[Int(row) - 1])..<ends[Int(row)]
  }

  /// The offsets of rows, and how many bytes or elements they have together.
  private static func offsets(
    of rows: [Int32], _ ends: [Int]
  ) throws(ArrowError) -> (OwnedBuffer, Int) {
    var total = 0
    let buffer = try OwnedBuffer(count: rows.count + 1) { place throws(ArrowError) -> Int32 in
      if place > 0 { total += range(of: rows[place - 1], ends).count }
      guard let offset = Int32(exactly: total) else {
        throw ArrowError(
          "arrow.too-large",
          "an answer of \(rows.count) rows has more than 2 GiB of text or elements in a column; "
            + "ask in smaller batches, or for distinct values and join")
      }
      return offset
    }
    return (buffer, total)
  }
}
