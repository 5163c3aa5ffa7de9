// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Anchored queries")
struct AnchorTests {
  typealias DoseQuery = AnchoredObjectQueryDescriptor<MedicationDoseEvent>

  /// A consumer that keeps what was delivered, by uuid.
  final class Consumer {
    var query: DoseQuery
    var events: [SampleUUID: MedicationDoseEvent] = [:]
    var added: [[SampleUUID]] = []
    var deleted: [[SampleUUID]] = []

    init(_ predicate: QueryPredicate? = nil) {
      query = DoseQuery(predicates: [.medicationDoseEvent(predicate: predicate)])
    }

    @discardableResult
    func run(_ store: HealthStore) throws -> DoseQuery.Result {
      let result = try query.changes(in: store)
      for object in result.deletedObjects { events[object.uuid] = nil }
      for event in result.addedSamples { events[event.uuid] = event }
      added.append(result.addedSamples.map(\.uuid))
      deleted.append(result.deletedObjects.map(\.uuid))
      query.anchor = result.newAnchor
      return result
    }
  }

  @Test("M150 M151 M152 M155 M156 M158 M159 M162 M164 The worked example of an edited dose")
  func example() async throws {
    let scene = try Scene()
    let identifier = try scene.add("Amoxicillin")
    let store = scene.person.healthStore
    let taken = Consumer(.status([.taken]))
    let first = try scene.person.logAsNeeded(identifier)
    try taken.run(store)
    let second = try scene.person.edit(first.uuid, at: at("2026-03-02T06:30:00+01:00"))
    let edit = try taken.run(store)
    #expect(edit.deletedObjects == [DeletedObject(uuid: first.uuid, metadata: nil)])
    try scene.person.edit(second.uuid, status: .skipped)
    try taken.run(store)
    let past = try scene.person.logAsNeeded(identifier, at: at("2026-02-27T08:00:00+01:00"))
    try taken.run(store)
    try taken.run(store)
    #expect(taken.added == [[first.uuid], [second.uuid], [], [past.uuid], []])
    #expect(taken.deleted == [[], [first.uuid], [second.uuid], [], []])
    let anew = try await DoseQuery(
      predicates: taken.query.predicates, anchor: edit.newAnchor
    ).result(for: store)
    #expect(anew.deletedObjects.map(\.uuid) == [second.uuid])
    #expect(anew.addedSamples == [past])
  }

