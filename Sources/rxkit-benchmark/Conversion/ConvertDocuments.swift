// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// `convert-bundles` and `convert-ndjson-…`: documents that do not repeat become records.
///
/// Ours is the whole process, resolving, evidence and writing included; what is
/// written goes nowhere. Rivals find the resources and their codings and write
/// nothing; starting them is not counted.
enum ConvertDocuments {
  /// A library that is asked for the same.
  private struct Rival {
    let library: String
    /// Of how many bundles and lines it is asked, if the whole would take minutes.
    var sample: (bundles: Int, lines: Int)?
  }

  private static let rivals = [
    Rival(library: "orjson"), Rival(library: "msgspec"), Rival(library: "simdjson"),
    Rival(library: "duckdb"), Rival(library: "fhir.resources", sample: (3, 1000)),
  ]

  static func measureBundles(_ workshop: Workshop) throws -> [BenchmarkRow] {
    try measure("convert-bundles", try ConversionInput.bundles(workshop), workshop)
  }

  static func measureMixed(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let input = try ConversionInput.mixed(workshop)
    return try measure("convert-ndjson-mixed", input, workshop)
      + measure("convert-ndjson-mixed-fast", input, workshop, options: ["--fast"], rivals: [])
  }

  static func measureDense(_ workshop: Workshop) throws -> [BenchmarkRow] {
    try measure("convert-ndjson-dense", try ConversionInput.dense(workshop), workshop)
  }

  private static func measure(
    _ name: String, _ input: ConversionInput, _ workshop: Workshop, options: [String] = [],
    rivals: [Rival] = Self.rivals
  ) throws -> [BenchmarkRow] {
    let arguments =
      [
        try workshop.tool(), "convert", input.path, "--format", "ndjson", "--catalog",
        try workshop.catalogPath.get(),
      ] + options
    let output = workshop.path("records.ndjson")
    PeakMemory.reset()
    let first = try ChildProcess.run(arguments, output: .file(output))
    guard first.exitStatus == 0 else {
      throw BenchmarkFailure("rxkit convert: exit status \(first.exitStatus)")
    }
    let found = try ConversionInput.tally(recordsAt: output)
    try? FileManager.default.removeItem(atPath: output)
    var times = Samples()
    for _ in 0..<workshop.runs(7) {
      let run = try ChildProcess.run(arguments, output: .file("/dev/null"))
      guard run.exitStatus == 0 else {
        throw BenchmarkFailure("rxkit convert: exit status \(run.exitStatus)")
      }
      times.append(run.processorTime)
    }
    var row = BenchmarkRow(
      name: name, input: input.text, answers: text(found), isRight: found == input.tally,
      clock: .processor, times: times, peakMemory: first.peakMemory
    ).moving(bytes: input.byteCount)
    row.recordsPerSecond = Double(found.records) / (row.median / 1e9)
    return try [row] + rivals.flatMap { try self.row(of: $0, name, input, workshop) }
  }

  private static func text(_ tally: GrownDocument.Tally) -> String {
    "\(Quantity.grouped(tally.records)) records, \(Quantity.grouped(tally.codings)) codings"
  }

  // MARK: Rivals

  private static func row(
    of rival: Rival, _ name: String, _ input: ConversionInput, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    guard let python = workshop.options.python, let folder = workshop.options.rivals else {
      return []
    }
    var (expected, bytes, options) = (input.tally, input.byteCount, [String]())
    if let sample = rival.sample {
      let count = input.form == "bundles" ? sample.bundles : sample.lines
      options = ["--sample", "\(count)"]
      let answer = try ask("orjson", input, options, python, folder)
      (expected, bytes) = (answer.tally, answer.byteCount)
    }
    var times = Samples()
    var isRight = true
    for _ in 0..<min(workshop.runs(3), 3) {
      let answer = try ask(rival.library, input, options, python, folder)
      // What a sample took is what the whole would take at that pace.
      times.append(answer.time * Double(input.byteCount) / Double(max(answer.byteCount, 1)))
      isRight = isRight && answer.tally == expected
    }
    var row = BenchmarkRow(
      name: name, rival: rival.library,
      input: rival.sample == nil ? input.text : "at the pace of \(Quantity.memory(bytes))",
      answers: text(expected), isRight: isRight, clock: .processor, times: times
    ).moving(bytes: input.byteCount)
    row.recordsPerSecond = Double(input.tally.records) / (row.median / 1e9)
    return [row]
  }

  private static func ask(
    _ library: String, _ input: ConversionInput, _ options: [String], _ python: String,
    _ folder: String
  ) throws -> (tally: GrownDocument.Tally, byteCount: Int, time: Double) {
    let run = try ChildProcess.run(
      [python, "\(folder)/rivals/fhir.py", library, input.form, input.path] + options)
    let fields = run.text.split { $0 == "\t" || $0 == "\n" }.map(String.init)
    guard run.exitStatus == 0, fields.count == 4, let records = Int(fields[0]),
      let codings = Int(fields[1]), let bytes = Int(fields[2]), let seconds = Double(fields[3])
    else { throw BenchmarkFailure("fhir.py \(library): exit status \(run.exitStatus)") }
    return (GrownDocument.Tally(records: records, codings: codings), bytes, seconds * 1e9)
  }
}
