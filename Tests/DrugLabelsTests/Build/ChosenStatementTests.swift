// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

@Suite("Which statement of a label becomes a row")
struct ChosenStatementTests {
  /// Label terms and figures of the rows, and what was refused.
  private func build(
    _ label: DrugLabel, _ statements: [LabelStatement]
  ) throws -> (terms: [String], figures: [String], refused: [String: Int]) {
    var builder = SideEffectTableBuilder(try SubjectRelease.finder())
    builder.add(label, MadeLabel.reading(statements))
    let lines = String(decoding: builder.tables().sideEffects, as: UTF8.self).split(separator: "\n")
      .dropFirst().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    return (lines.map { String($0[22]) }, lines.map { String($0[8]) }, builder.report.refused)
  }

  private static let label = MadeLabel.label([[(unii: "UALPHA", name: "ALPHADRUG")]])

  @Test("S25 A sign among the adverse reactions is one of something, or refused and counted")
  func signs() throws {
    func sign(_ condition: String?) -> [LabelStatement] {
      [MadeLabel.statement(.nausea, .warning, condition: condition)]
    }
    let kept = try build(Self.label, sign("hypersensitivity"))
    #expect(kept.terms == ["nausea"] && kept.refused.isEmpty)
    for condition in [nil, "lymphatic system disorders"] {
      let found = try build(Self.label, sign(condition))
      #expect(found.terms.isEmpty && found.refused == ["sign-of-nothing": 1])
    }
  }

  @Test("A figure that no row can hold is refused and counted, and the table is written")
  func hugeFigure() throws {
    let found = try build(
      Self.label,
      [
        MadeLabel.statement(.nausea, .trialTable, drug: "99999999999999999999"),
        MadeLabel.statement(.fever, .trialTable, drug: "9999999999999999"),
      ])
    #expect(found.figures == ["9999999999999999"])
    #expect(found.refused == ["unreadable-figure": 1])
  }

  @Test("S1 Figures of another trial under the same key are counted")
  func sameKey() throws {
    let found = try build(
      Self.label, ["5", "7", "7"].map { MadeLabel.statement(.nausea, .trialTable, drug: $0) })
    #expect(found.figures == ["7"])
    #expect(found.refused == ["other-figures-of-the-same-key": 1])
  }

  @Test("R24 Which statement is quoted does not depend on their order")
  func anyOrder() throws {
    var label = Self.label
    label.sections.append(LabelSection(loinc: "42231-1"))
    var cut = MadeLabel.statement(.fatigue, .mostCommon, fit: .related, term: "asthenia")
    cut.threshold = "5"
    let leaflet = MadeLabel.statement(.fatigue, .mostCommon, term: "tired", section: 1)
    let plain = MadeLabel.statement(.fatigue, .mostCommon, fit: .related, term: "lethargy")
    let all = [cut, leaflet, plain]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(try build(label, order.map { all[$0] }).terms == ["asthenia"], "\(order)")
    }
  }
}
