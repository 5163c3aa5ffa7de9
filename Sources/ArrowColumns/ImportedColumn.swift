// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import CArrow

/// A column of another library, read without a copy: each value as text.
///
/// Text in any layout, integers, floating-point numbers that are whole (pandas makes them of
/// integers in a column with nulls), dictionaries of these, and a table with one such column. It
/// borrows: the array must not be released while the column is in use.
@safe package struct ImportedColumn {
  /// How values lie in the buffers; each buffer has the length that its type demands.
  @safe private indirect enum Layout {
    case nothing
    /// Offsets of 4 or 8 bytes, and the bytes up to the last one.
    case text(offsets: UnsafeRawBufferPointer, width: Int, bytes: UnsafeRawBufferPointer)
    /// Views of 16 bytes, and the buffers that those of long text refer to.
    case views(UnsafeRawBufferPointer, buffers: [UnsafeRawBufferPointer])
    case integers(UnsafeRawBufferPointer, width: Int, isSigned: Bool)
    case numbers(UnsafeRawBufferPointer, width: Int)
    case dictionary(indices: Layout, values: ImportedColumn)
    case table(ImportedColumn)
  }

  /// How many rows there are.
  package let count: Int
  private let offset: Int
  private let validity: UnsafeRawBufferPointer
  private let layout: Layout

  /// Checks an array.
  ///
  /// - Parameters:
  ///   - schema: Its type.
  ///   - array: Its values.
  /// - Throws: What is wrong with it.
  package init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?
  ) throws(ArrowError) {
    try unsafe self.init(ArrayCheck(schema, array), depth: 0)
  }

  private init(_ check: ArrayCheck, depth: Int) throws(ArrowError) {
    (count, offset) = (check.count, check.offset)
    if check.format == "n" {
      unsafe validity = UnsafeRawBufferPointer(start: nil, count: 0)
      layout = .nothing
      return
    }
    if check.format == "+s" {
      try check.requireBuffers(1)
      unsafe validity = try check.validity()
      layout = .table(
        try ImportedColumn(check.onlyChild(depth: depth + 1), depth: depth + 1))
      return
    }
    if let values = try check.dictionary(depth: depth + 1) {
      let values = try ImportedColumn(values, depth: depth + 1)
      layout = .dictionary(indices: try Self.plainLayout(check), values: values)
    } else {
      layout = try Self.plainLayout(check)
    }
    unsafe validity = try check.validity()
  }

  private static func plainLayout(_ check: ArrayCheck) throws(ArrowError) -> Layout {
    let rows = check.offset + check.count
    switch check.format {
    case "u", "z": return try text(check, width: 4)
    case "U", "Z": return try text(check, width: 8)
    case "vu", "vz": return try views(check)
    case "e", "f", "g":
      try check.requireBuffers(2)
      let width = ["e": 2, "f": 4, "g": 8][check.format] ?? 8
      guard width > 2 else { throw check.unreadable }
      return try unsafe .numbers(check.buffer(1, ofBytes: rows * width), width: width)
    default:
      let widths = ["c": 1, "s": 2, "i": 4, "l": 8]
      guard let width = widths[check.format.lowercased()] else { throw check.unreadable }
      try check.requireBuffers(2)
      return try unsafe .integers(
        check.buffer(1, ofBytes: rows * width), width: width,
        isSigned: check.format == check.format.lowercased())
    }
  }

  private static func text(_ check: ArrayCheck, width: Int) throws(ArrowError) -> Layout {
    try check.requireBuffers(3)
    let rows = check.offset + check.count
    // An array without rows may come without offsets.
    guard check.count > 0 else {
      let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      return unsafe .text(offsets: none, width: width, bytes: none)
    }
    let offsets = try unsafe check.buffer(1, ofBytes: (rows + 1) * width)
    var last: Int64 = 0
    for place in check.offset...rows {
      let next = unsafe offset(place, in: offsets, width)
      guard next >= last, next < 1 << 48 else {
        throw ArrowError(
          "arrow.offsets", "offset \(next) of row \(place - check.offset) behind \(last)")
      }
      last = next
    }
    let bytes = try unsafe check.buffer(2, ofBytes: Int(last))
    return unsafe .text(offsets: offsets, width: width, bytes: bytes)
  }

  private static func views(_ check: ArrayCheck) throws(ArrowError) -> Layout {
    // Behind bitmap and views are the buffers of long text, and the lengths of these.
    try check.requireBuffers(3, orMore: true)
    let count = check.bufferCount - 3
    let lengths = try unsafe check.buffer(check.bufferCount - 1, ofBytes: count * 8)
    var buffers = unsafe [UnsafeRawBufferPointer]()
    for place in 0..<count {
      let length = unsafe lengths.loadUnaligned(fromByteOffset: place * 8, as: Int64.self)
      guard length >= 0, length < 1 << 48 else {
        throw ArrowError("arrow.length", "a buffer of \(length) bytes")
      }
      unsafe buffers.append(try check.buffer(2 + place, ofBytes: Int(length)))
    }
    return try unsafe .views(
      check.buffer(1, ofBytes: (check.offset + check.count) * 16), buffers: buffers)
  }

  /// Numbers the texts of all rows.
  ///
  /// - Parameter keys: The table that numbers them. They are UTF-8 if the array keeps its promise.
  /// - Returns: For each row 1 more than the number of its text, and 0 for a null.
  /// - Throws: `arrow.index` or `arrow.view` if a value lies outside of its buffer.
  package func numbers(in keys: inout KeyTable) throws(ArrowError) -> [Int32] {
    var numbers: [Int32] = []
    numbers.reserveCapacity(count)
    var text: [UInt8] = []
    for row in 0..<count {
      // Most columns are such texts, which need no copy.
      if case .text(let offsets, let width, let bytes) = layout {
        guard !isNull(offset + row) else {
          numbers.append(0)
          continue
        }
        let range = unsafe Self.range(of: offset + row, in: offsets, width)
        let text = unsafe Span<UInt8>(_unsafeBytes: bytes[range])
        numbers.append(Int32(truncatingIfNeeded: keys.number(of: text) + 1))
      } else {
        text.removeAll(keepingCapacity: true)
        let isText = try appendText(of: row, to: &text)
        numbers.append(isText ? Int32(truncatingIfNeeded: keys.number(of: text.span) + 1) : 0)
      }
    }
    return numbers
  }

  private func isNull(_ place: Int) -> Bool {
    unsafe !validity.isEmpty && validity[place >> 3] & 1 << UInt8(place & 7) == 0
  }

  /// Appends a value as text; `false` for a null.
  private func appendText(of row: Int, to bytes: inout [UInt8]) throws(ArrowError) -> Bool {
    precondition(row >= 0 && row < count)
    let place = offset + row
    if isNull(place) { return false }
    switch layout {
    case .nothing: return false
    case .table(let column): return try column.appendText(of: place, to: &bytes)
    case .dictionary(let indices, let values):
      guard let index = Self.integer(at: place, in: indices), index >= 0,
        index < Int64(values.count)
      else { throw ArrowError("arrow.index", "row \(row): an index outside of its dictionary") }
      return try values.appendText(of: Int(index), to: &bytes)
    case .text(let offsets, let width, let text):
      unsafe bytes += text[Self.range(of: place, in: offsets, width)]
    case .views(let views, let buffers):
      unsafe bytes += try Self.view(at: place, in: views, buffers, row: row)
    case .integers:
      guard let integer = Self.integer(at: place, in: layout) else {
        throw ArrowError("arrow.number", "row \(row): an integer of more than 63 bits")
      }
      bytes += String(integer).utf8
    case .numbers(let numbers, let width):
      let number =
        width == 4
        ? unsafe Double(numbers.loadUnaligned(fromByteOffset: place * 4, as: Float.self))
        : unsafe numbers.loadUnaligned(fromByteOffset: place * 8, as: Double.self)
      if number.isNaN { return false }
      bytes += (Int64(exactly: number).map { String($0) } ?? String(number)).utf8
    }
    return true
  }

  private static func offset(
    _ place: Int, in offsets: UnsafeRawBufferPointer, _ width: Int
  ) -> Int64 {
    width == 4
      ? unsafe Int64(offsets.loadUnaligned(fromByteOffset: place * 4, as: Int32.self))
      : unsafe offsets.loadUnaligned(fromByteOffset: place * 8, as: Int64.self)
  }

  /// Where text lies; offsets were checked when the column was made.
  private static func range(
    of place: Int, in offsets: UnsafeRawBufferPointer, _ width: Int
  ) -> Range<Int> {
    unsafe Int(offset(place, in: offsets, width))..<Int(offset(place + 1, in: offsets, width))
  }

  private static func view(
    at place: Int, in views: UnsafeRawBufferPointer, _ buffers: [UnsafeRawBufferPointer], row: Int
  ) throws(ArrowError) -> Slice<UnsafeRawBufferPointer> {
    let at = place * 16
    func word(_ number: Int) -> Int {
      unsafe Int(views.loadUnaligned(fromByteOffset: at + 4 * number, as: Int32.self))
    }
    let length = word(0)
    // Up to 12 bytes are within the view; else buffer and offset follow the first four bytes.
    if length >= 0, length <= 12 { return unsafe views[at + 4..<at + 4 + length] }
    let (buffer, start) = (word(2), word(3))
    guard length > 0, buffer >= 0, unsafe buffer < buffers.count, start >= 0,
      unsafe start + length <= buffers[buffer].count
    else { throw ArrowError("arrow.view", "row \(row): text outside of its buffer") }
    return unsafe buffers[buffer][start..<start + length]
  }

  private static func integer(at place: Int, in layout: Layout) -> Int64? {
    guard case .integers(let buffer, let width, let isSigned) = layout else { return nil }
    func integer<Stored: FixedWidthInteger & BitwiseCopyable>(_: Stored.Type) -> Int64? {
      unsafe Int64(exactly: buffer.loadUnaligned(fromByteOffset: place * width, as: Stored.self))
    }
    return switch width {
    case 1: isSigned ? integer(Int8.self) : integer(UInt8.self)
    case 2: isSigned ? integer(Int16.self) : integer(UInt16.self)
    case 4: isSigned ? integer(Int32.self) : integer(UInt32.self)
    default: isSigned ? integer(Int64.self) : integer(UInt64.self)
    }
  }
}
