// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CArrow

/// What another library says an array is, compared with what its type demands.
///
/// The interface does not say how large buffers are, so that a buffer which is too short cannot be
/// noticed. Everything that it does say is checked before a buffer is read: whether it is released,
/// lengths, offsets, counts of nulls, buffers and children, and missing buffers. Offsets within
/// buffers are checked by ``ImportedColumn``.
@safe struct ArrayCheck {
  private let schema: UnsafePointer<ArrowSchema>
  private let array: UnsafePointer<ArrowArray>
  /// The type, as the interface writes it.
  let format: String
  /// How many values there are, from ``offset`` on.
  let count: Int
  let offset: Int

  /// How deep dictionaries and structures may nest.
  private static let depthLimit = 4
  /// No type that is read has a longer name.
  private static let longestFormat = 64

  /// Checks the numbers.
  ///
  /// - Parameters:
  ///   - schema: The type, which must not be released while the check or its column is in use.
  ///   - array: The values, likewise.
  /// - Throws: What is wrong with them.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?
  ) throws(ArrowError) {
    guard let schema = unsafe schema, let array = unsafe array else {
      throw ArrowError("arrow.missing", "no array or no schema, expected both")
    }
    guard unsafe schema.pointee.release != nil, unsafe array.pointee.release != nil else {
      throw ArrowError("arrow.released", "an array or schema that is released, expected a live one")
    }
    unsafe self.schema = schema
    unsafe self.array = array
    format = try unsafe Self.text(schema.pointee.format)
    let (length, start) = unsafe (array.pointee.length, array.pointee.offset)
    let (end, isTooLong) = length.addingReportingOverflow(start)
    guard length >= 0, start >= 0, !isTooLong, length < Int64(Int32.max), end < 1 << 48 else {
      throw ArrowError(
        "arrow.length",
        "an array of length \(length) at offset \(start), expected 0 to \(Int32.max - 1) rows")
    }
    (count, offset) = (Int(length), Int(start))
    let nulls = unsafe array.pointee.null_count
    guard nulls >= -1, nulls <= length else {
      throw ArrowError("arrow.null-count", "\(nulls) nulls among \(length) rows")
    }
  }

  private static func text(_ format: UnsafePointer<CChar>?) throws(ArrowError) -> String {
    guard let format = unsafe format else {
      throw ArrowError("arrow.format", "a schema without a format")
    }
    var bytes: [UInt8] = []
    for place in 0..<longestFormat {
      // Sound: the interface promises a zero behind the text, and nothing is read behind it.
      let byte = unsafe UInt8(bitPattern: format[place])
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw ArrowError("arrow.format", "a format of more than \(longestFormat) bytes")
  }

  /// The error of an array whose type is not read here.
  var unreadable: ArrowError {
    ArrowError(
      "arrow.type", "a column of type \(format), expected text, integers or a dictionary of text")
  }

  /// Demands a number of buffers.
  func requireBuffers(_ expected: Int, orMore: Bool = false) throws(ArrowError) {
    let found = unsafe array.pointee.n_buffers
    let isRight = orMore ? found >= Int64(expected) && found < 1 << 31 : found == Int64(expected)
    guard isRight, unsafe expected == 0 || array.pointee.buffers != nil else {
      throw ArrowError(
        "arrow.buffers", "\(found) buffers for type \(format), expected \(expected)")
    }
  }

  /// How many buffers there are.
  var bufferCount: Int { unsafe Int(array.pointee.n_buffers) }

  /// A buffer; null if it is missing.
  ///
  /// Sound only for a place below the number that ``requireBuffers(_:orMore:)`` demanded.
  func buffer(_ place: Int) -> UnsafeRawPointer? { unsafe array.pointee.buffers?[place] }

  /// A buffer that must be there if anything is to be read of it.
  func buffer(_ place: Int, ofBytes byteCount: Int) throws(ArrowError) -> UnsafeRawBufferPointer {
    guard byteCount > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = unsafe buffer(place) else {
      throw ArrowError("arrow.buffers", "buffer \(place) of type \(format) is missing")
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
  }

  /// The bits that say which values are there; empty if all are.
  func validity() throws(ArrowError) -> UnsafeRawBufferPointer {
    guard unsafe buffer(0) != nil else {
      guard unsafe array.pointee.null_count <= 0 else {
        throw ArrowError("arrow.buffers", "nulls without the bitmap that says which they are")
      }
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return try unsafe buffer(0, ofBytes: (offset + count + 7) / 8)
  }

  /// The array's dictionary; `nil` if it has none.
  func dictionary(depth: Int) throws(ArrowError) -> ArrayCheck? {
    let (values, type) = unsafe (array.pointee.dictionary, schema.pointee.dictionary)
    if unsafe values == nil, unsafe type == nil { return nil }
    guard depth < Self.depthLimit else {
      throw ArrowError("arrow.type", "dictionaries of dictionaries")
    }
    return try unsafe ArrayCheck(type, values)
  }

  /// The only child of a structure, as a table with one column has it.
  func onlyChild(depth: Int) throws(ArrowError) -> ArrayCheck {
    let (types, arrays) = unsafe (schema.pointee.n_children, array.pointee.n_children)
    guard types == 1, arrays == 1, depth < Self.depthLimit else {
      throw ArrowError("arrow.columns", "a table of \(types) columns, expected one column")
    }
    guard unsafe schema.pointee.children != nil, unsafe array.pointee.children != nil else {
      throw ArrowError("arrow.children", "a table whose columns are missing")
    }
    let child = try unsafe ArrayCheck(schema.pointee.children[0], array.pointee.children[0])
    guard child.count >= offset + count else {
      throw ArrowError(
        "arrow.children", "a column of \(child.count) rows in a table of \(offset + count)")
    }
    return child
  }
}
