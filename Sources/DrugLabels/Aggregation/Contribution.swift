// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// One statement of a label, the best of its key.
struct Contribution: Hashable {
  /// What makes rows of one subject and route different.
  struct Key: Hashable {
    var symptom: SymptomCategory
    var direction: EffectDirection
    var evidenceClass: EvidenceClass
    var sense: EvidenceSense
    var population, context, arm: String

    /// What it is about: the symptom and its direction, of everybody or of the same population.
    func effect(of population: String = "") -> Key {
      Key(
        symptom: symptom, direction: direction, evidenceClass: .listed, sense: .effect,
        population: population, context: "", arm: "")
    }
  }

  var key: Key
  var fit: EvidenceFit
  var comparator: EvidenceComparator
  var threshold, drugPercent, comparatorPercent, comparatorArm, section: String
  var subsection, term: String

  /// Whether it is preferred to another one with the same key: a section of the label to a leaflet,
  /// an exact or narrower term to a related one, then more figures.
  func outranks(_ other: Contribution) -> Bool? {
    if isOfLeaflet != other.isOfLeaflet { return other.isOfLeaflet }
    if fit != other.fit { return fit.wordPlace < other.fit.wordPlace }
    return completeness == other.completeness ? nil : completeness > other.completeness
  }

  var isOfLeaflet: Bool { LabelSectionCodes.leaflets.contains(section) }

  var figures: [String] { [drugPercent, comparatorPercent, threshold] }

  private var completeness: Int {
    (drugPercent.isEmpty ? 0 : 4) + (comparatorPercent.isEmpty ? 0 : 2)
      + (threshold.isEmpty ? 0 : 1)
  }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// The place of this word among all of its column.
  var wordPlace: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

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

  let label: DrugLabel
  let reading: LabelReading
  private(set) var refusals: [Refusal: Int] = [:]

  /// The best statement of each key, in the order of the label.
  ///
  /// Texts that labels share are kept once, in `texts`: they take most of the memory.
  mutating func contributions(_ texts: inout Set<String>) -> [Contribution] {
    var places: [Contribution.Key: Int] = [:]
    var best: [Contribution] = []
    for statement in reading.statements {
      guard let found = contribution(statement, &texts) else { continue }
      if let place = places[found.key] {
        if Self.isBetter(found, than: best[place]) { best[place] = found }
      } else {
        places[found.key] = best.count
        best.append(found)
      }
    }
    return best
  }

  /// Whether the first is better by its source, its wording and the number of its figures, then by
  /// higher figures.
  private static func isBetter(_ one: Contribution, than other: Contribution) -> Bool {
    if let isBetter = one.outranks(other) { return isBetter }
    guard let mine = PrintedPercent(one.drugPercent), let its = PrintedPercent(other.drugPercent)
    else { return false }
    if mine.number != its.number { return mine.number > its.number }
    return !mine.isUpperBound && its.isUpperBound
  }

  private mutating func contribution(
    _ statement: LabelStatement, _ texts: inout Set<String>
  ) -> Contribution? {
    func shared(_ text: String) -> String { texts.insert(text).memberAfterInsert }
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
        population: Self.words(statement.population ?? ""),
        context: shared(statement.context), arm: shared(statement.arm)),
      fit: statement.fit, comparator: statement.comparator, threshold: statement.threshold ?? "",
      drugPercent: statement.drugPercent ?? "",
      comparatorPercent: isCompared ? statement.comparatorPercent ?? "" : "",
      comparatorArm: isCompared ? shared(statement.comparatorArm) : "", section: section.loinc,
      subsection: shared(Self.words(statement.subsection)), term: shared(term))
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
    text.blankParted.prefix(4).joined(separator: " ")
  }
}

/// The strongest evidence of each symptom in the labels of a subject and route.
struct StrongestEvidence {
  private struct Strength {
    var figured = -1
    /// The strongest class, with or without a figure.
    var plain = -1
    /// Whether a section of a label, not only a leaflet, calls it most common.
    var isMostCommon = false
  }

  private var strengths: [Contribution.Key: Strength] = [:]
  /// Figures of tables with a caption, and whether all those captions are about children.
  private var captioned: [[String]: Bool] = [:]

  init(_ labels: [ReadLabel]) {
    for contribution in labels.lazy.flatMap(\.contributions) {
      let key = contribution.key
      guard let weight = Self.weight(key) else { continue }
      let effect = key.effect(of: key.population)
      var own = strengths[effect] ?? Strength()
      own.plain = max(own.plain, weight)
      if !contribution.drugPercent.isEmpty { own.figured = max(own.figured, weight) }
      if key.evidenceClass == .mostCommon, !contribution.isOfLeaflet { own.isMostCommon = true }
      strengths[effect] = own
      if key.evidenceClass == .trialTable, !key.context.isEmpty {
        let isPediatric = key.population == "pediatric"
        captioned[Self.cell(contribution), default: true] =
          isPediatric && captioned[Self.cell(contribution)] ?? true
      }
    }
  }

  /// The weight among classes from which only the strongest one counts.
  private static func weight(_ key: Contribution.Key) -> Int? {
    guard key.sense == .effect else { return nil }
    return switch key.evidenceClass {
    case .mostCommon, .trialTable: 3
    case .trialText: 2
    case .listed: 1
    case .postmarketing: 0
    case .boxed, .warning, .stopUse: nil
    }
  }

  /// Whether stronger statements exist about the same population: a stronger class, but for a
  /// figure only one with a figure; a section instead of a leaflet; the same table with a caption
  /// that names children instead of one without a caption.
  func outweighs(_ contribution: Contribution) -> Bool {
    let key = contribution.key
    guard let weight = Self.weight(key), let other = strengths[key.effect(of: key.population)]
    else { return false }
    let isFigured = !contribution.drugPercent.isEmpty
    if (isFigured ? other.figured : other.plain) > weight { return true }
    if key.evidenceClass == .mostCommon, !isFigured {
      return other.isMostCommon && contribution.isOfLeaflet
    }
    guard key.evidenceClass == .trialTable, key.context.isEmpty, key.population.isEmpty,
      !key.arm.isEmpty
    else { return false }
    return captioned[Self.cell(contribution)] ?? false
  }

  /// A table figure as printed.
  private static func cell(_ one: Contribution) -> [String] {
    one.figures + [one.key.arm, one.key.symptom.rawValue]
  }
}
