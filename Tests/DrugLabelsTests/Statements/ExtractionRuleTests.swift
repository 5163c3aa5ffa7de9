// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
@testable import rxkit_labels
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

/// What the judge decides is measured (``LabelEvaluationTests``); here are the rules of one line.
@Suite("Rules of extraction: what a sentence says")
struct ExtractionRuleTests {
  static let sentences = [
    // Rule 1, S26: negation.
    SentenceCase(Section.adverse, "There were no reports of headache or nausea.", []),
    SentenceCase(Section.adverse, "Headache and nausea were not reported.", []),
    SentenceCase(
      Section.adverse, "Nausea with or without vomiting (10%) was seen.",
      ["Nausea trial_text 10%", "Vomiting listed"]),
    SentenceCase(
      Section.adverse, "Reactions include, but are not limited to, headache and fever.",
      ["Headache listed", "Fever listed"]),
    // Rule 2: not above the comparator.
    SentenceCase(Section.adverse, "The incidence of headache was similar to placebo.", []),
    SentenceCase(Section.adverse, "Headache was more common on placebo.", []),
    SentenceCase(
      Section.adverse, "Headache occurred at a rate equal to or less than placebo.", []),
    SentenceCase(
      Section.adverse, "Events at least as frequent on placebo were headache and nausea.", []),
    // Rule 5: what only tells another reaction.
    SentenceCase(
      Section.adverse, "Reactions were characterized by signs such as urticaria and vomiting.",
      ["Vomiting warning sign"]),
    SentenceCase(
      Section.adverse, "Patients should be watched for the appearance of sore throat.",
      ["SoreThroat warning sign"]),
    SentenceCase(Section.adverse, "Examplin may mask fever.", []),
    // Rule 4: what a disease does by itself.
    SentenceCase(
      Section.boxed,
      "Depression and other disorders are themselves associated with increases in the risk of suicide.",
      []),
    // Rules 7, 8 and 9: animals, overdosage, stopping.
    SentenceCase(Section.adverse, "Diarrhea was seen in monkeys at high doses.", []),
    SentenceCase("34088-5", "Nausea and vomiting may occur.", []),
    SentenceCase(
      Section.adverse, "Overdose with Examplin has caused nausea.", ["Nausea warning overdosage"]),
    SentenceCase(
      Section.adverse, "Abrupt discontinuation has been associated with headache and nausea.",
      ["Headache warning withdrawal", "Nausea warning withdrawal"]),
    SentenceCase(
      Section.adverse, "Headache led to discontinuation in 2% of patients.", ["Headache listed"]),
    SentenceCase(
      Section.adverse,
      "Convulsions, rash, raised pressure usually following discontinuation, vertigo, nausea.",
      ["Dizziness listed", "Nausea listed"]),
    SentenceCase(
      Section.adverse,
      "Hepatitis, raised enzymes (reversible upon discontinuation), ulcers, nausea.",
      ["Nausea listed"]),
    SentenceCase(
      Section.adverse,
      "With Examplin, others, and more, events occurred on discontinuation, often abrupt, such as "
        + "vertigo.", ["Dizziness warning withdrawal"]),
    SentenceCase(
      Section.adverse, "Diabetic coma, rash, discontinuation reaction (nausea), fever.",
      ["Nausea warning withdrawal", "Fever listed"]),
    SentenceCase(
      Section.adverse, "Adverse reactions leading to withdrawal from Examplin were nausea.",
      ["Nausea listed"]),
    // Rules 11 and 25: other drugs, other persons.
    SentenceCase(
      Section.warnings, "Flushing has been reported in patients on therapy with injectable gold.",
      []),
    SentenceCase(
      "42232-9", "Nonteratogenic Effects\n\nReported findings have included vomiting.", []),
    // Rule 11.
    SentenceCase("34073-7", "Headache was reported with nitrates.", []),
    // Rule 12, S30: directions.
    SentenceCase(
      Section.adverse, "Decreased appetite, increased appetite, anorexia, insomnia.",
      [
        "AppetiteChanges listed decreased", "AppetiteChanges listed increased",
        "AppetiteChanges listed decreased", "SleepChanges listed decreased",
      ]),
    // Rule 13: words that only look alike.
    SentenceCase(
      Section.adverse, "Respiratory depression, hay fever, anorexia nervosa, ST depression.", []),
    // Rule 17: after approval, no percent ever.
    SentenceCase(
      Section.adverse,
      "Postmarketing Experience\n\nHeadache has been reported in 3% of patients.",
      ["Headache postmarketing"]),
    // Rule 24: the percent of a group.
    SentenceCase(
      Section.adverse, "Abdominal pain (cramps, bloating, flatulence) [60%] was seen.",
      ["AbdominalCramps trial_text 60%"]),
  ]

  @Test("Rules of one line", arguments: sentences)
  func rules(_ sentence: SentenceCase) { sentence.check() }

