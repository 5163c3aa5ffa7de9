// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

// Captions are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("What tells two tables of a label apart")
struct TableDistinctionTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let captions: [String]
    let conditions: [String?]
    var testDescription: String { captions.joined(separator: " / ") }

    init(_ captions: [String], _ conditions: [String?]) {
      self.captions = captions
      self.conditions = conditions
    }
  }

  static let pairs = [
    // 9a94f5b2: the short name of a trial.
    Pair(
      ["Table 3. Reactions (≥ 1%) in HERA (All Grades)", "Table 4. Reactions (≥ 5%) in H0648g"],
      ["HERA", "H0648g"]),
    // e20d8ca3: no blank behind a bracket.
    Pair(
      ["Table 5: Reactions (≥10%)in PALOMA-3", "Table 7: Reactions in PALOMA-2"],
      ["PALOMA-3", "PALOMA-2"]),
    // 0fe9ff20: a name of two words.
    Pair(
      ["Table 3: Reactions in ALTA 1L (N = 273)", "Table 5: Reactions in ALTA (N = 219)"],
      ["ALTA 1L", "ALTA"]),
    // 664253fb: degrees of an illness in numbers.
    Pair(
      ["Reactions in CKD Stages 3 and 4 Studies", "Reactions in CKD Stage 5 Study"],
      ["stages 3, 4", "stage 5"]),
    // cd61e902, aa88f583: times and amounts.
    Pair(["Reactions in a 52-Week Trial", "Reactions in 12-Week Trials"], ["52 week", "12 week"]),
    Pair(
      ["Reactions with Alphador (20 mg daily)", "Reactions with Alphador (40 mg weekly)"],
      ["20 mg", "40 mg"]),
    // 4128759d: all doses beside each of them.
    Pair(["Reactions with Alphador (150 mg and 250 mg)", "Dose-Dependent Reactions"], [nil, nil]),
    // bb9a3820: words that only one caption has.
    Pair(
      ["Reactions after Autologous Transplantation", "Reactions after Allogeneic Transplantation"],
      ["autologous", "allogeneic"]),
    // a04a5bed: the marks of footnotes are no numbers of trials.
    Pair(
      ["Most Common Reactions in Clinical Trials 1,2", "Reactions in Clinical Trials"], [nil, nil]),
    // 22174520: a trial of doses beside those of which the figures were pooled.
    Pair(
      [
        "Reactions in 6-Week Clinical Trials for MDD",
        "Reactions in a Dose-Comparison Trial in the Treatment of MDD",
      ], ["mdd", "mdd dose-comparison"]),
    Pair(
      ["Reactions in MDD Trials", "Reactions in a Fixed-Dose Trial in the Treatment of MDD"],
      ["mdd", "mdd fixed-dose"]),
    // 45028573: who they are is the same.
    Pair(
      [
        "Reactions in Patients on Dialysis in Studies for up to 6 Months",
        "Reactions in Dialysis Patients Treated for up to 64 Months",
      ], ["on dialysis 6 months", "on dialysis 64 months"]),
    // The same table twice.
    Pair(
      ["Table 1: Reactions in HERA", "Table 1: Reactions in HERA"], ["HERA trial", "HERA trial"]),
  ]

  @Test("S27 Tables with other figures have what only their captions say", arguments: pairs)
  func told(_ pair: Pair) throws {
    let found = Self.conditions(pair.captions, ["5 | 4", "9 | 2"])
    if pair.captions[0] != pair.captions[1] { #expect(found == pair.conditions) }
    #expect(Set(found).count == Set(pair.conditions).count)
  }

  @Test("Tables that say the same need nothing that tells them apart")
  func same() {
    let captions = ["Reactions in a 52-Week Trial", "Reactions in 12-Week Trials"]
    #expect(Self.conditions(captions, ["5 | 4", "5 | 4"]) == [nil, nil])
  }

  @Test("What tells two tables apart stands behind what both are about")
  func added() {
    // d81a6a79: the illness behind the partner.
    let captions = [
      "Reactions in Adults with MDD Treated with Alphador + Oral AD",
      "Reactions in Adults with TRD Treated with Alphador + Oral AD",
    ]
    let header = "Reaction | Alphador + Oral AD % | Placebo + Oral AD %"
    #expect(
      Self.conditions(captions, ["5 | 4", "9 | 2"], header: header)
        == ["with ad mdd", "with ad trd"])
  }

  @Test("S25 A caption that counts who stopped makes no rows, whatever stands between its words")
  func stopped() {
    // a4d555fa, table 4.
    let caption = "Events Leading to Temporary or Permanent Discontinuation of Therapy"
    #expect(Self.conditions([caption], ["5 | 4"]) == [])
  }

  private static func conditions(
    _ captions: [String], _ figures: [String],
    header: String = "Reaction | Alphador % | Placebo %"
  ) -> [String?] {
    let grids = zip(captions, figures).map { caption, figures in
      TableMarkup.grid(
        Array(Tables.markup(caption, [header, "Nausea | \(figures)"]).utf8))
    }
    var label = Tables.label(grids[0])
    label.sections[0].tables = grids
    return Extraction.extractor.read(label).statements.map(\.condition)
  }
}
