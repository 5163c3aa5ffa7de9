// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How a name or a query becomes words:
//
//   Metformin HCl 500MG/5 mL (12HR) [Fortamet®]
//   metformin hcl 500 mg / 5 ml 12 hr fortamet
//
// Letters are folded to lower case without accents; a digit after a letter
// stays with it (b12, q10), a letter after a digit begins a word (500mg);
// numbers lose leading and trailing zeros and thousands commas, so that they
// are compared as numbers; `/` and `%` are marks of their own; all else divides.

/// The words of one text; reused for many texts, so that nothing is allocated for each.
package struct WordScan {
  /// What a word is.
  package enum Kind: UInt8 {
    /// Letters, perhaps with digits behind them.
    case letters
    /// A number in its shortest form.
    case number
    /// The mark `/`.
    case slash
    /// The mark `%`.
    case percent
  }

  package private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int32] = []
  package private(set) var kinds: [Kind] = []
  /// Whether something divides the last word from the end of the text.
  private(set) var isClosed = false

  package init() {}

  package var count: Int { ends.count }

  /// Where the bytes of a word lie.
  package func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  package func word(_ index: Int) -> [UInt8] { Array(bytes[range(index)]) }

  package func text(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

  package mutating func scan(_ text: String) {
    let bytes = text.utf8
    scan(bytes.span)
  }

  package mutating func scan(_ text: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    for index in text.indices where text[index] >= 0x80 {
      let plain = LetterFolding.plain(text)
      scanPlain(plain.span)
      return
    }
    scanPlain(text)
  }

  /// Reads bytes in which all that is not ASCII is a letter.
  private mutating func scanPlain(_ text: Span<UInt8>) {
    var index = 0
    isClosed = false
    while index < text.count {
      let byte = text[index]
      isClosed = false
      if Self.isLetter(byte) {
        index = scanLetters(text, from: index)
      } else if Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(text, index + 1) {
        index = scanNumber(text, from: index)
      } else {
        if byte == UInt8(ascii: "/") { close(.slash, byte) }
        if byte == UInt8(ascii: "%") { close(.percent, byte) }
        isClosed = true
        index += 1
      }
    }
  }

  private mutating func scanLetters(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if Self.isLetter(byte) {
        bytes.append(byte < 0x80 ? byte | 0x20 : byte)
      } else if Self.isDigit(byte) {
        bytes.append(byte)
      } else if byte != UInt8(ascii: "'") || index + 1 >= text.count
        || !Self.isLetter(text[index + 1])
      {
        // An apostrophe between letters is skipped: St John's → johns.
        break
      }
      index += 1
    }
    close(.letters)
    return index
  }

  private mutating func scanNumber(_ text: Span<UInt8>, from start: Int) -> Int {
    let begin = bytes.count
    var index = start
    while index < text.count {
      let byte = text[index]
      if Self.isDigit(byte) {
        // A zero in front says nothing.
        if bytes.count == begin + 1, bytes[begin] == UInt8(ascii: "0") { bytes.removeLast() }
        bytes.append(byte)
      } else if byte != UInt8(ascii: ",") || !Self.isThousand(text, index) {
        break
      }
      index += 1
    }
    if bytes.count == begin { bytes.append(UInt8(ascii: "0")) }
    if index < text.count, text[index] == UInt8(ascii: "."), Self.isDigit(text, index + 1) {
      bytes.append(UInt8(ascii: "."))
      index += 1
      while Self.isDigit(text, index) {
        bytes.append(text[index])
        index += 1
      }
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    }
    close(.number)
    return index
  }

  private mutating func close(_ kind: Kind, _ byte: UInt8? = nil) {
    if let byte { bytes.append(byte) }
    ends.append(Int32(truncatingIfNeeded: bytes.count))
    kinds.append(kind)
  }

  // MARK: Bytes

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isDigit(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index < text.count && isDigit(text[index])
  }

  /// Whether a comma has exactly three digits after it and one to three before it.
  private static func isThousand(_ text: Span<UInt8>, _ comma: Int) -> Bool {
    for offset in 1...3 where !isDigit(text, comma + offset) { return false }
    if isDigit(text, comma + 4) { return false }
    var before = 0
    while comma - before > 0, isDigit(text[comma - before - 1]) { before += 1 }
    return (1...3).contains(before)
  }
}

// Non-ASCII text, simplified for comparing words: accents are removed, both
// micro signs become u, and what is neither letter nor digit becomes a blank.

/// Letters without accents, in lower case.
package enum LetterFolding {
  /// A text in which every byte above ASCII is part of a letter.
  static func plain(_ text: Span<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    for scalar in String(utf8: text).unicodeScalars {
      if scalar.isASCII {
        plain.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if let letters = latin(scalar.value) {
        plain.append(contentsOf: letters.utf8)
      } else if scalar.properties.isAlphabetic {
        plain.append(contentsOf: folded(scalar).utf8)
      } else if !(0x300...0x36F).contains(scalar.value) {
        // Combining accents go without a trace; anything else divides words.
        plain.append(0x20)
      }
    }
    return plain
  }

  /// Lower case by way of upper case, as for the keys of names: `ς` and `σ` are one letter.
  private static func folded(_ scalar: Unicode.Scalar) -> String {
    scalar.properties.uppercaseMapping.lowercased()
  }

  /// The plain letters of a letter of Latin-1 or Latin Extended-A, and of the signs for micro.
  package static func latin(_ scalar: UInt32) -> String? {
    switch scalar {
    case 0xB5, 0x3BC: return "u"
    case 0xC6, 0xE6: return "ae"
    case 0xDF, 0x1E9E: return "ss"
    case 0xDE, 0xFE: return "th"
    case 0x132, 0x133: return "ij"
    case 0x152, 0x153: return "oe"
    case 0xC0...0xFF:
      let letters = Self.latinOne
      return letter(letters, Int(scalar) - 0xC0)
    case 0x100...0x17F:
      let letters = Self.extendedA
      return letter(letters, Int(scalar) - 0x100)
    default: return nil
    }
  }

  private static func letter(_ letters: [UInt8], _ place: Int) -> String? {
    guard place < letters.count, letters[place] != UInt8(ascii: "-") else { return nil }
    return String(decoding: [letters[place]], as: UTF8.self)
  }

  /// From U+00C0; a dash where there is no plain letter.
  private static let latinOne = Array(
    "aaaaaa-ceeeeiiiidnooooo-ouuuuy--aaaaaa-ceeeeiiiidnooooo-ouuuuy-y".utf8)
  /// From U+0100.
  private static let extendedA = Array(
    ("aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii--jjkkklllllllllln"
      + "nnnnnnnnoooooo--rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)
}
