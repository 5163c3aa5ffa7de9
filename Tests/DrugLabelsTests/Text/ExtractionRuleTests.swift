// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

/// One sentence or text, and what it says; expected values follow from the rule, read by hand.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  let section: String
  let text: String
  let expected: [String]
  var drug = "Examplin"

  init(_ section: String, _ text: String, _ expected: [String]) {
    self.section = section
    self.text = text
    self.expected = expected
  }

  var testDescription: String { String(text.prefix(60)) }

  func check() {
    #expect(Extraction.lines(section, text, drug: drug) == expected, "\(text)")
  }
}

@Suite("Rules of extraction: what a sentence says")
struct ExtractionRuleTests {
  static let negation = [
    SentenceCase(Section.adverse, "There were no reports of headache or nausea.", []),
    SentenceCase(Section.adverse, "Headache and nausea were not reported.", []),
    SentenceCase(Section.adverse, "Examplin did not cause dizziness.", []),
    SentenceCase(
      Section.adverse, "Nausea with or without vomiting (10%) was seen.",
      ["Nausea trial_text 10%", "Vomiting listed"]),
    SentenceCase(
      Section.adverse, "Reactions include, but are not limited to, headache and fever.",
      ["Headache listed", "Fever listed"]),
    SentenceCase(
      Section.adverse, "No deaths were reported; headache was reported.",
      [
        "Headache listed"
      ]),
  ]

  @Test("Rule 5.1, S26: a negated mention is no mention", arguments: negation)
  func rule1(_ sentence: SentenceCase) { sentence.check() }

  static let comparisons = [
    SentenceCase(Section.adverse, "The incidence of headache was similar to placebo.", []),
    SentenceCase(Section.adverse, "Headache was more common on placebo.", []),
    SentenceCase(
      Section.adverse, "Headache occurred at a rate equal to or less than placebo.", []),
    SentenceCase(
      Section.adverse, "Headache was more common on Examplin than on placebo.",
      ["Headache listed"]),
  ]

