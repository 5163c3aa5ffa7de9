// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
internal import FHIRXML
import JSONText
import MedicationLists
import MedicationModel

/// The options of `rxkit convert` alone, and their values.
enum ConvertOptions {
  static let together = OptionDefinition.flag(
    "--together",
    "Read all documents as one set: references lead to resources in other files.")

  static let sideEffects = OptionDefinition.flag(
    "--side-effects",
    "Write into each record of JSON what drug labels name; without it sideEffects is null, which "
      + "says nothing of the drug.")

  static let references = OptionDefinition.file(
    "--references", "path",
    "A further file or folder that references may lead to; it gives no records itself."
  ).repeatable()

  static let unordered = OptionDefinition.flag(
    "--unordered", "Write records as they come, not in the order of the input.")

  static let range = OptionDefinition.text(
    "--range", "start:end",
    "Of one NDJSON file, only lines that begin in these bytes; any cuts give together the whole.")

  static let firstLine = OptionDefinition.count(
    "--first-line", "number",
    "Number, from 0, of the first line that begins in the range.",
    default: "counted in the bytes before")

  static let resume = OptionDefinition.flag(
    "--resume", "Go on where a conversion to the same output file was ended.")

  static let threads = OptionDefinition.count(
    "--threads", "count", "Threads that work, 1 to 64.", default: "one per processor, at most 8")

  static let lineLimit = OptionDefinition.count(
    "--line-limit", "MiB", "Size of the longest line of NDJSON that is read.", default: "64")

  static let fhirVersion = OptionDefinition.choice(
    "--fhir-version", "version", "FHIR version of all documents, in place of what each shows.",
    FHIRVersion.allCases.filter { $0 != .mixed }.map {
      Choice($0.rawValue, "FHIR \($0.rawValue)")
    })

  static let asOf = OptionDefinition.text(
    "--as-of", "date",
    "Day, as 2026-11-21: an active record whose stated period is over is marked periodEnded, "
      + "one whose period has not begun notYetStarted.",
    default: "today (UTC) for lists; else no day, nothing is marked")

  static let lenient = OptionDefinition.flag(
    "--lenient",
    "Keep the output file although a gzip from a pipe proved damaged, and records may be wrong.")

  static let fast = OptionDefinition.flag(
    "--fast",
    "Check only strings, brackets and UTF-8 of resources that are no medications, not their "
      + "numbers, literals and separators.")

  static let fields = OptionDefinition.text(
    "--fields", "names",
    "Columns of CSV, TSV and Markdown, with commas between: "
      + MedicationTables.Field.allCases.map(\.rawValue).joined(separator: ", ") + ".",
    default: "all")

  static let all = [
    fields, together, references, sideEffects, unordered, range, firstLine, resume, threads,
    lineLimit, fhirVersion, asOf, lenient, fast,
  ]
}

extension Invocation {
  /// The bytes of `--range`.
  func byteRange() throws(CommandFailure) -> Range<Int>? {
    guard let text = value(of: ConvertOptions.range) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    let isOpen = parts.count == 2 && parts[1].isEmpty
    guard parts.count == 2, let start = numbers[0], let end = isOpen ? Int.max : numbers[1],
      start <= end
    else {
      throw .usage(
        "usage.not-a-range",
        "rxkit convert: value \(CommandFailure.quoted(text)) of --range, expected two byte "
          + "offsets such as 0:134217728, the first not above the second", of: command)
    }
    return start..<end
  }

  /// The day of `--as-of`.
  func asOfDay() throws(CommandFailure) -> String? {
    guard let text = value(of: ConvertOptions.asOf) else { return nil }
    guard StatedPeriod.isDay(text) else {
      throw .notADay(text, of: ConvertOptions.asOf, of: command)
    }
    return text
  }

  /// What `--fhir-version` and `--fast` say of reading.
  var readingOptions: FHIRReadingOptions {
    var reading = FHIRReadingOptions(
      version: value(of: ConvertOptions.fhirVersion).flatMap { FHIRVersion(rawValue: $0) },
      xml: FHIRXMLText.self)
    if isSet(ConvertOptions.fast) { reading.text.checking = .structure }
    return reading
  }

  /// The columns of `--fields`, in their order.
  func fields() throws(CommandFailure) -> [MedicationTables.Field] {
    guard let text = value(of: ConvertOptions.fields) else {
      return MedicationTables.Field.allCases
    }
    var fields: [MedicationTables.Field] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let field = MedicationTables.Field(rawValue: String(name)) else {
        throw .unknownValue(
          String(name), of: ConvertOptions.fields.name,
          among: MedicationTables.Field.allCases.map(\.rawValue), of: command)
      }
      fields.append(field)
    }
    return fields
  }

  /// The sizes of a stream.
  func streamOptions() throws(CommandFailure) -> FHIRLineStream.Options {
    var options = FHIRLineStream.Options()
    if let limit = try count(of: ConvertOptions.lineLimit, in: 1...1000) {
      options.lineLimit = limit << 20
    }
    return options
  }
}

