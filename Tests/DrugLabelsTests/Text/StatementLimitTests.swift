// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand.

@Suite("What ends and what limits a statement")
struct StatementLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let section: String
    let text: String
    let lines: [String]
    var testDescription: String { text }

    init(_ section: String, _ text: String, _ lines: [String]) {
      self.section = section
      self.text = text
      self.lines = lines
    }
  }

  static let cases = [
    // fa041652: the sentence begins with what the effects come of.
    Case(
      Section.adverse, "Withdrawal may be associated with nausea, vomiting, and malaise.",
      [
        "Nausea warning of: withdrawal", "Vomiting warning of: withdrawal",
        "Fatigue warning of: withdrawal",
      ]),
    // 6e566303: what they had before.
    Case(
      Section.adverse,
      "Common co-morbid conditions among the enrolled subjects included hypertension (72%), "
        + "depression (16%) and arrhythmia (16%).", []),
    // What reactions are told of behind it are effects.
    Case(
      Section.adverse,
      "In patients with comorbid epilepsy, the most common adverse reactions were nausea (12%) and "
        + "headache (10%).",
      ["Nausea most_common 12%", "Headache most_common 10%"]),
    // 1e6dc9ae: the name of a group stands twice before its parts.
    Case(
      Section.adverse,
      "Upper respiratory tract infection Upper respiratory tract infection includes sinusitis, "
        + "nasopharyngitis and pharyngitis.", []),
    // 99747897: those of whom the whole list is said, behind a list of what the studies were.
    Case(
      Section.warnings,
      "In three, 10-week, placebo-controlled studies of Alphador in elderly patients, the adverse "
        + "reactions were lethargy and somnolence.",
      ["Fatigue warning in: elderly", "SleepChanges warning increased in: elderly"]),
    // dddcd321: placebo is named first.
    Case(
      Section.adverse,
      "The incidence of adverse events in the placebo and Alphador 5 mg groups were: back pain "
        + "(26.1% versus 28.0%), arthralgia (22.1% versus 23.7%).",
      [
        "LowerBackPain trial_text 28.0% vs 26.1% placebo",
        "GeneralizedBodyAche trial_text 23.7% vs 22.1% placebo",
      ]),
    // The bracket names its arms itself.
    Case(
      Section.adverse,
      "The incidence of adverse events in the placebo and Alphador 5 mg groups were: back pain "
        + "(28% Alphador versus 26% placebo).",
      ["LowerBackPain trial_text 28% vs 26% placebo"]),
    // 42c49deb: the figure of those who died of it.
    Case(
      Section.adverse, "Fatal adverse reactions included hemorrhage (0.8%) and dyspnea (0.4%).",
      ["ShortnessOfBreath listed"]),
    // 097d166f: what made them stop for a while is not what is most common.
    Case(
      Section.adverse,
      "Adverse reactions leading to interruption of Alphador occurred in 19% of patients; the most "
        + "common (≥ 1%) were diarrhea (2.4%) and fatigue (1%).",
      ["Diarrhea listed", "Fatigue listed"]),
    // a311a947: capitals begin the items of a list.
    Case(
      Section.adverse,
      "Respiratory disorders: Respiratory failure, Interstitial lung disease as manifested by "
        + "Pulmonary fibrosis, Alveolitis, Dyspnea, Cough",
      ["ShortnessOfBreath listed", "Coughing listed"]),
  ]

  @Test("S25 A statement has its limits, and no others", arguments: cases)
  func limits(_ case: Case) {
    #expect(Extraction.lines(`case`.section, `case`.text, drug: "Alphador") == `case`.lines)
  }

  @Test(
    "The number of a part may be printed with a blank or with a full stop behind it",
    arguments: [
      // 2966aec7, 26e30155.
      ("The risk is unknown. 5. 7 Eye Disorders Headache has been reported.", "5.7"),
      ("The risk is unknown. 5.7. Eye Disorders Headache has been reported.", "5.7"),
      // No number of a part: an item of a list.
      (
        "5.6 Eye Disorders The following was found. 1. 5 Patients had headache. Fever has been "
          + "reported.", "5.6"
      ),
      // No number of a part: a version at the end of a sentence.
      ("5.6 Eye Disorders Headache was graded by version 5.1. Fever has been reported.", "5.6"),
    ])
  func numbers(_ text: String, _ number: String) {
    let label = Extraction.label([(Section.warnings, text)], drug: "Alphador")
    #expect(Set(Extraction.extractor.read(label).statements.map(\.subsection)) == [number])
  }
}
