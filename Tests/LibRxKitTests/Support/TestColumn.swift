// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow

/// A column as another library would pass it, whose parts a test can break.
final class TestColumn {
  let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  private var memory: [UnsafeMutableRawPointer] = []
  /// Dictionaries and children, which live as long.
  private var parts: [TestColumn] = []

  /// A column with buffers behind its bitmap.
  init(_ format: StaticString, rows: Int, _ contents: [[UInt8]], nulls: Set<Int> = []) {
    buffers = .allocate(capacity: contents.count + 1)
    buffers.initialize(repeating: nil, count: contents.count + 1)
    schema.initialize(to: ArrowSchema())
    array.initialize(to: ArrowArray())
    schema.pointee.format = UnsafeRawPointer(format.utf8Start).assumingMemoryBound(to: CChar.self)
    schema.pointee.release = { $0?.pointee.release = nil }
    array.pointee.release = { $0?.pointee.release = nil }
    array.pointee.length = Int64(rows)
    array.pointee.null_count = Int64(nulls.count)
    array.pointee.n_buffers = Int64(contents.count + 1)
    array.pointee.buffers = buffers
    if !nulls.isEmpty {
      var bits = [UInt8](repeating: 0, count: (rows + 7) / 8)
      for row in 0..<rows where !nulls.contains(row) { bits[row >> 3] |= 1 << UInt8(row & 7) }
      buffers[0] = keep(bits)
    }
    for (place, bytes) in contents.enumerated() { buffers[place + 1] = keep(bytes) }
  }

  /// Memory of exactly these bytes, so that the address sanitizer sees what is read behind them.
  private func keep(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    memory.append(copy)
    return UnsafeRawPointer(copy)
  }

  deinit {
    for copy in memory { copy.deallocate() }
    buffers.deallocate()
    schema.deallocate()
    array.deallocate()
  }

  private static func bytes(_ numbers: some Sequence<some FixedWidthInteger>) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  private static func nulls(_ texts: [String?]) -> Set<Int> {
    Set(texts.indices.filter { texts[$0] == nil })
  }

  /// Text with offsets of 32 bits, or of 64.
  static func text(_ texts: [String?], isLarge: Bool = false) -> TestColumn {
    var ends = [0]
    for text in texts { ends.append(ends[ends.count - 1] + (text ?? "").utf8.count) }
    let offsets = isLarge ? bytes(ends.map(Int64.init)) : bytes(ends.map(Int32.init))
    let text = texts.flatMap { Array(($0 ?? "").utf8) }
    return TestColumn(
      isLarge ? "U" : "u", rows: texts.count, [offsets, text], nulls: nulls(texts))
  }

  /// Views of text, long ones in one buffer.
  static func views(_ texts: [String?]) -> TestColumn {
    var views: [UInt8] = []
    var long: [UInt8] = []
    for text in texts {
      let own = Array((text ?? "").utf8)
      views += bytes([Int32(own.count)])
      if own.count <= 12 {
        views += own + [UInt8](repeating: 0, count: 12 - own.count)
      } else {
        views += own[..<4] + bytes([0, Int32(long.count)])
        long += own
      }
    }
    return TestColumn(
      "vu", rows: texts.count, [views, long, bytes([Int64(long.count)])], nulls: nulls(texts))
  }

  static func integers<Number: FixedWidthInteger>(
    _ format: StaticString, _ numbers: [Number], nulls: Set<Int> = []
  ) -> TestColumn {
    TestColumn(format, rows: numbers.count, [bytes(numbers)], nulls: nulls)
  }

  static func numbers(_ numbers: [Double]) -> TestColumn {
    TestColumn("g", rows: numbers.count, [bytes(numbers.map(\.bitPattern))])
  }

  /// Indices into a dictionary of text.
  static func dictionary(_ indices: [Int8], of texts: [String?]) -> TestColumn {
    let column = integers("c", indices)
    let values = text(texts)
    column.parts = [values]
    column.schema.pointee.dictionary = values.schema
    column.array.pointee.dictionary = values.array
    return column
  }

  /// A table with columns.
  static func table(_ columns: [TestColumn], rows: Int) -> TestColumn {
    let table = TestColumn("+s", rows: rows, [])
    table.parts = columns
    let schemas = UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>.allocate(
      capacity: columns.count + 1)
    let arrays = UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>.allocate(
      capacity: columns.count + 1)
    for (place, column) in columns.enumerated() {
      (schemas + place).initialize(to: column.schema)
      (arrays + place).initialize(to: column.array)
    }
    table.memory += [UnsafeMutableRawPointer(schemas), UnsafeMutableRawPointer(arrays)]
    table.schema.pointee.n_children = Int64(columns.count)
    table.array.pointee.n_children = Int64(columns.count)
    table.schema.pointee.children = schemas
    table.array.pointee.children = arrays
    return table
  }

  /// The rows from one on, as a slice has them.
  func sliced(_ rows: Range<Int>) -> TestColumn {
    array.pointee.offset = Int64(rows.lowerBound)
    array.pointee.length = Int64(rows.count)
    array.pointee.null_count = -1
    return self
  }
}
