// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// People write things into the fields for a drug's name or dosage for which
// they used no FHIR element: `metformin (HOLD)`, `d/c'd 3/2020`,
// `husband's warfarin`, `consider starting`. Such words change no status and
// are never read as one. They mean that a person has to check: a drug is not
// accepted by a text that denies its use, and a record whose words deny what
// its status says is on no list of what is taken.
//
// Denied is only what the words deny of the drug itself: the phrase is alone,
// with a pronoun or a word such as `medication`, or with a word of the drug's own
// names. `apixaban 5 mg (warfarin discontinued)`, `stop smoking`, `declined
// generic`, `1 tab x 7 days then stop` and `allergic to bee stings` speak of
// something else, or of a time to come: they are conditions at most. A word that
// is not known wins only where a thing is named, as the object of a verb or what
// is spoken of (`refuses zzz`, `zzz was stopped`), and then it is said that this
// is uncertain; elsewhere (`stopped around zzz`) the denial counts.
//
// English only. What is read is words and their neighbours within one clause:
// the same word is an instruction elsewhere (`hold for SBP < 100`, `stop if a
// rash appears`, `hold under the tongue`), a place (`mother to give`) or a name
// (`Children's Motrin`).

/// What words next to a drug's name say of its use, whatever its status.
package enum StatedUse: Int, Sendable, Hashable, CaseIterable {
  /// It belongs to another person: `husband's metformin`, `mother takes`.
  case otherPerson
  /// Not used, refused, not tolerated, or written down by mistake.
  case notTaken
  /// Ended.
  case stopped
  /// Halted for a time.
  case onHold
  /// Thought of, not begun.
  case planned
  /// Words that deny a use, perhaps that of something else: a word is not known.
  case uncertain
  /// To be held or stopped under a condition, or about something else: it denies nothing.
  case conditional

  /// Where words are: the same ones mean other things in a name and in an instruction.
  package enum Place: Sendable {
    case medication
    case dosage
  }

  /// What a text says; `nil` if it is only about a drug or an instruction.
  ///
  /// Names decide only between a denial, ``uncertain`` and ``conditional``: a text that says
  /// nothing says nothing of any drug.
  ///
  /// - Parameters:
  ///   - text: The name of a drug, as written, or an instruction.
  ///   - place: Which of the two.
  ///   - names: What the drug is called elsewhere. A text for a name has its own in it.
  /// - Returns: Of several things said the one that denies most.
  /// - Complexity: One pass over the bytes for a text that has none of the words; else linear in
  ///   the words, of which no more than ``UseClauses/reach`` next to a phrase are looked at.
  package static func read(
    _ text: String, in place: Place, of names: [String] = []
  ) -> StatedUse? {
    guard UsePhrase.mayBegin(in: text) else { return nil }
    let reading = UseReading(text, place, names)
    var found: StatedUse?
    for token in reading.clauses.words.indices {
      // The order of the cases: what denies most comes first.
      guard let use = reading.use(at: token, over: found) else { continue }
      found = use
      if use == .otherPerson { break }
    }
    return found
  }

  /// Whether it says that the person does not use the drug now.
  package var deniesUse: Bool { self != .conditional && self != .uncertain }

  /// Whether a word behind `no` or `not` is one that makes no denial of a drug of them: `not
  /// listed`, `no sugar`.
  package static func isUndenied(_ word: String) -> Bool { UseWordLists.undenied.contains(word) }

  /// What a message says of it.
  package var words: String {
    switch self {
    case .otherPerson: "that it is another person's"
    case .notTaken: "that it is not taken"
    case .stopped: "that it was stopped"
    case .onHold: "that it is on hold"
    case .planned: "that it is only considered or still to be begun"
    case .uncertain: "that it, or something else, is not taken"
    case .conditional: "when it is to be held or stopped, or what else is not taken"
    }
  }
}
