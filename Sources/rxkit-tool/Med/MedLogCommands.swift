// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// The options of commands that log a dose.
enum MedLogOptions {
  static let scheduled = OptionDefinition.text(
    "--scheduled", "date", "Which scheduled dose; also the next one, early.",
    default: "the latest one of the day that waits")
  static let at = OptionDefinition.text("--at", "date", "When it was.", default: "now")
  static let amount = OptionDefinition.text(
    "--amount", "number", "How much was taken.", default: "what was planned, or 1")

  /// The amount of an invocation; `nil` if none was given.
  static func amount(of invocation: Invocation) throws(CommandFailure) -> Double? {
    guard let text = invocation.value(of: amount) else { return nil }
    return try amount(text, amount, invocation.command)
  }

  /// The amount that a text names.
  static func amount(
    _ text: String, _ option: OptionDefinition, _ command: CommandDefinition
  ) throws(CommandFailure) -> Double {
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw .usage(
        "\(HealthErrorCode.errorInvalidArgument)",
        "\(command.words): the amount of \(option.name) is not a number of at least 0, such as 0.5",
        of: command)
    }
    return number
  }
}

/// `rxkit med take`, `skip` or `snooze`: an answer to a reminder.
protocol MedAnswerCommand: Command {
  /// Logs the answer to a dose, or without one.
  static func answer(
    _ scheduled: Instant?, of medication: UserAnnotatedMedication, in store: MedStore,
    _ invocation: Invocation
  ) throws(CommandFailure) -> MedicationDoseEvent
}

extension MedAnswerCommand {
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let store = try MedStore(invocation, streams)
    let medication = try store.medication(invocation.arguments[0])
    let dates = store.dates(invocation)
    let at = try dates.moment(MedLogOptions.at, of: invocation)
    let given = try dates.moment(MedLogOptions.scheduled, of: invocation)
    let waiting = try CommandFailure.health { () throws(HealthError) in
      try store.person.unanswered(medication.medication.identifier, at: at)
    }.compactMap(\.scheduledDate)
    let isExtra = invocation.isSet(MedTakeCommand.extra)
    let scheduled = isExtra ? nil : given ?? waiting.first
    let event = try answer(scheduled, of: medication, in: store, invocation)
    try store.print([event], &streams)
    let others = waiting.filter { $0 != scheduled }.map(dates.shortText)
    if !others.isEmpty {
      streams.messages.note("also waiting: " + others.reversed().joined(separator: ", "))
    }
    if event.scheduleType == .asNeeded, medication.hasSchedule, !isExtra {
      streams.messages.note(
        "no dose was due, so this is logged as an extra one; for the next dose, undo it and use "
          + MedLogOptions.scheduled.name)
    }
    return .done
  }

  /// Logs a dose as taken or skipped.
  static func log(
    _ status: LogStatus, _ scheduled: Instant?, of medication: UserAnnotatedMedication,
    in store: MedStore, _ invocation: Invocation
  ) throws(CommandFailure) -> MedicationDoseEvent {
    let amount = try MedLogOptions.amount(of: invocation)
    let at = try store.dates(invocation).moment(MedLogOptions.at, of: invocation)
    let identifier = medication.medication.identifier
    return try CommandFailure.health { () throws(HealthError) in
      if let scheduled {
        return try store.person.log(
          scheduled: scheduled, of: identifier, status: status, quantity: amount, at: at)
      }
      // Only what was taken is more than what a schedule asks for.
      guard status == .taken || !medication.hasSchedule else { throw HealthError(.noSuchSlot) }
      guard status == .taken || amount ?? 0 == 0 else { throw HealthError(.skippedQuantity) }
      return try store.person.logAsNeeded(
        identifier, quantity: amount ?? 1, at: at, status: status)
    }
  }
}

/// `rxkit med take`: a dose was taken.
struct MedTakeCommand: MedAnswerCommand {
  static let extra = OptionDefinition.flag(
    "--extra", "Log a dose besides the schedule, also while a scheduled one waits.")

  static let definition = CommandDefinition(
    name: "med take",
    abstract: "Log a dose as taken.",
    examples: [
      .init("rxkit med take metformin", "the dose that waits, else one as needed"),
      .init("rxkit med take 2 --at 08:10 --amount 2", "medication 2 of the list, this morning"),
      .init("rxkit med take metformin --scheduled 20:00", "tonight's dose, early"),
    ],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at, MedLogOptions.amount, extra]
      + MedOptions.answers,
    discussion: [
      "Where several doses of the day wait, the latest is meant, and the others are named. Where "
        + "none waits, an extra dose is logged.",
      MedDates.explanation,
    ],
    seeAlso: ["rxkit med due", "rxkit med skip", "rxkit med undo"])

  static func answer(
    _ scheduled: Instant?, of medication: UserAnnotatedMedication, in store: MedStore,
    _ invocation: Invocation
  ) throws(CommandFailure) -> MedicationDoseEvent {
    try log(.taken, scheduled, of: medication, in: store, invocation)
  }
}

/// `rxkit med skip`: a dose was not taken, on purpose.
struct MedSkipCommand: MedAnswerCommand {
  static let definition = CommandDefinition(
    name: "med skip",
    abstract: "Log a dose as skipped.",
    examples: [
      .init("rxkit med skip metformin", "the dose that waits"),
      .init("rxkit med skip metformin --scheduled 20:00", "tonight's dose"),
    ],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at, MedLogOptions.amount] + MedOptions.answers,
    discussion: [
      "The amount of a skipped dose is 0. Where several doses of the day wait, the latest is meant.",
      MedDates.explanation,
    ],
    seeAlso: ["rxkit med take", "rxkit med undo"])

  static func answer(
    _ scheduled: Instant?, of medication: UserAnnotatedMedication, in store: MedStore,
    _ invocation: Invocation
  ) throws(CommandFailure) -> MedicationDoseEvent {
    try log(.skipped, scheduled, of: medication, in: store, invocation)
  }
}

/// `rxkit med snooze`: a reminder comes again in ten minutes.
struct MedSnoozeCommand: MedAnswerCommand {
  static let definition = CommandDefinition(
    name: "med snooze",
    abstract: "Put a reminder off by ten minutes.",
    examples: [.init("rxkit med snooze metformin", "the dose that waits")],
    arguments: [MedStore.naming],
    options: [MedLogOptions.scheduled, MedLogOptions.at] + MedOptions.answers,
    discussion: ["The dose goes on waiting until you take or skip it.", MedDates.explanation],
    seeAlso: ["rxkit med due", "rxkit med take"])

  static func answer(
    _ scheduled: Instant?, of medication: UserAnnotatedMedication, in store: MedStore,
    _ invocation: Invocation
  ) throws(CommandFailure) -> MedicationDoseEvent {
    let at = try store.dates(invocation).moment(MedLogOptions.at, of: invocation)
    return try CommandFailure.health { () throws(HealthError) in
      guard let scheduled else { throw HealthError(.noSuchSlot) }
      return try store.person.snooze(
        scheduled: scheduled, of: medication.medication.identifier, at: at
      ).event
    }
  }
}
