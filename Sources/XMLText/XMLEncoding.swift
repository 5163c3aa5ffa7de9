// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// libxml2 is given UTF-8 and nothing else: what it would ask for other encodings
// (iconv, ICU) needs files of the machine, which a static executable has not.
// The few encodings that are met in documents are changed to UTF-8 here.

/// The bytes of a text as UTF-8, without a byte order mark.
enum XMLEncoding: Sendable {
  case utf8
  case utf16(isBigEndian: Bool)
  case latin1
  case windows1252

  /// Returns a text as UTF-8; what is UTF-8 already is passed through, its mark cut off.
  ///
  /// - Throws: ``XMLError`` with ``XMLError/Code/encoding`` for an encoding that is not read.
  static func utf8(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
    let span = bytes.span
    let (encoding, start) = try recognise(span)
    switch encoding {
    case .utf8: return start == 0 ? bytes : Array(bytes[start...])
    case .utf16(let isBigEndian): return try fromUTF16(span, start, isBigEndian)
    case .latin1, .windows1252: return try fromSingleBytes(span, encoding)
    }
  }

  /// Tells the encoding by the byte order mark, the look of the first bytes, or the declaration.
  private static func recognise(
    _ bytes: Span<UInt8>
  ) throws(XMLError) -> (encoding: XMLEncoding, start: Int) {
    func begins(_ mark: [UInt8]) -> Bool {
      guard bytes.count >= mark.count else { return false }
      for index in mark.indices where bytes[index] != mark[index] { return false }
      return true
    }
    if begins([0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if begins([0xFF, 0xFE, 0, 0]) || begins([0, 0, 0xFE, 0xFF]) || begins([0, 0, 0, 0x3C])
      || begins([0x3C, 0, 0, 0])
    {
      throw XMLError(.encoding, at: 0, in: bytes, found: "UTF-32 text")
    }
    if begins([0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
    if begins([0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
    if begins([0, 0x3C]) { return (.utf16(isBigEndian: true), 0) }
    if begins([0x3C, 0]) { return (.utf16(isBigEndian: false), 0) }
    guard let name = declaredName(bytes) else { return (.utf8, 0) }
    switch name {
    // A declaration that can be read byte by byte is not UTF-16: programs that
    // write a string of theirs into a file leave it behind. The bytes count,
    // and they are checked to be UTF-8.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be": return (.utf8, 0)
    case "iso-8859-1", "latin1", "iso_8859-1": return (.latin1, 0)
    case "windows-1252", "cp1252": return (.windows1252, 0)
    default: throw XMLError(.encoding, at: 0, in: bytes)
    }
  }

  /// The encoding that the XML declaration names, in lower case; `nil` if it names none.
  private static func declaredName(_ bytes: Span<UInt8>) -> String? {
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    // A declaration is short: three names with their values.
    let end = min(bytes.count, start + 256)
    var head = ""
    for index in start..<end {
      if bytes[index] == 0x3E { break }
      head.unicodeScalars.append(Unicode.Scalar(bytes[index]))
    }
    head = head.lowercased()
    guard head.hasPrefix("<?xml"), let word = head.utf8Range(of: "encoding") else { return nil }
    let rest = head[word.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\t" || $0 == "\n" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  private static func fromUTF16(
    _ bytes: Span<UInt8>, _ start: Int, _ isBigEndian: Bool
  ) throws(XMLError) -> [UInt8] {
    func unit(_ index: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 2 + 16)
    var position = start
    while position + 1 < bytes.count {
      let high = unit(position)
      position += 2
      var value = UInt32(high)
      if high & 0xFC00 == 0xD800, position + 1 < bytes.count, unit(position) & 0xFC00 == 0xDC00 {
        value = 0x10000 + (UInt32(high & 0x3FF) << 10) + UInt32(unit(position) & 0x3FF)
        position += 2
      }
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
        throw XMLError(.encoding, at: output.count, in: output.span, found: "half a UTF-16 pair")
      }
      output.append(contentsOf: encoded)
    }
    guard position == bytes.count else {
      throw XMLError(.encoding, at: output.count, in: output.span, found: "half a UTF-16 unit")
    }
    return output
  }

  private static func fromSingleBytes(
    _ bytes: Span<UInt8>, _ encoding: XMLEncoding
  ) throws(XMLError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 8)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append(byte)
        continue
      }
      var value = UInt32(byte)
      if case .windows1252 = encoding, byte < 0xA0 { value = upperHalf[Int(byte - 0x80)] }
      guard value != 0, let encoded = Unicode.Scalar(value).flatMap({ UTF8.encode($0) }) else {
        throw XMLError(
          .encoding, at: output.count, in: output.span, found: "a byte that windows-1252 has not")
      }
      output.append(contentsOf: encoded)
    }
    return output
  }

  /// What 0x80 to 0x9F stand for in windows-1252 (WHATWG Encoding Standard); 0 is nothing.
  private static let upperHalf: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}

extension String {
  /// The first place of an ASCII word.
  fileprivate func utf8Range(of word: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) {
        return start..<utf8.index(start, offsetBy: word.utf8.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
