// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SQLiteDatabase
import Testing

@testable import MedicationStore

/// A store of two months in the bytes of its files, as it is while a process uses it.
struct FilledStore: Sendable {
  let file: [UInt8]
  let log: [UInt8]
  /// The rows of each table, as ``HealthDatabase/allRows()`` gives them.
  let rows: [String: Set<Int64>]
  /// The rows as they were after each change that is in the log, and before all of them.
  let olderRows: [String: Set<Int64>]

  /// Begins with everything in the file; the log has the last week.
  static let shared = Task {
    let scene = try Scene("2026-01-01T07:00:00+01:00")
    let app = scene.app(sheet: .grantingNausea)
    let first = try scene.person.add(
      Scene.concept("A", code: "308192"), nickname: "Morning",
      schedule: scene.schedule(["08:00", "20:00"], quantity: 0.5), strength: "500 mg"
    ).medication.identifier
    try scene.person.setStock(28, for: first)
    let second = try scene.add("B", schedule: scene.schedule(["09:00"], quantity: 2))
    try await app.ask()
    try await app.askForNausea()
    var older: [String: Set<Int64>] = [:]
    func live(through days: ClosedRange<Int64>, _ changed: () throws -> Void = {}) async throws {
      let start = try at("2026-01-01T21:00:00+01:00")
      for day in days {
        scene.clock.now = start.adding(seconds: day * 86_400)
        let due = try scene.person.due()
        try changed()
        for dose in due.prefix(2) {
          let event = try scene.person.log(
            scheduled: dose.event.startDate, of: dose.event.medicationConceptIdentifier,
            status: day % 3 == 0 ? .skipped : .taken)
          try changed()
          if day % 7 == 0 { try scene.person.edit(event.uuid, status: .taken, quantity: 1.5) }
          try changed()
        }
        if day % 4 == 0 { try scene.person.logAsNeeded(second, quantity: 0.25) }
        try changed()
        let note = String(repeating: "note ", count: day % 10 == 0 ? 2_000 : 3)
        try await app.save([
          CategorySample(
            type: .nausea, value: Int(day % 5), start: scene.clock.now, end: scene.clock.now,
            metadata: ["note": .string(note)])
        ])
      }
    }
    try await live(through: 0...50)
    try scene.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    func note() throws {
      older.merge(try scene.database.allRows()) { $0.union($1) }
    }
    try note()
    try await live(through: 51...57, note)
    func bytes(_ suffix: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: scene.path + suffix)))
    }
    return FilledStore(
      file: try bytes(""), log: try bytes("-wal"), rows: try scene.database.allRows(),
      olderRows: older)
  }

  /// Writes the files with damage.
  func write(to path: String, _ damage: (_ file: inout [UInt8], _ log: inout [UInt8]) -> Void)
    throws
  {
    var (file, log) = (file, log)
    damage(&file, &log)
    try Data(file).write(to: URL(fileURLWithPath: path))
    try Data(log).write(to: URL(fileURLWithPath: path + "-wal"))
  }
}

extension HealthDatabase {
  /// What the values of each row come to, by table: computed now, not the checksums that are kept.
  func allRows() throws -> [String: Set<Int64>] {
    try read { (transaction) throws(HealthError) in
      var found: [String: Set<Int64>] = [:]
      for table in StoreSchema.tables where table != "store" && table != "epoch" {
        let columns = try transaction.columns(of: table).filter { $0 != "checksum" }
        found[table] = Set(
          try transaction.rows(
            "SELECT row_checksum('\(table)', \(columns.joined(separator: ", "))) FROM \(table)"
          ) { $0.integer(0) })
      }
      return found
    }
  }
}

/// A way to damage files.
enum Damage: String, CaseIterable, Sendable {
  case flips, zeros, garbage, cut, swap, logFlips, logCut, pageOne, nothing

