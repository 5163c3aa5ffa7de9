// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationResolver
import MedicationStore

/// `rxkit med show`: everything about one medication.
struct MedShowCommand: MedCommand {
  static let role = MedStore.Role.anyone

  static let definition = CommandDefinition(
    med: "show", "Show a medication: schedule, last and next dose, and how many were taken.",
    examples: [("metformin", "on one page")], arguments: [MedStore.naming],
    discussion: [
      "Taken of due counts the scheduled doses of the last 30 days; doses as needed are counted "
        + "apart. A streak is days in a row on which every scheduled dose was taken."
    ],
    seeAlso: ["rxkit med doses", "rxkit med chart", "rxkit side-effects"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let facts = try MedicationFacts(try store.medication(invocation.arguments[0]), store)
    try store.print([facts], &streams) {
      var table = Table("fact", "value")
      for (name, value) in facts.rows(store.dates(invocation)) { table.append([name, value]) }
      return table
    } json: { facts, json in
      facts.write(to: &json, in: store.zone)
    }
  }
}

/// What is known about a medication of the list.
private struct MedicationFacts {
  private static let days = 30

  let medication: UserAnnotatedMedication
  /// Schedule, unit and next dose; `nil` for apps, which cannot read them.
  var schedule: Schedule?
  var unit: DoseUnit?
  var next: ScheduleSlot?
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
    schedule = try store.person.schedule(of: identifier)
    unit = try store.person.unit(of: identifier)
    next = try store.person.upcoming(through: now.adding(seconds: 32 * 86_400))
      .first { $0.identifier == identifier }?.slot
  }

  func rows(_ dates: MedDates) -> [(String, String?)] {
    let concept = medication.medication
    let codes = concept.relatedCodings.sorted().map { coding in
      coding.system == CodeSystem.rxNorm
        ? "RxNorm \(coding.code)" : "\(coding.system) \(coding.code)"
    }
    func dose(_ event: MedicationDoseEvent?) -> String? {
      event.map { "\(dates.shortText($0.startDate)), \($0.amountText)" }
    }
    var rows: [(String, String?)] = [
      ("name", medication.label), ("codes", codes.isEmpty ? nil : codes.joined(separator: ", ")),
      ("form", concept.generalForm.rawValue), ("unit", unit?.unitString),
    ]
    let words = schedule?.description ?? (medication.hasSchedule ? "scheduled" : "as needed")
    rows.append(("schedule", words))
    rows.append(("last dose today", dose(latestToday) ?? "none"))
    rows.append(("last dose", dose(latest) ?? "none"))
    if let latest {
      let seconds = dates.now.secondsSince1970 - latest.startDate.secondsSince1970
      rows.append(("since then", Self.span(seconds)))
    }
    if let next {
      rows.append(("next dose", "\(dates.shortText(next.due)), \(next.quantity.amountText)"))
    }
    if let adherence {
      let taken = "\(adherence.takenCount) of \(adherence.dueCount)"
      rows.append(("taken of due, \(Self.days) days", adherence.dueCount == 0 ? nil : taken))
      rows.append(("as needed, \(Self.days) days", String(adherence.takenAsNeeded)))
    }
    if medication.hasSchedule {
      rows.append(("streak", DisplayText.counted(streak, "day", "days")))
    }
    return rows.filter { $0.1 != nil }
  }

  private static func span(_ seconds: Int64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    return days > 0 ? "\(days) d \(hours) h" : "\(hours) h \(minutes) min"
  }

  func write(to json: inout JSONWriter, in zone: Zone) {
    func write(_ event: MedicationDoseEvent?, _ json: inout JSONWriter) {
      if let event { event.write(to: &json, in: zone) } else { json.null() }
    }
    json.object { json in
      medication.writeMembers(to: &json)
      json.member("unit", unit?.unitString)
      json.key("schedule")
      if let schedule { schedule.write(to: &json) } else { json.null() }
      json.key("latestDoseToday")
      write(latestToday, &json)
      json.key("latestDose")
      write(latest, &json)
      json.member("nextDose", next.map { zone.text($0.due) })
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
