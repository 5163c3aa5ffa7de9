// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@testable import MedicationStore

/// A store with a marker in everything that a person or an app can enter.
private struct PlantedStore {
  static let words = [
    "Namemarker", "Nickmarker", "Codemarker", "Systemmarker", "Strengthmarker", "Unitmarker",
    "Notemarker", "Keymarker", "Devicemarker", "Appmarker", "org.example.bundlemarker",
  ]

  let scene: Scene
  let app: HealthStore
  let identifier: HealthConceptIdentifier
  let event: MedicationDoseEvent

  init() async throws {
    scene = try Scene()
    identifier = try HealthConceptIdentifier(value: "example:Namemarker")
    let sheet = TestSheet.grantingNausea
    app = HealthStore(
      scene.database,
      app: SampleSource(name: "Appmarker", bundleIdentifier: "org.example.bundlemarker"),
      sheet: sheet)
    try scene.person.add(
      MedicationConcept(
        identifier: identifier, displayText: "Namemarker", generalForm: .tablet,
        relatedCodings: [
          ClinicalCoding(system: "Systemmarker", version: nil, code: "Codemarker")
        ]), nickname: "Nickmarker", unit: DoseUnit("Unitmarker"), strength: "Strengthmarker")
    try await app.ask()
    try await app.askForNausea(read: false)
    event = try scene.person.logAsNeeded(identifier, quantity: 4711)
    try await app.save([try Self.symptom(scene)])
  }

  static func symptom(_ scene: Scene, value: Int = 2, end: Int64 = 0) throws -> CategorySample {
    CategorySample(
      type: .nausea, value: value, start: scene.clock.now,
      end: scene.clock.now.adding(seconds: end), device: SampleDevice(name: "Devicemarker"),
      metadata: ["Keymarker": .string("Notemarker")])
  }
}

@Suite("Health data stays in the store")
struct SafetyTests {
  @Test("S35 No error of any call quotes what was entered")
  func errorTexts() async throws {
    let planted = try await PlantedStore()
    let (scene, app, identifier) = (planted.scene, planted.app, planted.identifier)
    let person = scene.person
    let unknown = try HealthConceptIdentifier(value: "example:Namemarker2")
    let date = try at("2026-04-05T06:07:08Z")
    var errors: [any Error] = []
    let failing: [() async throws -> Void] = [
      { try person.add(Scene.concept("Namemarker")) },
      { try person.add(Scene.concept("Namemarker2"), nickname: "") },
      { try person.add(Scene.concept("Namemarker2"), sharingWith: ["org.example.bundlemarker2"]) },
      { try person.setNickname("Nickmarker", for: unknown) },
      { try person.setUnit(DoseUnit(""), for: identifier) },
      { try person.setStock(-4711, for: identifier) },
      { try person.logAsNeeded(identifier, quantity: -4711) },
      { try person.logAsNeeded(identifier, at: date) },
      { try person.log(scheduled: date, of: identifier, status: .taken) },
      { try person.snooze(scheduled: date, of: identifier) },
      { try person.edit(planted.event.uuid, quantity: -4711) },
      { try person.edit(SampleUUID(high: 4711, low: 4711)) },
      { try person.undo(SampleUUID(high: 4711, low: 4711)) },
      { try person.grant(identifier, to: "org.example.bundlemarker2") },
      {
        try person.setSchedule(
          scene.schedule(["08:00"], zone: "Zonemarker/Notemarker"), for: identifier)
      },
      { try await app.save([PlantedStore.symptom(scene, value: 9)]) },
      { try await app.save([PlantedStore.symptom(scene, end: -1)]) },
      { try await app.delete([SampleUUID(high: 4711, low: 4711)]) },
      {
        _ = try HealthDatabase.restore(
          Array(#"{"format":"rxkit-health-store","schema":1,"tables":{"Notemarker":1}}"#.utf8),
          to: scene.path + "-copy", surroundings: scene.database.surroundings)
      },
      { _ = try QueryAnchor("Notemarker") },
    ]
    for fail in failing {
      do {
        try await fail()
        Issue.record("call \(errors.count) did not fail")
      } catch {
        errors.append(error)
      }
    }
    for (index, error) in errors.enumerated() {
      let text = "\(error)" + String(reflecting: error)
      for marker in PlantedStore.words + ["4711", "2026", "Zonemarker", "example"] {
        #expect(!text.contains(marker), "call \(index)")
      }
    }
  }

  @Test("S35 Errors and reports about damaged files quote nothing of them")
  func damagedFiles() async throws {
    let planted = try await PlantedStore()
    try planted.scene.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try Data(contentsOf: URL(fileURLWithPath: planted.scene.path))
    for page in 0..<file.count / 4096 {
      var damaged = file
      damaged.replaceSubrange(
        page * 4096 + 8..<page * 4096 + 24, with: repeatElement(0xFF, count: 16))
      let path = "\(planted.scene.path)-\(page)"
      try damaged.write(to: URL(fileURLWithPath: path))
      var text = ""
      do {
        let database = try Scene.open(path, planted.scene.zone, planted.scene.clock)
        _ = try database.backup()
        try PersonStore(database).logAsNeeded(planted.identifier)
      } catch {
        text += "\(error)" + String(reflecting: error)
      }
      let recovery = try HealthDatabase.recover(
        path, to: path + "-new", surroundings: planted.scene.database.surroundings)
      text += String(reflecting: recovery.tables)
      for marker in PlantedStore.words { #expect(!text.contains(marker), "page \(page)") }
    }
  }

  @Test("A backup has everything, and erasing leaves none of it in any file")
  func erasing() async throws {
    let planted = try await PlantedStore()
    let backup = Data(try planted.scene.database.backup())
    for marker in PlantedStore.words { #expect(backup.range(of: Data(marker.utf8)) != nil) }
    let anchor = try planted.scene.changes().newAnchor
    try planted.scene.database.erase()
    try expectNone(of: PlantedStore.words, planted.scene)
    #expect(try planted.scene.person.medications().isEmpty)
    #expect(refused { try planted.scene.changes(since: anchor) })
    try planted.scene.add("Namemarker")
  }

  @Test("What was deleted is gone from the files after pruning")
  func pruning() async throws {
    let planted = try await PlantedStore()
    let symptoms = try await SampleQueryDescriptor(predicates: [.categorySample()])
      .result(for: planted.app)
    try await planted.app.delete(symptoms.map(\.uuid))
    try planted.scene.database.prune()
    try expectNone(of: ["Notemarker", "Keymarker", "Devicemarker"], planted.scene)
  }

  private func expectNone(of markers: [String], _ scene: Scene) throws {
    let name = URL(fileURLWithPath: scene.path).lastPathComponent
    let folder = URL(fileURLWithPath: scene.path).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for file in files where file.hasPrefix(name) {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      for marker in markers { #expect(bytes.range(of: Data(marker.utf8)) == nil, "\(file)") }
    }
    #expect(files.contains(name))
  }
}
