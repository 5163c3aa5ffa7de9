// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRStreams
import MedicationLists
import MedicationModel

/// Documents that are read one after the other for an answer about all of them.
///
/// NDJSON is read in parts; references lead as far as they do for records.
struct DocumentRun {
  /// A document, or some lines of one.
  struct Part {
    let contents: DocumentContents
    /// What lists call it.
    let name: String
    /// Parts of one scope share local references to patients.
    let scope: String
  }

  private let inputs: ConvertInputs
  private let options: FHIRLineStream.Options
  private let isTogether: Bool
  private let knowledge: ConvertKnowledge
  private let reading: FHIRReadingOptions
  private var passedOver: Int
  private var failureCount = 0
  private var exportCounts: ExportCounts
  private var hasCountDifference = false

  /// Looks what an invocation names.
  init(_ invocation: Invocation) throws(CommandFailure) {
    inputs = try ConvertInputs(invocation)
    options = try invocation.streamOptions()
    isTogether = invocation.isSet(ConvertOptions.together)
    // Lists compare periods themselves: they always have a day.
    let day = ConvertTarget(invocation) == .fhir ? try invocation.asOfDay() : nil
    knowledge = ConvertKnowledge(day: day, deleted: inputs.deleted)
    reading = invocation.readingOptions
    passedOver = inputs.passedOver
    exportCounts = inputs.counts
  }

  /// Reads everything, in order.
  ///
  /// What cannot be read is named on standard error, and the others go on.
  mutating func read(
    _ streams: inout Streams, _ body: (Part, inout Streams) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    for failure in inputs.failures { fail(failure, &streams) }
    for note in inputs.notes { streams.messages.note(note) }
    let stream = FHIRStream(inputs.inputs, options: options)
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    var count = 0
    while let part = stream.next() {
      progress.update(
        ProgressDisplay.State(
          name: part.path, count: count, unit: "records", done: part.bytesRead,
          total: inputs.byteCount, isInBytes: true))
      if exportCounts.paths.contains(part.path) {
        exportCounts.add(part.resourceCount, of: part.path)
      }
      guard let document = document(part, &streams) else { continue }
      count += document.records.count
      var contents = DocumentContents(document)
      contents.records = contents.records.map(knowledge.marking)
      let read = Part(contents: contents, name: part.path, scope: scope(of: part))
      try body(read, &streams)
    }
    progress.finish()
    var told: Set<FHIRStreamError> = []
    for set in inputs.inputs.compactMap(\.set?.documents) {
      for failure in set.takeFailures() where told.insert(failure).inserted {
        fail(CommandFailure(failure), &streams)
      }
    }
    for difference in exportCounts.differences {
      hasCountDifference = true
      streams.messages.note(difference)
    }
  }

  /// Lines of one folder are one set, as a bulk export has them; other documents stand alone.
  private func scope(of part: FHIRStream.Part) -> String {
    if isTogether { return "together" }
    let alone = "input \(part.input)"
    // A file of an export with a single line is a document by its content.
    if case .document = part.content, !FHIRInput.isNamedForLines(part.path) { return alone }
    guard let set = inputs.inputs[part.input].set else { return alone }
    let first = inputs.inputs.firstIndex { $0.set?.documents === set.documents }
    return first.map { "set \($0)" } ?? alone
  }

  private mutating func document(
    _ part: FHIRStream.Part, _ streams: inout Streams
  ) -> FHIRDocument? {
    if case .document(let file) = part.content, part.path.contains(".txt"),
      let bytes = try? file.bytes(), !RecordRendering.looksLikeDocument(bytes)
    {
      passedOver += 1
      return nil
    }
    do throws(FHIRStreamError) {
      guard let document = try part.document(reading: reading) else { return nil }
      let name = part.path == "-" ? "standard input" : part.path
      for problem in document.problems {
        let failure = CommandFailure(problem, in: name)
        if problem.problem.severity == .error {
          fail(failure, &streams)
        } else {
          streams.messages.note("\(failure.message)  [\(failure.code)]")
        }
      }
      return document
    } catch {
      fail(CommandFailure(error), &streams)
      return nil
    }
  }

  private mutating func fail(_ failure: CommandFailure, _ streams: inout Streams) {
    failureCount += 1
    streams.messages.write(failure)
  }

  /// Says what was passed over, and how the run ends.
  func exitCode(hasWarnings: Bool, isStrict: Bool, _ streams: inout Streams) -> ExitCode {
    if passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          passedOver, "file that is no JSON or XML document was",
          "files that are no JSON or XML documents were") + " passed over")
    }
    if failureCount > 0 { return .input }
    return inputs.isIncomplete || hasCountDifference || isStrict && hasWarnings
      ? .incomplete : .done
  }
}
