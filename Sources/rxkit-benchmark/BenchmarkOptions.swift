// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// What the caller asks of the benchmarks.
struct BenchmarkOptions {
  /// How the report is written.
  enum Format: String {
    case table, markdown, json
  }

  /// Names of the benchmarks to run; all if empty.
  var only: [String] = []
  /// How often each is measured; its own default if `nil`.
  var runs: Int?
  var format = Format.table
  /// A saved report to compare with.
  var comparison: String?
  /// The tool, built for release.
  var tool: String?
  /// The release to build the catalog of.
  var release: String?
  /// The release that recorded texts are about, where ``release`` is a generated one.
  var realRelease: String?
  /// Folder of FHIR bundles, `.json` or `.json.gz`.
  var bundles: String?
  /// What compiled the tool, for the heading.
  var compiler = "Swift of unknown version"
  /// A Python with the rivals' packages; none are measured without.
  var python: String?
  /// The folder of the rivals' programs.
  var rivals: String?
  var showsHelp = false

  /// A word that is no option, or an option without its value.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws(Mistake) {
    let testData = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"]
    bundles = testData.map { $0 + "/fhir/synthea-r4" }
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": showsHelp = true
      case "--json": format = .json
      case "--only": only.append(try Self.benchmark(Self.value(of: word, &words)))
      case "--format": format = try Self.format(Self.value(of: word, &words))
      case "--runs": runs = try Self.count(Self.value(of: word, &words))
      case "--compare": comparison = try Self.value(of: word, &words)
      case "--tool": tool = try Self.value(of: word, &words)
      case "--release": release = try Self.value(of: word, &words)
      case "--real-release": realRelease = try Self.value(of: word, &words)
      case "--bundles": bundles = try Self.value(of: word, &words)
      case "--python": python = try Self.value(of: word, &words)
      case "--rivals-folder": rivals = try Self.value(of: word, &words)
      case "--compiler": compiler = try Self.value(of: word, &words)
      default: throw Mistake(description: "unknown option '\(word)'; see --help")
      }
    }
  }

  private static func value(
    of option: String, _ words: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = words.popFirst() else {
      throw Mistake(description: "\(option) needs a value; see --help")
    }
    return value
  }

  private static func format(_ word: String) throws(Mistake) -> Format {
    guard let format = Format(rawValue: word) else {
      throw Mistake(description: "'\(word)' is no format: table, markdown or json")
    }
    return format
  }

  private static func count(_ word: String) throws(Mistake) -> Int {
    guard let count = Int(word), count > 0 else {
      throw Mistake(description: "'\(word)' is no number of runs: 1 or more")
    }
    return count
  }

  private static func benchmark(_ word: String) throws(Mistake) -> String {
    guard Benchmark.all.contains(where: { $0.name == word }) else {
      let names = Benchmark.all.map(\.name).joined(separator: ", ")
      throw Mistake(description: "'\(word)' is no benchmark: \(names)")
    }
    return word
  }

  static let help = """
    Measure rxkit beside its rivals; every row checks its answer.

    EXAMPLES:
      Scripts/benchmark                            everything, as a table
      Scripts/benchmark --only lookup-hit          one benchmark
      Scripts/benchmark --json > before.json       keep the figures
      Scripts/benchmark --compare before.json      and see what became worse

    OPTIONS:
      --only <name>        Run this benchmark; may be given again. (default: all)
      --runs <count>       How often to measure. (default: 10, processes more often)
      --format <format>    table, markdown or json. (default: table)
      --json               As --format json.
      --compare <file>     Compare with a report in JSON; exit status 1 if a row is more than
                           10 % slower or allocates once more.
      --release <path>     RxNorm release. (default: what Scripts/benchmark finds)
      --real-release <path>
                           The release that recorded texts are about, where --release is
                           a generated one. (default: --release)
      --bundles <folder>   FHIR bundles, .json or .json.gz.
                           (default: $RXKIT_TEST_DATA/fhir/synthea-r4)
      --python <path>      Python with the rivals' packages. (set by Scripts/benchmark --rivals)
      --rivals-folder <folder>
                           The rivals' programs. (set by Scripts/benchmark --rivals)
      --tool <path>        rxkit, built for release. (set by Scripts/benchmark)
      --compiler <text>    For the heading. (set by Scripts/benchmark)

    Times: cpu is processor time, wall the time that passed. Exit status: 0 done; 1 an answer
    differs, a benchmark could not run, or --compare found something worse; 2 wrong usage.

    BENCHMARKS:

    """
}
