// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A phrase that says what becomes of a drug, and how it says so.
struct UsePhrase: Sendable {
  /// What must stand beside a phrase, so that it is said of the drug itself.
  enum Manner: Sendable {
    /// Nothing but the drug, who takes it, a time or a reason.
    case said
    /// The same; with the drug before it, anything may follow: `metformin discontinued …`.
    case passive
    /// As said, at the end of its clause or the beginning of the text.
    case edge
    /// Nothing in its clause.
    case alone
    /// As said, at the beginning of the text: `no aspirin`.
    case first
    /// At the end of the text, behind the drug: `aspirin: no`.
    case last
    /// As said, at the beginning of its clause: `stopping aspirin`.
    case leading
    /// The substance directly before it, and nothing behind, or nothing in its clause; not of a
    /// drug that is for it: `lisinopril allergy`, but `cetirizine (allergies)`, `Advil Allergy`.
    case sensitivity
    /// An order to somebody: under a condition, or behind what is to be done, an instruction.
    case order
  }

  let use: StatedUse
  let manner: Manner
  /// Whether it says so only in the field of the drug's name.
  let isOfNames: Bool
  /// For every word, its alternatives.
  let words: [[Substring]]

  /// A phrase of words; `a|b` is either word.
  init(_ use: StatedUse, _ manner: Manner, _ words: String, inNames isOfNames: Bool = false) {
    (self.use, self.manner, self.isOfNames) = (use, manner, isOfNames)
    self.words = words.split(separator: " ").map { $0.split(separator: "|") }
  }

  /// Whether it says what a person does, so that its subject is nobody's drug: `not taking`,
  /// `never started`; not `stopped`, `not tolerated`.
  var isOfPerson: Bool {
    let doing: Set<Substring> = ["taking", "using", "take", "takes", "use", "uses"]
    let beginning: Set<Substring> = [
      "never", "didn't", "did", "doesn't", "does", "can't", "unable", "hasn't", "has", "quit",
      "refuses", "considering",
    ]
    return manner == .said
      && (words.last?.contains(where: doing.contains) ?? false
        || words.first?.contains(where: beginning.contains) ?? false)
  }

  /// The phrases that begin with a word; longer ones first.
  private static let byFirstWord: [Substring: [UsePhrase]] = {
    var table: [Substring: [UsePhrase]] = [:]
    for phrase in UsePhraseList.all {
      for word in phrase.words.first ?? [] { table[word, default: []].append(phrase) }
    }
    return table.mapValues { phrases in
      phrases.enumerated().sorted {
        $0.element.words.count != $1.element.words.count
          ? $0.element.words.count > $1.element.words.count : $0.offset < $1.offset
      }.map(\.element)
    }
  }()

  /// All words of phrases: none is a drug's name.
  static let allWords = Set(UsePhraseList.all.flatMap { $0.words.joined() }.map(String.init))

  /// The phrases that stand at a word, within one clause, with their last words; longer ones first.
  static func standing(
    at place: Int, of clauses: UseClauses, in field: StatedUse.Place
  ) -> [(phrase: UsePhrase, end: Int)] {
    (byFirstWord[clauses.words[place][...]] ?? []).compactMap { phrase in
      guard field == .medication || !phrase.isOfNames, let end = phrase.end(at: place, clauses)
      else { return nil }
      return (phrase, end)
    }
  }

  private func end(at place: Int, _ clauses: UseClauses) -> Int? {
    guard place + words.count <= clauses.words.count else { return nil }
    // `Synalgos-DC` is a name.
    if clauses.isJoined[place], clauses.words[place] == "dc" { return nil }
    for (index, alternatives) in words.enumerated() {
      let word = place + index
      guard alternatives.contains(clauses.words[word][...]),
        index == 0 || clauses.breaks[word] == .none
      else { return nil }
    }
    return place + words.count - 1
  }

  // MARK: A quick look

