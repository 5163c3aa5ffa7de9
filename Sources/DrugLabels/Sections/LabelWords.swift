// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The label's words as they are quoted: lower case, single spaces, at most so many.
enum LabelWords {
  static func text(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>, words: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var count = 0
    var isBlank = true
    for index in range {
      var byte = utf8[index]
      if byte == 0xC2, index + 1 < range.upperBound, utf8[index + 1] == 0xA0 { continue }
      if byte == 0xA0, index > range.lowerBound, utf8[index - 1] == 0xC2 { byte = 0x20 }
      if byte & 0xFE == 0x90, isHyphen(utf8, range, at: index - 2) { byte = 0x2D }
      if byte == 0xE2, isHyphen(utf8, range, at: index) { continue }
      if byte == 0x80, isHyphen(utf8, range, at: index - 1) { continue }
      if byte <= 0x20 {
        if !isBlank { bytes.append(0x20) }
        isBlank = true
        continue
      }
      if isBlank {
        count += 1
        if count > words { break }
      }
      isBlank = false
      bytes.append(byte)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Whether a hyphen that is not ASCII's stands at a place: U+2010, or U+2011 that breaks no line.
  private static func isHyphen(
    _ utf8: borrowing Span<UInt8>, _ range: Range<Int>, at index: Int
  ) -> Bool {
    index >= range.lowerBound && index + 2 < range.upperBound && utf8[index] == 0xE2
      && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0x90
  }

  /// At most four words of a name.
  static func name(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    let words = text(range, utf8, words: 5).split(separator: " ")
    guard words.count > 4 else { return words.joined(separator: " ") }
    let joints = ["and", "or", "from", "with", "related"]
    let joint = words.indices.prefix(4).dropFirst(2).last { joints.contains(String(words[$0])) }
    let end = joint.flatMap { words[$0 - 1].allSatisfy(\.isNumber) ? nil : $0 } ?? 4
    var name = words[..<end].joined(separator: " ")
    while name.last == "," { name.removeLast() }
    return name
  }

  static func printed(_ range: Range<Int>, _ utf8: borrowing Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(utf8[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func firstWords(_ title: String) -> [Substring] {
    guard !title.utf8.contains(where: { $0 >= 0x80 }) else {
      return title.split(maxSplits: 4, whereSeparator: \.isWhitespace)
    }
    return title.utf8.split(maxSplits: 4) { $0 == 0x20 || $0 &- 0x09 < 5 }.map { Substring($0) }
  }

  static func beginning(of title: String) -> String {
    let words = firstWords(title)
    guard let first = words.first else { return "" }
    if first.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }) {
      return String(first)
    }
    return words.prefix(4).joined(separator: " ")
  }
}
