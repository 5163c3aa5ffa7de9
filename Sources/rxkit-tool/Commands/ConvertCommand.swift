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
import MedicationResolver
import SymptomMapping

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
        "each record with labelled side effects"),
      .init("rxkit convert bundle.json --to medication-list", "one list per patient"),
      .init("rxkit convert eob.ndjson --claims --format ndjson", "the drugs of pharmacy claims"),
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
      + ConvertOptions.all + CommonOptions.labelAnswers,
    discussion: [
      "A document is a resource, a Bundle of any type, Parameters, an array or NDJSON of any FHIR "
        + "version, in JSON or XML. Every medication resource gives exactly one record. What is "
        + "not taken (stopped, refused, entered in error …) is marked in statusMeaning, never "
        + "dropped. A document or line that cannot be read is named on standard error and the "
        + "others are still converted; the exit code is then 3. For codes that are not found it "
        + "is 0, or 1 with --strict.",
      "NDJSON may have any size: memory does not grow with it, all CPU cores are used, and records "
        + "keep their order. References are resolved to other lines and, in a folder of NDJSON "
        + "files, to the lines of the other files; to all documents with --together. Standard input "
        + "is kept in a temporary file only from the first reference that needs a later line.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    try ConvertRules.check(invocation)
    SystemCalls.keepFreedMemory()
    switch ConvertTarget(invocation) {
    case .records: break
    case .medicationList: return try ListConversion.run(invocation, &streams)
    case .fhir: return try FHIRConversion.run(invocation, &streams)
    case .userMedications: return try TrackedConversion.run(invocation, &streams)
    }
    let resolver = try ResolverOpening.open(invocation, &streams)
    var conversion = try RecordConversion(invocation, resolver, &streams)
    if invocation.isSet(ConvertOptions.resume) {
      return try ResumableConversion(invocation, conversion, streams.environment).run(&streams)
    }
    return try streams.withOutput(of: invocation) { streams in
      try conversion.convert(&streams)
    }
  }
}

/// The options that only `rxkit convert` has, and their values.
enum ConvertOptions {
  static let together = OptionDefinition.flag(
    "--together",
    "Read all documents as one set: references may point to resources in other files.")

  static let sideEffects = OptionDefinition.flag(
    "--side-effects",
    "Include labelled side effects in JSON records; without it sideEffects is null, which "
      + "says nothing about the drug.")

  static let claims = OptionDefinition.flag(
    "--claims",
    "Also read the items of ExplanationOfBenefit and Claim that have an NDC or RxNorm code: one "
      + "record per item, an event that never counts as current use.")

  static let references = OptionDefinition.file(
    "--references", "path",
    "A file or folder that references may point to; it produces no records itself."
  ).repeatable()

  static let unordered = OptionDefinition.flag(
    "--unordered", "Write records as soon as they are ready, not in the order of the input.")

  static let range = OptionDefinition.text(
    "--range", "start:end",
    "Only the lines of one NDJSON file that begin in these bytes; adjacent ranges give the whole.")

  static let firstLine = OptionDefinition.count(
    "--first-line", "number",
    "Number, from 0, of the first line that begins in the range.",
    default: "counted in the bytes before")

  static let resume = OptionDefinition.flag(
    "--resume", "Resume an interrupted conversion to the same output file.")

  static let threads = OptionDefinition.count(
    "--threads", "count", "Number of threads, 1 to 64.", default: "one per processor, at most 8")

  static let lineLimit = OptionDefinition.count(
    "--line-limit", "MiB", "Maximum length of an NDJSON line.", default: "64")

  static let fhirVersion = OptionDefinition.choice(
    "--fhir-version", "version", "FHIR version of all documents, instead of detecting it.",
    FHIRVersion.allCases.filter { $0 != .mixed }.map {
      Choice($0.rawValue, "FHIR \($0.rawValue)")
    })

  static let asOf = OptionDefinition.text(
    "--as-of", "date",
    "Date, such as 2026-11-21: an active record whose stated period is over is marked periodEnded, "
      + "one whose period has not begun notYetStarted.",
    default: "today (UTC) for lists; else no day, nothing is marked")

