// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver
import MedicationStore

/// The commands about the list of medications.
enum ListCommands {
  private static let active = OptionDefinition.flag("--active", "Leave out archived ones.")
  private static let archived = OptionDefinition.flag("--archived", "Only archived ones.")
  private static let none = OptionDefinition.flag("--none", "Remove the nickname.")
  private static let undo = OptionDefinition.flag("--undo", "Make it active again, from now on.")

  static let list = ToolCommand.med(
    "list", "List your medications.",
    examples: [
      ("", "all, with numbers that other commands take"),
      ("--active --json", "those you take, as JSON"),
      ("--as org.example.diary", "those that an app sees"),
    ],
    options: [active, archived], seeAlso: ["rxkit med show", "rxkit med add"],
    run: MedStore.opened(for: .anyone, .reading) { store, streams in
      let (isActive, isArchived) = (
        store.invocation.isSet(active), store.invocation.isSet(archived)
      )
      let shown = try store.medications().filter {
        !(isActive && $0.isArchived) && !(isArchived && !$0.isArchived)
      }
      try store.print(shown, &streams)
      if shown.isEmpty, store.format == .table, store.isOwner {
        streams.messages.note("no medications; rxkit med add adds one")
      }
    })

  static let show = ToolCommand.med(
    "show", "Show a medication: schedule, last and next dose, and how many were taken.",
    examples: [("metformin", "on one page")], arguments: [MedOptions.medication],
    discussion: "Taken of due counts the scheduled doses of the last 30 days; as-needed doses are "
      + "counted apart. A streak is days in a row on which every scheduled dose was taken.",
    seeAlso: ["rxkit med doses", "rxkit med chart", "rxkit side-effects"],
    run: MedStore.opened(for: .anyone) { store, streams in
      let facts = try MedicationFacts(try store.medication(), store)
      try store.print([facts], &streams) {
        var table = Table("fact", "value")
        for (name, value) in facts.rows(store) { table.append(name, value) }
        return table
      } json: { facts, json in
        facts.write(to: &json, in: store.zone)
      }
    })

  static let rename = ToolCommand.med(
    "rename", "Give a medication a nickname, or remove it.",
    examples: [
      ("metformin Sugar", "a nickname"),
      ("sugar --none", "its own name again"),
    ],
    arguments: [
      MedOptions.medication, ArgumentDefinition("nickname", "The new nickname.", count: .any),
    ],
    options: [none], seeAlso: ["rxkit med list"],
    run: MedStore.opened { store, streams in
      let nickname = store.invocation.arguments.dropFirst().joined(separator: " ")
      guard nickname.isEmpty == store.invocation.isSet(none) else {
        throw store.invocation.command.error(
          "missing-argument", "expected a nickname or \(none.name), one of them")
      }
      try store.change(&streams) {
        try store.person.setNickname(nickname.isEmpty ? nil : nickname, for: $0)
      }
    })

  static let archive = ToolCommand.med(
    "archive", "Archive a medication that is no longer taken; its doses stay.",
    examples: [
      ("amoxicillin", "no more reminders"),
      ("amoxicillin --undo", "taken again"),
    ],
    arguments: [MedOptions.medication], options: [undo],
    seeAlso: ["rxkit med list", "rxkit med schedule"],
    run: MedStore.opened { store, streams in
      try store.change(&streams) {
        try store.person.setArchived(!store.invocation.isSet(undo), for: $0)
      }
    })
}

/// What is known about a medication of the list.
private struct MedicationFacts {
  private static let days = 30

  let medication: UserAnnotatedMedication
  /// Schedule, unit and next dose; `nil` for apps, which cannot read them.
  var schedule: Schedule?
  var unit: DoseUnit?
  var next: (date: Instant, quantity: Double)?
  let latestToday: MedicationDoseEvent?
  let latest: MedicationDoseEvent?
  let start: Instant
  let end: Instant
  let adherence: Adherence?
  let streak: Int

