// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("Lists of which each has its own title")
struct ListSeriesTests {
  private static func lines(_ text: String, _ indications: String = "") -> [String] {
    Extraction.lines(
      Extraction.label(
        [(Section.indications, indications), (Section.adverse, text)], drug: "Alphador"))
  }

  @Test("S27 How the drug was given is told by the title of a list")
  func regimens() {
    // 4ee5cc48.
    #expect(
      Self.lines(
        "Most common adverse reactions (incidence 3% or greater than placebo): • Alphador monotherapy: "
          + "headache ( 6.1 ) • Alphador used as adjunct without betadrug: cough ( 6.1 ) • Alphador used "
          + "as adjunct to betadrug: nausea, and vomiting ( 6.1 ) To report SUSPECTED ADVERSE REACTIONS, "
          + "contact us.") == [
          "Headache most_common of: monotherapy",
          "Coughing most_common of: adjunct without betadrug",
          "Nausea most_common of: adjunct to betadrug",
          "Vomiting most_common of: adjunct to betadrug",
        ])
    // What is said of both is no title, nor is a sentence.
    #expect(
      Self.lines("The most common adverse reactions as monotherapy or adjunct to betadrug: cough.")
        == ["Coughing most_common"])
  }

  @Test("S27 A series of lists goes on as long as sentences begin with what the drug is for")
  func illnesses() {
    // 22174520 and f06d76d2.
    let text =
      "The most commonly observed adverse reactions (incidence of 5% or greater) were: RED: Nausea, and "
      + "cough. OCD : Insomnia. BLU-C: Tremor. GRN-C: Headache and nausea. Cardiovascular: "
      + "Palpitations. GRN-C: Fatigue."
    let indications = "Alphador is for RED disease, OCD, BLU-C disease and GRN-C disease."
    #expect(
      Self.lines(text, indications) == [
        "Nausea most_common cut 5% of: red", "Coughing most_common cut 5% of: red",
        "SleepChanges most_common decreased cut 5% of: ocd",
        "Headache most_common cut 5% of: grn-c", "Nausea most_common cut 5% of: grn-c",
        "RapidPoundingOrFlutteringHeartbeat listed", "Fatigue listed",
      ])
  }

  @Test("S27 The cut of a series holds for its lists of the drug with others and alone")
  func partners() {
    // 8a903e31.
    #expect(
      Self.lines(
        "Most common adverse reactions (≥20%) are: Alphador in combination with betadrug: cough. ( 6.1 ) "
          + "Alphador in combination with gammadrug: nausea. ( 6.1 ) Alphador as a single agent: "
          + "vomiting. ( 6.1 )") == [
          "Coughing most_common cut 20% of: with betadrug",
          "Nausea most_common cut 20% of: with gammadrug",
          "Vomiting most_common cut 20% of: single agent",
        ])
  }
}
