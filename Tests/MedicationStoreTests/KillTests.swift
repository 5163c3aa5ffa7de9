// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Synchronization
import Testing

@testable import MedicationStore

/// How often something is tried: as often as the environment says, or a few times.
func attempts(_ name: String, otherwise count: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? count
}

/// A process that writes to a store (`Tests/StoreWriter`).
final class StoreWriterProcess {
  let process = Process()
  private let output = Pipe()

  init(_ path: String, count: Int? = nil) throws {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let own = URL(fileURLWithPath: CommandLine.arguments[0])
    let places = (bundles + [own]).map {
      $0.deletingLastPathComponent().appendingPathComponent("StoreWriter")
    }
    process.executableURL = places.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    process.arguments = [path] + (count.map { ["\($0)"] } ?? [])
    process.environment = ["TZDIR": Scene.zones.path]
    process.standardOutput = output
    try process.run()
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// What the process confirmed: the uuids that went and came, and when.
  func confirmed() throws -> [(old: SampleUUID?, new: SampleUUID?, time: Int64)] {
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // The last line may be cut.
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    return lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      return (SampleUUID(words[0]), SampleUUID(words[1]), Int64(words[2]) ?? 0)
    }
  }
}

@Suite("Other processes", .serialized)
struct KillTests {
  @Test("After SIGKILL at any instant everything confirmed is there and nothing is half written")
  func kills() throws {
    let scene = try Scene()
    scene.clock.now = Instant(nanosecondsSince1970: SystemFile.now()).adding(seconds: -1)
    try scene.add("A")
    var random = StoreGenerator(seed: UInt64(attempts("RXKIT_SEED", otherwise: 1)))
    var live: Set<SampleUUID> = []
    var confirmedCount = 0
    for round in 0..<attempts("RXKIT_KILLS", otherwise: 40) {
      let writers = try (0...round % 2).map { _ in try StoreWriterProcess(scene.path) }
      for writer in writers {
        usleep(UInt32.random(in: 1_000...60_000, using: &random))
        writer.kill()
      }
      for (old, new, _) in try writers.flatMap({ try $0.confirmed() }) {
        if let old { live.remove(old) }
        if let new { live.insert(new) }
        confirmedCount += 1
      }
      let database = try scene.reopened()
      let found = Set(try scene.doses(nil, PersonStore(database).healthStore).map(\.uuid))
      // The change that each was at may be there, as a whole: one went, one came.
      #expect(live.subtracting(found).count <= writers.count, "\(round)")
      #expect(found.subtracting(live).count <= writers.count, "\(round)")
      #expect(try database.rows("PRAGMA integrity_check") == ["ok"], "\(round)")
      #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, "\(round)")
      live = found
    }
    #expect(confirmedCount > 0)
    print("killed writers: \(confirmedCount) confirmed changes are there")
  }

  @Test("Changes of another process reach a waiting query")
  func notice() async throws {
    let scene = try Scene()
    scene.clock.now = Instant(nanosecondsSince1970: SystemFile.now()).adding(seconds: -1)
    let identifier = try scene.add("A")
    let store = scene.person.healthStore
    let arrivals = Arrivals()
    let follower = Task {
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: .medication([identifier]))])
      for try await result in query.results(for: store) {
        arrivals.add(result.addedSamples.map(\.uuid))
      }
    }
    // Fewer changes than make the writer prune, after which a query has to start again.
    _ = try StoreWriterProcess(scene.path, count: 25).confirmed()
    // An event that was edited at once may never be seen; what is there now is. How soon is
    // measured by the benchmark store-notice.
    let wanted = Set(try scene.doses().map(\.uuid))
    for _ in 0..<600 where !wanted.isSubset(of: arrivals.uuids) {
      try await Task.sleep(for: .milliseconds(50))
    }
    follower.cancel()
    try await follower.value
    #expect(!wanted.isEmpty && wanted.isSubset(of: arrivals.uuids))
  }
}

/// What a task has seen, for another one to look at.
final class Arrivals: Sendable {
  private let seen = Mutex<Set<SampleUUID>>([])

  var uuids: Set<SampleUUID> { seen.withLock { $0 } }

  func add(_ new: [SampleUUID]) { seen.withLock { $0.formUnion(new) } }
}
