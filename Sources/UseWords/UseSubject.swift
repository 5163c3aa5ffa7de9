// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The drug that a text is about: the words that it is called by.
struct UseSubject {
  private var words: Set<String>

  /// Whether the drug has any name.
  var isKnown: Bool { !words.isEmpty }

  /// The names of a drug; a text for its name gives those of its head.
  ///
  /// The head is the clause that shares a word with the other names, or the first that names
  /// anything, up to what it says of the use: `apixaban 5 mg` of `apixaban 5 mg (warfarin
  /// stopped)`, `glipizide` of `no longer taking glipizide`.
  init(_ clauses: UseClauses, _ field: StatedUse.Place, _ names: [String]) {
    words = []
    for name in names {
      for word in UseClauses(name).words where Self.mayName(word) || Self.isNumber(word) {
        words.insert(word)
      }
    }
    guard field == .medication else { return }
    var heads: [Range<Int>] = []
    for place in clauses.words.indices {
      if clauses.breaks[place] >= .comma || heads.isEmpty {
        heads.append(place..<(place + 1))
      } else {
        heads[heads.count - 1] = heads[heads.count - 1].lowerBound..<(place + 1)
      }
    }
    let naming = heads.filter { clauses.words[$0].contains(where: Self.mayName) }
    let known = naming.first { range in
      clauses.words[range].contains { $0.utf8.count > 3 && Self.mayName($0) && words.contains($0) }
    }
    guard var head = known ?? naming.first else { return }
    let phrase = head.first { !UsePhrase.standing(at: $0, of: clauses, in: field).isEmpty }
    if let phrase, clauses.words[head.lowerBound..<phrase].contains(where: Self.mayName) {
      head = head.lowerBound..<phrase
    }
    words.formUnion(clauses.words[head])
  }

  func isNamed(_ word: String) -> Bool {
    words.contains(word) && (Self.mayName(word) || Self.isNumber(word))
  }

  /// Whether a word names something other than the drug, who takes it, or ways to refer to both.
  func isForeign(_ word: String) -> Bool {
    (Self.mayName(word) || Self.isNumber(word)) && !words.contains(word)
  }

  /// Whether it is for allergies, so that such a word next to it says what for.
  var treatsAllergies: Bool { words.contains(where: Self.treatsAllergies) }

  static func treatsAllergies(_ word: String) -> Bool {
    UseWordLists.allergyDrugs.words.contains { word.hasPrefix($0) }
  }

  /// Whether a word may name a thing: no word of use, of people or of grammar.
  static func mayName(_ word: String) -> Bool {
    let lists = UseWordLists.self
    guard word.utf8.count > 1, !isNumber(word) else { return false }
    if isAdverb(word), !lists.frequencies.contains(word) { return false }
    return
      !(lists.plain.contains(word) || lists.pronouns.contains(word)
      || lists.articles.contains(word) || lists.patients.contains(word)
      || lists.people.contains(word.hasSuffix("'s") ? String(word.dropLast(2)) : word)
      || UsePhrase.allWords.contains(word))
  }

  /// Whether a word ends as adverbs do; `golytely` does not.
  private static func isAdverb(_ word: String) -> Bool {
    guard word.hasSuffix("ly"), word.utf8.count > 4 else { return false }
    return UseWordLists.adverbs.contains(word)
      || UseWordLists.adverbEnds.words.contains { word.hasSuffix($0) }
  }

  static func isNumber(_ word: String) -> Bool {
    word.utf8.first.map { (0x30...0x39).contains($0) } ?? false
  }

  /// `3/2020`, `2020`, `3/4`.
  static func isDate(_ word: String) -> Bool {
    guard word.utf8.allSatisfy({ (0x2F...0x39).contains($0) }) else { return false }
    return word.contains("/")
      || word.utf8.count == 4 && (word.hasPrefix("19") || word.hasPrefix("20"))
  }
}
