// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a word can do in a sentence of a label: general classes of words, none of one label.
struct Cue: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  /// no, not, without, never and their like.
  static let negation = Cue(rawValue: 1 << 0)
  /// but, however …: what was said before does not reach further.
  static let turn = Cue(rawValue: 1 << 1)
  /// symptom, sign, manifestation.
  static let sign = Cue(rawValue: 1 << 2)
  /// A verb that tells somebody to do something, in its base form.
  static let instruction = Cue(rawValue: 1 << 3)
  /// Its participle, which is an instruction behind `should be`.
  static let instructed = Cue(rawValue: 1 << 4)
  /// should, must, needs.
  static let obligation = Cue(rawValue: 1 << 5)
  /// A verb that says that something happened or can happen.
  static let effect = Cue(rawValue: 1 << 6)
  /// patient, subject, woman and their like.
  static let person = Cue(rawValue: 1 << 7)
  /// who, whose.
  static let who = Cue(rawValue: 1 << 8)
  static let with = Cue(rawValue: 1 << 9)
  /// history, preexisting, underlying and their like.
  static let past = Cue(rawValue: 1 << 10)
  /// if, when, whether, unless.
  static let condition = Cue(rawValue: 1 << 11)
  static let animal = Cue(rawValue: 1 << 12)
  static let overdose = Cue(rawValue: 1 << 13)
  /// withdrawal, discontinuation, cessation.
  static let stopping = Cue(rawValue: 1 << 14)
  /// abrupt, sudden; upon, after, following.
  static let sudden = Cue(rawValue: 1 << 15)
  /// similar, comparable.
  static let similar = Cue(rawValue: 1 << 16)
  /// placebo, vehicle, sham.
  static let placebo = Cue(rawValue: 1 << 17)
  /// more, greater, higher.
  static let more = Cue(rawValue: 1 << 18)
  /// less, lower, fewer.
  static let less = Cue(rawValue: 1 << 19)
  /// treatment, relief, indicated, prevention.
  static let purpose = Cue(rawValue: 1 << 20)
  static let other = Cue(rawValue: 1 << 21)
  /// drug, agent, inhibitor, product and their like.
  static let medicine = Cue(rawValue: 1 << 22)
  /// concomitant, coadministered and their like.
  static let together = Cue(rawValue: 1 << 23)
  /// fetus, neonate, breastfed and their like.
  static let offspring = Cue(rawValue: 1 << 24)
  /// include, including, such (as).
  static let including = Cue(rawValue: 1 << 25)
  /// common, frequent, and their adverbs.
  static let common = Cue(rawValue: 1 << 26)
  /// most.
  static let most = Cue(rawValue: 1 << 27)
  /// reaction, event, effect, experience.
  static let event = Cue(rawValue: 1 << 28)
  /// adverse, side, undesirable.
  static let adverse = Cue(rawValue: 1 << 29)
  /// postmarketing, postapproval, voluntarily.
  static let afterApproval = Cue(rawValue: 1 << 30)
  /// pediatric, children.
  static let pediatric = Cue(rawValue: 1 << 31)
  /// elderly, geriatric.
  static let elderly = Cue(rawValue: 1 << 32)
  static let adult = Cue(rawValue: 1 << 33)
  static let of = Cue(rawValue: 1 << 34)
  static let or = Cue(rawValue: 1 << 35)
  static let and = Cue(rawValue: 1 << 36)
  static let to = Cue(rawValue: 1 << 37)
  static let `in` = Cue(rawValue: 1 << 38)
  static let than = Cue(rawValue: 1 << 39)
  static let `as` = Cue(rawValue: 1 << 40)
  /// only, limited, uncommon: what makes `not` no negation.
  static let notReally = Cue(rawValue: 1 << 41)
  /// be, was, were, has, have and their like.
  static let auxiliary = Cue(rawValue: 1 << 42)
  /// may, can, could, might.
  static let possibility = Cue(rawValue: 1 << 43)
  /// the, a, an, any, severe, new …: words that stand before a noun.
  static let modifier = Cue(rawValue: 1 << 44)
  /// suggestive, consistent, indicative, compatible.
  static let suggestive = Cue(rawValue: 1 << 45)
  /// present, develop, experience …, now or ahead.
  static let suffer = Cue(rawValue: 1 << 46)
  /// grade, serious.
  static let grade = Cue(rawValue: 1 << 47)
  /// discontinue and its kin as results of a trial.
  static let leaving = Cue(rawValue: 1 << 48)
  /// versus, compared.
  static let versus = Cue(rawValue: 1 << 49)
  /// proportion, incidence, rate, number, percentage.
  static let share = Cue(rawValue: 1 << 50)
  /// medicine, scale, score …: the symptom's name only qualifies them.
  static let qualified = Cue(rawValue: 1 << 51)
  /// percent.
  static let percent = Cue(rawValue: 1 << 52)
  /// worse, persists, lasts: said of what is there already.
  static let lasting = Cue(rawValue: 1 << 53)
  /// which, that.
  static let which = Cue(rawValue: 1 << 54)
  /// characterized, presents, manifested.
  static let presenting = Cue(rawValue: 1 << 55)
  /// The word `site`.
  static let site = Cue(rawValue: 1 << 56)
  /// combines, comprises, grouped.
  static let grouping = Cue(rawValue: 1 << 57)
  /// A word of the names of the label's own drug.
  static let ownName = Cue(rawValue: 1 << 58)
  /// disease, disorder, syndrome, condition.
  static let disorder = Cue(rawValue: 1 << 59)
  /// class.
  static let kind = Cue(rawValue: 1 << 60)
  /// hypersensitivity, anaphylaxis …: reactions that have signs of their own.
  static let allergic = Cue(rawValue: 1 << 61)
  /// control, comparator, group, arm.
  static let comparator = Cue(rawValue: 1 << 62)
  /// Words that begin a sentence of advice in leaflets: these, call, tell, talk.
  static let leafletEnd = Cue(rawValue: 1 << 63)
}

/// The words of a label's language with their classes.
struct CueLexicon: Sendable {
  private var words = WordTable()
  private var cues: [Cue] = []

  /// The lexicon of all labels.
  static let shared = CueLexicon()

  private init() {
    for (cue, list) in CueWords.lists {
      for word in list.split(whereSeparator: \.isWhitespace) { insert(WordKey(word), cue) }
    }
  }

  /// The lexicon with the names of a label's own drug.
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
