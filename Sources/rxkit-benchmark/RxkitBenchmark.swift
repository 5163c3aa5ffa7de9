// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// One benchmark: a row for rxkit and one for each rival.
struct Benchmark: Sendable {
  let name: String
  /// What it measures, in a sentence.
  let abstract: String
  let measure: @Sendable (Workshop, _ name: String) throws -> [BenchmarkRow]

  private init(
    _ name: String, _ abstract: String,
    _ measure: @escaping @Sendable (Workshop, String) throws -> [BenchmarkRow]
  ) {
    self.name = name
    self.abstract = abstract
    self.measure = measure
  }

  /// All, in the order in which they run.
  ///
  /// Whole processes come first: Linux counts our memory to theirs, so ours must be small.
  static let all = [
    Benchmark(
      "convert-bundles", "bundles that do not repeat, as Synthea lays them out: whole process"
    ) { try Conversion.measure($1, ConversionInput.bundles($0), $0) },
    Benchmark(
      "convert-ndjson-mixed", "lines with few medications, also with --fast: whole process"
    ) {
      let input = try ConversionInput.mixed($0)
      return try Conversion.measure($1, input, $0)
        + Conversion.ownRows("\($1)-fast", input, $0, options: ["--fast"])
    },
    Benchmark(
      "convert-ndjson-dense", "a request with its Medication on each line: whole process"
    ) { try Conversion.measure($1, ConversionInput.dense($0), $0) },
    Benchmark("read-xml", "bundles in XML to records, one thread", Conversion.xml),
    Benchmark("build-catalog", "a release becomes a catalog: whole process", BuildCatalog.measure),
    Benchmark(
      "process-lookup", "rxkit lookup 308192, from exec to exit", OpenCatalog.measureProcess),
    Benchmark(
      "open-catalog", "open a catalog and get the first name, page cache warm",
      OpenCatalog.measure),
    Benchmark("lookup-hit", "a random code that is there, all fields read, warm", LookUps.hits),
    Benchmark("lookup-miss", "a random code that is not there, warm", LookUps.misses),
    Benchmark(
      "lookup-by-source-code", "a random code of another source than RXNORM, warm",
      LookUps.sourceCodes),
    Benchmark("lookup-by-unii", "a random UNII, warm", LookUps.uniis),
    Benchmark("lookup-by-ndc", "a random NDC, warm", LookUps.ndcs),
    Benchmark("lookup-by-name", "a random name as RxNorm writes it, warm", LookUps.names),
    Benchmark(
      "search-typeahead", "beginnings of names, the ten likeliest concepts, warm",
      SearchTypeAhead.measure),
    Benchmark(
      "match-text", "free text to the drug that is meant, one thread, warm", MatchText.measure),
    Benchmark(
      "match-quality",
      "recorded texts compared with common string matching; takes minutes with --rivals",
      MatchQuality.measure),
    Benchmark(
      "side-effects", "the evidence of a product that has a label", SideEffects.evidence),
    Benchmark(
      "resolve-code", "everything the resolver says of such a product", SideEffects.resolving),
    Benchmark("store-log", "a dose logged durably, one after another", HealthStoreRows.logging),
    Benchmark("store-today", "today's view of ten years", HealthStoreRows.today),
    Benchmark("store-chart", "a year's chart of ten years", HealthStoreRows.yearChart),
    Benchmark("store-delta", "an anchored delta of ten years", HealthStoreRows.delta),
    Benchmark("store-notice", "a change reaches a waiting query", HealthStoreRows.notice),
    Benchmark("store-stream", "a million events, in batches", HealthStoreRows.stream),
  ]
}

/// Why a benchmark could not run.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The program: runs the requested benchmarks and prints the report.
@main
enum RxkitBenchmark {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let options: BenchmarkOptions
    do {
      options = try BenchmarkOptions(words)
    } catch {
      say("\(error)")
      exit(2)
    }
    if options.showsHelp {
      let list = Benchmark.all.map { "  \($0.name): \($0.abstract)\n" }.joined()
      return print(BenchmarkOptions.help + list, terminator: "")
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
    let saved = try options.texts["--compare"].map {
      try JSONDecoder().decode(BenchmarkReport.self, from: Data(contentsOf: URL(filePath: $0)))
    }
    let workshop = try Workshop(options)
    defer { workshop.close() }
    var report = try workshop.emptyReport()
    for benchmark in Benchmark.all
    where options.only.isEmpty || options.only.contains(benchmark.name) {
      say("\(benchmark.name) …")
      do {
        let rows = try benchmark.measure(workshop, benchmark.name)
        report.rows += rows
        // Printed at once: what was measured is not lost if the rest is stopped.
        for row in rows { say("  " + row.line) }
      } catch {
        report.failures.append(.init(name: benchmark.name, reason: "\(error)"))
        say("  not measured: \(error)")
      }
    }
    print(options.isJSON ? try report.json() : report.table, terminator: "")
    guard let saved else { return report.isRight }
    let (sentences, isNoWorse) = report.compared(with: saved)
    for sentence in sentences { say(sentence) }
    return report.isRight && isNoWorse
  }

  /// Messages go to standard error, the report to standard output.
  private static func say(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}

/// The options of a run.
struct BenchmarkOptions {
  /// Names of the benchmarks to run; all if empty.
  var only: [String] = []
  /// How often each is measured; its own default if `nil`.
  var runs: Int?
  var isJSON = false
  var showsHelp = false
  /// Options that take a text, such as `--tool`.
  var texts: [String: String] = [:]

  private static let textOptions: Set<String> = [
    "--bundles", "--compare", "--compiler", "--python", "--real-release", "--release",
    "--scripts", "--tool",
  ]

  init(_ arguments: [String]) throws {
    texts["--bundles"] = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"].map {
      $0 + "/fhir/synthea-r4"
    }
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": showsHelp = true
      case "--json": isJSON = true
      case "--only":
        let name = try value(of: word, &words)
        guard Benchmark.all.contains(where: { $0.name == name }) else {
          let names = Benchmark.all.map(\.name).joined(separator: ", ")
          throw BenchmarkFailure("unknown benchmark '\(name)'; known are \(names)")
        }
        only.append(name)
      case "--runs":
        runs = Int(try value(of: word, &words)).flatMap { $0 > 0 ? $0 : nil }
        if runs == nil { throw BenchmarkFailure("--runs needs a number, 1 or more") }
      case _ where Self.textOptions.contains(word): texts[word] = try value(of: word, &words)
      default: throw BenchmarkFailure("unknown option '\(word)'; see --help")
      }
    }
  }

  private func value(of option: String, _ words: inout ArraySlice<String>) throws -> String {
    guard let value = words.popFirst() else {
      throw BenchmarkFailure("\(option) needs a value; see --help")
    }
    return value
  }

  static let help = """
    Measure rxkit and its rivals; every row checks its answer.

      --only <name>        Run this benchmark; may be given again. (default: all)
      --runs <count>       How often to measure. (default: 10, processes more often)
      --json               The report as JSON, not as a table.
      --compare <file>     Compare with a report in JSON; exit status 1 if a row is more than
                           10 % slower or allocates once more.
      --bundles <folder>   FHIR bundles, .json or .json.gz.
                           (default: $RXKIT_TEST_DATA/fhir/synthea-r4)

    Scripts/benchmark sets the rest. Times: cpu is processor time, wall the time that passed.
    Exit status: 0 done; 1 an answer differs, a benchmark could not run, or --compare found
    something worse; 2 wrong usage.

    BENCHMARKS:

    """
}
