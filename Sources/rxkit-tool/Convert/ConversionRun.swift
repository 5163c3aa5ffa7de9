// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import MedicationModel

/// One run over documents: several threads read and process parts of the inputs; the results are
/// delivered in input order.
///
/// Documents that cannot be read are reported on standard error, and the rest is processed.
struct ConversionRun {
  /// What is counted on the way.
  struct Counts: Equatable {
    var records = 0
    var failures = 0
    var passedOver = 0
    var unresolved = 0
    /// Claims that were not read, and items of others without a code of a drug.
    var skippedClaims = 0
    var otherClaimItems = 0
    var problems = ProblemCounts()
    /// Whether an export says that it is not complete.
    var isIncomplete = false
    /// The resources of the files whose number a manifest states, by path.
    var read: [String: Int] = [:]
  }

  /// What is done where the run could go on later: at the beginning of an input, or at a place in it.
  typealias Checkpoint = (
    _ input: Int, FHIRLineStream.Place?, Counts, inout Streams
  ) throws -> Void

  private(set) var inputs: ConvertInputs
  private(set) var counts: Counts
  let knowledge: ConvertKnowledge
  private let reading: PartReading
  private let parallel: ParallelStream
  private let options: FHIRLineStream.Options
  private let invocation: Invocation
  private var exportCounts: ExportCounts
  /// Notes about an input that were given, and are not repeated for each of its parts.
  private var said: Set<String> = []
  private var saidInput = -1
  /// The number of the first input among all.
  private var firstInput = 0
  private var summary = ConversionSummary()
  private var contents = OtherContents()

