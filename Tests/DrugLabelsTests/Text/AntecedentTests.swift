// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Every sentence is made after one of a label that was read by hand (in brackets its set id); what
// it says was judged with the rules of "Label extraction".

@Suite("Rules of extraction: what stands in the sentence before")
struct AntecedentTests {
  static let signs = [
    // 7496d736
    SentenceCase(
      Section.adverse,
      "Hypersensitivity or anaphylactoid reactions may occur. Severe reactions may be manifested by "
        + "edema of the face and glottis, respiratory distress, convulsions or shock.",
      ["ShortnessOfBreath warning of: anaphylactoid reactions"]),
    // 56ab659e: two sentences before.
    SentenceCase(
      Section.adverse,
      "The Crown-Root reaction is a systemic reaction that may occur after the initiation of therapy. "
        + "The reaction begins within two hours. It is characterized by fever, chills, headache.",
      [
        "Fever warning of: crown-root reaction", "Chills warning of: crown-root reaction",
        "Headache warning of: crown-root reaction",
      ]),
    // 56ab659e
    SentenceCase(
      Section.adverse,
      "Delayed reactions usually occur within 2 weeks. Manifestations include serum sickness-like "
        + "symptoms, i.e., fever, malaise, and various skin rashes.",
      [
        "Fever warning of: serum sickness-like symptoms",
        "Fatigue warning of: serum sickness-like symptoms",
      ]),
    // 3849f5ce: what the sentence names behind its signs is another thing.
    SentenceCase(
      Section.adverse,
      "Allergic-type reactions are rare. These reactions are characterized by signs such as nausea, "
        + "dizziness, and possibly, anaphylactoid symptomatology (including severe hypotension).",
      [
        "Nausea warning of: allergic-type reactions",
        "Dizziness warning of: allergic-type reactions",
      ]),
    // b5640fc6: each of several reactions has its own signs.
    SentenceCase(
      Section.adverse,
      "Hypersensitivity reactions including the following: skin eruptions, fever, eosinophilia; other "
        + "serum sickness-like reactions (including chills, edema, arthralgia); and anaphylaxis "
        + "including shock.",
      [
        "Fever warning of: hypersensitivity reactions",
        "Chills warning of: serum sickness-like reactions",
        "GeneralizedBodyAche warning of: serum sickness-like reactions",
      ]),
    // fa041652: the noun itself is taken up again.
    SentenceCase(
      "34071-1",
      "The most important reaction is the occurrence of hypertensive crises, which have been fatal. "
        + "These crises are characterized by the following symptoms: headache, nausea.",
      ["Headache warning of: hypertensive crises", "Nausea warning of: hypertensive crises"]),
    // 7cb92cf2
    SentenceCase(
      "34071-1",
      "Intestinal Angioedema Intestinal angioedema has been reported in patients. These patients "
        + "presented with abdominal pain.",
      ["AbdominalCramps warning of: intestinal angioedema"]),
    // 8ad0df84
    SentenceCase(
      "34071-1",
      "There have been reports of hypersensitivity associated with use. Clinical signs included "
        + "respiratory distress, rash, and vomiting.",
      ["ShortnessOfBreath warning of: hypersensitivity", "Vomiting warning of: hypersensitivity"]),
    // dc1601be
    SentenceCase(
      "34071-1",
      "Signs and symptoms of hyponatremia include headache and weakness. Signs and symptoms "
        + "associated with more severe and/or acute cases have included syncope, seizure, and coma.",
      [
        "Headache warning of: hyponatremia", "Fatigue warning of: hyponatremia",
        "Fainting warning of: hyponatremia",
      ]),
    // b5640fc6
    SentenceCase(
      "34071-1",
      "Signs of methemoglobinemia may occur immediately and are characterized by a cyanotic skin. "
        + "Levels may continue to rise; therefore, treatment is required to avert more serious adverse "
        + "effects, including seizures, arrhythmias, and death.",
      ["SkippedHeartbeat warning of: methemoglobinemia"]),
    // b5640fc6
    SentenceCase(
      Section.adverse,
      "A syndrome manifested by severe agitation (Crown's syndrome) has been reported. Other symptoms "
        + "associated with this syndrome, such as seizures, dizziness, also may occur.",
      ["MoodChanges listed unspecified", "Dizziness warning of: crown's syndrome"]),
  ]

