// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver
import SymptomMapping

/// `rxkit explain`: which of several medications have labels that name a symptom.
struct ExplainCommand: Command {
  private static let symptom = OptionDefinition.text(
    "--symptom", "symptom", "An identifier, a name, or words in English."
  ).repeatable()
  private static let medications = OptionDefinition.file(
    "--medications", "medication",
    "A code, an NDC or a name, or several, comma-separated; a file, or - for standard input; "
      + "more may follow as arguments."
  ).repeatable()

  static let definition = CommandDefinition(
    name: "explain",
    abstract: "Show which of several medications have labels that name a symptom.",
    examples: [
      .init("rxkit explain --symptom headache --medications 860975 312940", "two codes"),
      .init(
        "rxkit explain --symptom dizziness --symptom 'upset stomach' --medications bundle.json",
        "what a FHIR document says is taken"),
      .init("rxkit explain --symptom nausea --format json --medications meds.json", "as JSON"),
    ],
    arguments: [
      ArgumentDefinition(
        "medication", "Further medications, as --medications takes them.", count: .any, value: .file
      )
    ],
    options: [
      symptom, medications, LabelAge.asOf, ResolveCommand.system, ResolveCommand.name,
      CommonOptions.format, CommonOptions.catalog, CommonOptions.mappings, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "For each symptom the medications are ranked by what their labels say: by step, kind "
        + "of statement and difference to the comparator, with the evidence; then those whose "
        + "labels do not name it, those of which no label was read, and those that could not be "
        + "resolved. None is omitted.",
      "Records of a document that are not taken (stopped, refused, planned, entered in error …) are "
        + "left out and counted; records of one drug and use count as one medication. Words for a "
        + "symptom that fit several categories are answered for each. Only 39 symptom categories "
        + "are covered.",
      "It states what labels say, not why a person feels something; a medication whose labels "
        + "do not name a symptom is not ruled out. " + HelpText.safetyNote,
    ],
    seeAlso: ["rxkit symptoms", "rxkit side-effects", "rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let words = GivenMedications.words(
      invocation.values(of: medications) + invocation.arguments)
    for (option, isMissing) in [
      (symptom, !invocation.isSet(symptom)), (medications, words.isEmpty),
    ] where isMissing {
      throw definition.error(
        "missing-option", "missing required option \(option.synopsis)")
    }
    return try explain(
      invocation.values(of: symptom), words, invocation, of: definition, &streams)
  }

  /// Answers for symptoms and medications, for both commands that take them.
  static func explain(
    _ symptoms: [String], _ words: [String], _ invocation: Invocation,
    of definition: CommandDefinition, _ streams: inout Streams
  ) throws -> ExitCode {
    let day = try LabelAge.day(of: invocation)
    let resolver = try ResolverOpening.open(invocation, &streams)
    let reader = try SymptomWords.reading(resolver.mappings)
    var stream = try QueryStream(
      words, system: invocation.value(of: ResolveCommand.system),
      isName: invocation.isSet(ResolveCommand.name), of: definition)
    var given = GivenMedications()
    var code = ExitCode.done
    while let batch = try stream.next() {
      batch.report(to: streams.messages)
      if !batch.failures.isEmpty { code = .input }
      for query in given.taken(of: batch) {
        let answer = try resolver.resolve(query.query).adding(query.notes)
          .countingLabelAges(to: day)
        if !answer.isAnswered {
          streams.messages.warn("\(DisplayText.printable(query.source)): not found")
          if code == .done { code = .incomplete }
        }
        given.add(answer, source: query.source)
      }
    }
    var questions: [ExplanationPage.Question] = []
    let format = invocation.format ?? .table
    for words in symptoms {
      let matches = reader.read(words)
      if matches.isEmpty {
        // The page contains it already.
        if format != .table { reader.warn(GivenWord(argument: words), &streams) }
        if code == .done { code = .incomplete }
      }
      questions.append(ExplanationPage.Question(words: words, matches: matches, given))
    }
    let page = ExplanationPage(
      given: given, questions: questions, day: day, release: resolver.catalog.release)
    return try streams.withOutput(of: invocation) { streams in
      var printer = SequencePrinter(format, columns: ExplanationPage.rows)
      try printer.print([page], &streams)
      try printer.finish(&streams)
      return code
    }
  }
}
