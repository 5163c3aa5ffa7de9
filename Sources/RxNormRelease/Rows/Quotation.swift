// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How bytes of a release are shown in messages.

/// The longest quotation in a message, in characters.
private let quotationLimit = 60

/// Returns the part of a row around an offset, on one line, cut with `…`.
func excerptOfRow(_ row: Span<UInt8>, around offset: Int) -> String {
  // Start early enough to show what comes before the place, but at a character's first byte.
  var start = offset < quotationLimit / 2 ? 0 : offset - quotationLimit / 2
  while start > 0, start < row.count, row[start] & 0xC0 == 0x80 { start -= 1 }
  return (start > 0 ? "…" : "") + printable(row, start..<row.count)
}

/// Returns bytes between quotation marks, cut with `…`.
func quoted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  range.isEmpty ? "empty" : "\"\(printable(bytes, range))\""
}

/// Returns bytes as text of one line without control characters.
private func printable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  // A character has at most 4 bytes per scalar; a few more for marks that combine.
  let kept = range.prefix(quotationLimit * 8)
  let text = String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
  var shown = ""
  var count = 0
  for character in text {
    guard count < quotationLimit else { return shown + "…" }
    count += 1
    for scalar in character.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      shown += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
  return kept.count < range.count ? shown + "…" : shown
}

/// Returns a byte as two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.utf8.count == 1 ? "0" + digits : digits
}

/// Returns a count with commas: 1,203.
func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text = "," + text }
    text = String(digit) + text
  }
  return text
}
