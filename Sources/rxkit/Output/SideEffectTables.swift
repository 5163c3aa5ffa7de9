// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import MedicationResolver
import SymptomMapping

/// Tables of side effects, with their evidence.
enum SideEffectTables {
  /// The columns of one row per row of evidence.
  static let rows = Table(
    "given", "rxcui", "symptom", "direction", "step", "class", "drug_percent",
    "comparator_percent", "comparator", "population", "condition", "via", "subject", "routes",
    "label_term", "section", "set_id", "label_date", "coverage")

  /// One row per row of evidence.
  static func evidenceRows(_ answer: ResolvedMedication) -> [[String?]] {
    let codes = answer.concepts.compactMap { $0.code?.description }.joined(separator: ";")
    return answer.sideEffects.symptoms.flatMap { finding in
      finding.evidence.map { evidence in
        let row = evidence.row
        return [
          MedicationTables.given(answer), codes, finding.symptom.rawValue,
          finding.direction.rawValue, String(finding.step), row.evidenceClass.rawValue,
          row.drugPercent, row.comparatorPercent, row.comparator.rawValue, row.population,
          row.condition, evidence.via.rawValue, row.subjectName, row.routes.joined(separator: "|"),
          row.labelTerm, row.sectionLOINC, row.setID, row.labelDate?.description,
          answer.sideEffects.coverage.rawValue,
        ]
      }
    }
  }

  /// What a person sees: a heading, a table of the salient symptoms, what was left out.
  static func page(
    _ answer: ResolvedMedication, showsAll: Bool, limit: Int?
  ) -> (heading: [String], table: Table, footer: [String]) {
    let effects = answer.sideEffects
    var heading = answer.concepts.map { match in
      (match.name ?? "no name") + (match.code.map { " (\($0))" } ?? "")
    }
    if heading.isEmpty { heading = [MedicationTables.given(answer) ?? ""] }
    heading.append(boxedLine(effects.boxedWarning))
    heading.append(
      "labels read: \(effects.coverage.rawValue)"
        + (answer.sideEffectReasons.isEmpty
          ? "" : " (\(answer.sideEffectReasons.joined(separator: ", ")))"))
    for finding in effects.warnings {
      guard let row = finding.evidence.first?.row else { continue }
      heading.append("\(row.evidenceClass.rawValue): \(words(finding)) – \(source(row))")
    }

    var table = Table("symptom", "step", "figures", "found in", "label")
    let salient = showsAll ? effects.symptoms : effects.symptoms.filter { $0.step <= 2 }
    let shown = limit.map { Array(salient.prefix($0)) } ?? salient
    for finding in shown { table.append(cells(finding)) }
    return (heading, table, footer(effects, shown.count))
  }

  /// One line for a card.
  static func summary(_ answer: ResolvedMedication) -> String {
    let effects = answer.sideEffects
    let names = effects.symptoms.filter { $0.step <= 2 }.map(words)
    let list = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
    let reasons =
      answer.sideEffectReasons.isEmpty
      ? "" : " (\(answer.sideEffectReasons.joined(separator: ", ")))"
    return "labels read: \(effects.coverage.rawValue)\(reasons)\(list)"
  }

  private static func footer(_ effects: SideEffectAnswer, _ shown: Int) -> [String] {
    var lines: [String] = []
    let left = effects.symptoms.count - shown
    if left > 0 { lines.append("\(left) more symptoms; try: --all, or --format json") }
    if !effects.otherRoutes.isEmpty {
      lines.append(
        "labels of other routes name: " + effects.otherRoutes.map(words).joined(separator: ", "))
    }
    let hasOld = (effects.symptoms + effects.otherRoutes).contains { finding in
      finding.evidence.contains { $0.isOld == true }
    }
    if hasOld { lines.append("some labels are more than two years older than the release") }
    lines.append(SideEffectAnswer.scope)
    lines.append("What labels state; no advice, diagnosis or verdict on safety.")
    return lines
  }

  private static func boxedLine(_ warning: BoxedWarning) -> String {
    switch warning.present {
    case .no: return "boxed warning: no"
    case .unknown: return "boxed warning: unknown, no label was read"
    case .yes:
      let place = [warning.setID, warning.date].compactMap { $0 }.joined(separator: ", ")
      return "boxed warning: yes – \(warning.title ?? "without a title") (\(place))"
    }
  }

  private static func cells(_ finding: SymptomFinding) -> [String?] {
    let best = finding.evidence.first { !$0.row.isOfChildren } ?? finding.evidence.first
    guard let row = best?.row else { return [words(finding), nil, nil, nil, nil] }
    return [
      words(finding), String(finding.step), figures(finding), row.evidenceClass.rawValue,
      source(row),
    ]
  }

  /// The first figures that adults' rows give, with the comparator's (S27).
  private static func figures(_ finding: SymptomFinding) -> String? {
    let rows = finding.evidence.map(\.row)
    guard
      let row = rows.first(where: { $0.drugPercent != nil && !$0.isOfChildren })
        ?? rows.first(where: { $0.drugPercent != nil })
    else { return nil }
    var text = "\(row.drugPercent ?? "") %"
    if let other = row.comparatorPercent {
      text += " against \(other) % (\(row.comparator.rawValue))"
    } else {
      text += " (no comparator)"
    }
    let company = [row.population, row.condition].compactMap { $0 }
    return company.isEmpty ? text : "\(text), \(company.joined(separator: ", "))"
  }

  private static func source(_ row: EvidenceRow) -> String {
    "“\(row.labelTerm ?? "")”, set \((row.setID ?? "none").prefix(8)) of "
      + "\(row.labelDate?.description ?? "no date"), \(row.subjectName)"
  }

  private static func words(_ finding: SymptomFinding) -> String {
    switch finding.direction {
    case .present, .unspecified: finding.symptom.displayName
    default: "\(finding.symptom.displayName) (\(finding.direction.rawValue))"
    }
  }
}