  static let lenient = OptionDefinition.flag(
    "--lenient",
    "Keep the output file even if gzip from a pipe was damaged and records may be wrong.")

  static let fast = OptionDefinition.flag(
    "--fast",
    "Check only strings, brackets and UTF-8 of resources that are not medications, not their "
      + "numbers, literals and separators.")

  static let fields = OptionDefinition.text(
    "--fields", "names",
    "Columns of CSV, TSV and Markdown, comma-separated: "
      + MedicationTables.columns.map(\.column).joined(separator: ", ") + ".",
    default: "all")

  static let all = [
    fields, together, references, sideEffects, claims, unordered, range, firstLine, resume, threads,
    lineLimit, fhirVersion, asOf, lenient, fast,
  ]
}

extension Invocation {
  func byteRange() throws -> Range<Int>? {
    guard let text = value(of: ConvertOptions.range) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    let isOpen = parts.count == 2 && parts[1].isEmpty
    guard parts.count == 2, let start = numbers[0], let end = isOpen ? Int.max : numbers[1],
      start <= end
    else {
      throw command.error(
        "not-a-range",
        "value \(CommandFailure.quoted(text)) of --range, expected two byte "
          + "offsets such as 0:134217728, the first not above the second")
    }
    return start..<end
  }

  func asOfDay() throws -> StatedDate? {
    guard let text = value(of: ConvertOptions.asOf) else { return nil }
    guard text.utf8.count == 10, let day = StatedDate(text) else {
      throw CommandFailure.notADay(text, of: ConvertOptions.asOf, of: command)
    }
    return day
  }

  /// The reading options of `--fhir-version` and `--fast`.
  var readingOptions: FHIRReadingOptions {
    var reading = FHIRReadingOptions(
      version: value(of: ConvertOptions.fhirVersion).flatMap { FHIRVersion(rawValue: $0) },
      readsClaims: isSet(ConvertOptions.claims), xml: FHIRXMLText.self)
    if isSet(ConvertOptions.fast) { reading.text.checking = .structure }
    return reading
  }

  /// The columns of `--fields`, in order.
  func fields() throws -> [Field<MedicationTables.Row>] {
    let all = MedicationTables.columns
    guard let text = value(of: ConvertOptions.fields) else { return all }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let field = all.first(where: { $0.column == name }) { return field }
      throw CommandFailure.unknownValue(
        String(name), of: ConvertOptions.fields.name, among: all.map(\.column), of: command)
    }
  }

  func streamOptions() throws -> FHIRLineStream.Options {
    var options = FHIRLineStream.Options()
    if let limit = try count(of: ConvertOptions.lineLimit, in: 1...1000) {
      options.lineLimit = limit << 20
    }
    return options
  }
}

/// The output types of `rxkit convert`.
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

  static let option = OptionDefinition.choice(
    "--to", "target", "Output type.",
    allCases.map { Choice($0.rawValue, $0.explanation) }, default: "records")

  static let fhirRelease = OptionDefinition.choice(
    "--fhir-release", "version", "Version of FHIR that --to fhir writes.",
    FHIRRelease.allCases.map { Choice($0.rawValue, "FHIR \($0.version)") }, default: "R4")

  init(_ invocation: Invocation) {
    self = invocation.value(of: Self.option).flatMap { Self(rawValue: $0) } ?? .records
  }

  /// The date for which lists are made: `--as-of`, else today.
  static func day(of invocation: Invocation) throws -> StatedDate? {
    try invocation.asOfDay() ?? StatedDate(CurrentDay.text)
  }

  /// Whether one JSON value is written, or one per line; other formats cannot represent the lists.
  static func jsonFormat(of invocation: Invocation) throws -> OutputFormat {
    guard let format = invocation.format else { return .json }
    guard format == .json || format == .ndjson else {
      throw invocation.command.error(
        "format",
        "value \(CommandFailure.quoted(format.rawValue)) of "
          + "--format, expected json or ndjson with --to "
          + "\(invocation.value(of: option) ?? "records")")
    }
    return format
  }
}