  @Test("M153 M165 Anchor nil starts from the beginning, and queries do not influence each other")
  func independent() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let (first, second) = (Consumer(), Consumer())
    let event = try scene.person.logAsNeeded(identifier)
    try first.run(scene.person.healthStore)
    try second.run(scene.person.healthStore)
    try first.run(scene.person.healthStore)
    first.query.anchor = nil
    try first.run(scene.person.healthStore)
    #expect(first.added == [[event.uuid], [], [event.uuid]])
    #expect(second.added == [[event.uuid]])
  }

  @Test("M154 An anchor is kept as JSON and as text, and goes on in another process")
  func keeping() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let consumer = Consumer()
    try scene.person.logAsNeeded(identifier)
    let anchor = try consumer.run(scene.person.healthStore).newAnchor
    let kept = try JSONDecoder().decode([QueryAnchor].self, from: JSONEncoder().encode([anchor]))
    #expect(kept == [anchor])
    #expect(try QueryAnchor(anchor.description) == anchor)
    let event = try scene.person.logAsNeeded(identifier)
    consumer.query.anchor = kept.first
    #expect(
      try consumer.run(PersonStore(scene.reopened()).healthStore).addedSamples == [event])
    for text in ["", "x", "1.2.3", anchor.description + ".1", "-" + anchor.description] {
      #expect(refused { try QueryAnchor(text) })
    }
  }

  @Test("M157 A deletion of an unknown uuid changes nothing")
  func unknownDeletion() throws {
    let zone = Zone.utc
    var chart = DoseChart(
      start: try at("2026-03-01T00:00:00Z"), end: try at("2026-03-02T00:00:00Z"), zone: zone)
    chart.remove(SampleUUID())
    #expect(chart.series.isEmpty)
  }

  @Test("M160 Snapshot and changes add up to a fresh query, also in batches and under grants")
  func property() async throws {
    let scene = try Scene()
    var generator = StoreGenerator(seed: 20_260_729)
    let medications = try ["A", "B", "C"].map { name in
      try scene.add(name, schedule: name == "C" ? nil : scene.schedule(["08:00", "20:00"]))
    }
    let app = scene.app(sheet: TestSheet { _ in Set(medications.prefix(2)) })
    try await app.ask()
    let predicates: [QueryPredicate?] = [
      nil, .status([.taken]), .medication([medications[0]]), !.status([.notInteracted]),
    ]
    let consumers = predicates.flatMap { [Consumer($0), Consumer($0)] }
    for (index, consumer) in consumers.enumerated() where index % 2 == 1 {
      consumer.query.limit = 1 + generator.below(3)
    }
    for step in 0..<300 {
      try await change(scene, medications, app, step, &generator)
      guard generator.below(3) == 0 || step == 299 else { continue }
      for (index, consumer) in consumers.enumerated() {
        var batch = try consumer.run(app)
        while consumer.query.limit != nil, !batch.addedSamples.isEmpty {
          batch = try consumer.run(app)
        }
        let fresh = try scene.doses(predicates[index / 2], app)
        #expect(Set(consumer.events.values) == Set(fresh), "step \(step), consumer \(index)")
      }
    }
  }

  private func change(
    _ scene: Scene, _ medications: [HealthConceptIdentifier], _ app: HealthStore, _ step: Int,
    _ generator: inout StoreGenerator
  ) async throws {
    scene.clock.now = scene.clock.now.adding(seconds: Int64(generator.below(10_000)))
    let medication = medications[generator.below(3)]
    let live = try scene.doses()
    let event = live.isEmpty ? nil : live[generator.below(live.count)]
    switch generator.below(8) {
    case 0, 1: try scene.person.logAsNeeded(medication)
    case 2: _ = try event.map { try scene.person.edit($0.uuid, status: .taken) }
    case 3: _ = try event.map { try scene.person.edit($0.uuid, status: .skipped) }
    case 4: _ = try event.map { try scene.person.delete($0.uuid) }
    case 5:
      // An event without a log cannot be undone; that is no change.
      _ = code { try event.map { try scene.person.undo($0.uuid) } }
    default: try scene.person.sweep()
    }
    // Grants of the third medication only grow: a revoke breaks the sum, as it may.
    if step == 150 { try scene.person.grant(medications[2], to: app.app.bundleIdentifier) }
  }

  @Test(
    "M161 Results are the snapshot, also when empty, then one element for each change, until cancelled"
  )
  func stream() async throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let other = PersonStore(try scene.reopened())
    let store = scene.person.healthStore
    var results = DoseQuery(predicates: [.medicationDoseEvent()]).results(for: store)
      .makeAsyncIterator()
    #expect(try await results.next()?.addedSamples.isEmpty == true)
    // Two changes of another connection before anyone looks: two elements.
    let first = try other.logAsNeeded(identifier)
    let second = try other.edit(first.uuid, status: .skipped)
    try other.setNickname("x", for: identifier)
    let third = try other.logAsNeeded(identifier)
    var uuids: [[SampleUUID]] = []
    for _ in 0..<2 { uuids.append(try await results.next()?.addedSamples.map(\.uuid) ?? []) }
    #expect(uuids == [[second.uuid], [third.uuid]])
    let (begun, signal) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task {
      var count = 0
      for try await _ in DoseQuery(predicates: [.medicationDoseEvent()]).results(for: store) {
        count += 1
        signal.yield()
      }
      return count
    }
    for await _ in begun { break }
    waiting.cancel()
    #expect(try await waiting.value == 1)
  }

  @Test("M115 An observer hears of what it may see, and of nothing else")
  func observer() async throws {
    let scene = try Scene()
    let (first, second) = (try scene.add("A"), try scene.add("B"))
    let app = scene.app(sheet: TestSheet { _ in [first] })
    try await app.ask()
    var results = DoseQuery(predicates: [.medicationDoseEvent()]).results(for: app)
      .makeAsyncIterator()
    #expect(try results.step() != nil)
    try scene.person.logAsNeeded(second)
    #expect(try results.step() == nil)
    try scene.person.logAsNeeded(first)
    #expect(try results.step() != nil)
    // The observer hears of the same changes, from when it was begun.
    let (calls, called) = AsyncStream.makeStream(of: HealthErrorCode?.self)
    let running = app.execute(
      ObserverQuery(
        sampleType: .medicationDoseEventType(), predicate: .status([.taken])
      ) { called.yield($1?.code) })
    try scene.person.logAsNeeded(second)
    try scene.person.logAsNeeded(first, status: .skipped)
    try scene.person.logAsNeeded(first)
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    running.cancel()
    await running.value
    called.finish()
    #expect(await iterator.next() == nil, "one change that it may see")
    let (refusals, refused) = AsyncStream.makeStream(of: HealthErrorCode?.self)
    app.execute(
      ObserverQuery(sampleType: .userAnnotatedMedicationType()) { refused.yield($1?.code) })
    refused.finish()
    for await code in refusals { #expect(code == .errorInvalidArgument) }
  }

  @Test("M163 Batches of at most n deliver everything once", arguments: [1, 2, 7, 100])
  func batches(_ limit: Int) async throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00", "09:00", "10:00"]))
    // One sweep makes many events of one revision; a grant makes all of them new at once.
    try scene.advance(to: "2026-03-06T12:00:00+01:00")
    let app = scene.app()
    try await app.ask()
    let consumer = Consumer()
    consumer.query.limit = limit
    for _ in 0..<2 {
      try consumer.run(app)
      while consumer.added.last?.isEmpty == false {
        #expect((consumer.added.last ?? []).count <= limit)
        try consumer.run(app)
      }
      try scene.person.grant(identifier, to: app.app.bundleIdentifier)
    }
    let uuids = consumer.added.flatMap(\.self)
    #expect(uuids.count == 15 && Set(uuids).count == 15)
  }

  @Test("M166 An anchor of another store is refused")
  func foreignAnchor() throws {
    let scene = try Scene()
    let other = scene.path + "-other"
    let database = try Scene.open(other, scene.zone, scene.clock, seed: 8)
    let consumer = Consumer()
    try consumer.run(HealthStore(PersonStore(database)))
    #expect(refused { try consumer.run(scene.person.healthStore) })
    // Also one of the same seed that began later, and this one before it was erased.
    scene.clock.now = scene.clock.now.adding(seconds: 60)
    let later = try Scene.open(scene.path + "-later", scene.zone, scene.clock)
    let anchor = try scene.changes(HealthStore(PersonStore(later))).newAnchor
    #expect(refused { try scene.changes(since: anchor) })
    let old = try scene.changes().newAnchor
    try scene.database.erase()
    #expect(refused { try scene.changes(since: old) })
  }
}
