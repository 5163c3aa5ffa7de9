// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Turns rows into findings: one a symptom and direction, in order.
struct FindingBuilder {
  /// The day to count the age of labels from.
  let today: LabelDate?

  /// The findings in the order of salience.
  func findings(_ rows: [TakenRow]) -> [SymptomFinding] {
    rankedFindings(rows).map(\.finding)
  }

  /// The findings in the order of salience, each with the row that gives it its place.
  func rankedFindings(_ rows: [TakenRow]) -> [(finding: SymptomFinding, leader: RankedRow)] {
    Self.groups(rows).sorted { left, right in
      FindingOrder.compareLeaders(left.leader, right.leader) ?? (left.place < right.place)
    }.map { (finding($0), $0.leader) }
  }

  /// The findings of boxed and warning rows, by class, then identifier.
  func warnings(_ rows: [TakenRow]) -> [SymptomFinding] {
    Self.groups(rows.filter { $0.row.evidenceClass <= .warning }).sorted { left, right in
      let (a, b) = (left.rows[0].row.evidenceClass, right.rows[0].row.evidenceClass)
      return a == b ? left.place < right.place : a < b
    }.map(finding)
  }

  // MARK: Groups

  private struct Group {
    /// The place of symptom and direction in the order of both.
    let place: Int
    /// At least one row, in order.
    let rows: [RankedRow]
    let leader: RankedRow
  }

  private static func groups(_ rows: [TakenRow]) -> [Group] {
    let sorted = rows.map { (place: place(of: $0.row), taken: $0) }
      .sorted { left, right in
        left.place == right.place
          ? left.taken.row.precedes(right.taken.row) : left.place < right.place
      }
    var groups: [Group] = []
    var start = 0
    while start < sorted.count {
      let place = sorted[start].place
      var end = start + 1
      while end < sorted.count, sorted[end].place == place { end += 1 }
      let ranked = ranked(
        sorted[start..<end].map { ($0.taken.row, $0.taken.via, $0.taken.otherForm) })
      if let leader = ranked.min(by: FindingOrder.leads) {
        groups.append(
          Group(place: place, rows: ranked.sorted(by: FindingOrder.precedes), leader: leader))
      }
      start = end
    }
    return groups
  }

  /// The rows of one effect with what decides their places.
  static func ranked(
    _ rows: [(row: EvidenceRow, via: Evidence.Origin, otherForm: String?)]
  ) -> [RankedRow] {
    let figures = figures(rows.map(\.row)).filter { !$0.isWithOtherDrug }
    return rows.map { row, via, otherForm in
      RankedRow(
        row, via: via, otherForm: otherForm,
        figures: figures.first { $0.row.isBeside(row) }?.figures)
    }
  }

  /// The figures that are shown for the rows of one effect, per subject and route.
  static func figures(_ rows: [EvidenceRow]) -> [ShownFigures] {
    var best: [ShownFigures] = []
    for figures in rows.compactMap(ShownFigures.init) {
      if let known = best.firstIndex(where: { $0.row.isBeside(figures.row) }) {
        if figures < best[known] { best[known] = figures }
      } else {
        best.append(figures)
      }
    }
    return best
  }

  /// Symptoms by identifier, then present, decreased, increased, unspecified.
  private static func place(of row: EvidenceRow) -> Int {
    row.facts.symptomPlace * 4 + row.facts.direction.casePlace
  }

  private func finding(_ group: Group) -> SymptomFinding {
    SymptomFinding(
      symptom: group.leader.row.symptom, direction: group.leader.row.direction,
      step: group.leader.step,
      evidence: group.rows.map { ranked in
        Evidence(
          row: ranked.row, via: ranked.via, otherForm: ranked.otherForm,
          isOld: ranked.row.isOld(on: today))
      })
  }
}

extension EvidenceRow {
  /// Whether another row is of the same subject and route.
  fileprivate func isBeside(_ other: EvidenceRow) -> Bool {
    subject == other.subject && routeNames == other.routeNames
  }
}
