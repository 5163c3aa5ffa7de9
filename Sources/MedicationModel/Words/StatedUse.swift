// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// People write into a field for a drug's name, or for its dosage, what no
// element of FHIR was used for: `metformin (HOLD)`, `d/c'd 3/2020`, `husband's
// warfarin`, `consider starting`. Such words change no status and are never
// taken for one. They say that somebody has to look (S10): a drug is not
// accepted by a text that denies its use, and a record whose words deny what
// its status says stands on no list of what is taken.
//
// English only. What is read is words and their neighbours within one clause:
// the same word is an instruction elsewhere (`hold for SBP < 100`, `stop if a
// rash appears`, `hold under the tongue`), a place (`mother to give`) or a name
// (`Children's Motrin`).

/// What words beside a drug's name say of its use, against or beside any status.
package enum StatedUse: Sendable, Hashable, CaseIterable {
  /// It is somebody else's: `husband's metformin`, `mother takes`.
  case otherPerson
  /// Not used, refused, not borne, or written down by mistake.
  case notTaken
  /// Ended.
  case stopped
  /// Halted for a time.
  case onHold
  /// Thought of, not begun.
  case planned
  /// To be held or stopped under a condition: an instruction, which denies nothing.
  case conditional

  /// Where words stand: the same ones mean other things in a name and in an instruction.
  package enum Place: Sendable {
    case medication
    case dosage
  }

  /// What a text says; `nil` if it speaks of a drug or an instruction alone.
  ///
  /// - Complexity: One pass over the bytes for a text that has none of the words.
  package static func read(_ text: String, in place: Place) -> StatedUse? {
    guard UsePhrase.mayBegin(in: text) else { return nil }
    let clauses = UseClauses(text)
    var found: StatedUse?
    for token in clauses.words.indices {
      guard let use = UsePhrase.use(at: token, of: clauses, in: place) else { continue }
      // The order of the cases: what denies most comes first.
      if found.map({ use.rank < $0.rank }) ?? true { found = use }
    }
    return found
  }

  /// Whether it says that the person does not use the drug now.
  package var deniesUse: Bool { self != .conditional }

  /// What a message says of it.
  package var words: String {
    switch self {
    case .otherPerson: "that it is another person's"
    case .notTaken: "that it is not taken"
    case .stopped: "that it was stopped"
    case .onHold: "that it is on hold"
    case .planned: "that it is only considered or still to be begun"
    case .conditional: "when it is to be held or stopped"
    }
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
