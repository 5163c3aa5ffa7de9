// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Where the bars of the current row are.
//
// `unsafe` here: the storage is one allocation of `capacity` numbers that lives
// as long as the marks; `append` writes up to 64 and only where so many fit, and
// reads go through `ends`, which checks its bounds. An `InlineArray` in its place
// is copied for every row: 0.85 instead of 1.87 GB/s on RXNREL.

/// The ends of the fields of one row, found so far.
@safe struct RowMarks: ~Copyable {
  /// More than the widest table has columns (25), with room for a whole block behind.
  private static let capacity = 128

  private let storage = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
  /// How many bars there are, even where too many to be kept.
  private(set) var count = 0
  /// Whether the row has a byte that is NUL, a carriage return or above 0x7F.
  var isOdd = false

  deinit {
    unsafe storage.deallocate()
  }

  /// Where the bars are that were kept, counted from the row's first byte.
  var ends: Span<Int> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let span = unsafe Span(_unsafeStart: storage, count: min(count, Self.capacity))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Where the last bar is, -1 without one.
  var lastEnd: Int {
    @inline(__always)
    get { count == 0 ? -1 : ends[min(count, Self.capacity) - 1] }
  }

  @inline(__always)
  mutating func reset() {
    count = 0
    isOdd = false
  }

  /// Adds the bars of a mask, whose bit 0 stands for the byte at `base`.
  @inline(__always)
  mutating func append(_ bars: UInt64, at base: Int) {
    guard count <= Self.capacity - 64 else {
      count += bars.nonzeroBitCount
      return
    }
    var bars = bars
    while bars != 0 {
      unsafe storage[count] = base &+ bars.trailingZeroBitCount
      count &+= 1
      bars &= bars &- 1
    }
  }

  @inline(__always)
  func range(of column: Int) -> Range<Int> {
    let ends = ends
    return (column == 0 ? 0 : ends[column - 1] + 1)..<ends[column]
  }
}

/// The columns of a table whose content is checked.
struct CheckedColumns {
  /// RxCUIs.
  let first: Int?
  let second: Int?
  let mayBeEmpty: Bool
  /// A text that is never empty.
  var text: Int?
  /// The letter of SUPPRESS, or nothing.
  var letter: Int?

  /// Says whether a row, which has all its bars, has in these columns what it should.
  @inline(__always)
  func areGood(in row: Span<UInt8>, _ marks: borrowing RowMarks) -> Bool {
    guard isGood(first, in: row, marks), isGood(second, in: row, marks) else { return false }
    if let text, marks.range(of: text).isEmpty { return false }
    return letter == nil || isKnownLetter(in: row, marks)
  }

  /// N, O, E and Y are all that the format knows: read as any of them, another letter is a lie.
  @inline(__always)
  private func isKnownLetter(in row: Span<UInt8>, _ marks: borrowing RowMarks) -> Bool {
    guard let letter else { return true }
    let range = marks.range(of: letter)
    if range.isEmpty { return true }
    guard range.count == 1 else { return false }
    return switch row[range.lowerBound] {
    case UInt8(ascii: "N"), UInt8(ascii: "O"), UInt8(ascii: "E"), UInt8(ascii: "Y"): true
    default: false
    }
  }

  /// Returns the first column that is not as it should be.
  func fault(in row: Span<UInt8>, _ marks: borrowing RowMarks) -> RowFault? {
    for column in [first, second] where !isGood(column, in: row, marks) {
      guard let column else { continue }
      return RowFault(.codeNotNumeric, column: column, range: marks.range(of: column))
    }
    if let text, marks.range(of: text).isEmpty {
      return RowFault(.emptyText, column: text, range: marks.range(of: text))
    }
    guard let letter, !isKnownLetter(in: row, marks) else { return nil }
    return RowFault(.unknownLetter, column: letter, range: marks.range(of: letter))
  }

  @inline(__always)
  private func isGood(
    _ column: Int?, in row: Span<UInt8>, _ marks: borrowing RowMarks
  ) -> Bool {
    guard let column else { return true }
    let range = marks.range(of: column)
    return range.isEmpty ? mayBeEmpty : decimalCode(row, range) != nil
  }
}

// RxCUIs from digits, eight at a time.
//
//   "44|IN|IND"   the bytes of the field and some behind it, as a little-endian number
//   00000044      the field moved to the end, '0' taken from each digit
//   44            pairs, then fours, then both halves added up
//
// The length of a code never decides a branch: with a loop over the digits,
// RXNREL (two codes a row) reads at 1.87 instead of 2.15 GB/s.

/// Returns the number that 1 to 8 digits without a leading zero write.
@inlinable
@inline(__always)
func decimalCode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
  let start = range.lowerBound
  let count = range.count
  guard count > 0, count <= 8, bytes[start] != UInt8(ascii: "0") else { return nil }
  guard start <= bytes.count - 8 else { return decimalCodeAtEnd(bytes, range) }
  // Sound: the eight bytes lie within the span.
  let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
  return number(ofDigits: UInt64(littleEndian: word), count: count)
}

/// Reads digits behind which fewer than eight bytes are left.
@usableFromInline
func decimalCodeAtEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
  var word: UInt64 = 0
  for index in range.reversed() {
    word = word << 8 | UInt64(bytes[index])
  }
  return number(ofDigits: word, count: range.count)
}

/// Returns the number that the first `count` bytes of a word write.
@inlinable
@inline(__always)
func number(ofDigits word: UInt64, count: Int) -> UInt32? {
  let empty = UInt64(8 - count) * 8
  // Blank places become '0' before the digits; then each byte is its digit's value.
  let zeros: UInt64 = 0x3030_3030_3030_3030
  let digits = (word << empty | ~(UInt64.max << empty) & zeros) ^ zeros
  // A byte is 0 to 9 exactly if neither it nor it plus 0x76 reaches 0x80.
  guard (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0 else {
    return nil
  }
  let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
  let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
  return UInt32(truncatingIfNeeded: fours &* 10_000 &+ fours >> 32)
}
