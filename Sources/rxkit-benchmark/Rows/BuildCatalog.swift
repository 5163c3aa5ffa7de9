// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease

/// `build-catalog`: a release becomes a catalog, as a whole process.
///
/// Where the release is a folder, the same from the zip of its name; with `--rivals`
/// the three large tables become a database of DuckDB and of SQLite.
enum BuildCatalog {
  private static let largeTables = [RRFTable.concepts, .relations, .attributes]

  static func measure(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let release = try RxNormRelease(path: workshop.option("--release"))
    let questions = try BuildQuestions(release)
    let bytes = release.present.reduce(0) { $0 + release.byteCount(of: $1) }
    let runs = workshop.runs(bytes > 500_000_000 ? 5 : 10)
    // Builds again and again, and asks what each made.
    func row(
      _ name: String, rival: String? = nil, _ input: String, into path: String, runs: Int,
      _ arguments: [String], answer: @escaping () throws -> [Int]
    ) throws -> BenchmarkRow {
      let contest = Contest(
        name: name, input: input, byteCount: bytes, clock: .wall, runs: runs, isWarm: false,
        expected: Self.answer(questions.answers)
      ) { "\(Quantity.grouped($0.count)) concepts" }
      let contestant = Contestant(
        rival,
        process: {
          // Rivals do not replace a file; before the first run there is none.
          if rival != nil { try? FileManager.default.removeItem(atPath: path) }
          let cost = try ChildProcess.check(arguments).cost
          return (Self.answer(try answer()), cost)
        })
      var row = try contest.rows([contestant])[0]
      row.fileSize = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return row
    }

    let input = "\(Quantity.memory(bytes)), \(release.present.count) files"
    var rows: [BenchmarkRow] = []
    for (name, input, source) in [
      (name, input, release.path), ("\(name)-zip", "\(input), zip", release.path + ".zip"),
    ] where FileManager.default.fileExists(atPath: source) {
      let path = workshop.path("built-\(name).rxkit")
      rows.append(
        try row(
          name, input, into: path, runs: runs, workshop.buildArguments(of: source, into: path)
        ) { try questions.answer(ofCatalog: path) })
    }
    guard let program = workshop.rival("rival-duckdb.py") else { return rows }
    let rrf = "\(release.path)/rrf"
    guard FileManager.default.fileExists(atPath: rrf) else {
      throw BenchmarkFailure("\(release.path): rivals read a folder with rrf/; use --full-size")
    }
    let read = largeTables.reduce(0) { $0 + release.byteCount(of: $1) }
    let part = "\(Quantity.memory(read)), \(largeTables.count) files"
    let (duckdb, sqlite) = (workshop.path("rival.duckdb"), workshop.path("rival.sqlite"))
    let (script, tool) = (workshop.path("import.sql"), try System.path(of: "sqlite3"))
    try System.save(importCommands(rrf: rrf).utf8, to: script)
    // Rivals take long: they are run less often.
    return try rows + [
      row(
        name, rival: "duckdb", part, into: duckdb, runs: min(runs, 3),
        program + ["build", rrf, duckdb]
      ) {
        try numbers(program + ["ask", duckdb, questions.name, questions.code, questions.ndc])
      },
      row(
        name, rival: "sqlite3", part, into: sqlite, runs: min(runs, 2),
        [tool, sqlite, ".read '\(script)'"]
      ) { try numbers([tool, sqlite, questions.sql]) },
    ]
  }

  private static func answer(_ numbers: [Int]) -> Answer {
    Answer(
      count: numbers.count > 3 ? numbers[3] : 0,
      checksum: Checksum(numbers.lazy.map { UInt64($0) }).value)
  }

  private static func numbers(_ arguments: [String]) throws -> [Int] {
    try ChildProcess.check(arguments).text.split { !$0.isNumber }.compactMap { Int($0) }
  }

