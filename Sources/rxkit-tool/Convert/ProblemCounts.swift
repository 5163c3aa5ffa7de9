// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel

/// How often each kind of problem occurred in records, notes apart.
struct ProblemCounts: Sendable, Equatable {
  /// The counts by the code of the problem.
  var byCode: [String: Int] = [:]

  var isEmpty: Bool { byCode.isEmpty }

  mutating func add(_ problems: [Problem]) {
    for problem in problems where problem.severity != .note {
      byCode[problem.code.rawValue, default: 0] += 1
    }
  }

  mutating func add(_ other: ProblemCounts) {
    byCode.merge(other.byCode, uniquingKeysWith: +)
  }

  /// `problems: 12 code-unknown, 3 display-disagrees`, the most frequent first.
  var summary: String {
    if byCode.isEmpty { return "no problems" }
    let sorted = byCode.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "problems: "
      + sorted.map { "\(DisplayText.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
  }
}
