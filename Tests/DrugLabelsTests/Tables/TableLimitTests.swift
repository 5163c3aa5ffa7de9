// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Where rules about tables end: shapes that look alike and mean another thing. Tables are made;
// expected values are written by hand.

@Suite("Where rules about tables end")
struct TableLimitTests {
  private static let dosage = "Take 500 mg, 850 mg or 1000 mg."

  @Test("R20 Sizes of arms that no trial can have are no sizes")
  func hugeSizes() throws {
    let huge = "9223372036854775807"
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador 10 mg (N=\(huge)) % | Alphador 20 mg (N=\(huge)) % | "
          + "Alphador 40 mg (N=5) %", "Nausea | 3 | 9 | 4",
      ]), dosage: "Take 10 mg, 20 mg or 40 mg.")
    #expect(report.statements.map(\.drugPercent) == ["9"])
    #expect(report.arms.map(\.size) == [nil, nil, 5])
  }

  @Test("5.1.4 An arm of one dose is no sum, though it is as large as the others together")
  func chance() throws {
    func percents(_ last: String) throws -> [String?] {
      try Tables.report(
        Tables.markup([
          "Reaction | Alphador 500 mg (N=100) % | Alphador 850 mg (N=100) % | \(last) (N=200) % | "
            + "Placebo (N=100) %", "Nausea | 5 | 25 | 10 | 3",
        ]), dosage: Self.dosage
      ).statements.map(\.drugPercent)
    }
    #expect(try percents("Alphador 1000 mg") == ["25"])
    #expect(try percents("Alphador 500 and 850 mg") == ["10"])
    #expect(try percents("Alphador 500 mg/850 mg") == ["10"])
    #expect(try percents("Alphador") == ["10"])
  }

  @Test("5.1.10, S27: the figure of a joined label is quoted with all of its words")
  func joinedLabels() throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador % | Placebo %", "Diarrhea/Colitis | 57 | 27",
        "Diarrhea or colitis* | 14 | 8", "Cough/cold | 7 | 1", "Nausea/vomiting | 9 | 2",
        "Fatigue/low vitamin B12 †a | 4 | 3",
        "Pharyngitis, Laryngitis, Otitis, Rash and Headache | 6 | 1",
      ]))
    let told = report.statements.prefix(6).map { "\($0.term) \($0.drugPercent ?? "-")" }
    #expect(
      told == [
        "diarrhea/colitis 57", "diarrhea or colitis 14", "cough/cold 7", "nausea 9", "vomiting 9",
        "fatigue/low vitamin b12 4",
      ])
    // More words than a row can quote: the figure would look like that of one alone.
    #expect(report.statements.dropFirst(6).allSatisfy { $0.drugPercent == nil })
    #expect(report.statements.dropFirst(6).allSatisfy { $0.evidenceClass == .listed })
    #expect(report.statements.count > 6)
  }

  @Test("T11 A mark of a footnote on one name does not join two rows")
  func markedNames() throws {
    for label in ["Hallucination<sup>1</sup> Insomnia", "Hallucination1 Insomnia"] {
      let grid = TableMarkup.grid(
        Array(
          ("<table><tr><td>Reaction</td><td>Alphador (N=100) %</td><td>Placebo (N=100) %</td></tr>"
            + "<tr><td>\(label)</td><td>3 3</td><td>1 2</td></tr></table>").utf8))
      let report = try Tables.reader().report(
        grid, number: 0, section: 0, label: Tables.label(grid))
      #expect(report.statements.map(\.symptom) == [.sleepChanges])
      #expect(report.statements.map(\.drugPercent) == ["3"])
      #expect(report.statements.map(\.comparatorPercent) == ["2"])
    }
  }

  private static let phases = [
    "Reaction | Alphador (N=100) % | Placebo (N=100) % | Alphador (N=50) % | Placebo (N=50) %",
    "Nausea | 5 | 1 | 7 | 6",
  ]

  @Test(
    "S24 Parts that a header names are conditions, those that only the order tells are none",
    arguments: ["Part", "part"])
  func parts(word: String) throws {
    let named = try Tables.report(Tables.markup(["| \(word) 1 | ^ | \(word) 2 | ^"] + Self.phases))
    #expect(named.statements.map(\.condition) == ["part 1", "part 2"])
    let unnamed = try Tables.report(Tables.markup(Self.phases))
    #expect(unnamed.statements.map(\.condition) == [nil, nil])
    #expect(unnamed.statements.map(\.drugPercent) == ["5", "7"])
  }
}
