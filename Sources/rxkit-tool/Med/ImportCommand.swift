// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationExchange
import MedicationModel
import MedicationStore

/// `rxkit med import`: files of other programs, and backups.
enum ImportCommand {
  /// How many remarks people see.
  private static let remarkLimit = 20

  static let `import` = ToolCommand.med(
    "import", "Add the records of other programs, or restore a backup.",
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
    discussion: "All files are taken in, or none if one cannot be read. Every record is counted: "
      + "added, in the store already, twice in the files, or left out, with its place and the "
      + "reason. Importing a file again adds nothing.\n"
      + "Medication lists of others in FHIR are read with the catalog, by the rules of rxkit "
      + "convert to lists: what is planned, not taken or entered in error gets on no list. A "
      + "schedule is set for what is in use, where a dosage says amounts and times of day and "
      + "nothing in it says otherwise; else its words are listed. It counts from today on.\n"
      + "A backup makes the same store again, in a new file or in a store that was erased.\n"
      + HelpText.safetyNote,
    seeAlso: ["rxkit med export"],
    run: { invocation, streams in
      try MedStore.checkOwner(invocation)
      let files = try invocation.arguments.map { path in
        (name: path, file: try named(path) { try ImportFile(path) })
      }
      if files.count == 1, files[0].file.kind == .backup {
        try restore(files[0].file.bytes, of: files[0].name, invocation, &streams)
        return .done
      }
      let isFHIR = files.contains { $0.file.kind == .fhir }
      let resolver = isFHIR ? try ResolverOpening.openIfPresent(invocation, &streams) : nil
      if isFHIR, resolver == nil {
        streams.messages.note("no catalog: only what rxkit itself wrote as FHIR can be read")
      }
      let store = try MedStore(invocation, streams, .creating)
      let today = store.zone.day(of: store.now)
      let report = try store.person.takeIn { run in
        for (name, file) in files {
          run.file = name
          try named(name) { try file.read(into: run, resolver: resolver, today: today) }
        }
      }
      try write(report, store.format, &streams)
      return report.counts.values.contains { $0.leftOut > 0 } ? .incomplete : .done
    })

  private static func restore(
    _ bytes: [UInt8], of name: String, _ invocation: Invocation, _ streams: inout Streams
  ) throws {
    let path = try MedStore.path(invocation, streams.environment, for: .creating)
    let surroundings = try MedStore.surroundings(invocation, streams.environment)
    let isNew = !SystemCalls.exists(path)
    let (person, contents): (PersonStore, StoreContents)
    do {
      person = PersonStore(
        try HealthDatabase.restore(bytes, to: path, surroundings: surroundings))
      contents = try person.contents()
    } catch let error where error.isSame(as: .fileExists) {
      throw CommandFailure(
        .usage, "import.store-exists",
        "\(path) has records; a backup is restored to a new store, or to one that was erased",
        try: "\(MedOptions.store.name) with the name of a new file, or rxkit med erase")
    } catch {
      // Whole or not at all: a store that was made for this is empty.
      for name in isNew ? ["", "-wal", "-shm"] : [] { try? SystemCalls.remove(path + name) }
      guard error.file == nil else { throw error }
      let failure = error.failure
      throw CommandFailure(
        failure.exitCode, failure.code, "\(name): \(failure.message)", try: failure.remedy)
    }
    let counts = [contents.medications.count, contents.doses.count, contents.symptoms.count]
    let names = ["medications", "doses", "symptoms"]
    var table = Table(columns: ["restored"] + names, numbers: Set(names))
    table.append([path] + counts.map(String.init))
    try streams.write(table, as: invocation.format)
    try person.warnOfSchedules(streams.messages)
  }

  /// Does something with a file that errors name.
  private static func named<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ExchangeError { throw error.inFile(path) }
  }

  // MARK: The report

  private static func write(
    _ report: ImportReport, _ format: OutputFormat, _ streams: inout Streams
  ) throws {
    if format == .json || format == .ndjson {
      var json = JSONWriter(layout: format == .json ? .indented : .compact)
      report.write(to: &json)
      json.endLine()
      return try streams.output.write(json.bytes)
    }
    let numbers = ["read", "added", "already there", "repeated", "left out"]
    var table = Table(columns: ["records"] + numbers, numbers: Set(numbers))
    for kind in ImportReport.Kind.allCases {
      guard let count = report.counts[kind] else { continue }
      let counts = [count.read, count.added, count.alreadyThere, count.repeated, count.leftOut]
      table.append([kind.rawValue] + counts.map(String.init))
    }
    for (kind, count) in report.others.sorted(by: { $0.key < $1.key }) {
      table.append(kind, "\(count)", nil, nil, nil, nil)
    }
    try streams.write(table, as: format)
    // They are the person's own: messages may get into logs.
    let worded = report.remarks.filter { !$0.words.isEmpty }
    if format == .table, !worded.isEmpty {
      var words = Table(columns: ["no schedule was set", "it says"])
      for remark in worded { words.append([remark.place, remark.words.joined(separator: "; ")]) }
      try streams.write(words, as: format)
    }
    for remark in report.remarks.prefix(remarkLimit) {
      streams.messages.note(
        DisplayText.printable(remark.place) + (remark.isLeftOut ? ": left out: " : ": ")
          + remark.reason)
    }
    let rest = report.reasons.values.reduce(0, +) - min(report.remarks.count, remarkLimit)
    if rest > 0 { streams.messages.note("and \(rest) more; --format json lists them") }
  }
}
