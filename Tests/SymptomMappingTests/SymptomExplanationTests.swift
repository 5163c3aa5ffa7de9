// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping
import Testing

@Suite("What the labels of several medications say of one symptom")
struct SymptomExplanationTests {
  private static let rows = [
    RowText(
      code: "100", evidenceClass: "trial_table", drug: "12", compared: "4", comparator: "placebo"),
    RowText(code: "100", symptom: "Acne", route: "TOPICAL"),
    RowText(code: "200", evidenceClass: "listed"),
    RowText(kind: "combination", code: "300", symptom: "Fever"),
  ]

  private func explain(
    _ symptom: SymptomCategory, _ codes: [UInt32], going direction: EffectDirection? = nil,
    rows: [RowText] = rows
  ) throws -> SymptomExplanation {
    let tables = try SmallTables.tables(rows)
    return SymptomExplanation(
      symptom, direction: direction,
      in: try codes.map { tables.sideEffects(of: [try TwoDrugs.concept($0)]) })
  }

  @Test("S1 S29 Every medication stands in it once, and the words for no row differ")
  func standings() throws {
    // 200 names it, 100 names it first, 500 has no label, 111 is a cream.
    let found = try explain(.nausea, [500, 200, 111, 100])
    #expect(found.medications.map(\.place) == [3, 1, 2, 0])
    #expect(found.medications.map(\.standing) == [.named, .named, .otherRoute, .noLabel])
    #expect(found.medications.map(\.step) == [1, 4, nil, nil])
    #expect(found.medications[2].otherRoutes.count == 1, "S19: of another route, and shown apart")
  }

  @Test("S29 Read and not named, read in part, and not read at all are three answers")
  func coverage() throws {
    let rows = [RowText(code: "100", symptom: "Fever")]
    let found = try explain(.nausea, [110, 310, 510], rows: rows)
    #expect(found.medications.map(\.standing) == [.notNamed, .partlyRead, .noLabel])
    let unknown = SymptomExplanation(
      .nausea, in: [try SmallTables.tables(rows).sideEffects(of: [])])
    #expect(unknown.medications.map(\.standing) == [.unknown])
  }

  @Test("S28 Rows of single ingredients follow those of the combination's own labels")
  func inherited() throws {
    let rows = [
      RowText(code: "100"), RowText(kind: "combination", code: "300"),
    ]
    let found = try explain(.nausea, [310], rows: rows)
    #expect(
      found.medications.first?.findings.first?.evidence.map(\.via) == [.combination, .inherited])
  }

  @Test("S30 The direction that is felt ranks; the other one is shown and does not rank")
  func directions() throws {
    func row(_ code: String, _ direction: String, _ kind: String) -> RowText {
      RowText(code: code, symptom: "AppetiteChanges", direction: direction, evidenceClass: kind)
    }
    let rows = [
      row("100", "increased", "most_common"), row("100", "decreased", "listed"),
      row("200", "increased", "most_common"),
    ]
    let found = try explain(.appetiteChanges, [200, 100], going: .decreased, rows: rows)
    #expect(found.medications.map(\.place) == [1, 0])
    #expect(found.medications.map(\.standing) == [.named, .otherDirection])
    #expect(found.medications.map(\.step) == [4, nil])
    #expect(found.medications[0].findings.map(\.direction) == [.decreased, .increased])
    let both = try explain(.appetiteChanges, [200, 100], rows: rows)
    #expect(both.medications.map(\.step) == [1, 1])
  }

  @Test("S31 A boxed warning that names the symptom is said, and is never lower than step 3")
  func boxed() throws {
    let rows = [
      RowText(
        code: "100", fit: "related", evidenceClass: "boxed", population: "pediatric",
        section: "34066-1"),
      RowText(code: "200"),
    ]
    let found = try explain(.nausea, [200, 100], rows: rows)
    #expect(found.medications.map(\.isBoxed) == [true, false])
    #expect(found.medications.map(\.step) == [3, 4])
  }

  @Test("S4 Medications that say the same stand in the order in which they were given")
  func ties() throws {
    let rows = [RowText(code: "100")]
    for codes: [UInt32] in [[110, 112], [112, 110]] {
      #expect(try explain(.nausea, codes, rows: rows).medications.map(\.place) == [0, 1])
    }
    #expect(try explain(.nausea, [], rows: rows).medications.isEmpty)
  }

  @Test("S32 The age of labels can be counted to another day")
  func ages() throws {
    let answer = try SmallTables.tables([RowText(evidenceClass: "boxed", section: "34066-1")])
      .sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.asOf == nil)
    let old = answer.countingAges(to: LabelDate("2028-01-02"))
    #expect(old.asOf == LabelDate("2028-01-02"))
    #expect(old.symptoms.flatMap(\.evidence).map(\.isOld) == [true])
    #expect(old.warnings.flatMap(\.evidence).map(\.isOld) == [true])
    let new = old.countingAges(to: LabelDate("2028-01-01"))
    #expect(new.symptoms.flatMap(\.evidence).map(\.isOld) == [false])
    #expect(new.symptoms.map(\.step) == answer.symptoms.map(\.step))
  }
}
