// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// One line of the report: what one way of doing something cost.
struct BenchmarkRow: Codable {
  /// Which time was measured.
  enum Clock: String, Codable {
    /// Processor time, in user and system mode.
    case processor = "cpu"
    /// The time that passed.
    case wall
  }

  /// The benchmark, such as `lookup-hit`.
  let name: String
  /// What did it, such as `sqlite`; `nil` for rxkit.
  var rival: String?
  /// What it worked on, and what it found, for people.
  let input, answers: String
  var isRight = true
  var clock = Clock.processor
  private(set) var runs = 0
  /// Nanoseconds of one operation: the middle of all runs, and what 95 of 100 do not exceed.
  private(set) var median = 0.0, percentile95 = 0.0
  /// What 99 of 100 do not exceed, where a target has a bound for it.
  var percentile99: Double?
  /// Work in a second, in ``throughputUnit``: `MB` or the operations' own name, such as `codes`.
  var throughput: Double?
  var throughputUnit: String?
  /// Where a row has both bytes and records.
  var recordsPerSecond: Double?
  /// Processor time of a whole process in nanoseconds, where the clock is `wall`: the middle.
  var processorTime: Double?
  /// In bytes; of the file, what was made.
  var peakMemory, fileSize: Int?
  /// Of one operation; `nil` where they were not counted.
  var allocations: Double?

  /// Takes the times of runs, each of `operations` operations.
  mutating func set(_ times: [Double], _ operations: Int = 1) {
    runs = times.count
    median = times.median / Double(operations)
    percentile95 = times.percentile(95) / Double(operations)
  }

  static let titles = [
    "name", "input", "answers", "median", "p95", "clock", "CPU", "throughput", "peak memory",
    "file", "allocations",
  ]

  /// The row under ``titles``.
  var cells: [String] {
    let throughput = throughput.flatMap { value in
      throughputUnit.map { Quantity.throughput(value, $0) }
    }
    return [
      rival.map { "\(name) \($0)" } ?? name, input, isRight ? answers : "differs",
      Quantity.time(median),
      Quantity.time(percentile95), clock.rawValue, processorTime.map(Quantity.time) ?? "–",
      throughput ?? "–", peakMemory.map(Quantity.memory) ?? "–",
      fileSize.map(Quantity.memory) ?? "–", allocations.map(Quantity.count) ?? "–",
    ]
  }

  /// What was measured, on one line.
  var line: String {
    zip(Self.titles, cells).filter { $1 != "–" && !$1.isEmpty }.map { "\($0) \($1)" }
      .joined(separator: " · ")
  }
}

/// Everything that one run of the benchmarks found.
struct BenchmarkReport: Codable {
  /// Of the JSON.
  var schema = 1
  /// Such as `rxkit 0.1.0`, the release's own name, `2 cores AMD EPYC`, `Swift 6.3.1 -c release`.
  let tool, release, machine, compiler: String
  /// The day, `YYYY-MM-DD`.
  let date: String
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

  /// Columns under one another, how rxkit compares with each rival, and the targets.
  var table: String {
    let lines = [BenchmarkRow.titles] + rows.map(\.cells)
    let widths = BenchmarkRow.titles.indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    var text = [tool, release, machine, compiler, date].joined(separator: " · ") + "\n"
    for line in lines {
      let padded = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var row = padded.joined(separator: "  ")
      while row.last == " " { row.removeLast() }
      text += row + "\n"
    }
    let missing = failures.map { "\($0.name): not measured: \($0.reason)" }
    let notes = comparisons + Target.all.compactMap { $0.verdict(on: rows) } + missing
    return text + notes.map { $0 + "\n" }.joined()
  }

  private var comparisons: [String] {
    rows.compactMap { row in
      guard let rival = row.rival,
        let own = rows.first(where: { $0.name == row.name && $0.rival == nil }),
        own.median > 0, row.median > 0
      else { return nil }
      let ratio = Quantity.figures(row.median / own.median)
      let note = row.isRight && own.isRight ? "" : ", but answers differ"
      return "\(row.name): \(ratio) times as fast as \(rival)\(note)"
    }
  }

  /// The report as JSON, members in the order of their names.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Compares with a report that was saved, in sentences; whether nothing became worse: slower
  /// by more than a tenth, which is noise, or one more allocation.
  ///
  /// Only rows of rxkit count: a rival that became slower is not a regression.
  func compared(with saved: BenchmarkReport) -> (sentences: [String], isNoWorse: Bool) {
    var sentences: [String] = []
    var isNoWorse = true
    let origins = [
      ("machine", machine, saved.machine), ("compiler", compiler, saved.compiler),
      ("release", release, saved.release),
    ]
    for (what, now, before) in origins where now != before {
      sentences.append("warning: the saved report is of another \(what) (\(before))")
    }
    for row in rows where row.rival == nil {
      guard let before = saved.rows.first(where: { $0.name == row.name && $0.rival == nil }),
        before.median > 0
      else { continue }
      let ratio = row.median / before.median
      let hasMore = (row.allocations ?? 0) >= (before.allocations ?? .infinity) + 1
      isNoWorse = isNoWorse && ratio <= 1.1 && !hasMore
      sentences.append(
        "\(ratio > 1.1 ? "worse: " : "")\(row.name): \(Quantity.time(before.median)) → "
          + "\(Quantity.time(row.median)) (\(Quantity.figures(ratio)) times)"
          + (hasMore ? "; worse: more allocations" : ""))
    }
    return (sentences, isNoWorse)
  }
}
