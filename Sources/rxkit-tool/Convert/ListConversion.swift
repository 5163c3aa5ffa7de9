// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver

/// `rxkit convert --to medication-list`: one list per patient of all documents of a run.
enum ListConversion {
  /// Reads the documents and prints the lists.
  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let day = try ConvertTarget.day(of: invocation)
    let resolver = try ResolverOpening.open(invocation, &streams)
    let format = invocation.format ?? .table
    return try streams.withOutput(of: invocation) { streams in
      var run = try ConversionRun(invocation)
      let lists = try lists(of: &run, resolver, asOf: day, &streams)
      for list in lists {
        run.add(ProblemCounts(list.problems + list.lines.flatMap(\.problems)))
      }
      var printer = SequencePrinter(format, columns: Table(of: ListTables.columns))
      try printer.print(lists, &streams)
      try printer.finish(&streams)
      if [.csv, .tsv, .markdown].contains(format) { noteBeside(lists, &streams) }
      return run.exitCode(&streams)
    }
  }

  /// Reads and resolves documents on several threads, and makes lists from them in order.
  static func lists(
    of run: inout ConversionRun, _ resolver: MedicationResolver, asOf day: StatedDate?,
    _ streams: inout Streams
  ) throws -> [PatientMedicationList] {
    let sessions = SessionPool(resolver, keepsText: false, threads: run.threads)
    let knowledge = run.knowledge
    var builder = MedicationListBuilder(resolver: resolver, asOf: day)
    try run.run(&streams) { document, part in
      var contents = DocumentContents(document)
      contents.records = contents.records.map(knowledge.marking)
      var session = sessions.take()
      defer { sessions.give(back: session) }
      part.output = try ResolvedDocument(
        contents, name: part.path, scope: part.scope, asOf: day, by: &session)
    } deliver: { (document, _, _) throws in
      builder.add(document)
    }
    note(builder, &streams)
    run.add(ProblemCounts(byCode: builder.warnings))
    return builder.lists()
  }

  /// Says what is on no list.
  private static func note(_ builder: MedicationListBuilder, _ streams: inout Streams) {
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

  /// Rows contain only lines; what else the lists say is counted.
  private static func noteBeside(_ lists: [PatientMedicationList], _ streams: inout Streams) {
    let erroneous = lists.reduce(0) { $0 + $1.enteredInError.count }
    let allergies = lists.reduce(0) { $0 + $1.allergies.count }
    guard erroneous + allergies > 0 else { return }
    streams.messages.note(
      "not in rows: \(erroneous) entered in error, \(allergies) allergies and what they share "
        + "with lines; --format json has them")
  }
}

/// `rxkit convert --to user-medications`: the medications that one person tracks.
enum TrackedConversion {
  /// Reads the documents and writes the medications of their one patient.
  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let format = try ConvertTarget.jsonFormat(of: invocation)
    let day = try ConvertTarget.day(of: invocation)
    let resolver = try ResolverOpening.open(invocation, &streams)
    return try streams.withOutput(of: invocation) { streams in
      var run = try ConversionRun(invocation)
      let lists = try ListConversion.lists(of: &run, resolver, asOf: day, &streams)
        .filter { $0.recordCount > 0 }
      let isAmbiguous = lists.contains { list in
        list.problems.contains { $0.code == .referenceAmbiguous }
      }
      guard lists.count <= 1, !isAmbiguous else {
        // The format does not identify a patient: the medications of two people must not be mixed.
        throw CommandFailure(
          .input, "convert.several-patients",
          (isAmbiguous
            ? "a reference to the patient fits several"
            : "the documents are about "
              + "\(lists.count) patients, or do not say about whom") + "; expected one",
          try: "one document at a time, or --to medication-list")
      }
      let tracked = lists.first.map { TrackedMedications($0) }
      try JSONSequence.write(tracked?.medications ?? [], as: format, &streams)
      let remarks = tracked?.remarks ?? []
      say(remarks, erroneous: lists.first?.enteredInError.count ?? 0, &streams)
      run.add(ProblemCounts(remarks.map(\.problem)))
      return run.exitCode(&streams)
    }
  }

  /// Reports and counts what is not written.
  private static func say(
    _ remarks: [TrackedMedications.Remark], erroneous: Int, _ streams: inout Streams
  ) {
    for remark in remarks {
      let source = remark.source
      let place = source.entryPath.isEmpty ? "" : ": entry \(source.entryPath)"
      streams.messages.note(
        "\(source.document)\(place): \(source.resourceType): \(remark.problem.message)"
          + "  [\(remark.problem.code.rawValue)]")
    }
    let count = remarks.count(where: \.isLeftOut)
    if count > 0 {
      streams.messages.note(
        DisplayText.counted(count, "line of the list is", "lines of the list are") + " not written")
    }
    if erroneous > 0 {
      streams.messages.note(
        DisplayText.counted(erroneous, "record was", "records were") + " entered in error")
    }
  }
}
