// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import JSONText
import MedicationModel
import SymptomMapping
@testable import rxkit_labels
import TestSupport
import Testing

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
