// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import MedicationLists
import MedicationModel

/// Documents that are read for an answer about all of them.
///
/// They are read and worked on by several threads, and what comes of it is taken in their order.
/// NDJSON is read in parts; references lead as far as they do for records.
struct DocumentRun {
  private let inputs: ConvertInputs
  private let options: FHIRLineStream.Options
  private let parallel: ParallelStream
  private let reading: DocumentReading
  private let isLenient: Bool
  private let passedOver: Int
  private var failureCount = 0
  private var exportCounts: ExportCounts
  private var hasCountDifference = false
  private var summary = ConversionSummary()

  /// How many threads work.
  var threads: Int { parallel.threads }

  /// Looks what an invocation names.
  init(_ invocation: Invocation) throws(CommandFailure) {
    inputs = try ConvertInputs(invocation)
    options = try invocation.streamOptions()
    parallel = ParallelStream(threads: try invocation.count(of: ConvertOptions.threads, in: 1...64))
    // Lists compare periods themselves: they always have a day.
    let day = ConvertTarget(invocation) == .fhir ? try invocation.asOfDay() : nil
    reading = DocumentReading(
      inputs: inputs.inputs, isTogether: invocation.isSet(ConvertOptions.together),
      knowledge: ConvertKnowledge(day: day, deleted: inputs.deleted),
      options: invocation.readingOptions, countedPaths: inputs.counts.paths)
    isLenient = invocation.isSet(ConvertOptions.lenient)
    passedOver = inputs.passedOver
    exportCounts = inputs.counts
  }

  /// Reads everything.
  ///
  /// What cannot be read is named on standard error, and the others go on.
  mutating func read<Output: Sendable>(
    _ streams: inout Streams,
    work: @escaping @Sendable (DocumentReading.Part) throws(CommandFailure) -> Output,
    deliver: (Output, inout Streams) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    for failure in inputs.failures { try fail(failure, &streams) }
    for note in inputs.notes { streams.messages.note(note) }
    let stream = FHIRStream(inputs.inputs, options: options)
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    try parallel.run {
      stream.next()
    } work: { [reading] part in
      reading.read(part, work)
    } deliver: { (part) throws(CommandFailure) in
      if !part.messages.isEmpty { progress.finish() }
      for message in part.messages {
        switch message {
        case .failure(let failure): try fail(failure, &streams)
        case .note(let note): streams.messages.note("\(note.message)  [\(note.code)]")
        }
      }
      if let stop = part.stop { throw stop }
      exportCounts.add(part.resourceCount, of: part.path)
      summary.records += part.recordCount
      summary.bytes = part.bytesRead
      if let output = part.output { try deliver(output, &streams) }
      progress.update(
        ProgressDisplay.State(
          name: part.path, count: summary.records, unit: "records", done: part.bytesRead,
          total: inputs.byteCount, isInBytes: true))
    }
    progress.finish()
    var told: Set<FHIRStreamError> = []
    for set in inputs.inputs.compactMap(\.set?.documents) {
      for failure in set.takeFailures() where told.insert(failure).inserted {
        try fail(CommandFailure(failure), &streams)
      }
    }
    for difference in exportCounts.differences {
      hasCountDifference = true
      streams.messages.note(difference)
    }
  }

  /// Goes on without what cannot be read, unless what was read of it may be wrong: no answer about
  /// all documents is made of that.
  private mutating func fail(
    _ failure: CommandFailure, _ streams: inout Streams
  ) throws(CommandFailure) {
    if failure.voidsOutput, !isLenient { throw failure }
    failureCount += 1
    streams.messages.write(failure)
  }

  /// How the run ends, with lines about what was skipped and what was done.
  func exitCode(
    _ problems: ProblemCounts, isStrict: Bool, _ streams: inout Streams
  ) -> ExitCode {
    if passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          passedOver, "file that is no JSON or XML document was",
          "files that are no JSON or XML documents were") + " skipped")
    }
    if !streams.isQuiet { streams.messages.note(summary.line(problems)) }
    if failureCount > 0 { return .input }
    return inputs.isIncomplete || hasCountDifference || isStrict && !problems.isEmpty
      ? .incomplete : .done
  }
}

/// Reads parts of documents for an answer about all of them, on any thread.
struct DocumentReading: Sendable {
  /// A document, or some lines of one.
  struct Part {
    let contents: DocumentContents
    /// What lists call it.
    let name: String
    /// Parts of one scope share local references to patients.
    let scope: String
  }

  /// What became of one part of the input.
  struct Result<Output: Sendable>: Sendable {
    let path: String
    let bytesRead: Int
    /// What was made of it; `nil` if there is nothing to read.
    var output: Output?
    var recordCount = 0
    /// How many resources are in the part, where a manifest says how many its file should.
    var resourceCount = 0
    var messages: [ConvertedPart.Message] = []
    /// What stops the whole run.
    var stop: CommandFailure?
  }

  let inputs: [FHIRStream.Input]
  let isTogether: Bool
  /// What is known besides the documents.
  let knowledge: ConvertKnowledge
  /// How documents are read.
  let options: FHIRReadingOptions
  /// The files whose resources are counted.
  let countedPaths: Set<String>

  /// Reads a part and works on its content.
  func read<Output: Sendable>(
    _ part: FHIRStream.Part, _ work: (Part) throws(CommandFailure) -> Output
  ) -> Result<Output> {
    var result = Result<Output>(path: part.path, bytesRead: part.bytesRead)
    if countedPaths.contains(part.path) { result.resourceCount = part.resourceCount }
    do throws(FHIRStreamError) {
      guard let document = try part.document(reading: options) else { return result }
      result.messages = document.problems.map { ConvertedPart.Message($0, of: part.name) }
      result.recordCount = document.records.count
      var contents = DocumentContents(document)
      contents.records = contents.records.map(knowledge.marking)
      do throws(CommandFailure) {
        result.output = try work(Part(contents: contents, name: part.path, scope: scope(of: part)))
      } catch {
        result.stop = error
      }
    } catch {
      result.messages.append(.failure(CommandFailure(error)))
    }
    return result
  }

  /// Lines of one folder are one set, as a bulk export has them; each other document is one.
  private func scope(of part: FHIRStream.Part) -> String {
    if isTogether { return "together" }
    let alone = "input \(part.input)"
    // A text over several lines that is named like lines belongs to them.
    if case .document = part.content, !FHIRInput.isNamedForLines(part.path) { return alone }
    guard let set = inputs[part.input].set else { return alone }
    let first = inputs.firstIndex { $0.set?.documents === set.documents }
    return first.map { "set \($0)" } ?? alone
  }
}
