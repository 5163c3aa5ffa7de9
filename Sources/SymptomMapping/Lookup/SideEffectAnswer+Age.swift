// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SideEffectAnswer {
  /// How old a label is when answers say so (S32).
  public static let yearsToOld = 2

  /// The same answer with the age of labels counted to another day; `nil` says no age.
  public func countingAges(to day: LabelDate?) -> SideEffectAnswer {
    SideEffectAnswer(
      boxedWarning: boxedWarning, coverage: coverage, reasons: reasons,
      symptoms: symptoms.map { $0.countingAges(to: day) },
      warnings: warnings.map { $0.countingAges(to: day) },
      otherRoutes: otherRoutes.map { $0.countingAges(to: day) }, unmapped: unmapped,
      replacements: replacements, asOf: day)
  }
}

extension SymptomFinding {
  fileprivate func countingAges(to day: LabelDate?) -> SymptomFinding {
    SymptomFinding(
      symptom: symptom, direction: direction, step: step,
      evidence: evidence.map { Evidence(row: $0.row, via: $0.via, isOld: $0.row.isOld(on: day)) })
  }
}

extension EvidenceRow {
  /// Whether the label is more than two years older than a day (S32); `nil` without a day or date.
  func isOld(on day: LabelDate?) -> Bool? {
    day.flatMap { day in
      labelDate.map { $0.isOlder(thanYears: SideEffectAnswer.yearsToOld, before: day) }
    }
  }
}
