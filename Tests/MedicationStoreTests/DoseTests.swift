// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Logging doses")
struct DoseTests {
  /// A medication at 08:00 and 20:00, at noon of the first day.
  private func scheduled(
    quantity: Double = 1
  ) throws -> (Scene, HealthConceptIdentifier, Instant) {
    let scene = try Scene()
    let identifier = try scene.add(
      "A", schedule: scene.schedule(["08:00", "20:00"], quantity: quantity))
    try scene.advance(to: "2026-03-02T12:00:00+01:00")
    return (scene, identifier, try at("2026-03-02T08:00:00+01:00"))
  }

  @Test(
    "M79 M80 M81 M82 M100 M105 A dose is of one medication and a sample of one of two kinds, an extra one as needed"
  )
  func kinds() throws {
    let (scene, identifier, _) = try scheduled()
    let needed = try scene.person.logAsNeeded(identifier)
    let doses = try scene.doses()
    #expect(doses.count == 2)
    for event in doses {
      #expect(event.medicationConceptIdentifier == identifier)
      #expect(event.startDate == event.endDate)
      #expect(event.source == PersonStore.defaultSource)
      #expect((event.scheduledDate == nil) == (event.scheduleType == .asNeeded))
      #expect((event.scheduledDoseQuantity == nil) == (event.scheduleType == .asNeeded))
    }
    #expect(needed.scheduleType.rawValue == 1)
    #expect(doses.filter { $0.scheduleType == .schedule }.count == 1)
    #expect(Set(doses.map(\.uuid)).count == 2)
  }

  @Test("M83 M107 Raw values are HealthKit's, and an unknown one is kept and counts as not taken")
  func statuses() {
    #expect(LogStatus.all.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    let unknown = LogStatus(rawValue: 9)
    #expect(unknown.name == nil && !unknown.countsAsTaken && unknown.rawValue == 9)
    #expect(LogStatus.all.filter(\.countsAsTaken) == [.taken])
    #expect(LogStatus(name: "notificationNotSent") == .notificationNotSent)
  }

