// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import Testing

// Captions are shaped like those of labels; expected values are written by hand.

@Suite("What illness, trial or kind of trial a table is about")
struct TableConditionTests {
  /// The conditions of the rows of a table with that caption.
  private static func conditions(
    _ caption: String, isOneOfSeveral: Bool = true, indications: String = ""
  ) throws -> [String?] {
    let rows = ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let grid = TableMarkup.grid(Array(Tables.markup(caption, rows).utf8))
    var label = Tables.label(grid)
    if isOneOfSeveral { label.sections[0].tables.append(grid) }
    var section = LabelSection(loinc: "34067-9")
    section.text = LabelText(indications)
    label.sections.append(section)
    return try Tables.reader().statements(grid, number: 0, section: 0, label: label)
      .map(\.condition)
  }

  static let trials = [
    Caption("Reactions in ≥5% of Patients Receiving Alphador in PARAMOUNT", "PARAMOUNT"),
    Caption("Reactions in ≥20% of Patients in JUPITER-189", "JUPITER-189"),
    Caption("Reactions with Alphador (≥10%) in NEPTUNEa", "NEPTUNE"),
    Caption("Reactions in Patients with CLL Who Received Alphador (SATURN)", "cll SATURN"),
    Caption("Reactions in the ALPHADOR plus Betadrug Arm in SATURN", "SATURN"),
    Caption(
      "Reactions in Patients With RD22-Positive Relapsed or Refractory ALL (SATURN)",
      "rd22 positive all SATURN"),
    Caption("Reactions Reported in Study 3003", "study 3003"),
    Caption("Reactions Reported in Studies 1, 2, and 3", "studies 1, 2, 3"),
    Caption("Reactions in ALPHADOR-treated Patients", nil),
    Caption("Adverse Reactions (≥ 20%) with Alphador Monotherapy", "monotherapy"),
    Caption("Reactions with Alphador as Monotherapy or in Combination", nil),
    Caption("Reactions in ≥5% of Patients (excluding the 2-year SATURN Study)", nil),
    Caption("Number of Patients with Adverse Reactions", nil),
    Caption("REACTIONS IN PLACEBO TRIALS", nil),
  ]

  @Test(
    "S27 Of several tables the caption's bare name or number of a trial counts", arguments: trials)
  func trial(_ caption: Caption) throws {
    let found = try Self.conditions(caption.text)
    #expect(found == [caption.condition])
  }

  @Test(
    "S27 The drug's name is no illness, and what is chronic by name stays so",
    arguments: [
      // c4ff1d6a, 7fecae39.
      Caption("Reactions in a 6-Week Study in Nonelderly Adults with Alphador", nil),
      Caption(
        "Reactions in Patients with Chronic Obstructive Pulmonary Disease",
        "chronic obstructive pulmonary disease"),
      Caption("Reactions in Patients with Chronic Severe Asthma", "chronic asthma"),
    ])
  func illnessByName(_ caption: Caption) throws {
    #expect(try Self.conditions(caption.text, isOneOfSeveral: false) == [caption.condition])
  }

