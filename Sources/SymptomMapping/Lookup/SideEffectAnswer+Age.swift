// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SideEffectAnswer {
  /// The age from which answers mark a label as old.
  public static let yearsToOld = 2

  /// The same answer with the age of labels computed for another day; without ages for `nil`.
  public func countingAges(to day: LabelDate?) -> SideEffectAnswer {
    SideEffectAnswer(
      boxedWarning: boxedWarning.countingAges(to: day), coverage: coverage, reasons: reasons,
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
      evidence: evidence.map {
        Evidence(
          row: $0.row, via: $0.via, otherForm: $0.otherForm, isOld: $0.row.isOld(on: day))
      })
  }
}

extension BoxedWarning {
  fileprivate func countingAges(to day: LabelDate?) -> BoxedWarning {
    BoxedWarning(
      present, label?.countingAge(to: day), labels.map { $0.countingAge(to: day) })
  }
}

extension BoxedWarning.Label {
  fileprivate func countingAge(to day: LabelDate?) -> BoxedWarning.Label {
    BoxedWarning.Label(
      setID: setID, labelDate: labelDate, title: title, otherForm: otherForm,
      isRouteStated: isRouteStated, isOld: labelDate.flatMap { $0.isOld(on: day) })
  }
}

extension LabelDate {
  /// Whether a label of this date is more than two years older than a day; `nil` without a day.
  func isOld(on day: LabelDate?) -> Bool? {
    day.map { isOlder(thanYears: SideEffectAnswer.yearsToOld, before: $0) }
  }
}

extension EvidenceRow {
  /// Whether the label is more than two years older than a day; `nil` without a day or date.
  func isOld(on day: LabelDate?) -> Bool? {
    labelDate.flatMap { $0.isOld(on: day) }
  }
}
