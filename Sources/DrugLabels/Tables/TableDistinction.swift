// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

// Two tables of a label may say the same of whom they are about, and differ in their figures:
//
//   Table 6  … with Chemotherapy in KEYNOTE-522     with chemotherapy KEYNOTE-522
//   Table 7  … with Chemotherapy in KEYNOTE-355     with chemotherapy KEYNOTE-355
//   Table 8  … with TRD Treated with Alphador + Oral AD     with ad trd
//   Table 9  … after Autologous Marrow Transplantation      autologous marrow
//   Table 1  … with Colitis in Induction Studies (UC-1, UC-2 and UC-4)   colitis induction
//
// Their figures belong to different trials (S27), so that what tells the captions apart is added
// to the condition: the trial's name, its number, the illness, a time or an amount, else words
// that only one caption has.

/// Tells the tables of a label apart whose conditions would be the same.
struct TableDistinction {
  /// A table by its section and its number there.
  struct Table: Hashable {
    let section: Int
    let number: Int
  }

  /// What the reports say of each table.
  private var reports: [Table: Report] = [:]
  private let isDrug: (String) -> Bool

  init(isDrug: @escaping (String) -> Bool) {
    self.isDrug = isDrug
  }

  /// Takes note of a table.
  mutating func add(_ report: TableReport, _ table: Table) {
    reports[table] = Report(
      caption: report.caption, condition: report.condition,
      others: Set(report.arms.flatMap(Self.others)),
      groups: Set(
        report.arms.filter(\.isGroupNamed).flatMap { CellTokens($0.group).words }
          .filter(TableCondition.phaseWords.contains)))
  }

  /// What the drug is given or compared with in an arm.
  private static func others(_ arm: TableArm) -> [String] {
    arm.role == .drug ? arm.partners : CellTokens(arm.name).words
  }

  private struct Report {
    let caption: String
    let condition: String?
    /// What its arms have beside the drug: a caption names them, and they tell no table.
    let others: Set<String>
    /// What phases its columns are headed by.
    let groups: Set<String>
  }

  /// Whom and what figures are said of.
  private struct Subject: Hashable {
    let population: String?
    let condition: String?
  }

  /// Adds to the conditions what tells the tables apart.
  func apply(to statements: inout [LabelStatement]) {
    guard reports.count > 1 else { return }
    for place in statements.indices { tellPhase(&statements[place]) }
    var subjects: [Subject: [Table: [Int]]] = [:]
    for (place, statement) in statements.enumerated() {
      guard case .table(let number, _) = statement.place else { continue }
      let subject = Subject(population: statement.population, condition: statement.condition)
      let table = Table(section: statement.section, number: number)
      subjects[subject, default: [:]][table, default: []].append(place)
    }
    for (subject, tables) in subjects where tables.count > 1 {
      tell(tables, subject.condition ?? "", Kind.allCases[...], &statements)
    }
  }

  /// `Induction`, `Maintenance` above the columns of tables of two trials: what the caption is about
  /// stands before the phase, where both fit.
  private func tellPhase(_ statement: inout LabelStatement) {
    guard case .table(let number, _) = statement.place, statement.isOfGroup,
      let phase = statement.condition?.split(separator: " "),
      let report = reports[Table(section: statement.section, number: number)],
      let caption = report.condition, !report.groups.isEmpty,
      reports.values.contains(where: {
        $0.condition != caption && $0.condition != nil && !$0.groups.isDisjoint(with: report.groups)
      })
    else { return }
    let subject = caption.split(separator: " ").filter { !phase.contains($0) }
    guard !subject.isEmpty, subject.count + phase.count <= 4 else { return }
    statement.condition = (subject + phase).joined(separator: " ")
  }

  /// What can tell captions apart, the best first.
  private enum Kind: CaseIterable {
    case phase, trial, number, illness, design, patients, amount, words
  }

  /// How the figures of some tables stand to each other.
  private enum Relation {
    /// They differ for an effect.
    case differing
    /// No effect stands in two of them.
    case apart
    /// The same effect has the same figures.
    case same
  }

