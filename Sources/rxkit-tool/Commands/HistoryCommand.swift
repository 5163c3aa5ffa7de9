// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel

/// `rxkit history`: what became of a code, and what it was in the known releases.
struct HistoryCommand: Command {
  private static let system = OptionDefinition.choice(
    "--system", "system", "Code system of all arguments, instead of the detected one.",
    [Choice("rxnorm", "RxNorm codes"), Choice("ndc", "National Drug Codes")])
  private static let indirect = OptionDefinition.flag(
    "--indirect", "Also the NDCs of the codes that an RxNorm code took the place of.")

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
      system, indirect, CommonOptions.format, CommonOptions.catalog, CommonOptions.output,
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
    let catalog = try CatalogOpening.open(invocation, with: [.history, .ndcs], &streams)
    let given = invocation.value(of: system)
    let isIndirect = invocation.isSet(indirect)
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var printer = SequencePrinter(
        invocation.format ?? .table, columns: HistoryAnswer.table(of: []))
      var words = try ArgumentStream(invocation.arguments, of: definition)
      var isComplete = true
      while let codes = try words.next() {
        let answers = codes.map {
          HistoryAnswer($0.text, system: given, isIndirect: isIndirect, catalog)
        }
        for (code, answer) in zip(codes, answers) where !answer.isFound {
          isComplete = false
          say(answer, to: code, &streams)
        }
        try printer.print(answers, &streams)
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }

  private static func say(
    _ answer: HistoryAnswer, to code: GivenWord, _ streams: inout Streams
  ) {
    streams.messages.warn(
      "\(code.label): " + (answer.problem ?? "not found") + " in " + answer.knownReleases)
    // A name is the usual slip: the command that finds its code is one word away.
    guard code.isArgument,
      answer.asked.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else {
      return
    }
    streams.messages.note(
      "   try: rxkit search \(DisplayText.shellWord(answer.asked)), for the code of a name")
  }
}

extension HistoryAnswer: StreamedAnswer {
  var isShown: Bool { isFound }

  func writePage(_ streams: inout Streams) throws(CommandFailure) {
    try streams.write(card, as: .table)
  }

  var rowTable: Table { Self.table(of: rows) }

  static func table(of rows: [[String?]]) -> Table {
    var table = Table(
      "asked", "system", "status", "fact", "code", "name", "tty", "suppress", "first", "last")
    for row in rows { table.append(row) }
    return table
  }
}
