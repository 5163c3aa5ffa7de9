// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

// Captions are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("Pooled trials, one sex, and the drug alone beside a partner")
struct TablePoolTests {
  /// What the tables of a label say, with one reaction each.
  private static func statements(
    _ tables: [(caption: String, row: String)], indications: String = "",
    header: String = "Reaction | Alphador % | Placebo %"
  ) -> [LabelStatement] {
    let grids = tables.map {
      TableMarkup.grid(Array(Tables.markup($0.caption, [header, $0.row]).utf8))
    }
    var label = Tables.label(grids[0])
    label.sections[0].tables = grids
    var section = LabelSection(loinc: Section.indications)
    section.text = LabelText(indications)
    label.sections.append(section)
    return Extraction.extractor.read(label).statements
  }

  private static func conditions(_ captions: [String]) -> [String?] {
    statements(zip(captions, ["Nausea | 5 | 4", "Nausea | 9 | 2"]).map { ($0, $1) })
      .map(\.condition)
  }

  static let pairs: [(captions: [String], conditions: [String?])] = [
    // 2966aec7, 7148c8eb: two trials beside an illness, or three, are too many words.
    (
      [
        "Reactions in Patients with Crown Disease in Induction Studies (CD-1 and CD-2)",
        "Reactions in Patients with Crown Disease in the Maintenance Study (CD-3) 1",
      ], ["crown disease induction", "crown disease maintenance"]
    ),
    (
      [
        "Reactions in Patients with Gout in 12-Week Induction Trials (CD-1, CD-2, and CD-4)",
        "Reactions in Patients with Gout in the 52-Week Maintenance Trial (CD-3)",
      ], ["gout induction", "gout maintenance"]
    ),
    // 1e6dc9ae.
    (
      [
        "Reactions in Adults with Crown Disease through Week 44 in Trial UC2",
        "Reactions in Adults with Crown Disease through Week 24 in Trial UC4",
      ], ["crown disease UC2", "crown disease UC4"]
    ),
    (
      [
        "Reactions in Adults with Psoriasis in Trials PsO1 and PsO2",
        "Reactions in Adults with Psoriasis in Trial PsO3",
      ], ["psoriasis PsO1 and PsO2", "psoriasis PsO3"]
    ),
    // a6d75316.
    (
      [
        "Common reactions through Week 8 in Trials CD-1 and CD-2 occurring in subjects",
        "Common reactions through Week 44 in Trial CD-3 occurring in subjects",
      ], ["CD-1 and CD-2", "CD-3 trial"]
    ),
    (
      [
        "Reactions in Adults with Crown Disease through Week 24",
        "Reactions in Adults with Crown Disease through Week 44",
      ], ["crown disease week 24", "crown disease week 44"]
    ),
    // fa3cbd5d.
    (
      [
        "Reactions in ≥5% of Treatment-Naïve Adult Patients Treated with Alphador",
        "Reactions in ≥10% of Patients Who Switched from Betadrug (after 9 months on treatment)",
      ], ["treatment-naïve", "switched from betadrug"]
    ),
    // 164dc02a.
    (
      [
        "Reactions in PegIFN/RBV-Experienced Subjects Treated with Alphador",
        "Reactions in Treatment-Naïve or PegIFN/RBV-Experienced Subjects Treated with Alphador",
      ], ["pegifn/rbv-experienced", nil]
    ),
  ]

  @Test("T7 Of two trials both are said, of more the phase", arguments: pairs)
  func pools(_ pair: (captions: [String], conditions: [String?])) {
    #expect(Self.conditions(pair.captions) == pair.conditions)
  }

  @Test("T7 Tables of other effects have their trials, too, and a table in two parts has none")
  func apart() {
    // 2966aec7: acne in one table, fever in the other.
    let captions = [
      "Reactions in Patients with Gout in Induction Studies (UC-1, UC-2 and UC-4)",
      "Reactions in Patients with Gout in the Maintenance Study (UC-3)",
    ]
    #expect(
      Self.statements([(captions[0], "Acne | 6 | 1"), (captions[1], "Fever | 6 | 3")])
        .map(\.condition) == ["gout induction", "gout maintenance"])
    let parts = ["Reactions in Patients with Gout", "Further Reactions in Patients with Gout"]
    #expect(
      Self.statements([(parts[0], "Acne | 6 | 1"), (parts[1], "Fever | 6 | 3")]).map(\.condition)
        == ["gout", "gout"])
  }

  static let sexes: [(caption: String, indications: String, population: String?)] = [
    // c7e470d6.
    ("Osteoporosis Studies in Men", "Alphador is for men and for women.", "male"),
    ("Studies in Postmenopausal Women", "Alphador is for men and for women.", "female"),
    ("Trials in Women and Men", "Alphador is for men and for women.", nil),
    ("Studies in Postmenopausal Women", "Alphador is for women. It is not for men.", nil),
    (
      "Studies in Children (based on female patients)", "Alphador is for men and women.",
      "pediatric"
    ),
    ("Studies in Adults (based on female patients)", "Alphador is for men and women.", nil),
  ]

  @Test("T7 The sex in a caption is the population where the drug is for both", arguments: sexes)
  func sex(_ one: (caption: String, indications: String, population: String?)) {
    let found = Self.statements(
      [("Reactions in " + one.caption, "Nausea | 5 | 4")], indications: one.indications)
    #expect(found.map(\.population) == [one.population])
  }

  @Test("T7 A table of one sex beside one of the other")
  func sexBeside() {
    let found = Self.statements([
      ("Reactions in Men with Gout", "Nausea | 5 | 4"),
      ("Reactions in Women with Gout", "Nausea | 9 | 2"),
    ])
    #expect(found.map(\.population) == ["male", "female"])
  }

  @Test("T4 The drug with a partner beside the drug alone, and nothing else: both speak")
  func alone() throws {
    // 6e566303, table 1.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador with Betadrug (N = 96) n (%) | Alphador Alone (N = 49) n (%)",
        "Nausea | 5 (5%) | 6 (12%)", "Vomiting | 0 | 4 (8%)",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["5", "12", "8"])
    #expect(report.statements.map(\.comparatorPercent) == [nil, nil, nil])
    #expect(report.statements.map(\.condition) == ["with betadrug", "alone", "alone"])
  }
}
