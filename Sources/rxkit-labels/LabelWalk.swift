// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels

/// Visits the labels in files, and reports documents that are not labels or cannot be read.
enum LabelWalk {
  /// Gives each label to `body`.
  ///
  /// - Returns: Whether everything found could be read.
  static func forEachLabel(
    of paths: [String], _ streams: inout Streams,
    _ body: (DrugLabel, inout Streams) throws -> Void
  ) throws -> Bool {
    var files = LabelFiles(paths: paths)
    var images = 0
    var isComplete = true
    while let item = try files.next() {
      switch item {
      case .label(let label): try body(label, &streams)
      // An archive has thousands of images: they are only counted; everything else is named.
      case .skipped(_, "an image"): images += 1
      case .skipped(let file, let reason):
        streams.messages.note("\(DisplayText.printable(file)): skipped: \(reason)")
      case .failed(let error):
        isComplete = false
        streams.messages.warn(DisplayText.printable(CommandFailure(error).message))
      }
    }
    if images > 0 { streams.messages.note("skipped \(images) × an image") }
    return isComplete
  }

  /// Prints answers about each label; exit code 1 if something could not be read.
  static func print<Answer: StreamedAnswer>(
    _ invocation: Invocation, columns: Table, _ streams: inout Streams,
    _ answers: (DrugLabel) -> [Answer]
  ) throws -> ExitCode {
    try streams.withOutput(of: invocation) { streams in
      var printer = SequencePrinter(invocation.format ?? .table, columns: columns)
      let isComplete = try forEachLabel(of: invocation.arguments, &streams) { label, streams in
        try printer.print(answers(label), &streams)
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }
}

extension LabelError: CommandError {
  /// A label document that cannot be read.
  var failure: CommandFailure {
    let expectation = expected.isEmpty ? "" : ", expected \(expected)"
    return CommandFailure(.input, code, "\(place): \(found)\(expectation)", try: remedy)
  }
}
