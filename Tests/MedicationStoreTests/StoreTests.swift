// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SQLiteDatabase
import Testing

@testable import MedicationStore

@Suite("The store")
struct StoreTests {
  @Test("M194 Due doses get their events in time order, at their very second")
  func sweeping() throws {
    let scene = try Scene()
    try scene.add("B", schedule: scene.schedule(["09:00", "21:00"]))
    try scene.add("A", schedule: scene.schedule(["08:00", "09:00"]))
    try scene.advance(to: "2026-03-02T08:59:59+01:00")
    #expect(try scene.doses().count == 1)
    try scene.advance(to: "2026-03-02T09:00:00+01:00")
    #expect(try scene.doses().count == 3)
    try scene.person.setNotifications(false)
    try scene.advance(to: "2026-03-02T21:00:00+01:00")
    try scene.person.setNotifications(true)
    try scene.advance(to: "2026-03-03T08:00:00+01:00")
    #expect(
      try scene.summary() == [
        "2026-03-02T08:00 notInteracted", "2026-03-02T09:00 notInteracted",
        "2026-03-02T09:00 notInteracted", "2026-03-02T21:00 notificationNotSent",
        "2026-03-03T08:00 notInteracted",
      ])
    let dates = try scene.changes().addedSamples.map(\.startDate)
    #expect(dates == dates.sorted())
    scene.clock.now = try at("2026-03-03T07:59:59+01:00")
    #expect(refused { try scene.person.sweep() })
  }

  @Test("S1 A store that cannot be written is read with what is in its log, and not changed")
  func readOnly() throws {
    let scene = try Scene()
    try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-02T08:00:00+01:00")
    func files() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: scene.path + $0)) }
    }
    let before = try files()
    // What was changed is in the log alone.
    #expect(before[1].count > before[0].count)
    func open(_ access: HealthDatabase.Access) throws -> HealthDatabase {
      try HealthDatabase(
        path: scene.path, surroundings: StoreSurroundings(zone: scene.zone), for: access,
        fileSystem: nil, isWritable: false)
    }
    let database = try open(.reading)
    #expect(database.isReadOnly)
    let person = PersonStore(database)
    #expect(try person.contents() == scene.person.contents())
    #expect(try database.backup() == scene.database.backup())
    for found in [code { try person.sweep() }, code { try person.setNotifications(false) }] {
      #expect(found == .errorDatabaseInaccessible)
    }
    #expect(try files() == before)
    #expect(try !open(.changing).isReadOnly)
    // A log that was cut within a page has to be repaired first.
    var log = before[1]
    log[log.count - 10] ^= 1
    try log.write(to: URL(fileURLWithPath: scene.path + "-wal"))
    #expect(code { try open(.reading) } == .errorDatabaseInaccessible)
  }

  @Test("A store that is not there is made only if it may be")
  func missing() throws {
    let scene = try Scene()
    let path = scene.path + ".other"
    let surroundings = StoreSurroundings(zone: scene.zone)
    for access in [HealthDatabase.Access.reading, .changing] {
      let error = #expect(throws: HealthError.self) {
        try HealthDatabase(path: path, surroundings: surroundings, for: access)
      }
      #expect(error?.isSame(as: .noStore) == true && error?.file == path)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(try HealthDatabase(path: path, surroundings: surroundings).isNew)
    #expect(try !HealthDatabase(path: path, surroundings: surroundings, for: .reading).isNew)
  }

  @Test("A lock of another writer is waited for, and one that is held for too long is an error")
  func locked() async throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    let other = try SQLiteConnection(path: scene.path)
    try other.execute("BEGIN IMMEDIATE")
    let waiting = try SQLiteConnection(path: scene.path)
    waiting.setBusyTimeout(milliseconds: 20)
    let error = #expect(throws: SQLiteError.self) { try waiting.execute("BEGIN IMMEDIATE") }
    #expect(error?.kind == .busy)
    #expect(!waiting.isInTransaction)
    let writer = Task { try scene.person.logAsNeeded(identifier) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(try other.rows("SELECT count(*) FROM dose_event") { $0.integer(0) } == [0])
    try other.execute("COMMIT")
    let event = try await writer.value
    #expect(try scene.doses() == [event])
  }

  @Test("M195 A log replaces the event: one deletion, one addition, one live event")
  func replacing() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-02T08:00:00+01:00")
    let before = try scene.changes()
    let log = try scene.person.log(
      scheduled: at("2026-03-02T08:00:00+01:00"), of: identifier, status: .taken)
    let after = try scene.changes(since: before.newAnchor)
    #expect(after.deletedObjects.map(\.uuid) == before.addedSamples.map(\.uuid))
    #expect(after.addedSamples == [log])
    #expect(try scene.doses() == [log])
  }

  @Test("M197 A new schedule counts for later doses only; none becomes missed or double")
  func changing() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00", "20:00"]))
    try scene.advance(to: "2026-03-02T12:00:00+01:00")
    try scene.person.setSchedule(
      scene.schedule(["07:00", "08:00", "19:00"], quantity: 2), for: identifier)
    try scene.advance(to: "2026-03-03T07:30:00+01:00")
    let doses = try scene.doses()
    #expect(
      try scene.summary() == [
        "2026-03-02T08:00 notInteracted", "2026-03-02T19:00 notInteracted",
        "2026-03-03T07:00 notInteracted",
      ])
    #expect(doses.map(\.scheduledDoseQuantity) == [1, 2, 2])
  }

  @Test("M96 M198 Without a schedule no events are made")
  func removing() throws {
    let scene = try Scene()
    try scene.add("B")
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-02T12:00:00+01:00")
    try scene.person.setSchedule(nil, for: identifier)
    try scene.advance(to: "2026-03-09T12:00:00+01:00")
    #expect(try scene.doses().count == 1)
    #expect(try scene.person.medications().map(\.hasSchedule) == [false, false])
  }

  @Test("M199 An archived medication gets no events, and none for that time later")
  func archiving() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-02T12:00:00+01:00")
    try scene.person.setArchived(true, for: identifier)
    try scene.advance(to: "2026-03-05T12:00:00+01:00")
    try scene.person.setArchived(false, for: identifier)
    try scene.advance(to: "2026-03-06T12:00:00+01:00")
    #expect(
      try scene.summary() == ["2026-03-02T08:00 notInteracted", "2026-03-06T08:00 notInteracted"])
    try scene.person.setArchived(true, for: identifier)
    try scene.person.setSchedule(scene.schedule(["09:00"]), for: identifier)
    try scene.advance(to: "2026-03-07T12:00:00+01:00")
    #expect(try scene.doses().count == 2)
  }

  @Test("M200 Doses follow the person's clock over a clock change and two flights")
  func travelling() throws {
    let scene = try Scene("2026-03-28T07:00:00+01:00")
    try scene.add("A", schedule: scene.schedule(["02:30", "08:00", "20:00"]))
    try scene.advance(to: "2026-03-29T12:00:00+02:00")
    #expect(
      try scene.doses().map { $0.startDate.description } == [
        "2026-03-28T07:00:00Z", "2026-03-28T19:00:00Z", "2026-03-29T01:00:00Z",
        "2026-03-29T06:00:00Z",
      ])
    // At noon in Zurich it is 19:00 in Tokyo; an hour later 20:00 is due there.
    let tokyo = PersonStore(try scene.reopened(zone: "Asia/Tokyo"))
    try tokyo.sweep()
    scene.clock.now = try at("2026-03-29T20:00:00+09:00")
    try tokyo.sweep()
    #expect(try scene.doses().last?.startDate.description == "2026-03-29T11:00:00Z")
    // West to New York at 21:00: it is 08:00 of the same day, which happened already.
    scene.clock.now = try at("2026-03-29T21:00:00+09:00")
    let york = PersonStore(try scene.reopened(zone: "America/New_York"))
    try york.sweep()
    scene.clock.now = try at("2026-03-30T12:00:00-04:00")
    try york.sweep()
    #expect(
      try scene.doses().suffix(3).map { $0.startDate.description } == [
        "2026-03-29T11:00:00Z", "2026-03-30T06:30:00Z", "2026-03-30T12:00:00Z",
      ])
    #expect(code { try PersonStore(scene.reopened()).sweep() } == nil)
  }

  @Test(
    "M197 M200 A new schedule after a flight west: a time with an event is not due again, others are"
  )
  func newScheduleAfterFlight() throws {
    let scene = try Scene("2026-03-02T07:00:00+09:00", zone: "Asia/Tokyo")
    let identifier = try scene.add("A", schedule: scene.schedule(["21:00"]))
    try scene.advance(to: "2026-03-02T21:05:00+09:00")
    try scene.person.log(
      scheduled: at("2026-03-02T21:00:00+09:00"), of: identifier, status: .taken)
    // In New York it is noon of the same day: 21:00 comes again, 21:30 has no event yet.
    scene.clock.now = try at("2026-03-02T12:00:00-05:00")
    let york = PersonStore(try scene.reopened(zone: "America/New_York"))
    try york.setSchedule(
      scene.schedule(["21:00", "21:30"], quantity: 2, from: "2026-03-02"), for: identifier)
    #expect(try york.next(of: identifier)?.due == at("2026-03-02T21:30:00-05:00"))
    scene.clock.now = try at("2026-03-03T22:00:00-05:00")
    try york.sweep()
    #expect(
      try scene.doses().map { "\($0.scheduledDate?.description ?? "") \($0.logStatus.rawValue)" }
        == [
          "2026-03-02T12:00:00Z 4", "2026-03-03T02:30:00Z 1", "2026-03-04T02:00:00Z 1",
          "2026-03-04T02:30:00Z 1",
        ])
  }

  @Test("M194 A simulation sets the clock forward, never back, and what became due has its event")
  func advance() throws {
    let scene = try Scene("2026-03-02T07:00:00+01:00")
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    let made = try scene.person.advance(to: at("2026-03-04T08:00:00+01:00"))
    #expect(made.map(\.startDate) == (try scene.doses().map(\.startDate)) && made.count == 3)
    let taken = try scene.person.logAsNeeded(identifier)
    #expect(taken.startDate == (try at("2026-03-04T08:00:00+01:00")))
    #expect(refused { try scene.person.advance(to: at("2026-03-04T07:59:59+01:00")) })
    scene.clock.now = try at("2026-03-04T09:00:00+01:00")
    #expect(try scene.person.logAsNeeded(identifier).startDate == scene.clock.now)
  }

  /// A store with everything in it.
  private func filled(_ scene: Scene) async throws {
    let app = scene.app(sheet: .grantingNausea)
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"], quantity: 0.5))
    try await app.ask()
    try await app.askForNausea()
    try scene.advance(to: "2026-03-04T12:00:00+01:00")
    let event = try scene.person.log(
      scheduled: at("2026-03-04T08:00:00+01:00"), of: identifier, status: .taken)
    try scene.person.edit(event.uuid, quantity: 2)
    try await app.save([
      CategorySample(
        type: .nausea, value: 3, start: scene.clock.now, end: scene.clock.now,
        device: SampleDevice(name: "Watch \"1\""),
        metadata: [
          "text": .string("ä\n"), "number": .number(0.1), "flag": .boolean(true),
          "date": .date(try at("2026-01-01T00:00:00.5Z")),
        ], uuid: SampleUUID(high: 1, low: 2))
    ])
  }

  @Test("S1 S9 A schedule that cannot be read blocks nothing else, and is said")
  func unreadableSchedule() throws {
    let scene = try Scene()
    let bad = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.add("B", schedule: scene.schedule(["08:00"]))
    #expect(try scene.person.unreadableSchedules().isEmpty)
    // As an earlier version wrote a start before what a moment can hold.
    let row = "schedule = replace(schedule, '2026-03-02T00:00:00', '1677-09-21T00:12:43.145')"
    try scene.database.execute(
      """
      UPDATE medication SET \(row) WHERE id = 1; UPDATE schedule_period SET \(row) WHERE id = 1;
      """)
    try scene.advance(to: "2026-03-02T12:00:00+01:00")
    #expect(try scene.summary() == ["2026-03-02T08:00 notInteracted"])
    #expect(try scene.person.unreadableSchedules() == [bad])
    #expect(try scene.person.next(of: bad) == nil)
    try scene.person.logAsNeeded(bad)
    let contents = try scene.person.contents()
    #expect(contents.medications.map { $0.schedule == nil } == [true, false])
    #expect(contents.medications.allSatisfy { $0.medication.hasSchedule }, "not as needed")
    #expect(refused { try scene.person.schedule(of: bad) })
    let surroundings = scene.database.surroundings
    let backup = try HealthDatabase.restore(
      scene.database.backup(), to: scene.path + "-backup", surroundings: surroundings)
    #expect(try PersonStore(backup).contents() == contents)
    let saved = try HealthDatabase.recover(
      scene.path, to: scene.path + "-saved", surroundings: surroundings)
    #expect(try PersonStore(saved.database).contents() == contents)
    #expect(try PersonStore(saved.database).unreadableSchedules() == [bad])
    try scene.person.setSchedule(scene.schedule(["20:00"]), for: bad)
    #expect(try scene.person.unreadableSchedules().isEmpty)
    try scene.advance(to: "2026-03-02T21:00:00+01:00")
    #expect(try scene.doses().count == 3)
    try backup.erase()
    #expect(try PersonStore(backup).contents() == StoreContents())
  }

  @Test("M201 A backup restores identifiers, uuids, anchors and grants; newer anchors are refused")
  func backup() async throws {
    let scene = try Scene()
    try await filled(scene)
    let app = scene.app()
    let old = try scene.changes(app)
    let bytes = try scene.database.backup()
    let identifier = try #require(try scene.person.medications().first?.medication.identifier)
    try scene.person.logAsNeeded(identifier)
    let newer = try scene.changes(since: old.newAnchor, app).newAnchor

    let copy = try HealthDatabase.restore(
      bytes, to: scene.path + "2", surroundings: scene.database.surroundings)
    let person = PersonStore(copy)
    let reader = HealthStore(copy, app: app.app, sheet: TestSheet())
    #expect(try person.medications() == scene.person.medications())
    #expect(try person.apps() == scene.person.apps())
    #expect(try scene.changes(reader).addedSamples == old.addedSamples)
    #expect(try scene.changes(since: old.newAnchor, reader).addedSamples.isEmpty)
    let log = try person.logAsNeeded(identifier)
    #expect(try scene.changes(since: old.newAnchor, reader).addedSamples == [log])
    #expect(refused { try scene.changes(since: newer, reader) })
    let symptoms = SampleQueryDescriptor(predicates: [.categorySample()])
    #expect(try symptoms.samples(in: reader) == symptoms.samples(in: app))
    #expect(try symptoms.samples(in: reader).first?.metadata?.count == 4)
    for text in ["", "{}", "{\"format\":\"rxkit-health-store\",\"schema\":1,\"tables\":{}}"] {
      #expect(
        refused {
          try HealthDatabase.restore(
            Array(text.utf8), to: scene.path + "3", surroundings: scene.database.surroundings)
        })
    }
  }

  @Test("M203 Equal scripts with equal clocks and seeds give equal bytes")
  func determinism() async throws {
    let scenes = [try Scene(), try Scene()]
    for scene in scenes { try await filled(scene) }
    #expect(try scenes[0].database.backup() == scenes[1].database.backup())
  }

  // MARK: The file

  @Test("A file of a newer schema is refused and stays as it was")
  func newerSchema() throws {
    let scene = try Scene()
    let path = scene.path + "-newer"
    try scene.database.execute("VACUUM INTO '\(path)'")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[63] = 99
    // With a log.
    (bytes[18], bytes[19]) = (2, 2)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: HealthError.self) { try Scene.open(path, scene.zone, scene.clock) }
    #expect(error?.isSame(as: .newerSchema(found: 99, known: 1)) == true)
    for name in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: path + name)) }
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
  }

  @Test("A file that is something else or damaged is refused and stays as it was")
  func otherFiles() throws {
    let scene = try Scene()
    for content in [
      "not a database, but a text that is long enough to be read as a page", "SQLite format 3\0",
    ] {
      let path = scene.path + "-other"
      try Data(content.utf8).write(to: URL(fileURLWithPath: path))
      #expect(code { try Scene.open(path, scene.zone, scene.clock) } == .errorDatabaseInaccessible)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
    }
    #expect(
      code { try Scene.open("/nonexistent/x", scene.zone, scene.clock) }
        == .errorDatabaseInaccessible)
  }

  @Test("Only its owner can read the file")
  func permissions() throws {
    let scene = try Scene()
    let attributes = try FileManager.default.attributesOfItem(atPath: scene.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("After pruning an older anchor asks for a new start")
  func pruning() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let event = try scene.person.logAsNeeded(identifier)
    let anchor = try scene.changes().newAnchor
    try scene.person.delete(event.uuid)
    try scene.database.prune()
    let error = #expect(throws: HealthError.self) { try scene.changes(since: anchor) }
    #expect(error?.isSame(as: .expiredAnchor) == true)
    #expect(try scene.changes().addedSamples.isEmpty)
  }
}