  static let lists = [
    SentenceCase(
      Section.adverse,
      "In addition to the relatively common (greater than 1%) events above, nausea was reported.",
      ["Nausea listed"]),
    SentenceCase(
      Section.adverse, "Side effects most commonly reported were drowsiness and fatigue.",
      ["SleepChanges most_common increased", "Fatigue most_common"]),
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (≥20%) in patients with crown disease were fatigue.",
      [
        "Fatigue most_common cut 20% under: The most common adverse reactions (≥20%) in patients "
          + "with crown disease were"
      ]),
    SentenceCase(
      Section.adverse, "The most common adverse reactions (≥20%) were fatigue and nausea.",
      ["Fatigue most_common cut 20%", "Nausea most_common cut 20%"]),
    SentenceCase(
      Section.adverse, "Serious adverse reactions in > 5% of patients were diarrhea.",
      ["Diarrhea listed"]),
  ]

  @Test("S24 What is most common, and under which words", arguments: lists)
  func mostCommon(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 3, S25: what the drug is for needs a second statement")
  func indication() {
    let indication = (Section.indications, "Examplin relieves headache and fever.")
    let once = Extraction.label([indication, (Section.adverse, "Reported: headache.")])
    #expect(Extraction.lines(once).isEmpty)
    let reading = Extraction.extractor.read(once)
    #expect(reading.passed.map(\.reason) == [.indication, .indication, .indication])
  }

  @Test("S25 What gets worse is an effect though the drug is for it, depression is not")
  func treated() {
    func lines(_ indications: String, _ warning: String, _ adverse: String) -> [String] {
      Extraction.lines(
        Extraction.label([
          (Section.indications, indications), (Section.warnings, warning),
          (Section.adverse, adverse),
        ]))
    }
    // A second section names the symptom.
    let angina = "Worsening angina can develop after starting Examplin."
    #expect(
      lines("Examplin is indicated for angina.", angina, "Chest pain was reported.")
        == ["ChestTightnessOrPain warning", "ChestTightnessOrPain listed"])
    let mood = "Depression is common in these patients."
    #expect(
      lines("For major depressive disorder.", mood, "Agitation was seen in 5% of patients.")
        == ["MoodChanges trial_text unspecified 5%"])
  }

  @Test("Rule 18: words about children and adults leave it to the heading whom they mean")
  func severalPeople() {
    let text = "Reactions that do not appear in adults yet were reported in 2% of children: fever."
    var label = Extraction.label([(Section.adverse, text)])
    #expect(!Extraction.lines(label).contains { $0.contains("in: pediatric") })
    label.sections[0].title = "Reactions in Pediatric Patients"
    #expect(Extraction.lines(label).allSatisfy { $0.hasSuffix("in: pediatric") })
    #expect(Extraction.lines(label).count == 1)
  }

  @Test("Rule 18: adults in brackets do not speak against a heading on children")
  func adultsAside() {
    let text = "Reactions that are not in Table 3 (most common in adults) yet occurred: fever."
    var label = Extraction.label([(Section.adverse, text)])
    label.sections[0].title = "Reactions in Pediatric Patients"
    #expect(Extraction.lines(label).map { $0.hasSuffix("in: pediatric") } == [true])
  }

  @Test("Rule 9: the title of a boxed warning names all that it is about")
  func boxedStopping() {
    let text = "Use with opioids may cause profound sedation."
    var label = Extraction.label([(Section.boxed, text)])
    label.sections[0].title = "WARNING: ABUSE; DEPENDENCE AND WITHDRAWAL REACTIONS"
    #expect(!Extraction.lines(label).contains { $0.contains("withdrawal") })
  }

  @Test("The header or caption of a table is no heading of the text behind the table")
  func headersOfTables() {
    let header = "Examplin tablets n This number is that of all patients. Nausea was reported."
    #expect(Extraction.lines(Extraction.label([(Section.adverse, header)])) == ["Nausea listed"])
    let caption = "Reported in Elderly Adults "
    let cells = "Reaction Examplin % Placebo % Headache 6 2 Dizziness 5 1 "
    var label = Extraction.label([(Section.adverse, caption + cells + "Nausea was reported.")])
    label.sections[0].field = "adverse_reactions"
    label.sections[0].tables = [
      TableMarkup.grid(
        Array(
          Tables.markup([
            "Reaction | Examplin % | Placebo %", "Headache | 6 | 2", "Dizziness | 5 | 1",
          ])
          .utf8))
    ]
    #expect(Extraction.lines(label).filter { $0.hasPrefix("Nausea") } == ["Nausea listed"])
  }

  @Test("Reactions under their own title are effects though coded as warnings")
  func titledReactions() {
    var label = Extraction.label([(Section.warnings, "Nausea, vomiting.")])
    label.sections[0].title = "ADVERSE REACTIONS"
    #expect(Extraction.lines(label) == ["Nausea listed", "Vomiting listed"])
  }

  @Test("Rule 18: a label is only for children if all its indications say so")
  func onlyOfChildren() {
    func lines(_ indications: String) -> [String] {
      Extraction.lines(
        Extraction.label([("34067-9", indications), (Section.adverse, "Headache, nausea.")]))
    }
    #expect(
      lines("Examplin is indicated for pain in children.")
        == ["Headache listed in: pediatric", "Nausea listed in: pediatric"])
    let other = "Examplin is indicated for gout. Once daily use is not for children."
    #expect(lines(other) == ["Headache listed", "Nausea listed"])
  }

  @Test("Rule 22: Drug Facts say what to stop for; what lasts is there already")
  func drugFacts() {
    #expect(
      Extraction.lines("50566-9", "dizziness occurs. fever gets worse or lasts over 3 days")
        == ["Dizziness stop_use"])
    var label = Extraction.label([("50566-9", "")])
    var text = LabelText("signs of stomach bleeding: stomach pain")
    text.blocks = [
      .init(.paragraph, 0..<26), .init(.item, 27..<39),
    ]
    label.sections[0].text = text
    #expect(Extraction.lines(label) == ["AbdominalCramps stop_use sign"])
  }
}
