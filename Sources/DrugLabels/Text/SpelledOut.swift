// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A label names a reaction once in full and then by its letters:
//
//   Infusion-associated reactions (IARs) were reported in … IARs reported in more than 1 patient included …
//
// A condition of letters alone (`iars`) is given as the label spells it out.

/// Finds what the letters of a short name stand for in a label's own text.
enum SpelledOut {
  private static let longest = 90

  /// At most four words, in lower case; `nil` if the text does not spell the name out.
  static func words(_ short: String, in text: [UInt8]) -> String? {
    let letters = Array(short.lowercased().utf8)
    guard (2...6).contains(letters.count), letters.allSatisfy({ $0 &- 0x61 < 26 }) else {
      return nil
    }
    for (place, byte) in text.enumerated() where byte == UInt8(ascii: "(") {
      guard isNamed(letters, text, behind: place) else { continue }
      let start = max(0, place - longest)
      let before = String(decoding: text[start..<place], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).suffix(5)
      for count in 1...4 where count <= before.count {
        let words = before.suffix(count).map { $0.lowercased() }
        if initials(words) == letters || initials(words) + [UInt8(ascii: "s")] == letters {
          return words.joined(separator: " ")
        }
      }
    }
    return nil
  }

  /// Whether nothing but the letters, or their plural, stands in a bracket.
  private static func isNamed(_ letters: [UInt8], _ text: [UInt8], behind place: Int) -> Bool {
    var index = place + 1
    while index < text.count, text[index] <= 0x20 { index += 1 }
    var name: [UInt8] = []
    while index < text.count, text[index] | 0x20 &- 0x61 < 26, name.count < 8 {
      name.append(text[index] | 0x20)
      index += 1
    }
    while index < text.count, text[index] <= 0x20 { index += 1 }
    let isClosed = index < text.count && text[index] == UInt8(ascii: ")")
    let plural = [UInt8(ascii: "s")]
    return isClosed && (name == letters || name + plural == letters || name == letters + plural)
  }

  /// The first letters of words and of their parts between hyphens.
  private static func initials(_ words: [String]) -> [UInt8] {
    words.flatMap { $0.split { $0 == "-" || $0 == "‑" } }.compactMap(\.utf8.first)
  }
}
