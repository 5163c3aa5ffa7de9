// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRStreams
import JSONText
import MedicationExchange
import MedicationModel
import MedicationResolver
import MedicationStore

/// `rxkit med import`: files of other programs, and backups.
struct MedImportCommand: Command {
  static let definition = CommandDefinition(
    med: "import", "Add the records of other programs, or restore a backup.",
    examples: [
      ("export.zip", "the symptoms of an export of Apple Health"),
      ("record.json", "a health record in FHIR, JSON or XML"),
      ("medications.json doses.json", "what a bridge to HealthKit gave"),
      ("medtimer.json", "a backup of MedTimer"),
      ("backup.json --store new.sqlite", "restore a backup"),
    ],
    arguments: [
      ArgumentDefinition(
        "file", "A file; what it is shows in its content.", count: .oneOrMore, value: .file)
    ],
    common: MedOptions.answers + [CommonOptions.catalog, CommonOptions.mappings],
    discussion: [
      "All files are taken in, or none if one cannot be read. Every record is counted: added, in "
        + "the store already, twice in the files, or left out, with its place and the reason. "
        + "Importing a file again adds nothing.",
      "Medication lists of others in FHIR are read with the catalog, by the rules of rxkit convert "
        + "to lists: what is planned, not taken or entered in error gets on no list. A schedule is "
        + "set where a dosage says amounts and times of day; it counts from today on.",
      "A backup makes the same store again, in a file that is not there yet.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit med export"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    var files: [(name: String, file: ImportFile)] = []
    for path in invocation.arguments {
      files.append((path, try reading(path) { try ImportFile(path) }))
    }
    if files.count == 1, files[0].file.kind == .backup {
      return try restore(files[0].file.bytes, invocation, &streams)
    }
    let isFHIR = files.contains { $0.file.kind == .fhir }
    let resolver = isFHIR ? try ResolverOpening.openIfPresent(invocation, &streams) : nil
    if isFHIR, resolver == nil {
      streams.messages.note("no catalog: only what rxkit itself wrote as FHIR can be read")
    }
    let store = try MedStore(invocation, streams)
    let today = store.zone.day(of: store.now)
    let report = try reading("") {
      try store.person.takeIn { run in
        for (name, file) in files {
          run.file = name
          do {
            try file.read(into: run, resolver: resolver, today: today)
          } catch let error as ExchangeError {
            throw error.inFile(name)
          }
        }
      }
    }
    try write(report, store.format, &streams)
    return report.counts.values.contains { $0.leftOut > 0 } ? .incomplete : .done
  }

  private static func restore(
    _ bytes: [UInt8], _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let path = try MedStore.path(invocation, streams.environment)
    let surroundings = try MedStore.surroundings(invocation, streams.environment)
    guard !SystemCalls.exists(path) else {
      throw CommandFailure(
        .usage, "import.store-exists", "\(path) is there; a backup is restored to a new store",
        try: "\(MedOptions.store.name) with the name of a new file")
    }
    let contents = try CommandFailure.health { () throws(HealthError) in
      do throws(HealthError) {
        return try PersonStore(HealthDatabase.restore(bytes, to: path, surroundings: surroundings))
          .contents()
      } catch {
        // Whole or not at all: what is there is an empty store.
        for name in ["", "-wal", "-shm"] { try? SystemCalls.remove(path + name) }
        throw error
      }
    }
    streams.messages.note(
      "restored \(path): "
        + DisplayText.counted(contents.medications.count, "medication", "medications") + ", "
        + DisplayText.counted(contents.doses.count, "dose", "doses") + ", "
        + DisplayText.counted(contents.symptoms.count, "symptom", "symptoms"))
    return .done
  }

  private static func reading<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch let error as ExchangeError {
      let placed = path.isEmpty ? error : error.inFile(path)
      throw CommandFailure(
        .input, error.code, "\(placed.place): found \(error.found), expected \(error.expected)",
        try: error.remedy)
    } catch let error as HealthError {
      throw CommandFailure(error)
    } catch let error as FHIRStreamError {
      throw CommandFailure(error)
    } catch let error as CatalogError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(.internalError, "import.unknown", "the import failed")
    }
  }

  // MARK: The report

  private static func write(
    _ report: ImportReport, _ format: OutputFormat, _ streams: inout Streams
  ) throws(CommandFailure) {
    if format == .json || format == .ndjson {
      var json = JSONWriter(layout: format == .json ? .indented : .compact)
      report.write(to: &json)
      json.endLine()
      return try streams.output.write(json.bytes)
    }
    var table = Table(
      [Table.Column("records")]
        + ["read", "added", "already there", "repeated", "left out"].map {
          Table.Column($0, .number)
        })
    for kind in ImportReport.Kind.allCases {
      guard let count = report.counts[kind] else { continue }
      table.append(
        [kind.rawValue]
          + [count.read, count.added, count.alreadyThere, count.repeated, count.leftOut].map(
            String.init))
    }
    for (kind, count) in report.others.sorted(by: { $0.key < $1.key }) {
      table.append([kind, "\(count)", nil, nil, nil, nil])
    }
    try streams.write(table, as: format)
    for remark in report.remarks.prefix(20) {
      streams.messages.note(
        DisplayText.printable(remark.place) + (remark.isLeftOut ? ": left out: " : ": ")
          + remark.reason)
    }
    let rest = report.reasons.values.reduce(0, +) - min(report.remarks.count, 20)
    if rest > 0 { streams.messages.note("and \(rest) more; --format json lists them") }
  }
}