  /// The number of threads.
  var threads: Int { parallel.threads }

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    inputs = try ConvertInputs(invocation)
    try ConvertRules.check(inputs, invocation)
    let target = ConvertTarget(invocation)
    parallel = ParallelStream(
      threads: try invocation.count(of: ConvertOptions.threads, in: 1...64),
      isOrdered: !invocation.isSet(ConvertOptions.unordered))
    options = try invocation.streamOptions()
    // Lists compare periods themselves: they always have a day.
    let day = target == .records || target == .fhir ? try invocation.asOfDay() : nil
    knowledge = ConvertKnowledge(day: day, deleted: inputs.deleted)
    exportCounts = inputs.counts
    reading = PartReading(
      inputs: target == .records ? nil : inputs.inputs,
      isTogether: invocation.isSet(ConvertOptions.together), options: invocation.readingOptions,
      countedPaths: inputs.counts.paths)
    counts = Counts(passedOver: inputs.passedOver, isIncomplete: inputs.isIncomplete)
  }

  /// Continues after what an earlier run did.
  mutating func resume(_ counts: Counts, at input: Int, _ place: FHIRLineStream.Place?) {
    self.counts = counts
    exportCounts.goOn(after: counts.read, ended: inputs.inputs.prefix(input).map(\.path))
    inputs.begin(at: input, place)
    firstInput = input
  }

  /// Adds problems of the result of all documents.
  mutating func add(_ problems: ProblemCounts) { counts.problems.add(problems) }

  /// Reads everything.
  mutating func run<Output: Sendable>(
    _ streams: inout Streams,
    work: @escaping @Sendable (FHIRDocument, inout ConvertedPart<Output>) throws -> Void,
    deliver: (Output, ConvertedPart<Output>, inout Streams) throws -> Void,
    checkpoint: Checkpoint = { _, _, _, _ in }
  ) throws {
    for failure in inputs.failures { try fail(failure, streams) }
    for note in inputs.notes { streams.messages.note(note) }
    let stream = FHIRStream(inputs.inputs, options: options)
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    let parallel = self.parallel
    try parallel.run {
      stream.next()
    } work: { [reading] part in
      defer { stream.giveBack(part) }
      return reading.read(part, work)
    } deliver: { part in
      if let stop = part.stop { throw stop }
      try say(part, streams, progress)
      counts.records += part.recordCount
      exportCounts.add(part.resourceCount, of: part.path)
      if part.isLast, parallel.isOrdered { exportCounts.end(part.path) }
      counts.read = exportCounts.read
      counts.problems.add(part.problems)
      summary.bytes = max(summary.bytes, part.bytesRead)
      counts.unresolved += part.unresolvedCount
      counts.skippedClaims += part.skippedClaimCount
      counts.otherClaimItems += part.otherClaimItemCount
      contents.add(part.otherResources, records: part.recordCount, of: part.path)
      if part.isLast, parallel.isOrdered { contents.end(part.path) }
      if let output = part.output { try deliver(output, part, &streams) }
      progress.update(
        part.path, count: counts.records, unit: "records", done: part.bytesRead,
        total: inputs.byteCount, isInBytes: true)
      let input = firstInput + part.input
      if part.isLast {
        try checkpoint(input + 1, nil, counts, &streams)
      } else if let end = part.end {
        try checkpoint(input, end, counts, &streams)
      }
    }
    progress.finish()
    contents.endAll()
    var told: Set<FHIRStreamError> = []
    for set in inputs.inputs.compactMap(\.set?.documents) {
      for failure in set.takeFailures() where told.insert(failure).inserted {
        try fail(failure.failure, streams)
      }
    }
    for difference in exportCounts.differences {
      counts.isIncomplete = true
      streams.messages.note(difference)
    }
  }

  private mutating func say(
    _ part: ConvertedPart<some Sendable>, _ streams: borrowing Streams, _ progress: ProgressDisplay
  ) throws {
    if part.messages.isEmpty { return }
    progress.finish()
    if saidInput != part.input { said = [] }
    saidInput = part.input
    for (message, isFailure) in part.messages {
      if isFailure {
        try fail(message, streams)
        continue
      }
      let line = "\(message.message)  [\(message.code)]"
      // A version is reported once per input, although each of its parts shows it.
      if message.code == "fhir-version", !said.insert(line).inserted { continue }
      streams.messages.note(line)
    }
  }

  /// Continues without what cannot be read.
  ///
  /// If the part that was read may be wrong, its records are discarded, and it does not count in an
  /// answer about all documents.
  private mutating func fail(_ failure: CommandFailure, _ streams: borrowing Streams) throws {
    if failure.voidsOutput, !invocation.isSet(ConvertOptions.lenient) {
      guard ConvertTarget(invocation) == .records else { throw failure }
      streams.sources.voidOutput()
    }
    counts.failures += 1
    streams.messages.write(failure)
  }

  /// Finishes the run: reports what was skipped, unresolved references and what was done.
  func exitCode(_ streams: inout Streams) -> ExitCode {
    if counts.passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          counts.passedOver, "file that is no JSON or XML document was",
          "files that are not JSON or XML documents were") + " skipped")
    }
    if counts.unresolved > 0, !invocation.isSet(ConvertOptions.together), inputs.inputs.count > 1 {
      streams.messages.note(
        DisplayText.counted(
          counts.unresolved, "record refers to a medication", "records refer to a medication")
          + " that its document does not hold; --together looks in the others, too")
    }
    if !streams.isQuiet {
      if let note = contents.note { streams.messages.note(note) }
      streams.messages.note(summary.line(counts))
    }
    if counts.failures > 0 { return .input }
    let isStrict = invocation.isSet(CommonOptions.strict)
    return counts.isIncomplete || isStrict && !counts.problems.isEmpty ? .incomplete : .done
  }
}

/// The result of one part of the input: a document, or some lines of one.
struct ConvertedPart<Output: Sendable>: Sendable {
  let input: Int
  let path: String
  let bytesRead: Int
  /// Parts of one scope share local references to patients; empty for records.
  var scope = ""
  /// Where the part ends, if it is lines.
  var end: FHIRLineStream.Place?
  var isLast = false
  /// The output; `nil` if there was nothing to read.
  var output: Output?
  var recordCount = 0
  var problems = ProblemCounts()
  /// Messages: what could not be read, and notes.
  var messages: [(message: CommandFailure, isFailure: Bool)] = []
  /// The number of resources in the part, if a manifest states that of its file.
  var resourceCount = 0
  /// The number of records with an unresolved reference.
  var unresolvedCount = 0
  var stop: CommandFailure?
  var skippedClaimCount = 0
  var otherClaimItemCount = 0
  /// How many resources of each type there are, if there is no record.
  var otherResources: [String: Int] = [:]
}

/// Reads parts of documents, on any thread.
private struct PartReading: Sendable {
  /// All inputs, where parts have scopes.
  let inputs: [FHIRStream.Input]?
  let isTogether: Bool
  let options: FHIRReadingOptions
  /// The files whose resources are counted.
  let countedPaths: Set<String>

