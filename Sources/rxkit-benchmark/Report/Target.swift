// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A bound that a benchmark must keep.
struct Target {
  /// What is bounded: at least the ratio to a rival or the throughput, at most the rest.
  enum Kind {
    case time, percentile99, memory, fileSize, allocations
    /// Megabytes or operations in a second of processor time.
    case throughput
    case records
    /// The rival's time divided by ours.
    case ratio(to: String)
  }

  let benchmark: String
  let kind: Kind
  let bound: Double

  private init(_ benchmark: String, _ kind: Kind, _ bound: Double) {
    self.benchmark = benchmark
    self.kind = kind
    self.bound = bound
  }

  static let all =
    [
      Target("build-catalog", .ratio(to: "duckdb"), 10),
      Target("build-catalog", .ratio(to: "sqlite3"), 20),
      Target("build-catalog", .memory, 1e9), Target("build-catalog", .fileSize, 250e6),
      Target("build-catalog", .time, 2e9), Target("open-catalog", .time, 1e6),
      Target("convert-bundles", .throughput, 1500),
      Target("convert-ndjson-mixed", .throughput, 1500),
      Target("convert-ndjson-mixed-fast", .throughput, 3000),
      Target("convert-ndjson-dense", .throughput, 600),
      Target("convert-ndjson-dense", .records, 370_000),
      Target("read-xml", .throughput, 200), Target("match-text", .throughput, 20_000),
      Target("process-lookup", .ratio(to: "sqlite3"), 1 / 1.5),
      Target("search-typeahead", .time, 50_000), Target("search-typeahead", .percentile99, 1e6),
      Target("side-effects", .time, 10_000), Target("resolve-code", .time, 15_000),
      Target("store-log", .ratio(to: "sqlite"), 0.8), Target("store-today", .time, 2e6),
      Target("store-chart", .time, 2e6), Target("store-delta", .time, 2e6),
      Target("store-notice", .percentile99, 50e6),
    ]
    + [
      ("lookup-hit", 100), ("lookup-miss", 100), ("lookup-by-source-code", 150),
      ("lookup-by-unii", 150), ("lookup-by-ndc", 150), ("lookup-by-name", 300),
    ].flatMap { name, nanoseconds in
      [
        Target(name, .time, nanoseconds), Target(name, .allocations, 0),
        Target(name, .ratio(to: "sqlite"), 8), Target(name, .ratio(to: "sqlite-autocommit"), 50),
      ]
    }

  /// The bound, the figure and whether it keeps the bound; `nil` where rows for it are missing.
  func verdict(on rows: [BenchmarkRow]) -> String? {
    let rows = rows.filter { $0.name == benchmark }
    guard let own = rows.first(where: { $0.rival == nil }) else { return nil }
    let (figure, words, format): (Double?, String, (Double) -> String) =
      switch kind {
      case .time: (own.median, "at most %", Quantity.time)
      case .percentile99: (own.percentile99, "99 of 100 at most %", Quantity.time)
      case .memory: (own.peakMemory.map(Double.init), "memory at most %", megabytes)
      case .fileSize: (own.fileSize.map(Double.init), "file at most %", megabytes)
      case .allocations: (own.allocations, "at most % allocations an operation", Quantity.count)
      case .throughput:
        (own.throughput, "at least % \(own.throughputUnit ?? "") a CPU second", Quantity.figures)
      case .records: (own.recordsPerSecond, "at least % records a CPU second", Quantity.figures)
      case .ratio(let rival):
        (
          rows.first { $0.rival == rival }.map { $0.median / own.median },
          "at least % times as fast as \(rival)", Quantity.figures
        )
      }
    guard let figure else { return nil }
    let isMet = words.contains("at least") ? figure >= bound : figure <= bound
    return "target \(benchmark): \(words.replacing("%", with: format(bound))): \(format(figure)), "
      + (isMet ? "met" : "MISSED")
  }

  private func megabytes(_ bytes: Double) -> String { Quantity.memory(Int(bytes)) }
}
