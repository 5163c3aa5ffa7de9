// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Where rules of extraction end: beside each sentence that a rule takes stands one that looks like
// it and says the opposite. Sentences are made; what they say was judged by hand.

@Suite("Where rules of extraction end")
struct RuleLimitTests {
  static let openings = [
    SentenceCase(
      Section.adverse, "(Placebo-controlled studies): headache (5%, 3%), nausea (4%, 1%).",
      ["Headache trial_text 5% vs 3% placebo", "Nausea trial_text 4% vs 1% placebo"]),
    SentenceCase(
      Section.adverse, "(Placebo in second place) nausea (4%, 2%) was reported.", ["Nausea listed"]),
    // The first line tells of stopping far behind the places of the items' commas.
    SentenceCase(
      Section.adverse,
      "The following reactions were reported by patients in controlled clinical trials following "
        + "abrupt discontinuation of Examplin:\n• nausea, headache\n• dizziness, fever",
      [
        "Nausea warning of: withdrawal", "Headache warning of: withdrawal",
        "Dizziness warning of: withdrawal", "Fever warning of: withdrawal",
      ]),
  ]

  /// 69abd0ff and 4cfeb8bd.
  static let places = [
    SentenceCase(
      Section.adverse,
      "Additional adverse reactions observed in the overall trials program in patients treated with "
        + "Examplin but not in the comparative study included fever (5%), and cough.",
      ["Fever trial_text 5%", "Coughing listed"]),
    SentenceCase(
      Section.adverse, "Headache was reported in adults, but not in those with fever or cough.",
      ["Headache listed"]),
    SentenceCase(
      Section.adverse,
      "Reactions included abdominal pain (abdominal discomfort, abdominal distension, pain upper) "
        + "[60%], and diarrhea [44%].",
      ["AbdominalCramps trial_text 60%", "Diarrhea trial_text 44%"]),
    SentenceCase(
      Section.adverse, "Reactions included headache (with nausea, vomiting, and fever) and cough.",
      ["Headache listed", "Nausea listed", "Vomiting listed", "Fever listed", "Coughing listed"]),
  ]

  @Test("Where nothing was seen, and what brackets enumerate, ends with it", arguments: places)
  func otherPlaces(_ sentence: SentenceCase) { sentence.check() }

  @Test("A sentence that begins with a bracket, or is an item, is read", arguments: openings)
  func noTrap(_ sentence: SentenceCase) { sentence.check() }

