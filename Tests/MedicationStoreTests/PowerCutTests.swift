// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CFaultVFS
import Foundation
import MedicationModel
import Testing

@testable import MedicationStore

/// A person's days as steps that are the same each time.
private struct Days {
  let database: HealthDatabase
  let clock: TestClock
  var person: PersonStore { PersonStore(database) }

  init(_ path: String, _ zone: Zone, fileSystem: String? = nil) throws {
    let clock = TestClock(try at("2026-03-02T07:00:00+01:00"))
    self.clock = clock
    database = try HealthDatabase(
      path: path,
      surroundings: StoreSurroundings(
        zone: zone, zoneFolder: Scene.zones, uuids: .seeded(7), clock: { clock.now }),
      fileSystem: fileSystem)
  }

  static let stepCount = 60

  func step(_ number: Int) async throws {
    clock.now = try at("2026-03-02T08:00:00+01:00").adding(seconds: Int64(number) * 10_000)
    let app = HealthStore(
      database, app: SampleSource(name: "diary", bundleIdentifier: "org.example.diary"),
      sheet: TestSheet.grantingNausea)
    let first = try HealthConceptIdentifier(value: "example:A")
    let schedule = try Schedule(
      times: [DoseTime(hour: 8), DoseTime(hour: 20, quantity: 0.5)],
      start: LocalTime(date: CivilDate(daysSince1970: 20_513), secondOfDay: 0))
    switch number % 30 {
    case 0: try person.add(Scene.concept("A", code: "1"), nickname: "N", schedule: schedule)
    case 1: try person.add(Scene.concept("B"))
    case 2: try await app.ask()
    case 3: try await app.askForNausea(read: false)
    case 8: try person.setSchedule(nil, for: first)
    case 9: try person.setSchedule(schedule, for: first)
    case 12: try database.prune()
    case 15: try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    case 16: try person.revoke(first, from: app.app.bundleIdentifier)
    case 17: try person.setArchived(true, for: first)
    case 18: try person.setArchived(false, for: first)
    case 29: try database.erase()
    case let step where step % 3 == 0:
      try await app.save(
        (0..<step).map { index in
          CategorySample(
            type: .nausea, value: 2, start: clock.now, end: clock.now,
            metadata: ["note": .string(String(repeating: "x", count: 50 * step))],
            uuid: SampleUUID(high: UInt64(number), low: UInt64(index)))
        })
    case let step where step % 3 == 1:
      try person.logAsNeeded(first, quantity: Double(step))
    default:
      // Not `due`, which is a change of its own.
      let open = try SampleQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: .status([.notInteracted]))], limit: 1
      ).samples(in: person.healthStore).first
      if let date = open?.scheduledDate {
        try person.log(scheduled: date, of: first, status: .taken)
      } else {
        try person.setStock(Double(number), for: first)
      }
    }
  }
}

@Suite("Power cuts", .serialized)
struct PowerCutTests {
  @Test(
    "After a power cut at any instant the store is as the last confirmed step left it, or the next")
  func cuts() async throws {
    let scene = try Scene()
    // What a run without accidents gives after each step.
    let model = try Days(scene.path + "-model", scene.zone)
    var states = [try model.database.backup()]
    for number in 0..<Days.stepCount {
      try await model.step(number)
      states.append(try model.database.backup())
    }
    fault_vfs_begin(0, -1)
    _ = await run(scene.path + "-whole", scene.zone)
    let total = fault_vfs_operation_count()
    #expect(total > 500)

    var random = StoreGenerator(seed: UInt64(attempts("RXKIT_SEED", otherwise: 1)))
    for round in 0..<attempts("RXKIT_POWER_CUTS", otherwise: 200) {
      let path = "\(scene.path)-\(round)"
      let cut = Int64.random(in: 0..<total, using: &random)
      fault_vfs_begin(random.next(), cut)
      let done = await run(path, scene.zone)
      #expect(fault_vfs_is_cut(), "\(round)")
      try restorePower(path)
      // It opens again, and nothing is half written.
      let days = try Days(path, scene.zone)
      #expect(try days.database.rows("PRAGMA integrity_check") == ["ok"], "\(round) \(cut)")
      #expect(try days.database.rows("PRAGMA foreign_key_check").isEmpty, "\(round) \(cut)")
      let found = try days.database.backup()
      let state = states[max(done, 0)...min(done + 1, Days.stepCount)].firstIndex(of: found)
      #expect(state != nil, "\(round) \(cut): not as after step \(done) or the next")
      // And it goes on as if nothing had been.
      if round % 20 == 0, let state {
        for number in state..<Days.stepCount { try await days.step(number) }
        let isWhole = try days.database.backup() == states[Days.stepCount]
        #expect(isWhole, "\(round) \(cut)")
      }
    }
  }

  /// Lives the days until the power fails; returns how many steps are confirmed, -1 if there is no
  /// store yet.
  private func run(_ path: String, _ zone: Zone) async -> Int {
    var done = -1
    do {
      let days = try Days(path, zone, fileSystem: "fault")
      done = 0
      // So that pages are often moved from the log to the file.
      try days.database.execute("PRAGMA wal_autocheckpoint = 7")
      for number in 0..<Days.stepCount {
        try await days.step(number)
        done = number + 1
      }
    } catch {
      #expect(error is HealthError && fault_vfs_is_cut(), "\(error)")
    }
    return done
  }

  /// Puts what is on the disk after the cut where the system's files are.
  private func restorePower(_ path: String) throws {
    for suffix in ["", "-wal", "-journal"] {
      var count = 0
      guard let bytes = fault_vfs_file(path + suffix, &count) else { continue }
      try Data(bytes: bytes, count: count).write(to: URL(fileURLWithPath: path + suffix))
    }
  }
}
