// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// Reduces the statements of a label to the best one of each key, checked.
struct ContributionReader {
  /// Why a statement is left out.
  enum Refusal: String, Hashable, CaseIterable {
    /// Its section gives no statements of its class.
    case section = "class-without-section"
    /// A figure is none that a label prints.
    case figure = "unreadable-figure"
    /// It has no words of the label.
    case term = "no-words"
    /// A sign among the adverse reactions that is not said to be one of anything.
    case sign = "sign-of-nothing"
    /// Another statement of the same key has fuller or higher figures, of another trial or arm.
    case sameKey = "other-figures-of-the-same-key"
  }

  private let label: DrugLabel
  private let reading: LabelReading
  private let headings: WarningHeading
  /// Statements that were left out, with the reason.
  private(set) var refusals: [Refusal: Int] = [:]

  init(_ label: DrugLabel, _ reading: LabelReading) {
    self.label = label
    self.reading = reading
    headings = WarningHeading(label, reading)
  }

  /// The best statement of each key, in the order of the label.
  mutating func contributions(_ pool: inout TextPool) -> [Contribution] {
    let treated = indicatedSymptoms
    var places: [Contribution.Key: Int] = [:]
    var best: [Contribution] = []
    // A row of its own says more of a symptom than one that joins it with others.
    var joined: Set<Contribution.Key> = []
    let statements =
      reading.statements.filter { !$0.isJoined } + reading.statements.filter(\.isJoined)
    for statement in statements {
      if treated.contains(statement.symptom), !hasSecondStatement(statement) { continue }
      guard let found = contribution(statement, &pool) else { continue }
      guard let place = places[found.key] else {
        places[found.key] = best.count
        best.append(found)
        if statement.isJoined { joined.insert(found.key) }
        continue
      }
      if found.drugPercent != 0, best[place].drugPercent != 0,
        found.figures != best[place].figures
      {
        refusals[.sameKey, default: 0] += 1
      }
      if statement.isJoined, !joined.contains(found.key) { continue }
      if Self.isBetter(found, than: best[place], pool) { best[place] = found }
    }
    return best
  }

  /// The better by its source and the fullness of its figures, then the higher figures; with the
  /// same figures the more exact term.
  static func isBetter(
    _ one: Contribution, than other: Contribution, _ pool: TextPool
  ) -> Bool {
    if let isBetter = one.outranks(other, pool) { return isBetter }
    guard let mine = PrintedPercent(pool[one.drugPercent]),
      let its = PrintedPercent(pool[other.drugPercent])
    else { return one.fit < other.fit }
    if mine.number != its.number { return mine.number > its.number }
    if mine.isUpperBound != its.isUpperBound { return its.isUpperBound }
    return one.fit < other.fit
  }

  // MARK: What the drug is for

  /// Symptoms that the label names among what the drug is for.
  private var indicatedSymptoms: Set<SymptomCategory> {
    Set(reading.passed.lazy.filter { $0.reason == .indication }.map(\.symptom))
  }

  /// Whether another section, or a figure, names the symptom as an effect (S25).
  private func hasSecondStatement(_ statement: LabelStatement) -> Bool {
    switch statement.evidenceClass {
    case .boxed, .mostCommon, .trialTable, .trialText: return true
    case .warning, .stopUse, .listed, .postmarketing: break
    }
    let own = Self.evidenceSection(of: statement.section, in: label)
    return reading.statements.contains { other in
      other.symptom == statement.symptom && other.direction == statement.direction
        && (other.drugPercent != nil
          || Self.evidenceSection(of: other.section, in: label)?.index != own?.index)
    }
  }

  // MARK: One statement

  private mutating func contribution(
    _ statement: LabelStatement, _ pool: inout TextPool
  ) -> Contribution? {
    guard let section = Self.evidenceSection(of: statement.section, in: label),
      section.loinc == "34084-4" || !Self.needsReactions.contains(statement.evidenceClass)
    else {
      refusals[.section, default: 0] += 1
      return nil
    }
    let figures = [statement.threshold, statement.drugPercent, statement.comparatorPercent]
    guard figures.allSatisfy({ $0.map { PrintedPercent($0) != nil } ?? true }) else {
      refusals[.figure, default: 0] += 1
      return nil
    }
    // A row of a table without the drug's figure states nothing of the drug.
    if statement.evidenceClass == .trialTable, statement.drugPercent == nil {
      refusals[.figure, default: 0] += 1
      return nil
    }
    let term = Self.words(statement.term.lowercased())
    guard !term.isEmpty else {
      refusals[.term, default: 0] += 1
      return nil
    }
    let condition = condition(statement)
    guard statement.evidenceClass != .warning || section.loinc != "34084-4" || !condition.isEmpty
    else {
      refusals[.sign, default: 0] += 1
      return nil
    }
    let isCompared = statement.comparator != .none
    return Contribution(
      key: Contribution.Key(
        symptom: statement.symptom.wordPlace,
        direction: Self.direction(statement).wordPlace,
        evidenceClass: statement.evidenceClass.wordPlace,
        population: pool.number(of: Self.words(statement.population ?? "")),
        condition: pool.number(of: condition)),
      fit: statement.fit.wordPlace, comparator: statement.comparator.wordPlace,
      threshold: pool.number(of: statement.threshold ?? ""),
      drugPercent: pool.number(of: statement.drugPercent ?? ""),
      comparatorPercent: pool.number(
        of: isCompared ? statement.comparatorPercent ?? "" : ""),
      section: pool.number(of: section.loinc),
      subsection: pool.number(of: Self.words(statement.subsection)),
      term: pool.number(of: term))
  }

