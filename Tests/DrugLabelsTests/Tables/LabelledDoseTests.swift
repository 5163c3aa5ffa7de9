// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand: of the arms of labelled doses, that with the highest figure.

@Suite("Which doses of a table the label names")
struct LabelledDoseTests {
  struct Dosage: Sendable, CustomTestStringConvertible {
    let text: String
    let low: String
    let high: String
    /// Whether the higher dose is a labelled one.
    let isLabelled: Bool
    var testDescription: String { "\(text): \(low), \(high)" }

    init(_ text: String, _ low: String, _ high: String, _ isLabelled: Bool) {
      self.text = text
      self.low = low
      self.high = high
      self.isLabelled = isLabelled
    }
  }

  static let dosages = [
    // 22d08671: a comma between thousands, in the text, in the table, in both.
    Dosage("800 mg or 1,200 mg once daily.", "800 mg", "1,200 mg", true),
    Dosage("800 mg or 1200 mg once daily.", "800 mg", "1,200 mg", true),
    Dosage("800 mg or 1,200 mg once daily.", "800 mg", "1200 mg", true),
    Dosage("800 mg or 1,200 mg once daily.", "800 mg", "200 mg", false),
    // A dose within a range, and not outside of it.
    Dosage("Maintain with 800 mg to 1,600 mg once daily.", "800 mg", "1200 mg", true),
    Dosage("Maintain with 800 mg to 1,600 mg once daily.", "800 mg", "2,400 mg", false),
    Dosage("Take 10-20 mg daily.", "10 mg", "15 mg", true),
    Dosage("Take between 10 and 20 mg daily.", "10 mg", "15 mg", true),
    Dosage("Take 10 mg and 20 mg by turns.", "10 mg", "15 mg", false),
    Dosage("Give 10 mg/kg to 20 mg/kg.", "10 mg", "15 mg", false),
    // Nebivolol: the most that is given.
    Dosage("Start with 5 mg. The dose can be increased up to 40 mg.", "5 mg", "10 mg", true),
    Dosage("Start with 5 mg. The dose can be increased up to 40 mg.", "5 mg", "80 mg", false),
    Dosage("Start with 5 mg. The dose can be increased up to 40 mg.", "5 mg", "2.5 mg", false),
    // Lists with one unit.
    Dosage("Available as 0.3, 0.45, 0.625, 0.9, and 1.25 mg.", "0.3 mg", "0.625 mg", true),
    Dosage("Available as 0.3, 0.45, 0.625, 0.9, and 1.25 mg.", "0.3 mg", "0.6 mg", false),
    Dosage("On days 1, 8, 15 and 22, 50 mg.", "50 mg", "15 mg", false),
    // The same amount in other units and digits.
    Dosage("Give 0.1 mg or 500 mg.", "500 mg", "100 mcg", true),
    Dosage("Give 0.1 mg or 500 mg.", "500 mg", "0.10 mg", true),
    Dosage("Give 0.1 mg or 500 mg.", "500 mg", "0.5 g", true),
  ]

  @Test("T4 Lists, ranges and commas name doses", arguments: dosages)
  func dosage(_ one: Dosage) throws {
    let report = try Tables.report(
      Tables.markup([
        "(%) | Alphador \(one.low) | Alphador \(one.high) | Placebo", "Nausea | 4 | 9 | 3",
      ]), dosage: one.text)
    #expect(report.statements.map(\.drugPercent) == [one.isLabelled ? "9" : "4"])
    #expect(report.statements.map(\.condition) == [nil])
  }

  static let studied = [
    // desvenlafaxine.
    Dosage(
      "The recommended dose is 50 mg once daily. In clinical studies, doses of 50 mg to 400 mg per "
        + "day were shown to be effective, although no additional benefit was seen above 50 mg.",
      "50 mg", "400 mg", false),
    Dosage(
      "The usual dose is 50 mg. Efficacy (50 to 400 mg) was established in two maintenance trials.",
      "50 mg", "400 mg", false),
    Dosage(
      "The usual dose is 5 mg. Doses up to 20 mg have been studied.", "5 mg", "20 mg", false),
    Dosage(
      "In trials 5 mg to 40 mg were given; the recommended dose is 10 mg.", "10 mg", "40 mg", false),
    Dosage(
      "The recommended dose is 10 mg, based on trials of 10 mg and 40 mg.", "10 mg", "40 mg", false),
    Dosage(
      "Begin with 10 mg. The dose is 20 mg once daily, as used in the clinical studies.", "10 mg",
      "20 mg", true),
    // ce167984: more than the most that is given.
    Dosage("The daily dose should not exceed 27 mg.", "≤27 mg", ">27 mg", false),
    Dosage("Take 5 mg. Take 20 mg if needed [see Clinical Studies (14)].", "5 mg", "20 mg", true),
    Dosage("Take 5 mg. After an adequate trial, give 20 mg.", "5 mg", "20 mg", true),
  ]

  @Test("T4 A dose that was only studied is not a labelled one", arguments: studied)
  func studiedDose(_ one: Dosage) throws { try dosage(one) }

  @Test("A dose that only a table of the section on dosage names is labelled")
  func tableOfDoses() throws {
    let grid = TableMarkup.grid(
      Array(
        Tables.markup(["(%) | Alphador 5 mg | Alphador 10 mg | Placebo", "Nausea | 4 | 9 | 3"])
          .utf8))
    var label = Tables.label(grid, dosage: "Start with 5 mg once daily.")
    label.sections[1].tables = [
      TableMarkup.grid(Array(Tables.markup(["Week | Dose", "2 | 10 mg"]).utf8))
    ]
    let statements = try Tables.reader().statements(grid, number: 0, section: 0, label: label)
    #expect(statements.map(\.drugPercent) == ["9"])
  }

  @Test(
    "Of strengths, those for each day are doses",
    arguments: [("0.05 mg/day and 0.10 mg/day", "9"), ("Tablets: 0.05 mg and 0.10 mg", "4")])
  func strengths(_ one: (text: String, percent: String)) throws {
    let grid = TableMarkup.grid(
      Array(
        Tables.markup([
          "(%) | Alphador 0.05 mg/day | Alphador 0.10 mg/day | Placebo", "Nausea | 4 | 9 | 3",
        ]).utf8))
    var label = Tables.label(grid, dosage: "Start with 0.05 mg each day.")
    var section = LabelSection(loinc: "43678-2")
    section.text = LabelText(one.text)
    label.sections.append(section)
    let statements = try Tables.reader().statements(grid, number: 0, section: 0, label: label)
    #expect(statements.map(\.drugPercent) == [one.percent])
  }
}
