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

  static let labels = CaseFile.cases(of: "Tests/DrugLabelsTests/Fixtures/labels.txt")

  @Test("No sentence and no label is missing")
  func count() {
    #expect(SentenceCase.all.count == 100)
    #expect(Self.labels.count == 15)
    #expect(Self.labels.reduce(0) { $0 + $1.rows.count } == 46)
  }

  @Test("Labels say what their case expects", arguments: labels)
  func label(_ one: CaseFile.Case) throws {
    for row in one.rows {
      let reading = Extraction.extractor.read(try Self.label(row.text))
      let says = reading.statements.map(Extraction.line)
      #expect(!row.expected.isEmpty)
      for (key, value) in row.expected {
        let found =
          switch key {
          case "says": says.isEmpty ? "none" : says.joined(separator: " · ")
          case "omits": says.contains { $0.contains(value) } ? "\(says)" : value
          case "ends": says.allSatisfy { $0.hasSuffix(value) } ? value : "\(says)"
          case "count": "\(says.count)"
          case "boxed": reading.boxedTitle ?? "none"
          case "is boxed": "\(reading.boxedTitle != nil)"
          case "passed": reading.passed.map { "\($0.reason)" }.joined(separator: ",")
          case "unmapped" where reading.unmapped.isEmpty: "none"
          case "unmapped":
            reading.unmapped.map { "\($0.term) \($0.count)" }.joined(separator: ", ")
          default: "no such key"
          }
        #expect(found == value, "\(key) of \(row.text)")
      }
    }
  }

  private static func label(_ text: String) throws -> DrugLabel {
    let codes = [
      "adverse": Section.adverse, "warnings": Section.warnings, "boxed": Section.boxed,
      "indications": Section.indications,
    ]
    var label = Extraction.label([])
    for part in text.components(separatedBy: " ¦ ") where !part.isEmpty {
      let match = try #require(part.wholeMatch(of: /(>?)([^ :“]+)(?: “([^”]*)”)?: ?(.*)/))
      let (_, parent, name, title, text) = match.output
      guard name != "^" else {
        label.sections[label.sections.count - 1].highlight = LabelText(String(text))
        continue
      }
      label.sections +=
        Extraction.label([(codes[String(name)] ?? String(name), String(text))])
        .sections
      let place = label.sections.count - 1
      if let title { label.sections[place].title = String(title) }
      if !parent.isEmpty { label.sections[place].parent = 0 }
    }
    return label
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
}