  private func tell(
    _ tables: [Table: [Int]], _ condition: String, _ kinds: ArraySlice<Kind>,
    _ statements: inout [LabelStatement]
  ) {
    guard tables.count > 1, let kind = kinds.first else { return }
    switch relation(tables, statements) {
    case .same: return
    // Tables of different effects need only the trial that they are of.
    case .apart where ![.phase, .trial, .number].contains(kind): return
    case .apart, .differing: break
    }
    var parts: [String: [Table: [Int]]] = [:]
    for (table, places) in tables {
      let own = tag(kind, table, condition, among: tables.keys)
      let isKnown = condition.lowercased().contains(own.lowercased())
      parts[isKnown ? "" : own, default: [:]][table] = places
    }
    for (tag, part) in parts {
      let isTold = parts.count > 1 && !tag.isEmpty
      let words = isTold ? Self.joined(condition, tag) : condition
      if isTold {
        for places in part.values { for place in places { statements[place].condition = words } }
      }
      tell(part, words, kinds.dropFirst(), &statements)
    }
  }

  private func relation(_ tables: [Table: [Int]], _ statements: [LabelStatement]) -> Relation {
    struct Effect: Hashable {
      let symptom: SymptomCategory
      let direction: EffectDirection
    }
    typealias Figures = Set<[String?]>
    var known: [Effect: Figures] = [:]
    var isShared = false
    for places in tables.values {
      var own: [Effect: Figures] = [:]
      for place in places {
        let one = statements[place]
        own[Effect(symptom: one.symptom, direction: one.direction), default: []]
          .insert([one.drugPercent, one.comparatorPercent])
      }
      for (effect, figures) in own {
        if let others = known[effect] {
          if others != figures { return .differing }
          isShared = true
        }
        known[effect] = figures
      }
    }
    return isShared ? .same : .apart
  }

  /// The condition with what tells it from others, at most four words of which three tell.
  private static func joined(_ condition: String, _ tag: String) -> String {
    var behind = tag.split(separator: " ").prefix(condition.isEmpty ? 4 : 3)
    while let last = behind.last, last == "or" || last == "and" { behind.removeLast() }
    let before = condition.split(separator: " ").prefix(4 - behind.count)
    return (before + behind).joined(separator: " ")
  }

  // MARK: - What tells captions apart

  /// Empty if the caption has nothing of the kind.
  private func tag(
    _ kind: Kind, _ table: Table, _ condition: String, among tables: some Collection<Table>
  ) -> String {
    guard let report = reports[table] else { return "" }
    let label = TableCondition.Label(isDrug: isDrug)
    switch kind {
    case .phase:
      if let phase = TableCondition.phaseOf(report.caption) { return phase }
      let arePooled = tables.contains {
        isTooLong(TableCondition.pooled(reports[$0]?.caption ?? ""), behind: condition)
      }
      return arePooled ? TableCondition.phase(report.caption) ?? "" : ""
    case .trial:
      let names = TableCondition.pooled(report.caption)
      if names.count > 1 {
        return isTooLong(names, behind: condition) ? "" : names.joined(separator: " and ")
      }
      return TableCondition.named(report.caption, label, isTold: true) ?? names.first ?? ""
    case .number:
      let nouns = TableCondition.trials.union(["stage", "stages"])
      return TableCondition.numbered(CellTokens(report.caption).tokens, nouns) ?? ""
    case .illness: return report.condition ?? ""
    case .design: return TableCondition.doseDesign(CellTokens(report.caption).tokens) ?? ""
    case .patients: return TableCondition.treatedBefore(CellTokens(report.caption).tokens) ?? ""
    case .amount, .words:
      let own = CellTokens(report.caption).tokens
      let others = tables.filter { $0 != table }.compactMap { reports[$0]?.caption }
        .filter { $0 != report.caption }.map { CellTokens($0).tokens }
      return kind == .amount
        ? Self.amount(own, others.map(Self.amounts))
        : words(own, report.others.union(others.joined().map(\.text)))
    }
  }