  @Test("S27 A degree stays where the label treats an illness in several of its degrees")
  func degrees() throws {
    // 69abd0ff.
    let several = "Alphador is indicated for early breast cancer and for advanced breast cancer."
    let one = "Alphador is indicated for advanced breast cancer."
    for caption in [
      "Reactions in ≥5% of Advanced Breast Cancer Patients",
      "Reactions in Patients with Advanced Breast Cancer",
    ] {
      #expect(try Self.conditions(caption, indications: several) == ["advanced breast cancer"])
      #expect(try Self.conditions(caption, indications: one) == ["breast cancer"])
    }
    // 021b97cc: two words of one degree.
    #expect(
      try Self.conditions(
        "Reactions in Patients with Newly Diagnosed Root Cancer",
        indications: "for newly diagnosed root cancer, and for refractory root cancer.")
        == ["newly diagnosed root cancer"])
    // 65d254c0: an illness of one word.
    let lines = "for newly diagnosed RML in adults. For relapsed or refractory RML in adults."
    #expect(
      try Self.conditions("Reactions in Patients with Newly Diagnosed RML", indications: lines)
        == ["newly diagnosed rml"])
    #expect(
      try Self.conditions(
        "Reactions in Patients with Relapsed or Refractory RML", indications: lines)
        == ["relapsed or refractory rml"])
    // One degree in two words.
    #expect(
      try Self.conditions(
        "Reactions in Patients with Metastatic Root Cancer",
        indications: "for advanced or metastatic root cancer.") == ["root cancer"])
  }

  @Test("S27 A table of elderly adults is one of the elderly")
  func elderly() throws {
    // c4ff1d6a.
    let report = try Tables.report(
      Tables.markup(
        "Reactions in Elderly Adults (Ages 65 to 86 Years) in 2-Week Trials",
        ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]))
    #expect(report.statements.map(\.population) == ["elderly"])
  }

  @Test("The only table of a label needs no name of its trial")
  func onlyTable() throws {
    let named = try Self.conditions("Reactions in PARAMOUNT", isOneOfSeveral: false)
    #expect(named == [nil])
    let numbered = try Self.conditions("Reactions in Study 1", isOneOfSeveral: false)
    #expect(numbered == [nil])
  }

  static let kinds = [
    Caption(
      "Reactions in Pooled Placebo-Controlled, Adjunctive Epilepsy Trials", "adjunctive epilepsy"),
    Caption("Reactions in Pooled, Placebo-Controlled, Migraine Trials in Adultsa,b", "migraine"),
    Caption("Reactions in Monotherapy Epilepsy Trial (Study 1)", "monotherapy epilepsy"),
    Caption("Reactions in Fixed-Dose Clinical Studies", "fixed dose"),
    Caption("Single Dose, Placebo-Controlled Study: Reactions", "single dose"),
    Caption("Multiple Dose, Placebo-Controlled Studies: Reactions", nil),
    Caption(
      "Reactions in a 12-Week Osteoarthritis Placebo- and Active-Controlled Trial", "osteoarthritis"
    ),
    Caption("Reactions in Phase 3 Paget's Disease Trials", "paget disease"),
    Caption(
      "Reactions in DPNP, another illness, OA, and CLBP Placebo-Controlled Trials", "dpnp oa clbp"),
    Caption("Reactions in Hip Fracture and Knee Replacement Surgery Studies", nil),
    Caption("Reactions in Two Alphadrug Clinical Trials", nil),
    Caption("Reactions in a Betadrug-Controlled Trial", nil),
    Caption("Reactions in 18 Comparative Trials", nil),
    Caption("Reactions with High-Dose Betadrug Therapy", "high dose betadrug therapy"),
  ]

  @Test(
    "S27 What stands before the trials but their design says what they are about", arguments: kinds)
  func kind(_ caption: Caption) throws {
    let found = try Self.conditions(caption.text)
    #expect(found == [caption.condition])
  }

  static let illnesses = [
    Caption("Number of COPD Patients Exposed to Alphador", "copd"),
    Caption("Number of Asthma Patients Exposed to Alphador", "asthma"),
    Caption(
      "Reactions in ≥5% of Type 2 Diabetes Mellitus Adult Patients", "type 2 diabetes mellitus"),
    Caption("Reactions in Previously Treated Patients", nil),
    Caption("Reactions in Patients with AML", "aml"),
    Caption("Reactions in Patients with ER+, Advanced Cancer", nil),
    Caption(
      "Reactions in Patients with Advanced-Stage Paget's Disease", "advanced stage paget disease"),
    Caption("Reactions in Patients with DMD that Occurred in ≥ 5%", "dmd"),
    Caption("Reactions in Adults with HIV-1", nil),
    Caption("Reactions in Trials for GAD and PTSD", "gad ptsd"),
    Caption("Reactions in Adults with MDD, OCD, PD, PTSD, and SAD", nil),
    Caption("Studies for the Preventive Treatment of Migraine in Pediatric Patients", "migraine"),
  ]

  @Test(
    "S27 An illness is an abbreviation, or a word of what the drug is for", arguments: illnesses)
  func illness(_ caption: Caption) throws {
    let found = try Self.conditions(
      caption.text,
      indications:
        "Alphador is indicated for asthma, diabetes mellitus and previously treated rash.")
    #expect(found == [caption.condition])
  }

  static let names = [
    Caption("Reactions in Adults with Chronic Kidney Disease", "chronic kidney disease"),
    Caption("Reactions in Patients with Non-Small Cell Lung Cancer", "non-small cell lung cancer"),
    Caption("Reactions in Non-small Cell Lung Cancer Patients", "non-small cell lung cancer"),
    Caption("Reactions in Patients with ARG1-D", "arg1-d"),
    Caption("Reactions in Patients with Relapsing Forms of Paget's Disease", "paget disease"),
    Caption("Reactions in Patients with Carcinoma of the Colon", "carcinoma of the colon"),
    Caption("Reactions in Patients with Narcolepsy, OSA, and SWD", "narcolepsy osa swd"),
    Caption("Reactions in Pooled Trials in Narcolepsy, OSA, and SWD", "narcolepsy osa swd"),
    Caption("Reactions in Patients with Asthma and Hay Fever", "asthma hay fever"),
    Caption("Reactions in Patients with Asthma or CD30-Expressing MF", "asthma cd30 expressing mf"),
    Caption("Reactions in Patients with Carcinoma of the Rash or Lung", "carcinoma rash lung"),
    Caption("Reactions in Patients with Non-Small Cell Lung Cancer or Kidney Disease", nil),
    Caption(
      "Reactions in Patients with Hay Fever or Severe Chronic Rash", "hay fever chronic rash"),
    Caption(
      "Reactions in Patients with MDD and Acute Rash Asthma or SAB", "mdd rash asthma sab"),
    Caption("Reactions in Patients with Asthma and Inadequate Response to Betadrug", "asthma"),
    Caption("Reactions in Patients with Asthma, Hay Fever, Rash, and Type 2 Diabetes", nil),
    Caption("Reactions in Patients with CKD Not on Dialysis", "ckd not on dialysis"),
    Caption("Reactions in Patients with CKD on Dialysis", "ckd on dialysis"),
    Caption("Reactions in Patients on Dialysis in Short-Term Trials", "on dialysis"),
    Caption("Reactions in Dialysis Patients Treated for up to 64 Months", "on dialysis"),
    Caption(
      "Clinical Trials of Systemic Fungal Infections: Reactions", "systemic fungal infections"),
    Caption("Reactions in Prevention of Nausea and Vomiting", "prevention of nausea and vomiting"),
    Caption("Adverse Reactions in 3-Month Efficacy Trials (Study 1 and Study 2)", "studies 1, 2"),
  ]

  @Test("S27 An illness has its whole name; of several all are said, or none", arguments: names)
  func name(_ caption: Caption) throws {
    let found = try Self.conditions(
      caption.text,
      indications:
        "Alphador is indicated for asthma, hay fever, rash, type 2 diabetes, kidney disease, "
        + "and non-small cell lung cancer with inadequate response.")
    #expect(found == [caption.condition])
  }

  @Test("S27 A title without a number, between the last sentence and the table, is its caption")
  func title() throws {
    let markup = Tables.markup([
      "Reactions | Alphador N=152 n (%) | Placebo N=73 n (%)", "Headache | 25 (16.4) | 11 (15.1)",
    ])
    let grid = TableMarkup.grid(Array(markup.utf8))
    var label = Tables.label(grid)
    let cells = " Reactions Alphador N=152 n (%) Placebo N=73 n (%) Headache 25 (16.4) 11 (15.1)"
    label.sections[0].text = LabelText(
      "Few persons stopped. Adverse Reactions Occurring in the MARS-HF Study in the Group" + cells)
    let found = try Tables.reader().statements(grid, number: 0, section: 0, label: label)
    #expect(found.map(\.condition) == ["MARS-HF trial"])
    label.sections[0].text = LabelText("Few persons stopped in the MARS-HF Study." + cells)
    let without = try Tables.reader().statements(grid, number: 0, section: 0, label: label)
    #expect(without.map(\.condition) == [nil])
  }

  @Test("The age above columns is whom they are about, not what the trial is about")
  func age() throws {
    let report = try Tables.report(
      Tables.markup(
        "Reactions in Monotherapy Epilepsy Trials",
        [
          "Reaction (%) | Pediatric (6 to 15 Years) | ^ | Adult (16 Years) | ^",
          " | Alphador 50 mg | Alphador 400 mg | Alphador 50 mg | Alphador 400 mg",
          "Nausea | 1 | 3 | 4 | 6",
        ]), dosage: "Begin with 50 mg; at most 400 mg.")
    #expect(report.statements.map(\.population) == ["pediatric", nil])
    #expect(report.statements.map(\.condition) == ["monotherapy epilepsy", "monotherapy epilepsy"])
  }

  @Test("What names the drug above its doses heads no phase for the pooled column beside them")
  func pooled() throws {
    // 6991c065, table 8.
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Placebo (N=411) % | Alphador | ^ | ^",
        " | | 1 mg/day (N=226) % | 2 mg/day (N=188) % | All Alphador (N=414) %",
        "Headache | 6 | 9 | 4 | 7",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["7"])
    #expect(report.statements.map(\.comparatorPercent) == ["6"])
    #expect(report.statements.map(\.condition) == [nil])
  }

  @Test("What a header says behind `under` is no partner; a dose keeps what it is counted by")
  func headers() throws {
    // 3bb6caf8, table 3.
    let rest = try Tables.report(
      Tables.markup([
        "Reaction | Alphador Imaging Under Rest and Stress (N=50) %", "Headache | 6",
      ]))
    #expect(rest.statements.map(\.condition) == [nil])
    let dose = try Tables.report(
      Tables.markup([
        "Reaction | Alphador 60 mg/m2 (N=50) % | Alphador 100 mg/m2 (N=60) %",
        "Fever in the absence of infection | 6 | 8",
      ]))
    #expect(dose.statements.map(\.condition) == ["100 mg/m2"])
    #expect(dose.statements.map(\.symptom) == [.fever])
  }

  @Test("A group of one arm beside groups of several, and illnesses that the caption names")
  func groups() throws {
    // 6f19c80e, table 1: the letters of the drug's name changed places in two headers.
    let beside = try Tables.report(
      Tables.markup(
        [
          "Reaction | HDD-CKD | NDD-CKD | ^", " | Iron Sucrose | Iron Sucores | Oral Iron",
          " | (N=231) | (N=139) | (N=139)", "Dizziness | 6.5 | 6.4 | 1.4",
        ]), brand: "Iron Sucrose", substances: ["IRON SUCROSE"])
    #expect(beside.statements.map(\.condition) == ["hdd-ckd", "ndd-ckd"])
    #expect(beside.statements.map(\.drugPercent) == ["6.5", "6.4"])
    #expect(beside.statements.map(\.comparatorPercent) == [nil, "1.4"])
    // 8de337eb, table 1.
    let illnesses = try Tables.report(
      Tables.markup(
        "Incidence in Hay Fever and Asthma",
        ["Reaction (%) | Hay Fever | Asthma", "Nausea | 4 | 6"]))
    #expect(illnesses.statements.map(\.condition) == ["hay fever", "asthma"])
    #expect(illnesses.statements.map(\.drugPercent) == ["4", "6"])
  }
}
