// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import MedicationResolver

/// `rxkit convert`: FHIR documents become medication records.
struct ConvertCommand: Command {
  static let definition = CommandDefinition(
    name: "convert",
    abstract: "Turn FHIR documents into medication records, each resolved to its drug.",
    examples: [
      .init("rxkit convert bundle.json", "the medications of a bundle as a table"),
      .init("rxkit convert exports/ --format ndjson", "every document of a folder"),
      .init("rxkit convert - --format ndjson < bundle.json", "standard input"),
      .init("rxkit convert exports/ --format ndjson -o medications.ndjson", "into a file"),
      .init("rxkit convert bundle.json --to medication-list", "one list per patient"),
      .init("rxkit convert old.json --to fhir --fhir-release R5", "as resources of FHIR R5"),
    ],
    arguments: [
      ArgumentDefinition(
        "document",
        "A file or folder of JSON, NDJSON or XML, plain or .gz, or - for standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [
      ConvertTarget.option, ConvertTarget.day, ConvertTarget.fhirRelease, CommonOptions.strict, CommonOptions.format, CommonOptions.catalog, CommonOptions.mappings,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "Each document is read on its own: a resource, a Bundle of any type, Parameters, an array or "
        + "NDJSON of any FHIR version, in JSON or XML. Every medication resource gives exactly one record. What is "
        + "not taken (stopped, refused, entered in error …) is marked in statusMeaning, never "
        + "dropped. A document that cannot be read is named on standard error and the others go "
        + "on; exit code 3 then. Codes that are not found leave exit code 0, 1 with --strict.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve"])

  /// Endings of documents; others in a folder are passed over and counted.
  private static let endings = [".json", ".ndjson", ".jsonl", ".xml", ".txt"].flatMap {
    [$0, $0 + ".gz"]
  }

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    switch ConvertTarget(invocation) {
    case .records: break
    case .medicationList: return try ListConversion.run(invocation, &streams)
    case .fhir: return try FHIRConversion.run(invocation, &streams)
    case .userMedications: return try TrackedConversion.run(invocation, &streams)
    }
    let resolver = try ResolverOpening.open(invocation, &streams)
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var conversion = Conversion(
        resolver: resolver, printer: AnswerPrinter(invocation.format ?? .table, detail: .record))
      let files = try conversion.files(of: invocation.arguments, endings: endings, &streams)
      let progress = ProgressDisplay(streams.messages)
      defer { progress.finish() }
      for (index, path) in files.enumerated() {
        progress.update(
          ProgressDisplay.State(
            name: path, count: conversion.recordCount, unit: "records", done: index,
            total: files.count))
        try conversion.convert(path, &streams)
      }
      progress.finish()
      try conversion.printer.finish(&streams)
      return conversion.exitCode(isStrict: invocation.isSet(CommonOptions.strict), &streams)
    }
  }
}

/// One run over documents: what was read so far, and what went wrong.
private struct Conversion {
  let resolver: MedicationResolver
  var printer: AnswerPrinter
  private(set) var recordCount = 0
  private var failureCount = 0
  private var passedOver = 0
  private var hasWarnings = false

  init(resolver: MedicationResolver, printer: AnswerPrinter) {
    self.resolver = resolver
    self.printer = printer
  }

  /// The documents that arguments name, folders walked in byte order.
  mutating func files(
    of arguments: [String], endings: [String], _ streams: inout Streams
  ) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for argument in arguments {
      guard argument != "-", SystemCalls.isFolder(argument) else {
        files.append(argument)
        continue
      }
      let walk = FolderWalk(argument, endings: endings)
      files += walk.files
      passedOver += walk.skippedCount
      for failure in walk.failures { fail(failure, &streams) }
    }
    return files
  }

  /// Prints the records of one document.
  mutating func convert(_ path: String, _ streams: inout Streams) throws(CommandFailure) {
    let input: InputFile
    do throws(CommandFailure) {
      input = try InputFile.read(path)
    } catch {
      return fail(error, &streams)
    }
    if path.contains(".txt"), !Self.looksLikeDocument(input.bytes) {
      passedOver += 1
      return
    }
    let document = FHIRDocument(input.bytes)
    for problem in document.problems {
      if problem.problem.severity == .error {
        fail(CommandFailure(problem, in: input.name), &streams)
      } else {
        let failure = CommandFailure(problem, in: input.name)
        streams.messages.note("\(failure.message)  [\(failure.code)]")
      }
    }
    for record in document.records {
      let answer = try resolver.answer(.record(record))
      recordCount += 1
      hasWarnings = hasWarnings || answer.hasWarnings
      try printer.print(answer, source: path, &streams)
    }
  }

  private mutating func fail(_ failure: CommandFailure, _ streams: inout Streams) {
    failureCount += 1
    streams.messages.write(failure)
  }

  private static func looksLikeDocument(_ bytes: [UInt8]) -> Bool {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF]
    let first = bytes.prefix(4096).first { $0 > 0x20 && !marks.contains($0) }
    return first == 0x7B || first == 0x5B || FHIRDocument.isXML(bytes)
  }

  /// How the run ends, with a line about what was passed over.
  func exitCode(isStrict: Bool, _ streams: inout Streams) -> ExitCode {
    if passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          passedOver, "file that is no JSON or XML document was",
          "files that are no JSON or XML documents were")
          + " passed over")
    }
    if failureCount > 0 { return .input }
    return isStrict && hasWarnings ? .incomplete : .done
  }
}
