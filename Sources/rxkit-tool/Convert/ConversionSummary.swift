// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel

/// What a conversion did, for the line at its end: records, bytes, time, and problems by kind.
struct ConversionSummary {
  var records = 0
  var bytes = 0
  private let begun = ContinuousClock.now

  func line(_ problems: ProblemCounts) -> String {
    let (seconds, attoseconds) = begun.duration(to: .now).components
    let tenths = Int(seconds) * 10 + Int(attoseconds / 100_000_000_000_000_000)
    return DisplayText.counted(records, "record", "records") + " from "
      + DisplayText.counted(bytes, "byte", "bytes")
      + " in \(DisplayText.grouped(tenths / 10)).\(tenths % 10) s; " + problems.summary
  }
}

/// How often each kind of problem occurred in records, notes apart.
struct ProblemCounts: Sendable, Equatable {
  /// The counts by the code of the problem.
  var byCode: [Problem.Code: Int] = [:]

  /// The same by the name of the code.
  var byName: [String: Int] {
    get { Dictionary(uniqueKeysWithValues: byCode.map { ($0.key.rawValue, $0.value) }) }
    set {
      byCode = Dictionary(
        uniqueKeysWithValues: newValue.map { (Problem.Code(rawValue: $0.key), $0.value) })
    }
  }

  var isEmpty: Bool { byCode.isEmpty }

  mutating func add(_ problems: [Problem]) {
    for problem in problems where problem.severity != .note {
      byCode[problem.code, default: 0] += 1
    }
  }

  mutating func add(_ other: ProblemCounts) {
    byCode.merge(other.byCode, uniquingKeysWith: +)
  }

  /// `problems: 12 code-unknown, 3 display-disagrees`, the most frequent first.
  var summary: String {
    if byCode.isEmpty { return "no problems" }
    let sorted = byName.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "problems: "
      + sorted.map { "\(DisplayText.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
  }
}
