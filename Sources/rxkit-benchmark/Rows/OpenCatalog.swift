// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// `open-catalog` and `process-lookup`: one code, from nothing to its name.
enum OpenCatalog {
  /// Amoxicillin tablets, and the name that RxNorm gives them.
  static let code = RxCUI(rawValue: 308192)
  static let name = "amoxicillin 500 MG Oral Tablet"

  /// From a path to the name, with the file in the page cache.
  static func measure(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalogPath.get()
    let database = try workshop.databasePath.get()
    return try Contest(
      name: name, input: "code \(code)", unit: "opens", runs: workshop.runs(500),
      expected: answer(Self.name)
    ).rows([
      Contestant {
        answer(try Catalog(contentsOf: catalog, checking: .onReading).concept(for: code)?.name)
      },
      Contestant("sqlite") {
        answer(try ConceptDatabase(path: database).name(of: code.rawValue))
      },
    ])
  }

  private static func answer(_ name: String?) -> Answer {
    guard let name else { return Answer() }
    return Answer(count: 1, checksum: Checksum(name.utf8.lazy.map(UInt64.init)).value)
  }

  /// `rxkit lookup 308192`, from before it is started until it is gone.
  static func measureProcess(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    func contest(finding count: Int) -> Contest {
      Contest(
        name: name, input: "code \(code)", clock: .wall, runs: workshop.runs(300),
        expected: Answer(count: count))
    }
    func contestant(_ rival: String?, _ arguments: [String]) -> Contestant {
      Contestant(
        rival,
        process: {
          let process = try ChildProcess.check(arguments)
          return (Answer(count: process.text.contains(Self.name) ? 1 : 0), process.cost)
        })
    }
    let query = "select * from concept where rxcui = \(code)"
    let rows = try contest(finding: 1).rows([
      contestant(
        nil,
        [
          try workshop.option("--tool"), "lookup", "\(code)", "--catalog",
          workshop.catalogPath.get(),
        ]),
      contestant("sqlite3", [try System.path(of: "sqlite3"), workshop.databasePath.get(), query]),
    ])
    // What no program can be quicker than.
    return try rows + contest(finding: 0).rows([contestant("true", [System.path(of: "true")])])
  }
}
