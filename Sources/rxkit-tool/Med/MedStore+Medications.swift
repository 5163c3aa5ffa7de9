// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver
import MedicationStore

extension MedStore {
  /// What help says of the words that name a medication.
  static let naming = ArgumentDefinition(
    "medication", "Part of its name or nickname that fits no other, or its number.")

  /// The medications that can be seen, in the order of adding.
  func medications() throws(CommandFailure) -> [UserAnnotatedMedication] {
    try CommandFailure.health { () throws(HealthError) in
      try UserAnnotatedMedicationQueryDescriptor().medications(in: health)
    }
  }

  /// The medication that a person means.
  func medication(_ words: String) throws(CommandFailure) -> UserAnnotatedMedication {
    let found = try medications().named(words)
    guard let first = found.first else {
      throw CommandFailure(
        .incomplete, "\(HealthErrorCode.errorInvalidArgument)",
        "no such medication is on the list", try: "rxkit med list")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .usage, "usage.ambiguous", "several medications match",
        details: found.map { "\($0.number)  \($0.medication.label)" },
        try: "its number, or more of its name")
    }
    return first.medication
  }

  /// The names to show, by identifier.
  func names() throws(CommandFailure) -> [HealthConceptIdentifier: String] {
    Dictionary(try medications().map { ($0.medication.identifier, $0.nameToShow) }) { $1 }
  }

  /// Prints medications in the chosen form.
  func print(
    _ medications: [UserAnnotatedMedication], _ streams: inout Streams
  ) throws(CommandFailure) {
    let numbers = Dictionary(
      try self.medications().enumerated().map { ($1.medication.identifier, $0 + 1) }
    ) { $1 }
    try print(medications, &streams) { () throws(CommandFailure) in
      var table = Table(
        [Table.Column("number", .number)]
          + ["name", "medication", "form", "schedule", "archived"].map { Table.Column($0) })
      for medication in medications {
        let concept = medication.medication
        table.append([
          numbers[concept.identifier].map(String.init), medication.nameToShow,
          String(concept.trimmedDisplayText), concept.generalForm.rawValue,
          try schedule(of: medication), medication.isArchived ? "yes" : "no",
        ])
      }
      return table
    } json: { medication, json in
      medication.write(to: &json)
    }
  }

  /// The schedule in words; apps cannot read more than whether there is one.
  func schedule(of medication: UserAnnotatedMedication) throws(CommandFailure) -> String {
    guard medication.hasSchedule else { return "as needed" }
    guard isOwner else { return "scheduled" }
    return try CommandFailure.health { () throws(HealthError) in
      try person.schedule(of: medication.medication.identifier)?.description ?? "as needed"
    }
  }
}

extension UserAnnotatedMedication {
  /// Nickname and name.
  var label: String {
    let name = String(medication.trimmedDisplayText)
    let nickname = nameToShow == name ? name : "\(nameToShow) (\(name))"
    return DisplayText.printable(nickname + (isArchived ? ", archived" : ""))
  }
}

/// `rxkit med list`: the medications.
struct MedListCommand: MedCommand {
  private static let active = OptionDefinition.flag("--active", "Leave out archived ones.")
  private static let archived = OptionDefinition.flag("--archived", "Only archived ones.")

  static let role = MedStore.Role.anyone

  static let definition = CommandDefinition(
    med: "list", "List your medications.",
    examples: [
      ("", "all, with numbers that other commands take"),
      ("--active --json", "those you take, as JSON"),
      ("--as org.example.diary", "those that an app sees"),
    ],
    options: [active, archived], seeAlso: ["rxkit med show", "rxkit med add"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let shown = try store.medications().filter { medication in
      !(invocation.isSet(active) && medication.isArchived)
        && !(invocation.isSet(archived) && !medication.isArchived)
    }
    try store.print(shown, &streams)
    if shown.isEmpty, store.format == .table, store.isOwner {
      streams.messages.note("no medications; rxkit med add adds one")
    }
  }
}