  /// Every word that a phrase or a person begins with.
  static let beginnings: Set<String> = {
    let people = UseWordLists.people.union(UseWordLists.plainPossessives).union(UseWordLists.young)
    return Set(byFirstWord.keys.map(String.init)).union(people).union(people.map { "\($0)'s" })
  }()

  /// A bit for the first four letters of each.
  private static let firstLetters: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 1024)
    for word in beginnings {
      var key: UInt32 = 0
      for byte in word.utf8.prefix(4) { key = key << 8 | UInt32(byte) }
      let bit = hash(key)
      bits[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
    }
    return bits
  }()

  private static func hash(_ key: UInt32) -> UInt32 { (key &* 0x9E37_79B1) >> 16 }

  /// What ends a word of letters for certain: elsewhere it may go on (`d/c'd`).
  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("),
      UInt8(ascii: ")"):
      true
    default: false
    }
  }

  /// Whether a word of letters alone, which ends where a text does or before a blank, begins a
  /// phrase: `Take` has the first letters of `taken`, and begins most dosages.
  private static func isBeginning(_ bytes: Span<UInt8>, _ start: Int) -> (Bool, end: Int) {
    var end = start
    var word: [UInt8] = []
    while end < bytes.count, bytes[end] | 0x20 >= 0x61, bytes[end] | 0x20 <= 0x7A {
      word.append(bytes[end] | 0x20)
      end += 1
    }
    guard end == bytes.count || endsWord(bytes[end]) else { return (true, end) }
    return (beginnings.contains(String(decoding: word, as: UTF8.self)), end)
  }

  /// Whether any word of a text may begin a phrase; most texts have none.
  static func mayBegin(in text: String) -> Bool {
    let bits = firstLetters
    func isKnown(_ key: UInt32) -> Bool {
      let bit = hash(key)
      return bits[Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
    }
    let bytes = text.utf8.span
    var word = Beginning()
    // What begins behind a slash: `metformin/stopped`.
    var part = Beginning()
    var place = 0
    // Where the letters begin that were read last.
    var start = 0
    while place < bytes.count {
      let byte = bytes[place]
      let letter = byte | 0x20
      if byte < 0x80, letter >= 0x61 && letter <= 0x7A {
        if word.count == 0 { start = place }
        let isFourth = word.append(letter)
        let isPartsFourth = part.append(letter)
        if isFourth && isKnown(word.key) || isPartsFourth && isKnown(part.key) {
          guard isFourth, isPartsFourth, place == start + 3 else { return true }
          let (begins, end) = isBeginning(bytes, start)
          if begins { return true }
          word.skip(end - place - 1)
          part.skip(end - place - 1)
          place = end
          continue
        }
      } else if word.count > 0, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "'") {
        // `dc'` ends with an apostrophe, or goes on behind it.
        if word.isShort, isKnown(word.key) { return true }
        if part.isShort, isKnown(part.key) { return true }
        if byte == UInt8(ascii: "/") {
          part = Beginning()
        } else if part.append(byte), isKnown(part.key) {
          return true
        }
        if word.append(byte), isKnown(word.key) { return true }
      } else {
        // Shorter words count when they end; an apostrophe of print, or a sign
        // without width, may stand inside one.
        let isOpen = byte >= 0x80 || byte == UInt8(ascii: "`")
        if word.isShort, isOpen || isKnown(word.key) { return true }
        if part.isShort, isOpen || isKnown(part.key) { return true }
        word = Beginning()
        part = Beginning()
      }
      place += 1
    }
    return word.isShort && isKnown(word.key) || part.isShort && isKnown(part.key)
  }

  /// The first four letters of a word.
  private struct Beginning {
    private(set) var key: UInt32 = 0
    private(set) var count = 0

    /// Whether it has ended before its fourth letter.
    var isShort: Bool { count > 0 && count < 4 }

    /// Passes over letters behind the fourth.
    mutating func skip(_ letters: Int) { count += letters }

    /// Appends a letter; whether it was the fourth.
    mutating func append(_ letter: UInt8) -> Bool {
      count += 1
      if count <= 4 { key = key << 8 | UInt32(letter) }
      return count == 4
    }
  }
}
