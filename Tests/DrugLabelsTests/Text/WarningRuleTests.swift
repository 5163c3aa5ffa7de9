// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Every sentence is made; what it says was judged by hand with the rules of "Label extraction".

@Suite("Rules of extraction: what a warning is of")
struct WarningRuleTests {
  static let names = [
    SentenceCase(
      Section.warnings, "Symptoms of infusion-related reactions include chills and fever.",
      [
        "Chills warning of: infusion-related reactions",
        "Fever warning of: infusion-related reactions",
      ]),
    SentenceCase(
      Section.warnings,
      "Hypersensitivity and related reactions may occur. "
        + "Hypersensitivity and related reactions including fever were seen.",
      ["Fever warning of: hypersensitivity and related reactions"]),
    SentenceCase(
      Section.warnings, "Signs of fluid and electrolyte imbalance include lethargy.",
      ["Fatigue warning of: fluid and electrolyte imbalance"]),
    SentenceCase(
      Section.warnings,
      "Three anaphylactic reactions occurred with symptoms of wheezing, cyanosis, and vomiting.",
      [
        "Wheezing warning of: anaphylactic reactions",
        "Vomiting warning of: anaphylactic reactions",
      ]),
  ]

  static let classUses = [
    // ce167984: what opioids do, whatever the drug does.
    SentenceCase(
      Section.warnings,
      "Cases of adrenal insufficiency have been reported with opioid use. Presentation of adrenal "
        + "insufficiency may include nausea and vomiting.", []),
    SentenceCase(
      Section.warnings,
      "Cases of adrenal insufficiency have been reported with drug use. Presentation of adrenal "
        + "insufficiency may include nausea.", ["Nausea warning"]),
  ]

  @Test("Rule 5.10: signs of what the sentence before tells of a class", arguments: classUses)
  func classSigns(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.5: a sign carries the whole name of what it is a sign of", arguments: names)
  func signNames(_ sentence: SentenceCase) { sentence.check() }

  static let lists = [
    SentenceCase(
      Section.adverse, "Reported were: Hypersensitivity reactions including fever; headache.",
      ["Fever warning of: hypersensitivity reactions", "Headache listed"]),
    SentenceCase(
      Section.adverse,
      "The following were identified during postapproval use: "
        + "allergic reactions (dyspnea, rash), headache.",
      ["ShortnessOfBreath warning of: allergic reactions", "Headache postmarketing"]),
    SentenceCase(
      Section.adverse,
      "The following were reported: hypotension with or without heart failure, cough, chest pain.",
      ["Coughing listed", "ChestTightnessOrPain listed"]),
    SentenceCase(
      Section.adverse,
      "The following were reported: pseudotumor, rash, edema, rarely following discontinuation, insomnia.",
      ["SleepChanges listed decreased"]),
  ]

  @Test(
    "Rule 5.5: a sign in a list of effects is at most a warning, with its condition",
    arguments: lists)
  func signsInLists(_ sentence: SentenceCase) { sentence.check() }

  static let others = [
    SentenceCase(
      Section.warnings, "Patients with migraine may be at increased risk of stroke.", []),
    SentenceCase(
      Section.warnings, "Patients (6 to 17 years) with irritability were studied.", []),
    SentenceCase(Section.warnings, "Visual loss may be part of a migraine attack.", []),
    SentenceCase(
      Section.warnings, "Depression is itself associated with an increase in the risk of suicide.",
      []),
    SentenceCase(
      Section.warnings, "Examplin may unmask rhinitis that was suppressed before.", []),
    SentenceCase(
      Section.warnings, "Examplin may prevent early warning signs such as tachycardia.", []),
    SentenceCase(
      Section.warnings, "Precipitating conditions include acute fever and surgery.", []),
    SentenceCase(
      Section.warnings, "Pressure rises by the loss of beta-mediated vasodilatation.", []),
  ]

  @Test(
    "Rules 5.3 and 5.4, S25: what somebody has already is no effect of the drug",
    arguments: others)
  func ofOthers(_ sentence: SentenceCase) { sentence.check() }

  static let advice = [
    SentenceCase(
      Section.warnings, "In the event of difficulty in breathing, Examplin should be stopped.", []),
    SentenceCase(Section.warnings, "In case of fever, antibiotics must be given.", []),
    SentenceCase(
      Section.warnings, "Withdraw Examplin on the appearance of unusual depression.", []),
    SentenceCase(Section.warnings, "Fever should be managed by external cooling.", []),
    SentenceCase(
      Section.warnings,
      "Inform patients to report symptoms that may be associated with vasculitis "
        + "including dyspnea.", []),
  ]

  @Test("Rule 5.6: what to do about a symptom is no warning of it", arguments: advice)
  func whatToDo(_ sentence: SentenceCase) { sentence.check() }

  static let classes = [
    SentenceCase(
      Section.warnings, "Memory loss has been reported with other beta-blocking agents.", []),
    SentenceCase(
      Section.warnings, "After treatment with antibiotics, patients can develop diarrhea.", []),
    SentenceCase(
      Section.boxed, "Concomitant use with opioids may result in profound sedation.", []),
    SentenceCase(
      Section.warnings, "As with other antibiotics, Examplin can cause diarrhea.",
      ["Diarrhea warning"]),
  ]

  @Test(
    "Rules 5.10 and 5.11: what other drugs do says nothing of this one", arguments: classes)
  func otherDrugs(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.9: what follows the end of treatment is withdrawal")
  func stopping() {
    SentenceCase(
      Section.warnings,
      "Exacerbation of angina has been reported following abrupt discontinuation of Examplin.",
      ["ChestTightnessOrPain warning of: withdrawal"]
    ).check()
  }

  @Test("Rule 5.21: the highlights before the first subsection repeat it")
  func highlights() {
    SentenceCase(
      Section.warnings,
      "WARNINGS AND PRECAUTIONS May cause somnolence: warn drivers. (5.1) "
        + "5.1 Somnolence Examplin causes somnolence.",
      ["SleepChanges warning increased", "SleepChanges warning increased"]
    ).check()
  }
}
