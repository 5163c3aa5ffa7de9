// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Texts that are not ASCII, made plain for comparing words: accents go, both
// signs for micro become u, what is neither letter nor digit becomes a blank.

/// Letters without accents, in lower case.
package enum LetterFolding {
  /// A text in which every byte above ASCII is part of a letter.
  static func plain(_ text: Span<UInt8>) -> [UInt8] {
    let copy = [UInt8](capacity: text.count) { output in
      for index in text.indices { output.append(text[index]) }
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(copy.count)
    for scalar in String(decoding: copy, as: UTF8.self).unicodeScalars {
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
