// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("What the lists of a label for several illnesses are limited to")
struct ListHeadingTests {
  private static func lines(_ text: String, _ indications: String = "") -> [String] {
    Extraction.lines(
      Extraction.label(
        [("34067-9", indications), (Section.adverse, text)], drug: "Alphador"))
  }

  @Test("S27 An illness before the colon of a sentence limits the lists behind it")
  func runInHeadings() {
    // 76c69d7c
    let text =
      "Crown Disease : Most reactions have been mild. The most common (>2%) adverse reactions are "
      + "dizziness and diarrhea. Root Disease : Few were severe. The most common (>5%) adverse "
      + "reactions were nausea."
    #expect(
      Self.lines(text, "Alphador is for crown disease and root disease.") == [
        "Dizziness most_common cut 2% of: crown disease",
        "Diarrhea most_common cut 2% of: crown disease",
        "Nausea most_common cut 5% of: root disease",
      ])
  }

  @Test("S27 A list has the illness of the heading above it")
  func headings() {
    // 9a94f5b2: headings in capitals before the lists.
    let text =
      "The rates of trials differ. Metastatic Breast Cancer Most common adverse reactions "
      + "(≥ 5%) are headache and chills. Metastatic Gastric Cancer Most common adverse reactions "
      + "(≥ 10%) are diarrhea and fatigue."
    #expect(
      Self.lines(text, "Alphador is for breast cancer and gastric cancer.") == [
        "Headache most_common cut 5% of: breast cancer",
        "Chills most_common cut 5% of: breast cancer",
        "Diarrhea most_common cut 10% of: gastric cancer",
        "Fatigue most_common cut 10% of: gastric cancer",
      ])
  }

  @Test("A heading of another kind, and one illness alone, limit nothing")
  func others() {
    let alone =
      "The rates of trials differ. Metastatic Breast Cancer Most common adverse reactions "
      + "(≥ 5%) are headache and chills."
    #expect(
      Self.lines(alone, "Alphador is for breast cancer.")
        == ["Headache most_common cut 5%", "Chills most_common cut 5%"])
    // 22d08671: what the list of references names is no illness of a trial.
    let references =
      "The following are described elsewhere: Drug Reaction with Eosinophilia (DRESS) [see Warnings "
      + "(5.3)] Hepatic Injury [see Warnings (5.4)] Most common adverse reactions (≥ 5%) are nausea. "
      + "6.1 Clinical Trials Experience Breast Cancer Most common adverse reactions (≥ 9%) are chills."
    #expect(
      Self.lines(references, "Alphador is for breast cancer.")
        == ["Nausea most_common cut 5%", "Chills most_common cut 9%"])
  }

  @Test("S27 The illness of a list stands behind words that say what it counts")
  func illness() {
    // 65d254c0: laboratory abnormalities in brackets, two degrees.
    let text =
      "The most common adverse reactions including laboratory abnormalities (≥ 25%) in patients "
      + "with AML are diarrhea and fatigue. The most common adverse reactions (≥ 20%) in patients "
      + "with relapsed or refractory MDS are arthralgia and rash."
    #expect(
      Self.lines(text) == [
        "Diarrhea most_common cut 25% of: aml", "Fatigue most_common cut 25% of: aml",
        "GeneralizedBodyAche most_common cut 20% of: mds",
      ])
  }

  @Test("S27 Several lists in one statement have the labels before their colons")
  func labels() {
    // 1e6dc9ae, ab23bc6e, 1fe028ff: of a part of the body, and of what the drug is not for, none.
    let text =
      "Most common adverse reactions are: Plaque Psoriasis and Psoriatic Arthritis (≥ 1%): headache, "
      + "arthralgia (6.1). Most common adverse reactions are: Prevention of PONV: chills (6.1). Most "
      + "common adverse reactions are: Nervous System: dizziness (6.1)."
    #expect(
      Self.lines(text, "Alphador is for plaque psoriasis, psoriatic arthritis and PONV.") == [
        "Headache most_common cut 1% of: plaque psoriasis psoriatic arthritis",
        "GeneralizedBodyAche most_common cut 1% of: plaque psoriasis psoriatic arthritis",
        "Chills most_common of: prevention of ponv", "Dizziness most_common",
      ])
  }

  @Test("S27 A heading that runs on into its text ends that of the persons before it")
  func persons() {
    // 924ffdf9.
    #expect(
      Self.lines(
        "6.1 Clinical Trials Experience Pediatric Patients Ages 1 to 4 Years The following occurred in "
          + "a study: cough. Other Adverse Reactions Observed During Clinical Trials Alphador has been "
          + "administered to 1,978 individuals. Those who had chills were few; fatigue was reported."
      ).filter { $0.hasPrefix("Fatigue") } == ["Fatigue listed"])
  }

  @Test("S25 The name of a use, word by word as in the indications, is no effect")
  func uses() {
    // 6991c065.
    let text =
      "Alphador was given in trials. Agitation Associated with Dementia Due to Age was studied, and "
      + "headache was reported. Chills were reported, too."
    let lines = Self.lines(
      text, "Alphador is for the treatment of agitation associated with dementia due to age.")
    #expect(lines.contains("Headache listed") && lines.contains("Chills listed"))
    #expect(!lines.contains { $0.hasPrefix("Mood") })
    // Where the drug is for something else, it is one.
    #expect(Self.lines(text, "Alphador is for rash.").contains { $0.hasPrefix("Mood") })
  }

  @Test("S27 A list of trials of one design says of which")
  func designs() {
    // ea66eb30.
    #expect(
      Self.lines(
        "The most common adverse reactions occurring in at least 20% of patients taking Alphador in "
          + "the combination therapy trials were insomnia. The most common adverse reactions in "
          + "monotherapy trials were headache. The most common adverse reactions in trials as "
          + "monotherapy or in combination were nausea.") == [
          "SleepChanges most_common decreased cut 20% of: combination therapy",
          "Headache most_common of: monotherapy", "Nausea most_common",
        ])
  }

  @Test("S27 A list of the drug with another one says with which")
  func partner() {
    // c6080942.
    #expect(
      Extraction.lines(
        Section.adverse,
        "The most common adverse reactions observed in patients treated with Alphador with docetaxel "
          + "at a rate of ≥ 30% were fatigue and diarrhea.", drug: "Alphador") == [
          "Fatigue most_common cut 30% of: with docetaxel",
          "Diarrhea most_common cut 30% of: with docetaxel",
        ])
  }

  @Test("S27 What a list says it is for stands above its heading, and of several trials none")
  func own() {
    // 44095c2b, b118a40d.
    let text =
      "Adverse Reactions in Epilepsy Trials The most common adverse reactions (≥ 5%) were dizziness. "
      + "The most common adverse reactions in trials for the preventive treatment of migraine that "
      + "were seen at an incidence higher (≥ 5%) than in the placebo group were: nausea. The safety of Alphador was evaluated in PARAMOUNT and METEORA. The most common "
      + "adverse reactions (≥ 9%) were cough."
    #expect(
      Self.lines(text, "Alphador is for epilepsy and migraine.") == [
        "Dizziness most_common cut 5% of: epilepsy", "Nausea most_common cut 5% of: migraine",
        "Coughing most_common cut 9% of: epilepsy",
      ])
  }
}
