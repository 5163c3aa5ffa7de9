// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import DrugLabels
@testable import rxkit_labels

/// The annotated labels and judged occurrences of the test data.
@Suite("Extraction measured on annotated labels")
struct LabelEvaluationTests {
  private static let data = TestData.folder?.path

  private func evaluation() throws -> LabelEvaluation? {
    guard let data = Self.data else {
      print("skipped: RXKIT_TEST_DATA names no folder")
      return nil
    }
    let folder = data + "/labels/gold/"
    var expected: [String: [String: Set<SymptomCategory>]] = [:]
    let table = try String(contentsOfFile: folder + "symptoms-train.csv", encoding: .utf8)
    for line in table.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let symptom = try #require(SymptomCategory(rawValue: String(fields[2])))
      expected[String(fields[0]), default: [:]][String(fields[1]), default: []].insert(symptom)
    }
    let bytes = try LabelData.bytes(folder + "labels-train.jsonl.gz")
    var evaluation = LabelEvaluation()
    for line in try JSONLines(bytes).lines {
      let label = try #require(AnnotatedLabel(line.value.get(), file: "labels-train"))
      evaluation.add(
        label, Extraction.extractor.read(label.label), expected: expected[label.id] ?? [:])
    }
    #expect(evaluation.labelCount == 101)
    return evaluation
  }

  @Test(
    "The annotated labels: the figures that are asked for are reached", .enabled(if: !Effort.isFast)
  )
  func annotatedLabels() throws {
    guard let evaluation = try evaluation() else { return }
    let adverse = try #require(evaluation.sections["adverse_reactions"])
    let warnings = try #require(evaluation.sections["warnings_and_precautions"])
    #expect(try #require(adverse.f1.tenThousandths) >= 9_800)
    #expect(try #require(warnings.f1.tenThousandths) >= 8_400)
    #expect(try #require(warnings.precision.tenThousandths) >= 8_000)
    #expect(try #require(warnings.recall.tenThousandths) >= 9_300)
    #expect(try #require(evaluation.all.f1.tenThousandths) >= 9_600)
    for (symptom, counts) in evaluation.categories where counts.expected >= 10 {
      #expect(try #require(counts.f1.tenThousandths) >= 8_500, "\(symptom)")
    }
  }

  @Test("Shares are rounded half up in whole numbers")
  func shares() {
    var half = LabelEvaluation.Counts()
    half.found = 1
    half.wrong = 1
    #expect(half.precision.description == "0.5000")
    #expect(half.recall.description == "1.0000")
    #expect(half.f1.description == "0.6667")
    #expect(LabelEvaluation.Counts().f1.description == "")
  }

  /// The first annotated labels; none without test data, which is said.
  private static func annotated() throws -> [AnnotatedLabel] {
    guard let data else {
      print("skipped: RXKIT_TEST_DATA names no folder")
      return []
    }
    let bytes = try LabelData.bytes(data + "/labels/gold/labels-train.jsonl.gz")
    return try JSONLines(bytes).lines.prefix(20).map { line in
      try #require(AnnotatedLabel(line.value.get(), file: "labels-train"))
    }
  }

  @Test("S37 The order of the sections changes no statement")
  func orderOfSections() throws {
    for annotated in try Self.annotated() {
      var turned = annotated.label
      turned.sections.reverse()
      let forwards = Extraction.extractor.read(annotated.label).statements
      let count = annotated.label.sections.count
      var backwards = Extraction.extractor.read(turned).statements
      for index in backwards.indices {
        backwards[index].section = count - 1 - backwards[index].section
      }
      #expect(Set(forwards) == Set(backwards), "\(annotated.id)")
    }
  }

  @Test("White space of any kind gives the same statements")
  func whiteSpace() throws {
    for annotated in try Self.annotated() {
      var wide = annotated.label
      for index in wide.sections.indices {
        let text = String(decoding: wide.sections[index].text.utf8, as: UTF8.self)
        wide.sections[index].text = LabelText(
          text.replacingOccurrences(of: " ", with: "  ").replacingOccurrences(
            of: "  ", with: " \u{A0}"))
      }
      let own = Extraction.extractor.read(annotated.label).statements.map(Extraction.line)
      let other = Extraction.extractor.read(wide).statements.map(Extraction.line)
      #expect(own == other, "\(annotated.id)")
    }
  }
}

