// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import Testing

// Captions and headers are shaped like those of the labels named beside them; expected values are
// written by hand.

@Suite("The phases of several tables")
struct TablePhaseTests {
  private static func conditions(_ tables: [(caption: String, rows: [String])]) -> [String?] {
    let grids = tables.map {
      TableMarkup.grid(Array(Tables.markup($0.caption, $0.rows).utf8))
    }
    var label = Tables.label(grids[0])
    label.sections[0].tables = grids
    return Extraction.extractor.read(label).statements.map(\.condition)
  }

  @Test("S27 The phase that a caption names tells its table from that of another phase")
  func captions() {
    // 8b4c8696, tables 15 and 16.
    func table(_ phase: String, _ figures: String) -> (String, [String]) {
      (
        "Events in Patients in the \(phase) Phase of Crown Surgery Studies",
        ["Event | Alphador n = 227 | Betadrug n = 176", "Nausea | \(figures)"]
      )
    }
    let found = Self.conditions([
      table("ICU", "8 (4%) | 3 (2%)"), table("Post-Study Drug", "90 (40%) | 63 (36%)"),
    ])
    #expect(found == ["crown surgery icu", "crown surgery post-study drug"])
    // The phase of a drug's development is none of a treatment.
    let developed = Self.conditions([
      (
        "Reactions in the Adult Phase 3 HERA Trial",
        ["Reaction | Alphador % | Placebo %", "Nausea | 5 | 4"]
      ),
      ("Reactions in H0648g", ["Reaction | Alphador % | Placebo %", "Nausea | 9 | 2"]),
    ])
    #expect(developed == ["HERA trial", "H0648g"])
  }

  @Test("S27 Columns of the same phases have what their captions are about before the phase")
  func headers() {
    // 8b4c8696, tables 11 and 14.
    let header = [
      "Event | Induction | ^ | Maintenance | ^",
      "Event | Alphador (n = 92) | Betadrug (n = 46) | Alphador (n = 92) | Betadrug (n = 46)",
    ]
    let found = Self.conditions([
      ("Events in Crown Surgery Studies", header + ["Nausea | 8 | 1 | 9 | 2"]),
      ("Events in Root Anesthesia Studies", header + ["Nausea | 5 | 1 | 6 | 2"]),
    ])
    #expect(
      found == [
        "crown surgery induction", "crown surgery maintenance", "root anesthesia induction",
        "root anesthesia maintenance",
      ])
    let alone = Self.conditions([
      ("Events in Crown Surgery Studies", header + ["Nausea | 8 | 1 | 9 | 2"])
    ])
    #expect(alone == ["induction", "maintenance"])
  }

  @Test("S27 One condition has one spelling in a label")
  func spelling() {
    // 8b4c8696, tables 11 and 12.
    let tables = ["Induction/Maintenance", "Induction Maintenance"].map { phase in
      (
        caption: "Events in Studies",
        rows: [
          "Event | \(phase) | ^ | Recovery | ^",
          "Event | Alphador | Betadrug | Alphador | Betadrug",
          "Nausea | 8 | 1 | 9 | 2",
        ]
      )
    }
    #expect(
      Self.conditions(tables)
        == ["induction/maintenance", "recovery", "induction/maintenance", "recovery"])
  }

  @Test("S27 The suffix of a biologic is no part of what the drug is given with")
  func suffixes() {
    // 54e0f974, table 12 and its list.
    let grid = TableMarkup.grid(
      Array(
        Tables.markup([
          "Reaction | Alphador with betamab and gammadase-fihj (N=283) % | DPd (N=290) %",
          "Nausea | 23 | 12",
        ]).utf8))
    var label = Tables.label(grid)
    label.sections[0].text = LabelText(
      "The most common reactions in patients who received Alphador in combination with betamab and "
        + "gammadase-fihj are nausea and cough.")
    let found = Set(Extraction.extractor.read(label).statements.map(\.condition))
    #expect(found == ["with betamab and gammadase"])
  }
}
