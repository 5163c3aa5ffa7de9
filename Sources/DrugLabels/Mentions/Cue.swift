// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a word can do in a sentence of a label: one bit for each kind of words of text.
struct Cue: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The kinds of `label-words.tsv` that words of sentences have.
  enum Kind: UInt64, CaseIterable {
    case negation, turn, sign, effect, person, with, animal, overdose, stopping, placebo, more, less
    case other, including, common, most, event, adverse, reported, of, or, and, to, `in`, than
    case auxiliary, possibility, modifier, grade, leaving, versus, share, percent, lasting, medicine
    case who, which, condition, obligation, study, hedge, known, watching, masking
    /// A word of the names of the label's own drug: in no table.
    case ownName

    @inline(__always)
    var bit: UInt64 { 1 << rawValue }
  }

  private var bits: UInt64 = 0

  @inline(__always)
  init(arrayLiteral kinds: Kind...) { for kind in kinds { bits |= kind.bit } }

  @inline(__always)
  func contains(_ kind: Kind) -> Bool { bits & kind.bit != 0 }

  @inline(__always)
  func isDisjoint(with other: Cue) -> Bool { bits & other.bits == 0 }

  mutating func formUnion(_ other: Cue) { bits |= other.bits }
}

/// The words of a label's language with what they can do.
struct CueLexicon: Sendable {
  private var words = WordTable()
  private var cues: [Cue] = []

  static let shared = CueLexicon(.shared)

  init(_ vocabulary: LabelVocabulary) {
    for kind in Cue.Kind.allCases {
      for word in vocabulary.words("\(kind)") { insert(WordKey(word), [kind]) }
    }
  }

  func naming(_ names: Set<WordKey>) -> CueLexicon {
    var lexicon = self
    for name in names { lexicon.insert(name, [.ownName]) }
    return lexicon
  }

  subscript(key: WordKey) -> Cue {
    words[key].map { cues[Int($0)] } ?? []
  }

  private mutating func insert(_ key: WordKey, _ cue: Cue) {
    let word = Int(words.insert(key))
    if word == cues.count { cues.append([]) }
    cues[word].formUnion(cue)
  }
}
