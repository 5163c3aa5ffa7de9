// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import RxNormRelease

/// `build-catalog`: a release becomes a catalog, as a whole process.
///
/// Where the release is a folder, the same from a zip beside it; with `--rivals`
/// the three large tables become a database of DuckDB and of SQLite.
enum BuildCatalog {
  /// One program that builds.
  private struct Builder {
    var name = "build-catalog"
    let rival: String?
    let input: String
    /// What it makes.
    let path: String
    /// The commands that make it, one after another.
    let arguments: [String]
    /// Rivals take long: they are run less often.
    var mostRuns = Int.max
    var times = Samples()
    var processorTimes = Samples()
    var peakMemory: Int?
    var answers = ""
    var isRight = true
  }

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let release = try RxNormRelease(path: workshop.release())
    let bytes = release.present.reduce(0) { $0 + release.byteCount(of: $1) }
    var builders = try ownBuilders(workshop, release, bytes)
    if workshop.options.python != nil { builders += try rivals(workshop, release) }
    let runs = workshop.runs(bytes > 500_000_000 ? 5 : 10)
    for run in 0..<runs {
      for place in builders.indices where run < builders[place].mostRuns {
        try build(&builders[place])
      }
    }
    try check(&builders, release, workshop)
    return try builders.map { builder in
      let size = try FileManager.default.attributesOfItem(atPath: builder.path)[.size] as? Int
      var row = BenchmarkRow(
        name: builder.name, rival: builder.rival, input: builder.input, answers: builder.answers,
        isRight: builder.isRight, clock: .wall, times: builder.times,
        peakMemory: builder.peakMemory
      ).moving(bytes: bytes)
      row.processorTime = builder.processorTimes.median
      row.fileSize = size
      return row
    }
  }

  private static func ownBuilders(
    _ workshop: Workshop, _ release: RxNormRelease, _ bytes: Int
  ) throws -> [Builder] {
    let path = workshop.path("built.rxkit")
    let input = "\(Quantity.memory(bytes)), \(release.present.count) files"
    var builders = [
      Builder(
        rival: nil, input: input, path: path,
        arguments: try workshop.buildArguments(of: workshop.release(), into: path))
    ]
    let zip = release.path + ".zip"
    if FileManager.default.fileExists(atPath: zip) {
      let path = workshop.path("built-from-zip.rxkit")
      builders.append(
        Builder(
          name: "build-catalog-zip", rival: nil, input: "\(input), zip", path: path,
          arguments: [try workshop.tool(), "build", zip, "--output", path, "--force"]))
    }
    return builders
  }

  private static func build(_ builder: inout Builder) throws {
    if builder.rival != nil { try? FileManager.default.removeItem(atPath: builder.path) }
    let process = try ChildProcess.run(builder.arguments)
    guard process.exitStatus == 0 else {
      throw BenchmarkFailure(
        "\(builder.arguments.joined(separator: " ")): exit status \(process.exitStatus)")
    }
    builder.times.append(process.wallTime)
    builder.processorTimes.append(process.processorTime)
    builder.peakMemory = process.peakMemory ?? builder.peakMemory
  }

  // MARK: Rivals

  private static func rivals(
    _ workshop: Workshop, _ release: RxNormRelease
  ) throws -> [Builder] {
    guard let python = workshop.options.python, let folder = workshop.options.rivals else {
      return []
    }
    let rrf = "\(release.path)/rrf"
    guard FileManager.default.fileExists(atPath: rrf) else {
      throw BenchmarkFailure("\(release.path): rivals read a folder with rrf/; use --full-size")
    }
    let large = [RRFTable.concepts, .relations, .attributes]
    let bytes = large.reduce(0) { $0 + release.byteCount(of: $1) }
    let input = "\(Quantity.memory(bytes)), \(large.count) files"
    let script = workshop.path("import.sql")
    try Data(SQLiteImport.commands(rrf: rrf).utf8).write(to: URL(filePath: script))
    let (duckdb, sqlite) = (workshop.path("rival.duckdb"), workshop.path("rival.sqlite"))
    return [
      Builder(
        rival: "duckdb", input: input, path: duckdb,
        arguments: [python, "\(folder)/rival-duckdb.py", "build", rrf, duckdb], mostRuns: 3),
      Builder(
        rival: "sqlite3", input: input, path: sqlite,
        arguments: [try ProcessLookup.place(of: "sqlite3"), sqlite, ".read '\(script)'"],
        mostRuns: 2),
    ]
  }

  // MARK: Answers

  /// Rows of the large tables, concepts, and what three look-ups find.
  private static func check(
    _ builders: inout [Builder], _ release: RxNormRelease, _ workshop: Workshop
  ) throws {
    let expected = try BuildQuestions(release)
    for place in builders.indices {
      let builder = builders[place]
      let answer: [Int] =
        switch builder.rival {
        case nil: try expected.answer(ofCatalog: builder.path)
        case "duckdb":
          try numbers([
            workshop.options.python ?? "", "\(workshop.options.rivals ?? "")/rival-duckdb.py",
            "ask",
            builder.path, expected.name, expected.code, expected.ndc,
          ])
        default:
          try numbers([
            ProcessLookup.place(of: "sqlite3"), builder.path, SQLiteImport.questions(expected),
          ])
        }
      builders[place].isRight = answer == expected.answers
      builders[place].answers = "\(Quantity.grouped(answer.count > 3 ? answer[3] : 0)) concepts"
    }
  }

  private static func numbers(_ arguments: [String]) throws -> [Int] {
    try ChildProcess.run(arguments).text.split { !$0.isNumber }.compactMap { Int($0) }
  }
}