/// Which options of `convert` can be combined.
enum ConvertRules {
  /// Checks that do not depend on the inputs.
  static func check(_ invocation: Invocation) throws {
    func given(_ options: OptionDefinition...) -> OptionDefinition? {
      options.first(where: invocation.isSet)
    }
    let target = ConvertTarget(invocation)
    let format = invocation.format ?? .table
    let output = invocation.value(of: CommonOptions.output) ?? "-"
    let isResumed = invocation.isSet(ConvertOptions.resume)
    // No option is ignored silently: other targets read whole documents and write in order.
    let ofRecords = given(
      ConvertOptions.range, ConvertOptions.firstLine, ConvertOptions.resume,
      ConvertOptions.unordered, ConvertOptions.sideEffects, ConvertOptions.fields)
    let ofLines = given(ConvertOptions.range, ConvertOptions.resume)
    let isUnordered = invocation.isSet(ConvertOptions.unordered)
    let rules: [(isBroken: Bool, text: String)] = [
      (
        target != .records && ofRecords != nil,
        "\(ofRecords?.name ?? "") requires --to records"
      ),
      (
        invocation.isSet(ConvertOptions.claims) && target != .records && target != .medicationList,
        "--claims requires --to records or --to medication-list"
      ),
      (
        target != .fhir && invocation.isSet(ConvertTarget.fhirRelease),
        "--fhir-release requires --to fhir"
      ),
      (
        ofLines != nil && format != .ndjson,
        "\(ofLines?.name ?? "") requires --format ndjson"
      ),
      (
        invocation.isSet(ConvertOptions.sideEffects) && format != .json && format != .ndjson,
        "--side-effects requires --format json or ndjson"
      ),
      (
        invocation.isSet(ConvertOptions.fields) && ![.csv, .tsv, .markdown].contains(format),
        "--fields requires --format csv, tsv or markdown"
      ),
      (
        invocation.isSet(ConvertOptions.firstLine) && !invocation.isSet(ConvertOptions.range),
        "--first-line requires --range"
      ),
      (isResumed && output == "-", "--resume requires -o with the name of a file"),
      (isResumed && isUnordered, "--resume and --unordered exclude each other"),
      (
        isResumed && invocation.arguments.contains("-"),
        "--resume cannot read standard input: it needs files that can be read again"
      ),
      (
        isUnordered && format == .table,
        "--unordered requires a --format other than table"
      ),
    ]
    if let rule = rules.first(where: \.isBroken) { throw combination(rule.text, invocation) }
  }

  /// Checks that depend on the inputs.
  static func check(_ inputs: ConvertInputs, _ invocation: Invocation) throws {
    if invocation.isSet(ConvertOptions.range), inputs.inputs.count != 1 {
      throw combination(
        "--range with \(inputs.inputs.count) documents, expected one NDJSON file", invocation)
    }
  }

  private static func combination(_ text: String, _ invocation: Invocation) -> CommandFailure {
    invocation.command.error("options-apart", text)
  }
}

/// The date for which the age of labels is computed.
enum LabelAge {
  /// `--as-of` of the commands that quote labels.
  static let asOf = OptionDefinition.text(
    "--as-of", "date",
    "Date, such as 2026-11-21, for the age of labels; labels dated more than two years "
      + "before it are marked.", default: "today (UTC)")

  /// The date of an invocation: `--as-of`, else today.
  static func day(of invocation: Invocation) throws -> LabelDate {
    let text = invocation.value(of: asOf) ?? CurrentDay.text
    guard text.utf8.count == 10, let day = LabelDate(text) else {
      throw CommandFailure.notADay(text, of: asOf, of: invocation.command)
    }
    return day
  }
}

extension CommandFailure {
  /// A value is not a date.
  static func notADay(
    _ text: String, of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    command.error(
      "not-a-day",
      "value \(quoted(text)) of \(option.name), expected a day such as 2026-11-21")
  }
}
