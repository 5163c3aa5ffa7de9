// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A file of rows that is written piece by piece.
struct RowFile {
  private static let pieceSize = 1 << 20

  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  private(set) var rowCount = 0
  private(set) var byteCount = 0

  init(_ path: String) throws(SystemFailure) {
    self.path = path
    descriptor = try System.create(path).get()
    buffer.reserveCapacity(Self.pieceSize + (1 << 16))
  }

  /// Writes the rows of another file's bytes as they are.
  mutating func copy(_ bytes: [UInt8]) throws(SystemFailure) {
    buffer += bytes
    rowCount += bytes.count { $0 == 0x0A }
    try flush()
  }

  /// A field and its bar.
  mutating func put(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(0x7C)
  }

  /// A number and its bar, with zeros before it up to a count of digits.
  mutating func put(_ number: UInt32, digits: Int = 0, after prefix: String = "") {
    buffer.append(contentsOf: prefix.utf8)
    var power: UInt32 = 1
    var length = 1
    while length < 10, length < digits || number / power >= 10 {
      power *= 10
      length += 1
    }
    var rest = number
    while power > 0 {
      buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power % 10))
      rest %= power
      power /= 10
    }
    buffer.append(0x7C)
  }

  /// Bytes of a field that goes on.
  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  /// Empty fields.
  mutating func skip(_ count: Int) {
    for _ in 0..<count { buffer.append(0x7C) }
  }

  /// Ends the row.
  mutating func endRow() throws(SystemFailure) {
    buffer.append(0x0A)
    rowCount += 1
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Ends the file.
  mutating func close() throws(SystemFailure) {
    try flush()
    System.closeFile(descriptor)
  }

  private mutating func flush() throws(SystemFailure) {
    try System.write(buffer, to: descriptor, name: path)
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