  func apply(_ file: inout [UInt8], _ log: inout [UInt8], _ random: inout StoreGenerator) {
    func page(_ random: inout StoreGenerator) -> Range<Int> {
      let start = Int.random(in: 0..<file.count / 4096, using: &random) * 4096
      return start..<start + 4096
    }
    switch self {
    case .flips:
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] ^=
          1
          << UInt8.random(
            in: 0..<8, using: &random)
      }
    case .zeros:
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        for index in page(&random) { file[index] = 0 }
      }
    case .garbage:
      for index in page(&random) { file[index] = UInt8.random(in: 0...255, using: &random) }
    case .cut:
      file.removeLast(Int.random(in: 1...file.count, using: &random))
    case .swap:
      let (first, second) = (page(&random), page(&random))
      let content = Array(file[first])
      file.replaceSubrange(first, with: Array(file[second]))
      file.replaceSubrange(second, with: content)
    case .logFlips:
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        log[Int.random(in: 0..<log.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
    case .logCut: log.removeLast(Int.random(in: 1...log.count, using: &random))
    case .pageOne: for index in 0..<4096 { file[index] = 0 }
    case .nothing: break
    }
  }
}

@Suite("Recovery of damaged files")
struct RecoveryTests {
  @Test(
    "Whatever was damaged, no wrong row is kept and nothing crashes", arguments: Damage.allCases)
  func damage(_ damage: Damage) async throws {
    let store = try await FilledStore.shared.value
    let scene = try Scene()
    for seed in 0..<UInt64(damage == .pageOne || damage == .nothing ? 1 : 45) {
      var random = StoreGenerator(seed: seed)
      let path = "\(scene.path)-\(seed)"
      try store.write(to: path) { damage.apply(&$0, &$1, &random) }
      let before = try Self.bytes(path)
      let recovery = try HealthDatabase.recover(
        path, to: path + "-new", surroundings: scene.database.surroundings)
      #expect(try Self.bytes(path) == before, "\(seed): the damaged file changed")
      let kept = try recovery.database.allRows()
      for (table, rows) in kept {
        let known = store.rows[table, default: []]
        // Without all of the log a row may be as it was before.
        let older = damage == .nothing ? [] : store.olderRows[table, default: []]
        let wrong = rows.subtracting(known).subtracting(older).count
        #expect(wrong == 0, "\(seed) \(table)")
        let report = try #require(recovery.tables.first { $0.name == table })
        #expect(report.keptCount == rows.count, "\(seed) \(table)")
        let lost = report.lost.values.reduce(0, +)
        if recovery.isComplete, recovery.unreadableLogPageCount == 0, damage != .logCut {
          #expect(rows.count + lost >= known.count, "\(seed) \(table) \(lost)")
        }
        if damage == .nothing || damage == .pageOne {
          let isWhole = rows == known && lost == 0
          #expect(isWhole, "\(table)")
        }
      }
      #expect(try recovery.database.rows("PRAGMA integrity_check") == ["ok"])
      #expect(try recovery.database.rows("PRAGMA foreign_key_check").isEmpty)
      // It goes on from there.
      scene.clock.now = try at("2026-03-01T00:00:00Z")
      try PersonStore(recovery.database).sweep()
      Self.use(path, scene)
    }
  }

  /// Reads and writes a damaged store; errors are fine, anything else is not.
  private static func use(_ path: String, _ scene: Scene) {
    do {
      let database = try Scene.open(path, scene.zone, scene.clock)
      let person = PersonStore(database)
      for medication in try person.medications() {
        try person.logAsNeeded(medication.medication.identifier)
      }
      _ = try database.backup()
    } catch {
      #expect(error is HealthError)
    }
  }

  private static func bytes(_ path: String) throws -> [Data] {
    try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
  }

  @Test("A few flipped bytes cost no more than the rows that they are in")
  func fewFlips() async throws {
    let store = try await FilledStore.shared.value
    let scene = try Scene()
    let total = store.rows.values.map(\.count).reduce(0, +)
    for seed in 0..<20 as Range<UInt64> {
      var random = StoreGenerator(seed: seed)
      let path = "\(scene.path)-\(seed)"
      try store.write(to: path) { file, _ in
        // Past the page's header and pointers.
        let page = Int.random(in: 1..<file.count / 4096, using: &random) * 4096
        file[page + Int.random(in: 1_000..<4096, using: &random)] ^= 0x10
      }
      let recovery = try HealthDatabase.recover(
        path, to: path + "-new", surroundings: scene.database.surroundings)
      let kept = recovery.tables.filter { $0.name != "store" }.map(\.keptCount).reduce(0, +)
      #expect(kept >= total - 1, "\(seed)")
    }
  }

