// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What a person would ask about first. A symptom has the step of its best
// row; children's rows never decide for adults, and what is not above the
// comparator, comes on withdrawal or only overlaps goes one step down.

/// How salient rows and symptoms are.
enum Salience {
  /// The last step.
  static let last = 5

  /// The step of one row, from 1 to 5.
  static func step(of row: EvidenceRow) -> Int {
    let step = plainStep(of: row)
    if row.evidenceClass == .boxed { return step }
    let isNotAbove = row.difference.map { $0 <= .zero } ?? false
    let goesDown = isNotAbove || row.isWithdrawalOnly || row.fit == .related
    return min(last, goesDown ? step + 1 : step)
  }

  private static func plainStep(of row: EvidenceRow) -> Int {
    switch row.evidenceClass {
    case .mostCommon: return isLeaflet(row) ? 2 : 1
    case .trialTable, .trialText:
      guard let percent = row.percent else { return 4 }
      if row.evidenceClass == .trialTable, percent >= ExactDecimal(5),
        let difference = row.difference, difference >= ExactDecimal(2)
      {
        return 1
      }
      return percent >= ExactDecimal(2) ? 2 : 4
    case .boxed, .warning: return 3
    case .stopUse, .listed: return 4
    case .postmarketing: return last
    }
  }

  /// Patient leaflets (LOINC 42230-3) and medication guides (42231-1) speak to laymen.
  private static func isLeaflet(_ row: EvidenceRow) -> Bool {
    row.sectionLOINC == "42230-3" || row.sectionLOINC == "42231-1"
  }

  /// The step of a symptom, and the row that gives it.
  static func best(of evidence: [Evidence]) -> (step: Int, row: EvidenceRow?) {
    var best: (step: Int, row: EvidenceRow)?
    for item in evidence where !item.row.isPediatric {
      let step = step(of: item.row)
      if let current = best,
        current.step < step || !outranks(item.row, current.row, step, current.step)
      {
        continue
      }
      best = (step, item.row)
    }
    return best.map { ($0.step, $0.row) } ?? (last, nil)
  }

  private static func outranks(
    _ left: EvidenceRow, _ right: EvidenceRow, _ leftStep: Int, _ rightStep: Int
  ) -> Bool {
    leftStep != rightStep ? leftStep < rightStep : precedes(left, right)
  }

  /// The order of rows: class, difference, share of labels, then the table's order.
  static func precedes(_ left: EvidenceRow, _ right: EvidenceRow) -> Bool {
    if left.evidenceClass != right.evidenceClass {
      return left.evidenceClass.rank < right.evidenceClass.rank
    }
    switch compareWeight(left, right) {
    case let order where order != 0: return order < 0
    default: return left.index < right.index
    }
  }

  /// Below zero where the left row weighs more: larger difference, then larger share of labels.
  static func compareWeight(_ left: EvidenceRow, _ right: EvidenceRow) -> Int {
    switch (left.difference, right.difference) {
    case (let a?, let b?) where a != b: return a > b ? -1 : 1
    case (_?, nil): return -1
    case (nil, _?): return 1
    default: break
    }
    let a = left.labelsAgreeing * max(1, right.labelsSeen)
    let b = right.labelsAgreeing * max(1, left.labelsSeen)
    return a == b ? 0 : (a > b ? -1 : 1)
  }
}
