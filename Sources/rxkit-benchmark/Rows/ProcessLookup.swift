// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// `process-lookup`: `rxkit lookup 308192`, from before it is started until it is gone.
enum ProcessLookup {
  /// One program beside another.
  private struct Program {
    let rival: String?
    let arguments: [String]
    /// What its output must hold.
    let expected: String
    var times = Samples()
    var isRight = true
    var peakMemory: Int?
  }

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalogPath.get()
    let database = try workshop.databasePath.get()
    let query = "select * from concept where rxcui = \(OpenCatalog.code)"
    var programs = [
      Program(
        rival: nil,
        arguments: [try workshop.tool(), "lookup", "\(OpenCatalog.code)", "--catalog", catalog],
        expected: OpenCatalog.name),
      Program(
        rival: "sqlite3", arguments: [try place(of: "sqlite3"), database, query],
        expected: OpenCatalog.name),
      // What no program can be quicker than.
      Program(rival: "true", arguments: [try place(of: "true")], expected: ""),
    ]
    for run in -3..<workshop.runs(300) {
      for place in programs.indices {
        let outcome = try ChildProcess.run(programs[place].arguments)
        let expected = programs[place].expected
        if outcome.exitStatus != 0 || !(expected.isEmpty || outcome.text.contains(expected)) {
          programs[place].isRight = false
        }
        programs[place].peakMemory = outcome.peakMemory ?? programs[place].peakMemory
        // The first few warm the caches.
        if run >= 0 { programs[place].times.append(outcome.wallTime) }
      }
    }
    return programs.map { program in
      BenchmarkRow(
        name: "process-lookup", rival: program.rival, input: "code \(OpenCatalog.code)",
        answers: program.expected.isEmpty ? "–" : "1", isRight: program.isRight, clock: .wall,
        times: program.times, peakMemory: program.peakMemory)
    }
  }

  /// The path of a program of the system.
  static func place(of program: String) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for folder in folders + ["/usr/bin", "/bin"] {
      let path = "\(folder)/\(program)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw BenchmarkFailure("no program '\(program)'; Scripts/setup installs it")
  }
}
