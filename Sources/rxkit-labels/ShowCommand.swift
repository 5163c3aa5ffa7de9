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
        + "labels are reported on standard error with the reason, unreadable ones with the "
        + "place; then the exit code is 1.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels import", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    try LabelWalk.print(invocation, columns: LabelAnswer.table(of: []), &streams) {
      [LabelAnswer(label: $0)]
    }
  }
}
