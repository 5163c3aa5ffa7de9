// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

/// One sentence or text, and what it says; expected values follow from the rule, read by hand.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  let rule, section, text: String
  let statements: [String]
  var testDescription: String { "\(rule): \(text.prefix(60))" }

  /// The rows of Fixtures/sentences.tsv, where ⏎ is a line feed and ¦ is between statements.
  static let all = TSV.fixture("sentences.tsv").map { row in
    SentenceCase(
      rule: row["rule", default: ""], section: row["section", default: ""],
      text: row["text", default: ""].replacing("⏎", with: "\n"),
      statements: row["statements", default: ""].components(separatedBy: " ¦ ")
        .filter { !$0.isEmpty })
  }
}

/// What the judge decides is measured (``LabelEvaluationTests``); here are the rules of one line.
@Suite("Rules of extraction: what a sentence says")
struct ExtractionRuleTests {
  @Test("The rules of sentences, each with texts that keep it", arguments: SentenceCase.all)
  func sentences(_ one: SentenceCase) {
    #expect(
      Extraction.lines(one.section, one.text, drug: "Examplin") == one.statements, "\(one.text)")
  }

  @Test("No sentence is missing")
  func count() { #expect(SentenceCase.all.count == 89) }

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
    let trials = "In trials of bipolar and other mood disorders, serious rash occurred."
    #expect(
      lines("For manic and depressive episodes.", trials, "Agitation was seen in 5% of patients.")
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
          Tables.markup(
            "",
            [
              "Reaction | Examplin % | Placebo %", "Headache | 6 | 2", "Dizziness | 5 | 1",
            ]
          )
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

@Suite("Rules of extraction: figures, classes, sections")
struct ExtractionFigureTests {
  @Test(
    "Rule 5.16 full stops within numbers, abbreviations and brackets end no sentence",
    arguments: FixtureRows.texts("full stops"))
  func rule16(text: String) {
    #expect(Extraction.lines(Section.adverse, text).isEmpty)
  }

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
      + "Other side effects:\ncough\n"
      + "Tell your doctor if you have fever."
    label.sections[0].text.utf8 = Array(text.utf8)
    var start = 0
    for (index, line) in text.split(separator: "\n").enumerated() {
      let range = start..<(start + line.utf8.count)
      label.sections[0].text.blocks.append(
        .init((1...4).contains(index) ? .item : .paragraph, range))
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
    arguments: FixtureRows.cells("frames"))
  func frames(_ row: [String]) {
    let isBoxed = row[2] == "true"
    var label = Extraction.label([(row[0], ""), (Section.boxed, "Serious risk of death: nausea.")])
    label.sections[1].parent = 0
    label.sections[1].title = row[1]
    #expect((Extraction.extractor.read(label).boxedTitle != nil) == isBoxed)
    label.sections[0].title = "Patients at Risk"
    #expect((Extraction.extractor.read(label).boxedTitle != nil) == isBoxed)
    label.sections[0].title = "Patient's Instructions for Use"
    #expect(Extraction.extractor.read(label).boxedTitle == nil)
  }

  @Test("S31 A section with the code of a boxed warning that warns of nothing is none")
  func miscoded() {
    func title(_ text: String, _ title: String = "") -> String? {
      var label = Extraction.label([(Section.boxed, text)])
      label.sections[0].title = title
      return Extraction.extractor.read(label).boxedTitle
    }
    #expect(title("Examplin is rapidly absorbed. The mean half-life is four hours.") == nil)
    #expect(title("This combination is not for initial therapy.", "WARNING") == "WARNING")
    #expect(title("Examplin should be used only to treat infections that are proven.") == nil)
    #expect(title("Fatal overdose has occurred with Examplin.") != nil)
  }

  @Test(
    "S31 Without a title of its own the boxed warning has the one that its text begins with",
    arguments: FixtureRows.pairs("boxed titles"))
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

  @Test(
    "S1 The terms of lists that no category covers are counted",
    arguments: FixtureRows.pairs("lists"))
  func unmapped(text: String, terms: String) {
    let reading = Extraction.extractor.read(Extraction.label([(Section.adverse, text)]))
    #expect(reading.unmapped.map { "\($0.term) \($0.count)" }.joined(separator: ", ") == terms)
    let warning = Extraction.extractor.read(Extraction.label([(Section.warnings, text)]))
    #expect(warning.unmapped.isEmpty)
  }
}
