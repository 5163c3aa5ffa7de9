// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What one word of a name counts as when names are normalised.
package struct NormalWord: Sendable {
  /// How a word takes part in the comparison; see ``NormalWordTable``.
  package enum Kind: Sendable, Equatable {
    case word, salt, metal, anion, base, form, unit, filler, per, percent, number
  }

  package let kind: Kind
  /// Hashes of the words that it stands for; none for what is left out.
  private(set) var hashes: [UInt64] = []
  /// The number, without its decimal point, and how many of its digits stand behind that.
  ///
  /// `nil` where it has more digits than 64 bits hold: then it is compared as a word.
  private(set) var number: (digits: UInt64, scale: Int)?
  /// The power of ten that a unit is worth.
  private(set) var power = 0

  /// The meaning of a word as ``WordScan`` gives it.
  package init(_ bytes: Span<UInt8>, _ kind: WordScan.Kind) {
    switch kind {
    case .slash: self.kind = .per
    case .percent: self.kind = .percent
    case .number:
      self.kind = .number
      number = Self.number(bytes)
      hashes = [Self.hash(of: bytes)]
    case .letters:
      let copy = [UInt8](capacity: bytes.count) { output in
        for index in bytes.indices { output.append(bytes[index]) }
      }
      let singular = Self.singular(copy)
      let table = Self.table
      if let entry = table[singular] ?? table[copy] {
        self.kind = entry.kind
        hashes = entry.hashes
        power = entry.power
      } else {
        self.kind = .word
        hashes = [Self.hash(of: singular.span)]
      }
    }
  }

  private struct Entry: Sendable {
    var kind: Kind
    var hashes: [UInt64]
    var power = 0
  }

  /// The table by word.
  private static let table: [[UInt8]: Entry] = {
    let kinds: [String: Kind] = [
      "word": .word, "salt": .salt, "metal": .metal, "anion": .anion, "base": .base,
      "form": .form, "unit": .unit, "filler": .filler, "per": .per,
    ]
    var table: [[UInt8]: Entry] = [:]
    for row in NormalWordTable.rows {
      guard let kind = kinds[row.kind] else { continue }
      var words = row.meaning.split(separator: " ")
      var entry = Entry(kind: kind, hashes: [])
      if kind == .unit, let power = words.popLast() { entry.power = Int(power) ?? 0 }
      entry.hashes = words.map { hash(of: Array($0.utf8).span) }
      table[Array(row.word.utf8)] = entry
    }
    return table
  }()

  /// A word without its English plural: tablets → tablet, supplies → supply.
  ///
  /// Both names are treated alike, so that it does no harm to a word that only
  /// looks like a plural.
  static func singular(_ word: [UInt8]) -> [UInt8] {
    let count = word.count
    guard count >= 4, word[count - 1] == UInt8(ascii: "s") else { return word }
    let before = word[count - 2]
    switch before {
    case UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "i"): return word
    case UInt8(ascii: "e"):
      let third = word[count - 3]
      if third == UInt8(ascii: "i"), count >= 5 {
        return Array(word[..<(count - 3)]) + [UInt8(ascii: "y")]
      }
      if third == UInt8(ascii: "x") || third == UInt8(ascii: "s") || third == UInt8(ascii: "z")
        || third == UInt8(ascii: "h")
      {
        return Array(word[..<(count - 2)])
      }
      return Array(word[..<(count - 1)])
    default: return Array(word[..<(count - 1)])
    }
  }

  package static func hash(of bytes: Span<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for index in bytes.indices { hash.add(bytes[index]) }
    return hash.value
  }

  private static func number(_ bytes: Span<UInt8>) -> (digits: UInt64, scale: Int)? {
    var digits: UInt64 = 0
    var scale = 0
    var isFraction = false
    guard bytes.count <= 18 else { return nil }
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      digits = digits * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
      if isFraction { scale += 1 }
    }
    return (digits, scale)
  }
}
