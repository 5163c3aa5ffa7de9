// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// Leads the names of effects to the categories; neither names nor their codes are kept.
struct ImportTerms {
  /// What a term means: a symptom with its direction.
  struct Meaning: Hashable, Sendable {
    let symptom: SymptomCategory
    let direction: EffectDirection
  }

  private let matcher: PhraseMatcher
  private var slots: [Meaning: Int] = [:]
  /// The meanings that occur, in the order of their first term.
  private(set) var meanings: [Meaning] = []
  private var known: [String: [Int]] = [:]
  private(set) var mappedCount = 0
  private(set) var unmappedCount = 0

  init(_ phrases: PhraseTable) {
    matcher = PhraseMatcher(phrases)
  }

  /// What a term means, each as ``slot(meaning:fit:)``; empty if it is outside the categories.
  mutating func slots(of term: String) -> [Int] {
    let key = term.lowercased()
    if let slots = known[key] { return slots }
    var slots: [Int] = []
    for phrase in matcher.wholeMatch(term) {
      let meaning = Meaning(symptom: phrase.symptom, direction: phrase.direction)
      let slot = Self.slot(meaning: number(of: meaning), fit: phrase.fit)
      // Of two words for one meaning the one that fits better counts.
      if let other = slots.firstIndex(where: { $0 / 3 == slot / 3 }) {
        slots[other] = min(slots[other], slot)
      } else {
        slots.append(slot)
      }
    }
    if slots.isEmpty { unmappedCount += 1 } else { mappedCount += 1 }
    known[key] = slots
    return slots
  }

  mutating func number(of meaning: Meaning) -> Int {
    if let number = slots[meaning] { return number }
    slots[meaning] = meanings.count
    meanings.append(meaning)
    return meanings.count - 1
  }

  // MARK: Meaning and fit as one number

  static let fits: [EvidenceFit] = [.exact, .narrower, .related]

  static func slot(meaning: Int, fit: EvidenceFit) -> Int {
    meaning * 3 + (fit == .exact ? 0 : fit == .narrower ? 1 : 2)
  }

  func meaning(ofSlot slot: Int) -> Meaning { meanings[slot / 3] }
}
