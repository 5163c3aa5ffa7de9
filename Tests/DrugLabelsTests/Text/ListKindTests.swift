// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("Which list of several a symptom stands in")
struct ListKindTests {
  private static func lines(_ text: String, _ indications: String = "") -> [String] {
    Extraction.lines(
      Extraction.label(
        [(Section.indications, indications), (Section.adverse, text)], drug: "Alphador"))
  }

  @Test("S27 A list with a colon of its own has the illness before the first one")
  func ownColon() {
    // 2966aec7.
    #expect(
      Self.lines(
        "Crown’s disease : Adverse reactions (≥ 9%) reported during induction are: nausea. ( 6.1 ) "
          + "Ulcerative colitis : Adverse reactions (≥ 5%) reported during induction or maintenance are: "
          + "acne and pyrexia. ( 6.1 ) Nervous system: Adverse reactions (≥ 5%) reported are: headache.",
        "Alphador is for crown’s disease and ulcerative colitis.") == [
          "Nausea most_common cut 9% of: crown's disease",
          "Acne most_common cut 5% of: ulcerative colitis",
          "Fever most_common cut 5% of: ulcerative colitis", "Headache most_common cut 5%",
        ])
  }

  @Test("S27 Illnesses with cuts behind the first list are lists of the most common ones, too")
  func further() {
    // 1e6dc9ae.
    #expect(
      Self.lines(
        "Most common adverse reactions associated with Alphador are: Plaque Psoriasis (≥1%): headache. "
          + "( 6.1 ) Ulcerative Colitis (≥3%) : fatigue and pyrexia. ( 6.1 ) Crown Disease, induction "
          + "(≥4%) : diarrhea. ( 6.1 ) Diseases were few : cough.",
        "Alphador is for plaque psoriasis, ulcerative colitis, and crown disease.") == [
          "Headache most_common cut 1% of: plaque psoriasis",
          "Fatigue most_common cut 3% of: ulcerative colitis",
          "Fever most_common cut 3% of: ulcerative colitis",
          "Diarrhea most_common cut 4% of: crown disease, induction", "Coughing listed",
        ])
  }

  @Test("S27 The list of the drug alone stands beside that with another drug")
  func alone() {
    // 6e566303.
    #expect(
      Self.lines(
        "Co-administration with betadrug: The most common adverse reactions (≥ 5% of patients) are "
          + "fatigue. ( 6.1 ) Alphador alone: The most common adverse reactions (≥ 5% of patients) are "
          + "nausea. ( 6.1 )") == [
          "Fatigue most_common cut 5% of: with betadrug", "Nausea most_common cut 5% of: alone",
        ])
    // 516170d4: another treatment is compared with it.
    #expect(
      Self.lines(
        "Reactions with the combination that differed from those described for Alphador alone were cough "
          + "(2%). The most common adverse reactions (≥ 5%) are nausea.") == [
          "Coughing trial_text 2%", "Nausea most_common cut 5%",
        ])
    #expect(
      Self.lines(
        "The most common adverse reactions (≥ 5%) of Alphador alone or with betadrug are nausea. The "
          + "most common adverse reactions (≥ 9%) are cough.") == [
          "Nausea most_common cut 5%", "Coughing most_common cut 9%",
        ])
  }

  @Test("S27 An illness before the patients limits a list as one behind them does")
  func persons() {
    // 1cc09039.
    let heart =
      "The most common adverse reactions (greater than 10% of patients), regardless of seriousness, in "
      + "pediatric heart transplant patients taking Alphador until Day 100 were diarrhea."
    let kidney =
      " The most common adverse reactions (greater than 10% of patients) in pediatric kidney transplant "
      + "patients treated with Alphador until Day 200 were headache."
    let indications = "Alphador is for kidney transplant and heart transplant patients."
    #expect(
      Self.lines(heart + kidney, indications) == [
        "Diarrhea most_common cut 10% of: heart transplant in: pediatric",
        "Headache most_common cut 10% of: kidney transplant in: pediatric",
      ])
    #expect(Self.lines(heart, indications) == ["Diarrhea most_common cut 10% in: pediatric"])
    #expect(
      Self.lines(heart.replacing("heart", with: "solid organ") + kidney, indications) == [
        "Diarrhea most_common cut 10% of: solid organ transplant in: pediatric",
        "Headache most_common cut 10% of: kidney transplant in: pediatric",
      ])
    // What the drug is not for is no illness of its lists.
    #expect(
      Self.lines(heart + kidney, "Alphador is for crown disease.") == [
        "Diarrhea most_common cut 10% in: pediatric", "Headache most_common cut 10% in: pediatric",
      ])
  }

  @Test("S27 What patients had before tells the lists of a label apart")
  func treatedBefore() {
    // fa3cbd5d.
    #expect(
      Self.lines(
        "The most common adverse reactions are: • Treatment-Naïve Adults (≥5%): headache, nausea ( 6.1 ). "
          + "• Patients who Switched from Betadrug, after 9 Months on Treatment (≥10%): fatigue ( 6.1 )."
      )
        == [
          "Headache most_common cut 5% of: treatment-naïve",
          "Nausea most_common cut 5% of: treatment-naïve",
          "Fatigue most_common cut 10% of: switched from betadrug",
        ])
    // 7193c90e: of both kinds.
    #expect(
      Self.lines(
        "Adverse reactions in at least 5% of treatment-experienced or treatment-naïve subjects included "
          + "fever. The most common adverse reactions (≥ 9%) are cough.") == [
          "Fever most_common cut 5%", "Coughing most_common cut 9%",
        ])
    #expect(
      Self.lines("The most common adverse reactions are: Treatment-naive adults (≥5%): headache.")
        == ["Headache most_common cut 5%"])
  }
}
