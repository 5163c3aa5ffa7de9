// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
