// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// New substances and brands, made of the parts of real ones.
//
//   metformin + lisinopril  →  metfor·nopril
//
// Each word of a substance or brand stands for one other word in a copy of the
// release, so that products, components and ingredients of a copy still fit
// together. Words of dose forms, salts and common words ("vaccine", "extract")
// stay as they are.

/// The words that are replaced when the starter release is copied.
struct GrownWords {
  private var substances: [String] = []
  private var brands: [String] = []
  private var taken: Set<String> = []

  init(_ starter: StarterTables) {
    let fixed = Self.fixedWords(of: starter)
    var seen = fixed
    for concept in starter.concepts {
      let isBrand = concept.main.termType == "BN"
      guard isBrand || ["IN", "PIN", "MIN"].contains(concept.main.termType) else { continue }
      for word in Self.words(of: concept.main.text) where seen.insert(word).inserted {
        if isBrand { brands.append(word) } else { substances.append(word) }
      }
    }
    taken = seen
  }

  /// Words that occur in many names, in dose forms, or behind the base of a salt.
  private static func fixedWords(of starter: StarterTables) -> Set<String> {
    var fixed: Set<String> = ["pack", "actuat", "human", "unit", "units"]
    var counts: [String: Int] = [:]
    var bases: Set<String> = []
    for concept in starter.concepts where concept.main.termType == "IN" {
      bases.insert(concept.main.text.lowercased())
    }
    for concept in starter.concepts {
      let words = words(of: concept.main.text)
      switch concept.main.termType {
      case "DF", "DFG": fixed.formUnion(words)
      case "IN", "BN": for word in Set(words) { counts[word, default: 0] += 1 }
      case "PIN":
        let parts = concept.main.text.lowercased().split(separator: " ")
        for end in 1..<max(parts.count, 1)
        where bases.contains(parts[..<end].joined(separator: " ")) {
          for salt in parts[end...] { fixed.formUnion(Self.words(of: String(salt))) }
        }
      default: break
      }
    }
    for (word, count) in counts where count >= 8 { fixed.insert(word) }
    return fixed
  }

  /// The words of at least three ASCII letters, in lower case.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in Array(text.utf8) + [0x20] {
      let lower = byte | 0x20
      if lower >= 0x61, lower <= 0x7A {
        word.append(lower)
      } else {
        if word.count >= 3 { words.append(String(decoding: word, as: UTF8.self)) }
        word.removeAll(keepingCapacity: true)
      }
    }
    return words
  }

  /// The words of one more copy, none of which was there before.
  mutating func nextCopy(_ number: Int) -> WordReplacement {
    var replacement: [[UInt8]: [UInt8]] = [:]
    for (kind, words) in [substances, brands].enumerated() {
      for (place, word) in words.enumerated() {
        let new = newWord(for: word, among: words, UInt64(number * 2 + kind), UInt64(place))
        replacement[Array(word.utf8)] = Array(new.utf8)
      }
    }
    return WordReplacement(replacement)
  }

  private mutating func newWord(
    for word: String, among words: [String], _ seed: UInt64, _ place: UInt64
  ) -> String {
    for attempt in UInt64(0)..<60 {
      let key = place &* 64 &+ attempt
      let other = Draw.one(of: words, seed, key, 1)
      let head = Self.part(of: word, isHead: true, Draw.bits(seed, key, 2))
      let tail = Self.part(of: other, isHead: false, Draw.bits(seed, key, 3))
      let new = head + tail
      if new.utf8.count >= 4, new.utf8.count <= 18, taken.insert(new).inserted { return new }
    }
    // Words too short to be cut: a number of letters makes them new.
    var new = word
    repeat { new += "al" } while !taken.insert(new).inserted
    return new
  }

  /// A beginning or an end of a word, cut where a syllable begins.
  private static func part(of word: String, isHead: Bool, _ bits: UInt64) -> String {
    let letters = Array(word.utf8)
    let vowels: Set<UInt8> = [0x61, 0x65, 0x69, 0x6F, 0x75, 0x79]
    var cuts: [Int] = []
    for place in 2..<max(letters.count - 1, 2)
    where vowels.contains(letters[place - 1]) && !vowels.contains(letters[place]) {
      cuts.append(place)
    }
    let cut = cuts.isEmpty ? letters.count / 2 : cuts[Int(bits >> 11) % cuts.count]
    return String(decoding: isHead ? letters[..<cut] : letters[cut...], as: UTF8.self)
  }
}

/// The words of one copy.
struct WordReplacement {
  private let words: [[UInt8]: [UInt8]]

  fileprivate init(_ words: [[UInt8]: [UInt8]]) {
    self.words = words
  }

  /// The text with its words replaced, capitals kept; `nil` if no word of it is.
  func applied(to text: String) -> String? {
    var output: [UInt8] = []
    var word: [UInt8] = []
    var isChanged = false
    func endWord() {
      if word.isEmpty { return }
      let lower = word.map { $0 | 0x20 }
      if let new = words[lower] {
        isChanged = true
        let isUpper = word.count > 1 && word.allSatisfy { $0 < 0x61 }
        for (place, letter) in new.enumerated() {
          output.append(isUpper || place == 0 && word[0] < 0x61 ? letter & 0xDF : letter)
        }
      } else {
        output += word
      }
      word.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      let lower = byte | 0x20
      if lower >= 0x61, lower <= 0x7A {
        word.append(byte)
      } else {
        endWord()
        output.append(byte)
      }
    }
    endWord()
    return isChanged ? String(decoding: output, as: UTF8.self) : nil
  }
}
