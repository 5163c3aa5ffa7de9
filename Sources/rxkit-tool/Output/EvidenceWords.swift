// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
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
  static func place(_ row: EvidenceRow) -> String {
    row.isInBoxedWarning ? place(.boxed) : place(row.evidenceClass)
  }

  /// A kind of statement, in words.
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

  /// The part of a label, whose if that is to be said, and what the symptom is a sign of or what
  /// has to happen first: it is never reported as a mere effect.
  ///
  /// The condition of a trial's figures is their company and stands beside them (``figures(_:)``).
  static func placeWithCondition(_ row: EvidenceRow, of name: String = "") -> String {
    let place = place(row) + (name.isEmpty ? "" : " of \(name)")
    guard row.evidenceClass <= .warning || row.drugPercent == nil, let condition = row.condition
    else { return place }
    return "\(place) (\(condition))"
  }

  /// Lines of warnings, each place and condition of a label once, boxed ones first.
  static func warningLines(
    _ statements: [(evidence: Evidence, of: String, symptom: String?)],
    _ sources: inout LabelSources
  ) -> [String] {
    var lines: [(rank: Int, start: String, terms: [String], mark: String)] = []
    for (evidence, name, symptom) in statements {
      let row = evidence.row
      let start =
        "in the \(placeWithCondition(row, of: name))" + (symptom.map { ": \($0)" } ?? "")
      let mark = sources.mark(evidence)
      let term = [row.labelTerm].compactMap { $0.map { "“\($0)”" } }
      if let same = lines.firstIndex(where: { $0.start == start && $0.mark == mark }) {
        lines[same].terms += term
      } else {
        let rank = row.evidenceClass == .boxed ? 0 : row.isInBoxedWarning ? 1 : 2
        lines.append((rank, start, term, mark))
      }
    }
    return (0...2).flatMap { rank in
      lines.filter { $0.rank == rank }.map { line in
        "\(([line.start] + line.terms.distinct()).joined(separator: ", ")) \(line.mark)"
      }
    }
  }

  /// The columns of a finding's line: figures, place, words and label, all of one row, so that no
  /// figure is next to another drug's class or another label's words.
  static let lineColumns = ["figures", "found in", "label wording", "label"]

  /// The cells of ``lineColumns``.
  static func line(_ finding: SymptomFinding, _ sources: inout LabelSources) -> [String?] {
    guard let told = finding.toldEvidence else { return lineColumns.map { _ in nil } }
    return [
      figures(told.row), placeWithCondition(told.row), told.row.labelTerm.map { "“\($0)”" },
      sources.mark(told),
    ]
  }

  /// The figures of a row with their company: comparator, population, condition.
  static func figures(_ row: EvidenceRow) -> String? {
    guard let percent = row.drugPercent else {
      return row.threshold.map { "at least \($0) %" }
    }
    let text = "\(percent) % \(comparison(row))"
    let company = [row.population, row.condition].compactMap { $0 }
    return company.isEmpty ? text : "\(text), \(company.joined(separator: ", "))"
  }

  /// The comparator's figure, or the statement that there was none.
  static func comparison(_ row: EvidenceRow) -> String {
    if let percent = row.comparatorPercent {
      return "vs \(percent) % \(row.comparator.rawValue)"
    }
    return row.comparator == .none
      ? "(no comparator)" : "(\(row.comparator.rawValue): no figure printed)"
  }

  /// The columns of a row of evidence, as every table of rows has them.
  static let columns = [
    "class", "fit", "threshold", "drug_percent", "comparator_percent", "comparator", "population",
    "condition", "routes", "labels_seen", "labels_agreeing", "label_term", "section", "subsection",
    "set_id", "label_version", "label_date", "older_than_two_years", "as_of", "source_kind",
    "source", "licence", "trust", "other_salt",
  ]

  /// The cells of ``columns``.
  static func cells(_ evidence: Evidence, asOf day: LabelDate?) -> [String?] {
    let row = evidence.row
    return [
      row.evidenceClass.rawValue, row.fit.rawValue, row.threshold, row.drugPercent,
      row.comparatorPercent, row.comparator.rawValue, row.population, row.condition,
      row.routes.joined(separator: "|"), String(row.labelsSeen), String(row.labelsAgreeing),
      row.labelTerm, row.sectionLOINC, row.subsection, row.setID, row.labelVersion,
      row.labelDate?.description, evidence.isOld.map { $0 ? "yes" : "no" }, day?.description,
      row.sourceKind.rawValue, row.sourceAddress, row.licence, row.trust.rawValue,
      evidence.otherForm,
    ]
  }

  /// That a label is old.
  static func age(_ day: LabelDate?) -> String {
    "more than two years before \(day?.description ?? "")"
  }

  /// The last lines of every page: what is not covered, and what it is not.
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

  /// The mark of a row's label, `[1]`; a label of another salt says so.
  mutating func mark(_ evidence: Evidence) -> String {
    let line = words(of: evidence)
    if let number = numbers[line] { return "[\(number)]" }
    let number = lines.count + 1
    numbers[line] = number
    lines.append("[\(number)] \(line)")
    return "[\(number)]"
  }

  private func words(of evidence: Evidence) -> String {
    let row = evidence.row
    let subject =
      evidence.otherForm.map { "another salt or ester: \(DisplayText.printable($0))" }
      ?? row.subjectName
    if row.trust == .derived, !isFull {
      // What others derived says whose it is and under which terms it stands.
      return "\(subject), \(row.sourceKind.rawValue), \(row.licence), trust B"
        + (row.setID.map { ", set id \($0)" } ?? "")
    }
    var line =
      "\(subject), label of \(row.labelDate?.description ?? "unknown date")"
      + (isOld(row) ? " (\(EvidenceWords.age(day)))" : "")
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
