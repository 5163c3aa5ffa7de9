// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// The program: runs the benchmarks that were asked for and prints the report.
@main
enum RxkitBenchmark {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "make-full-size" {
      do {
        exit(try MakeFullSize.run(Array(words.dropFirst())))
      } catch {
        say("make-full-size: \(error)")
        exit(1)
      }
    }
    let options: BenchmarkOptions
    do {
      options = try BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
    } catch {
      say("\(error)")
      exit(2)
    }
    if options.showsHelp {
      let list = Benchmark.all.map { "  \($0.name): \($0.abstract)\n" }.joined()
      print(BenchmarkOptions.help + list, terminator: "")
      return
    }
    do {
      exit(try run(options) ? 0 : 1)
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  /// Runs and reports; whether all is well.
  private static func run(_ options: BenchmarkOptions) throws -> Bool {
    let saved = try options.comparison.map { try BenchmarkReport(contentsOf: $0) }
    let workshop = try Workshop(options)
    defer { workshop.close() }
    var report = try workshop.emptyReport()
    for benchmark in Benchmark.all
    where options.only.isEmpty || options.only.contains(benchmark.name) {
      say("\(benchmark.name) …")
      do {
        let rows = try benchmark.measure(workshop)
        report.rows += rows
        // Said at once: what was measured is not lost if the rest is stopped.
        for row in rows { say("  " + ReportTable.line(row)) }
      } catch {
        report.failures.append(.init(name: benchmark.name, reason: "\(error)"))
        say("  not measured: \(error)")
      }
    }
    switch options.format {
    case .table: print(ReportTable(report: report).plain, terminator: "")
    case .markdown: print(ReportTable(report: report).markdown, terminator: "")
    case .json: print(try report.json(), terminator: "")
    }
    guard let saved else { return report.isRight }
    let comparison = ReportComparison(now: report, saved: saved)
    if let warning = comparison.warning { say("warning: \(warning)") }
    for change in comparison.changes { say(change) }
    for regression in comparison.regressions { say("worse: \(regression)") }
    return report.isRight && comparison.regressions.isEmpty
  }

  /// Messages go to standard error, the report to standard output.
  private static func say(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
