// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel

/// The figures of an evaluation, in order, with the release that they are of.
struct EvaluationReport: Shaped {
  /// What was counted, and how many of how many.
  typealias Figure = (name: String, count: Int, total: Int)

  private let figures: [Figure]
  private let release: ReleaseIdentity

  private static let figure = Shape<Figure>("figure") {
    Field("figure", "What was counted, such as ingredient top-1.", .name) { $0.name }
    Field("count") { $0.count }
    Field("of", "Of how many.") { $0.total }
    Field("share", "Count by of, with four digits; null where there are none.") {
      share($0.count, of: $0.total).map { ShareText($0) }
    }
  }

  static let shape = Shape<Self>("evaluation") {
    Field.version(1)
    Field("figures", "In the order of the table; empty for a file without rows.", each: figure) {
      $0.figures
    }
    Field("release") { $0.release }
  }

  /// One row a figure.
  var table: Table { Table(of: Self.figure.fields, figures) }

  init(_ evaluation: MatchingEvaluation, release: ReleaseIdentity) {
    self.release = release
    var figures: [Figure] = []
    func add(_ name: String, _ count: Int, of total: Int) { figures.append((name, count, total)) }
    let rows = evaluation.rowCount
    if rows > 0 {
      for level in MatchingEvaluation.Level.allCases {
        let share = evaluation.shares[level] ?? MatchingEvaluation.Share()
        add("\(level.rawValue) top-1", share.first, of: rows)
        add("\(level.rawValue) top-5", share.firstFive, of: rows)
      }
      add("answered", evaluation.answeredCount, of: rows)
      add("accepted", evaluation.acceptedCount, of: rows)
      for level in MatchingEvaluation.Level.allCases {
        let share = evaluation.shares[level] ?? MatchingEvaluation.Share()
        add("\(level.rawValue) precision of accepted", share.accepted, of: evaluation.acceptedCount)
      }
      add("abstained", rows - evaluation.answeredCount, of: rows)
      for reason in DrugMatch.Reason.allCases {
        if let count = evaluation.reasons[reason] {
          add("abstained: \(reason.rawValue)", count, of: rows)
        }
      }
    }
    if evaluation.emptyCount > 0 {
      add("no drug, falsely accepted", evaluation.acceptedEmptyCount, of: evaluation.emptyCount)
    }
    if evaluation.unknownCount > 0 {
      add(
        "left out: codes not in the release", evaluation.unknownCount,
        of: evaluation.unknownCount + rows)
    }
    self.figures = figures
  }

  /// A share with four digits, without binary floating point.
  private static func share(_ count: Int, of total: Int) -> String? {
    guard total > 0 else { return nil }
    let scaled = (count * 100_000 / total + 5) / 10
    if scaled >= 10_000 { return "1.0000" }
    let digits = String(scaled)
    return "0." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
