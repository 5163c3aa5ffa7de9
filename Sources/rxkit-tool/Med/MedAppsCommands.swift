// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// `rxkit med grant` or `revoke`: what an app may see and write.
protocol MedAccessCommand: MedCommand {
  /// Whether the app gets what is named, or loses it.
  static var isGrant: Bool { get }
}

extension MedAccessCommand {
  static var arguments: [ArgumentDefinition] {
    [
      ArgumentDefinition("app", "The app, by its bundle identifier."),
      ArgumentDefinition(
        "what", "A medication, by a part of its name or its number; or a symptom, such as headache."
      ),
    ]
  }

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let (app, what) = (invocation.arguments[0], invocation.arguments[1])
    let (reads, shares) = (
      invocation.isSet(MedGrantCommand.read), invocation.isSet(MedGrantCommand.share)
    )
    if let symptom = SymptomCategory.find(what) {
      // Without an option both are meant.
      let isBoth = reads == shares
      try store.person.setPermission(
        for: symptom, of: app, share: shares || isBoth ? isGrant : nil,
        read: reads || isBoth ? isGrant : nil)
    } else {
      let identifier = try store.medication(what).medication.identifier
      guard !shares else { throw HealthError.sharingMedications }
      if isGrant {
        try store.person.grant(identifier, to: app)
      } else {
        try store.person.revoke(identifier, from: app)
      }
    }
    try store.printApps(&streams) { $0 == app }
  }
}

/// `rxkit med grant`.
struct MedGrantCommand: MedAccessCommand {
  static let read = OptionDefinition.flag("--read", "Only reading.")
  static let share = OptionDefinition.flag("--share", "Only writing, of a symptom.")
  static let isGrant = true

  static let definition = CommandDefinition(
    med: "grant", "Let an app see a medication with its doses, or see and write a symptom.",
    examples: [
      ("org.example.diary metformin", "the medication and its doses"),
      ("org.example.diary headache --read", "a symptom, to read"),
    ],
    arguments: arguments, options: [read, share],
    discussion: [
      "An app requests access by its first command with --as, such as rxkit med list --as "
        + "org.example.diary; at a terminal you are asked at once. Before that nothing can be "
        + "granted. Apps never write medications or doses."
    ],
    seeAlso: ["rxkit med revoke", "rxkit med apps"])
}

/// `rxkit med revoke`.
struct MedRevokeCommand: MedAccessCommand {
  static let isGrant = false

  static let definition = CommandDefinition(
    med: "revoke", "Stop an app from seeing a medication, or from seeing or writing a symptom.",
    examples: [
      ("org.example.diary metformin", "the medication and its doses"),
      ("org.example.diary headache --share", "writing of a symptom"),
    ],
    arguments: arguments, options: [MedGrantCommand.read, MedGrantCommand.share],
    discussion: ["The app keeps what it has read before."],
    seeAlso: ["rxkit med grant", "rxkit med apps"])
}

/// `rxkit med apps`: who may see and write what.
struct MedAppsCommand: MedCommand {
  static let definition = CommandDefinition(
    med: "apps", "List the apps that requested access, and what they may see and write.",
    examples: [("", "all of them")], seeAlso: ["rxkit med grant", "rxkit med revoke"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    try store.printApps(&streams) { _ in true }
  }
}

extension MedStore {
  /// Prints what apps may do.
  fileprivate func printApps(
    _ streams: inout Streams, where isShown: (String) -> Bool
  ) throws {
    let apps = try person.apps().filter { isShown($0.app.bundleIdentifier) }
    let names = try names()
    try print(apps, &streams) { () throws(CommandFailure) in
      var table = Table("app", "medications", "reads", "writes")
      for app in apps {
        table.append([
          app.app.bundleIdentifier, app.medications.map { names[$0] ?? "" }.joined(separator: ", "),
          app.read.map(\.name).joined(separator: ", "),
          app.shared.map(\.name).joined(separator: ", "),
        ])
      }
      return table
    } json: { app, json in
      json.object { json in
        json.member("name", app.app.name)
        json.member("bundleIdentifier", app.app.bundleIdentifier)
        json.member("hasAskedForMedications", app.hasAskedForMedications)
        json.member("medications", app.medications.map(\.value))
        json.member("read", app.read.map(\.name))
        json.member("share", app.shared.map(\.name))
      }
    }
  }
}
