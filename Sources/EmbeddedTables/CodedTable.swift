// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The encoding of embedded tab-separated tables, a seventh of their size:
//
//   "RXT1"  columns  rows  place of the reference
//   a column:  count of its values, each with its length
//   a row:     the columns that differ from the row before (a bit each), the number of each value
//
// Numbers have seven bits per byte, the lowest first; the header line is the first row. If a value
// contains the value of the reference column (the set id in an address), a byte 1 replaces it.

/// Encodes and decodes tables with a dictionary for each column.
public enum CodedTable {
  /// The bytes are not a table, or not an encoded one.
  public struct Malformed: Error, Hashable {
    /// The offset of the error in the bytes.
    public let offset: Int
  }

  private static let magic = Array("RXT1".utf8)
  private static let referenceMark: UInt8 = 1
  /// The set of columns that differ is one number.
  private static let mostColumns = 48
  /// A shorter reference is not replaced in other values.
  private static let shortestReference = 9

  /// Whether bytes begin like an encoded table.
  static func isCoded(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  // MARK: Coding

  /// Encodes a table.
  ///
  /// - Parameters:
  ///   - table: Lines ended by line feeds, each with the same number of tabs, without other
  ///     control characters.
  ///   - reference: The name of a column whose value others contain.
  /// - Returns: The encoded table.
  /// - Throws: ``Malformed`` at the first line whose number of columns is not the header's.
  public static func coded(_ table: [UInt8], reference: String) throws(Malformed) -> [UInt8] {
    let rows = table.split(separator: UInt8(ascii: "\n")).map {
      $0.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    }
    guard let header = rows.first, header.count <= mostColumns,
      table.last == UInt8(ascii: "\n")
    else { throw Malformed(offset: 0) }
    let place = header.firstIndex { $0.elementsEqual(reference.utf8) } ?? header.count
    var numbers = header.map { _ in [ArraySlice<UInt8>: Int]() }
    var values = header.map { _ in [ArraySlice<UInt8>]() }
    var previous = header.map { _ in -1 }
    var body: [UInt8] = []
    for row in rows {
      guard row.count == header.count else { throw Malformed(offset: row[0].startIndex) }
      var mask = 0
      var changed: [UInt8] = []
      for column in header.indices {
        var value = row[column]
        if place < row.count, place != column, row[place].count >= shortestReference,
          let range = range(of: row[place], in: value)
        {
          value.replaceSubrange(range, with: [referenceMark])
        }
        let number = numbers[column][value] ?? values[column].count
        if number == values[column].count {
          numbers[column][value] = number
          values[column].append(value)
        }
        if number == previous[column] { continue }
        previous[column] = number
        mask |= 1 << column
        append(number, &changed)
      }
      append(mask, &body)
      body += changed
    }
    var result = magic
    for number in [header.count, rows.count, place] { append(number, &result) }
    for column in values {
      append(column.count, &result)
      for value in column {
        append(value.count, &result)
        result += value
      }
    }
    return result + body
  }

  /// The first place of some bytes.
  ///
  /// The standard library's `firstRange` took a twentieth of the time in which labels become tables.
  private static func range(
    of wanted: ArraySlice<UInt8>, in value: ArraySlice<UInt8>
  ) -> Range<Int>? {
    guard value.count >= wanted.count, let first = wanted.first else { return nil }
    let start = (value.startIndex...value.endIndex - wanted.count).first {
      value[$0] == first && value[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
    return start.map { $0..<$0 + wanted.count }
  }

  private static func append(_ number: Int, _ bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  // MARK: Decoding

  /// Decodes a table, byte for byte as it was encoded.
  ///
  /// - Throws: ``Malformed`` at the first part that is not valid.
  public static func decoded(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
    guard isCoded(bytes) else { throw Malformed(offset: 0) }
    var reader = Reader(bytes: bytes, place: magic.count)
    let columnCount = try reader.number(upTo: mostColumns)
    let rowCount = try reader.number(upTo: bytes.count)
    let reference = try reader.number(upTo: columnCount)
    var values: [[Value]] = []
    for _ in 0..<columnCount {
      var column: [Value] = []
      for _ in 0..<(try reader.number(upTo: bytes.count)) { column.append(try reader.value()) }
      values.append(column)
    }
    // The value of each column in the current row; nil before the first row.
    var row = [Value?](repeating: nil, count: columnCount)
    var table: [UInt8] = []
    table.reserveCapacity(bytes.count * 8)
    for _ in 0..<rowCount {
      let start = reader.place
      let mask = try reader.number(upTo: 1 << columnCount - 1)
      for column in 0..<columnCount where mask >> column & 1 == 1 {
        row[column] = values[column][try reader.number(upTo: values[column].count - 1)]
      }
      for column in 0..<columnCount {
        guard let value = row[column] else { throw Malformed(offset: start) }
        if column > 0 { table.append(UInt8(ascii: "\t")) }
        if reference < columnCount, let mark = value.mark, let own = row[reference] {
          table += bytes[value.range.lowerBound..<mark]
          table += bytes[own.range]
          table += bytes[(mark + 1)..<value.range.upperBound]
        } else {
          table += bytes[value.range]
        }
      }
      table.append(UInt8(ascii: "\n"))
    }
    guard reader.place == bytes.count else { throw Malformed(offset: reader.place) }
    return table
  }

  /// A value of a column.
  private struct Value {
    let range: Range<Int>
    /// The place of the reference in it.
    let mark: Int?
  }

  /// Reads numbers and values one after another.
  private struct Reader {
    let bytes: [UInt8]
    var place: Int

    /// The next number, if it is at most a limit.
    mutating func number(upTo most: Int) throws(Malformed) -> Int {
      let start = place
      var (value, shift) = (0, 0)
      while place < bytes.count, shift < 63 {
        let byte = bytes[place]
        place += 1
        value |= Int(byte & 0x7F) << shift
        shift += 7
        if byte > 0x7F { continue }
        if value > most { break }
        return value
      }
      throw Malformed(offset: start)
    }

    /// The next value.
    mutating func value() throws(Malformed) -> Value {
      let count = try number(upTo: bytes.count)
      guard count <= bytes.count - place else { throw Malformed(offset: place) }
      let range = place..<place + count
      place += count
      return Value(range: range, mark: bytes[range].firstIndex(of: referenceMark))
    }
  }
}
