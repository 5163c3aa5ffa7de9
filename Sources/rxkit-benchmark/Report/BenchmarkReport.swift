// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Everything that one run of the benchmarks found.
struct BenchmarkReport: Codable {
  /// Of the JSON.
  var schema = 1
  /// Such as `rxkit 0.1.0`.
  var tool: String
  /// The release's own name, and its date.
  var release: String
  /// Such as `2 cores AMD EPYC`.
  var machine: String
  /// Such as `Swift 6.3.1 -c release`.
  var compiler: String
  /// The day, `YYYY-MM-DD`.
  var date: String
  var rows: [BenchmarkRow] = []
  /// What could not be measured, and why.
  var failures: [Failure] = []

  /// A benchmark that gave no figure.
  struct Failure: Codable {
    let name: String
    let reason: String
  }

  /// Whether every row is right and none is missing.
  var isRight: Bool { failures.isEmpty && rows.allSatisfy(\.isRight) }

  var heading: String {
    [tool, release, machine, compiler, date].joined(separator: " · ")
  }

  /// How rxkit compares with each rival, in sentences.
  var comparisons: [String] {
    rows.compactMap { row in
      guard let rival = row.rival,
        let own = rows.first(where: { $0.name == row.name && $0.rival == nil }),
        own.median > 0, row.median > 0
      else { return nil }
      let ratio = row.median / own.median
      let sentence =
        ratio >= 1
        ? "\(Quantity.figures(ratio)) times as fast as \(rival)"
        : "takes \(Quantity.figures(1 / ratio)) times as long as \(rival)"
      return "\(row.name): \(sentence)\(row.isRight && own.isRight ? "" : ", but answers differ")"
    }
  }

  var targets: [Target.Verdict] { Target.all.compactMap { $0.verdict(on: rows) } }

  /// The report as JSON, members in the order of their names.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads a report that was saved as JSON.
  init(contentsOf path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    self = try JSONDecoder().decode(BenchmarkReport.self, from: data)
  }

  init(tool: String, release: String, machine: String, compiler: String, date: String) {
    self.tool = tool
    self.release = release
    self.machine = machine
    self.compiler = compiler
    self.date = date
  }
}
