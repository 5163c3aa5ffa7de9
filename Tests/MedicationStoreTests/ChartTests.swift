// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Charts, symptoms and errors")
struct ChartTests {
  @Test("A chart that the store fills equals one of single events, and goes on from its anchor")
  func filling() async throws {
    let scene = try Scene("2026-03-31T12:00:00+02:00")
    let ids = [try scene.add("A"), try scene.add("B")]
    for day in 1...30 {
      let date = try at("2026-03-\(day < 10 ? "0" : "")\(day)T23:30:00Z")
      try scene.person.logAsNeeded(ids[day % 2], at: date, status: day % 5 == 0 ? .skipped : .taken)
    }
    var single = DoseChart(
      start: try at("2026-03-02T00:00:00+01:00"), end: try at("2026-04-01T00:00:00+02:00"),
      zone: scene.zone)
    let (chart, anchor) = try await scene.person.healthStore.filled(single)
    var filled = chart
    for event in try scene.doses() { single.add(event) }
    #expect(filled.series == single.series && filled.days.count == 30)
    #expect(filled.series.values.flatMap(\.self).reduce(0, +) == 24)
    let event = try scene.person.logAsNeeded(ids[0])
    single.add(event)
    filled.apply(try scene.changes(since: anchor))
    #expect(filled.series == single.series)
  }

  @Test("M181 A window long ago has its own days only")
  func longAgo() throws {
    let chart = DoseChart(
      start: try at("1960-02-01T00:00:00Z"), end: try at("1960-02-03T00:00:00Z"), zone: .utc)
    #expect(chart.days.map(\.description) == ["1960-02-01", "1960-02-02"])
  }

  @Test(
    "M178 M179 M180 M181 M182 Taken events are counted by day and medication, over 23 and 25 hours")
  func counting() throws {
    let scene = try Scene("2026-11-01T00:00:00+01:00")
    let (first, second) = (try scene.add("A"), try scene.add("B"))
    let chart = { (start: String, end: String) throws -> DoseChart in
      var chart = DoseChart(
        start: try at(start), end: try at(end), zone: scene.zone, medications: [first, second])
      for event in try scene.doses() { chart.add(event) }
      return chart
    }
    for time in [
      "2026-03-28T23:59:59+01:00", "2026-03-29T00:00:00+01:00", "2026-03-29T23:59:59+02:00",
      "2026-03-30T00:00:00+02:00", "2026-10-25T00:00:00+02:00", "2026-10-25T23:59:59+01:00",
    ] {
      try scene.person.logAsNeeded(first, quantity: 3, at: at(time))
    }
    try scene.person.logAsNeeded(second, at: at("2026-03-29T12:00:00+02:00"), status: .skipped)
    let spring = try chart("2026-03-28T00:00:00+01:00", "2026-03-31T00:00:00+02:00")
    #expect(spring.days.map(\.description) == ["2026-03-28", "2026-03-29", "2026-03-30"])
    #expect(spring.series == [first: [1, 2, 1], second: [0, 0, 0]])
    let autumn = try chart("2026-10-25T00:00:00+02:00", "2026-10-25T23:59:59+01:00")
    #expect(autumn.series[first] == [1])
    #expect(try chart("2026-03-28T00:00:00+01:00", "2026-03-28T00:00:00+01:00").days.isEmpty)
  }

  @Test(
    "M183 M184 A chart follows additions, edits, moves and deletions through the anchored query")
  func following() throws {
    let scene = try Scene("2026-03-05T12:00:00+01:00")
    let identifier = try scene.add("A")
    let watch = PersonStore(
      try scene.reopened(),
      source: SampleSource(name: "watch", bundleIdentifier: "org.example.watch"))
    var anchor: QueryAnchor?
    var chart = DoseChart(
      start: try at("2026-03-03T00:00:00+01:00"), end: try at("2026-03-06T00:00:00+01:00"),
      zone: scene.zone, medications: [identifier])
    func next() throws -> [Int]? {
      let result = try scene.changes(since: anchor)
      anchor = result.newAnchor
      chart.apply(result)
      return chart.series[identifier]
    }
    #expect(try next() == [0, 0, 0])
    let event = try watch.logAsNeeded(identifier)
    #expect(try next() == [0, 0, 1])
    let moved = try scene.person.edit(event.uuid, at: at("2026-03-04T08:00:00+01:00"))
    #expect(try next() == [0, 1, 0])
    let skipped = try scene.person.edit(moved.uuid, status: .skipped)
    #expect(try next() == [0, 0, 0])
    let taken = try scene.person.edit(skipped.uuid, status: .taken)
    #expect(try next() == [0, 1, 0])
    try scene.person.delete(taken.uuid)
    #expect(try next() == [0, 0, 0])
  }