  /// Commands for `sqlite3` to load the three large tables as fast as it can: no journal, no
  /// waiting for the disk, `ascii` mode because it knows no quotes.
  private static func importCommands(rrf: String) -> String {
    var text = """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -1000000;
      .mode ascii
      .separator "|" "\\n"

      """
    for table in largeTables {
      // A bar ends the last field, too, so there is one more that is empty.
      let columns = (table.columnNames + ["REST"]).map { "\($0) TEXT" }.joined(separator: ", ")
      text += "CREATE TABLE \(table.rawValue) (\(columns));\n"
      text += ".import '\(rrf)/\(table.fileName)' \(table.rawValue)\n"
    }
    return text + """
      CREATE INDEX conso_rxcui ON RXNCONSO(RXCUI);
      CREATE INDEX conso_name ON RXNCONSO(STR);
      CREATE INDEX conso_code ON RXNCONSO(CODE);
      CREATE INDEX rel_rxcui ON RXNREL(RXCUI2);
      CREATE INDEX sat_ndc ON RXNSAT(ATV) WHERE ATN = 'NDC';

      """
  }
}

/// What every catalog and database of a release must answer alike.
private struct BuildQuestions {
  let name = OpenCatalog.name
  let code = "\(OpenCatalog.code)"
  private(set) var ndc = ""
  /// Rows of the three large tables, concepts, concepts of the name, components of
  /// the code, products of the drug code.
  private(set) var answers: [Int] = []

  /// Counts in the files, without the builder.
  init(_ release: RxNormRelease) throws {
    var concepts: Set<UInt32> = []
    var named: Set<UInt32> = []
    let (name, wanted) = (name, code)
    let names = try release.forEachRow(of: .concepts) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0) else { return }
      concepts.insert(code)
      if row.range(of: 14).count == name.utf8.count, row.string(14) == name { named.insert(code) }
    }
    var components = 0
    let relations = try release.forEachRow(of: .relations) { row throws(ReleaseError) in
      if row.matches(10, "RXNORM"), row.matches(7, "consists_of"), row.string(4) == wanted {
        components += 1
      }
    }
    var ndc = ""
    var products: Set<UInt32> = []
    let attributes = try release.forEachRow(of: .attributes) { row throws(ReleaseError) in
      guard row.matches(8, "NDC"), let code = try row.rxcui(0) else { return }
      if ndc.isEmpty, row.matches(9, "RXNORM") { ndc = row.string(10) }
      if !ndc.isEmpty, row.string(10) == ndc { products.insert(code) }
    }
    self.ndc = ndc
    answers = [
      names.rows, relations.rows, attributes.rows, concepts.count, named.count, components,
      products.count,
    ]
  }

  /// The same of a catalog.
  func answer(ofCatalog path: String) throws -> [Int] {
    let catalog = try Catalog(contentsOf: path)
    let facts = Dictionary(catalog.facts.map { ($0.key, $0.value) }) { first, _ in first }
    let rows = ["RXNCONSO", "RXNREL", "RXNSAT"].map { Int(facts["rows.\($0)"] ?? "") ?? 0 }
    let named = catalog.concepts(named: name, comparing: .exact, source: nil).count
    let components = catalog.concept(for: OpenCatalog.code)?.components.count ?? 0
    let products = NationalDrugCode(number: UInt64(ndc) ?? 0).map {
      catalog.concepts(for: $0).count
    }
    return rows + [catalog.conceptCount, named, components, products ?? 0]
  }

  /// The same of a database of SQLite, each answered by a number.
  var sql: String {
    """
    SELECT count(*) FROM RXNCONSO; SELECT count(*) FROM RXNREL; SELECT count(*) FROM RXNSAT;
    SELECT count(DISTINCT RXCUI) FROM RXNCONSO;
    SELECT count(DISTINCT RXCUI) FROM RXNCONSO WHERE STR = '\(name)';
    SELECT count(*) FROM RXNREL WHERE RXCUI2 = '\(code)' AND SAB = 'RXNORM'
      AND RELA = 'consists_of';
    SELECT count(DISTINCT RXCUI) FROM RXNSAT WHERE ATN = 'NDC' AND ATV = '\(ndc)';
    """
  }
}
