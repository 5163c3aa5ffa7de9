// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText

/// `rxkit-labels show`: what a file of labels holds, before anything is made of it.
struct ShowCommand: Command {
  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "show",
    abstract: "Show what drug labels hold: identity, products, sections and tables.",
    examples: [
      .init("rxkit-labels show label.xml", "one SPL document"),
      .init("rxkit-labels show drug-label-0001-of-0013.json.zip --format ndjson", "a bulk part"),
      .init("rxkit-labels show dm_spl_release.zip --format tsv", "DailyMed's zip of zips"),
    ],
    arguments: [
      ArgumentDefinition(
        "path", "SPL, openFDA's JSON, a gzip or zip of them, or a folder; - is standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [CommonOptions.format, CommonOptions.output, CommonOptions.force],
    discussion: [
      "Nothing is looked up and nothing is extracted: this is what was read. Files that are no "
        + "labels are told on standard error with the reason, those that cannot be read with the "
        + "place; then the exit code is 1.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels import", "rxkit side-effects"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var printer = SequencePrinter(
        invocation.format ?? .table, columns: LabelAnswer.table(of: []))
      var files = LabelFiles(paths: invocation.arguments)
      var skipped: [String: Int] = [:]
      var isComplete = true
      while let item = try next(&files) {
        switch item {
        case .label(let label): try printer.print([LabelAnswer(label)], &streams)
        case .skipped(let file, let reason):
          // An archive has thousands of images: they are counted, all else is named.
          if reason == "an image" {
            skipped[reason, default: 0] += 1
          } else {
            streams.messages.note("\(DisplayText.printable(file)): skipped: \(reason)")
          }
        case .failed(let error):
          isComplete = false
          streams.messages.warn(DisplayText.printable(CommandFailure(error).message))
        }
      }
      for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
        streams.messages.note("skipped \(count) × \(reason)")
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }

  private static func next(
    _ files: inout LabelFiles
  ) throws(CommandFailure) -> LabelFiles.Item? {
    do throws(LabelError) {
      return try files.next()
    } catch {
      throw CommandFailure(error)
    }
  }
}
