// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams
import JSONText
import MedicationResolver

/// `rxkit convert`: FHIR documents become medication records.
struct ConvertCommand: Command {
  static let definition = CommandDefinition(
    name: "convert",
    abstract: "Turn FHIR documents into medication records, each resolved to its drug.",
    examples: [
      .init("rxkit convert bundle.json", "the medications of a bundle as a table"),
      .init("rxkit convert exports/ --format ndjson", "every document of a folder"),
      .init(
        "rxkit convert exports/ --format csv --fields patient,date,rxcui,problems",
        "columns to join with others"),
      .init("rxkit convert - --format ndjson < part.ndjson", "standard input"),
      .init(
        "rxkit convert bundle.json --format json --side-effects",
        "each record with what labels name"),
      .init("rxkit convert bundle.json --to medication-list", "one list per patient"),
      .init("rxkit convert old.json --to fhir --fhir-release R5", "as resources of FHIR R5"),
      .init(
        "rxkit convert export/ --format ndjson -o medications.ndjson --resume",
        "resume an interrupted run"),
      .init(
        "rxkit convert big.ndjson --range 0:134217728 --format ndjson",
        "the lines that begin in the first 128 MiB"),
    ],
    arguments: [
      ArgumentDefinition(
        "document",
        "A file or folder of JSON, NDJSON or XML, plain or .gz, a .zip or .tar.gz of such files, "
          + "the manifest of a bulk export, or - for standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [ConvertTarget.option, ConvertTarget.fhirRelease, CommonOptions.strict]
      + ConvertOptions.all + [
        CommonOptions.format, CommonOptions.catalog, CommonOptions.mappings,
        CommonOptions.output, CommonOptions.force,
      ],
    discussion: [
      "A document is a resource, a Bundle of any type, Parameters, an array or NDJSON of any FHIR "
        + "version, in JSON or XML. Every medication resource gives exactly one record. What is "
        + "not taken (stopped, refused, entered in error …) is marked in statusMeaning, never "
        + "dropped. A document or line that cannot be read is named on standard error and the "
        + "others go on; exit code 3 then. Codes that are not found leave exit code 0, 1 with "
        + "--strict.",
      "NDJSON may have any size: memory does not grow with it, all CPU cores are used, and records "
        + "keep their order. References lead to other lines, and in a folder of NDJSON files to "
        + "the lines of the other files; to all documents with --together. Standard input is kept "
        + "in a temporary file only from the first reference on that needs lines further down.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    try ConvertRules.check(invocation)
    SystemCalls.keepFreedMemory()
    switch ConvertTarget(invocation) {
    case .records: break
    case .medicationList: return try ListConversion.run(invocation, &streams)
    case .fhir: return try FHIRConversion.run(invocation, &streams)
    case .userMedications: return try TrackedConversion.run(invocation, &streams)
    }
    let resolver = try ResolverOpening.open(invocation, &streams)
    let inputs = try ConvertInputs(invocation)
    try ConvertRules.check(inputs, invocation)
    let format = invocation.format ?? .table
    let parallel = ParallelStream(
      threads: try invocation.count(of: ConvertOptions.threads, in: 1...64),
      isOrdered: !invocation.isSet(ConvertOptions.unordered))
    let rendering = RecordRendering(
      sessions: SessionPool(
        resolver, keepsText: format == .ndjson,
        includesSideEffects: invocation.isSet(ConvertOptions.sideEffects),
        threads: parallel.threads),
      format: format,
      reading: invocation.readingOptions,
      knowledge: ConvertKnowledge(day: try invocation.asOfDay(), deleted: inputs.deleted),
      fields: try invocation.fields())
    streams.keepToTheEnd(rendering)
    let conversion = ConversionRun(
      inputs,
      rendering: rendering,
      parallel: parallel,
      options: try invocation.streamOptions(),
      isLenient: invocation.isSet(ConvertOptions.lenient))
    if invocation.isSet(ConvertOptions.resume) {
      return try ResumableConversion(
        invocation, conversion, inputs, streams.environment
      ).run(&streams)
    }
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var conversion = conversion
      try conversion.run(&streams)
      return conversion.exitCode(
        isStrict: invocation.isSet(CommonOptions.strict),
        isTogether: invocation.isSet(ConvertOptions.together), &streams)
    }
  }
}
