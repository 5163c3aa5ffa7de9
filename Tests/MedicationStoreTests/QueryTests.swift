// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Synchronization
import Testing

@testable import MedicationStore

@Suite("Queries and predicates")
struct QueryTests {
  @Test(
    "M128 M129 M134 Without predicate all medications come, in the order of adding; none is an empty array"
  )
  func everything() async throws {
    let scene = try Scene()
    let app = scene.app(sheet: .granting)
    let query = UserAnnotatedMedicationQueryDescriptor()
    #expect(query.predicate == nil && query.limit == nil)
    #expect(try await query.result(for: app).isEmpty)
    for name in ["C", "A", "B"] { try scene.add(name) }
    try scene.person.setArchived(true, for: HealthConceptIdentifier(value: "example:A"))
    try await app.ask()
    #expect(try await app.names == ["C", "A", "B"])
  }

  @Test("M130 M131 M132 Flags, and, or, not")
  func flags() async throws {
    let scene = try Scene()
    try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.add("B")
    try scene.person.setArchived(true, for: scene.add("C"))
    func names(_ predicate: QueryPredicate) throws -> [String] {
      try UserAnnotatedMedicationQueryDescriptor(predicate: predicate)
        .medications(in: scene.person.healthStore).map(\.medication.displayText)
    }
    let active = Query.predicateForUserAnnotatedMedications(isArchived: false)
    let planned = Query.predicateForUserAnnotatedMedications(hasSchedule: true)
    #expect(try names(active) == ["A", "B"])
    #expect(try names(planned) == ["A"])
    #expect(try names(active && !planned) == ["B"])
    #expect(try names(!active || planned) == ["A", "C"])
    #expect(try names(.and([])) == ["A", "B", "C"])
    #expect(try names(.or([])).isEmpty)
  }