  /// Whether the names of pooled trials are too many, or too many words for a condition with what
  /// stands before them.
  private func isTooLong(_ names: [String], behind condition: String) -> Bool {
    names.count > 2 || names.count == 2 && condition.split(separator: " ").count > 1
  }

  /// `52 week`, `40 mg`: the amount that no other caption has; nothing if there are several.
  private static func amount(_ own: [CellTokens.Token], _ others: [[String]]) -> String {
    let telling = Set(amounts(own)).subtracting(others.joined())
    return telling.count == 1 ? telling.first ?? "" : ""
  }

  private static func amounts(_ tokens: [CellTokens.Token]) -> [String] {
    tokens.indices.dropLast().compactMap { index in
      // `through Week 24`.
      if tokens[index].text == "week", tokens[index + 1].kind == .number {
        return "week " + tokens[index + 1].text
      }
      guard tokens[index].kind == .number else { return nil }
      // `52-Week`.
      let isJoined = tokens[index + 1].isSign("-") && index + 2 < tokens.count
      let place = index + (isJoined ? 2 : 1)
      let unit = tokens[place].text
      guard units.contains(unit) else { return nil }
      // `100 mg/m2`.
      let measure = TableArm.Dose.measure(behind: tokens[(place + 1)...])
      return tokens[index].text + " " + unit + (measure.map { "/" + $0 } ?? "")
    }
  }

  private static let units: Set<String> = [
    "day", "days", "night", "nights", "week", "weeks", "month", "months", "mg", "mcg",
  ]

  /// The longest run of words that no other caption has, names and designs left aside; a trial
  /// that goes on with another one (`Extension Trial`) is told by that.
  private func words(_ own: [CellTokens.Token], _ others: Set<String>) -> String {
    var best: [String] = []
    var run: [String] = []
    var joint: String?
    var depth = 0
    /// Whether a hyphen stands behind the last word of the run: `intra-arterial`.
    var isHyphened = false
    for token in own {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth = max(0, depth - 1) }
      if depth > 0 { continue }
      if isTelling(token, others) {
        if isHyphened, let last = run.popLast() {
          run.append(last + "-" + token.text)
          isHyphened = false
          if run.count > best.count || run.count == best.count && best.last == last { best = run }
          continue
        }
        if let joint, !run.isEmpty { run.append(joint) }
        joint = nil
        run.append(token.text)
      } else if token.isSign("-"), joint == nil, !run.isEmpty, !isHyphened {
        isHyphened = true
        continue
      } else if token.text == "or" || token.text == "and", joint == nil {
        joint = token.text
      } else if !token.isSign(")") {
        run = []
        joint = nil
      }
      isHyphened = false
      if run.count > best.count, run.count <= 4 { best = run }
      // What stands behind the first sentence are footnotes.
      if token.isSign("."), !best.isEmpty { break }
    }
    return best.joined(separator: " ")
  }

  private func isTelling(_ token: CellTokens.Token, _ others: Set<String>) -> Bool {
    guard token.kind == .word, token.text.count > 3, !others.contains(token.text),
      !isDrug(token.text)
    else { return false }
    if Self.designs.contains(token.text) { return true }
    return !TableCondition.ends.contains(token.text) && !TableCondition.plain.contains(token.text)
      && !TableCondition.persons.contains(token.text)
      && !TableVocabulary.fillers.contains(token.text) && TableCondition.isPartner(token.text)
      && !Self.general.contains(token.text)
  }

  /// Designs by which the trials of one drug differ.
  private static let designs: Set<String> = [
    "extension", "induction", "maintenance", "monotherapy", "extended", "immediate",
  ]

  /// Words of captions that say nothing of the trial.
  private static let general: Set<String> = [
    "more", "frequently", "frequent", "occurrence", "occurred", "gender", "dependent", "selected",
    "listed", "listing", "observed", "common", "commonly", "higher", "lower", "regardless",
    "causality", "relationship", "body", "based", "continued", "summary", "permanent", "specified",
    "prespecified",
  ]
}
