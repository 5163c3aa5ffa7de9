// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A figure of an effect in adults.
///
/// The least one is shown: the drug alone before one with another drug, with a
/// comparator before without, above it before others, everyone before a group,
/// all doses before one dose, then the highest, then the newest label's.
struct ShownFigures: Comparable {
  let row: EvidenceRow
  let figures: TrialFigures
  let isWithOtherDrug: Bool
  /// A bit for each of these criteria that it fails, the most important highest.
  private let lacks: Int

  /// `nil` for a row without a figure, of warnings, of children, or of another sense.
  init?(_ row: EvidenceRow) {
    guard row.evidenceClass > .warning, row.sense == .effect, !row.facts.isPediatric,
      let figures = TrialFigures(row)
    else { return nil }
    (self.row, self.figures) = (row, figures)
    isWithOtherDrug = row.isWithOtherDrug
    lacks =
      (isWithOtherDrug ? 16 : 0) + (figures.difference == nil ? 8 : 0)
      + (figures.isAbove ? 0 : 4) + (row.utf8(.population).isEmpty ? 0 : 2)
      + (row.isOfAllDoses ? 0 : 1)
  }

  static func == (left: ShownFigures, right: ShownFigures) -> Bool { left.row == right.row }

  static func < (left: ShownFigures, right: ShownFigures) -> Bool {
    if left.lacks != right.lacks { return left.lacks < right.lacks }
    if left.figures.drug != right.figures.drug { return right.figures.drug < left.figures.drug }
    switch (left.row.labelDate, right.row.labelDate) {
    case (let a?, let b?) where a != b: return b < a
    case (_?, nil): return true
    case (nil, _?): return false
    default: return left.row.precedes(right.row)
    }
  }
}

extension EvidenceRow {
  /// Whether another drug was taken with it in the trial: context or arm say so, or the arm adds
  /// something to the drug's name.
  public var isWithOtherDrug: Bool {
    let isSaid = [EvidenceColumn.context, .arm].contains { column in
      contains(column, anyWordBeginning: Self.wordsOfSeveralDrugs)
    }
    if isSaid { return true }
    guard contains(.arm, anyWordBeginning: ["drug"]), let arm,
      let name = arm.firstRange(of: "[drug]")
    else { return false }
    let rest = arm[name.upperBound...].drop { $0 == " " }.lowercased()
    return ["+", "/", "plus ", "with ", "and "].contains { sign in
      rest.hasPrefix(sign)
        && !["placebo", "[drug]"].contains(
          where: rest.dropFirst(sign.count).drop { $0 == " " }.hasPrefix)
    }
  }

  /// Whether its arm pools all doses or grades, or its table all trials.
  fileprivate var isOfAllDoses: Bool {
    if contains(.context, anyWordBeginning: ["pooled"]) { return true }
    guard contains(.arm, anyWordBeginning: Self.wordsOfAllDoses), let arm else { return false }
    return arm.lowercased().split { !$0.isLetter }
      .contains { Self.wordsOfAllDoses.contains(String($0)) }
  }

  private static let wordsOfSeveralDrugs = [
    "combination", "combined with", "add-on", "adjunct", "coadmin", "co-admin", "triple",
  ]
  private static let wordsOfAllDoses = ["all", "any", "total", "combined", "pooled"]
}
