// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The grammar of RxNorm's names of clinical drugs, as far as the catalog needs
// it where the graph has a gap:
//
//   SCD  = [quantity " "] component (" / " component)* " " dose form
//   SBD  = SCD " [" brand "]"
//   pack = "{" item (" / " item)* "} Pack" [" [" brand "]"]
//   item = count [" (" quantity ")"] " (" product ")"

package enum ClinicalDrugName {
  package static func partCount(_ name: String) -> Int {
    let utf8 = name.utf8
    return partCount(utf8: utf8.span)
  }

  /// How many components the name of a clinical or branded drug lists, by the bytes of the name.
  static func partCount(utf8 bytes: Span<UInt8>) -> Int {
    var count = 1
    for place in bytes.indices.dropFirst().dropLast() where bytes[place] == UInt8(ascii: "/") {
      if bytes[place - 1] == 0x20, bytes[place + 1] == 0x20 { count += 1 }
    }
    return count
  }

  /// The parts of a list of strengths or components: what ` / ` separates.
  package static func parts(_ text: String) -> [String] {
    Substring(text).split(separatedBy: " / ").map(String.init)
  }

  /// The strength at the end of a component's name: its last two words.
  package static func strength(ofComponent name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let unit = lastWord(of: bytes[...]), let number = lastWord(of: bytes[..<unit.startIndex]),
      lastWord(of: bytes[..<number.startIndex]) != nil, let first = number.first, first >= 0x30,
      first <= 0x39
    else { return nil }
    return String(decoding: number, as: UTF8.self) + " " + String(decoding: unit, as: UTF8.self)
  }

  /// The substance that a component's name states, the words before its strength; `nil` if the
  /// strength is not at its end.
  static func substance(ofComponent name: String, strength: String) -> Substring? {
    let (bytes, end) = (name.utf8, strength.utf8)
    guard bytes.count > end.count + 1, name.hasSuffix(" " + strength) else { return nil }
    return name[..<bytes.index(bytes.endIndex, offsetBy: -end.count - 1)]
  }

  private static func lastWord(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let last = bytes.lastIndex(where: { $0 != 0x20 }) else { return nil }
    let start = bytes[...last].lastIndex(of: 0x20).map { $0 + 1 } ?? bytes.startIndex
    return bytes[start...last]
  }

  /// The quantity factor that a clinical drug's name begins with, such as `24 HR`.
  package static func quantity(_ name: String) -> String? {
    guard let first = name.utf8.first, first == 0x2E || (first >= 0x30 && first <= 0x39) else {
      return nil
    }
    let words = name.split(separator: " ", maxSplits: 2)
    guard words.count == 3, isNumber(words[0]), quantityUnits.contains(String(words[1])) else {
      return nil
    }
    return "\(words[0]) \(words[1])"
  }

  /// Units of quantity factors (RxNorm Technical Documentation, "Quantity factor").
  private static let quantityUnits: Set<String> = ["HR", "ML", "ACTUAT", "DAY", "UNT", "MG"]

  /// The strengths that a clinical drug's name lists, in its order.
  ///
  /// A word that begins with a digit and is followed by a unit with a slash or
  /// in capitals, once in each part; quantities before the first part are not
  /// strengths.
  package static func strengths(_ name: String) -> [String] {
    var product = Substring(name)
    if let brand = product.lastPlace(of: " [") { product = product[..<brand] }
    return product.split(separatedBy: " / ").compactMap { part in
      let words = part.utf8.split(separator: 0x20).map { Substring($0) }
      for index in words.indices.dropLast().reversed()
      where isNumber(words[index]) && isUnit(words[index + 1]) && index > 0 {
        return "\(words[index]) \(words[index + 1])"
      }
      return nil
    }
  }

  private static func isNumber(_ word: Substring) -> Bool {
    var digits = 0
    for byte in word.utf8 {
      if byte >= 0x30, byte <= 0x39 { digits += 1 } else if byte != 0x2E { return false }
    }
    return digits > 0
  }

  private static func isUnit(_ word: Substring) -> Bool {
    word == "%" || word.utf8.allSatisfy { ($0 >= 0x41 && $0 <= 0x5A) || $0 == 0x2F || $0 == 0x2D }
  }

  /// One item of a pack's name.
  package struct PackItem: Sendable, Hashable {
    package var count: Int
    /// The amount of each, such as `480 ML`; `nil` where none is stated.
    package var quantity: String?
    package var name: String
  }

  /// The items of a pack's name, in its order; empty for a name of another form.
  package static func packItems(_ name: String) -> [PackItem] {
    let bytes = Array(name.utf8)
    guard let open = bytes.firstIndex(of: 0x7B) else { return [] }
    var items: [PackItem] = []
    var position = open + 1
    while position < bytes.count, bytes[position] != 0x7D {
      guard bytes[position] >= 0x30, bytes[position] <= 0x39 else {
        position += 1
        continue
      }
      var count = 0
      while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
        count = min(count * 10 + Int(bytes[position] - 0x30), 1_000_000)
        position += 1
      }
      guard var group = group(bytes, &position) else { return items }
      var quantity: String?
      let next = position
      if let first = group.utf8.first, first >= 0x30, first <= 0x39, group.utf8.count < 24,
        let product = self.group(bytes, &position)
      {
        quantity = group
        group = product
      } else {
        position = next
      }
      items.append(PackItem(count: count, quantity: quantity, name: group))
    }
    return items
  }

  /// What the next pair of parentheses encloses, blanks before it skipped.
  private static func group(_ bytes: [UInt8], _ position: inout Int) -> String? {
    var start = position
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start < bytes.count, bytes[start] == 0x28 else { return nil }
    var depth = 0
    for index in start..<bytes.count {
      if bytes[index] == 0x28 { depth += 1 }
      if bytes[index] == 0x29 { depth -= 1 }
      if depth == 0 {
        position = index + 1
        let inner = bytes[(start + 1)..<index]
        return String(decoding: inner, as: UTF8.self).trimmingBlanks
      }
    }
    return nil
  }
}

extension Substring {
  /// Where a text occurs last, byte for byte.
  fileprivate func lastPlace(of text: String) -> Index? {
    utf8.indices.last { utf8[$0...].starts(with: text.utf8) }
  }

  fileprivate func split(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self
    while let end = rest.utf8.indices.first(where: {
      rest.utf8[$0...].starts(with: separator.utf8)
    }) {
      parts.append(rest[..<end])
      rest = rest[rest.utf8.index(end, offsetBy: separator.utf8.count)...]
    }
    return parts + [rest]
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