  /// Classes that only the adverse reactions give.
  private static let needsReactions: Set<EvidenceClass> = [.trialTable, .trialText]

  /// Only appetite, sleep and mood have a direction (S30).
  private static func direction(_ statement: LabelStatement) -> EffectDirection {
    switch statement.symptom {
    case .appetiteChanges, .sleepChanges, .moodChanges:
      statement.direction == .present ? .unspecified : statement.direction
    default: .present
    }
  }

  /// The nearest section around a place whose code gives evidence.
  static func evidenceSection(
    of section: Int, in label: DrugLabel
  ) -> (index: Int, loinc: String)? {
    var place: Int? = section
    // A parent stands before its children; the count guards against a broken label.
    for _ in 0...label.sections.count {
      guard let index = place, label.sections.indices.contains(index) else { return nil }
      let loinc = label.sections[index].loinc
      if evidenceSections.contains(loinc) { return (index, loinc) }
      place = label.sections[index].parent
    }
    return nil
  }

  private static let evidenceSections = LabelSectionCodes.leaflets.union([
    "34066-1", "43685-7", "34071-1", "42232-9", "34072-9", "34084-4", "50566-9", "50567-7",
  ])

  /// What the statement is a sign of, or the condition of the trial.
  private func condition(_ statement: LabelStatement) -> String {
    // `Activation of Mania or Hypomania` is no sign of itself.
    let isOwn =
      statement.evidenceClass == .warning
      && headings.isNamed(statement, in: statement.condition?.lowercased() ?? "")
    if let condition = statement.condition, !condition.isEmpty, !isOwn {
      let words = Self.trimmed(condition)
      // A part of the body is none: what the heading names is.
      if statement.evidenceClass == .trialTable || !Self.isPlace(words) { return words }
    }
    switch statement.evidenceClass {
    case .boxed, .warning:
      // Headings of adverse reactions say where they were seen, not what they are of.
      let section = Self.evidenceSection(of: statement.section, in: label)
      if section?.loinc == "34084-4" { return "" }
      return Self.trimmed(headings.condition(of: statement) ?? "")
    case .mostCommon, .trialTable, .trialText, .stopUse, .listed, .postmarketing: return ""
    }
  }

  private static func isPlace(_ condition: String) -> Bool {
    IllnessWords.arePlaces(condition.lowercased().split(separator: " ").map(String.init))
  }

  /// A condition without the words that only tied it to its sentence.
  private static func trimmed(_ text: String) -> String {
    var words = words(text).split(separator: " ")[...]
    while let first = words.first, joints.contains(String(first)) { words.removeFirst() }
    while let last = words.last, joints.contains(String(last)) { words.removeLast() }
    // `Withdrawal-Emergent Hyperpyrexia` cut at the hyphen.
    if let last = words.last, last.count > 1, last.hasSuffix("-") {
      words[words.endIndex - 1] = last.dropLast()
    }
    return words.joined(separator: " ")
  }

  private static let joints: Set<String> = [
    "a", "an", "and", "associated", "by", "in", "of", "or", "other", "such", "the", "these",
    "this", "to", "with",
  ]

  /// At most four words, parted by single blanks, without control characters.
  static func words(_ text: String) -> String {
    if isPlain(text.utf8) { return text }
    return text.split { $0.isWhitespace || $0.isNewline }.prefix(4).joined(separator: " ")
  }

  /// Whether a text is at most four words of ASCII with one blank between two, as most are.
  private static func isPlain(_ utf8: String.UTF8View) -> Bool {
    var (blanks, last) = (0, UInt8(0x20))
    for byte in utf8 {
      guard byte >= 0x20, byte < 0x80, byte != 0x20 || last != 0x20 else { return false }
      if byte == 0x20 { blanks += 1 }
      last = byte
    }
    return blanks < 4 && (last != 0x20 || utf8.isEmpty)
  }
}
