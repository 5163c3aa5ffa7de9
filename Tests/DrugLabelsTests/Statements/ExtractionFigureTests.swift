// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

@Suite("Rules of extraction: figures, classes, sections")
struct ExtractionFigureTests {
  static let figures = [
    SentenceCase(Section.adverse, "Headache (1.1%) was seen.", ["Headache trial_text 1.1%"]),
    SentenceCase(
      Section.adverse, "Seen were fatigue (3.6%), nausea (3.1%), and fever (<1%).",
      ["Fatigue trial_text 3.6%", "Nausea trial_text 3.1%", "Fever trial_text <1%"]),
    SentenceCase(
      Section.adverse, "Compared with placebo: headache (5% vs. 3%).",
      ["Headache trial_text 5% vs 3% placebo under: Compared with placebo"]),
    SentenceCase(
      Section.adverse, "Insomnia (6.0% Examplin and 5.3% placebo) was reported.",
      ["SleepChanges trial_text decreased 6.0% vs 5.3% placebo"]),
    SentenceCase(
      Section.warnings, "Syncope was reported in 1.3 percent of patients.",
      ["Fainting warning 1.3%"]),
    SentenceCase(
      Section.adverse,
      "In trials, dizziness was reported in 23% of patients and in 9% of those on placebo.",
      ["Dizziness trial_text 23% vs 9% placebo"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reaction in Study 1 was nausea (2% in patients who received EXAMPLIN "
        + "ODT compared to 0.4% of patients who received placebo).",
      ["Nausea most_common 2% vs 0.4% placebo"]),
    SentenceCase(Section.adverse, "Headache (4% to 9%) was seen.", ["Headache listed"]),
    SentenceCase(
      Section.adverse, "Nausea and vomiting (12%) were seen.",
      [
        "Nausea listed", "Vomiting listed",
      ]),
    SentenceCase(
      Section.adverse, "The most common adverse reactions (>= 20%) were fatigue and nausea.",
      ["Fatigue most_common cut 20%", "Nausea most_common cut 20%"]),
    SentenceCase(
      Section.adverse, "The most common side effects in at least 5% of patients: headache (7%).",
      ["Headache most_common 7% cut 5%"]),
    SentenceCase(
      Section.adverse,
      "Adverse reactions reported in ≥1% to ≤5% of patients, more commonly than on placebo: chills.",
      [
        "Chills listed under: Adverse reactions reported in ≥1% to ≤5% of patients, more commonly "
          + "than on placebo"
      ]),
    SentenceCase(
      Section.adverse, "Common adverse reactions in at least 1% but less than 10%: chills.",
      ["Chills listed under: Common adverse reactions in at least 1% but less than 10%"]),
    SentenceCase(
      Section.adverse, "Adverse reactions in at least 2% of patients were chills.",
      ["Chills listed"]),
    SentenceCase(
      Section.adverse, "Adverse reactions in at least 5% of patients were chills.",
      ["Chills most_common cut 5%"]),
    SentenceCase(
      Section.adverse, "Reactions (2% greater than on placebo) were headache (by 3.8%).",
      ["Headache listed"]),
    SentenceCase(
      Section.adverse, "The most common adverse reactions leading to discontinuation were nausea.",
      ["Nausea listed"]),
  ]

  @Test("Rule 5.15, S27: figures in text keep their company", arguments: figures)
  func rule15(_ sentence: SentenceCase) { sentence.check() }

  @Test(
    "Rule 5.16 full stops within numbers, abbreviations and brackets end no sentence",
    arguments: [
      "No cases, e.g. of headache, were reported.",
      "There was no increase (1.1% vs. 1.2%) of headache on the drug.",
      "It caused no [see (5.2). Also 5.3] headache.",
      "No C. difficile infection with fever was reported.",
    ])
  func rule16(text: String) {
    #expect(Extraction.lines(Section.adverse, text).isEmpty)
  }

  static let reports = [
    SentenceCase(
      Section.adverse,
      "6.1 Clinical Trials Experience Headache was seen. 6.2 Postmarketing Experience The "
        + "following have been identified during postapproval use. Nausea (3%), fever.",
      ["Headache listed", "Nausea postmarketing", "Fever postmarketing"]),
    SentenceCase(
      Section.adverse,
      "Reactions were identified in clinical studies or postmarketing reports. Because they are "
        + "reported voluntarily, rates are unknown. Digestive: nausea.", ["Nausea listed"]),
    SentenceCase(
      Section.adverse,
      "Others, including those identified during postapproval use, are: nausea.",
      [
        "Nausea postmarketing under: Others, including those identified during postapproval use, are"
      ]),
    SentenceCase(
      Section.adverse, "Psychiatric: depression, renal failure 6.2 Postmarketing Experience Fever.",
      ["MoodChanges listed decreased", "Fever postmarketing"]),
  ]

  @Test("Rule 5.17 reports after approval have no percent", arguments: reports)
  func rule17(_ sentence: SentenceCase) { sentence.check() }

  static let populations = [
    SentenceCase(
      Section.adverse, "In pediatric patients the most common adverse reaction was headache.",
      [
        "Headache most_common under: In pediatric patients the most common adverse reaction was "
          + "in: pediatric"
      ]),
    SentenceCase(
      Section.adverse,
      "In patients ages 1 year through 16 years, the most common adverse reaction was fever.",
      [
        "Fever most_common under: In patients ages 1 year through 16 years, the most common adverse "
          + "reaction was in: pediatric"
      ]),
    SentenceCase(
      Section.adverse, "The most common adverse reaction in trials through 2 years was fever.",
      ["Fever most_common under: The most common adverse reaction in trials through 2 years was"]),
    SentenceCase(
      Section.adverse, "Dizziness was seen in elderly patients.",
      [
        "Dizziness listed in: elderly"
      ]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions include headache and may affect the ability to father "
        + "children.",
      ["Headache most_common"]),
    SentenceCase(
      Section.adverse, "Seen in adult and pediatric patients: headache.",
      ["Headache listed under: Seen in adult and pediatric patients"]),
  ]

  @Test("Rule 5.18 whom it is about", arguments: populations)
  func rule18(_ sentence: SentenceCase) { sentence.check() }

  static let grades = [
    SentenceCase(Section.adverse, "Grade 3 or 4 fatigue (5%) was seen.", ["Fatigue listed"]),
    SentenceCase(
      Section.adverse, "Serious reactions were vomiting (2%).", ["Vomiting listed"]),
    SentenceCase(
      Section.adverse, "All grades of fatigue (26%) were seen.", ["Fatigue trial_text 26%"]),
  ]

  @Test("Rule 5.19 only all grades count", arguments: grades)
  func rule19(_ sentence: SentenceCase) { sentence.check() }

  static let local = [
    SentenceCase(Section.adverse, "Injection site pain, eye pain and toothache were seen.", []),
    SentenceCase(Section.adverse, "Infusion site flushing was seen.", []),
  ]

  @Test("Rule 5.20 local reactions are none of the body", arguments: local)
  func rule20(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.21 highlights repeat; of them only the most common effects count")
  func rule21() {
    var label = Extraction.label([(Section.adverse, "Headache was seen.")])
    label.sections[0].highlight = LabelText(
      "Most common adverse reactions (>=5%): headache. Nausea was seen.")
    #expect(Extraction.lines(label) == ["Headache listed", "Headache most_common cut 5%"])
    label.sections[0].highlight = LabelText(
      "Common adverse reactions (events 2% greater than placebo): headache.")
    #expect(
      Extraction.lines(label) == [
        "Headache listed",
        "Headache most_common under: Common adverse reactions (events 2% greater than placebo)",
      ])
  }

  static let drugFacts = [
    SentenceCase(
      "50566-9", "Stop use and ask a doctor if dizziness occurs", ["Dizziness stop_use"]),
    SentenceCase(
      "50566-9", "Stop use if you have signs of stomach bleeding: feel faint, stomach pain",
      [
        "Fainting stop_use sign",
        "AbdominalCramps stop_use sign",
      ]),
    SentenceCase("50566-9", "fever gets worse or lasts more than 3 days", []),
    SentenceCase(
      "50567-7", "When using this product drowsiness may occur", ["SleepChanges listed increased"]),
    SentenceCase("50569-3", "Ask a doctor before use if you have cough", []),
    SentenceCase("50570-1", "Do not use if you have fever", []),
    SentenceCase("50565-1", "Keep out of reach of children. Nausea.", []),
  ]

  @Test("Rule 5.22 Drug Facts: stop use and when using", arguments: drugFacts)
  func rule22(_ sentence: SentenceCase) { sentence.check() }

  static let grouped = [
    SentenceCase(
      Section.adverse, "Rash 29 1.2 * Fatigue Includes asthenia, malaise.", ["Fatigue listed"]),
    SentenceCase(
      Section.adverse, "Upper respiratory tract infection includes nasopharyngitis and cough.", []),
    SentenceCase(
      Section.adverse, "Adverse reactions include cough.", ["Coughing listed"]),
    SentenceCase(
      Section.adverse, "They include cough and fever.", ["Coughing listed", "Fever listed"]),
    SentenceCase(
      Section.adverse, "Cardiovascular: flushing, syncope [see Overdosage (10)].",
      ["HotFlashes listed", "Fainting listed"]),
  ]

  @Test("Rule 5.23 parts of a grouped term give no rows", arguments: grouped)
  func rule23(_ sentence: SentenceCase) { sentence.check() }

  static let groups = [
    SentenceCase(
      Section.adverse,
      "Nervous system effects (including somnolence, fatigue, vertigo) occurred in 11.9%.",
      ["SleepChanges listed increased", "Fatigue listed", "Dizziness listed"])
  ]

  @Test("Rule 5.24 the percent of a group belongs to none of its members", arguments: groups)
  func rule24(_ sentence: SentenceCase) { sentence.check() }

  static let persons = [
    SentenceCase(Section.warnings, "Breastfed infants have had irritability and sedation.", []),
    SentenceCase(Section.warnings, "Neonatal withdrawal with vomiting can occur.", []),
  ]

  @Test("Rule 5.25 another person's effects are not the patient's", arguments: persons)
  func rule25(_ sentence: SentenceCase) { sentence.check() }

  @Test("A section without a code takes its class from its title or its parent")
  func roles() {
    var label = Extraction.label([
      (Section.warnings, ""), ("42229-5", "Examplin can cause dizziness."),
      ("42229-5", "Headache was seen."), ("34076-0", "Nausea may occur."),
    ])
    label.sections[1].parent = 0
    label.sections[2].title = "ADVERSE REACTIONS"
    #expect(Extraction.lines(label) == ["Dizziness warning", "Headache listed"])
  }

  @Test("A leaflet gives its list of the most common effects, item by item")
  func leaflet() {
    var label = Extraction.label([("42231-1", "")], drug: "Examplin")
    let text =
      "The most common side effects of Examplin include:\nheadache\nnausea\n"
      + "Tell your doctor if you have fever."
    label.sections[0].text.utf8 = Array(text.utf8)
    var start = 0
    for (index, line) in text.split(separator: "\n").enumerated() {
      let range = start..<(start + line.utf8.count)
      label.sections[0].text.blocks.append(
        .init((1...2).contains(index) ? .item : .paragraph, range))
      start = range.upperBound + 1
    }
    #expect(Extraction.lines(label) == ["Headache most_common", "Nausea most_common"])
  }

  @Test("S31 A boxed warning is kept with its title, whether or not it names a symptom")
  func boxedTitle() {
    var label = Extraction.label([(Section.boxed, "Increased mortality.")])
    label.sections[0].title = "WARNING: MORTALITY"
    #expect(Extraction.extractor.read(label).boxedTitle == "WARNING: MORTALITY")
    #expect(Extraction.extractor.read(Extraction.label([])).boxedTitle == nil)
  }

  @Test(
    "S31 A frame within other sections, or around a figure, is no boxed warning",
    arguments: [
      ("34092-7", "", false), ("42231-1", "", false), ("34068-7", "", false),
      ("34071-1", "FIGURE 1", false), ("34071-1", "", true), ("42229-5", "", true),
    ])
  func frames(_ outer: String, _ title: String, _ isBoxed: Bool) {
    var label = Extraction.label([(outer, ""), (Section.boxed, "Serious risk of death: nausea.")])
    label.sections[1].parent = 0
    label.sections[1].title = title
    #expect((Extraction.extractor.read(label).boxedTitle != nil) == isBoxed)
  }

  @Test("S31 A section with the code of a boxed warning that warns of nothing is none")
  func miscoded() {
    func title(_ text: String) -> String? {
      Extraction.extractor.read(Extraction.label([(Section.boxed, text)])).boxedTitle
    }
    #expect(title("Examplin is rapidly absorbed. The mean half-life is four hours.") == nil)
    #expect(title("Fatal overdose has occurred with Examplin.") != nil)
  }

  @Test(
    "S31 Without a title of its own the boxed warning has the one that its text begins with",
    arguments: [
      ("WARNING: LACTIC ACIDOSIS Postmarketing cases were seen.", "WARNING: LACTIC ACIDOSIS"),
      ("WARNING: FETAL TOXICITY EXAMPLIN is contraindicated.", "WARNING: FETAL TOXICITY"),
      ("BOXED WARNING WARNING: A and B HARM Patients", "WARNING: A and B HARM"),
      ("WARNING: HARM WARNING: HARM See full text.", "WARNING: HARM"),
      ("WARNING Examplin is potent.", "BOXED WARNING"),
      ("Examplin can harm.", "BOXED WARNING"),
    ])
  func boxedTitleInText(text: String, title: String) {
    #expect(
      Extraction.extractor.read(Extraction.label([(Section.boxed, text)])).boxedTitle == title)
  }

  @Test("S31 A section within the boxed warning gives its title")
  func boxedTitleWithin() {
    var label = Extraction.label([(Section.boxed, ""), ("42229-5", "Do not use.")])
    label.sections[1].parent = 0
    label.sections[1].title = "WARNING: FETAL TOXICITY"
    #expect(Extraction.extractor.read(label).boxedTitle == "WARNING: FETAL TOXICITY")
  }

  static let lists: [(text: String, terms: [String])] = [
    (
      "Adverse reactions include nausea, rash, dry mouth (3%), and weight gain.",
      ["dry mouth 1", "rash 1", "weight gain 1"]
    ),
    ("Gastrointestinal: nausea, melena, melena; Skin: rash", ["melena 2", "rash 1"]),
    ("Rash was seen.", []),
    ("There were no reports of headache, rash, or edema.", []),
  ]

  @Test("S1 The terms of lists that no category covers are counted", arguments: lists)
  func unmapped(text: String, terms: [String]) {
    let reading = Extraction.extractor.read(Extraction.label([(Section.adverse, text)]))
    #expect(reading.unmapped.map { "\($0.term) \($0.count)" } == terms)
    let warning = Extraction.extractor.read(Extraction.label([(Section.warnings, text)]))
    #expect(warning.unmapped.isEmpty)
  }
}
