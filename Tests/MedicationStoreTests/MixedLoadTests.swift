// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Mixed load")
struct MixedLoadTests {
  @Test("M202 Writers, readers, followers and apps at once: nothing is lost, doubled or half seen")
  func mixedLoad() async throws {
    let scene = try Scene()
    let sheet = TestSheet.grantingNausea
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    let app = scene.app(sheet: sheet)
    try await app.ask()
    try await app.askForNausea()
    // Two connections to one file, as two processes have them.
    let people = [scene.person, PersonStore(try scene.reopened())]
    let (writers, count) = (4, 12)

    let follower = Task {
      var live: Set<SampleUUID> = []
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: .status([.taken]))])
      for try await result in query.results(for: people[1].healthStore) {
        for object in result.deletedObjects { live.remove(object.uuid) }
        for sample in result.addedSamples { #expect(live.insert(sample.uuid).inserted) }
        if result.addedSamples.contains(where: { $0.doseQuantity == 99 }) { break }
      }
      return live
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          let person = people[writer % 2]
          for number in 1...count {
            let event = try person.logAsNeeded(identifier)
            if number % 3 == 0 { try person.edit(event.uuid, quantity: 2) }
          }
        }
      }
      group.addTask {
        for _ in 0..<count {
          try await app.save([
            CategorySample(
              type: .nausea, value: 2, start: scene.clock.now, end: scene.clock.now)
          ])
          try people[0].setNickname("N", for: identifier)
        }
      }
      group.addTask {
        for _ in 0..<count {
          // An edit is one change: no state has both events, or neither.
          let doses = try await SampleQueryDescriptor(predicates: [.medicationDoseEvent()])
            .result(for: app)
          #expect(Set(doses.map(\.uuid)).count == doses.count)
          let chart = DoseChart(
            start: scene.clock.now.adding(seconds: -1), end: scene.clock.now.adding(seconds: 1),
            zone: scene.zone)
          _ = try await app.filled(chart)
          _ = try people[1].due()
        }
      }
      try await group.waitForAll()
    }
    // The last change, after which the follower has all of them.
    try scene.person.logAsNeeded(identifier, quantity: 99)
    #expect(try scene.doses(.status([.taken])).count == writers * count + 1)
    #expect(Set(try scene.doses(.status([.taken])).map(\.uuid)) == (try await follower.value))
    #expect(
      try await SampleQueryDescriptor(predicates: [.categorySample()]).result(for: app).count
        == count)
  }
}
