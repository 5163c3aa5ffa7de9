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
  private(set) var (mappedCount, unmappedCount) = (0, 0)

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

/// A draft of a row of side-effects.tsv, with the facts of its label.
///
/// Imported rows were derived by others: their trust is B, and they contain no terms of the source.
struct EvidenceDraft: Sendable {
  /// The fields in the order of the columns.
  private(set) var fields = [String](repeating: "", count: EvidenceColumn.allCases.count)

  /// Makes a row without figures; the meaning and the subject may be set later.
  init(_ evidenceClass: EvidenceClass, from source: EvidenceSource, licence: String) {
    self[.evidenceClass] = evidenceClass.rawValue
    self[.comparator] = EvidenceComparator.none.rawValue
    self[.sense] = EvidenceSense.effect.rawValue
    self[.labelsSeen] = "0"
    self[.labelsAgreeing] = "0"
    self[.trust] = EvidenceTrust.derived.rawValue
    self[.sourceKind] = source.rawValue
    self[.licence] = licence
  }

  subscript(column: EvidenceColumn) -> String {
    get { fields[column.rawValue] }
    set { fields[column.rawValue] = newValue }
  }

  mutating func set(_ subject: ImportSubject) {
    self[.subjectKind] = subject.subject.kind.rawValue
    self[.rxcui] = subject.subject.rxcui.description
    self[.name] = subject.name
  }

  mutating func set(_ meaning: ImportTerms.Meaning, fit: EvidenceFit) {
    self[.symptom] = meaning.symptom.rawValue
    self[.direction] = meaning.direction.rawValue
    self[.fit] = fit.rawValue
  }

  mutating func set(routes: [String]) { self[.route] = routes.joined(separator: "|") }

  var key: [String] { SideEffectTable.keyColumns.map { fields[$0] } }

  /// The table: its header, then the rows sorted by their keys, then by all fields, by bytes.
  static func table(_ drafts: [EvidenceDraft]) -> [UInt8] {
    let rows = drafts.map { ($0.key + $0.fields, $0.fields) }
      .sorted { ByteOrder.precedes($0.0, $1.0) }
    return TableWriter.table(SideEffectTable.wholeColumnNames, rows.map(\.1))
  }
}
