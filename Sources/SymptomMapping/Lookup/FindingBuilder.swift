// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Turns rows into findings: one a symptom and direction, in order.
struct FindingBuilder {
  private struct Effect: Hashable {
    let symptom: SymptomCategory
    let direction: EffectDirection
  }

  private struct SubjectEffect: Hashable {
    let subject: EvidenceSubject
    let effect: Effect
  }

  /// The day to count the age of labels from.
  let today: LabelDate?

  /// The findings in the order of salience.
  func findings(_ rows: [(row: EvidenceRow, via: Evidence.Origin)]) -> [SymptomFinding] {
    let groups = groups(rows)
    return groups.sorted { left, right in
      FindingOrder.compareLeaders(left.leader, right.leader) ?? Self.precedes(left, right)
    }.map(finding)
  }

  /// The findings of boxed and warning rows, by class, then identifier.
  func warnings(_ rows: [(row: EvidenceRow, via: Evidence.Origin)]) -> [SymptomFinding] {
    let groups = groups(rows.filter { $0.row.evidenceClass <= .warning })
    return groups.sorted { left, right in
      let (a, b) = (left.rows[0].row.evidenceClass, right.rows[0].row.evidenceClass)
      return a == b ? Self.precedes(left, right) : a < b
    }.map(finding)
  }

  // MARK: Groups

  private struct Group {
    let effect: Effect
    /// At least one row, in order.
    let rows: [RankedRow]
    let leader: RankedRow
  }

  private func groups(_ rows: [(row: EvidenceRow, via: Evidence.Origin)]) -> [Group] {
    let figures = Self.figures(rows.map(\.row))
    var byEffect: [Effect: [RankedRow]] = [:]
    for (row, via) in rows {
      let effect = Effect(symptom: row.symptom, direction: row.direction)
      let subject = SubjectEffect(subject: row.subject, effect: effect)
      byEffect[effect, default: []].append(
        RankedRow(row, via: via, figures: figures[subject]))
    }
    return byEffect.compactMap { effect, rows in
      rows.min(by: FindingOrder.leads).map { leader in
        Group(effect: effect, rows: rows.sorted(by: FindingOrder.precedes), leader: leader)
      }
    }
  }

  /// The best adult figures of trials, per subject and effect.
  private static func figures(_ rows: [EvidenceRow]) -> [SubjectEffect: TrialFigures] {
    var best: [SubjectEffect: TrialFigures] = [:]
    for row in rows where !row.facts.isPediatric {
      guard row.evidenceClass == .trialTable || row.evidenceClass == .trialText,
        let figures = TrialFigures(row)
      else { continue }
      let key = SubjectEffect(
        subject: row.subject,
        effect: Effect(symptom: row.symptom, direction: row.direction))
      if best[key].map(figures.exceeds) ?? true { best[key] = figures }
    }
    return best
  }

  private static func precedes(_ left: Group, _ right: Group) -> Bool {
    let (a, b) = (left.effect, right.effect)
    if a.symptom != b.symptom { return a.symptom < b.symptom }
    return place(a.direction) < place(b.direction)
  }

  private static func place(_ direction: EffectDirection) -> Int {
    switch direction {
    case .present: 0
    case .decreased: 1
    case .increased: 2
    case .unspecified: 3
    }
  }

  private func finding(_ group: Group) -> SymptomFinding {
    SymptomFinding(
      symptom: group.effect.symptom, direction: group.effect.direction,
      step: group.leader.step,
      evidence: group.rows.map { ranked in
        let date = today.flatMap { today in
          ranked.row.labelDate.map { $0.isOlder(thanYears: 2, before: today) }
        }
        return Evidence(row: ranked.row, via: ranked.via, isOld: date)
      })
  }
}
