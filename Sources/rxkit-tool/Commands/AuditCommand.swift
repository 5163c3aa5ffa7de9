// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import FHIRResources
internal import FHIRXML
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit audit`: what is wrong with codes that are in use.
struct AuditCommand: Command {
  private static let system = OptionDefinition.choice(
    "--system", "system", "Code system of the codes in lists, instead of the detected one.",
    [Choice("rxnorm", "RxNorm codes"), Choice("ndc", "National Drug Codes")])
  private static let only = OptionDefinition.choice(
    "--only", "kind", "Show only findings of this kind.",
    AuditFinding.Kind.allCases.map { Choice($0.rawValue, $0.explanation) }
  ).repeatable()
  private static let top = OptionDefinition.count(
    "--top", "count", "Maximum findings shown; counts are of all.", default: "all")

  static let definition = CommandDefinition(
    name: "audit",
    abstract: "Report what is wrong with medication codes, the most frequent first.",
    examples: [
      .init(
        "rxkit audit formulary.csv", "a list: codes in the first column, displays in the second"),
      .init("rxkit audit 308192 0093-7314-98", "codes"),
      .init("rxkit audit exports/", "every FHIR document of a folder"),
      .init("rxkit audit bundle.json --format ndjson", "with the places of each finding"),
      .init("rxkit audit exports/ --only display-other-drug", "displays that name another drug"),
      .init("cut -f2 meds.tsv | rxkit audit - --strict", "fail where anything is wrong"),
    ],
    arguments: [
      ArgumentDefinition(
        "input",
        "A code, a list of codes, a FHIR document or a folder of them, plain or .gz, or -.",
        count: .oneOrMore, value: .file)
    ],
    options: [system, only, top, CommonOptions.strict] + CommonOptions.labelAnswers,
    discussion: [
      "Finds unknown codes; retired codes, with their replacements and whether drug, strength, "
        + "salt, form or brand change; ingredients and brands where a product is expected; displays "
        + "that are an older name, a generic name on a brand, or another drug; several drugs in "
        + "one concept; NDCs of products that are not active.",
      "Codings of other systems are counted and not examined. Nothing is corrected. Findings are "
        + "warnings or notes; --strict exits with 1 if there is a warning. Exit code 3 if an input "
        + "could not be read; the others are still examined.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit convert", "rxkit history", "rxkit diff"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let limit = try invocation.count(of: top, in: 1...Int.max)
    let resolver = try ResolverOpening.open(
      invocation, with: .contents, &streams)
    let url = invocation.value(of: system).flatMap { KnownCodeSystem.recognise($0)?.canonical }
    var reading = AuditReading(resolver: resolver, system: url)
    try reading.read(invocation.arguments, &streams)
    let kinds = Set(invocation.values(of: only))
    let tables = AuditTables(reading.audit.report, kinds: kinds, limit: limit)
    let isStrict = invocation.isSet(CommonOptions.strict)
    return try streams.withOutput(of: invocation) { streams in
      try tables.write(as: invocation.format ?? .table, &streams)
      return reading.exitCode(isStrict: isStrict && tables.hasWarnings, &streams)
    }
  }
}

/// One run over inputs: what was read so far, and what went wrong.
private struct AuditReading {
  private(set) var audit: CodeAudit
  private let system: String?
  private var failureCount = 0
  private var passedOver = 0

  init(resolver: MedicationResolver, system: String?) {
    audit = CodeAudit(resolver)
    self.system = system
  }

  mutating func read(_ arguments: [String], _ streams: inout Streams) throws {
    var files: [String] = []
    for argument in arguments {
      guard argument != "-", SystemCalls.isFolder(argument) else {
        files.append(argument)
        continue
      }
      let walk = FolderWalk(argument, endings: DocumentEndings.all)
      files += walk.files
      passedOver += walk.skippedCount
      for failure in walk.failures { fail(failure, &streams) }
    }
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    for (index, path) in files.enumerated() {
      progress.update(
        path, count: index, unit: "files", done: index, total: files.count)
      let input: InputFile
      do { input = try InputFile.read(path) } catch {
        let isUnreadable = CommandFailure(error).code == "input.unreadable"
        if Self.isCode(path), isUnreadable, !SystemCalls.exists(path) {
          // A file of that name would be read instead.
          let coding = FHIRCoding(system: system ?? CodeList.system(of: path), code: path)
          try audit.add(coding, at: AuditPlace(file: "argument", line: index + 1))
        } else {
          fail(error, &streams)
        }
        continue
      }
      try isDocument(input.bytes) ? add(document: input, &streams) : add(list: input, &streams)
    }
  }

  /// Whether a word is a code rather than the path of a file: digits, with dashes or without.
  private static func isCode(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
      && word.utf8.contains { $0 != UInt8(ascii: "-") }
  }

  /// Whether the first byte that is not a blank begins an object, an array or an element.
  private func isDocument(_ bytes: [UInt8]) -> Bool {
    let first = FHIRDocument.firstSign(of: bytes.prefix(4096))
    return first == 0x7B || first == 0x5B || first == 0x3C
  }

  private mutating func add(document input: InputFile, _ streams: inout Streams) throws {
    let document = FHIRDocument(input.bytes, reading: .withXML)
    for problem in document.problems where problem.problem.severity == .error {
      fail(CommandFailure(problem, in: input.name), &streams)
    }
    for record in document.records { try audit.add(record, file: input.name) }
  }

  private mutating func add(list input: InputFile, _ streams: inout Streams) throws {
    let list: CodeList
    do { list = try CodeList(input, system: system) } catch { return fail(error, &streams) }
    for entry in list.entries {
      try audit.add(entry.coding, at: AuditPlace(file: input.name, line: entry.line))
    }
  }

  private mutating func fail(_ error: any Error, _ streams: inout Streams) {
    failureCount += 1
    streams.messages.write(CommandFailure(error))
  }

  func exitCode(isStrict: Bool, _ streams: inout Streams) -> ExitCode {
    if passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(passedOver, "file", "files")
          + " without a JSON or XML name skipped")
    }
    if failureCount > 0 { return .input }
    return isStrict ? .incomplete : .done
  }
}

extension AuditFinding.Kind {
  /// What the kind is, a few words.
  var explanation: String {
    switch self {
    case .unknown: "codes that the release does not hold"
    case .malformed: "what cannot be a code of its system"
    case .remapped: "retired codes that others took the place of"
    case .notCurrent: "retired codes without a successor"
    case .obsolete: "obsolete codes"
    case .quantified: "codes that lack a quantity"
    case .wrongLevel: "an ingredient, brand or form where a product is expected"
    case .otherDrug: "displays that name another drug"
    case .otherBrand: "displays that name another brand"
    case .otherStrength: "displays that name another strength"
    case .otherForm: "displays that name another dose form"
    case .brandLevel: "a generic name on a brand, or a brand on a generic"
    case .otherSalt: "displays that name another salt, or the base"
    case .oldName: "displays that are an older name"
    case .textOtherDrug: "texts that name another drug than the code"
    case .severalDrugs: "codes of different drugs in one concept"
    case .ndcOfInactiveProduct: "NDCs of products that are not active"
    case .ndcRetired: "NDCs of earlier releases alone, or suppressed"
    case .ndcAmbiguous: "NDCs of several products"
    case .ndcMoved: "NDCs that were of another product"
    }
  }
}

/// The output of an audit.
struct AuditTables {
  private let report: AuditReport
  private let findings: [AuditFinding]
  /// How many findings a limit leaves out, which is reported.
  private let hiddenCount: Int

  init(_ report: AuditReport, kinds: Set<String>, limit: Int?) {
    self.report = report
    let wanted = report.findings.filter { kinds.isEmpty || kinds.contains($0.kind.rawValue) }
    findings = Array(wanted.prefix(limit ?? wanted.count))
    hiddenCount = wanted.count - findings.count
  }

  /// Whether a shown finding is more than a note.
  var hasWarnings: Bool { findings.contains { $0.severity != .note } }

  /// Prints everything in a format.
  func write(as format: OutputFormat, _ streams: inout Streams) throws {
    if hiddenCount > 0 {
      streams.messages.note(
        DisplayText.counted(hiddenCount, "further finding", "further findings")
          + " left out by --top")
    }
    switch format {
    case .json, .ndjson:
      try JSONSequence.write([report] + findings, as: format, &streams)
    case .csv, .tsv, .markdown: try streams.write(table, as: format)
    case .table:
      for line in heading { try streams.output.write(line + "\n") }
      guard !findings.isEmpty else { return }
      try streams.output.write("\n")
      try streams.write(page, as: .table)
    }
  }

  private var heading: [String] {
    let tallies = report.tallies
    var read = DisplayText.counted(tallies.codings, "coding", "codings")
    if tallies.records > 0 {
      read += " of " + DisplayText.counted(tallies.records, "record", "records")
    }
    read +=
      ": \(DisplayText.grouped(tallies.rxNorm)) RxNorm, \(DisplayText.grouped(tallies.ndc)) NDC, "
      + "\(DisplayText.grouped(tallies.other)) of other systems or none, not examined"
    var lines = [
      read,
      "\(DisplayText.grouped(tallies.flagged)) of the "
        + "\(DisplayText.grouped(tallies.rxNorm + tallies.ndc)) examined have findings, against "
        + report.release.name,
    ]
    let counts = AuditFinding.Kind.allCases.map { ($0.rawValue, report.count(of: $0)) }
      .filter { $0.1 > 0 }
    if !counts.isEmpty {
      lines.append(
        counts.map { "\($0.0) \(DisplayText.grouped($0.1))" }.joined(separator: ", "))
    }
    return lines.map { DisplayText.printable($0) }
  }

  /// One row for a person, with the first place as the example.
  private var page: Table {
    var table = Table(
      "count", "kind", "code", "display or name", "what", "instead", "for example",
      numbers: ["count"])
    for finding in findings {
      table.append(
        String(finding.count), finding.kind.rawValue, finding.code,
        finding.display ?? finding.name, finding.message, Self.proposals(of: finding),
        finding.places.first?.description)
    }
    return table
  }

  private var table: Table {
    let fields =
      AuditFinding.shape[
        "count", "severity", "kind", "system", "code", "display", "name", "tty", "status",
        "message"] + [
        Field("instead") { Self.proposals(of: $0) },
        Field("places") { $0.places.map(\.description) },
      ]
    return Table(of: fields, findings)
  }

  /// What could be written instead, and what each would change.
  private static func proposals(of finding: AuditFinding) -> String? {
    let texts = finding.proposals.map { proposal in
      let changes =
        switch proposal.changes {
        case nil: "changes not known"
        case let changes? where changes.isEmpty: "same drug"
        case let changes?: "changes " + changes.joined(separator: ", ")
        }
      let reason = proposal.reason == .related ? "related: " : ""
      return reason + (proposal.concept.code.map { "\($0) " } ?? "") + proposal.concept.name
        + " (\(proposal.concept.status == .active ? "" : proposal.concept.status.rawValue + ", ")"
        + "\(changes))"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
