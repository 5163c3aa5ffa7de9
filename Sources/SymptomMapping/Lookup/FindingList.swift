// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Rows become findings: one per symptom and direction, rows nested, in a
// stable order whatever the order of the codes was (S37).

/// Builds the lists of an answer.
enum FindingList {
  private struct Key: Hashable {
    let symptom: SymptomCategory
    let direction: SymptomDirection
  }

  /// Symptoms by step, class of the deciding row, weight and identifier.
  ///
  /// The weight is that of the adults' row with the largest difference: the
  /// statement of a label names the symptom, its table gives the figures.
  static func bySalience(_ evidence: [Evidence]) -> [SymptomFinding] {
    findings(evidence).map { finding in
      Ranked(
        finding: finding, deciding: Salience.best(of: finding.evidence).row,
        weightiest: finding.evidence.map(\.row).filter { !$0.isPediatric }
          .min { Salience.compareWeight($0, $1) < 0 })
    }.sorted { $0.precedes($1) }.map(\.finding)
  }

  private struct Ranked {
    let finding: SymptomFinding
    let deciding: EvidenceRow?
    let weightiest: EvidenceRow?

    func precedes(_ other: Ranked) -> Bool {
      if finding.step != other.finding.step { return finding.step < other.finding.step }
      if let a = deciding?.evidenceClass.rank, let b = other.deciding?.evidenceClass.rank, a != b {
        return a < b
      }
      if let a = weightiest, let b = other.weightiest {
        let weight = Salience.compareWeight(a, b)
        if weight != 0 { return weight < 0 }
      }
      return FindingList.precedesByIdentifier(finding, other.finding)
    }
  }

  /// Rows of boxed warnings and warnings: by class, then by identifier.
  static func warnings(_ evidence: [Evidence]) -> [SymptomFinding] {
    let rows = evidence.filter {
      $0.row.evidenceClass == .boxed || $0.row.evidenceClass == .warning
    }
    return findings(rows).sorted { left, right in
      let a = left.evidence.first?.row.evidenceClass.rank ?? 0
      let b = right.evidence.first?.row.evidenceClass.rank ?? 0
      return a != b ? a < b : precedesByIdentifier(left, right)
    }
  }

  private static func findings(_ evidence: [Evidence]) -> [SymptomFinding] {
    var groups: [Key: [Evidence]] = [:]
    for item in evidence {
      groups[Key(symptom: item.row.symptom, direction: item.row.direction), default: []]
        .append(item)
    }
    return groups.map { key, items in
      SymptomFinding(
        symptom: key.symptom, direction: key.direction, step: Salience.best(of: items).step,
        evidence: items.sorted { Salience.precedes($0.row, $1.row) })
    }
  }

  fileprivate static func precedesByIdentifier(
    _ left: SymptomFinding, _ right: SymptomFinding
  ) -> Bool {
    if left.symptom != right.symptom {
      return left.symptom.rawValue.precedesInBytes(right.symptom.rawValue)
    }
    return left.direction.rawValue.precedesInBytes(right.direction.rawValue)
  }
}
