// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver

/// `rxkit convert --to user-medications`: the medications that one person tracks.
enum TrackedConversion {
  /// Reads the documents and writes the medications of their one patient.
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let format = try ConvertTarget.jsonFormat(of: invocation)
    let day = try ConvertTarget.day(of: invocation)
    let resolver = try ResolverOpening.open(invocation, &streams)
    let isStrict = invocation.isSet(CommonOptions.strict)
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var documents = try DocumentRun(invocation)
      var builder = MedicationListBuilder(resolver: resolver, asOf: day)
      try ListConversion.read(&documents, into: &builder, resolver, asOf: day, &streams)
      ListConversion.note(builder, &streams)
      var problems = ProblemCounts(byCode: builder.warnings)
      let lists = builder.lists().filter { $0.recordCount > 0 }
      let isAmbiguous = lists.contains { list in
        list.problems.contains { $0.code == .referenceAmbiguous }
      }
      guard lists.count <= 1, !isAmbiguous else {
        // The shape has no place for a patient: two persons' medications must not mix.
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
      problems.add(remarks.map(\.problem))
      return documents.exitCode(problems, isStrict: isStrict, &streams)
    }
  }

  /// Names what is not written, and counts it.
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
