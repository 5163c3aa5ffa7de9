// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping
import Testing

@Suite("Whose labels name a symptom")
struct SymptomLookupTests {
  private static let boxed = RowText(
    code: "500", evidenceClass: "boxed", route: "INTRAVENOUS", section: "34066-1")

  private static func table(
    _ code: String, _ drug: String, _ compared: String, route: String = "ORAL"
  ) -> RowText {
    RowText(
      code: code, evidenceClass: "trial_table", drug: drug, compared: compared,
      comparator: "placebo", route: route)
  }

  private static let rows = [
    RowText(code: "100", evidenceClass: "most_common"), table("200", "30", "10"),
    table("300", "20", "15"), RowText(code: "300", evidenceClass: "most_common"),
    RowText(code: "400"), boxed, RowText(code: "500", symptom: "Acne"),
    RowText(kind: "combination", code: "400", evidenceClass: "postmarketing"),
  ]

  private func subjects(_ answer: SymptomAnswer) -> [String] {
    answer.subjects.map { "\($0.subject.kind.rawValue.prefix(1))\($0.subject.rxcui)" }
  }

  @Test("By step, then by difference; a list without figures does not hide a table's")
  func order() throws {
    let answer = try SmallTables.tables(Self.rows).subjects(naming: .nausea)
    #expect(subjects(answer) == ["i200", "i300", "i100", "i500", "i400", "c400"])
    #expect(answer.subjects.map(\.finding.step) == [1, 1, 1, 3, 4, 5])
    #expect(
      answer.subjects.map { $0.finding.difference?.description } == ["20", "5", nil, nil, nil, nil])
    #expect(answer.unfilteredCount == 6)
    #expect(answer.readSubjectCount == 6, "S29: of so many subjects a label was read")
  }

  @Test("The order of the rows in the file plays no part")
  func orderOfRows() throws {
    let straight = try SmallTables.tables(Self.rows).subjects(naming: .nausea)
    let reversed = try SmallTables.tables(Self.rows.reversed()).subjects(naming: .nausea)
    #expect(subjects(straight) == subjects(reversed))
  }

  @Test("S31 Boxed warnings are given whatever the filter")
  func boxedIsNeverFiltered() throws {
    var filter = SymptomFilter()
    filter.classes = [.mostCommon]
    filter.routes = ["ORAL"]
    let answer = try SmallTables.tables(Self.rows).subjects(naming: .nausea, filter)
    #expect(answer.boxed.map(\.subject.rxcui.rawValue) == [500])
    #expect(answer.boxed.first?.finding.evidence.map(\.row.evidenceClass) == [.boxed])
    #expect(subjects(answer) == ["i300", "i100"])
    #expect(answer.unfilteredCount == 6)
  }

  @Test("S19 A filter of routes ranks by the labels of these routes alone")
  func routes() throws {
    let rows = [
      Self.table("100", "30", "1"), RowText(code: "100", route: "TOPICAL"),
      Self.table("200", "9", "1", route: "TOPICAL"),
    ]
    let tables = try SmallTables.tables(rows)
    #expect(tables.sideEffects.routeWords == ["ORAL", "TOPICAL"])
    let answer = tables.subjects(naming: .nausea, SymptomFilter(routes: ["TOPICAL"]))
    #expect(subjects(answer) == ["i200", "i100"])
    #expect(answer.subjects.map(\.finding.step) == [1, 4])
    #expect(answer.subjects.last?.finding.evidence.map(\.row.routes) == [["TOPICAL"]])
  }

  @Test("S30 Directions stand apart, and one that is not said fits both")
  func directions() throws {
    func row(_ code: String, _ direction: String) -> RowText {
      RowText(code: code, symptom: "SleepChanges", direction: direction)
    }
    let tables = try SmallTables.tables([
      row("100", "decreased"), row("100", "increased"), row("200", "unspecified"),
    ])
    let all = tables.subjects(naming: .sleepChanges)
    #expect(all.subjects.map(\.finding.direction) == [.decreased, .increased, .unspecified])
    let less = tables.subjects(naming: .sleepChanges, SymptomFilter(direction: .decreased))
    #expect(less.subjects.map(\.finding.direction) == [.decreased, .unspecified])
  }

  @Test("S32 Ages count to the day that is given, and to none without one")
  func ages() throws {
    let tables = try SmallTables.tables([RowText(date: "20240110")])
    func isOld(_ day: String?) -> [Bool?] {
      tables.subjects(naming: .nausea, today: day.flatMap { LabelDate($0) })
        .subjects.flatMap(\.finding.evidence).map(\.isOld)
    }
    #expect(isOld("2026-01-10") == [false])
    #expect(isOld("2026-01-11") == [true])
    #expect(isOld(nil) == [nil])
  }

  @Test("Every row of the shipped table is found by its symptom, and only there")
  func wholeTable() throws {
    let table = try Shipped.tables().sideEffects
    let found = SymptomCategory.allCases.map { table.rows(naming: $0) }
    #expect(found.map(\.count).reduce(0, +) == table.count)
    for (symptom, rows) in zip(SymptomCategory.allCases, found) {
      #expect(rows.allSatisfy { $0.symptom == symptom })
      #expect(rows == table.rows.filter { $0.symptom == symptom }, "in the order of keys")
    }
    #expect(table.symptoms == SymptomCategory.allCases.filter { !table.rows(naming: $0).isEmpty })
  }

  @Test("M15 A subject stands in the answer once a direction, with all its rows")
  func oncePerDirection() throws {
    let tables = try Shipped.tables()
    for symptom in SymptomCategory.allCases {
      let answer = tables.subjects(naming: symptom)
      let keys = answer.subjects.map { "\($0.subject) \($0.finding.direction)" }
      #expect(Set(keys).count == keys.count)
      #expect(
        answer.subjects.map(\.finding.evidence.count).reduce(0, +)
          == tables.sideEffects.rows(naming: symptom).count)
      #expect(answer.subjects.map(\.finding.step) == answer.subjects.map(\.finding.step).sorted())
    }
  }

  @Test("Many threads that ask first get the same answer")
  func threads() async throws {
    let tables = try SmallTables.tables(Self.rows)
    let expected = subjects(try SmallTables.tables(Self.rows).subjects(naming: .nausea))
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { subjects(tables.subjects(naming: .nausea)) } }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test("An empty table answers with nothing")
  func empty() {
    let answer = MappingTables.empty.subjects(naming: .nausea)
    #expect(answer.subjects.isEmpty && answer.boxed.isEmpty && answer.readSubjectCount == 0)
    #expect(MappingTables.empty.sideEffects.symptoms.isEmpty)
  }
}