  @Test("Rule 5.5: signs of what the sentences before name", arguments: signs)
  func signsOfNamed(_ sentence: SentenceCase) { sentence.check() }

  static let subjects = [
    // ef653c36
    SentenceCase(
      Section.adverse,
      "Infusion-related reactions that were more common on the drug than on placebo included nausea, "
        + "and flushing.",
      [
        "Nausea warning of: infusion-related reactions",
        "HotFlashes warning of: infusion-related reactions",
      ]),
    // d6203302
    SentenceCase(
      Section.adverse,
      "Infusion-related reactions were mild to moderate in intensity; the most common symptoms were "
        + "headache and fatigue.",
      [
        "Headache warning of: infusion-related reactions",
        "Fatigue warning of: infusion-related reactions",
      ]),
    // e76d8d83
    SentenceCase(
      Section.adverse,
      "Some patients experienced an infusion-related adverse reaction (defined as a systemic event, "
        + "such as chills, flushing, rash, that developed during the infusion).",
      [
        "Chills warning of: infusion-related adverse reaction",
        "HotFlashes warning of: infusion-related adverse reaction",
      ]),
    // 99747897
    SentenceCase(
      Section.adverse,
      "Symptoms of dystonia, prolonged contractions of muscle groups, may occur. Dystonic symptoms "
        + "include spasm of the neck muscles, difficulty breathing, and swallowing difficulty.",
      ["ShortnessOfBreath warning of: dystonia"]),
    SentenceCase(
      Section.adverse,
      "Reactions that were more common on the drug than on placebo included nausea.",
      ["Nausea listed"]),
  ]

  @Test("Rule 5.5: the reaction with which a sentence begins", arguments: subjects)
  func subjectsOfSigns(_ sentence: SentenceCase) { sentence.check() }

  static let plain = [
    // What the patients have names no reaction.
    SentenceCase(
      Section.adverse,
      "Patients with kidney disease were studied. Symptoms included nausea.", ["Nausea listed"]),
    // A symptom is no illness that another is a sign of.
    SentenceCase(
      Section.adverse, "Headache has been reported. Symptoms included nausea.",
      ["Headache listed", "Nausea listed"]),
    // The subject is another one.
    SentenceCase(
      Section.adverse,
      "Anaphylactoid reactions may occur. Severe skin problems may be manifested by fever.",
      ["Fever listed"]),
    // a608ddc8: no noun of the sentence before.
    SentenceCase(
      Section.adverse,
      "Testing for orthostatic hypotension was done. Such a test was positive if there were clinical "
        + "symptoms (faintness, dizziness, vertigo).",
      ["Fainting listed", "Dizziness listed", "Dizziness listed"]),
  ]

  @Test(
    "S27 A sentence that names nothing that came of the drug lends no condition", arguments: plain)
  func noNames(_ sentence: SentenceCase) { sentence.check() }

  static let withdrawal = [
    // 027f02b1
    SentenceCase(
      Section.adverse,
      "Temporary changes in sleep pattern occur following withdrawal of the drug. Changes consist of "
        + "insomnia that may last for two days.",
      [
        "SleepChanges warning unspecified of: withdrawal",
        "SleepChanges warning decreased of: withdrawal",
      ]),
    SentenceCase(
      Section.adverse, "Alopecia was reported and resolved following withdrawal of the drug.",
      ["HairLoss listed"]),
    SentenceCase(
      Section.adverse,
      "Changes in sleep pattern occur during treatment. Changes consist of insomnia.",
      ["SleepChanges listed unspecified", "SleepChanges listed decreased"]),
  ]

  @Test(
    "Rule 5.9: what follows the withdrawal that the sentence before tells of", arguments: withdrawal
  )
  func stopping(_ sentence: SentenceCase) { sentence.check() }

