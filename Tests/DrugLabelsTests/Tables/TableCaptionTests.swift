// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Captions and notes are shaped like those of the labels named beside them; expected values are
// written by hand.

@Suite("Which trial, illness or therapy a caption names, and which arms a note spells out")
struct TableCaptionTests {
  /// The condition of the only row of a table with that caption, one of several of its label.
  private static func condition(_ caption: String) throws -> String? {
    let rows = ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
    let grid = TableMarkup.grid(Array(Tables.markup(caption, rows).utf8))
    var label = Tables.label(grid)
    label.sections[0].tables.append(grid)
    var section = LabelSection(loinc: "34067-9")
    section.text = LabelText(
      "Alphador is indicated for rheumatoid arthritis (RA), CMV retinitis, pain (DPNP), candida "
        + "infections, and follicular NHL.")
    label.sections.append(section)
    let statements = try Tables.reader().statements(grid, number: 0, section: 0, label: label)
    return statements.first?.condition
  }

  static let trials = [
    // b7f675e2, e20d8ca3, 4ab27d2f, b1a1c713, 38b482a8, 9a94f5b2, ebcd67fa.
    Caption("Reactions in ≥10% of Patients Receiving Alphador in NOVA Cohort", "NOVA"),
    Caption("Reactions in ≥10% of Patients Receiving Alphador in MONARCH 2", "MONARCH 2"),
    Caption("Reactions in ≥10% of Patients Receiving Alphador in ARCHER 1050", "ARCHER 1050"),
    Caption("Reactions with Alphador in MONARCH 12 weeks after the start", nil),
    Caption("Reactions in Patients Who Received Alphador in Trial 12-C-0047", "12-C-0047 trial"),
    Caption("Reactions of ≥ 10% during Consolidation (Study E1910)", "E1910 trial"),
    Caption("Reactions in the Alphador Arms in H0648g and H0649g", "H0648g and H0649g"),
    Caption("Reactions in More Patients Enrolled in Study C09-001r", "C09-001r trial"),
    // 90224073: of a list of illnesses the first is no trial.
    Caption("Reactions in DPNP, OA, and CLBP Placebo-Controlled Trials", "dpnp oa clbp"),
    // d77d40db.
    Caption("Reactions from the Two Principal Osteoporosis Trials in Women", "osteoporosis"),
  ]

  @Test(
    "S27 Short names, numbers behind names, and registered numbers of trials", arguments: trials)
  func trial(_ caption: Caption) throws {
    #expect(try Self.condition(caption.text) == caption.condition)
  }

  static let illnesses = [
    // 37eaca10, 1cc09039, 1b49df80, 87ac5047, 75c0c785, 736aeea3.
    Caption("Reactions in Patients who Received ≥ 4 Infusions for RA", "ra"),
    Caption("Reactions in Patients who Received Maintenance for CMV Retinitis", "cmv retinitis"),
    Caption("Reactions in ≥ 10% of Alphador-Treated HSCT Recipients", "hsct"),
    Caption("Reactions From the Pooled COVID-19 Adult Safety Population", "covid-19"),
    Caption("Reactions in ≥ 4% of HABP/VABP Patients Receiving Alphador", "habp/vabp"),
    Caption("Reactions in Alphador-Treated Patients with MoCD Type A", "mocd type a"),
    // e76d8d83, 33e579c1, 9af3ddc7, 38b482a8, 9c2f9573.
    Caption(
      "Reactions Among Patients with Candidemia or other Candida Infections",
      "candidemia candida infections"),
    Caption(
      "Reactions Among Patients with Persistent Fever and Neutropenia",
      "persistent fever neutropenia"),
    Caption(
      "Reactions During Prophylaxis of Candida Infection in Recipients",
      "prophylaxis of candida infection"),
    Caption(
      "Reactions in Patients with Relapsed or Refractory, Low-Grade or Follicular NHL, Receiving it",
      "low-grade follicular nhl"),
    Caption(
      "Reactions in Adult Patients with MRD-Positive B-cell Precursor ALL",
      "mrd-positive b-cell precursor all"),
    Caption(
      "Reactions in Patients with Cancer Receiving Myelosuppressive Chemotherapy",
      "cancer myelosuppressive chemotherapy"),
    Caption("Reactions in Patients with Cancer Receiving Alphador", "cancer"),
  ]

  @Test(
    "S27 An illness has its whole name, and the therapy of those who have it", arguments: illnesses)
  func illness(_ caption: Caption) throws {
    #expect(try Self.condition(caption.text) == caption.condition)
  }

  @Test("5.1.4 Arms that only a note of the table spells out")
  func notes() throws {
    // 5cdacbf5, table 2.
    let report = try Tables.report(
      Tables.markup([
        "*OBMT = Omeprazole + ALPHADOR **OAC = Omeprazole + Betadrug; *** Dark stools | ^ | ^",
        "Term | OBMT* (n = 147) | OAC** (n = 152)", "Nausea | 12 (8.2%) | 14 (9.2%)",
      ]))
    #expect(report.statements.map(\.drugPercent) == ["8.2"])
    #expect(report.statements.map(\.comparatorPercent) == ["9.2"])
    #expect(report.statements.map(\.comparator) == [.active])
  }

  @Test("What describes the drug itself is no partner, nor is the mark of a footnote")
  func partners() throws {
    // 9af3ddc7, table 4; b6465b44, table 4.
    let described = try Tables.report(
      Tables.markup([
        "Reaction | Non-U.S.-licensed Alphador + short-term betadrug (n=46) % | Betadrug (n=40) %",
        "Nausea | 12 | 9",
      ]))
    #expect(described.statements.map(\.condition) == ["with betadrug"])
    let marked = try Tables.report(
      Tables.markup([
        "Reaction | Alphador + ACb (n=46) % | ACb (n=40) %", "Nausea | 12 | 9",
      ]))
    #expect(marked.statements.map(\.condition) == ["with ac"])
  }
}