  @Test("Adherence counts scheduled doses of the period; a streak passes over open doses of today")
  func adherence() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00", "20:00"]))
    try scene.advance(to: "2026-03-05T12:00:00+01:00")
    for event in try scene.doses() where event.startDate != (try at("2026-03-02T20:00:00+01:00")) {
      if scene.zone.day(of: event.startDate).description != "2026-03-05" {
        try scene.person.edit(event.uuid, status: .taken, at: event.startDate)
      }
    }
    try scene.person.logAsNeeded(identifier)
    let doses = try scene.doses()
    let counts = try #require(
      Adherence.count(
        doses, start: at("2026-03-02T20:00:00+01:00"), end: at("2026-03-05T08:00:00+01:00")
      ).first)
    #expect(counts.takenCount == 4 && counts.dueCount == 5 && counts.share == 0.8)
    #expect(counts.takenAsNeeded == 0)
    let today = scene.zone.day(of: scene.clock.now)
    #expect(Adherence.streak(doses, through: today, zone: scene.zone) == 2)
  }

  // MARK: Symptoms

  @Test("M173 A value that the type does not have is refused before saving")
  func values() async throws {
    let scene = try Scene()
    let store = scene.person.healthStore
    for (type, value) in [
      (SymptomCategory.appetiteChanges, 4), (.moodChanges, 2), (.nausea, 5), (.nausea, -1),
    ] {
      let sample = CategorySample(
        type: type, value: value, start: scene.clock.now, end: scene.clock.now)
      #expect(await code { try await store.save([sample]) } == .errorInvalidArgument)
    }
    for symptom in SymptomCategory.allCases {
      for intensity in SymptomIntensity.allCases {
        try await store.save([
          CategorySample(
            type: symptom, value: intensity.categoryValue(for: symptom), start: scene.clock.now,
            end: scene.clock.now)
        ])
      }
    }
    let saved = try SampleQueryDescriptor(predicates: [.categorySample()]).samples(in: store)
    #expect(saved.count == 195)
    let end = scene.clock.now.adding(seconds: 60)
    let later = CategorySample(type: .nausea, value: 1, start: end, end: end)
    #expect(await code { try await store.save([later]) } == .errorInvalidArgument)
  }

  @Test("M175 A symptom may name its medication in metadata, and need not")
  func link() async throws {
    let scene = try Scene()
    let store = scene.person.healthStore
    let linked = CategorySample(
      type: .nausea, value: 2, start: scene.clock.now, end: scene.clock.now,
      metadata: [CategorySample.medicationKey: .string("example:A")])
    try await store.save([linked])
    let found = try SampleQueryDescriptor(predicates: [.categorySample(type: .nausea)])
      .samples(in: store)
    #expect(found.first?.metadata == linked.metadata && found.first?.uuid == linked.uuid)
    #expect(
      try SampleQueryDescriptor(predicates: [.categorySample(type: .headache)]).samples(in: store)
        .isEmpty)
  }

  // MARK: Errors

  @Test("M185 M186 M188 Errors have HealthKit's domain and codes, and are equal by code")
  func codes() {
    #expect(HealthError.domain == "com.apple.healthkit")
    #expect(HealthErrorCode.allCases.map(\.rawValue) == Array(0...15))
    #expect(HealthErrorCode.errorNotPermissibleForGuestUserMode.rawValue == 15)
    #expect(HealthError.quantity == HealthError.negativeLimit)
    #expect(HealthError.quantity != HealthError.savingDenied)
    #expect(HealthStore.isHealthDataAvailable())
  }

  // MARK: JSON

  @Test("M193 A dose is written as documented and read back, with names, numbers and fractions")
  func json() throws {
    let zone = try Scene.zones.zone(named: "America/New_York")
    let event = MedicationDoseEvent(
      uuid: try #require(SampleUUID("6c1b7b3e-0b5c-4b60-9d0a-2f1e5b6a7c01")),
      medicationConceptIdentifier: try HealthConceptIdentifier(value: "example:amoxicillin"),
      scheduleType: .schedule, scheduledDate: try at("2025-06-09T08:00:00-04:00"),
      scheduledDoseQuantity: 1, doseQuantity: 0, unit: DoseUnit("tablet"), logStatus: .skipped,
      startDate: try at("2025-06-09T08:04:00.25-04:00"),
      endDate: try at("2025-06-09T08:04:00.25-04:00"),
      source: SampleSource(name: "Health", bundleIdentifier: "com.example.person"))
    var writer = JSONWriter()
    event.write(to: &writer, in: zone)
    #expect(
      writer.text
        == #"""
        {"uuid":"6C1B7B3E-0B5C-4B60-9D0A-2F1E5B6A7C01","medicationConceptIdentifier":"example:amoxicillin",
        "scheduleType":"schedule","scheduledDate":"2025-06-09T08:00:00-04:00","scheduledDoseQuantity":1,
        "doseQuantity":0,"unit":"tablet","logStatus":"skipped","startDate":"2025-06-09T08:04:00.25-04:00",
        "endDate":"2025-06-09T08:04:00.25-04:00","source":{"name":"Health","bundleIdentifier":"com.example.person"},
        "device":null,"metadata":null}
        """#.replacingOccurrences(of: "\n", with: ""))
    let text = writer.text
    #expect(try JSONDecoder().decode(MedicationDoseEvent.self, from: Data(text.utf8)) == event)
    let numbers = text.replacingOccurrences(of: "\"skipped\"", with: "5")
      .replacingOccurrences(of: "\"schedule\"", with: "2")
    #expect(try JSONDecoder().decode(MedicationDoseEvent.self, from: Data(numbers.utf8)) == event)
    let local = text.replacingOccurrences(of: ":00-04:00", with: ":00")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MedicationDoseEvent.self, from: Data(local.utf8))
    }
  }
}
