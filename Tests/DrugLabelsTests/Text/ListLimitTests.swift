// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Every sentence is shaped like one of the label named beside it; what it says was judged by hand
// with the rules of "Label extraction".

@Suite("Rules of extraction: what a list is limited to")
struct ListLimitTests {
  static let titles = [
    // a88d9010.
    SentenceCase(
      Section.adverse,
      "Candidemia and other forms of Candida infections: Most common adverse reactions (≥15%) are "
        + "nausea.",
      ["Nausea most_common cut 15% of: candidemia candida infections"]),
    // 90224073.
    SentenceCase(
      Section.adverse,
      "Chronic Low Back Pain — The most commonly observed adverse reactions were nausea.",
      ["Nausea most_common of: chronic low back pain"]),
    // 9c2f9573: a difference is no cut.
    SentenceCase(
      Section.adverse,
      "Most common adverse reactions in patients: With crown disease (≥ 5% difference in incidence "
        + "compared to placebo) are cough and headache. (6.1) With severe root disease (≥ 5% "
        + "difference in incidence) are diarrhea and alopecia. (6.1)",
      [
        "Coughing most_common of: crown disease", "Headache most_common of: crown disease",
        "Diarrhea most_common of: severe root disease",
        "HairLoss most_common of: severe root disease",
      ]),
    // 344f65ac.
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥ 20%) in patients receiving high-dose methotrexate "
        + "therapy with Examplin rescue are vomiting.",
      ["Vomiting most_common cut 20% of: high-dose methotrexate therapy"]),
    // 632b.
    SentenceCase(
      Section.adverse,
      "Most common adverse reactions (≥ 20%) for Examplin as a single agent are nausea. Most common "
        + "adverse reactions (≥ 20%) in combination with betadrug are fatigue.",
      [
        "Nausea most_common cut 20% of: single agent",
        "Fatigue most_common cut 20% of: with betadrug",
      ]),
    SentenceCase(
      Section.adverse,
      "Most common adverse reactions (≥ 20%) for Examplin as a single agent are nausea.",
      ["Nausea most_common cut 20%"]),
    SentenceCase(
      Section.adverse,
      "Most common adverse reactions (≥ 20%) for Examplin as monotherapy or in combination are "
        + "nausea.", ["Nausea most_common cut 20%"]),
  ]

  @Test("S27 The title, the persons or the therapy of a list", arguments: titles)
  func title(_ sentence: SentenceCase) { sentence.check() }

  @Test("S27 Of several trials each has its lists; one alone needs no name")
  func trials() {
    // 0a25363a.
    let cardinal =
      "The most common adverse reactions in the CARDINAL study (incidence ≥25%) are fatigue."
    let cadenza = "Most common adverse reactions in the CADENZA study (≥18%) are headache."
    #expect(
      Extraction.lines(Section.adverse, cardinal + " " + cadenza) == [
        "Fatigue most_common cut 25% of: CARDINAL", "Headache most_common cut 18% of: CADENZA",
      ])
    #expect(Extraction.lines(Section.adverse, cardinal) == ["Fatigue most_common cut 25%"])
  }

  static let cuts = [
    // 6a0b609b: the cuts stand behind their lists.
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions to Examplin were dizziness, sedation, and headache (>30%) "
        + "and constipation and tremor (>10%).",
      [
        "Dizziness most_common cut 30%", "SleepChanges most_common increased cut 30%",
        "Headache most_common cut 30%", "Constipation most_common cut 10%",
      ]),
    // e76d8d83: of one study, and not called common.
    SentenceCase(
      Section.adverse,
      "In an open-label crown study, the following adverse reactions were observed with an "
        + "incidence of 12.5% or greater: headache (15%).",
      ["Headache trial_text 15%"]),
    // 5d576819: those who left.
    SentenceCase(
      Section.adverse,
      "The most common reactions associated with dropout were dizziness and vomiting.",
      ["Dizziness listed", "Vomiting listed"]),
    // fe04f6cd: what the patients have is grave, not the effect.
    SentenceCase(
      Section.adverse,
      "In a subset of subjects with serious influenza, reactions reported more frequently with "
        + "Examplin as compared to placebo: constipation (4% versus 2%).",
      ["Constipation trial_text 4% vs 2% placebo"]),
    // b1abd9cb.
    SentenceCase(
      Section.adverse,
      "The most common adverse reaction was constipation (placebo, 2%; Examplin 4 mg, 4%; Examplin "
        + "8 mg, 6%).",
      ["Constipation most_common 6% vs 2% placebo"]),
  ]

  @Test("5.15 Cuts behind lists, and figures of several doses", arguments: cuts)
  func cut(_ sentence: SentenceCase) { sentence.check() }

  static let signs = [
    // d77aa596, ef653c36, 22d6534c.
    SentenceCase(
      Section.adverse,
      "Infusion reactions reported in more than 1 patient included headache and cough.",
      ["Headache warning of: infusion reactions", "Coughing warning of: infusion reactions"]),
    SentenceCase(
      Section.adverse,
      "Infusion-related reactions that were more common in root patients receiving Examplin "
        + "included headache and flushing.",
      [
        "Headache warning of: infusion-related reactions",
        "HotFlashes warning of: infusion-related reactions",
      ]),
    // eadd03b4: the parts of a group with their figures.
    SentenceCase(
      Section.adverse,
      "There were few. b Nasopharyngitis in the Examplin group included nasopharyngitis (24.5%), "
        + "pharyngitis (4.1%), sinusitis (1.4%).", ["RunnyNose listed"]),
  ]

  @Test("5.5, 5.23 Signs of reactions to an infusion, and parts of a group", arguments: signs)
  func sign(_ sentence: SentenceCase) { sentence.check() }

  static let others = [
    // 334f1b3d, 7fecae39, 5042f30c, c7e470d6, ce167984.
    SentenceCase(
      Section.warnings,
      "Precipitating conditions for ketoacidosis or others include insulin dose reduction or missed "
        + "doses, acute febrile illness, and surgery.", []),
    SentenceCase(
      Section.warnings,
      "The transfer may unmask allergic conditions previously suppressed by the systemic therapy "
        + "(e.g., rhinitis, eczema).", []),
    SentenceCase(
      Section.warnings,
      "Crown disease is a progressive disorder characterized by changes in mood.", []),
    SentenceCase(
      Section.warnings, "Atypical, low-energy, or low trauma fractures have been reported.", []),
    SentenceCase(
      Section.warnings,
      "Cases of dysfunction have been reported in patients taking opioids. Symptoms of dysfunction "
        + "may include regurgitation and chest pain.", []),
  ]

  @Test("S25 What leads to an illness, what it is, and what a class does", arguments: others)
  func other(_ sentence: SentenceCase) { sentence.check() }

  static let persons = [
    // e5b72731.
    SentenceCase(
      Section.adverse,
      "In a crossover study, non-elderly adult patients were treated. Examplin was associated with "
        + "somnolence.", ["SleepChanges listed increased"]),
    // 5c4a1da5: `study treatment` is no other study.
    SentenceCase(
      Section.adverse,
      "Trial 1 is a trial in subjects aged 2 to less than 18 years. Of subjects, 72% were receiving "
        + "study treatment. The reactions were nausea.", ["Nausea listed in: pediatric"]),
  ]

  @Test("S27 Whom a list is about", arguments: persons)
  func person(_ sentence: SentenceCase) { sentence.check() }

  @Test("S27 Items of a leaflet have their own patients")
  func leaflet() {
    // d23ab39c.
    let text =
      "The most common side effects include: • Patients with cancer receiving chemotherapy: fever "
      + "and cough • Patients with severe chronic neutropenia: diarrhea and hair loss"
    #expect(
      Extraction.lines("42230-3", text) == [
        "Fever most_common of: cancer receiving chemotherapy",
        "Coughing most_common of: cancer receiving chemotherapy",
        "Diarrhea most_common of: severe chronic neutropenia",
        "HairLoss most_common of: severe chronic neutropenia",
      ])
  }

  @Test("S27 Items with an abbreviation before a dash")
  func dashes() {
    // ef653c36.
    let label = Extraction.label([
      (Section.indications, "Examplin is for crown disease (MS) and root disease (CD)."),
      (
        Section.adverse,
        "Most common adverse reactions (incidence ≥ 10%): • MS - headache and fatigue • CD - "
          + "nausea"
      ),
    ])
    #expect(
      Extraction.lines(label) == [
        "Headache most_common cut 10% of: ms", "Fatigue most_common cut 10% of: ms",
        "Nausea most_common cut 10% of: cd",
      ])
  }

  @Test("A reaction named by letters is given as the label spells it out")
  func letters() {
    // d77aa596.
    let text =
      "5.2 Infusion-Associated Reactions Infusion-associated reactions (IARs) may occur. Symptoms of "
      + "IARs include chills."
    #expect(
      Extraction.lines(Section.warnings, text) == [
        "Chills warning of: infusion-associated reactions"
      ])
    #expect(
      Extraction.lines(Section.warnings, "Symptoms of IARs include chills.") == [
        "Chills warning of: iars"
      ])
  }

  static let groups = [
    // c7c71b0c: two groups on the drug.
    SentenceCase(
      Section.warnings,
      "The incidence of dizziness (38% vs 31%) was higher in patients with and without metastases.",
      ["Dizziness warning"]),
    // de3d9c26: a figure of some of them.
    SentenceCase(
      Section.warnings,
      "Diarrhea was reported in 41% (297/732) of patients who had received radiation and in 27% of "
        + "patients without it.", ["Diarrhea warning"]),
    // d6203302.
    SentenceCase(
      Section.adverse,
      "Infusion-related reactions were mild; the most common symptoms were headache and nausea.",
      [
        "Headache warning of: infusion-related reactions",
        "Nausea warning of: infusion-related reactions",
      ]),
    // 95fde749.
    SentenceCase(
      Section.warnings,
      "Patients should be instructed to report promptly the occurrence of headache.", []),
    // 5488ccc1.
    SentenceCase(
      Section.adverse,
      "Trial 1 is a trial in pediatric patients. The most common events, vomiting and fever, were more "
        + "common in the pediatric than in the adult trials.",
      ["Vomiting most_common in: pediatric", "Fever most_common in: pediatric"]),
  ]

  @Test("S27 Figures of some, signs told with were, and what to tell of", arguments: groups)
  func group(_ sentence: SentenceCase) { sentence.check() }

  static let labels = [
    // a6d75316.
    SentenceCase(
      Section.adverse,
      "Adverse reactions at a higher rate than placebo were: Induction (UC-1): nasopharyngitis (7% vs "
        + "4%). Maintenance (UC-2): headache (10% vs 4%).",
      [
        "RunnyNose trial_text 7% vs 4% placebo of: induction",
        "Headache trial_text 10% vs 4% placebo of: maintenance",
      ]),
    // a17563f2.
    SentenceCase(
      Section.adverse,
      "Reported were the following: Infusion-related Reactions: flushing, pyrexia and rash. Other: "
        + "nausea.",
      [
        "HotFlashes warning of: infusion-related reactions",
        "Fever warning of: infusion-related reactions", "Nausea listed",
      ]),
  ]

  @Test("S27 The label before a colon is what its list is of", arguments: labels)
  func label(_ sentence: SentenceCase) { sentence.check() }
}
