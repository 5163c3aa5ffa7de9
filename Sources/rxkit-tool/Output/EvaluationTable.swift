// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// The figures of an evaluation as rows.
enum EvaluationTable {
  /// One row a figure: what it is, how many of how many, and the share.
  static func table(_ evaluation: MatchingEvaluation) -> Table {
    var table = Table([
      .init("figure"), .init("count", .number), .init("of", .number), .init("share", .number),
    ])
    func add(_ figure: String, _ count: Int, of total: Int) {
      table.append([figure, String(count), String(total), share(count, of: total)])
    }
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
    return table
  }

  /// The figures as one object, with the release that they are of.
  static func write(
    _ evaluation: MatchingEvaluation, release: ReleaseIdentity, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("schema", 1)
      json.array("figures") { json in
        for row in table(evaluation).rows {
          json.object { json in
            json.member("figure", row[0])
            json.member("count", row[1].flatMap { Int($0) })
            json.member("of", row[2].flatMap { Int($0) })
            json.key("share")
            if let share = row[3] { json.number(raw: share) } else { json.null() }
          }
        }
      }
      json.key("release")
      release.write(to: &json)
    }
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