  init(_ medication: UserAnnotatedMedication, _ store: MedStore) throws {
    self.medication = medication
    let identifier = medication.medication.identifier
    let (zone, now) = (store.zone, store.now)
    let today = zone.day(of: now)
    let start = zone.startOfDay(today.adding(days: 1 - Self.days))
    (self.start, end) = (start, now)
    latestToday = try store.health.lastTaken(
      identifier, from: zone.startOfDay(today), to: zone.startOfDay(today.adding(days: 1)))
    latest = try store.health.lastTaken(identifier)
    let events = try SampleQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: .medication([identifier]))]
    ).samples(in: store.health)
    // A dose that is due at this very second counts.
    adherence = Adherence.count(events, start: start, end: now.adding(seconds: 1)).first
    streak = Adherence.streak(events, through: today, zone: zone)
    guard store.isOwner else { return }
    schedule =
      store.unreadable.contains(identifier) ? nil : try store.person.schedule(of: identifier)
    unit = try store.person.unit(of: identifier)
    next = try store.person.next(of: identifier).map { ($0.due, $0.quantity) }
    // A snoozed dose may come before it.
    for dose in try store.person.due()
    where dose.event.medicationConceptIdentifier == identifier && dose.reminder > now
      && next.map({ dose.reminder < $0.date }) ?? true
    {
      next = (dose.reminder, dose.event.scheduledDoseQuantity ?? 1)
    }
  }

  func rows(_ store: MedStore) -> [(String, String?)] {
    let concept = medication.medication
    let codes = concept.relatedCodings.sorted().map { coding in
      "\(coding.system == CodeSystem.rxNorm ? "RxNorm" : coding.system) \(coding.code)"
    }
    func dose(_ event: MedicationDoseEvent?) -> String {
      event.map { "\(store.shortText($0.startDate)), \($0.amountText)" } ?? "none"
    }
    let due = adherence.flatMap {
      $0.dueCount == 0 ? nil : "\($0.takenCount) of \($0.dueCount)"
    }
    let rows: [(String, String?)] = [
      ("name", medication.label), ("codes", codes.isEmpty ? nil : codes.joined(separator: ", ")),
      ("form", concept.generalForm.rawValue), ("unit", unit?.unitString),
      ("schedule", schedule?.description ?? (medication.hasSchedule ? "scheduled" : "as needed")),
      ("last dose today", dose(latestToday)), ("last dose", dose(latest)),
      ("since then", latest.map { Self.span(from: $0.startDate, to: end) }),
      ("next dose", next.map { "\(store.shortText($0.date)), \($0.quantity.amountText)" }),
      ("taken of due, \(Self.days) days", due),
      ("as needed, \(Self.days) days", adherence.map { String($0.takenAsNeeded) }),
      ("streak", medication.hasSchedule ? DisplayText.counted(streak, "day", "days") : nil),
    ]
    return rows.filter { $0.1 != nil }
  }

  private static func span(from start: Instant, to end: Instant) -> String {
    let seconds = end.secondsSince1970 - start.secondsSince1970
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    return days > 0 ? "\(days) d \(hours) h" : "\(hours) h \(minutes) min"
  }

  func write(to json: inout JSONWriter, in zone: Zone) {
    func write(_ name: StaticString, _ event: MedicationDoseEvent?, _ json: inout JSONWriter) {
      json.key(name)
      if let event { event.write(to: &json, in: zone) } else { json.null() }
    }
    json.object { json in
      medication.writeMembers(to: &json)
      json.member("unit", unit?.unitString)
      json.key("schedule")
      if let schedule { schedule.write(to: &json) } else { json.null() }
      write("latestDoseToday", latestToday, &json)
      write("latestDose", latest, &json)
      json.member("nextDose", next.map { zone.text($0.date) })
      json.member("streak", streak)
      json.object("adherence") { json in
        json.member("start", zone.text(start))
        json.member("end", zone.text(end))
        json.member("due", adherence?.dueCount ?? 0)
        json.member("taken", adherence?.takenCount ?? 0)
        json.member("takenAsNeeded", adherence?.takenAsNeeded ?? 0)
        json.object("scheduled") { json in
          for status in LogStatus.all {
            json.key(status.name ?? "")
            json.integer(adherence?.scheduled[status] ?? 0)
          }
        }
      }
    }
  }
}
