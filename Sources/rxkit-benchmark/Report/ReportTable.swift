// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The report as a table for people.
struct ReportTable {
  private static let titles = [
    "name", "input", "answers", "median", "p95", "clock", "CPU", "throughput", "peak memory",
    "file", "allocations",
  ]

  let report: BenchmarkReport

  /// Columns under one another, for a terminal.
  var plain: String {
    let lines = [Self.titles] + report.rows.map(Self.cells)
    let widths = Self.titles.indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    var text = report.heading + "\n"
    for line in lines {
      let padded = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var row = padded.joined(separator: "  ")
      while row.last == " " { row.removeLast() }
      text += row + "\n"
    }
    return text + notes(before: "")
  }

  /// A table of Markdown, for the README.
  var markdown: String {
    var text = report.heading + "\n\n"
    text += "| " + Self.titles.joined(separator: " | ") + " |\n"
    text += "|---|---|" + String(repeating: "---:|", count: Self.titles.count - 2) + "\n"
    for row in report.rows { text += "| " + Self.cells(row).joined(separator: " | ") + " |\n" }
    return text + "\n" + notes(before: "- ")
  }

  /// What was measured of a row, on one line.
  static func line(_ row: BenchmarkRow) -> String {
    zip(titles, cells(row)).filter { $1 != "–" && !$1.isEmpty }.map { "\($0) \($1)" }
      .joined(separator: " · ")
  }

  private static func cells(_ row: BenchmarkRow) -> [String] {
    let throughput = row.throughput.flatMap { value in
      row.throughputUnit.map { Quantity.throughput(value, $0) }
    }
    return [
      row.fullName, row.input, row.answers, Quantity.time(row.median),
      Quantity.time(row.percentile95), row.clock.rawValue,
      row.processorTime.map(Quantity.time) ?? "–", throughput ?? "–",
      row.peakMemory.map(Quantity.memory) ?? "–", row.fileSize.map(Quantity.memory) ?? "–",
      row.allocations.map(Quantity.count) ?? "–",
    ]
  }

  private func notes(before mark: String) -> String {
    let failures = report.failures.map { "\($0.name): not measured: \($0.reason)" }
    let lines = report.comparisons + report.targets.map { "target \($0.text)" } + failures
    return lines.map { mark + $0 + "\n" }.joined()
  }
}
