// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// Tables of side effects, with their evidence.
enum SideEffectTables {
  /// The columns of one row per row of evidence; a medication without one has a row, too.
  static let rows = Table(
    columns: [
      "given", "rxcui", "meaning", "problems", "coverage", "reason", "boxed_warning", "standing",
      "symptom", "direction", "step", "via", "subject",
    ] + EvidenceWords.columns)

  /// One row per row of evidence.
  static func evidenceRows(_ answer: ResolvedMedication) -> [[String?]] {
    let effects = answer.sideEffects
    let start: [String?] = [
      MedicationTables.given(answer),
      answer.concepts.compactMap { $0.code?.description }.joined(separator: ";"),
      MedicationTables.meaning(of: answer),
      MedicationTables.problemCodes(answer).cell, effects.coverage.rawValue,
      answer.sideEffectReasons.joined(separator: " "), effects.boxedWarning.present.rawValue,
    ]
    let standings: [(SymptomExplanation.Standing, [SymptomFinding])] = [
      (.named, effects.symptoms), (.otherRoute, effects.otherRoutes),
    ]
    let statements = standings.flatMap { standing, findings in
      findings.flatMap { finding in
        finding.evidence.map { evidence in
          start + [
            standing.rawValue, finding.symptom.rawValue, finding.direction.rawValue,
            String(finding.step), evidence.via.rawValue, evidence.row.subjectName,
          ] + EvidenceWords.cells(evidence, asOf: effects.asOf)
        }
      }
    }
    if !statements.isEmpty { return statements }
    return [start + [String?](repeating: nil, count: rows.columns.count - start.count)]
  }

  /// What a table shows of the symptoms.
  struct View {
    /// Every step, not only the first two.
    var showsAll = false
    /// Every row of evidence with its place, not a line a symptom.
    var showsWhy = false
    /// The most symptoms; boxed warnings and warnings are apart and are never cut.
    var limit: Int?
  }

  /// Output for people: a heading, a table of the salient symptoms, what was left out.
  static func page(
    _ answer: ResolvedMedication, _ view: View
  ) -> (heading: [String], table: Table, footer: [String]) {
    let effects = answer.sideEffects
    let areSeveralRoutes = Set(effects.symptoms.flatMap(\.evidence).map(\.row.routes)).count > 1
    var sources = LabelSources(
      asOf: effects.asOf, isFull: view.showsWhy, marksRoutes: areSeveralRoutes)
    var heading = answer.concepts.map { match in
      (match.name ?? "no name") + (match.code.map { " (\($0))" } ?? "")
    }
    if heading.isEmpty { heading = [MedicationTables.given(answer) ?? ""] }
    heading = unlabelled(answer) + heading
    if let meaning = MedicationTables.meaning(of: answer) {
      heading.append("the record says: \(meaning)")
    }
    heading += doubts(answer)
    heading += boxedLines(answer)
    heading.append(coverageLine(answer))
    if isOfSingleIngredients(answer) {
      heading.append(
        "no label of this combination names a symptom: every row is from a label of one of its "
          + "ingredients")
    }
    heading += effects.unmapped.compactMap(unreadTables)
    heading += warnings(effects, areBoxed: true, &sources).boxed

    var salient = view.showsAll ? effects.symptoms : effects.symptoms.filter { $0.step <= 2 }
    if salient.isEmpty, !effects.symptoms.isEmpty {
      let effectsOfUse = effects.symptoms.filter { $0.doseSenses == nil }
      let pool = effectsOfUse.isEmpty ? effects.symptoms : effectsOfUse
      let (listed, others) = (pool.filter(isListed), pool.filter { !isListed($0) })
      salient = Array((listed + others).prefix(lesserCount))
      heading.append(
        "no symptom reaches step 1 or 2 (most common in adults, or 2 % or more and above the "
          + "comparator in a trial); the first others, from lists, warnings and reports:")
    }
    let shown = view.limit.map { Array(salient.prefix($0)) } ?? salient
    var table = Table(columns: ["symptom"] + EvidenceWords.lineColumns)
    if view.showsWhy {
      table = WhyTable.table(shown + unshownWarnings(effects, shown), &sources)
    } else {
      for finding in shown {
        table.append(
          [EvidenceWords.symptom(finding) + EvidenceWords.doseMark(finding)]
            + EvidenceWords.line(finding, &sources))
      }
    }
    let others = warnings(effects, areBoxed: false, &sources)
      .others(view.showsAll || view.showsWhy ? .max : warningCount)
    return (heading, table, others + sources.lines + footer(effects, shown))
  }

