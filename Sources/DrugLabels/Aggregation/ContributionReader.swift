// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// Checks the statements of a label and reduces them to the best one of each key.
struct ContributionReader {
  /// Why a statement is left out.
  enum Refusal: String, Hashable, CaseIterable {
    /// Its section does not support its class.
    case section = "class-without-section"
    /// A figure is not a percentage as labels print it.
    case figure = "unreadable-figure"
    case term = "no-words"
  }

  private let label: DrugLabel
  private let reading: LabelReading
  private(set) var refusals: [Refusal: Int] = [:]

  init(_ label: DrugLabel, _ reading: LabelReading) {
    self.label = label
    self.reading = reading
  }

  /// The best statement of each key, in the order of the label.
  mutating func contributions(_ pool: inout TextPool) -> [Contribution] {
    var places: [Contribution.Key: Int] = [:]
    var best: [Contribution] = []
    for statement in reading.statements {
      guard let found = contribution(statement, &pool) else { continue }
      if let place = places[found.key] {
        if Self.isBetter(found, than: best[place], pool) { best[place] = found }
      } else {
        places[found.key] = best.count
        best.append(found)
      }
    }
    return best
  }

  /// Whether the first is better by its source, its wording and the number of its figures, then by
  /// higher figures.
  private static func isBetter(
    _ one: Contribution, than other: Contribution, _ pool: TextPool
  ) -> Bool {
    if let isBetter = one.outranks(other, pool) { return isBetter }
    guard let mine = PrintedPercent(pool[one.drugPercent]),
      let its = PrintedPercent(pool[other.drugPercent])
    else { return false }
    if mine.number != its.number { return mine.number > its.number }
    return !mine.isUpperBound && its.isUpperBound
  }

  private mutating func contribution(
    _ statement: LabelStatement, _ pool: inout TextPool
  ) -> Contribution? {
    func refuse(_ reason: Refusal) -> Contribution? {
      refusals[reason, default: 0] += 1
      return nil
    }
    let isOfTrial = [.trialTable, .trialText].contains(statement.evidenceClass)
    guard let section = label.evidenceSection(of: statement.section),
      section.loinc == "34084-4" || !isOfTrial
    else { return refuse(.section) }
    let figures = [statement.threshold, statement.drugPercent, statement.comparatorPercent]
    guard figures.allSatisfy({ $0.map { PrintedPercent($0) != nil } ?? true }),
      statement.evidenceClass != .trialTable || statement.drugPercent != nil
    else { return refuse(.figure) }
    let term = Self.words(statement.term.lowercased())
    if term.isEmpty { return refuse(.term) }
    let isCompared = statement.comparator != .none
    return Contribution(
      key: Contribution.Key(
        symptom: statement.symptom, direction: Self.direction(statement),
        evidenceClass: statement.evidenceClass, sense: statement.sense,
        population: pool.number(of: Self.words(statement.population ?? "")),
        context: pool.number(of: statement.context), arm: pool.number(of: statement.arm)),
      fit: statement.fit, comparator: statement.comparator,
      threshold: pool.number(of: statement.threshold ?? ""),
      drugPercent: pool.number(of: statement.drugPercent ?? ""),
      comparatorPercent: pool.number(of: isCompared ? statement.comparatorPercent ?? "" : ""),
      comparatorArm: pool.number(of: isCompared ? statement.comparatorArm : ""),
      section: pool.number(of: section.loinc),
      subsection: pool.number(of: Self.words(statement.subsection)),
      term: pool.number(of: term))
  }

  private static func direction(_ statement: LabelStatement) -> EffectDirection {
    switch statement.symptom {
    case .appetiteChanges, .sleepChanges, .moodChanges:
      statement.direction == .present ? .unspecified : statement.direction
    default: .present
    }
  }

  /// At most four words, separated by single blanks, without control characters.
  static func words(_ text: String) -> String {
    text.split { $0.isWhitespace || $0.isNewline }.prefix(4).joined(separator: " ")
  }
}
