// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRXML
import FHIRResources
import Foundation
import JSONText

/// `convert-…` and `read-xml`: documents become medication records.
///
/// Of `convert` ours is the whole process, with resolving and writing; what is written is
/// thrown away. Rivals find the resources and their codings and write nothing; starting
/// them is not counted.
enum Conversion {
  /// Rxkit and the rivals.
  static func measure(
    _ name: String, _ input: ConversionInput, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    var rows = try ownRows(name, input, workshop)
    guard let program = workshop.rival("rivals/fhir.py") else { return rows }
    for rival in ["orjson", "msgspec", "simdjson", "duckdb", "fhir.resources"] {
      var (expected, text, options) = (input.tally, input.text, [String]())
      if rival == "fhir.resources" {
        // The whole would take minutes.
        options = ["--sample", input.form == "bundles" ? "3" : "1000"]
        let part = try ask(program + ["orjson", input.form, input.path] + options)
        expected = part.tally
        text = "at the pace of \(Quantity.memory(part.byteCount))"
      }
      let contestant = Contestant(
        rival,
        process: {
          let part = try ask(program + [rival, input.form, input.path] + options)
          // What a sample took is what the whole would take at that pace.
          let time = part.time * Double(input.byteCount) / Double(max(part.byteCount, 1))
          return (answer(part.tally), .init(wallTime: time, processorTime: time))
        })
      rows += try contest(
        name, input, text: text, runs: min(workshop.runs(3), 3), isWarm: false,
        expected: expected
      ).rows([contestant]).map { adding(input.tally.records, to: $0) }
    }
    return rows
  }

  /// Rxkit alone.
  static func ownRows(
    _ name: String, _ input: ConversionInput, _ workshop: Workshop, options: [String] = []
  ) throws -> [BenchmarkRow] {
    let arguments =
      [
        try workshop.option("--tool"), "convert", input.path, "--format", "ndjson", "--catalog",
        try workshop.catalogPath.get(),
      ] + options
    let output = workshop.path("records.ndjson")
    var found: Answer?
    let own = Contestant(process: {
      if let found {
        return (found, try ChildProcess.check(arguments, output: "/dev/null").cost)
      }
      let cost = try ChildProcess.check(arguments, output: output).cost
      let answer = answer(try tally(recordsAt: output))
      try FileManager.default.removeItem(atPath: output)
      found = answer
      return (answer, cost)
    })
    return try contest(
      name, input, runs: workshop.runs(7), isWarm: true, expected: input.tally
    ).rows([own]).map { adding(input.tally.records, to: $0) }
  }

  private static func answer(_ tally: Tally) -> Answer {
    Answer(count: tally.records, checksum: UInt64(tally.codings))
  }

  private static func contest(
    _ name: String, _ input: ConversionInput, text: String? = nil, runs: Int, isWarm: Bool,
    expected: Tally
  ) -> Contest {
    Contest(
      name: name, input: text ?? input.text, byteCount: input.byteCount, runs: runs,
      isWarm: isWarm, expected: answer(expected)
    ) { "\(Quantity.grouped($0.count)) records, \(Quantity.grouped(Int($0.checksum))) codings" }
  }

  private static func adding(_ records: Int, to row: BenchmarkRow) -> BenchmarkRow {
    var row = row
    row.recordsPerSecond = Double(records) / (row.median / 1e9)
    return row
  }

  /// Counts what the tool wrote.
  ///
  /// A record that names its medication by a reference to a resource of its own
  /// has that one's codings, which count there.
  private static func tally(recordsAt path: String) throws -> Tally {
    var tally = Tally()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path), options: .alwaysMapped))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let record = try JSONDocument(Array(line)).root
      tally.records += 1
      if record["via"]?.string != "reference" { tally.codings += record["codings"]?.count ?? 0 }
    }
    return tally
  }

  private static func ask(
    _ arguments: [String]
  ) throws -> (tally: Tally, byteCount: Int, time: Double) {
    let text = try ChildProcess.check(arguments).text
    let fields = text.split { $0 == "\t" || $0 == "\n" }.map(String.init)
    guard fields.count == 4, let records = Int(fields[0]), let codings = Int(fields[1]),
      let bytes = Int(fields[2]), let seconds = Double(fields[3])
    else { throw BenchmarkFailure("\(arguments.joined(separator: " ")): '\(text)'") }
    return (Tally(records: records, codings: codings), bytes, seconds * 1e9)
  }

  /// On one thread, in memory.
  static func xml(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let input = try ConversionInput.xml(workshop)
    let documents = try FileManager.default.contentsOfDirectory(atPath: input.path).sorted().map {
      [UInt8](try Data(contentsOf: URL(filePath: "\(input.path)/\($0)")))
    }
    let own = Contestant {
      var tally = Tally()
      for document in documents {
        for record in FHIRDocument(document, reading: .withXML).records {
          tally.records += 1
          if record.via != .reference { tally.codings += record.codings.count }
        }
      }
      return answer(tally)
    }
    return try Contest(
      name: name, input: input.text, byteCount: input.byteCount, runs: workshop.runs(7),
      expected: answer(input.tally)
    ).rows([own])
  }
}