  /// How many symptoms are shown if none is common, and how many headings of warnings.
  private static let (lesserCount, warningCount) = (10, 10)

  /// Whether a label states it as an effect, not only in warnings, which are shown separately.
  private static func isListed(_ finding: SymptomFinding) -> Bool {
    finding.evidence.contains { $0.row.sense == .effect && $0.row.evidenceClass > .warning }
  }

  /// What boxed or other warnings name, by heading.
  private static func warnings(
    _ effects: SideEffectAnswer, areBoxed: Bool, _ sources: inout LabelSources
  ) -> EvidenceWords.Warnings {
    var warnings = EvidenceWords.Warnings(boxes: effects.boxedWarning.labels)
    for finding in effects.warnings {
      for evidence in finding.evidence where evidence.row.isInBoxedWarning == areBoxed {
        let words = evidence.row.fit == .exact ? nil : evidence.row.labelTerm.map { " “\($0)”" }
        warnings.add(evidence, EvidenceWords.symptom(finding) + (words ?? ""), &sources)
      }
    }
    return warnings
  }

  /// The first line if there is no label.
  private static func unlabelled(_ answer: ResolvedMedication) -> [String] {
    let effects = answer.sideEffects
    guard effects.coverage == .none, effects.reasons.contains("no_label") else { return [] }
    let names = answer.concepts.map { $0.name ?? "it" }.joined(separator: ", ")
    return ["No U.S. label for \(names) in this table."]
  }

  private static func unreadTables(_ item: UnmappedItem) -> String? {
    guard case .tables(_, let name, let count) = item else { return nil }
    let tables = DisplayText.counted(count, "table", "tables")
    return
      "not read: \(tables) of adverse reactions in a label of \(name); symptoms may be missing"
  }

  private static func otherTerms(_ item: UnmappedItem) -> String? {
    guard case .terms(_, let name, let count) = item, count > 0 else { return nil }
    return "a label of \(name) names up to \(DisplayText.counted(count, "term", "terms")) "
      + "outside the 39 categories"
  }

  /// Boxed warnings and warnings whose symptom is not shown: their rows are in
  /// every answer to `--why`, whatever else is cut.
  private static func unshownWarnings(
    _ effects: SideEffectAnswer, _ shown: [SymptomFinding]
  ) -> [SymptomFinding] {
    effects.warnings.filter { warning in
      !shown.contains { $0.symptom == warning.symptom && $0.direction == warning.direction }
    }
  }

  private static func footer(
    _ effects: SideEffectAnswer, _ shown: [SymptomFinding]
  ) -> [String] {
    var lines: [String] = []
    let left = effects.symptoms.count - shown.count
    if left > 0 {
      let more = DisplayText.counted(left, "more symptom", "more symptoms")
      lines.append("\(more) \(left == 1 ? "is" : "are") not shown; try: --all, or --format json")
    }
    if !effects.otherRoutes.isEmpty {
      lines.append(
        "labels of other or unstated routes name: "
          + effects.otherRoutes.map { EvidenceWords.symptom($0) }.joined(separator: ", "))
    }
    let boxed = effects.boxedWarning
    let isAnyOld =
      (effects.symptoms + effects.otherRoutes).contains { finding in
        finding.evidence.contains { $0.isOld == true }
      } || ([boxed.label].compactMap(\.self) + boxed.labels).contains { $0.isOld == true }
    if isAnyOld, let day = effects.asOf {
      lines.append("some labels are dated more than two years before \(day)")
    }
    return lines + effects.unmapped.compactMap(otherTerms) + EvidenceWords.ending
  }

