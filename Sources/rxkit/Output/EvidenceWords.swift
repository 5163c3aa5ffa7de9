// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping

/// Evidence as a person reads it: the same words in every table.
enum EvidenceWords {
  /// A symptom with its direction, where it has one.
  static func symptom(_ finding: SymptomFinding) -> String {
    symptom(finding.symptom, finding.direction)
  }

  /// A symptom with its direction, where it has one.
  static func symptom(_ symptom: SymptomCategory, _ direction: EffectDirection?) -> String {
    switch direction {
    case nil, .present, .unspecified: symptom.displayName
    case .decreased, .increased: "\(symptom.displayName) (\(direction?.rawValue ?? ""))"
    }
  }

  /// The part of a label, in words.
  static func place(_ evidenceClass: EvidenceClass) -> String {
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

  /// The figures that rank a finding, else the first that adults' rows give (S27).
  static func figures(_ finding: SymptomFinding) -> String? {
    let rows = ([finding.leadingEvidence].compactMap { $0 } + finding.evidence).map(\.row)
      .filter { $0.drugPercent != nil }
    return (rows.first { !$0.isOfChildren } ?? rows.first).flatMap(figures)
  }

  /// The figures of a row with their company: comparator, population, condition (S27).
  static func figures(_ row: EvidenceRow) -> String? {
    guard let percent = row.drugPercent else {
      return row.threshold.map { "at least \($0) %" }
    }
    var text = "\(percent) %"
    if let other = row.comparatorPercent {
      text += " against \(other) % (\(row.comparator.rawValue))"
    } else {
      text += " (no comparator)"
    }
    let company = [row.population, row.condition].compactMap { $0 }
    return company.isEmpty ? text : "\(text), \(company.joined(separator: ", "))"
  }

  /// The rows that speak of adults; all, if none does.
  static func adults(_ finding: SymptomFinding) -> [EvidenceRow] {
    let rows = finding.evidence.map(\.row)
    let adults = rows.filter { !$0.isOfChildren }
    return adults.isEmpty ? rows : adults
  }

  /// The words of labels for a symptom, each once.
  static func labelTerms(_ rows: [EvidenceRow]) -> String {
    distinct(rows.compactMap(\.labelTerm).map { "“\($0)”" }, ", ")
  }

  /// The places where labels name a symptom, each once.
  static func places(_ rows: [EvidenceRow]) -> String {
    distinct(rows.map { place($0.evidenceClass) }, ", ")
  }

  /// Words, each once, in order.
  static func distinct(_ words: [String], _ separator: String) -> String {
    var distinct: [String] = []
    for word in words where !distinct.contains(word) { distinct.append(word) }
    return distinct.joined(separator: separator)
  }

  /// The cells of a row of evidence from `class` on, as every table of rows has them.
  static func cells(_ evidence: Evidence, asOf day: LabelDate?) -> [String?] {
    let row = evidence.row
    return [
      row.evidenceClass.rawValue, row.fit.rawValue, row.threshold, row.drugPercent,
      row.comparatorPercent, row.comparator.rawValue, row.population, row.condition,
      row.routes.joined(separator: "|"), String(row.labelsSeen), String(row.labelsAgreeing),
      row.labelTerm, row.sectionLOINC, row.subsection, row.setID, row.labelVersion,
      row.labelDate?.description, evidence.isOld.map { $0 ? "yes" : "no" }, day?.description,
      row.sourceKind.rawValue, row.sourceAddress, row.licence, row.trust.rawValue,
    ]
  }

  /// The last lines of every page: what is not covered, and what it is not (S31, S33).
  static let ending = [
    SideEffectAnswer.scope, "What labels state; no advice, diagnosis or verdict on safety.",
  ]
}

/// The labels that a page quotes, numbered in the order of their first mark.
struct LabelSources {
  /// The day that ages are counted to; `nil` says no age.
  let day: LabelDate?
  /// Whether the lines say version and place too.
  var isFull = false
  private(set) var lines: [String] = []
  private var numbers: [String: Int] = [:]

  init(asOf day: LabelDate?, isFull: Bool = false) {
    self.day = day
    self.isFull = isFull
  }

  /// The mark of a row's label, `[1]`.
  mutating func mark(_ row: EvidenceRow) -> String {
    let line = words(of: row)
    if let number = numbers[line] { return "[\(number)]" }
    let number = lines.count + 1
    numbers[line] = number
    lines.append("[\(number)] \(line)")
    return "[\(number)]"
  }

  private func words(of row: EvidenceRow) -> String {
    if row.trust == .derived, !isFull {
      // What others derived says whose it is and under which terms it stands.
      return "\(row.subjectName), \(row.sourceKind.rawValue), \(row.licence), trust B"
        + (row.setID.map { ", set id \($0)" } ?? "")
    }
    var line =
      "\(row.subjectName), label of \(row.labelDate?.description ?? "unknown date")"
      + (isOld(row) ? " (more than two years before \(day?.description ?? ""))" : "")
      + ", set id \(row.setID ?? "unknown")"
    guard isFull else { return line }
    if let version = row.labelVersion { line += ", version \(version)" }
    line += ", \(row.sourceKind.rawValue)"
    if let address = row.sourceAddress { line += " \(address)" }
    line += ", \(row.licence), trust \(row.trust.rawValue)"
    return line
  }

  private func isOld(_ row: EvidenceRow) -> Bool {
    guard let day, let date = row.labelDate else { return false }
    return date.isOlder(thanYears: SideEffectAnswer.yearsToOld, before: day)
  }
}
