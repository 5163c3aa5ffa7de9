// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
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
    var sources = LabelSources()
    var heading = answer.concepts.map { match in
      (match.name ?? "no name") + (match.code.map { " (\($0))" } ?? "")
    }
    if heading.isEmpty { heading = [MedicationTables.given(answer) ?? ""] }
    if let meaning = MedicationTables.meaning(of: answer) {
      heading.append("the record says: \(meaning)")
    }
    heading.append(boxedLine(effects))
    heading.append(coverageLine(answer))
    for finding in effects.warnings {
      guard let row = finding.evidence.first?.row else { continue }
      let kind = row.evidenceClass == .boxed ? "in the boxed warning" : "in the warnings"
      heading.append("\(kind): \(words(finding)), “\(row.labelTerm ?? "")” \(sources.mark(row))")
    }

    var table = Table("symptom", "figures", "found in", "words of the label", "label")
    let salient = showsAll ? effects.symptoms : effects.symptoms.filter { $0.step <= 2 }
    let shown = limit.map { Array(salient.prefix($0)) } ?? salient
    for finding in shown { table.append(cells(finding, &sources)) }
    return (heading, table, sources.lines + footer(effects, shown.count))
  }

  /// One line for a card.
  static func summary(_ answer: ResolvedMedication) -> String {
    let names = answer.sideEffects.symptoms.filter { $0.step <= 2 }.map(words)
    let list = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
    return coverageLine(answer) + list
  }

  private static func footer(_ effects: SideEffectAnswer, _ shown: Int) -> [String] {
    var lines: [String] = []
    let left = effects.symptoms.count - shown
    if left > 0 {
      let more = DisplayText.counted(left, "more symptom", "more symptoms")
      lines.append("\(more) are not shown; try: --all, or --format json")
    }
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

  private static func boxedLine(_ effects: SideEffectAnswer) -> String {
    let warning = effects.boxedWarning
    switch warning.present {
    case .no: return "boxed warning: no"
    case .unknown where effects.coverage == .partial:
      return "boxed warning: unknown, not every ingredient's label was read"
    case .unknown: return "boxed warning: unknown, no label was read"
    case .yes:
      let place = [warning.setID.map { "set id \($0)" }, warning.date]
        .compactMap { $0 }.joined(separator: ", ")
      return "boxed warning: yes – \(warning.title ?? "without a title") (\(place))"
    }
  }

  /// How far labels were read, in words (S29).
  private static func coverageLine(_ answer: ResolvedMedication) -> String {
    let effects = answer.sideEffects
    let words =
      switch effects.coverage {
      case .full where effects.symptoms.isEmpty && effects.warnings.isEmpty:
        "full, labels name none of the 39 categories"
      case .full: "full, a label was read for every ingredient"
      case .partial: "partial, a label was read for some ingredients only"
      case .none: "none, no label was read; that is not “no side effects”"
      case .unknown: "unknown, this leads to no drug"
      }
    let codes = answer.sideEffectReasons.map { reason in
      // A person reads names (S29); programs get the code.
      let code = reason.split(separator: ":").last.map(String.init)
      let name = answer.ingredients.first { $0.concept?.code?.description == code }?.name
      return name.map { "no label of \($0)" } ?? reason
    }
    let reasons = codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"
    return "label coverage: \(words)\(reasons)"
  }

  private static func cells(
    _ finding: SymptomFinding, _ sources: inout LabelSources
  ) -> [String?] {
    let adults = finding.evidence.map(\.row).filter { !$0.isOfChildren }
    let rows = adults.isEmpty ? finding.evidence.map(\.row) : adults
    // The figures may stand elsewhere than the words, so that every place is named.
    return [
      words(finding), figures(finding), distinct(rows.map { place($0.evidenceClass) }, ", "),
      distinct(rows.compactMap(\.labelTerm).map { "“\($0)”" }, ", "),
      distinct(rows.map { sources.mark($0) }, ""),
    ]
  }

  private static func distinct(_ words: [String], _ separator: String) -> String {
    var distinct: [String] = []
    for word in words where !distinct.contains(word) { distinct.append(word) }
    return distinct.joined(separator: separator)
  }

  /// The part of a label, in words.
  private static func place(_ evidenceClass: EvidenceClass) -> String {
    switch evidenceClass {
    case .boxed: "boxed warning"
    case .warning: "warnings"
    case .mostCommon: "most common"
    case .trialTable: "trial table"
    case .trialText: "trial text"
    case .stopUse: "stop use"
    case .listed: "listed"
    case .postmarketing: "after approval"
    }
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

  private static func words(_ finding: SymptomFinding) -> String {
    switch finding.direction {
    case .present, .unspecified: finding.symptom.displayName
    default: "\(finding.symptom.displayName) (\(finding.direction.rawValue))"
    }
  }

  /// The labels that a page quotes, numbered in the order of their first mark.
  private struct LabelSources {
    private(set) var lines: [String] = []
    private var numbers: [String: Int] = [:]

    /// The mark of a row's label, `[1]`.
    mutating func mark(_ row: EvidenceRow) -> String {
      let date = row.labelDate?.description ?? "unknown date"
      let line = "\(row.subjectName), label of \(date), set id \(row.setID ?? "unknown")"
      if let number = numbers[line] { return "[\(number)]" }
      let number = lines.count + 1
      numbers[line] = number
      lines.append("[\(number)] \(line)")
      return "[\(number)]"
    }
  }
}
