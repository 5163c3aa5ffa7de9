// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationExchange
import MedicationModel
import MedicationStore
import TestSupport
import Testing

/// A store in a temporary folder whose clock stands still.
final class Diary: Sendable {
  static let zones = ZoneFolder(
    path: Repository.root.appendingPathComponent("Tests/MedicationStoreTests/Fixtures/zoneinfo")
      .path)
  static let fixtures = Repository.root.appendingPathComponent(
    "Tests/MedicationExchangeTests/Fixtures")

  let path: String
  let database: HealthDatabase
  let person: PersonStore
  let zone: Zone
  private let folder: TemporaryFolder

  init(_ now: String = "2026-03-10T12:00:00+01:00") throws {
    folder = try TemporaryFolder()
    path = folder["health.store"].path
    zone = try Self.zones.zone(named: "Europe/Zurich")
    let (now, zone) = (try Instant(now), zone)
    database = try HealthDatabase(
      path: path,
      surroundings: StoreSurroundings(
        zone: zone, zoneFolder: Self.zones, uuids: .seeded(3), clock: { now }))
    person = PersonStore(database)
    try person.sweep()
  }

  /// A file in the diary's folder.
  func file(_ name: String, _ text: String) throws -> String {
    try folder.write(text, to: name)
  }

  /// Imports a text.
  @discardableResult
  func take(_ text: String) throws -> ImportReport {
    try take(file: file("import", text))
  }

  /// Imports a file.
  @discardableResult
  func take(file path: String) throws -> ImportReport {
    let file = try ImportFile(path)
    return try person.takeIn { run in
      try file.read(into: run, resolver: nil, today: CivilDate(daysSince1970: 20_522))
    }
  }
}

/// Contents with one of everything that has to survive a way out and back.
enum Sample {
  static func contents() throws -> StoreContents {
    let zone = try Diary.zones.zone(named: "Europe/Zurich")
    func time(_ text: String) throws -> Instant { zone.instant(of: try local(text)) }
    func local(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }
    let start = try local("2026-03-01T00:00:00")
    let metformin = MedicationConcept(
      identifier: .rxNorm(RxCUI(rawValue: 861_007)), displayText: "metformin 500 mg, \"plain\"",
      generalForm: .tablet,
      relatedCodings: [
        ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "861007"),
        ClinicalCoding(system: "http://example.org/codes", version: "2", code: "a;b"),
      ])
    let drops = MedicationConcept(
      identifier: .mint(displayText: "Tropfen ü", codings: []), displayText: "Tropfen ü",
      generalForm: .drops, relatedCodings: [])
    let patch = MedicationConcept(
      identifier: try HealthConceptIdentifier(value: "Q09OQ0VQVA=="), displayText: "patch",
      generalForm: .unknown, relatedCodings: [])
    let pill = MedicationConcept(
      identifier: try HealthConceptIdentifier(
        domain: HealthConceptDomain(rawValue: "other"), value: "x"), displayText: "pill",
      generalForm: .capsule, relatedCodings: [])
    let medications = [
      OwnedMedication(
        metformin, nickname: "Sugar",
        schedule: try Schedule(
          parts: [
            SchedulePart(
              times: [DoseTime(hour: 8), DoseTime(hour: 20, minute: 30, quantity: 0.5)],
              days: .weekdays([.monday, .thursday]), start: start,
              end: local("2026-06-01T00:00:00")),
            SchedulePart(
              times: [DoseTime(hour: 12)], days: .everyDays(3),
              start: local("2026-06-01T00:00:00")),
          ], zoneName: "America/New_York"), unit: DoseUnit("tablet"), strength: "500 mg",
        stock: 12.5),
      OwnedMedication(drops, unit: DoseUnit("mL")),
      OwnedMedication(
        patch, nickname: "Old", isArchived: true,
        schedule: try Schedule(
          times: [DoseTime(hour: 9)], days: .cycle(on: 21, off: 7), start: start),
        unit: DoseUnit("patch")),
      OwnedMedication(
        pill,
        schedule: try Schedule(times: [DoseTime(hour: 7)], days: .dayOfMonth(31), start: start),
        unit: DoseUnit("capsule")),
    ]
    let app = SampleSource(name: "Diary & Co", bundleIdentifier: "org.example.diary")
    var doses: [MedicationDoseEvent] = []
    for (index, status) in LogStatus.all.enumerated() {
      let due = try time("2026-03-0\(index + 2)T08:00:00")
      let isLogged = status == .taken || status == .skipped
      let date = isLogged ? due.adding(seconds: 61) : due
      doses.append(
        MedicationDoseEvent(
          uuid: SampleUUID(high: 1, low: UInt64(index)),
          medicationConceptIdentifier: metformin.identifier, scheduleType: .schedule,
          scheduledDate: due, scheduledDoseQuantity: 1.25,
          doseQuantity: status == .taken ? 1.25 : status == .skipped ? 0 : nil,
          unit: DoseUnit("tablet"), logStatus: status, startDate: date, endDate: date, source: app))
    }
    let moment = Instant(nanosecondsSince1970: 1_772_000_000_123_456_789)
    doses.append(
      MedicationDoseEvent(
        uuid: SampleUUID(high: 2, low: 0), medicationConceptIdentifier: drops.identifier,
        scheduleType: .asNeeded, scheduledDate: nil, scheduledDoseQuantity: nil, doseQuantity: 0.1,
        unit: DoseUnit("mL"), logStatus: .taken, startDate: moment,
        endDate: moment.adding(seconds: 90), source: SampleSource(name: "", bundleIdentifier: ""),
        device: SampleDevice(name: "Watch", softwareVersion: "11.0"),
        metadata: [
          "text": .string("a\n"), "number": .number(0.1), "flag": .boolean(false),
          "date": .date(moment),
        ]))
    let symptoms = try SymptomCategory.allCases.enumerated().map { index, type in
      let start = try time("2026-03-01T07:00:00").adding(seconds: Int64(index) * 3600)
      let count = type.valueKind == .presence ? 2 : type.valueKind == .severity ? 5 : 4
      return CategorySample(
        type: type, value: index % count, start: start,
        end: index % 2 == 0 ? start : start.adding(seconds: 60),
        metadata: index == 0 ? [:] : index == 1 ? [CategorySample.doseKey: .string("x")] : nil,
        uuid: SampleUUID(high: 3, low: UInt64(index)), source: app)
    }
    return StoreContents(
      medications: medications,
      doses: doses.sorted { ($0.startDate, $0.uuid) < ($1.startDate, $1.uuid) }, symptoms: symptoms)
  }
}
