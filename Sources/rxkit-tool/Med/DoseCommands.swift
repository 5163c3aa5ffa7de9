// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// The commands that log doses and correct logs.
enum DoseCommands {
  private static let scheduled = OptionDefinition.text(
    "--scheduled", "date", "The scheduled dose; may be the next one, early.",
    default: "the latest that is due")
  private static let extra = OptionDefinition.flag(
    "--extra", "Log an extra dose, even if a scheduled one is due.")
  private static let lastScheduled = OptionDefinition.text(
    "--scheduled", "date", "Which scheduled dose.", default: "what was logged last")
  private static let status = OptionDefinition.text(
    "--status", "status", "New status: taken or skipped.")
  private static let newTime = OptionDefinition.text(
    "--at", "date", "When it was.", default: "as it was")
  private static let newAmount = OptionDefinition.text(
    "--amount", "number", "How much was taken.", default: "as it was")

  static let due = ToolCommand.med(
    "due", "List doses that are due and not yet logged as taken or skipped.",
    examples: [
      ("", "today's doses, and what comes next"),
      ("--format ndjson", "for a script"),
    ],
    discussion: "Lists doses of today and of the last six hours, and snoozed ones. For older ones "
      + "that were never answered: rxkit med doses --status notInteracted.",
    seeAlso: ["rxkit med take", "rxkit med skip", "rxkit med snooze"],
    run: MedStore.opened { store, streams in
      let due = try store.person.due()
      let reminders = Dictionary(due.map { ($0.event.uuid, $0.reminder) }) { $1 }
      try store.print(due.map(\.event), reminders: reminders, &streams)
      guard store.format == .table else { return }
      if due.isEmpty { streams.messages.note("nothing is due") }
      let zone = store.zone
      let end = zone.startOfDay(zone.day(of: store.now).adding(days: 2))
      if let coming = try store.person.upcoming(through: end).first {
        let name = try store.names()[coming.identifier] ?? ""
        streams.messages.note(
          "next: \(store.shortText(coming.slot.due))  "
            + "\(DisplayText.printable(name)), \(coming.slot.quantity.amountText)")
      }
    })

  static let take = ToolCommand.med(
    "take", "Log a dose as taken.",
    examples: [
      ("metformin", "the dose that is due, else one as needed"),
      ("2 --at 08:10 --amount 2", "medication 2 of the list, this morning"),
      ("metformin --scheduled 20:00", "tonight's dose, early"),
    ],
    arguments: [MedOptions.medication],
    options: [scheduled, MedOptions.at, MedOptions.amount, extra],
    discussion: "If several doses are due, the latest is meant and the others are named. If none "
      + "is due, an extra dose is logged. A dose that was taken or skipped is not logged again: "
      + "rxkit med edit changes it.",
    seeAlso: ["rxkit med due", "rxkit med skip", "rxkit med undo"], run: answering(.taken))

  static let skip = ToolCommand.med(
    "skip", "Log a dose as skipped.",
    examples: [
      ("metformin", "the dose that is due"),
      ("metformin --scheduled 20:00", "tonight's dose"),
    ],
    arguments: [MedOptions.medication], options: [scheduled, MedOptions.at, MedOptions.amount],
    discussion: "The amount of a skipped dose is 0. If several doses are due, the latest is meant.",
    seeAlso: ["rxkit med take", "rxkit med undo"], run: answering(.skipped))

  static let snooze = ToolCommand.med(
    "snooze", "Put a reminder off by ten minutes.",
    examples: [("metformin", "the dose that is due")],
    arguments: [MedOptions.medication], options: [scheduled, MedOptions.at, MedOptions.amount],
    discussion: "The dose stays due until you take or skip it; an amount is recorded only then.",
    seeAlso: ["rxkit med due", "rxkit med take"], run: answering(.snoozed))

  /// What an answer to a reminder does.
  private static func answering(_ status: LogStatus) -> ToolCommand.Action {
    MedStore.opened { store, streams in
      let medication = try store.medication()
      let (person, identifier) = (store.person, medication.medication.identifier)
      let (at, amount) = (try store.moment(MedOptions.at), try store.amount())
      let waiting = try store.waiting(identifier, at: at, status)
      let isExtra = store.invocation.isSet(extra)
      let given = try store.moment(scheduled)
      let due = isExtra ? nil : given ?? waiting.first
      // Without a waiting dose, only a taken one can be recorded as extra to the schedule.
      let isAnswer = status == .snoozed || status == .skipped && medication.hasSchedule
      if due == nil, isAnswer { throw HealthError.noSuchSlot }
      let event =
        switch (due, status) {
        case (let due?, .snoozed): try person.snooze(scheduled: due, of: identifier, at: at).event
        case (let due?, _):
          try store.naming(due, of: identifier) { () throws(HealthError) in
            try person.log(
              scheduled: due, of: identifier, status: status, quantity: amount, at: at)
          }
        case (nil, _):
          try person.logAsNeeded(identifier, quantity: amount, at: at, status: status)
        }
      try store.print([event], &streams)
      let others = waiting.filter { $0 != due }.map(store.shortText)
      if !others.isEmpty {
        streams.messages.note("also due: " + others.reversed().joined(separator: ", "))
      }
      if due == nil, medication.hasSchedule, !isExtra {
        streams.messages.note(
          "no dose was due, so this is logged as an extra one; for the next dose, undo it and use "
            + scheduled.name)
      }
    }
  }

