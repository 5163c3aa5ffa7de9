// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// The options of commands that log a dose.
enum MedLogOptions {
  static let scheduled = OptionDefinition.text(
    "--scheduled", "date", "The scheduled dose; may be the next one, early.",
    default: "the latest that is due")
  static let at = OptionDefinition.text("--at", "date", "When it was.", default: "now")
  static let amount = OptionDefinition.text(
    "--amount", "number", "How much was taken.", default: "what was planned, or 1")

  /// The amount of an invocation; `nil` if none was given.
  static func amount(of invocation: Invocation) throws -> Double? {
    guard let text = invocation.value(of: amount) else { return nil }
    return try amount(text, amount, invocation.command)
  }

  /// The amount that a text names.
  static func amount(
    _ text: String, _ option: OptionDefinition, _ command: CommandDefinition
  ) throws -> Double {
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw command.invalid(
        "the amount of \(option.name) is not a number of at least 0, such as 0.5")
    }
    return number
  }
}

/// `rxkit med take`, `skip` or `snooze`: an answer to a reminder.
protocol MedAnswerCommand: MedCommand {
  /// What the dose becomes.
  static var status: LogStatus { get }
}

extension MedAnswerCommand {
  static func run(
    _ invocation: Invocation, on store: MedStore, _ streams: inout Streams
  ) throws {
    let medication = try store.medication(invocation.arguments[0])
    let identifier = medication.medication.identifier
    let dates = store.dates(invocation)
    let at = try dates.moment(MedLogOptions.at, of: invocation)
    let amount = try MedLogOptions.amount(of: invocation)
    let waiting = try store.person.unanswered(identifier, at: at).compactMap(\.scheduledDate)
    let isExtra = invocation.isSet(MedTakeCommand.extra)
    let given = try dates.moment(MedLogOptions.scheduled, of: invocation)
    let scheduled = isExtra ? nil : given ?? waiting.first
    // Without a dose that waits, only what was taken is more than what a schedule asks for.
    let isAnswer = status == .snoozed || status == .skipped && medication.hasSchedule
    if scheduled == nil, isAnswer { throw HealthError.noSuchSlot }
    let event =
      switch (scheduled, status) {
      case (let scheduled?, .snoozed):
        try store.person.snooze(scheduled: scheduled, of: identifier, at: at).event
      case (let scheduled?, _):
        try store.person.log(
          scheduled: scheduled, of: identifier, status: status, quantity: amount, at: at)
      case (nil, _):
        try store.person.logAsNeeded(identifier, quantity: amount, at: at, status: status)
      }
    try store.print([event], &streams)
    let others = waiting.filter { $0 != scheduled }.map(dates.shortText)
    if !others.isEmpty {
      streams.messages.note("also due: " + others.reversed().joined(separator: ", "))
    }
    if scheduled == nil, medication.hasSchedule, !isExtra {
      streams.messages.note(
        "no dose was due, so this is logged as an extra one; for the next dose, undo it and use "
          + MedLogOptions.scheduled.name)
    }
  }
}

/// `rxkit med take`: a dose was taken.
struct MedTakeCommand: MedAnswerCommand {
  static let status = LogStatus.taken
  static let extra = OptionDefinition.flag(
    "--extra", "Log an extra dose, even if a scheduled one is due.")

  static let definition = CommandDefinition(
    med: "take", "Log a dose as taken.",
    examples: [
      ("metformin", "the dose that is due, else one as needed"),
      ("2 --at 08:10 --amount 2", "medication 2 of the list, this morning"),
      ("metformin --scheduled 20:00", "tonight's dose, early"),
    ],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at, MedLogOptions.amount, extra],
    discussion: [
      "If several doses are due, the latest is meant and the others are named. If none is due, an "
        + "extra dose is logged."
    ],
    seeAlso: ["rxkit med due", "rxkit med skip", "rxkit med undo"])
}

/// `rxkit med skip`: a dose was not taken, on purpose.
struct MedSkipCommand: MedAnswerCommand {
  static let status = LogStatus.skipped

  static let definition = CommandDefinition(
    med: "skip", "Log a dose as skipped.",
    examples: [
      ("metformin", "the dose that is due"),
      ("metformin --scheduled 20:00", "tonight's dose"),
    ],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at, MedLogOptions.amount],
    discussion: [
      "The amount of a skipped dose is 0. If several doses are due, the latest is meant."
    ],
    seeAlso: ["rxkit med take", "rxkit med undo"])
}

/// `rxkit med snooze`: a reminder comes again in ten minutes.
struct MedSnoozeCommand: MedAnswerCommand {
  static let status = LogStatus.snoozed

  static let definition = CommandDefinition(
    med: "snooze", "Put a reminder off by ten minutes.",
    examples: [("metformin", "the dose that is due")],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at],
    discussion: [
      "The dose stays due until you take or skip it."
    ],
    seeAlso: ["rxkit med due", "rxkit med take"])
}