/// The shipped table beside the rows that people read in the same labels.
///
/// The floors are what was measured, cut to whole percents; the causes of the rest are in the README
/// of the fixtures. The table has more labels of the same subjects than people read: a class counts
/// as found with a stronger one, and only rows that quote one of the labels that were read count as
/// rows that people left out.
@Suite("The table against rows read by hand")
struct HandReadTests {
  private typealias Row = [String: String]

  private static let hand = TSV.fixture("hand-read-rows.tsv")
  /// The rows of the table on subjects that people read.
  private static let made = Result {
    let subjects = Set(hand.map { key($0, []) })
    return TSV.rows(try TSV.bytes("Data/Mappings/side-effects.tsv")).filter {
      subjects.contains(key($0, []))
    }
  }

  private let hand = Self.hand
  private let made: [Row]
  /// The set ids of the labels that people read.
  private let read: Set<String>

  init() throws {
    read = Set(TSV.fixture("hand-read-labels.tsv").map { $0["set_id"] ?? "" })
    made = try Self.made.get()
  }

  /// The values of columns; figures as numbers, so that `1.0` is `1`.
  private static func key(_ row: Row, _ columns: [String]) -> String {
    (["subject_kind", "rxcui", "route"] + columns).map { column in
      let value = row[column] ?? ""
      guard column.hasSuffix("_percent"), let number = Double(value) else { return value }
      return String(number)
    }.joined(separator: "\t")
  }

  private static let effect = ["symptom", "direction"]

  /// The share of some rows, by these columns, that other rows have, of subjects that both have.
  private func share(
    of rows: [Row], in others: [Row], by columns: [String], where isWanted: (Row) -> Bool
  ) -> (share: Double, absent: [String]) {
    let subjects = Set(others.map { Self.key($0, []) })
    let wanted = Set(
      rows.filter { isWanted($0) && subjects.contains(Self.key($0, [])) }
        .map { Self.key($0, columns) })
    let absent = wanted.subtracting(others.map { Self.key($0, columns) }).sorted()
    return (1 - Double(absent.count) / Double(max(1, wanted.count)), absent)
  }

  @Test(
    "Subjects that people read are there, but the one whose product codes contradict its name",
    .enabled(if: !Effort.isFast))
  func subjects() {
    let found = Set(made.map { Self.key($0, []) })
    let absent = Set(hand.map { Self.key($0, []) }).subtracting(found)
    #expect(absent.subtracting(["ingredient\t86009\tINTRAVENOUS|SUBCUTANEOUS"]).isEmpty)
  }

  @Test("Symptoms that people read are there", .enabled(if: !Effort.isFast))
  func symptoms() {
    let found = share(of: hand, in: made, by: Self.effect) { _ in true }
    #expect(found.share >= 0.98, "\(found.share): \(found.absent)")
  }

  /// A floor for a class.
  struct Floor: CustomTestStringConvertible, Sendable {
    let evidenceClass: String
    let least: Double

    init(_ evidenceClass: String, _ least: String) {
      (self.evidenceClass, self.least) = (evidenceClass, Double(least) ?? .infinity)
    }

    var testDescription: String { "\(evidenceClass): \(least)" }
  }

  /// What share of the rows of a class that people read the program gives that class, too.
  static let recalled = FixtureRows.pairs("least recall").map(Floor.init)

  @Test("Classes that people read are there", .enabled(if: !Effort.isFast), arguments: recalled)
  func recall(_ floor: Floor) {
    let order = ["most_common", "trial_table", "trial_text", "listed", "postmarketing"]
    let place = order.firstIndex(of: floor.evidenceClass)
    let classes = place.map { order[...$0] } ?? [floor.evidenceClass]
    let strong = made.filter { classes.contains($0["evidence_class"] ?? "") }
    let found = share(of: hand, in: strong, by: Self.effect) {
      $0["evidence_class"] == floor.evidenceClass
    }
    #expect(found.share >= floor.least, "\(found.share): \(found.absent)")
  }

  /// What share of the program's rows of a class names a symptom that people read in any class.
  static let borneOut = FixtureRows.pairs("least precision").map(Floor.init)

  @Test(
    "Symptoms that the program gives are such as people read", .enabled(if: !Effort.isFast),
    arguments: borneOut)
  func precision(_ floor: Floor) {
    let found = share(of: made, in: hand, by: Self.effect) {
      // People left out what is a sign of another reaction.
      read.contains($0["set_id"] ?? "") && $0["evidence_class"] == floor.evidenceClass
        && (floor.evidenceClass != "warning" || $0["sense"] == "effect")
    }
    #expect(found.share >= floor.least, "\(found.share): \(found.absent)")
  }

