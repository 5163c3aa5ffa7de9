// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationStore

/// `rxkit med recover`: saves what can be read of a damaged store.
struct MedRecoverCommand: Command {
  static let definition = CommandDefinition(
    med: "recover", "Save what can be read of a damaged store into a new one.",
    examples: [("saved.sqlite", "from the store that the other commands use")],
    arguments: [
      ArgumentDefinition(
        "file", "Where the new store is to be; there must be no file yet.", value: .file)
    ],
    common: [
      CommonOptions.format, MedOptions.store, MedOptions.now, MedOptions.timeZone, MedOptions.seed,
    ],
    discussion: [
      "A row is saved only if it is as it was written; nothing is repaired or guessed. The rest is "
        + "counted by table and reason: unreadable; contradictory (there twice, with different "
        + "values); orphaned (what it belongs to is lost). The damaged file is only read. Apps read "
        + "everything again from the new store. Exit code 1 if anything is lost."
    ],
    seeAlso: ["rxkit med erase"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let damaged = try MedStore.path(invocation, streams.environment)
    let surroundings = try MedStore.surroundings(invocation, streams.environment)
    let path = invocation.arguments.first ?? ""
    let recovery = try CommandFailure.health { () throws(HealthError) in
      try HealthDatabase.recover(damaged, to: path, surroundings: surroundings)
    }
    var table = Table(
      [Table.Column("table"), Table.Column("saved", .number)]
        + RecoveryLoss.allCases.map { Table.Column($0.rawValue, .number) })
    for part in recovery.tables {
      table.append(
        [part.name, "\(part.keptCount)"] + RecoveryLoss.allCases.map { "\(part.lost[$0] ?? 0)" })
    }
    try streams.write(table, as: invocation.format)
    if !recovery.isComplete {
      streams.messages.warn("the lists of rows are damaged, too: more may be lost than is counted")
    }
    if recovery.unreadableLogPageCount > 0 {
      streams.messages.warn("part of the log is damaged: what was entered last may be missing")
    }
    let isWhole =
      recovery.isComplete && recovery.unreadableLogPageCount == 0
      && recovery.tables.allSatisfy(\.lost.isEmpty)
    return isWhole ? .done : .incomplete
  }
}