/// What `rxkit convert` makes of documents.
enum ConvertTarget: String, CaseIterable {
  case records
  case medicationList = "medication-list"
  case fhir
  case userMedications = "user-medications"

  private var explanation: String {
    switch self {
    case .records: "one record per medication resource"
    case .medicationList: "one deduplicated list per patient"
    case .fhir: "FHIR resources with RxNorm codings added"
    case .userMedications: "medications of HealthKit's Medications API"
    }
  }

  /// `--to`.
  static let option = OptionDefinition.choice(
    "--to", "target", "Output type.",
    allCases.map { Choice($0.rawValue, $0.explanation) }, default: "records")

  /// `--fhir-release`.
  static let fhirRelease = OptionDefinition.choice(
    "--fhir-release", "version", "Version of FHIR that --to fhir writes.",
    FHIRRelease.allCases.map { Choice($0.rawValue, "FHIR \($0.version)") }, default: "R4")

  /// Reads `--to` of an invocation.
  init(_ invocation: Invocation) {
    self = invocation.value(of: Self.option).flatMap { Self(rawValue: $0) } ?? .records
  }

  /// The day that lists count to: `--as-of`, else today.
  static func day(of invocation: Invocation) throws(CommandFailure) -> StatedDate? {
    StatedDate(try invocation.asOfDay() ?? CurrentDay.text)
  }

  /// Whether one JSON value is written, or one a line; other forms have no room for the shape.
  static func jsonFormat(of invocation: Invocation) throws(CommandFailure) -> OutputFormat {
    guard let format = invocation.format else { return .json }
    guard format == .json || format == .ndjson else {
      throw .usage(
        "usage.format",
        "rxkit \(invocation.command.name): value \(CommandFailure.quoted(format.rawValue)) of "
          + "--format, expected json or ndjson with --to "
          + "\(invocation.value(of: option) ?? "records")",
        of: invocation.command)
    }
    return format
  }
}

/// Which options of `convert` go together.
enum ConvertRules {
  /// Checks what needs no look at the inputs.
  static func check(_ invocation: Invocation) throws(CommandFailure) {
    if ConvertTarget(invocation) != .records {
      // No option that is given is skipped in silence: these read whole documents and
      // write in order.
      let ofRecords = [
        ConvertOptions.range, ConvertOptions.firstLine, ConvertOptions.resume,
        ConvertOptions.unordered, ConvertOptions.sideEffects, ConvertOptions.fields,
      ]
      if let option = ofRecords.first(where: invocation.isSet) {
        throw combination("\(option.name) with --to, expected only for records", invocation)
      }
    }
    if ConvertTarget(invocation) != .fhir, invocation.isSet(ConvertTarget.fhirRelease) {
      throw combination("--fhir-release requires --to fhir", invocation)
    }
    let format = invocation.format ?? .table
    let needsLines = [ConvertOptions.range, ConvertOptions.resume].first(where: invocation.isSet)
    if let option = needsLines, format != .ndjson {
      throw combination(
        "\(option.name) requires --format ndjson: only lines can be joined",
        invocation)
    }
    if invocation.isSet(ConvertOptions.sideEffects), format != .json, format != .ndjson {
      throw combination(
        "--side-effects without --format json or ndjson, expected with one of them", invocation)
    }
    if invocation.isSet(ConvertOptions.fields), ![.csv, .tsv, .markdown].contains(format) {
      throw combination("--fields requires --format csv, tsv or markdown", invocation)
    }
    if invocation.isSet(ConvertOptions.firstLine), !invocation.isSet(ConvertOptions.range) {
      throw combination("--first-line requires --range", invocation)
    }
    if invocation.isSet(ConvertOptions.resume) {
      guard let output = invocation.value(of: CommonOptions.output), output != "-" else {
        throw combination("--resume without -o, expected with the name of a file", invocation)
      }
      if invocation.isSet(ConvertOptions.unordered) {
        throw combination("--resume with --unordered, expected one of them", invocation)
      }
      if invocation.arguments.contains("-") {
        throw combination(
          "--resume with standard input, expected files, which can be read again", invocation)
      }
    }
    if invocation.isSet(ConvertOptions.unordered), format == .table {
      throw combination(
        "--unordered with a table for people, expected another --format", invocation)
    }
  }

  /// Checks what depends on what the arguments are.
  static func check(_ inputs: ConvertInputs, _ invocation: Invocation) throws(CommandFailure) {
    if invocation.isSet(ConvertOptions.range), inputs.inputs.count != 1 {
      throw combination(
        "--range with \(inputs.inputs.count) documents, expected one NDJSON file", invocation)
    }
  }

  private static func combination(_ text: String, _ invocation: Invocation) -> CommandFailure {
    .usage("usage.options-apart", "rxkit convert: \(text)", of: invocation.command)
  }
}
