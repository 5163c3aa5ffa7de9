// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams
import MedicationModel

/// One run over documents: what was written so far, and what went wrong.
struct ConversionRun {
  /// What is counted on the way.
  struct Counts: Equatable {
    var records = 0
    var failures = 0
    var passedOver = 0
    var unresolved = 0
    var problems = ProblemCounts()
    /// Whether an export says that it is not complete.
    var isIncomplete = false
    /// The resources of the files whose number a manifest states, by path.
    var read: [String: Int] = [:]
  }

  private var inputs: ConvertInputs
  private var rendering: RecordRendering
  private var exportCounts: ExportCounts
  private let parallel: ParallelStream
  private let options: FHIRLineStream.Options
  /// Whether an output is kept whose records may be wrong.
  private let isLenient: Bool
  private var printer: RecordPrinter
  private var counts: Counts
  /// Notes about an input that were given, and are not repeated for each of its parts.
  private var said: Set<String> = []
  private var saidInput = -1
  /// The number of the first input among all.
  private var firstInput = 0
  private var summary = ConversionSummary()

  /// Makes a run.
  init(
    _ inputs: ConvertInputs, rendering: RecordRendering, parallel: ParallelStream,
    options: FHIRLineStream.Options, isLenient: Bool
  ) {
    self.isLenient = isLenient
    self.inputs = inputs
    self.rendering = rendering
    self.rendering.countedPaths = inputs.counts.paths
    exportCounts = inputs.counts
    self.parallel = parallel
    self.options = options
    printer = RecordPrinter(rendering.format, rendering.fields)
    counts = Counts()
    counts.passedOver = inputs.passedOver
    counts.isIncomplete = inputs.isIncomplete
  }

  /// Goes on after what an earlier run did.
  mutating func resume(_ counts: Counts, with rest: ConvertInputs, firstInput: Int) {
    self.counts = counts
    let ended = inputs.inputs.prefix(firstInput).map(\.path)
    exportCounts.goOn(after: counts.read, ended: ended)
    inputs = rest
    self.firstInput = firstInput
  }

  /// Converts everything.
  mutating func run(
    _ streams: inout Streams,
    checkpoint: (
      _ input: Int, FHIRLineStream.Place?, Counts, inout Streams
    ) throws(CommandFailure) -> Void = { (_, _, _, _) throws(CommandFailure) in }
  ) throws(CommandFailure) {
    for failure in inputs.failures { fail(failure, streams) }
    for note in inputs.notes { streams.messages.note(note) }
    let stream = FHIRStream(inputs.inputs, options: options)
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    let parallel = self.parallel
    try parallel.run {
      stream.next()
    } work: { [rendering] part in
      defer { stream.giveBack(part) }
      return rendering.convert(part)
    } deliver: { (part) throws(CommandFailure) in
      if let stop = part.stop { throw stop }
      say(part, streams, progress)
      counts.records += part.recordCount
      exportCounts.add(part.resourceCount, of: part.path)
      if part.isLast, parallel.isOrdered { exportCounts.end(part.path) }
      counts.read = exportCounts.read
      counts.problems.add(part.problems)
      summary.bytes = max(summary.bytes, part.bytesRead)
      counts.unresolved += part.unresolvedCount
      try printer.print(part, &streams)
      rendering.buffers.give(back: part.bytes)
      progress.update(
        ProgressDisplay.State(
          name: part.path, count: counts.records, unit: "records", done: part.bytesRead,
          total: inputs.byteCount, isInBytes: true))
      let input = firstInput + part.input
      if part.isLast {
        try checkpoint(input + 1, nil, counts, &streams)
      } else if let end = part.end {
        try checkpoint(input, end, counts, &streams)
      }
    }
    progress.finish()
    var told: Set<FHIRStreamError> = []
    for set in inputs.inputs.compactMap(\.set?.documents) {
      for failure in set.takeFailures() where told.insert(failure).inserted {
        fail(CommandFailure(failure), streams)
      }
    }
    for difference in exportCounts.differences {
      counts.isIncomplete = true
      streams.messages.note(difference)
    }
    try printer.finish(&streams)
  }

  private mutating func say(
    _ part: ConvertedPart, _ streams: borrowing Streams, _ progress: ProgressDisplay
  ) {
    if part.messages.isEmpty { return }
    progress.finish()
    if saidInput != part.input { said = [] }
    saidInput = part.input
    for message in part.messages {
      switch message {
      case .failure(let failure): fail(failure, streams)
      case .note(let note):
        let line = "\(note.message)  [\(note.code)]"
        // A version is said once for an input, though each of its parts shows it.
        if note.code == "fhir-version", !said.insert(line).inserted { continue }
        streams.messages.note(line)
      }
    }
  }

  private mutating func fail(_ failure: CommandFailure, _ streams: borrowing Streams) {
    counts.failures += 1
    streams.messages.write(failure)
    if failure.voidsOutput, !isLenient { streams.sources.voidOutput() }
  }

  /// How the run ends, with lines about what was passed over and what leads nowhere.
  func exitCode(isStrict: Bool, isTogether: Bool, _ streams: inout Streams) -> ExitCode {
    if counts.passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          counts.passedOver, "file that is no JSON or XML document was",
          "files that are no JSON or XML documents were")
          + " skipped")
    }
    if counts.unresolved > 0, !isTogether, inputs.inputs.count > 1 {
      streams.messages.note(
        DisplayText.counted(
          counts.unresolved, "record refers to a medication", "records refer to a medication")
          + " that its document does not hold; --together looks in the others, too")
    }
    if !streams.isQuiet {
      var summary = summary
      summary.records = counts.records
      streams.messages.note(summary.line(counts.problems))
    }
    if counts.failures > 0 { return .input }
    return counts.isIncomplete || isStrict && !counts.problems.isEmpty ? .incomplete : .done
  }
}

/// What a conversion did, for the line at its end: records, bytes, time, and problems by kind.
struct ConversionSummary {
  var records = 0
  var bytes = 0
  private let begun = ContinuousClock.now

  func line(_ problems: ProblemCounts) -> String {
    let (seconds, attoseconds) = begun.duration(to: .now).components
    let tenths = Int(seconds) * 10 + Int(attoseconds / 100_000_000_000_000_000)
    return DisplayText.counted(records, "record", "records") + " from "
      + DisplayText.counted(bytes, "byte", "bytes")
      + " in \(DisplayText.grouped(tenths / 10)).\(tenths % 10) s; " + problems.summary
  }
}

/// How often each kind of problem occurred in records, notes apart.
struct ProblemCounts: Sendable, Equatable {
  /// The counts by the code of the problem.
  var byCode: [Problem.Code: Int] = [:]

  /// The same by the name of the code.
  var byName: [String: Int] {
    get { Dictionary(uniqueKeysWithValues: byCode.map { ($0.key.rawValue, $0.value) }) }
    set {
      byCode = Dictionary(
        uniqueKeysWithValues: newValue.map { (Problem.Code(rawValue: $0.key), $0.value) })
    }
  }

  var isEmpty: Bool { byCode.isEmpty }

  mutating func add(_ problems: [Problem]) {
    for problem in problems where problem.severity != .note {
      byCode[problem.code, default: 0] += 1
    }
  }

  mutating func add(_ other: ProblemCounts) {
    byCode.merge(other.byCode, uniquingKeysWith: +)
  }

  /// `problems: 12 code-unknown, 3 display-disagrees`, the most frequent first.
  var summary: String {
    if byCode.isEmpty { return "no problems" }
    let sorted = byName.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "problems: "
      + sorted.map { "\(DisplayText.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
  }
}