  @Test(
    "S27 Figures of tables that people read are there, with their comparator",
    .enabled(if: !Effort.isFast))
  func figures() {
    let columns = Self.effect + ["evidence_class", "drug_percent", "comparator_percent"]
    let found = share(of: hand, in: made, by: columns) {
      $0["evidence_class"] == "trial_table" && $0["population"] == ""
    }
    #expect(found.share >= 0.93, "\(found.share): \(found.absent)")
  }
}

@Suite("The judge and the words of labels")
struct JudgeTests {
  @Test("Without weights every mention is an effect; the shipped weights are there")
  func weights() {
    #expect(!Judge([]).isTrained)
    #expect(Judge.shared.isTrained)
  }

  @Test("A weight moves the decision, once for each feature")
  func decision() {
    let text = "symptoms of infection such as fever"
    let utf8 = Array(text.utf8)
    func isEffect(_ weights: String) -> Bool {
      let judge = Judge(Array(weights.utf8))
      let words = judge.words(utf8.span, 0..<utf8.count)
      return judge.isEffect(
        Judge.Place(
          sentence: words, range: 30..<35, earlier: [], heading: [], role: .warning,
          phrase: "fever", symptom: .fever, isNegated: false, isInHeading: false))
    }
    #expect(isEffect("before:symptom\t0.5\nthreshold:warning\t0.4"))
    #expect(!isEffect("before:symptom\t0.5\nthreshold:warning\t0.6"))
    #expect(!isEffect("pair:symptom of\t-0.5\nthreshold:warning\t-0.4"))
    #expect(isEffect("near0:as\t1\nphrase:fever\t-0.5\nintercept\t-0.4"))
  }

  @Test("Every kind of words has an example in which it occurs, and one in which it does not")
  func vocabulary() {
    let vocabulary = LabelVocabulary.shared
    #expect(vocabulary.kinds.count > 60)
    for kind in vocabulary.kinds {
      // Words are compared as in sentences: `patients` is `patient`.
      func isIn(_ text: String) -> Bool {
        let tokens = CellTokens(text)
        let keys = Set(tokens.tokens.map { WordKey($0.text) })
        return kind.entries.contains { entry in
          guard entry.contains(" ") || entry.contains("-") else {
            return keys.contains(WordKey(entry))
          }
          return tokens.has(entry) || text.lowercased().contains(entry)
        }
      }
      #expect(isIn(kind.example), "\(kind.name): \(kind.example)")
      #expect(!isIn(kind.counterexample), "\(kind.name): \(kind.counterexample)")
    }
    for kind in Cue.Kind.allCases.dropLast() { #expect(!vocabulary["\(kind)"].isEmpty, "\(kind)") }
  }

  @Test("Several entries are looked for at once; one of a single letter is left aside")
  func search() {
    let search = EntrySearch(["ab cd", "x", "abe"])
    #expect(["an abe", "ab cd"].allSatisfy(search.isIn))
    #expect(!["x ab", "abcd", "a", ""].contains(where: search.isIn))
  }

  @Test("Every section has a code of its own, and a role but for those that are as what is around")
  func sections() {
    #expect(LabelSections.codes.count == 88 && LabelSections.roles.count == 90)
    #expect(LabelSections.roles.filter { $0.value == nil }.map(\.key) == ["42229-5"])
  }

  @Test("Captions and headings are quoted as §3 says", arguments: FixtureRows.pairs("quotations"))
  func quotation(text: String, quoted: String) {
    let label = Tables.label(TableGrid())
    #expect(QuotedContext(label).quoted(text) == quoted)
  }

  @Test("What says nothing but that there are adverse reactions is no context")
  func plain() {
    let label = Tables.label(TableGrid())
    let quoted = QuotedContext(label)
    #expect(quoted.context(["6.1 Clinical Trials Experience"]) == "")
    #expect(
      quoted.context(["Adverse Reactions", "In Adults with Epilepsy:"]) == "In Adults with Epilepsy"
    )
    let long = quoted.context([String(repeating: "lengthy ", count: 40)])
    #expect(long.count <= 160 && long.hasSuffix("lengthy"))
  }
}
