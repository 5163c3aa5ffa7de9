// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit lookup`: what the catalog holds of a code.
struct LookupCommand: Command {
  private static let system = OptionDefinition.text(
    "--system", "url", "Code system of the codes; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "rxnorm, or ndc for digits with dashes or more than 8")

  static let definition = CommandDefinition(
    name: "lookup",
    abstract: "Show what a medication code means: names, ingredients, strengths, form, codes.",
    examples: [
      .init("rxkit lookup 861007", "one RxNorm code"),
      .init("rxkit lookup 0078-0659-20", "an NDC, any of its spellings"),
      .init("rxkit lookup 861007 --format json", "everything the catalog holds of it"),
      .init(
        "rxkit lookup active --system http://example.org/status", "a code of a system of your own"),
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
      "A retired code is followed to its successors, with the path; several successors are all "
        + "shown. Codes that are not found are reported one by one, with codes that differ in one "
        + "digit; nothing is guessed, and the exit code is 1. For a name, rxkit lookup prints the "
        + "rxkit resolve command to type.",
      "Of code systems, value sets and concept maps that were loaded with rxkit build --with, "
        + "designations, properties, parents, mappings and the value sets that hold the code are "
        + "shown. Without a version in question all loaded versions answer.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve", "rxkit side-effects"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let url = invocation.value(of: system).map { name in
      KnownCodeSystem.recognise(name)?.canonical ?? catalog.registeredSystem(name) ?? name
    }
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var printer = SequencePrinter(
        invocation.format ?? .table, columns: LookupAnswer.table(of: []))
      var words = try ArgumentStream(invocation.arguments, of: definition)
      var isComplete = true
      while let codes = try words.next() {
        let systems = codes.map { url ?? CodeList.system(of: $0.text) }
        if systems.contains(CodeSystem.ndc) { try catalog.need(.ndcs) }
        let answers = zip(systems, codes).map {
          LookupAnswer(system: $0, code: $1.text, catalog)
        }
        for (code, answer) in zip(codes, answers) where !answer.isFound {
          isComplete = false
          let isName = url == nil && !CodeList.isMadeOfDigits(code.text)
          say(answer, to: code, isName: isName, catalog, &streams)
        }
        try printer.print(answers, &streams)
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }

  private static func say(
    _ answer: LookupAnswer, to code: GivenWord, isName: Bool, _ catalog: Catalog,
    _ streams: inout Streams
  ) {
    if isName {
      streams.messages.warn("\(code.label): not an RxNorm code or NDC")
      guard code.isArgument else { return }
      streams.messages.note("   for a name, try: rxkit resolve \(DisplayText.shellWord(code.text))")
      streams.messages.note("   for a code of another system, try: --system")
      return
    }
    streams.messages.warn(
      "\(code.label): not found in \(catalog.release.name)"
        + (answer.problem.map { " (\($0))" } ?? ""))
    guard code.isArgument else { return }
    for line in answer.nearest(in: catalog) { streams.messages.note("   " + line) }
  }
}

extension LookupAnswer: StreamedAnswer {
  var isShown: Bool { isFound }

  func writePage(_ streams: inout Streams) throws(CommandFailure) {
    try streams.write(card, as: .table)
  }

  var rowTable: Table { Self.table(of: rows) }

  static func table(of rows: [[String?]]) -> Table {
    var table = Table(
      "system", "code", "rxcui", "name", "tty", "status", "ingredients", "strengths", "dose_form",
      "brand")
    for row in rows { table.append(row) }
    return table
  }
}