  static let placebo = [
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥5% and at least twice the incidence of placebo patients) "
        + "were nausea and fatigue.",
      ["Nausea most_common cut 5%", "Fatigue most_common cut 5%"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥5% and twice the rate in the placebo group) were nausea "
        + "and fatigue.",
      ["Nausea most_common cut 5%", "Fatigue most_common cut 5%"]),
    SentenceCase(
      Section.adverse, "Nausea occurred in 12% of patients and in none of those receiving placebo.",
      ["Nausea trial_text 12%"]),
    SentenceCase(
      Section.adverse, "Nausea occurred in 12% of treated patients and none in the placebo group.",
      ["Nausea trial_text 12%"]),
    SentenceCase(
      Section.adverse, "Nausea occurred in 12 patients and in 3 patients receiving placebo.",
      ["Nausea listed"]),
    SentenceCase(
      Section.adverse,
      "Headache, nausea and dizziness were reported; 2 patients on placebo had headache.",
      ["Headache listed", "Nausea listed", "Dizziness listed"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reaction was headache (21%); no patients in the placebo group had "
        + "headache.", ["Headache most_common 21%"]),
    SentenceCase(Section.adverse, "Cough (4 patients receiving placebo) was reported.", []),
    SentenceCase(Section.adverse, "In the placebo group, headache occurred in 2%.", []),
    SentenceCase(Section.adverse, "In the placebo group headache occurred in 2%.", []),
    SentenceCase(Section.adverse, "Fever occurred in 3 (2%) of placebo-treated patients.", []),
  ]

  @Test("S1, S26: only what is told of nobody but placebo is placebo's", arguments: placebo)
  func placeboAlone(_ sentence: SentenceCase) { sentence.check() }

  /// A label whose table compares the drug with another one.
  private func lines(_ text: String) -> [String] {
    let markup = Tables.markup(["Reaction | Alphador % | Betadrug %", "Rash | 5 | 4"])
    var label = Tables.label(TableMarkup.grid(Array(markup.utf8)))
    label.sections[0].text = LabelText(text)
    return Extraction.lines(label)
  }

  @Test("S26 The arm of a drug that the label's tables compare with is not the drug's")
  func rivals() {
    #expect(lines("Vomiting was reported in 18% of subjects in the betadrug arm.").isEmpty)
    #expect(lines("Vomiting was reported in 18% of subjects in the control arm.").isEmpty)
    #expect(lines("Nausea, fatigue and cough occurred in subjects in the betadrug group.").isEmpty)
  }

  @Test(
    "S1 An arm of another name may be the drug's",
    arguments: [
      "experimental", "investigational", "monotherapy", "maintenance", "intravenous", "oral",
      "continuous", "extended", "DRd", "treatment",
    ])
  func unknownArm(name: String) {
    #expect(
      lines("Vomiting was reported in 18% of patients in the \(name) arm.")
        == ["Vomiting trial_text 18%"])
  }

  static let without = [
    SentenceCase(Section.adverse, "Rash without fever, headache or cough was reported.", []),
    SentenceCase(
      Section.adverse, "Diarrhea without nausea, vomiting, or abdominal pain was reported.",
      ["Diarrhea listed"]),
    SentenceCase(
      Section.adverse, "Reactions reported: rash without fever, chills, or myalgia.", []),
    SentenceCase(
      Section.adverse, "Adverse reactions were infection without a pathogen, headache, and cough.",
      ["Headache listed", "Coughing listed"]),
    SentenceCase(
      Section.adverse, "Reactions reported: rash without fever, chills or myalgia, and nausea.",
      ["Chills listed", "GeneralizedBodyAche listed", "Nausea listed"]),
  ]

  @Test("S26 Only in a list does a negation end with its item", arguments: without)
  func negation(_ sentence: SentenceCase) { sentence.check() }

  static let persons = [
    SentenceCase(
      Section.adverse,
      "Body as a whole: rash; nausea, vomiting, headache, fever in children, dizziness.",
      [
        "Nausea listed", "Vomiting listed", "Headache listed", "Fever listed in: pediatric",
        "Dizziness listed",
      ]),
    SentenceCase(
      Section.adverse, "Reported: cough; fever in children, dizziness; nausea.",
      ["Coughing listed", "Fever listed in: pediatric", "Dizziness listed", "Nausea listed"]),
    SentenceCase(
      Section.adverse,
      "In a trial in children, fever was seen. The reactions were the same as in adults and "
        + "included headache.",
      ["Fever listed in: pediatric", "Headache listed in: pediatric"]),
    SentenceCase(
      Section.adverse,
      "In a trial in children, fever was seen. The profile was consistent with that in adults and "
        + "headache was reported.",
      ["Fever listed in: pediatric", "Headache listed in: pediatric"]),
    SentenceCase(
      Section.adverse,
      "In a trial in children, fever was seen. The reactions of adults were nausea and headache.",
      ["Fever listed in: pediatric", "Nausea listed", "Headache listed"]),
  ]

  @Test("S27 The persons of one item, and those whom others are likened to", arguments: persons)
  func whoHasIt(_ sentence: SentenceCase) { sentence.check() }

  static let procedures = [
    SentenceCase(
      Section.warnings, "Hypotension was seen in patients requiring deep sedation.", []),
    SentenceCase(
      Section.warnings,
      "Examplin may cause hypotension in patients under conscious sedation for endoscopy.", []),
    SentenceCase(
      Section.warnings,
      "Hypotension occurred in patients requiring general anesthesia or sedation.", []),
    SentenceCase(
      Section.adverse, "Adverse reactions requiring dose reduction were somnolence and nausea.",
      ["SleepChanges listed increased", "Nausea listed"]),
    SentenceCase(
      Section.adverse, "Reactions requiring treatment included sedation.",
      ["SleepChanges listed increased"]),
    SentenceCase(
      Section.warnings, "Examplin can cause deep sedation.", ["SleepChanges warning increased"]),
  ]

  @Test("S25 Sedation of a procedure is no effect, sedation by the drug is", arguments: procedures)
  func sedation(_ sentence: SentenceCase) { sentence.check() }

  static let signs = [
    SentenceCase(
      Section.adverse,
      "6.1 Clinical Trials Experience Cardiovascular events such as palpitations and syncope "
        + "presenting as dizziness, nausea were reported.",
      [
        "RapidPoundingOrFlutteringHeartbeat listed", "Fainting listed", "Dizziness listed",
        "Nausea listed",
      ]),
    SentenceCase(
      Section.adverse,
      "The following were identified during postapproval use: lymphatic system disorders "
        + "presenting as cough.", ["Coughing postmarketing"]),
    SentenceCase(
      Section.adverse, "Body as a Whole — hypersensitivity reactions including headache.",
      ["Headache warning of: hypersensitivity reactions"]),
  ]

  @Test("Rule 5.5: what names only a part of the body makes no sign of an effect", arguments: signs)
  func signsOfPlaces(_ sentence: SentenceCase) { sentence.check() }
}
