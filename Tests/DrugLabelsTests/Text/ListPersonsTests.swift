// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Texts are shaped like those of the labels named beside them; expected values are written by hand.

@Suite("Persons and regimens above a list")
struct ListPersonsTests {
  private static func lines(_ text: String, _ indications: String = "") -> [String] {
    Extraction.lines(
      Extraction.label(
        [("34067-9", indications), (Section.adverse, text)], drug: "Alphador"))
  }

  @Test("S27 The persons of a heading hold for the list below a second heading")
  func persons() {
    // 8daa5562
    let text =
      "6.1 Clinical Trials Experience Rates of trials differ. Adult Patients with Crown Disease In "
      + "a clinical trial, 172 patients were treated. Most Common Adverse Reactions In the trials "
      + "the most common adverse reactions (≥5%) were nausea (6%) and headache (5%). Pediatric "
      + "Patients (6 years and older) with Crown Disease In a clinical trial 73 pediatric patients "
      + "were treated. Most Common Adverse Reactions In the placebo-controlled phase of the study, "
      + "the most common adverse reactions (occurring in ≥5% of patients and greater "
      + "than the rate of placebo) with the use of Alphador were headache (19%)."
    #expect(
      Self.lines(text) == [
        "Nausea most_common 6% cut 5%", "Headache most_common 5% cut 5%",
        "Headache most_common 19% cut 5% in: pediatric",
      ])
  }

  @Test("S27 A second list of persons has the cut of the first")
  func cuts() {
    // 8d0e1b59
    let text =
      "The most common (> 10%) reactions were: Adult : somnolence and dizziness. ( 6.1 ) Pediatric : "
      + "headache and peripheral disorders. ( 6.1 ) Alphador has other names."
    #expect(
      Self.lines(text) == [
        "SleepChanges most_common increased cut 10%", "Dizziness most_common cut 10%",
        "Headache most_common cut 10% in: pediatric",
      ])
  }

  @Test("S27 A running heading says how the drug was given in the lists below it")
  func regimens() {
    // 54e0f974
    let text =
      "6.1 Clinical Trials Experience Rates of trials differ. Crown Disease In Combination with "
      + "Betamab and Gammadase The safety of Alphador was evaluated. The most common adverse "
      + "reactions (≥20%) were cough and diarrhea. Monotherapy The safety of Alphador was evaluated. "
      + "The most common adverse reactions (≥20%) were fatigue."
    #expect(
      Self.lines(text, "Alphador is for crown disease.") == [
        "Coughing most_common cut 20% of: with betamab and gammadase",
        "Diarrhea most_common cut 20% of: with betamab and gammadase",
        "Fatigue most_common cut 20% of: monotherapy",
      ])
  }

  @Test("S27 Those who received the drug as monotherapy have it alone")
  func monotherapy() {
    // 54e0f974
    let text =
      "The most common adverse reactions (≥20%) in patients who received Alphador monotherapy are "
      + "fatigue and nausea. The most common adverse reactions (≥20%) in patients who received "
      + "Alphador in combination with betamab are cough."
    #expect(
      Self.lines(text) == [
        "Fatigue most_common cut 20% of: monotherapy", "Nausea most_common cut 20% of: monotherapy",
        "Coughing most_common cut 20% of: with betamab",
      ])
  }

  @Test("S27 The regimen of a heading ends with the study that is told of")
  func laterStudies() {
    // 8baba4ea
    let text =
      "6.1 Clinical Trials Experience Rates of trials differ. In Combination with Betamab The safety of "
      + "Alphador was evaluated in adults. The most common adverse reactions (≥20%) were cough. The "
      + "safety of Alphador was evaluated in adults. The most common adverse reactions (≥20%) were "
      + "fatigue. Alphador in Combination with Gammamab The safety of Alphador was evaluated in adults. "
      + "The most common adverse reactions (≥20%) were nausea."
    let found = Self.lines(text)
    #expect(found.first == "Coughing most_common cut 20% of: with betamab")
    #expect(found.last == "Nausea most_common cut 20% of: with gammamab")
    #expect(!found.contains { $0.hasPrefix("Fatigue") && $0.contains("betamab") })
  }

  @Test("S27 A heading of a regimen may run on into its text")
  func runOn() {
    // 8bc6397e
    let text =
      "6.1 Clinical Trials Experience Rates of trials differ. As Single-Agent The safety of Alphador "
      + "was evaluated in adults. The most common adverse reactions were cough. In Combination with "
      + "Betadrug ALPHADOR at the recommended dosage was administered in 354 patients. The most common "
      + "adverse reactions were nausea (55%)."
    #expect(
      Self.lines(text) == [
        "Coughing most_common of: single-agent", "Nausea most_common 55% of: with betadrug",
      ])
  }

  @Test("S27 Combination treatment is a regimen, also the only one beside other lists")
  func combination() {
    // 9237eaa4
    let text =
      "6.1 Clinical Trials Experience The most common adverse reactions were cough. Combination "
      + "Treatment with Betamab and Gammadrug: In trials no others were seen. In a study, the most "
      + "common adverse reactions were nausea."
    #expect(
      Self.lines(text) == [
        "Coughing most_common", "Nausea most_common of: with betamab and gammadrug",
      ])
  }

  @Test("S27 What is given with the drug stands between `and` and the therapy")
  func joinedTherapy() {
    // e0fa4bca
    let text =
      "The most common adverse reactions (≥ 20%) in patients with crown disease receiving Alphador "
      + "(6 mg/kg every 2 weeks) and FOLFOX therapy (N = 322) were diarrhea."
    #expect(Self.lines(text) == ["Diarrhea most_common cut 20% of: with folfox"])
  }

  @Test("S27 Trials of several kinds are not those of the drug alone")
  func severalKinds() {
    // 9468a2f3
    let text =
      "In a pooled analysis of the two monotherapy trials, the add-on to betadrug trial, and the add-on "
      + "to gammadrug trial, the incidence of selected reactions was nausea (1.4%, 0.6% placebo)."
    #expect(!Self.lines(text).contains { $0.contains("monotherapy") })
  }

  @Test("S27 A sentence names its trial behind a cohort of it")
  func cohorts() {
    // 2a8aa5c0
    let text =
      "6.1 Clinical Trials Experience Rates of trials differ. The safety of Alphador was evaluated in "
      + "Cohort 1 of the ABC3001 study. The most common adverse reactions (≥20%) were cough. The safety "
      + "of Alphador was evaluated in Study ABC2001. The most common adverse reactions (≥20%) were "
      + "fatigue."
    #expect(
      Self.lines(text) == [
        "Coughing most_common cut 20% of: ABC3001", "Fatigue most_common cut 20% of: ABC2001",
      ])
  }
}
