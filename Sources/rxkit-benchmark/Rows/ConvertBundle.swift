// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// `convert-bundle`: FHIR bundles become medication records, with all that is known of them.
///
/// Ours is the whole process: start, reading, resolving, side effects, writing,
/// and its end. The rival only decodes the codings of the same files.
enum ConvertBundle {
  private static let size = 50_000_000

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    guard let source = workshop.options.bundles else {
      throw BenchmarkFailure("no bundles; set RXKIT_TEST_DATA, or give --bundles")
    }
    let bundles = try BundleFolder(
      copying: source, to: workshop.makeFolder("bundles"), size: size)
    let output = workshop.path("records.ndjson")
    let arguments = [
      try workshop.tool(), "convert", bundles.path, "--format", "ndjson", "--catalog",
      try workshop.catalogPath.get(),
    ]
    // The tool's memory can only be told while it is more than ours.
    PeakMemory.reset()
    let first = try ChildProcess.run(arguments, output: .file(output))
    guard first.exitStatus == 0 else {
      throw BenchmarkFailure("rxkit convert: exit status \(first.exitStatus)")
    }
    let answer = try Tally(recordsAt: output)
    let rivalAnswer = try decode(bundles)
    let isRight = answer == rivalAnswer

    var times = Samples()
    var rivalTimes = Samples()
    PeakMemory.reset()
    for _ in 0..<workshop.runs(10) {
      let run = try ChildProcess.run(arguments, output: .file(output))
      guard run.exitStatus == 0 else {
        throw BenchmarkFailure("rxkit convert: exit status \(run.exitStatus)")
      }
      times.append(run.processorTime)
      let begin = System.threadTime
      let again = try decode(bundles)
      rivalTimes.append(System.threadTime - begin)
      guard again == rivalAnswer else { throw BenchmarkFailure("JSONDecoder changes its mind") }
    }
    let input = "\(Quantity.memory(bundles.byteCount)), \(bundles.files.count) bundles"
    return [
      BenchmarkRow(
        name: "convert-bundle", input: input, answers: answer.text, isRight: isRight,
        clock: .processor, times: times, peakMemory: first.peakMemory
      ).moving(bytes: bundles.byteCount),
      BenchmarkRow(
        name: "convert-bundle", rival: "JSONDecoder", input: input, answers: rivalAnswer.text,
        isRight: isRight, clock: .processor, times: rivalTimes, peakMemory: PeakMemory.current
      ).moving(bytes: bundles.byteCount),
    ]
  }

  /// The rival: reads each file and decodes what it needs.
  private static func decode(_ bundles: BundleFolder) throws -> Tally {
    var tally = Tally()
    let decoder = JSONDecoder()
    for file in bundles.files {
      let data = try Data(contentsOf: URL(filePath: file))
      let bundle = try decoder.decode(MinimalBundle.self, from: data)
      for entry in bundle.entry ?? [] {
        guard let resource = entry.resource, resource.isMedication else { continue }
        tally.records += 1
        tally.codings += resource.codings.count
      }
    }
    return tally
  }

  /// What must be the same for both.
  private struct Tally: Equatable {
    /// Medication resources.
    var records = 0
    /// Codings that stand in these resources themselves.
    var codings = 0

    var text: String {
      "\(Quantity.grouped(records)) records, \(Quantity.grouped(codings)) codings"
    }

    init() {}

    /// Counts in the tool's output.
    ///
    /// A record that names its medication by a reference has the codings of
    /// another resource, which count there.
    init(recordsAt path: String) throws {
      struct Record: Decodable {
        struct Coding: Decodable {}
        let via: String
        let codings: [Coding]
      }
      let decoder = JSONDecoder()
      for line in try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")) {
        let record = try decoder.decode(Record.self, from: line)
        records += 1
        if record.via == "concept" { codings += record.codings.count }
      }
    }
  }
}