  static let reports = [
    // b5640fc6
    SentenceCase(
      Section.adverse,
      "The following adverse reactions have been reported during post-marketing experience: rash. "
        + "The following have been reported with parenteral use: Neurologic: headache.",
      ["Headache listed"]),
    SentenceCase(
      Section.adverse,
      "The following adverse reactions have been reported during post-marketing experience: rash. "
        + "The following additional reactions have been reported: headache.",
      ["Headache postmarketing"]),
    SentenceCase(
      Section.adverse,
      "Adverse reactions have been identified during postapproval use. "
        + "The following have been reported: headache.",
      ["Headache postmarketing"]),
  ]

  @Test("Rule 5.17: a new introduction ends the reports of the one before", arguments: reports)
  func introductions(_ sentence: SentenceCase) { sentence.check() }

  static let others = [
    // a216a7d5
    SentenceCase(
      Section.adverse,
      "Nausea and diarrhea have occurred following ingestion of the contrast medium.",
      ["Nausea listed", "Diarrhea listed"]),
    // 008eaa23
    SentenceCase(
      Section.adverse, "Accidental ingestion of the drug has been reported to cause diarrhea.", []),
    SentenceCase(
      Section.adverse,
      "Vomiting and headache have been reported following ingestion of the tablets by children.", []
    ),
    SentenceCase(
      Section.adverse,
      "Hypotension was reported in 2%; other common symptoms were headache and nausea.",
      ["Headache listed", "Nausea listed"]),
    SentenceCase(
      Section.adverse, "Depression of any grade occurred.", ["MoodChanges listed decreased"]),
    SentenceCase(
      Section.adverse, "There were ventricular dysrhythmias and malignant hyperthermia.", []),
    SentenceCase(
      Section.adverse, "Reported were muscle tenderness or weakness.",
      ["GeneralizedBodyAche listed"]),
    // dc1601be, a9a661ca
    SentenceCase(
      Section.adverse, "Endocrine: elevation or depression of blood sugar levels; flushing.",
      ["HotFlashes listed"]),
    SentenceCase(
      Section.adverse, "Reported were convulsions, depression of mood, diarrhea.",
      ["MoodChanges listed decreased", "Diarrhea listed"]),
    // 861907f7
    SentenceCase(
      Section.warnings,
      "The activity of Examplin in reducing inflammation, and possibly fever, may diminish the utility "
        + "of diagnostic signs.", []),
    // c7c71b0c
    SentenceCase(
      Section.warnings,
      "Adverse reactions were similar in patients with and without metastases; however, the incidence "
        + "of dizziness (38% vs 31%) appeared to be increased.",
      ["Dizziness warning"]),
  ]

  @Test(
    "Rules 5.3, 5.8, 5.13, 5.15: intake, look-alikes, what is reduced, groups", arguments: others)
  func otherThings(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.1: those who receive none of the drug are the other arm, and no negation")
  func otherArm() {
    // 89092bb8
    #expect(
      Extraction.lines(
        Section.adverse,
        "Reactions with higher incidence in Alphador patients compared to patients receiving no "
          + "Alphador included anemia, bronchitis, and insomnia.", drug: "Alphador")
        == ["SleepChanges listed decreased"])
  }

  @Test(
    "Rule 2.1: patients' information in old precautions says nothing, its heading cut off or not")
  func patientsInformation() {
    // a216a7d5
    #expect(
      Extraction.lines(
        "42232-9",
        "This should be kept in mind. Information for the Patient Patients should receive the "
          + "following: 1. This drug may cause nausea, dizziness, or headache in some patients. "
          + "General Precautions The drug may cause nausea.") == ["Nausea warning"])
  }

  @Test("S27 A figure of one part of a warning has the regimen of that part as its condition")
  func regimens() {
    // 632bb50c
    #expect(
      Extraction.lines(
        Section.warnings,
        "5.1 Myelosuppression\n\nALPHADOR with Intravenous Betadrug\n\nFebrile neutropenia occurred in "
          + "1.7%.\n\nALPHADOR as a Single Agent\n\nFebrile neutropenia occurred in 7% of patients.",
        drug: "Alphador")
        == ["Fever warning 1.7% of: with betadrug", "Fever warning 7% of: single agent"])
  }
}
