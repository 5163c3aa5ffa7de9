// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// All concepts that are added, in the order of their codes.
///
/// RXNORM's are copies of the starter's with other words; those of other
/// sources alone have names of two further copies.
struct GrownConcepts {
  /// How many copies of the whole starter make a full release.
  private static let copies = 4
  /// How many copies give names to concepts of other sources alone.
  private static let foreignCopies = 2
  /// New atoms are numbered from here; the starter's are below and above 91 million.
  private static let firstAtom: UInt32 = 20_000_000
  private static let seed: UInt64 = 0x5EED

  private(set) var concepts: [ReleaseConcept] = []
  /// For each copy, the place in ``concepts`` of each concept of the starter; -1 for none.
  private(set) var places: [[Int]] = []
  private var nextAtom = Self.firstAtom

  /// - Parameters:
  ///   - starter: What is copied.
  ///   - scale: 1 for a full release.
  init(_ starter: StarterTables, scale: Double) {
    let total = Double(Self.copies) * scale
    var words = GrownWords(starter)
    let replacements = (0..<Self.copies + Self.foreignCopies).map { words.nextCopy($0) }
    places = [[Int]](
      repeating: [Int](repeating: -1, count: starter.concepts.count), count: Self.copies)
    // Free codes are found by steps of this size on average, up to three million.
    let wanted = Double(starter.concepts.count) * (total + total / 4 * 2)
    let step = max(1, Int(2_700_000 / max(wanted, 1) * 0.9))
    var last: UInt32 = 100
    for (origin, concept) in starter.concepts.enumerated() {
      if concept.isDoseForm { continue }
      let share = Double(origin) / Double(starter.concepts.count)
      for copy in 0..<Self.copies + Self.foreignCopies {
        let isForeign = copy >= Self.copies
        // A part of a copy has the first concepts of the starter.
        let rank = isForeign ? (Double(copy - Self.copies) + share) * 2 : Double(copy) + share
        guard rank < total, let name = replacements[copy].applied(to: concept.name)
        else { continue }
        last = Self.code(after: last, step, starter.usedCodes)
        if !isForeign { places[copy][origin] = concepts.count }
        concepts.append(
          grown(concept, origin: origin, copy: copy, code: last, name, isForeign: isForeign))
      }
    }
  }

  private static func code(after last: UInt32, _ step: Int, _ used: Set<UInt32>) -> UInt32 {
    var code = last + 1 + UInt32(Draw.below(step * 2 - 1, seed, UInt64(last)))
    while used.contains(code) { code += 1 }
    return code
  }

  private mutating func grown(
    _ original: ReleaseConcept, origin: Int, copy: Int, code: UInt32, _ name: String,
    isForeign: Bool
  ) -> ReleaseConcept {
    let isOld =
      copy > 0 && Draw.below(100, Self.seed, UInt64(code), 1) < (copy == 1 ? 35 : 60)
    return ReleaseConcept(
      code: code, termType: original.termType, name: name,
      suppress: original.isCurrent && (isOld || isForeign) ? "O" : original.suppress,
      cvf: copy == 0 ? original.cvf : "", rxaui: isForeign ? 0 : takeAtom(), origin: origin)
  }

  /// The number of a further atom.
  mutating func takeAtom() -> UInt32 {
    nextAtom += 1
    return nextAtom - 1
  }
}

// New substances and brands, made of the parts of real ones.
//
//   metformin + lisinopril  →  metfor·nopril
//
// Each word of a substance or brand becomes one other word in a copy of the
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
      let isBrand = concept.termType == "BN"
      guard isBrand || ["IN", "PIN", "MIN"].contains(concept.termType) else { continue }
      for word in Self.words(of: concept.name) where seen.insert(word).inserted {
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
    for concept in starter.concepts where concept.termType == "IN" {
      bases.insert(concept.name.lowercased())
    }
    for concept in starter.concepts {
      let words = words(of: concept.name)
      switch concept.termType {
      case "DF", "DFG": fixed.formUnion(words)
      case "IN", "BN": for word in Set(words) { counts[word, default: 0] += 1 }
      case "PIN":
        let parts = concept.name.lowercased().split(separator: " ")
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
    forEachRun(in: text) { run, isWord in
      if isWord, run.count >= 3 { words.append(String(decoding: run, as: UTF8.self).lowercased()) }
    }
    return words
  }

  /// Calls a closure with each run of ASCII letters, and of what is between them.
  static func forEachRun(in text: String, _ body: (ArraySlice<UInt8>, _ isWord: Bool) -> Void) {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      let run = rest.prefix { isLetter($0) == isLetter(first) }
      body(run, isLetter(first))
      rest = rest[run.endIndex...]
    }
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
    return WordReplacement(words: replacement)
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
  fileprivate let words: [[UInt8]: [UInt8]]

  /// The text with its words replaced, capitals kept; `nil` if no word of it is.
  func applied(to text: String) -> String? {
    var output: [UInt8] = []
    var isChanged = false
    GrownWords.forEachRun(in: text) { run, isWord in
      guard isWord, let new = words[run.map { $0 | 0x20 }] else {
        output += run
        return
      }
      isChanged = true
      let isUpper = run.count > 1 && run.allSatisfy { $0 < 0x61 }
      let isCapital = run.first.map { $0 < 0x61 } ?? false
      for (place, letter) in new.enumerated() {
        output.append(isUpper || place == 0 && isCapital ? letter & 0xDF : letter)
      }
    }
    return isChanged ? String(decoding: output, as: UTF8.self) : nil
  }
}
