// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A bound that a benchmark must keep.
struct Target {
  let benchmark: String
  /// What is asked for, in words.
  let demand: String
  /// The figure and whether it keeps the bound; `nil` where the rows for it are missing.
  let figure: @Sendable ([BenchmarkRow]) -> (text: String, isMet: Bool)?

  /// What became of a target.
  struct Verdict {
    let text: String
    let isMet: Bool
  }

  func verdict(on rows: [BenchmarkRow]) -> Verdict? {
    guard let (text, isMet) = figure(rows.filter { $0.name == benchmark }) else { return nil }
    return Verdict(
      text: "\(benchmark): \(demand): \(text), \(isMet ? "met" : "MISSED")", isMet: isMet)
  }

  static let all =
    [
      ratio("build-catalog", to: "duckdb", atLeast: 10),
      ratio("build-catalog", to: "sqlite3", atLeast: 20),
      bytes("build-catalog", "of memory", below: 1_000_000_000) { $0.peakMemory },
      bytes("build-catalog", "of catalog", below: 250_000_000) { $0.fileSize },
      time("build-catalog", below: 2e9), time("open-catalog", below: 1e6),
      throughput("convert-bundle", atLeast: 300),
      throughput("convert-bundles", atLeast: 1500),
      throughput("convert-ndjson-mixed", atLeast: 1500),
      throughput("convert-ndjson-mixed-fast", atLeast: 3000),
      throughput("convert-ndjson-dense", atLeast: 600),
      records("convert-ndjson-dense", atLeast: 370_000),
      throughput("read-xml", atLeast: 200), operations("match-text", atLeast: 20_000),
      ratio("process-lookup", to: "sqlite3", atLeast: 1 / 1.5),
    ] + lookup("lookup-hit", below: 100) + lookup("lookup-miss", below: 100)
    + lookup("lookup-by-source-code", below: 150) + lookup("lookup-by-unii", below: 150)
    + lookup("lookup-by-ndc", below: 150) + lookup("lookup-by-name", below: 300)
    + [
      time("search-typeahead", below: 50_000), percentile99("search-typeahead", below: 1e6),
    ]

  /// What is asked of a look-up: time, no allocation, and two ratios to SQLite.
  private static func lookup(_ name: String, below bound: Double) -> [Target] {
    [
      time(name, below: bound), noAllocations(name), ratio(name, to: "sqlite", atLeast: 8),
      ratio(name, to: "sqlite-autocommit", atLeast: 50),
    ]
  }

  private static func time(_ name: String, below bound: Double) -> Target {
    Target(benchmark: name, demand: "at most \(Quantity.time(bound))") { rows in
      own(rows).map { (Quantity.time($0.median), $0.median <= bound) }
    }
  }

  private static func bytes(
    _ name: String, _ what: String, below bound: Int,
    _ figure: @escaping @Sendable (BenchmarkRow) -> Int?
  ) -> Target {
    Target(benchmark: name, demand: "less than \(Quantity.memory(bound)) \(what)") { rows in
      own(rows).flatMap(figure).map { (Quantity.memory($0), $0 < bound) }
    }
  }

  private static func percentile99(_ name: String, below bound: Double) -> Target {
    Target(benchmark: name, demand: "99 of 100 at most \(Quantity.time(bound))") { rows in
      own(rows)?.percentile99.map { (Quantity.time($0), $0 <= bound) }
    }
  }

  private static func noAllocations(_ name: String) -> Target {
    Target(benchmark: name, demand: "no allocation") { rows in
      own(rows)?.allocations.map { ("\(Quantity.count($0)) an operation", $0 == 0) }
    }
  }

  private static func throughput(_ name: String, atLeast bound: Double) -> Target {
    Target(benchmark: name, demand: "at least \(Quantity.figures(bound)) MB a CPU second") {
      own($0)?.throughput.map { ("\(Quantity.figures($0)) MB", $0 >= bound) }
    }
  }

  private static func records(_ name: String, atLeast bound: Double) -> Target {
    let demand = "at least \(Quantity.grouped(Int(bound))) records a CPU second"
    return Target(benchmark: name, demand: demand) {
      own($0)?.recordsPerSecond.map { (Quantity.grouped(Int($0)), $0 >= bound) }
    }
  }

  private static func operations(_ name: String, atLeast bound: Double) -> Target {
    let demand = "at least \(Quantity.grouped(Int(bound))) a CPU second"
    return Target(benchmark: name, demand: demand) {
      own($0)?.throughput.map { (Quantity.grouped(Int($0)), $0 >= bound) }
    }
  }

  /// Our time against a rival's: `bound` 3 is three times as fast, 0.5 twice as slow.
  private static func ratio(
    _ name: String, to rival: String, atLeast bound: Double
  ) -> Target {
    let demand =
      bound >= 1
      ? "at least \(Quantity.figures(bound)) times as fast as \(rival)"
      : "at most \(Quantity.figures(1 / bound)) times the time of \(rival)"
    return Target(benchmark: name, demand: demand) { rows in
      guard let own = own(rows), let other = rows.first(where: { $0.rival == rival }),
        own.median > 0, other.median > 0
      else { return nil }
      let ratio = other.median / own.median
      return ("\(Quantity.figures(bound >= 1 ? ratio : 1 / ratio)) times", ratio >= bound)
    }
  }

  private static func own(_ rows: [BenchmarkRow]) -> BenchmarkRow? {
    rows.first { $0.rival == nil }
  }
}
