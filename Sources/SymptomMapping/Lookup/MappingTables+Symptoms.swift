// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension MappingTables {
  /// Which subjects of labels name a symptom, ranked, with the evidence.
  ///
  /// Subjects are those that labels are about: ingredients, combinations and
  /// products with a label of their own. Products that inherit from their
  /// ingredients are not listed; ask ``sideEffects(of:today:)`` for one.
  ///
  /// - Parameters:
  ///   - symptom: The symptom.
  ///   - filter: The requested statements; boxed warnings are always included.
  ///   - today: The day to count the age of labels from; without it no age is given.
  /// - Returns: The answer; a subject is in it once per direction.
  /// - Complexity: O(*r* log *r*) in the rows that name the symptom. The first
  ///   query to a table, from any thread, also scans all its rows once.
  public func subjects(
    naming symptom: SymptomCategory, _ filter: SymptomFilter = SymptomFilter(),
    today: LabelDate? = nil
  ) -> SymptomAnswer {
    let builder = FindingBuilder(today: today)
    let runs = Self.runs(sideEffects.rows(naming: symptom))
    var boxed: [SymptomSubject] = []
    var fitting: [(subject: SymptomSubject, leader: RankedRow)] = []
    var count = 0
    for rows in runs {
      guard let first = rows.first else { continue }
      let taken = rows.map { TakenRow(row: $0, via: .own, fits: true) }
      func subject(_ finding: SymptomFinding) -> SymptomSubject {
        SymptomSubject(subject: first.subject, name: first.subjectName, finding: finding)
      }
      boxed += builder.findings(taken.filter { $0.row.isInBoxedWarning }).map(subject)
      let all = builder.rankedFindings(taken)
      count += all.count
      let routed =
        filter.routes.isEmpty
        ? all : builder.rankedFindings(taken.filter { Self.fits($0.row, filter.routes) })
      for (finding, leader) in routed {
        let isOfClass =
          filter.classes.isEmpty
          || finding.evidence.contains { filter.classes.contains($0.row.evidenceClass) }
        if isOfClass, filter.fits(finding.direction) {
          fitting.append((subject(finding), leader))
        }
      }
    }
    fitting.sort { left, right in
      FindingOrder.compareSubjects(left.leader, right.leader)
        ?? left.subject.precedes(right.subject)
    }
    return SymptomAnswer(
      symptom: symptom, direction: filter.direction, boxed: boxed.sorted { $0.precedes($1) },
      subjects: fitting.map(\.subject), unfilteredCount: count,
      readSubjectCount: readSubjectCount)
  }

  /// The subjects with a label or a row.
  var readSubjectCount: Int {
    Set(labels.subjects).union(sideEffects.subjects).count
  }

  /// The rows of each subject, which are contiguous in the order of keys.
  private static func runs(_ rows: [EvidenceRow]) -> [ArraySlice<EvidenceRow>] {
    var runs: [ArraySlice<EvidenceRow>] = []
    var start = 0
    for place in rows.indices
    where place + 1 == rows.count || rows[place + 1].subject != rows[place].subject {
      runs.append(rows[start...place])
      start = place + 1
    }
    return runs
  }

  /// Whether one of a row's routes is asked for; a row without route says nothing of any.
  private static func fits(_ row: EvidenceRow, _ routes: Set<String>) -> Bool {
    row.routes.contains { routes.contains($0) }
  }
}

extension SymptomSubject {
  /// By code, then kind, then direction.
  fileprivate func precedes(_ other: SymptomSubject) -> Bool {
    subject == other.subject
      ? finding.direction.casePlace < other.finding.direction.casePlace : subject < other.subject
  }
}
