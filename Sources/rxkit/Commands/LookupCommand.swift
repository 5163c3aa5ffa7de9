// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit lookup`: what the catalog holds of a code.
struct LookupCommand: Command {
  private static let system = OptionDefinition.text(
    "--system", "url", "Code system of the codes; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "rxnorm")

  static let definition = CommandDefinition(
    name: "lookup",
    abstract: "Show what a medication code means: names, ingredients, strengths, form, codes.",
    examples: [
      .init("rxkit lookup 861007", "one RxNorm code"),
      .init("rxkit lookup 0078-0659-20 --system ndc", "an NDC, any of its spellings"),
      .init("rxkit lookup 861007 --format json", "everything the catalog holds of it"),
      .init("cut -f2 meds.tsv | rxkit lookup - --format ndjson", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "code", "A code; - reads codes from standard input, one a line.", count: .oneOrMore)
    ],
    options: [
      system, CommonOptions.format, CommonOptions.catalog, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "A retired code is followed to what took its place, and the way is shown; all of several "
        + "successors are given. Codes that are not found are reported one by one, with codes that "
        + "differ in one digit; nothing is guessed, and the exit code is 1.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve", "rxkit side-effects"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let name = invocation.value(of: system) ?? "rxnorm"
    let url = KnownCodeSystem.recognise(name)?.canonical ?? name
    var answers: [LookupAnswer] = []
    for code in try ArgumentLines.expand(invocation.arguments, of: definition) {
      let answer = LookupAnswer(system: url, code: code, catalog)
      if !answer.isFound {
        streams.messages.warn(
          "\(DisplayText.printable(code)): not found in \(catalog.release.name)"
            + (answer.problem.map { " (\($0))" } ?? ""))
        for line in answer.nearest(in: catalog) { streams.messages.note("   " + line) }
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
    _ answers: [LookupAnswer], as format: OutputFormat, _ streams: inout Streams
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
        "system", "code", "rxcui", "name", "tty", "status", "ingredients", "strengths", "doseForm",
        "brand")
      for answer in answers { for row in answer.rows { table.append(row) } }
      try streams.write(table, as: format)
    }
  }
}