  static let undo = ToolCommand.med(
    "undo", "Undo that a dose was taken, skipped or snoozed.",
    examples: [
      ("metformin", "what was logged last of it"),
      ("metformin --scheduled 08:00", "this morning's dose"),
      ("6C1B7B3E", "a dose by its id, as rxkit med doses shows it"),
    ],
    arguments: [ArgumentDefinition("medication", "The medication, or the id of a dose.")],
    options: [lastScheduled],
    discussion: "The dose stays, as not logged, and can be logged again. Its id changes.",
    seeAlso: ["rxkit med edit", "rxkit med doses"],
    run: MedStore.opened { store, streams in
      let words = store.invocation.arguments[0]
      let date = try store.moment(lastScheduled)
      // A short id could also be a part of a name: names come first.
      let isNamed = try !store.medications().named(words).isEmpty
      let uuid = isNamed ? nil : try store.uuid(words)
      let event =
        try uuid.map { try store.person.undo($0) }
        ?? store.person.undoLast(of: store.medication().medication.identifier, scheduled: date)
      try store.print([event], &streams)
    })

  static let edit = ToolCommand.med(
    "edit", "Change status, time or amount of a dose.",
    examples: [
      ("6C1B7B3E --at 08:10", "taken ten minutes later"),
      ("6C1B7B3E --status skipped", "not taken after all"),
      ("6C1B7B3E --amount 0.5", "half of it"),
    ],
    arguments: [ArgumentDefinition("id", "The id of the dose, or its first digits.")],
    options: [status, newTime, newAmount],
    discussion: "The changed dose has an id of its own.",
    seeAlso: ["rxkit med doses", "rxkit med undo"],
    run: MedStore.opened { store, streams in
      let invocation = store.invocation
      guard [Self.status, newTime, newAmount].contains(where: invocation.isSet) else {
        throw invocation.command.error(
          "missing-option",
          "nothing to change, pass \(Self.status.name), \(newTime.name) or \(newAmount.name)")
      }
      let (date, amount) = (try store.moment(newTime), try store.amount())
      let status = try invocation.value(of: Self.status).map { text in
        guard let status = LogStatus(name: text) else {
          throw invocation.command.invalid("\(Self.status.name): expected taken or skipped")
        }
        return status
      }
      guard let uuid = try store.uuid(invocation.arguments[0]) else {
        throw HealthError.noSuchSample
      }
      let event = try store.person.edit(uuid, status: status, at: date, quantity: amount)
      try store.print([event], &streams)
    })

  static let sweep = ToolCommand.med(
    "sweep", "Record the scheduled doses that have become due, and list them.",
    examples: [("", "since the last command")],
    discussion: "Every other command does this first, so no dose is lost if you never run it.",
    seeAlso: ["rxkit med due"],
    run: MedStore.opened { store, streams in try store.print(store.made, &streams) })
}

extension MedStore {
  /// How long before its time a dose may have been taken to be the one that is due.
  private static let earlySeconds: Int64 = 6 * 3600

  /// Logs a scheduled dose; the error for one that is logged already has its id.
  fileprivate func naming<Result>(
    _ due: Instant, of identifier: HealthConceptIdentifier, _ log: () throws(HealthError) -> Result
  ) throws -> Result {
    do {
      return try log()
    } catch {
      guard error.isSame(as: .alreadyLogged) else { throw error }
      let logged = try SampleQueryDescriptor(
        predicates: [
          .medicationDoseEvent(predicate: .medication([identifier]) && .scheduledDate([due]))
        ]
      ).samples(in: health).first
      guard let logged else { throw error }
      throw CommandFailure(
        .usage, "\(error.code)", error.explanation,
        try: "rxkit med edit \(logged.uuid.description.prefix(8)), or rxkit med take --extra for "
          + "a further dose")
    }
  }

  /// The scheduled doses that an answer to a reminder may mean, the likeliest first: those that
  /// were waiting at a moment, the latest first; else the first one after it that is due now.
  fileprivate func waiting(
    _ identifier: HealthConceptIdentifier, at date: Instant?, _ status: LogStatus
  ) throws -> [Instant] {
    func dates(_ date: Instant?) throws -> [Instant] {
      // A log that was undone can be made again, and its reminder cannot be put off.
      try person.unanswered(identifier, at: date)
        .filter { status != .snoozed || $0.logStatus != .notLogged }.compactMap(\.scheduledDate)
    }
    let then = try dates(date)
    guard let date, then.isEmpty else { return then }
    let latest = date.adding(seconds: Self.earlySeconds)
    return try dates(nil).filter { date < $0 && $0 <= latest }.reversed()
  }
}
