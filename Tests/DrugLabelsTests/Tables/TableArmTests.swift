// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Tables are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("Which arms and rows a table's figures are of")
struct TableArmTests {
  @Test("5.1.4 An arm as large as the others together is their sum")
  func sum() throws {
    // 1f38ab0d: 130 = 34 + 62 + 34.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Placebo (n=63) | Alphador 10 mg (n=34) | Alphador 20 mg (n=62) | "
          + "Alphador 40 mg (n=34) | Alphador 10, 20 & 40 mg (n=130)",
        "Headache | 16 | 12 | 37 | 3 | 22", "Diarrhea | 19 | 9 | 10 | 35 | 16",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["22", "16"])
    #expect(report.statements.map(\.comparatorPercent) == ["16", "19"])
  }

  @Test("5.1.4 The drug alone is compared with the other drug, not the drug with a partner")
  func aloneAndAdded() throws {
    // 8b4c8696, table 13.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (n=159) | Alphador + 2 mg Betadrug (n=103) | Gammadrug (n=63)",
        "Nausea | 44 | 18 | 32",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["44"])
    #expect(report.statements.map(\.comparatorPercent) == ["32"])
    // The partner alone is the control of the drug with the partner.
    let partner = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (n=159) | Alphador + Betadrug (n=103) | Betadrug (n=63)",
        "Nausea | 44 | 18 | 32",
      ]))
    #expect(partner.statements.first { $0.drugPercent == "44" }?.comparatorPercent == nil)
  }

  @Test("5.1.7 Arms of men and women are compared with those of their sex, whatever their size")
  func sexes() throws {
    // 8b4c8696, table 12.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador | ^ | Betadrug | ^", "| Male 326 | Female 595 | Male 183 | Female 283",
        "Nausea | 22 | 45 | 30 | 52",
      ]))
    #expect(report.statements.map(\.population) == ["male", "female"])
    #expect(report.statements.map(\.drugPercent) == ["22", "45"])
    #expect(report.statements.map(\.comparatorPercent) == ["30", "52"])
  }

  @Test("5.1.4 Poor metabolizers do not speak for all")
  func metabolizers() throws {
    // 16096e9c, table 7.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador Poor Metabolizers (n=203) | Alphador Other Metabolizer Types (n=3,599)",
        "Nausea | 23 | 15",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["15"])
  }

  @Test("5.1.4 A control above columns of grades is the control of the drug")
  func gradesBelow() throws {
    // 81686d37, table 6.
    let report = try Tables.report(
      Tables.markup([
        "| Alphador 75 mg + Betadrug 50 mg (n=744) % | ^ | Gammadrug 500 mg + Betadrug 50 mg (n=736) % | ^",
        "Reaction | Any | Grade 3/4 | Any | Grade 3/4", "Nausea | 81 | 5 | 88 | 10",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["81"])
    #expect(report.statements.map(\.comparatorPercent) == ["88"])
  }

  @Test("5.1.10 The figure of a row of which a part is in no category is given with all its words")
  func sharedRows() throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador % | Placebo %", "Heart failure/Fatigue | 6 | 1",
        "Abdominal pain/discomfort | 14 | 0", "Nausea/vomiting | 9 | 2",
      ]))
    #expect(
      report.statements.map(\.symptom) == [.fatigue, .abdominalCramps, .nausea, .vomiting])
    #expect(report.statements.map(\.drugPercent) == ["6", "14", "9", "9"])
    #expect(report.statements.first?.term == "heart failure/fatigue")
    #expect(report.statements.allSatisfy { $0.evidenceClass == .trialTable })
  }

  @Test("T11 The words of one reaction in capitals are no rows")
  func oneReaction() throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (N=100) % | Placebo (N=100) %", "Muscle Weakness | 12 10 | 5 4",
        "Facial Flushing | 9 8 | 3 2",
      ]))
    #expect(report.statements.isEmpty)
    #expect(report.unreadRows == [1, 2])
    let cut = try Tables.report(
      Tables.markup([
        "Reaction | Alphador (N=100) % | Placebo (N=100) %", "Nausea Cough | 12 10 | 5 4",
      ]))
    #expect(cut.rows.map(\.label) == ["Nausea", "Cough"])
  }

  @Test("S24 A row that only says which grades are counted has the words of the row above")
  func gradeRows() throws {
    // 81686d37, table 3.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador % | Betadrug %", "Fatigue | |", "Any grade | 53 | 57",
      ]))
    #expect(report.statements.map(\.term) == ["fatigue"])
  }

  @Test("S25 The drug's name and a bracket around it all are no condition")
  func conditions() throws {
    let report = try Tables.report(
      Tables.markup([
        "Reaction | (Fixed Dose Study) | ^ | Alphador | ^",
        "| Alphador % | Placebo % | Alphador % | Placebo %",
        "Nausea | 5 | 4 | 7 | 6",
      ]))
    #expect(report.statements.map(\.condition) == ["fixed dose study", nil])
    #expect(report.statements.map(\.drugPercent) == ["5", "7"])
  }

  @Test("S25 Phases without a name have none")
  func unnamedPhases() throws {
    // 41304b1d, table 3.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador 1 g (N=802) % | Betadrug (N=774) % | Alphador 1 g (N=1152) % | "
          + "Gammadrug (N=942) %", "Nausea | 8.5 | 8.7 | 6.4 | 7.4",
      ]))
    #expect(report.statements.map(\.condition) == [nil, nil])
    #expect(report.statements.map(\.comparatorPercent) == ["8.7", "7.4"])
  }

  @Test(
    "S25 The illness of the caption goes before the number of the study",
    arguments: [
      "Reactions in Patients Who Received Alphador for Crown Cancer in Study 14697",
      "Reactions in Pooled Crown Cancer Population (Study AB14695 and Study AB14796)",
    ])
  func illness(caption: String) throws {
    let grid = TableMarkup.grid(
      Array(Tables.markup(caption, ["Reaction | Alphador %", "Nausea | 5"]).utf8))
    var label = Tables.label(grid)
    var section = LabelSection(loinc: "34067-9")
    section.text = LabelText("Alphador is for crown cancer.")
    label.sections.append(section)
    let report = try Tables.reader().report(grid, number: 0, section: 0, label: label)
    #expect(report.statements.map(\.condition) == ["crown cancer"])
  }
}
