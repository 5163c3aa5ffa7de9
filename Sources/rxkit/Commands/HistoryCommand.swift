// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import JSONText
import MedicationModel

/// `rxkit history`: what became of a code, and what it was in the known releases.
struct HistoryCommand: Command {
  private static let system = OptionDefinition.choice(
    "--system", "system", "Code system of every word, in place of what each word tells.",
    [Choice("rxnorm", "RxNorm codes"), Choice("ndc", "National Drug Codes")])

  static let definition = CommandDefinition(
    name: "history",
    abstract: "Show what became of a code: status, successors, names and NDCs through releases.",
    examples: [
      .init("rxkit history 541862", "a retired code"),
      .init("rxkit history 0093-7314-98", "an NDC, any of its spellings"),
      .init("rxkit history 860975 --format json", "with every span"),
      .init("cut -f2 meds.tsv | rxkit history - --format tsv", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "code", "An RxNorm code or NDC; - reads codes from standard input, one a line.",
        count: .oneOrMore)
    ],
    options: [
      system, CommonOptions.format, CommonOptions.catalog, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "First and last releases are those of the releases that the catalog was built from: name "
        + "several to rxkit build. What was before the oldest or between them is not known, and "
        + "not guessed.",
      "Successors are what RxNorm says took the place of a code, all of several. The generic of "
        + "an obsolete brand is given as related: it is another product. Exit code 1 if a code was "
        + "never seen.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit build", "rxkit diff", "rxkit audit"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let given = invocation.value(of: system)
    var answers: [HistoryAnswer] = []
    for code in try ArgumentLines.expand(invocation.arguments, of: definition) {
      let answer = HistoryAnswer(code, system: given, catalog)
      if !answer.isFound {
        streams.messages.warn(
          "\(DisplayText.printable(code)): " + (answer.problem ?? "not found") + " in "
            + answer.knownReleases)
      }
      answers.append(answer)
    }
    try CommandFailure.undamaged(catalog)
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      try write(answers, as: invocation.format ?? .table, &streams)
      return answers.allSatisfy(\.isFound) ? .done : .incomplete
    }
  }

  private static func write(
    _ answers: [HistoryAnswer], as format: OutputFormat, _ streams: inout Streams
  ) throws(CommandFailure) {
    switch format {
    case .json, .ndjson:
      try JSONSequence.write(answers, as: format, &streams) { $0.write(to: &$1) }
    case .table:
      for (index, answer) in answers.filter(\.isFound).enumerated() {
        if index > 0 { try streams.output.write("\n") }
        try streams.write(answer.card, as: .table)
      }
    case .csv, .tsv, .markdown:
      var table = Table(
        "asked", "system", "status", "fact", "code", "name", "tty", "suppress", "first", "last")
      for answer in answers { for row in answer.rows { table.append(row) } }
      try streams.write(table, as: format)
    }
  }
}