  @Test("M84 M103 Each status comes from whom it should")
  func origins() throws {
    let (scene, identifier, morning) = try scheduled()
    #expect(try scene.doses().map(\.logStatus) == [.notInteracted])
    try scene.person.snooze(scheduled: morning, of: identifier)
    #expect(try scene.doses().map(\.logStatus) == [.snoozed])
    let taken = try scene.person.log(scheduled: morning, of: identifier, status: .taken)
    #expect(try scene.doses() == [taken])
    try scene.person.undo(taken.uuid)
    #expect(try scene.doses().map(\.logStatus) == [.notLogged])
    try scene.person.log(scheduled: morning, of: identifier, status: .skipped)
    #expect(try scene.doses().map(\.logStatus) == [.skipped])
    for status in [LogStatus.notInteracted, .notLogged, .snoozed, .notificationNotSent] {
      #expect(
        refused { try scene.person.log(scheduled: morning, of: identifier, status: status) })
    }
    try scene.person.setNotifications(false)
    try scene.advance(to: "2026-03-02T20:00:00+01:00")
    #expect(try scene.doses().map(\.logStatus) == [.skipped, .notificationNotSent])
  }

  @Test("M85 M196 Snoozing puts the reminder off by ten minutes, as often as one likes")
  func snoozing() throws {
    let (scene, identifier, morning) = try scheduled()
    #expect(try scene.person.due().map(\.reminder) == [morning])
    try scene.person.snooze(scheduled: morning, of: identifier)
    #expect(try scene.person.due().map(\.reminder) == [at("2026-03-02T12:10:00+01:00")])
    scene.clock.now = try at("2026-03-02T12:15:00+01:00")
    let again = try scene.person.snooze(scheduled: morning, of: identifier)
    #expect(again.reminder == (try at("2026-03-02T12:25:00+01:00")))
    let doses = try scene.doses()
    #expect(doses == [again.event] && doses[0].scheduledDate == morning)
    #expect(doses[0].doseQuantity == nil && doses[0].startDate == morning)
    try scene.person.log(scheduled: morning, of: identifier, status: .taken)
    #expect(try scene.person.due().isEmpty)
    #expect(code { try scene.person.snooze(scheduled: morning, of: identifier) } != nil)
  }

  @Test("M86 M92 M101 A dose is logged for any earlier time with any amount")
  func anyTime() throws {
    let (scene, identifier, morning) = try scheduled()
    let past = try at("2026-01-31T23:59:59.5+01:00")
    let needed = try scene.person.logAsNeeded(identifier, quantity: 3.25, at: past)
    #expect(needed.startDate == past && needed.doseQuantity == 3.25)
    let log = try scene.person.log(scheduled: morning, of: identifier, status: .taken, at: past)
    #expect(log.startDate == past && log.endDate == past && log.scheduledDate == morning)
    let future = try at("2026-03-02T12:00:01+01:00")
    #expect(refused { try scene.person.logAsNeeded(identifier, at: future) })
    #expect(
      refused {
        try scene.person.log(scheduled: morning, of: identifier, status: .taken, at: future)
      })
  }

  @Test("M86 M195 The next dose can be logged early, and the sweep makes no second one")
  func early() throws {
    let (scene, identifier, _) = try scheduled()
    let evening = try at("2026-03-02T20:00:00+01:00")
    let event = try scene.person.log(scheduled: evening, of: identifier, status: .taken)
    #expect(event.scheduleType == .schedule && event.scheduledDate == evening)
    let later = try at("2026-03-03T20:00:00+01:00")
    #expect(
      refused { try scene.person.log(scheduled: later, of: identifier, status: .taken) })
    try scene.advance(to: "2026-03-02T23:00:00+01:00")
    #expect(
      try scene.summary() == ["2026-03-02T08:00 notInteracted", "2026-03-02T20:00 taken 1.0"])
  }

  @Test("M93 M95 M103 M194 An early log that was undone leaves a dose that is due at its time")
  func earlyUndone() throws {
    let (scene, identifier, _) = try scheduled()
    let evening = try at("2026-03-02T20:00:00+01:00")
    try scene.person.log(scheduled: evening, of: identifier, status: .taken)
    let undone = try scene.person.undoLast(of: identifier)
    #expect(undone.logStatus == .notLogged && undone.startDate == evening)
    #expect(try scene.person.next(of: identifier)?.due == evening)
    // It can be taken over by another store before that.
    let other = try Scene("2026-03-02T12:00:00+01:00")
    try other.add("A")
    #expect(try other.person.importing { try $0.add(undone) } == .added)
    try scene.advance(to: "2026-03-02T20:05:00+01:00")
    #expect(
      try scene.summary() == ["2026-03-02T08:00 notInteracted", "2026-03-02T20:00 notInteracted"])
    #expect(try scene.person.due().map(\.reminder).last == evening)
    // After its time an undone dose is not made due again.
    let late = try scene.person.log(scheduled: evening, of: identifier, status: .taken)
    try scene.person.undo(late.uuid)
    try scene.advance(to: "2026-03-02T21:00:00+01:00")
    #expect(try scene.summary().last == "2026-03-02T20:00 notLogged")
  }

  @Test("M102 M195 A dose that was answered is not logged over; it is edited, or undone before")
  func answered() throws {
    let (scene, identifier, morning) = try scheduled()
    let taken = try scene.person.log(
      scheduled: morning, of: identifier, status: .taken, quantity: 2)
    for status in [LogStatus.skipped, .taken] {
      #expect(
        refused { try scene.person.log(scheduled: morning, of: identifier, status: status) })
    }
    #expect(try scene.doses() == [taken])
    let skipped = try scene.person.edit(taken.uuid, status: .skipped)
    #expect(refused { try scene.person.log(scheduled: morning, of: identifier, status: .taken) })
    try scene.person.undo(skipped.uuid)
    try scene.person.log(scheduled: morning, of: identifier, status: .taken)
    // An early log is one, too.
    let evening = try at("2026-03-02T20:00:00+01:00")
    try scene.person.log(scheduled: evening, of: identifier, status: .taken)
    #expect(refused { try scene.person.log(scheduled: evening, of: identifier, status: .skipped) })
  }

  @Test("M87 M88 A skipped dose has quantity 0, and another amount is refused")
  func skipped() throws {
    let (scene, identifier, morning) = try scheduled()
    let event = try scene.person.log(scheduled: morning, of: identifier, status: .skipped)
    #expect(event.doseQuantity == 0 && event.scheduledDoseQuantity == 1)
    #expect(!event.logStatus.countsAsTaken)
    #expect(
      refused {
        try scene.person.log(scheduled: morning, of: identifier, status: .skipped, quantity: 1)
      })
  }

  @Test("M89 M90 M91 Amounts default to the planned one, or 1 as needed, and differ as logged")
  func amounts() throws {
    let (scene, identifier, morning) = try scheduled(quantity: 2.5)
    let event = try scene.person.log(scheduled: morning, of: identifier, status: .taken)
    #expect(event.doseQuantity == 2.5)
    #expect(try scene.person.logAsNeeded(identifier).doseQuantity == 1)
    let half = try scene.person.edit(event.uuid, quantity: 1.25)
    #expect(half.doseQuantity == 1.25 && half.scheduledDoseQuantity == 2.5)
  }

  @Test("M93 M97 Events without a log start at the scheduled date and have no amount")
  func withoutLog() throws {
    let (scene, identifier, morning) = try scheduled()
    let untouched = try #require(try scene.doses().first)
    #expect(untouched.startDate == morning && untouched.endDate == morning)
    #expect(untouched.doseQuantity == nil)
    let log = try scene.person.log(scheduled: morning, of: identifier, status: .taken)
    let undone = try scene.person.undo(log.uuid)
    #expect(undone.startDate == morning && undone.doseQuantity == nil)
    let time = try at("2026-03-02T09:30:00+01:00")
    let needed = try scene.person.logAsNeeded(identifier, at: time)
    let cleared = try scene.person.undo(needed.uuid)
    #expect(cleared.startDate == time && cleared.logStatus == .notLogged)
    #expect(cleared.doseQuantity == nil && cleared.scheduledDate == nil)
    #expect(refused { try scene.person.undo(cleared.uuid) })
  }

  @Test("M94 M95 Every scheduled dose gets one event with date and amount planned")
  func everyDose() throws {
    let (scene, identifier, _) = try scheduled(quantity: 2)
    try scene.advance(to: "2026-03-05T08:00:00+01:00")
    let doses = try scene.doses()
    #expect(doses.count == 7)
    #expect(doses.allSatisfy { $0.scheduledDoseQuantity == 2 && $0.logStatus == .notInteracted })
    #expect(doses.map(\.scheduledDate) == doses.map(\.startDate))
    let first = try #require(doses.first)
    try scene.person.delete(first.uuid)
    try scene.advance(to: "2026-03-05T20:00:00+01:00")
    // A deleted event is not made again.
    #expect(try scene.doses().count == 7)
    #expect(
      refused {
        try scene.person.log(scheduled: first.startDate, of: identifier, status: .taken)
      })
  }

  @Test("M98 A dose keeps the unit of its time; a log keeps that of its event")
  func units() throws {
    let (scene, identifier, morning) = try scheduled()
    let needed = try scene.person.logAsNeeded(identifier)
    try scene.person.setUnit(DoseUnit("mL"), for: identifier)
    #expect(needed.unit == DoseUnit("tablet"))
    #expect(try scene.doses().allSatisfy { $0.unit == DoseUnit("tablet") })
    #expect(
      try scene.person.log(scheduled: morning, of: identifier, status: .taken).unit
        == DoseUnit("tablet"))
    #expect(try scene.person.logAsNeeded(identifier).unit == DoseUnit("mL"))
  }

  @Test(
    "M99 Fractions are kept; negative and infinite amounts are refused",
    arguments: [-1, -0.001, .infinity, .nan])
  func badAmounts(_ quantity: Double) throws {
    let (scene, identifier, morning) = try scheduled()
    #expect(try scene.person.logAsNeeded(identifier, quantity: 0.5).doseQuantity == 0.5)
    #expect(
      refused { try scene.person.logAsNeeded(identifier, quantity: quantity) }
    )
    #expect(
      refused {
        try scene.person.log(scheduled: morning, of: identifier, status: .taken, quantity: quantity)
      })
    #expect(try scene.doses().count == 2)
  }

  @Test("M102 An edit deletes the sample and saves another with a new uuid")
  func editing() throws {
    let (scene, identifier, morning) = try scheduled()
    let log = try scene.person.log(scheduled: morning, of: identifier, status: .skipped)
    // Without an amount, taken means the planned one.
    let taken = try scene.person.edit(log.uuid, status: .taken)
    #expect(taken.uuid != log.uuid && taken.doseQuantity == 1 && taken.startDate == log.startDate)
    let moved = try scene.person.edit(taken.uuid, at: at("2026-03-02T09:30:00+01:00"))
    #expect(moved.doseQuantity == 1 && moved.logStatus == .taken)
    #expect(try scene.doses() == [moved])
    #expect(refused { try scene.person.edit(log.uuid, status: .taken) })
    #expect(try scene.person.edit(moved.uuid, status: .skipped).doseQuantity == 0)
  }

  @Test("M104 Only taken counts as taken")
  func counting() throws {
    let (scene, identifier, morning) = try scheduled()
    try scene.person.log(scheduled: morning, of: identifier, status: .skipped)
    try scene.advance(to: "2026-03-04T12:00:00+01:00")
    let counts = try #require(
      Adherence.count(
        try scene.doses(), start: at("2026-03-02T00:00:00+01:00"),
        end: at("2026-03-05T00:00:00+01:00")
      ).first)
    #expect(counts.share == 0 && counts.dueCount == 5)
    #expect(counts.scheduled == [.skipped: 1, .notInteracted: 4])
  }
}