  @Test("M133 M187 Limits: n at most n, nil and 0 all, negative an error and no part of a result")
  func limits() async throws {
    let scene = try Scene()
    for name in ["A", "B", "C"] { try scene.person.logAsNeeded(scene.add(name)) }
    let store = scene.person.healthStore
    for (limit, count) in [(2, 2), (9, 3), (0, 3)] {
      #expect(
        try await UserAnnotatedMedicationQueryDescriptor(limit: limit).result(for: store).count
          == count)
      #expect(
        try await SampleQueryDescriptor(predicates: [.medicationDoseEvent()], limit: limit)
          .result(for: store).count == count)
    }
    #expect(
      refused { try UserAnnotatedMedicationQueryDescriptor(limit: -1).medications(in: store) })
    #expect(
      refused {
        try SampleQueryDescriptor(predicates: [.medicationDoseEvent()], limit: -2)
          .samples(in: store)
      })
    #expect(
      refused {
        try AnchoredObjectQueryDescriptor(predicates: [.medicationDoseEvent()], limit: -1)
          .changes(in: store)
      })
  }

  @Test("M135 The callback gets each medication and then the end; an error ends it")
  func callback() throws {
    let scene = try Scene()
    for name in ["A", "B"] { try scene.add(name) }
    let calls = Mutex<[String]>([])
    for limit in [0, -1] {
      scene.person.healthStore.execute(
        UserAnnotatedMedicationQuery(predicate: nil, limit: limit) { _, medication, done, error in
          calls.withLock { calls in
            let name = medication?.medication.displayText ?? "-"
            calls.append("\(name) \(done) \(error?.code.rawValue ?? -1)")
          }
        })
    }
    #expect(calls.withLock { $0 } == ["A false -1", "B false -1", "- true -1", "- true 3"])
  }

  @Test("M136 M137 M138 M139 M140 M141 Doses by status, medication and scheduled date")
  func doses() throws {
    let scene = try Scene()
    let first = try scene.add("A", schedule: scene.schedule(["08:00", "20:00"]))
    let second = try scene.add("B")
    try scene.advance(to: "2026-03-03T21:00:00+01:00")
    try scene.person.logAsNeeded(second)
    let morning = try at("2026-03-02T08:00:00+01:00")
    try scene.person.log(scheduled: morning, of: first, status: .taken)
    func count(_ predicate: QueryPredicate) throws -> Int { try scene.doses(predicate).count }
    #expect(try count(Query.predicateForMedicationDoseEvent(status: .taken)) == 2)
    #expect(
      try count(Query.predicateForMedicationDoseEvent(statuses: [.taken, .notInteracted])) == 5)
    #expect(try count(Query.predicateForMedicationDoseEvent(statuses: [])) == 0)
    #expect(
      try count(Query.predicateForMedicationDoseEvent(medicationConceptIdentifier: first)) == 4)
    #expect(
      try count(
        Query.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [first, second])) == 5)
    #expect(try count(Query.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [])) == 0)
    #expect(try count(Query.predicateForMedicationDoseEvent(scheduledDate: morning)) == 1)
    #expect(
      try count(
        Query.predicateForMedicationDoseEvent(
          scheduledDate: Instant(nanosecondsSince1970: morning.nanosecondsSince1970 + 1))) == 0)
    #expect(
      try count(
        Query.predicateForMedicationDoseEvent(scheduledDates: [
          morning, at("2026-03-03T08:00:00+01:00"),
        ])) == 2)
    let evening = try at("2026-03-02T20:00:00+01:00")
    #expect(
      try count(Query.predicateForMedicationDoseEvent(scheduledStart: morning, end: evening)) == 1)
    #expect(
      try count(Query.predicateForMedicationDoseEvent(scheduledStart: evening, end: nil)) == 3)
    #expect(try count(Query.predicateForMedicationDoseEvent(scheduledStart: nil, end: nil)) == 4)
  }

  @Test("M142 M143 The time of a sample against a window")
  func windows() async throws {
    let scene = try Scene()
    let store = scene.person.healthStore
    let (start, end) = (try at("2026-03-01T10:00:00Z"), try at("2026-03-01T12:00:00Z"))
    try await store.save([CategorySample(type: .headache, value: 2, start: start, end: end)])
    func matches(_ from: String?, _ to: String?, _ options: QueryOptions) throws -> Bool {
      let predicate = Query.predicateForSamples(
        withStart: try from.map { try Instant("2026-03-01T\($0):00Z") },
        end: try to.map { try Instant("2026-03-01T\($0):00Z") }, options: options)
      return try !SampleQueryDescriptor(predicates: [.categorySample(predicate: predicate)])
        .samples(in: store).isEmpty
    }
    #expect(try matches(nil, nil, []) && matches("12:00", nil, []) && matches("11:00", "11:30", []))
    #expect(
      try !matches("12:01", nil, []) && !matches(nil, "10:00", []) && matches(nil, "10:01", []))
    #expect(
      try matches("10:00", "10:01", .strictStartDate)
        && !matches("10:01", "13:00", .strictStartDate))
    #expect(try !matches("09:00", "10:00", .strictStartDate))
    #expect(
      try matches("11:00", "12:01", .strictEndDate) && !matches("11:00", "12:00", .strictEndDate))
    #expect(try matches("10:00", "12:01", [.strictStartDate, .strictEndDate]))
  }

  @Test("M144 Sorting and limit act after the filter; ties are in the order of uuids")
  func sorting() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    for _ in 0..<20 { try scene.person.logAsNeeded(identifier) }
    let early = try scene.person.logAsNeeded(identifier, at: at("2026-01-01T00:00:00Z"))
    let query = SampleQueryDescriptor(
      predicates: [.medicationDoseEvent()],
      sortDescriptors: [SampleSortDescriptor(.startDate, isDescending: true)])
    let found = try query.samples(in: scene.person.healthStore)
    #expect(found.last == early)
    #expect(found.dropLast().map(\.uuid) == found.dropLast().map(\.uuid).sorted())
    var limited = query
    limited.limit = 3
    #expect(try limited.samples(in: scene.person.healthStore) == Array(found.prefix(3)))
  }

  @Test("M145 M146 M147 M148 The latest taken dose of a day of 23 hours")
  func latest() async throws {
    let scene = try Scene("2026-03-29T23:30:00+02:00")
    let identifier = try scene.add("A")
    let store = scene.person.healthStore
    func latest() async throws -> MedicationDoseEvent? {
      try await store.latestDose(of: identifier, onDayOf: scene.clock.now, in: scene.zone)
    }
    try scene.person.logAsNeeded(identifier, at: at("2026-03-28T23:59:59+01:00"))
    try scene.person.logAsNeeded(identifier, status: .skipped)
    #expect(try await latest() == nil)
    let late = try scene.person.logAsNeeded(identifier, at: at("2026-03-29T23:15:00+02:00"))
    let early = try scene.person.logAsNeeded(identifier, at: at("2026-03-29T00:00:00+01:00"))
    #expect(try await latest() == late)
    try scene.person.delete(late.uuid)
    #expect(try await latest() == early)
    scene.clock.now = try at("2026-03-30T00:00:00+02:00")
    #expect(try await latest() == nil)
    #expect(try await store.latestDose(of: identifier) == early)
  }

  @Test("M149 Of several predicates any one is enough, and a sample comes once")
  func alternatives() throws {
    let scene = try Scene()
    try scene.person.logAsNeeded(scene.add("A"))
    try scene.person.logAsNeeded(scene.add("B"), status: .skipped)
    let query = SampleQueryDescriptor(predicates: [
      .medicationDoseEvent(predicate: .status([.taken])), .medicationDoseEvent(),
      .medicationDoseEvent(predicate: .or([])),
    ])
    #expect(try query.samples(in: scene.person.healthStore).count == 2)
  }

  @Test(
    "SQL and plain evaluation agree on random predicates and doses, and predicates survive JSON")
  func property() throws {
    let scene = try Scene()
    var generator = StoreGenerator(seed: 20_260_728)
    let (first, second) = (
      try scene.add("A", schedule: scene.schedule(["08:00", "20:00"])), try scene.add("B")
    )
    try scene.advance(to: "2026-03-20T12:00:00+01:00")
    for event in try scene.doses() where generator.below(3) > 0 {
      try scene.person.edit(
        event.uuid, status: generator.below(2) == 0 ? .taken : .skipped,
        at: event.startDate.adding(seconds: Int64(generator.below(4000))))
    }
    for _ in 0..<20 {
      let date = scene.clock.now.adding(seconds: -Int64(generator.below(2_000_000)))
      try scene.person.logAsNeeded(second, at: date)
    }
    let all = try scene.doses()
    #expect(all.count > 50)
    func instant() -> Instant {
      let event = all[generator.below(all.count)]
      return (generator.below(2) == 0 ? event.scheduledDate : nil) ?? event.startDate
    }
    func predicate(_ depth: Int) -> QueryPredicate {
      switch generator.below(depth == 0 ? 6 : 9) {
      case 0: .status(LogStatus.all.filter { _ in generator.below(3) == 0 })
      case 1: .medication([first, second].filter { _ in generator.below(2) == 0 })
      case 2: .scheduledDate((0..<generator.below(3)).map { _ in instant() })
      case 3:
        .scheduled(
          start: generator.below(3) == 0 ? nil : instant(),
          end: generator.below(3) == 0 ? nil : instant())
      case 4:
        .time(
          start: generator.below(3) == 0 ? nil : instant(),
          end: generator.below(3) == 0 ? nil : instant(),
          options: QueryOptions(rawValue: generator.below(4)))
      case 5: [.isArchived(false), .categoryType(.nausea), .hasSchedule(true)][generator.below(3)]
      case 6: .not(predicate(depth - 1))
      case 7: .and((0..<generator.below(4)).map { _ in predicate(depth - 1) })
      default: .or((0..<generator.below(4)).map { _ in predicate(depth - 1) })
      }
    }
    for _ in 0..<500 {
      let predicate = predicate(4)
      #expect(try scene.doses(predicate) == all.filter(predicate.matches), "\(predicate)")
      let data = try JSONEncoder().encode(predicate)
      #expect(try JSONDecoder().decode(QueryPredicate.self, from: data) == predicate)
    }
  }
}
