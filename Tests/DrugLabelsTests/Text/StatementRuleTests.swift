// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Every sentence is made after one of a label that was read by hand; what it says was judged with
// the rules of "Label extraction".

@Suite("Rules of extraction: lists, arms and persons")
struct StatementRuleTests {
  static let lists = [
    SentenceCase(
      Section.adverse,
      "Serious adverse reactions in > 5% of patients were pneumonia and diarrhea (6%).",
      ["Diarrhea listed"]),
    SentenceCase(
      Section.adverse, "Grade 3 or 4 adverse reactions in at least 5% of patients were fatigue.",
      ["Fatigue listed"]),
    SentenceCase(
      Section.adverse, "Side effects most commonly reported were drowsiness and fatigue.",
      ["SleepChanges most_common increased", "Fatigue most_common"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥ 10%) that occurred more frequently (≥ 2% over placebo) "
        + "in Examplin-treated patients were fatigue and constipation.",
      ["Fatigue most_common cut 10%", "Constipation most_common cut 10%"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse experiences in patients treated with Examplin, including those who "
        + "were switched to therapy with another drug, were diarrhea (5.5%), nausea (3.1%).",
      ["Diarrhea most_common 5.5%", "Nausea most_common 3.1%"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥20%) are infection without an identified pathogen, "
        + "bleeding, diarrhea, and nausea.",
      ["Diarrhea most_common cut 20%", "Nausea most_common cut 20%"]),
    SentenceCase(
      Section.adverse,
      "Most common adverse reactions (≥20%) in combination with either betadrug or gammadrug "
        + "were fatigue.",
      ["Fatigue most_common cut 20% of: with betadrug or gammadrug"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥20%) in patients with crown disease were fatigue. "
        + "The most common adverse reactions (≥20%) in patients with root disease were nausea.",
      [
        "Fatigue most_common cut 20% of: crown disease",
        "Nausea most_common cut 20% of: root disease",
      ]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥20%) in patients with crown disease were fatigue.",
      ["Fatigue most_common cut 20%"]),
  ]

  @Test("S24 What is most common, and of whom", arguments: lists)
  func mostCommon(_ sentence: SentenceCase) { sentence.check() }

  static let arms = [
    SentenceCase(
      Section.adverse, "Myalgia: 0.2% and 2% for placebo and Examplin, respectively.",
      ["GeneralizedBodyAche trial_text 2% vs 0.2% placebo"]),
    SentenceCase(
      Section.adverse, "Headache: 4% and 3% for Examplin and placebo, respectively.",
      ["Headache trial_text 4% vs 3% placebo"]),
    SentenceCase(
      Section.adverse, "Headache: 4% and 3% for 10 mg and 20 mg, respectively.",
      ["Headache listed"]),
    SentenceCase(
      Section.adverse,
      "Syncope was reported by 0.2% of patients (1 of 502) in the 0.4 mg group, and 0.6% of "
        + "patients (3 of 493) in the placebo group.",
      ["Fainting trial_text 0.2% vs 0.6% placebo"]),
    SentenceCase(
      Section.adverse, "Reported were nausea 12% vs 5% placebo; headache (15%, 10%).",
      ["Nausea trial_text 12% vs 5% placebo", "Headache listed"]),
    SentenceCase(Section.adverse, "Vomiting occurred in 3% of patients on placebo.", []),
    SentenceCase(Section.adverse, "Cough was reported by 4 patients receiving placebo.", []),
    SentenceCase(Section.adverse, "Nausea occurred in the placebo group.", []),
    SentenceCase(Section.adverse, "Of patients treated with placebo, 5% had headache.", []),
    SentenceCase(
      Section.adverse, "Vomiting was reported in 18% of subjects in the treatment arm.",
      ["Vomiting trial_text 18%"]),
    SentenceCase(
      Section.adverse, "Reported in patients taking other antidepressants: nausea.", []),
    SentenceCase(
      Section.warnings,
      "During marketing of other SSRIs and SNRIs, there have been reports of dizziness upon "
        + "discontinuation.", []),
  ]

  @Test("S26, S27: figures and effects of another arm are none of the drug's", arguments: arms)
  func otherArms(_ sentence: SentenceCase) { sentence.check() }

  static let persons = [
    SentenceCase(
      Section.adverse, "In a trial in children, fever was seen. Adults had headache.",
      ["Fever listed in: pediatric", "Headache listed"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions are: Adults (≥2%): nausea; Patients 12 to 17 years of age "
        + "(≥5%): headache.",
      ["Nausea most_common cut 2%", "Headache most_common cut 5% in: pediatric"]),
    SentenceCase(
      Section.adverse, "Headache was reported in elderly and pediatric patients.",
      ["Headache listed"]),
    SentenceCase(
      Section.adverse, "In infants, irritability and fever occurred.",
      ["MoodChanges listed unspecified in: pediatric", "Fever listed in: pediatric"]),
    SentenceCase(
      Section.adverse,
      "Urogenital: Pelvic pain; urinary retention and headache in pediatric patients.",
      ["PelvicPain listed", "Headache listed in: pediatric"]),
    SentenceCase(
      Section.adverse,
      "Reported: dyspnea. Pediatric use information is approved for another company.",
      ["ShortnessOfBreath listed"]),
  ]

  @Test("S27 Each list has its persons", arguments: persons)
  func whoHasIt(_ sentence: SentenceCase) { sentence.check() }

  static let states = [
    SentenceCase(
      Section.warnings, "Patients in whom there is any evidence of latent depression need care.",
      []),
    SentenceCase(
      Section.warnings,
      "Examplin may exacerbate muscle weakness in patients with myasthenia gravis.", []),
    SentenceCase(
      Section.warnings,
      "5.1 Infections Swelling, fever, and malaise are suggestive of septic arthritis.",
      ["Fever warning of: septic arthritis", "Fatigue warning of: septic arthritis"]),
    SentenceCase(Section.adverse, "Deep fatigue was reported.", ["Fatigue listed"]),
  ]

  @Test("S25 What somebody has already, and what signs suggest", arguments: states)
  func background(_ sentence: SentenceCase) { sentence.check() }

  @Test("S25 What is studied or treated is no effect in a list")
  func studied() {
    let indication = (Section.indications, "Examplin is for insomnia, nausea and vomiting.")
    let label = Extraction.label([
      indication,
      (
        Section.adverse,
        "Studies of nausea and vomiting included 317 patients. In a study in adult insomnia "
          + "patients 7.2% discontinued."
      ),
    ])
    #expect(Extraction.lines(label).isEmpty)
  }

  @Test("A section of the precautions ends at the next heading")
  func precautions() {
    let text =
      "PRECAUTIONS Drug Interactions None are known. Hepatic Effects Examplin may cause fatigue."
    #expect(Extraction.lines("42232-9", text, drug: "Examplin") == ["Fatigue warning"])
  }
}
