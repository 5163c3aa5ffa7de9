// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import MedicationModel
import MedicationStore
import Testing

@testable import MedicationExchange

@Suite("Taking records into a store")
struct StoreImportTests {
  private static let identifier = HealthConceptIdentifier.mint(displayText: "a", codings: [])

  private func diary(_ schedule: Schedule? = nil) throws -> Diary {
    let diary = try Diary()
    try diary.person.add(
      MedicationConcept(
        identifier: Self.identifier, displayText: "A", generalForm: .tablet, relatedCodings: []),
      schedule: schedule)
    return diary
  }

  private func dose(
    _ number: UInt64, _ status: LogStatus = .taken, scheduled: String? = nil,
    start: String = "2026-03-01T08:00:00Z", end: String? = nil, quantity: Double? = 1,
    type: ScheduleType? = nil
  ) throws -> MedicationDoseEvent {
    MedicationDoseEvent(
      uuid: SampleUUID(high: 9, low: number), medicationConceptIdentifier: Self.identifier,
      scheduleType: type ?? (scheduled == nil ? .asNeeded : .schedule),
      scheduledDate: try scheduled.map { try Instant($0) },
      scheduledDoseQuantity: scheduled == nil ? nil : 1, doseQuantity: quantity,
      unit: DoseUnit("tablet"), logStatus: status, startDate: try Instant(start),
      endDate: try Instant(end ?? start), source: SampleSource(name: "x", bundleIdentifier: "y"))
  }

  private func take(_ doses: [MedicationDoseEvent], _ diary: Diary) throws -> [StoreImport.Outcome]
  {
    try diary.person.importing { target in try doses.map { try target.add($0) } }
  }

  @Test("S1 Each record has an outcome")
  func outcomes() throws {
    let diary = try diary()
    let good = try dose(1)
    #expect(try take([good, good], diary) == [.added, .repeated])
    #expect(try take([good], diary) == [.alreadyThere])
    try diary.person.delete(good.uuid)
    // What the person deleted does not come back.
    #expect(try take([good], diary) == [.alreadyThere])
    let wrong: [(MedicationDoseEvent, StoreImport.Reason)] = [
      (try dose(2, start: "2026-03-10T12:00:01+01:00"), .future),
      (try dose(3, end: "2026-03-01T07:00:00Z"), .endBeforeStart),
      (try dose(4, quantity: -1), .quantity), (try dose(5, quantity: .nan), .quantity),
      (try dose(6, quantity: .infinity), .quantity),
      (try dose(7, LogStatus(rawValue: 0)), .status),
      (try dose(8, LogStatus(rawValue: -7)), .status),
      (try dose(9, type: .schedule), .schedule),
      (try dose(10, scheduled: "2026-03-01T08:00:00Z", type: .asNeeded), .schedule),
    ]
    for (event, reason) in wrong { #expect(try take([event], diary) == [.leftOut(reason)]) }
  }

  @Test("An imported log takes the place of a dose that waits, and never doubles a logged one")
  func slots() throws {
    let diary = try diary()
    let due = "2026-03-09T08:00:00+01:00"
    let waiting = try dose(1, .notInteracted, scheduled: due, quantity: nil)
    let taken = try dose(2, .taken, scheduled: due)
    let skipped = try dose(3, .skipped, scheduled: due, quantity: 0)
    #expect(try take([waiting], diary) == [.added])
    #expect(try take([taken], diary) == [.added])
    #expect(try diary.person.contents().doses == [taken])
    #expect(try take([skipped], diary) == [.leftOut(.slotTaken)])
    #expect(
      try take([try dose(4, .notInteracted, scheduled: due)], diary) == [.leftOut(.slotTaken)])
  }

  @Test(
    "M107 A status of a later HealthKit is kept with its number and reported; FHIR keeps it, too")
  func unknownStatus() throws {
    let diary = try diary()
    let later = try dose(1, LogStatus(rawValue: 9), scheduled: "2026-03-09T08:00:00+01:00")
    func take() throws -> ImportReport {
      try diary.person.takeIn { run in try run.take(.dose(later), "here") }
    }
    let report = try take()
    #expect(report.counts[.dose]?.added == 1)
    #expect(report.remarks.map(\.isLeftOut) == [false] && report.remarks[0].place == "here")
    #expect(try take().remarks.isEmpty, "only when it is added")
    let contents = try diary.person.contents()
    #expect(contents.doses == [later])
    #expect(try diary.person.due().isEmpty && !contents.doses[0].logStatus.countsAsTaken)
    let other = try Diary()
    let bytes = FHIRBundleWriter.bundle(of: contents, version: .r4, zone: diary.zone)
    try other.take(String(decoding: bytes, as: UTF8.self))
    #expect(try other.person.contents().doses == [later])
  }

  @Test("M93 An early log that was undone is taken in with its scheduled time in the future")
  func undoneEarly() throws {
    let diary = try diary()
    let due = "2026-03-10T20:00:00+01:00"
    let undone = try dose(1, .notLogged, scheduled: due, start: due, quantity: nil)
    #expect(try take([undone], diary) == [.added])
    #expect(
      try take([try dose(2, .taken, scheduled: due, start: due)], diary) == [.leftOut(.future)])
    #expect(try take([try dose(3, .notLogged, start: due)], diary) == [.leftOut(.future)])
  }

  @Test("Two doses that a change of clocks moved to one moment are both kept")
  func oneMoment() throws {
    let diary = try diary()
    let due = "2026-03-09T08:00:00+01:00"
    let doses = [try dose(1, scheduled: due), try dose(2, scheduled: due)]
    #expect(try take(doses, diary) == [.added, .added])
    #expect(try diary.person.contents().doses == doses)
  }

  @Test("M69 An imported schedule makes doses from the present on, none before")
  func schedules() throws {
    let source = try diary(
      Schedule(times: [DoseTime(hour: 8)], start: LocalTime("2026-01-01T00:00:00")!))
    let target = try Diary("2026-03-10T12:00:00+01:00")
    _ = try target.person.importing { store in
      try source.person.contents().medications.map { try store.add($0) }
    }
    #expect(try target.person.contents().medications == source.person.contents().medications)
    #expect(try target.person.contents().doses.isEmpty)
    let next = try target.person.upcoming(through: Instant("2026-03-11T12:00:00+01:00"))
    #expect(try next.map(\.slot.due) == [Instant("2026-03-11T08:00:00+01:00")])
  }

  @Test(
    "A reminder that was not delivered becomes notificationNotSent, unless the person logged it")
  func reminders() throws {
    let diary = try diary()
    let waiting = try dose(1, .notInteracted, scheduled: "2026-03-10T08:00:00+01:00", quantity: nil)
    _ = try take([waiting], diary)
    let failed = try diary.person.noteReminder(of: waiting.uuid, wasDelivered: false)
    #expect(failed.logStatus == .notificationNotSent)
    #expect(try diary.person.due().map(\.event) == [failed])
    #expect(
      try diary.person.noteReminder(of: failed.uuid, wasDelivered: true).logStatus == .notInteracted
    )
    let live = try #require(try diary.person.contents().doses.first)
    let taken = try diary.person.edit(live.uuid, status: .taken)
    #expect(try diary.person.noteReminder(of: taken.uuid, wasDelivered: false) == taken)
  }
}
