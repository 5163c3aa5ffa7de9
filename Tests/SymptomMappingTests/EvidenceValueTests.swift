// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

import SymptomMapping

@Suite("Dates, percentages and classes of evidence")
struct EvidenceValueTests {
  @Test("Days are read in two spellings", arguments: ["20260717", "2026-07-17"])
  func dates(_ text: String) {
    #expect(LabelDate(text)?.description == "2026-07-17")
  }

  @Test(
    "What is no day is none",
    arguments: [
      "", "2026", "202607", "20261301", "20260230", "20250229", "20260631", "2026-0717",
      "202607171", "2026/07/17", "00000101", "2026071a",
    ])
  func noDates(_ text: String) {
    #expect(LabelDate(text) == nil)
  }

  @Test("Leap days exist in leap years only")
  func leapDays() {
    #expect(LabelDate("20240229") != nil)
    #expect(LabelDate("20000229") != nil)
    #expect(LabelDate("19000229") == nil)
  }

  @Test("S32 Older than two years means a day more than two years")
  func age() throws {
    let label = try #require(LabelDate("20240229"))
    #expect(!label.isOlder(thanYears: 2, before: try #require(LabelDate("20260228"))))
    #expect(label.isOlder(thanYears: 2, before: try #require(LabelDate("20260301"))))
  }

  @Test(
    "A printed percentage is a number, or less than one", arguments: ["12", "0.5", "<1", "5.0"])
  func percentages(_ text: String) {
    #expect(PrintedPercent(text) != nil)
    #expect(PrintedPercent(text)?.isUpperBound == text.hasPrefix("<"))
  }

  @Test(
    "What is no percentage is none", arguments: ["", "<", "%", "5%", "1,5", "1e3", "-1", "<<1"])
  func noPercentages(_ text: String) {
    #expect(PrintedPercent(text) == nil)
  }

  @Test("Classes rank as the label weighs them")
  func ranks() {
    #expect(EvidenceClass.allCases.map(\.rank) == Array(0...7))
    #expect(EvidenceClass.allCases == EvidenceClass.allCases.sorted())
  }

  @Test("A row gives every field of its line")
  func fields() throws {
    let table = try SideEffectTable(
      bytes: SmallTables.evidence([
        RowText(
          evidenceClass: "trial_table", drug: "<1", compared: "0.5", comparator: "active",
          population: "men", context: "asthma", route: "INTRAMUSCULAR|INTRAVENOUS", seen: 3,
          agreeing: 2)
      ]))
    let row = try #require(table.rows.first)
    #expect(row.subject == EvidenceSubject(.ingredient, RxCUI(rawValue: 100)))
    #expect(row.subjectName == "subject 100")
    #expect(row.symptom == .nausea && row.fit == .exact && row.direction == .present)
    #expect(row.evidenceClass == .trialTable && row.threshold == nil)
    #expect(row.drugPercent == "<1" && row.comparatorPercent == "0.5")
    #expect(row.comparator == .active)
    #expect(row.population == "men" && row.context == "asthma")
    #expect(row.routes == ["INTRAMUSCULAR", "INTRAVENOUS"])
    #expect(row.labelsSeen == 3 && row.labelsAgreeing == 2)
    #expect(row.sourceKind == .openFDA && row.trust == .checkable)
    #expect(row.setID == "00000000-0000-0000-0000-000000000001")
    #expect(row.labelVersion == "1" && row.labelDate == LabelDate("20260101"))
    #expect(row.sectionLOINC == "34084-4" && row.subsection == nil)
    #expect(row.labelTerm == "words" && row.sourceAddress == nil)
    #expect(row.licence == "CC0-1.0")
  }

  @Test("A table knows its subjects and symptoms")
  func subjects() throws {
    let table = try SideEffectTable(
      bytes: SmallTables.evidence([
        RowText(code: "1000"), RowText(code: "99", symptom: "Acne"),
        RowText(kind: "combination", code: "99"), RowText(code: "1000", symptom: "Acne"),
      ]))
    #expect(table.subjects.map(\.rxcui.rawValue) == [99, 99, 1000])
    #expect(table.subjects.map(\.kind) == [.ingredient, .combination, .ingredient])
    #expect(table.symptoms == [.acne, .nausea])
    let subject = EvidenceSubject(.ingredient, RxCUI(rawValue: 1000))
    #expect(table.rows(about: subject).map(\.symptom) == [.acne, .nausea])
    #expect(!table.hasRows(about: EvidenceSubject(.product, RxCUI(rawValue: 1000))))
  }
}
