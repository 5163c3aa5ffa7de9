// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import MedicationLists
import MedicationModel
import MedicationResolver

/// `rxkit convert --to medication-list`: one list per patient of all documents of a run.
enum ListConversion {
  /// Reads the documents and prints the lists.
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let day = try ConvertTarget.day(of: invocation)
    let resolver = try ResolverOpening.open(invocation, &streams)
    let isStrict = invocation.isSet(CommonOptions.strict)
    let format = invocation.format ?? .table
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var documents = try DocumentRun(invocation)
      var builder = MedicationListBuilder(resolver: resolver, asOf: day)
      try read(&documents, into: &builder, resolver, asOf: day, &streams)
      note(builder, &streams)
      var problems = ProblemCounts(byCode: builder.warnings)
      let lists = builder.lists()
      for list in lists { problems.add(list.problems + list.lines.flatMap(\.problems)) }
      var printer = SequencePrinter(format, columns: ListTables.rows)
      try printer.print(lists, &streams)
      try printer.finish(&streams)
      if [.csv, .tsv, .markdown].contains(format) { noteBeside(lists, &streams) }
      return documents.exitCode(problems, isStrict: isStrict, &streams)
    }
  }

  /// Reads and resolves documents on several threads, and adds them in their order.
  static func read(
    _ documents: inout DocumentRun, into builder: inout MedicationListBuilder,
    _ resolver: MedicationResolver, asOf day: StatedDate?, _ streams: inout Streams
  ) throws(CommandFailure) {
    let sessions = SessionPool(resolver, keepsText: false, threads: documents.threads)
    try documents.read(&streams) { (part) throws(CommandFailure) in
      var session = sessions.take()
      defer { sessions.give(back: session) }
      do throws(CatalogError) {
        return try ResolvedDocument(
          part.contents, name: part.name, scope: part.scope, asOf: day, by: &session)
      } catch {
        throw CommandFailure(error)
      }
    } deliver: { (document, _) throws(CommandFailure) in
      builder.add(document)
    }
  }

  /// Says what is on no list.
  static func note(_ builder: MedicationListBuilder, _ streams: inout Streams) {
    if builder.definitionCount > 0 {
      streams.messages.note(
        DisplayText.counted(
          builder.definitionCount, "Medication says what a drug is, not that it is taken: it is",
          "Medications say what a drug is, not that it is taken: they are") + " on no list")
    }
    if builder.immunizationCount > 0 {
      streams.messages.note(
        DisplayText.counted(builder.immunizationCount, "Immunization is", "Immunizations are")
          + " on no list")
    }
  }

  /// Rows contain lines alone; what else the lists say is counted.
  private static func noteBeside(_ lists: [PatientMedicationList], _ streams: inout Streams) {
    let erroneous = lists.reduce(0) { $0 + $1.enteredInError.count }
    let allergies = lists.reduce(0) { $0 + $1.allergies.count }
    guard erroneous + allergies > 0 else { return }
    streams.messages.note(
      "not in rows: \(erroneous) entered in error, \(allergies) allergies and what they share "
        + "with lines; --format json has them")
  }
}
