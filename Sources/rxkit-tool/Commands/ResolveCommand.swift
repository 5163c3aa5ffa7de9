// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit resolve`: which drug is this, what is in it, and how was that found.
struct ResolveCommand: Command {
  static let system = OptionDefinition.text(
    "--system", "url", "Code system of all arguments; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "auto-detected")
  static let name = OptionDefinition.flag("--name", "Treat arguments as names.")

  static let definition = CommandDefinition(
    name: "resolve",
    abstract: "Resolve a code, an NDC, a name or a medication to its drug, with the evidence.",
    examples: [
      .init("rxkit resolve 308192", "an RxNorm code"),
      .init("rxkit resolve 0078-0659-20", "an NDC, any of its spellings"),
      .init("rxkit resolve 'amoxicillin 500 MG Oral Capsule'", "a name"),
      .init("rxkit resolve medication.json --format json", "a user-annotated medication"),
      .init("rxkit resolve - --format ndjson < medications.ndjson", "many of them"),
    ],
    arguments: [
      ArgumentDefinition(
        "medication", "A code, an NDC, a name, a JSON or XML file, or - for standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [system, name, CommonOptions.strict] + CommonOptions.labelAnswers,
    discussion: [
      "One to eight digits are an RxNorm code; longer numbers, and digits with dashes, are an NDC; "
        + "a file contains medications of HealthKit's Medications API as JSON (one, an array, or "
        + "one per line) or FHIR resources as JSON or XML; so does standard input (-), which may "
        + "also have one code or name per line. Anything else is a name or other text, read as "
        + "rxkit match reads it: what is uncertain is listed as a candidate, and nothing is derived "
        + "from it.",
      "If several answers fit, all are listed and none is chosen. Exit code 1 if anything was "
        + "not found.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit lookup", "rxkit side-effects", "rxkit convert"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let resolver = try ResolverOpening.open(invocation, &streams)
    return try answer(invocation, by: resolver, detail: .medication, &streams) { $0 }
  }

  /// Answers the medications of a command line, each as soon as it is known.
  ///
  /// The exit code is 1 if anything was not found, 3 if a part of the input could not be read.
  static func answer(
    _ invocation: Invocation, by resolver: MedicationResolver, detail: PrintedAnswer.Detail,
    _ streams: inout Streams, _ finish: (ResolvedMedication) -> ResolvedMedication
  ) throws -> ExitCode {
    var stream = try QueryStream(
      invocation.arguments, system: invocation.value(of: system),
      isName: invocation.isSet(name), of: invocation.command)
    // What cannot be read at all is reported before an output file is begun.
    var next = try stream.next()
    return try streams.withOutput(of: invocation) { streams in
      var printer = SequencePrinter(
        invocation.format ?? .table, columns: detail.columns, isIndented: false)
      var isComplete = true
      var hasFailed = false
      while let batch = next {
        batch.report(to: streams.messages)
        hasFailed = hasFailed || !batch.failures.isEmpty
        for query in batch.queries {
          let answer = finish(try resolver.resolve(query.query).adding(query.notes))
          if !answer.isAnswered {
            isComplete = false
            streams.messages.warn("\(DisplayText.printable(query.source)): not found")
          }
          if invocation.isSet(CommonOptions.strict), answer.hasWarnings { isComplete = false }
          try printer.print(PrintedAnswer(answer: answer, detail: detail), &streams)
        }
        try streams.output.flush()
        next = try stream.next()
      }
      try printer.finish(&streams)
      if hasFailed { return .input }
      return isComplete ? .done : .incomplete
    }
  }
}

extension ResolvedMedication {
  /// Whether the query led to a concept, or to ingredients of a document.
  var isAnswered: Bool {
    !concepts.isEmpty || ingredients.contains { $0.concept != nil }
  }

  /// Whether a problem may make the answer wrong or incomplete.
  var hasWarnings: Bool {
    problems.contains { $0.severity != .note }
  }
}

/// The answer to a query, and which parts of it a table shows; JSON always contains everything.
struct PrintedAnswer: StreamedAnswer {
  enum Detail {
    /// The facts, one per row.
    case medication
    /// The symptoms that labels name.
    case sideEffects(SideEffectTables.View)

    var columns: Table {
      switch self {
      case .medication: Table(of: MedicationTables.columns)
      case .sideEffects: SideEffectTables.rows
      }
    }
  }

  let answer: ResolvedMedication
  let detail: Detail

  var isShown: Bool { true }

  func write(to json: inout JSONWriter) { answer.write(to: &json, source: nil) }

  var rowTable: Table {
    var table = detail.columns
    switch detail {
    case .medication: table.append((answer, nil), MedicationTables.columns)
    case .sideEffects: for row in SideEffectTables.evidenceRows(answer) { table.append(row) }
    }
    return table
  }

  func writePage(_ streams: inout Streams) throws {
    switch detail {
    case .medication: try streams.write(MedicationTables.card(answer), as: .table)
    case .sideEffects(let view):
      let page = SideEffectTables.page(answer, view)
      for line in page.heading { try streams.output.write(line + "\n") }
      if !page.table.rows.isEmpty { try streams.write(page.table, as: .table) }
      for line in page.footer { try streams.output.write(line + "\n") }
    }
  }
}
