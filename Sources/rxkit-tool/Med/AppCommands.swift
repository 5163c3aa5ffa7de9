// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// The commands about what apps may see and write.
enum AppCommands {
  private static let read = OptionDefinition.flag("--read", "Only reading.")
  private static let share = OptionDefinition.flag("--share", "Only writing, of a symptom.")
  private static let arguments = [
    ArgumentDefinition("app", "The app, by its bundle identifier."),
    ArgumentDefinition(
      "what", "A medication, by a part of its name or its number; or a symptom, such as headache."),
  ]

  static let grant = ToolCommand.med(
    "grant", "Let an app see a medication with its doses, or see and write a symptom.",
    examples: [
      ("org.example.diary metformin", "the medication and its doses"),
      ("org.example.diary headache --read", "a symptom, to read"),
    ],
    arguments: arguments, options: [read, share],
    discussion: "An app requests access by its first command with --as, such as rxkit med list "
      + "--as org.example.diary; at a terminal you are asked at once. Before that nothing can be "
      + "granted. Apps never write medications or doses.",
    seeAlso: ["rxkit med revoke", "rxkit med apps"], run: changing(isGrant: true))

  static let revoke = ToolCommand.med(
    "revoke", "Stop an app from seeing a medication, or from seeing or writing a symptom.",
    examples: [
      ("org.example.diary metformin", "the medication and its doses"),
      ("org.example.diary headache --share", "writing of a symptom"),
    ],
    arguments: arguments, options: [read, share],
    discussion: "The app keeps what it has read before.",
    seeAlso: ["rxkit med grant", "rxkit med apps"], run: changing(isGrant: false))

  static let apps = ToolCommand.med(
    "apps", "List the apps that requested access, and what they may see and write.",
    examples: [("", "all of them")], seeAlso: ["rxkit med grant", "rxkit med revoke"],
    run: MedStore.opened(.reading) { store, streams in
      try store.print(store.person.apps(), &streams)
    })

  /// Gives an app what is named, or takes it away.
  private static func changing(isGrant: Bool) -> ToolCommand.Action {
    MedStore.opened { store, streams in
      let (app, what) = (store.invocation.arguments[0], store.invocation.arguments[1])
      let (reads, shares) = (store.invocation.isSet(read), store.invocation.isSet(share))
      let symptom = SymptomCategory.find(what)
      let alike = symptom == nil || shares ? [] : try store.medications().named(what)
      if let symptom, !alike.isEmpty {
        throw CommandFailure(
          .usage, "usage.ambiguous", "a symptom and a medication match",
          details: [symptom.rawValue] + alike.map { "\($0.number)  \($0.medication.label)" },
          try: "the identifier of the symptom, or the number of the medication")
      }
      if let symptom {
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
      let apps = try store.person.apps()
      try store.print(apps.filter { $0.app.bundleIdentifier == app }, &streams)
    }
  }
}

extension MedStore {
  /// Prints what apps may do.
  fileprivate func print(_ apps: [AppAccess], _ streams: inout Streams) throws {
    let names = try names()
    try print(apps, &streams) {
      var table = Table("app", "medications", "reads", "writes")
      for app in apps {
        let lists = [
          app.medications.map { names[$0] ?? "" }, app.read.map(\.name), app.shared.map(\.name),
        ]
        table.append([app.app.bundleIdentifier] + lists.map { $0.joined(separator: ", ") })
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
