// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

import SymptomMapping

@Suite("Rules that every answer of side effects keeps")
struct SafetyTests {
  private func answer(
    _ rows: [RowText], _ labels: [LabelText] = [], of codes: [UInt32] = [110],
    today: LabelDate? = nil
  ) throws -> SideEffectAnswer {
    try SmallTables.tables(rows, labels: labels)
      .sideEffects(of: codes.map(TwoDrugs.concept), today: today)
  }

  @Test("S24 Every symptom has evidence: label, version, date, section, class")
  func evidence() throws {
    guard let catalog = try Shipped.catalog(for: "evidence of shipped rows") else { return }
    let tables = try Shipped.tables()
    for subject in tables.sideEffects.subjects {
      let concept = try #require(catalog.concept(for: subject.rxcui))
      let answer = tables.sideEffects(of: [concept])
      #expect(!answer.symptoms.isEmpty)
      for finding in answer.symptoms + answer.warnings + answer.otherRoutes {
        #expect(!finding.evidence.isEmpty)
        for evidence in finding.evidence {
          #expect(evidence.row.setID != nil && evidence.row.labelVersion != nil)
          #expect(evidence.row.labelDate != nil && evidence.row.sectionLOINC != nil)
          #expect(evidence.row.labelTerm != nil)
        }
      }
    }
  }

  @Test("S32 The age of a label is said where no row quotes it, too")
  func boxedAge() throws {
    let today = try #require(LabelDate(year: 2026, month: 11, day: 23))
    let old = try answer([], [LabelText(date: "20240101", boxed: "WARNING")])
    #expect(old.boxedWarning.labels.map(\.isOld) == [nil])
    #expect(old.countingAges(to: today).boxedWarning.labels.map(\.isOld) == [true])
    let none = try answer([], [LabelText(date: "20260101")]).countingAges(to: today)
    #expect(none.boxedWarning.present == .no && none.boxedWarning.label?.isOld == false)
  }

  @Test("S32 The date stands in every row, and an old label is said to be old")
  func age() throws {
    let today = try #require(LabelDate("2028-01-02"))
    let rows = [
      RowText(date: "20260101"), RowText(symptom: "Vomiting", date: "20260102"),
    ]
    let found = try answer(rows, today: today).symptoms.map(\.evidence[0])
    #expect(found.map { $0.row.labelDate?.description } == ["2026-01-01", "2026-01-02"])
    #expect(found.map(\.isOld) == [true, false])
    #expect(try answer(rows).symptoms.map(\.evidence[0].isOld) == [nil, nil])
  }

  @Test("S37 The order of rows, labels and concepts plays no part; nothing comes twice")
  func determinism() throws {
    let rows = [
      RowText(evidenceClass: "most_common"), RowText(symptom: "Acne"),
      RowText(code: "101", symptom: "Acne"), RowText(code: "200"),
      RowText(kind: "combination", code: "300"), RowText(symptom: "Fever", route: "TOPICAL"),
      RowText(
        evidenceClass: "trial_table", drug: "12", compared: "3", comparator: "placebo"),
    ]
    let labels = [LabelText(), LabelText(code: "200"), LabelText(setID: "z", boxed: "W")]
    let codes: [UInt32] = [110, 310, 111, 300, 100]
    func text(_ rows: [RowText], _ labels: [LabelText], _ codes: [UInt32]) throws -> String {
      let found = try answer(rows, labels, of: codes)
      return "\(found.boxedWarning) \(found.coverage) \(found.reasons) "
        + [found.symptoms, found.warnings, found.otherRoutes].map { block in
          block.map { finding in
            "\(finding.step) \(finding.symptom) \(finding.direction) "
              + finding.evidence.map {
                "\($0.via) \($0.row.subject.rxcui) \($0.row.evidenceClass) \($0.row.routes)"
              }.joined(separator: ", ")
          }.joined(separator: "; ")
        }.joined(separator: " | ")
    }
    let expected = try text(rows, labels, codes)
    for turn in 1..<rows.count {
      let turned = Array(rows[turn...] + rows[..<turn])
      #expect(try text(turned, labels.reversed(), codes.reversed() + codes) == expected)
    }
    let found = try answer(rows, labels, of: codes)
    for block in [found.symptoms, found.otherRoutes, found.warnings] {
      let effects = block.map { "\($0.symptom) \($0.direction)" }
      #expect(Set(effects).count == effects.count)
      let all = block.flatMap(\.evidence).map(\.row)
      #expect(Set(all).count == all.count)
    }
  }
}
