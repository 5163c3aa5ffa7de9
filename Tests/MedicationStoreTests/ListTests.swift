// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@testable import MedicationStore

@Suite("The list of medications")
struct ListTests {
  private func first(_ scene: Scene) throws -> UserAnnotatedMedication {
    try #require(try scene.person.medications().first)
  }

  @Test(
    "M66 M67 M68 M72 A medication is added without schedule and details, active, and is in the list"
  )
  func adding() async throws {
    let scene = try Scene()
    let concept = try Scene.concept("Amoxicillin", code: "308192")
    let added = try scene.person.add(concept)
    #expect(try scene.person.medications() == [added])
    #expect(added.medication == concept)
    #expect(!added.isArchived && added.nickname == nil && !added.hasSchedule)
    let app = scene.app(sheet: .granting)
    try await app.ask()
    #expect(try await app.names == ["Amoxicillin"])
  }

  @Test("M69 M70 A schedule alone makes hasSchedule true, and changes nothing else")
  func schedules() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let before = try first(scene)
    try scene.person.setSchedule(scene.schedule(["08:00"]), for: identifier)
    let after = try first(scene)
    #expect(after.hasSchedule && !before.hasSchedule)
    #expect(after.medication == before.medication && after.nickname == before.nickname)
    #expect(after.isArchived == before.isArchived)
  }

  @Test("M69 hasSchedule stays while archived and after the end of the schedule")
  func scheduleFlag() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"], until: "2026-03-04"))
    try scene.advance(to: "2026-05-01T00:00:00+02:00")
    #expect(try first(scene).hasSchedule)
    try scene.person.setArchived(true, for: identifier)
    #expect(try first(scene).hasSchedule)
    #expect(try scene.doses().count == 2)
  }

  @Test("M71 M106 An archived medication leaves the active list and keeps its doses")
  func archiving() async throws {
    let scene = try Scene()
    let identifier = try scene.add("Piroxicam")
    try scene.person.logAsNeeded(identifier)
    try scene.person.setArchived(true, for: identifier)
    let app = scene.app(sheet: .granting)
    try await app.ask()
    let active = UserAnnotatedMedicationQueryDescriptor(
      predicate: Query.predicateForUserAnnotatedMedications(isArchived: false))
    #expect(try await active.result(for: app).isEmpty)
    #expect(try await app.names == ["Piroxicam"])
    #expect(try scene.doses(nil, app).count == 1)
  }

  @Test("M73 M76 M77 A medication has four properties, and none with the schedule")
  func properties() throws {
    let scene = try Scene()
    try scene.add("A", schedule: scene.schedule(["08:00"]))
    let names = Mirror(reflecting: try first(scene)).children.compactMap(\.label)
    #expect(names == ["nickname", "isArchived", "hasSchedule", "medication"])
  }

  @Test("M74 A medication that was fetched does not change; a new query shows the new state")
  func snapshots() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let before = try first(scene)
    try scene.person.setNickname("Antibiotics", for: identifier)
    #expect(before.nickname == nil)
    #expect(try first(scene).nickname == "Antibiotics")
    try scene.person.setNickname(nil, for: identifier)
    #expect(try first(scene).nickname == nil)
  }

  @Test("M75 Annotations alter neither the concept nor any dose")
  func annotations() throws {
    let scene = try Scene()
    let identifier = try scene.add("A", schedule: scene.schedule(["08:00"]))
    try scene.advance(to: "2026-03-03T07:00:00+01:00")
    let (concept, doses) = (try first(scene).medication, try scene.doses())
    try scene.person.setNickname("B", for: identifier)
    try scene.person.setUnit(DoseUnit("mL"), for: identifier)
    try scene.person.setSchedule(scene.schedule(["09:00"], quantity: 2), for: identifier)
    try scene.person.setArchived(true, for: identifier)
    #expect(try first(scene).medication == concept)
    #expect(try scene.doses() == doses)
  }

  @Test("M78 A concept is listed once")
  func once() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    #expect(refused { try scene.add("A") })
    try scene.person.setArchived(true, for: identifier)
    #expect(refused { try scene.add("A") })
    #expect(try scene.person.medications().count == 1)
  }

  @Test("Empty names are refused, and a medication that is not there is an error")
  func refusals() throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    #expect(refused { try scene.add("") })
    #expect(refused { try scene.person.setNickname("", for: identifier) })
    let other = try HealthConceptIdentifier(value: "example:B")
    #expect(refused { try scene.person.setNickname("x", for: other) })
    #expect(refused { try scene.person.logAsNeeded(other) })
  }
}