  @Test("Rule 5.2 what is not above the comparator gives no row", arguments: comparisons)
  func rule2(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.3, S25: what the drug is for needs a second statement")
  func rule3() {
    let indication = (Section.indications, "Examplin relieves headache and fever.")
    let once = Extraction.label([indication, (Section.adverse, "Reported: headache.")])
    #expect(Extraction.lines(once).isEmpty)
    let twice = Extraction.label([
      indication, (Section.adverse, "Reported: headache."),
      (Section.warnings, "Examplin may cause headache."),
    ])
    #expect(Extraction.lines(twice) == ["Headache listed", "Headache warning"])
    let reading = Extraction.extractor.read(once)
    #expect(reading.passed.map(\.reason) == [.indication, .indication, .indication])
  }

  static let background = [
    SentenceCase(Section.warnings, "Use with caution in patients with dizziness.", []),
    SentenceCase(Section.warnings, "Avoid use in patients with a history of syncope.", []),
    SentenceCase(
      Section.warnings, "Dizziness was reported in patients with epilepsy.", ["Dizziness warning"]),
    SentenceCase(
      Section.warnings, "Patients with hypertension experienced palpitations.",
      ["RapidPoundingOrFlutteringHeartbeat warning"]),
  ]

  @Test("Rule 5.4 the condition of the user is background", arguments: background)
  func rule4(_ sentence: SentenceCase) { sentence.check() }

  static let signs = [
    SentenceCase(
      Section.adverse, "Symptoms of liver injury include nausea and fatigue.",
      ["Nausea warning of: liver injury", "Fatigue warning of: liver injury"]),
    SentenceCase(
      Section.warnings, "Advise patients to report symptoms of liver injury such as nausea.", []),
    SentenceCase(
      Section.boxed, "Anaphylaxis, presenting as coughing and chills, has occurred.",
      ["Coughing warning of: anaphylaxis", "Chills warning of: anaphylaxis"]),
    SentenceCase(
      Section.warnings, "PRES is a disorder which can present with headache and nausea.", []),
  ]

  @Test(
    "Rule 5.5 a sign of another reaction is at most a warning, with what it is of",
    arguments: signs)
  func rule5(_ sentence: SentenceCase) { sentence.check() }

  static let instructions = [
    SentenceCase(Section.warnings, "Monitor patients for dizziness and fainting.", []),
    SentenceCase(Section.warnings, "Discontinue Examplin if severe diarrhea occurs.", []),
    SentenceCase(
      Section.warnings, "Examplin may cause chest pain that worsens when you breathe or cough.",
      ["ChestTightnessOrPain warning"]),
    SentenceCase(
      Section.warnings, "Based on the severity and with headache or nausea, withhold Examplin.", []),
    SentenceCase(
      Section.warnings, "Examplin may cause headache with nausea, and it should be withheld.",
      ["Headache warning", "Nausea warning"]),
    SentenceCase(Section.warnings, "Patients should be advised to report fever promptly.", []),
    SentenceCase(
      Section.warnings, "Consider a diagnosis of pneumonitis in patients who present with cough.",
      []),
    SentenceCase(
      Section.warnings, "Advise patients that Examplin may cause drowsiness.",
      ["SleepChanges warning increased"]),
    SentenceCase(Section.warnings, "Diarrhea: Monitor for dehydration.", ["Diarrhea warning"]),
  ]

  @Test("Rule 5.6 what to watch for or to do is no statement", arguments: instructions)
  func rule6(_ sentence: SentenceCase) { sentence.check() }

  static let others = [
    SentenceCase(Section.warnings, "In rats, vomiting and diarrhea occurred.", []),
    SentenceCase(Section.adverse, "Diarrhea was seen in monkeys at high doses.", []),
  ]

  @Test("Rule 5.7 what was seen in animals gives no row", arguments: others)
  func rule7(_ sentence: SentenceCase) { sentence.check() }

  static let overdose = [
    SentenceCase(Section.adverse, "Overdose with Examplin has caused nausea and dizziness.", []),
    SentenceCase("34088-5", "Nausea and vomiting may occur.", []),
  ]

  @Test("Rule 5.8 an overdose is kept apart", arguments: overdose)
  func rule8(_ sentence: SentenceCase) { sentence.check() }

  static let withdrawal = [
    SentenceCase(
      Section.adverse, "Abrupt discontinuation has been associated with headache and nausea.",
      ["Headache warning of: withdrawal", "Nausea warning of: withdrawal"]),
    SentenceCase(
      Section.warnings, "Withdrawal symptoms including irritability have been reported.",
      ["MoodChanges warning unspecified of: withdrawal"]),
    SentenceCase(
      Section.adverse, "Headache led to discontinuation in 2% of patients.", ["Headache listed"]),
  ]

  @Test("Rule 5.9 withdrawal is a condition of class warning", arguments: withdrawal)
  func rule9(_ sentence: SentenceCase) { sentence.check() }

  static let classes = [
    SentenceCase(Section.warnings, "Other drugs of this kind can cause somnolence.", []),
    SentenceCase(
      Section.warnings, "Examplin, like other opioids, can cause somnolence.",
      ["SleepChanges warning increased"]),
  ]

  @Test("Rule 5.10 a statement about other drugs is none about this one", arguments: classes)
  func rule10(_ sentence: SentenceCase) { sentence.check() }

  static let interactions = [
    SentenceCase(
      Section.warnings, "Concomitant use with opioids may result in profound sedation.", []),
    SentenceCase("34073-7", "Headache was reported with nitrates.", []),
  ]

  @Test("Rule 5.11 effects of taking another drug with it give no row", arguments: interactions)
  func rule11(_ sentence: SentenceCase) { sentence.check() }

  static let directions = [
    SentenceCase(
      Section.adverse, "Decreased appetite, increased appetite, anorexia, insomnia.",
      [
        "AppetiteChanges listed decreased", "AppetiteChanges listed increased",
        "AppetiteChanges listed decreased", "SleepChanges listed decreased",
      ])
  ]

  @Test("Rule 5.12, S30: directions are kept apart", arguments: directions)
  func rule12(_ sentence: SentenceCase) { sentence.check() }

  static let lookAlikes = [
    SentenceCase(
      Section.adverse, "Respiratory depression, hay fever, anorexia nervosa, ST depression.", []),
    SentenceCase(Section.adverse, "Central Nervous System (CNS) Depression.", []),
    SentenceCase(Section.adverse, "The Depression Rating Scale improved.", []),
    SentenceCase(Section.adverse, "Anti-nausea drugs were given.", []),
  ]

  @Test("Rule 5.13 words that only look alike", arguments: lookAlikes)
  func rule13(_ sentence: SentenceCase) { sentence.check() }
}
