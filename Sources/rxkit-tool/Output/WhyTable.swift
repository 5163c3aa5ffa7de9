// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import SymptomMapping

/// Where each statement about side effects stands: one row of a table a row of evidence.
enum WhyTable {
  /// What a person needs to find the words in the label (S24, S27).
  static func table(_ findings: [SymptomFinding], _ sources: inout LabelSources) -> Table {
    var table = Table(
      "symptom", "step", "found in", "figures", "for", "fit", "routes", "labels", "section",
      "label wording", "label")
    for finding in findings {
      for (place, evidence) in finding.evidence.enumerated() {
        let row = evidence.row
        table.append([
          place == 0 ? EvidenceWords.symptom(finding) : "", place == 0 ? String(finding.step) : "",
          EvidenceWords.place(row), figures(row), company(evidence),
          row.fit.rawValue, row.routes.joined(separator: "|"),
          "\(row.labelsAgreeing) of \(row.labelsSeen)", section(row),
          row.labelTerm.map { "“\($0)”" }, sources.mark(evidence),
        ])
      }
    }
    return table
  }

  /// The figures with the comparator or the statement that there was none (S27).
  private static func figures(_ row: EvidenceRow) -> String? {
    let cut = row.threshold.map { "listed as at least \($0) %" }
    guard let percent = row.drugPercent else { return cut }
    return (["\(percent) % \(EvidenceWords.comparison(row))"] + [cut].compactMap { $0 }).joined(
      separator: ", ")
  }

  /// Whom and what the statement is about, where it is not adults and the very thing asked for.
  private static func company(_ evidence: Evidence) -> String? {
    let row = evidence.row
    var parts = [row.population, row.condition].compactMap { $0 }
    if row.population == nil { parts.insert("adults, or not said", at: 0) }
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