  @Test("A damaged file is refused with the remedy, and so is one whose bytes are gone")
  func remedy() async throws {
    let store = try await FilledStore.shared.value
    let scene = try Scene()
    for (index, problem) in [HealthError.damaged, .notAStore, .damaged].enumerated() {
      let path = "\(scene.path)-\(index)"
      try store.write(to: path) { file, log in
        switch index {
        // Page 1 holds the schema.
        case 0:
          log = []
          for place in 100..<4096 { file[place] = 0xFF }
        case 1:
          log = []
          file[0] = 0
        default: file = []
        }
      }
      let error = #expect(throws: HealthError.self) {
        let database = try Scene.open(path, scene.zone, scene.clock)
        _ = try PersonStore(database).medications()
      }
      #expect(error?.isSame(as: problem) == true)
      #expect(error?.description.hasPrefix(path + ": ") == true, "\(index)")
      #expect(error?.description.contains("rxkit med recover") == true)
    }
  }

  @Test("A store of a newer schema is not recovered, and no file is written over")
  func refusals() async throws {
    let store = try await FilledStore.shared.value
    let scene = try Scene()
    let path = scene.path + "-newer"
    try store.write(to: path) { file, log in
      log = []
      file[63] = 99
    }
    let surroundings = scene.database.surroundings
    let newer = #expect(throws: HealthError.self) {
      try HealthDatabase.recover(path, to: path + "-new", surroundings: surroundings)
    }
    #expect(newer?.isSame(as: .newerSchema(found: 99, known: 1)) == true && newer?.file == path)
    #expect(!FileManager.default.fileExists(atPath: path + "-new"))
    let existing = #expect(throws: HealthError.self) {
      try HealthDatabase.recover(path, to: scene.path, surroundings: surroundings)
    }
    #expect(existing?.isSame(as: .fileExists) == true && existing?.file == scene.path)
    let none = scene.path + "-none"
    let missing = #expect(throws: HealthError.self) {
      try HealthDatabase.recover(none, to: path + "-new", surroundings: surroundings)
    }
    #expect(missing?.isSame(as: .unopenable) == true && missing?.file == none)
    #expect(!FileManager.default.fileExists(atPath: path + "-new"))
  }

  @Test("A file that is larger than a recovery reads is refused, with the limit and a remedy")
  func limit() throws {
    let scene = try Scene()
    let path = scene.path + "-large"
    let limit = HealthDatabase.recoveryLimit
    // Files of holes: nothing is on the disk.
    for (name, size) in [(path, limit - 99), (path + "-wal", 100)] {
      #expect(FileManager.default.createFile(atPath: name, contents: nil))
      try FileHandle(forWritingTo: URL(fileURLWithPath: name)).truncate(atOffset: UInt64(size))
    }
    let error = #expect(throws: HealthError.self) {
      try HealthDatabase.recover(
        path, to: path + "-new", surroundings: scene.database.surroundings)
    }
    #expect(error?.isSame(as: .tooLarge(limit: limit)) == true)
    #expect(
      error?.description.hasPrefix("\(path): the file and its log are larger than 256 MiB") == true)
    #expect(!FileManager.default.fileExists(atPath: path + "-new"))
  }

  @Test("Each row has its checksum, whatever changed it")
  func checksums() async throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-04T12:00:00+01:00")
    try scene.person.setNickname("N", for: identifier)
    try scene.person.setArchived(true, for: identifier)
    try scene.database.prune()
    for table in StoreSchema.tables {
      let columns = try scene.database.rows("SELECT name FROM pragma_table_info('\(table)')")
        .filter { $0 != "checksum" }.joined(separator: ", ")
      #expect(
        try scene.database.rows(
          """
          SELECT count(*) FROM \(table) WHERE checksum IS NOT row_checksum('\(table)', \(columns))
          """) == ["0"], "\(table)")
    }
  }
}

extension HealthDatabase {
  /// The first column of each row as text.
  func rows(_ query: String) throws -> [String] {
    try read { (transaction) throws(HealthError) in try transaction.rows(query) { $0.text(0) } }
  }
}
