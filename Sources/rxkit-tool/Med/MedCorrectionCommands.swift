// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

extension MedStore {
  /// The uuid that a text names: all of it, or the beginning of one event's.
  func uuid(_ text: String) throws -> SampleUUID? {
    if let uuid = SampleUUID(text) { return uuid }
    let start = text.uppercased()
    guard start.utf8.count >= 4, start.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      return nil
    }
    let found = try SampleQueryDescriptor(predicates: [.medicationDoseEvent()])
      .samples(in: health).map(\.uuid).filter { $0.description.hasPrefix(start) }
    guard found.count < 2 else {
      throw CommandFailure(
        .usage, "usage.ambiguous", "several doses have an id that begins so",
        details: found.map(\.description), try: "more digits of it")
    }
    return found.first
  }
}

/// `rxkit med undo`: a log is taken back.
struct MedUndoCommand: MedCommand {
  private static let scheduled = OptionDefinition.text(
    "--scheduled", "date", "Which scheduled dose.", default: "what was logged last")

  static let definition = CommandDefinition(
    med: "undo", "Undo that a dose was taken, skipped or snoozed.",
    examples: [
      ("metformin", "what was logged last of it"),
      ("metformin --scheduled 08:00", "this morning's dose"),
      ("6C1B7B3E", "a dose by its id, as rxkit med doses shows it"),
    ],
    arguments: [ArgumentDefinition("medication", "The medication, or the id of a dose.")],
    options: [scheduled],
    discussion: ["The dose stays, as not logged, and can be logged again. Its id changes."],
    seeAlso: ["rxkit med edit", "rxkit med doses"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let words = invocation.arguments[0]
    let date = try store.dates(invocation).moment(scheduled, of: invocation)
    // A short id could also be a part of a name: names come first.
    let isNamed = try !store.medications().named(words).isEmpty
    let uuid = isNamed ? nil : try store.uuid(words)
    let event =
      try uuid.map { try store.person.undo($0) }
      ?? store.person.undoLast(
        of: store.medication(words).medication.identifier, scheduled: date)
    try store.print([event], &streams)
  }
}

/// `rxkit med edit`: a logged dose was another.
struct MedEditCommand: MedCommand {
  private static let status = OptionDefinition.choice(
    "--status", "status", "New status.",
    [Choice("taken", "It was taken."), Choice("skipped", "It was not, on purpose.")])
  private static let at = OptionDefinition.text(
    "--at", "date", "When it was.", default: "as it was")
  private static let amount = OptionDefinition.text(
    "--amount", "number", "How much was taken.", default: "as it was")

  static let definition = CommandDefinition(
    med: "edit", "Change status, time or amount of a dose.",
    examples: [
      ("6C1B7B3E --at 08:10", "taken ten minutes later"),
      ("6C1B7B3E --status skipped", "not taken after all"),
      ("6C1B7B3E --amount 0.5", "half of it"),
    ],
    arguments: [ArgumentDefinition("id", "The id of the dose, or its first digits.")],
    options: [status, at, amount],
    discussion: ["The changed dose has an id of its own."],
    seeAlso: ["rxkit med doses", "rxkit med undo"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let date = try store.dates(invocation).moment(at, of: invocation)
    let quantity = try MedLogOptions.amount(of: invocation)
    let uuid = try store.uuid(invocation.arguments[0])
    let status = invocation.value(of: status).flatMap { LogStatus(name: $0) }
    guard let uuid else { throw HealthError.noSuchSample }
    let event = try store.person.edit(uuid, status: status, at: date, quantity: quantity)
    try store.print([event], &streams)
  }
}
