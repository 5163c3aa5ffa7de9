// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import MedicationExchange
import MedicationModel
import MedicationStore

/// The commands about the store as a whole, but for `import`.
enum StoreCommands {
  // MARK: Recovering and erasing

  static let recover = ToolCommand.med(
    "recover", "Save what can be read of a damaged store into a new one.",
    examples: [("saved.sqlite", "from the store that the other commands use")],
    arguments: [
      ArgumentDefinition(
        "file", "Where the new store is to be; there must be no file yet.", value: .file)
    ],
    discussion: "A row is saved only if it is as it was written; nothing is repaired or guessed. "
      + "The rest is counted by table and reason: unreadable; contradictory (there twice, with "
      + "different values); orphaned (what it belongs to is lost). The damaged file is only read. "
      + "Apps read everything again from the new store. Exit code 1 if anything is lost.",
    seeAlso: ["rxkit med erase"],
    run: { invocation, streams in
      try MedStore.checkOwner(invocation)
      let recovery = try HealthDatabase.recover(
        MedStore.path(invocation, streams.environment, for: .reading), to: invocation.arguments[0],
        surroundings: MedStore.surroundings(invocation, streams.environment))
      let losses = RecoveryLoss.allCases
      let numbers = ["saved"] + losses.map(\.rawValue)
      var table = Table(columns: ["table"] + numbers, numbers: Set(numbers))
      for part in recovery.tables {
        table.append([part.name, "\(part.keptCount)"] + losses.map { "\(part.lost[$0] ?? 0)" })
      }
      try streams.write(table, as: invocation.format)
      if !recovery.isComplete {
        streams.messages.warn(
          "the lists of rows are damaged, too: more may be lost than is counted")
      }
      if recovery.unreadableLogPageCount > 0 {
        streams.messages.warn("part of the log is damaged: what was entered last may be missing")
      }
      let unreadable = try PersonStore(recovery.database).warnOfSchedules(streams.messages)
      let isWhole =
        unreadable.isEmpty && recovery.isComplete && recovery.unreadableLogPageCount == 0
        && recovery.tables.allSatisfy(\.lost.isEmpty)
      return isWhole ? .done : .incomplete
    })

  private static let yes = OptionDefinition.flag("--yes", "Do it without asking.")

  static let erase = ToolCommand.med(
    "erase", "Delete all medications, doses, symptoms and permissions for good.",
    examples: [("", "after you have confirmed it")], options: [yes],
    discussion:
      "What was in the file is overwritten. Copies and backups elsewhere are not touched.",
    run: MedStore.opened(worksBehind: true) { store, streams in
      if !store.invocation.isSet(yes) {
        guard let dialog = Dialog(streams) else {
          throw store.invocation.command.error(
            "missing-option", "not a terminal, pass \(yes.name) to confirm")
        }
        guard try dialog.confirm("Delete everything in \(store.database.path) for good?") else {
          throw CommandFailure(.incomplete, "errorUserCanceled", "nothing was deleted")
        }
      }
      try store.database.erase()
      try streams.write(Table("erased", cell: store.database.path), as: store.format)
    })

  // MARK: Exporting

  /// The forms of an export, with what they are.
  private static let forms = [
    Choice("json", "a backup, which rxkit med import restores to the same store"),
    Choice("fhir", "a Bundle of FHIR R4"),
    Choice("csv", "three tables in a folder, or one with --table"),
    Choice("ics", "a calendar of the doses of the next days"),
    Choice("fhir-r5", "a Bundle of FHIR R5"),
  ]
  private static let form = OptionDefinition.choice(
    "--format", "format", "What to write.", forms, default: "json"
  ).short("f")
  private static let table = OptionDefinition.choice(
    "--table", "table", "One table instead of a folder with all.",
    StoreTables.allCases.map { Choice($0.rawValue, "the \($0.rawValue)") })

  static let export = ToolCommand.med(
    "export", "Write medications, doses and symptoms as a backup, FHIR, tables or a calendar.",
    examples: [
      ("-o backup.json", "everything, to be restored"),
      ("--format fhir -o record.json", "for a health record"),
      ("--format csv -o diary", "a folder with three tables"),
      ("--format csv --table doses", "one table"),
      ("--format ics -o doses.ics", "the next 30 days, for a calendar"),
    ],
    options: [
      form, table, MedOptions.days, CommonOptions.output, CommonOptions.force,
      CommonOptions.catalog,
    ], common: MedOptions.all,
    discussion: "An export is as private as the store, and not encrypted. A new file is readable "
      + "only by you. FHIR has the names of RxNorm codes if there is a catalog. The same store and "
      + "catalog give the same bytes. A file or folder appears whole under its name or not at all.",
    seeAlso: ["rxkit med import", "rxkit med remind"],
    run: { invocation, streams in
      let form = invocation.value(of: form)
      let one = invocation.value(of: table).flatMap { StoreTables(rawValue: $0) }
      guard one == nil || form == "csv" else {
        throw invocation.command.error("option", "--table requires --format csv")
      }
      let days = try invocation.count(of: MedOptions.days, in: 1...3660) ?? 30
      let store = try MedStore(invocation, streams, .reading, worksBehind: true)
      SystemCalls.makeFilesPrivate()
      let bytes: [UInt8]
      switch form {
      case "fhir", "fhir-r5":
        let catalog =
          CatalogOpening.isPresent(invocation, streams)
          ? try CatalogOpening.open(invocation, &streams) : nil
        bytes = FHIRBundleWriter.bundle(
          of: try store.person.contents(), version: form == "fhir" ? .r4 : .r5, zone: store.zone
        ) { coding in
          guard coding.system == CodeSystem.rxNorm else { return nil }
          return RxCUI(coding.code).flatMap { catalog?.concept(for: $0)?.name }
        }
      case "csv":
        guard let one else {
          try writeTables(of: store, streams)
          return .done
        }
        let table = one.table(of: try store.person.contents(), zone: store.zone)
        bytes = Array(table.rendered(as: .csv).utf8)
      case "ics":
        let text = try DoseCalendar.text(of: store.person, days: days, now: store.now)
        bytes = Array(text.utf8)
      default: bytes = try store.database.backup() + [0x0A]
      }
      return try streams.withOutput(of: invocation) { streams in
        try streams.output.write(bytes)
        return .done
      }
    })

  /// Writes a folder with all tables.
  private static func writeTables(of store: MedStore, _ streams: borrowing Streams) throws {
    let invocation = store.invocation
    guard let path = invocation.value(of: CommonOptions.output), path != "-" else {
      throw invocation.command.error(
        "output", "--format csv writes a folder: --output or --table is missing")
    }
    let contents = try store.person.contents()
    let folder = try AtomicFolder(
      path, holding: StoreTables.allCases.map(\.fileName),
      replacing: invocation.isSet(CommonOptions.force))
    let (zone, sources) = (store.zone, streams.sources)
    for table in StoreTables.allCases {
      try folder.write(table.fileName) { descriptor in
        var writer = OutputWriter(descriptor: descriptor, name: table.fileName, from: sources)
        try writer.write(table.table(of: contents, zone: zone).rendered(as: .csv))
        try writer.flush()
      }
    }
    try folder.commit(from: sources)
    streams.messages.note("wrote \(path)")
  }
}
