// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
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
