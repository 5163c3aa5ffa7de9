// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import Testing

// Tables are shaped like those of the labels named beside them; expected values are written by hand.

@Suite("Which of several arms speaks for the drug, and what its condition is")
struct TableArmLimitTests {
  @Test("T4 A dose that only leads in to a higher one is not the usual dose")
  func rising() throws {
    // 0fe9ff20, table 5.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | 90 mg once daily N = 109 | 90→180 mg once daily N = 110", "Vomiting | 24 | 23",
        "Nausea | 33 | 40",
      ]), dosage: "90 mg once daily for the first 7 days; then increase to 180 mg once daily.")
    #expect(report.statements.map(\.drugPercent) == ["23", "40"])
    #expect(report.statements.map(\.condition) == [nil, nil])
  }

  @Test("T1 A size among the figures of a row begins no new header")
  func sizeAmongFigures() throws {
    // 81686d37, table 3.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | All Tumor Types Normal LFTs n=2045 % | Breast Cancer Normal LFTs n=965 %",
        "Nausea | 39 | 42",
        "Reactions Any Severe With Premedication Any | 21 4 n=92 15 | 18 3 n=92 15",
        "Diarrhea | 39 | 43",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["39", "39"])
    #expect(report.headerRows == [0])
    #expect(report.unreadRows == [2])
  }

  @Test("T4 The drug alone is told in a table of which another arm has it with a partner")
  func factorial() throws {
    // 9468a2f3, table 2.
    let report = try Tables.report(
      Tables.markup([
        "Reaction (%) | Placebo | Alphador 100 mg | Betadrug 500 mg | Alphador 50 mg + Betadrug 500 mg",
        "Headache | 2.8 | 1.1 | 3.8 | 5.9",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["1.1", "5.9"])
    #expect(report.statements.map(\.condition) == ["alone", "with betadrug"])
  }

  @Test("T4 What only some had beside the drug is no partner that others lacked")
  func withOrWithout() throws {
    // 89a142d5, table 10.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador plus betamab with or without gammamab and endocrine therapy N = 260 | "
          + "Betamab with or without gammamab and endocrine therapy N = 248",
        "Nausea | 22 | 11",
      ]))
    #expect(report.statements.map(\.condition) == ["with betamab endocrine therapy"])
  }

  @Test("T4 Arms that differ in the partner's amount say it")
  func partnerDose() throws {
    // f1906fc9, table 1.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador, Gammadrug and Betadrug (1,200 mg) N = 154 % | "
          + "Alphador, Gammadrug and Betadrug (600 mg) N = 45 %", "Acne | 29 | 13",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["29"])
    #expect(report.statements.map(\.condition) == ["with betadrug 1200 mg"])
  }

  @Test("T7 A group that is too long loses its beginning, and not its last partner")
  func longGroup() throws {
    // 9468a2f3, table 1.
    let report = try Tables.report(
      Tables.markup([
        "Monotherapy (18 weeks) | Alphador 100 mg | Placebo", " | N = 443 | N = 363",
        "Nausea | 23 (5.2) | 12 (3.3)",
        "Combination with Betadrug + Gammadrug (18 weeks) | Alphador 100 mg + Betadrug + Gammadrug | "
          + "Placebo + Betadrug + Gammadrug", " | N = 181 | N = 97", "Nausea | 11 (6.1) | 4 (4.1)",
      ]))
    #expect(report.statements.map(\.condition).last == "betadrug + gammadrug")
  }

  @Test("T7 An illness with a hyphen is found among the indications word by word")
  func hyphen() throws {
    // 81686d37, table 7.
    let rows = ["Reaction | Alphador % | Betadrug %", "Nausea | 5 | 4"]
    let captions = [
      "Reactions in Patients Receiving Alphador as Monotherapy for Non-small Cell Crown Cancer "
        + "Previously Treated with Chemotherapy", "Reactions in Patients Receiving Alphador",
    ]
    let grids = captions.map { TableMarkup.grid(Array(Tables.markup($0, rows).utf8)) }
    var label = Tables.label(grids[0])
    label.sections[0].tables = grids
    var indications = LabelSection(loinc: "34067-9")
    indications.text = LabelText("Alphador is for non-small cell crown cancer.")
    label.sections.append(indications)
    let report = try Tables.reader().report(grids[0], number: 0, section: 0, label: label)
    #expect(report.statements.map(\.condition) == ["non-small cell crown cancer"])
  }
}
