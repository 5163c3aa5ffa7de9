// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

extension MedStore {
  /// Changes a medication and prints it as it is then.
  fileprivate func change(
    _ words: String, _ streams: inout Streams,
    _ body: (HealthConceptIdentifier) throws -> Void
  ) throws {
    let identifier = try medication(words).medication.identifier
    try body(identifier)
    try print(try medications().filter { $0.medication.identifier == identifier }, &streams)
  }
}

/// `rxkit med rename`: another nickname.
struct MedRenameCommand: MedCommand {
  private static let none = OptionDefinition.flag("--none", "Remove the nickname.")

  static let definition = CommandDefinition(
    med: "rename", "Give a medication a nickname, or remove it.",
    examples: [
      ("metformin Sugar", "a nickname"),
      ("sugar --none", "its own name again"),
    ],
    arguments: [MedStore.naming, ArgumentDefinition("nickname", "The new nickname.", count: .any)],
    options: [none], seeAlso: ["rxkit med list"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let nickname = invocation.arguments.dropFirst().joined(separator: " ")
    guard nickname.isEmpty == invocation.isSet(none) else {
      throw definition.error("missing-argument", "expected a nickname or \(none.name), one of them")
    }
    try store.change(invocation.arguments[0], &streams) { identifier in
      try store.person.setNickname(nickname.isEmpty ? nil : nickname, for: identifier)
    }
  }
}

/// `rxkit med archive`: a medication is no longer taken.
struct MedArchiveCommand: MedCommand {
  private static let undo = OptionDefinition.flag("--undo", "Make it active again, from now on.")

  static let definition = CommandDefinition(
    med: "archive", "Archive a medication that is no longer taken; its doses stay.",
    examples: [
      ("amoxicillin", "no more reminders"),
      ("amoxicillin --undo", "taken again"),
    ],
    arguments: [MedStore.naming], options: [undo],
    seeAlso: ["rxkit med list", "rxkit med schedule"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    try store.change(invocation.arguments[0], &streams) { identifier in
      try store.person.setArchived(!invocation.isSet(undo), for: identifier)
    }
  }
}

/// `rxkit med erase`: everything is deleted.
struct MedEraseCommand: MedCommand {
  private static let yes = OptionDefinition.flag("--yes", "Do it without asking.")

  static let definition = CommandDefinition(
    med: "erase", "Delete all medications, doses, symptoms and permissions for good.",
    examples: [("", "after you have confirmed it")], options: [yes], common: MedOptions.all,
    discussion: [
      "What was in the file is overwritten. Copies and backups elsewhere are not touched."
    ])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    if !invocation.isSet(yes) {
      guard let dialog = Dialog(streams) else {
        throw definition.error("missing-option", "not a terminal, pass \(yes.name) to confirm")
      }
      guard try dialog.confirm("Delete everything in \(store.database.path) for good?") else {
        throw CommandFailure(.incomplete, "errorUserCanceled", "nothing was deleted")
      }
    }
    try store.database.erase()
    streams.messages.note("erased")
  }
}
