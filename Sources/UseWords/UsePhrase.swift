// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

/// A phrase that says what becomes of a drug, and how it says so.
struct UsePhrase: Sendable {
  /// What must be next to a phrase for it to be about the drug itself.
  enum Manner: Substring, Sendable {
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
  let words: [[String]]

  /// A row of Data/Matching/use-phrases.tsv.
  private init?(_ row: [Substring]) {
    guard row.count == 4, let manner = Manner(rawValue: row[1]),
      let use = StatedUse.allCases.first(where: { "\($0)" == row[0] })
    else { return nil }
    self.use = use
    self.manner = manner
    isOfNames = row[2] == "name"
    words = row[3].split(separator: " ").map { $0.split(separator: "|").map(String.init) }
  }

  static let all = EmbeddedFolder.matching.rows(of: "use-phrases.tsv").compactMap(UsePhrase.init)

  /// Whether it says what a person does, so that its subject is nobody's drug: `not taking`,
  /// `never started`; not `stopped`, `not tolerated`.
  var isOfPerson: Bool {
    func hasOne(_ list: UseWordLists, _ word: [String]?) -> Bool {
      word?.contains(where: list.contains) ?? false
    }
    return manner == .said && (hasOne(.doing, words.last) || hasOne(.doingFirst, words.first))
  }

  /// The phrases that begin with a word; longer ones first.
  private static let byFirstWord: [String: [UsePhrase]] = {
    var table: [String: [UsePhrase]] = [:]
    for phrase in all {
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
  static let allWords = Set(all.flatMap { $0.words.joined() })

  /// The phrases that are at a word, within one clause, with their last words; longer ones first.
  static func standing(
    at place: Int, of clauses: UseClauses, in field: StatedUse.Place
  ) -> [(phrase: UsePhrase, end: Int)] {
    (byFirstWord[clauses.words[place]] ?? []).compactMap { phrase in
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
      guard alternatives.contains(clauses.words[word]),
        index == 0 || clauses.breaks[word] == .none
      else { return nil }
    }
    return place + words.count - 1
  }

  // MARK: A quick look

  /// Every word that a phrase or a person begins with.
  static let beginnings: Set<String> = {
    let lists = UseWordLists.self
    let people = lists.people.words.union(lists.plainPossessives.words).union(lists.young.words)
    return Set(byFirstWord.keys).union(people).union(people.map { "\($0)'s" })
  }()

  /// The letters that each begins with up to another sign, the last eight of them as a number.
  private static let firstLetters = Set(
    beginnings.map { word in
      word.utf8.prefix { isLetter($0) }.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    })

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
  }

  /// Whether any word of a text may begin a phrase; most texts have none.
  static func mayBegin(in text: String) -> Bool {
    let known = firstLetters
    var letters: UInt64 = 0
    for byte in text.utf8 {
      // Signs without width may be inside a word.
      if byte >= 0x80 { return true }
      if isLetter(byte) {
        letters = letters << 8 | UInt64(byte | 0x20)
      } else if letters != 0 {
        // A single letter begins one only with such a sign: `d/c`.
        if letters > 0xFF || "/'`".utf8.contains(byte), known.contains(letters) { return true }
        letters = 0
      }
    }
    return letters > 0xFF && known.contains(letters)
  }
}
