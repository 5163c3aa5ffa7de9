// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a word can do in a sentence of a label: one bit for each kind of words of text.
struct Cue: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  /// The kinds of `label-words.tsv` that words of sentences have, in the order of the bits.
  static let names = [
    "negation", "turn", "sign", "effect", "person", "with", "animal", "overdose", "stopping",
    "placebo", "more", "less", "other", "including", "common", "most", "event", "adverse",
    "reported", "of", "or", "and", "to", "in", "than", "auxiliary", "possibility", "modifier",
    "grade", "leaving", "versus", "share", "percent", "lasting", "medicine", "who", "which",
    "condition", "obligation", "study", "not-really", "known", "watching", "masking",
  ]

  static let negation = Cue(0)
  static let turn = Cue(1)
  static let sign = Cue(2)
  static let effect = Cue(3)
  static let person = Cue(4)
  static let with = Cue(5)
  static let animal = Cue(6)
  static let overdose = Cue(7)
  static let stopping = Cue(8)
  static let placebo = Cue(9)
  static let more = Cue(10)
  static let less = Cue(11)
  static let other = Cue(12)
  static let including = Cue(13)
  static let common = Cue(14)
  static let most = Cue(15)
  static let event = Cue(16)
  static let adverse = Cue(17)
  static let reported = Cue(18)
  static let of = Cue(19)
  static let or = Cue(20)
  static let and = Cue(21)
  static let to = Cue(22)
  static let `in` = Cue(23)
  static let than = Cue(24)
  static let auxiliary = Cue(25)
  static let possibility = Cue(26)
  static let modifier = Cue(27)
  static let grade = Cue(28)
  static let leaving = Cue(29)
  static let versus = Cue(30)
  static let share = Cue(31)
  static let percent = Cue(32)
  static let lasting = Cue(33)
  static let medicine = Cue(34)
  static let who = Cue(35)
  static let which = Cue(36)
  static let condition = Cue(37)
  static let obligation = Cue(38)
  static let study = Cue(39)
  static let notReally = Cue(40)
  static let known = Cue(41)
  static let watching = Cue(42)
  static let masking = Cue(43)
  static let ownName = Cue(63)

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(_ bit: UInt64) { rawValue = 1 << bit }
}

/// The words of a label's language with what they can do.
struct CueLexicon: Sendable {
  private var words = WordTable()
  private var cues: [Cue] = []

  static let shared = CueLexicon(.shared)

  init(_ vocabulary: LabelVocabulary) {
    for (bit, name) in Cue.names.enumerated() {
      for word in vocabulary.words(name) { insert(WordKey(word), Cue(rawValue: 1 << UInt64(bit))) }
    }
  }

  func naming(_ names: Set<WordKey>) -> CueLexicon {
    var lexicon = self
    for name in names { lexicon.insert(name, .ownName) }
    return lexicon
  }

  subscript(key: WordKey) -> Cue {
    words[key].map { cues[Int($0)] } ?? []
  }

  private mutating func insert(_ key: WordKey, _ cue: Cue) {
    let word = Int(words.insert(key))
    if word == cues.count { cues.append([]) }
    cues[word].insert(cue)
  }
}