  /// What keeps a record from being counted as taken, in its own words.
  private static func doubts(_ answer: ResolvedMedication) -> [String] {
    let codes: [Problem.Code] = [
      .useDeniedInWords, .statusContradicted, .modifierNotUnderstood, .medicationEnteredInError,
    ]
    return answer.problems.filter { codes.contains($0.code) }
      .map { "\($0.message) [\($0.code.rawValue)]" }.distinct()
  }

  /// Whether a combination has no label of its own among those that name something.
  private static func isOfSingleIngredients(_ answer: ResolvedMedication) -> Bool {
    let evidence = (answer.sideEffects.symptoms + answer.sideEffects.otherRoutes)
      .flatMap(\.evidence)
    return answer.packContents.isEmpty && answer.ingredients.count(where: \.isActive) > 1
      && !evidence.isEmpty
      && evidence.allSatisfy { $0.via == .inherited || $0.via == .salt }
  }
}

/// Where each statement about side effects is: one row of a table a row of evidence.
enum WhyTable {
  /// What a person needs to find the words in the label.
  static func table(_ findings: [SymptomFinding], _ sources: inout LabelSources) -> Table {
    var table = Table(
      "symptom", "step", "found in", "figures", "for", "fit", "routes", "labels", "section",
      "label wording", "label")
    for finding in findings {
      for (place, evidence) in finding.evidence.enumerated() {
        let row = evidence.row
        table.append(
          place == 0 ? EvidenceWords.symptom(finding) + EvidenceWords.doseMark(finding) : "",
          place == 0 ? String(finding.step) : "",
          EvidenceWords.place(row), figures(row), company(evidence),
          row.fit.rawValue, row.routes.joined(separator: "|"),
          "\(row.labelsAgreeing) of \(row.labelsSeen)", section(row),
          row.labelTerm.map { "“\($0)”" }, sources.mark(evidence))
      }
    }
    return table
  }

  /// The figures with the comparator or the statement that there was none.
  private static func figures(_ row: EvidenceRow) -> String? {
    let cut = row.threshold.map { "listed as at least \($0) %" }
    guard let percent = row.drugPercent else { return cut }
    return (["\(percent) % \(EvidenceWords.comparison(row))"] + [cut].compactMap { $0 }).joined(
      separator: ", ")
  }

  /// Whom and what the statement is about, where it is not adults and the very drug queried.
  private static func company(_ evidence: Evidence) -> String? {
    let row = evidence.row
    let arm = row.arm.map { "“\(EvidenceWords.short(EvidenceWords.path($0, isHeader: true)))”" }
    var parts = [row.population, EvidenceWords.context(row), arm].compactMap(\.self)
      .filter { !$0.isEmpty }
    if row.population == nil { parts.insert("adults, or not stated", at: 0) }
    if evidence.via != .own { parts.append(origin(evidence.via)) }
    if let other = evidence.otherForm { parts.append("label of \(DisplayText.printable(other))") }
    return parts.joined(separator: ", ")
  }

  private static func origin(_ via: Evidence.Origin) -> String {
    switch via {
    case .own: "own label"
    case .combination: "label of the combination"
    case .salt: "label of a salt"
    case .ingredient: "label of the base ingredient"
    case .inherited: "label of an ingredient"
    }
  }

  private static func section(_ row: EvidenceRow) -> String? {
    let code = row.sectionLOINC.map { code in
      names.first { $0.code == code }.map { "\($0.name) (\(code))" } ?? code
    }
    let parts = [code, row.subsection.map { "“\($0)”" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The sections that rows come from, by their LOINC codes.
  private static let names: [(code: String, name: String)] = [
    ("34066-1", "boxed warning"), ("43685-7", "warnings and precautions"),
    ("34071-1", "warnings"), ("42232-9", "precautions"), ("34072-9", "general precautions"),
    ("34084-4", "adverse reactions"), ("90374-0", "clinical trials experience"),
    ("90375-7", "postmarketing experience"), ("42230-3", "patient package insert"),
    ("42231-1", "medication guide"), ("68498-5", "patient medication information"),
    ("50567-7", "when using this product"),
    ("50566-9", "stop use and ask a doctor"),
  ]
}