  func read<Output: Sendable>(
    _ part: FHIRStream.Part,
    _ work: (FHIRDocument, inout ConvertedPart<Output>) throws -> Void
  ) -> ConvertedPart<Output> {
    var result = ConvertedPart<Output>(
      input: part.input, path: part.path, bytesRead: part.bytesRead, scope: scope(of: part))
    switch part.content {
    case .end: result.isLast = true
    case .lines(let batch):
      result.end = FHIRLineStream.Place(offset: batch.endOffset, line: batch.endLine)
    case .document, .failure: break
    }
    if countedPaths.contains(part.path) { result.resourceCount = part.resourceCount }
    do throws(FHIRStreamError) {
      guard let document = try part.document(reading: options) else { return result }
      let name = part.path == "-" ? "standard input" : part.path
      result.messages = document.problems.map {
        (CommandFailure($0, in: name), $0.problem.severity == .error)
      }
      result.recordCount = document.records.count
      result.skippedClaimCount = document.skippedClaimCount
      result.otherClaimItemCount = document.otherClaimItemCount
      result.otherResources = document.otherResources
      do { try work(document, &result) } catch { result.stop = CommandFailure(error) }
    } catch { result.messages.append((error.failure, true)) }
    return result
  }

  /// Lines of one folder are one set, as a bulk export has them; each other document is one.
  private func scope(of part: FHIRStream.Part) -> String {
    guard let inputs else { return "" }
    if isTogether { return "together" }
    let alone = "input \(part.input)"
    // A document over several lines, in a file named for lines, belongs to them.
    if case .document = part.content, !FHIRInput.isNamedForLines(part.path) { return alone }
    guard let set = inputs[part.input].set else { return alone }
    let first = inputs.firstIndex { $0.set?.documents === set.documents }
    return first.map { "set \($0)" } ?? alone
  }
}

/// What a conversion did, for the line at its end: records, bytes, time, and problems by kind.
struct ConversionSummary {
  var bytes = 0
  private let begun = ContinuousClock.now

  func line(_ counts: ConversionRun.Counts) -> String {
    let (seconds, attoseconds) = begun.duration(to: .now).components
    let tenths = Int(seconds) * 10 + Int(attoseconds / 100_000_000_000_000_000)
    return DisplayText.counted(counts.records, "record", "records") + " from "
      + DisplayText.counted(bytes, "byte", "bytes")
      + " in \(DisplayText.grouped(tenths / 10)).\(tenths % 10) s; " + problems(counts)
      + claims(counts)
  }

  /// What could not be read, and problems of the rest.
  private func problems(_ counts: ConversionRun.Counts) -> String {
    if counts.failures == 0 {
      return bytes == 0 && counts.problems.isEmpty ? "the input is empty" : counts.problems.summary
    }
    let unread =
      DisplayText.counted(counts.failures, "input or part of one", "inputs or parts of them")
      + " could not be read"
    return unread + (counts.problems.isEmpty ? "" : "; " + counts.problems.summary)
  }

  private func claims(_ counts: ConversionRun.Counts) -> String {
    var words = ""
    if counts.skippedClaims > 0 {
      words +=
        "; " + DisplayText.counted(counts.skippedClaims, "claim", "claims")
        + " skipped (--claims reads their drugs)"
    }
    if counts.otherClaimItems > 0 {
      words +=
        "; " + DisplayText.counted(counts.otherClaimItems, "claim item", "claim items")
        + " without an NDC or RxNorm code skipped"
    }
    return words
  }
}

/// How often each kind of problem occurred in records, notes apart.
struct ProblemCounts: Sendable, Equatable {
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

  init(byCode: [Problem.Code: Int] = [:]) { self.byCode = byCode }

  init(_ problems: [Problem]) { add(problems) }

  mutating func add(_ problems: [Problem]) {
    for problem in problems where problem.severity != .note {
      byCode[problem.code, default: 0] += 1
    }
  }

  mutating func add(_ other: ProblemCounts) { byCode.merge(other.byCode, uniquingKeysWith: +) }

  /// `problems: 12 code-unknown, 3 display-disagrees`, the most frequent first.
  var summary: String {
    if byCode.isEmpty { return "no problems" }
    let sorted = byName.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "problems: "
      + sorted.map { "\(DisplayText.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
  }
}
