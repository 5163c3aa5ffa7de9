// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationAnswers
import MedicationModel
import MedicationResolver
import MedicationStore
import RxNormRelease
import SymptomMapping
import Testing
import TestSupport

/// A person with a catalog.
private struct Person {
  let resolver: MedicationResolver
  let store: PersonStore
  let database: HealthDatabase
  let now: Instant

  /// `nil`, and a line that says so, without a release.
  init?(_ test: String) throws {
    guard let catalog = try StarterRelease.catalog(skipping: test) else { return nil }
    resolver = MedicationResolver(catalog: catalog, mappings: try StarterRelease.mappings())
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let time = try Instant("2026-03-02T12:00:00+01:00")
    now = time
    database = try HealthDatabase(
      path: path.path,
      surroundings: StoreSurroundings(
        zone: try ZoneFolder().zone(named: "Europe/Zurich"), uuids: .seeded(7), clock: { time }))
    store = PersonStore(database)
  }

  /// Adds a product as a person does: name, strength, form.
  func add(_ text: String, name: String, strength: String, form: String) throws
    -> HealthConceptIdentifier
  {
    let search = MedicationSearch(text, in: resolver.catalog)
    #expect(search.names.contains(name))
    #expect(search.named(name).strengths.contains(strength))
    let found = search.named(name).ofStrength(strength)
    #expect(found.forms.contains(form))
    let choice = try #require(found.ofForm(form).choices.first)
    return try store.add(MedicationConcept(choice, by: resolver)).medication.identifier
  }
}

@Suite("What an app shows of the store and a catalog")
struct AnswerTests {
  @Test("M66 Name, strength and form lead to the medication of the talk")
  func adding() throws {
    guard let person = try Person("adding from the catalog") else { return }
    let identifier = try person.add(
      "amoxi", name: "amoxicillin", strength: "500 MG", form: "Oral Tablet")
    #expect(identifier == .rxNorm(RxCUI(rawValue: 308192)))
    let medication = try #require(try person.store.medications().first?.medication)
    #expect(medication.displayText == "amoxicillin 500 MG Oral Tablet")
    #expect(medication.generalForm == .tablet)
    #expect(medication.relatedCodings.map(\.code) == ["308192"])
    let found = try person.store.search("amoxicillin 500 oral tablet", with: person.resolver)
    #expect(found.contains(medication) && found.count <= 12)
    #expect(
      try person.store.search("amoxicillin 500 oral tablet xyz", with: person.resolver).isEmpty)
  }

  @Test("S34 A shared ingredient is stated as a fact, and what was not compared is named")
  func sharing() async throws {
    guard let person = try Person("shared ingredients") else { return }
    _ = try person.add("amoxicillin", name: "amoxicillin", strength: "500 MG", form: "Oral Tablet")
    let capsule = try person.add(
      "amoxicillin", name: "amoxicillin", strength: "500 MG", form: "Oral Capsule")
    try person.store.add(
      MedicationConcept(
        identifier: .userEntered(displayText: "my tea", codings: []), displayText: "my tea",
        generalForm: .unknown, relatedCodings: []))
    let facts = try await person.store.healthStore.sharedIngredients(from: person.resolver)
    #expect(facts.shared.map(\.ingredient.name) == ["amoxicillin"])
    #expect(facts.shared.first?.medications.count == 2)
    #expect(facts.notCompared.map(\.medication.displayText) == ["my tea"])
    try person.store.setArchived(true, for: capsule)
    #expect(
      try await person.store.healthStore.sharedIngredients(from: person.resolver).shared.isEmpty)
  }

  @Test("A logged symptom comes with what labels say and when each medication was taken")
  func symptoms() async throws {
    guard let person = try Person("symptoms and doses") else { return }
    let tablet = try person.add(
      "amoxicillin", name: "amoxicillin", strength: "500 MG", form: "Oral Tablet")
    try person.store.add(
      MedicationConcept(
        identifier: .userEntered(displayText: "my tea", codings: []), displayText: "my tea",
        generalForm: .unknown, relatedCodings: []))
    let doses = try [-9 * 86_400, -7_200, -3_600, 0].map { seconds in
      try person.store.logAsNeeded(tablet, at: person.now.adding(seconds: seconds))
    }
    let store = person.store.healthStore
    func sample(_ value: Int, secondsAgo: Int64) -> CategorySample {
      let start = person.now.adding(seconds: -secondsAgo)
      return CategorySample(type: .diarrhea, value: value, start: start, end: start)
    }
    let background = try await store.background(
      of: sample(2, secondsAgo: 3_600), from: person.resolver)
    #expect(background.medications.map(\.medication.medication.identifier).first == tablet)
    #expect(background.medications.map(\.labels.standing) == [.named, .unknown])
    #expect(background.medications.first?.labels.findings.isEmpty == false)
    #expect(background.medications.first?.doses == [doses[2], doses[1]])
    #expect(background.medications.last?.doses == [])
    #expect(
      try await store.background(of: sample(1, secondsAgo: 0), from: person.resolver)
        .medications.isEmpty)
    #expect(
      try await store.secondsSinceLatestDose(of: tablet, at: person.now.adding(seconds: -60))
        == 3_540)
  }

  @Test("M117 The symptoms of labels are what an app asks to log")
  func authorization() async throws {
    guard let person = try Person("authorization of side effects") else { return }
    _ = try person.add("amoxicillin", name: "amoxicillin", strength: "500 MG", form: "Oral Tablet")
    let medication = try #require(try person.store.medications().first)
    let effects = try person.resolver.resolve(medication).sideEffects
    #expect(effects.symptomTypes.contains(.categoryType(.diarrhea)))
    struct Sheet: AuthorizationSheet {
      func answer(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(shared: request.shared)
      }
    }
    let app = HealthStore(
      person.database, app: SampleSource(name: "diary", bundleIdentifier: "org.example.diary"),
      sheet: Sheet())
    try await app.requestAuthorization(for: effects)
    #expect(try app.authorizationStatus(for: .categoryType(.diarrhea)) == .sharingAuthorized)
    #expect(
      try app.statusForAuthorizationRequest(
        toShare: effects.symptomTypes, read: effects.symptomTypes) == .unnecessary)
  }
}

@Suite("The example app")
struct DiaryTests {
  /// Runs `Examples/MedicationDiary`, which is built with the tests.
  private func diary(_ arguments: [String], _ lines: [String]) throws -> [String] {
    let process = Process()
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places = (bundles + [URL(fileURLWithPath: CommandLine.arguments[0])]).map {
      $0.deletingLastPathComponent().appendingPathComponent("MedicationDiary")
    }
    process.executableURL = places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    process.arguments = arguments
    process.environment = ["TZ": "Europe/Zurich"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("The diary shows what the person allows: list, detail, symptoms, chart")
  func walk() throws {
    guard let release = StarterRelease.path(skipping: "the example app") else { return }
    let folder = try TemporaryFolder()
    var builder = CatalogBuilder(
      release: try RxNormRelease(path: release), toolVersion: "0.0.0")
    let mappings = Repository.root.appendingPathComponent("Data/Mappings")
    for name in ["side-effects", "labels", "routes", "general-forms", "symptoms"] {
      let bytes = [UInt8](try Data(contentsOf: mappings.appendingPathComponent("\(name).tsv")))
      builder.attach("\(name).tsv", bytes: bytes)
    }
    let catalog = folder["catalog.rxkit"].path
    try Data(try builder.build().bytes).write(to: URL(fileURLWithPath: catalog))

    let store = folder["health.store"].path
    let now = try Instant("2026-03-02T12:00:00+01:00")
    let person = PersonStore(
      try HealthDatabase(
        path: store,
        surroundings: StoreSurroundings(
          zone: try ZoneFolder().zone(named: "Europe/Zurich"), clock: { now })))
    let coding = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308192")
    let medication = try person.add(
      MedicationConcept(
        identifier: .rxNorm(RxCUI(rawValue: 308192)),
        displayText: "Amoxicillin Trihydrate 500mg Oral Tablet", generalForm: .tablet,
        relatedCodings: [coding]), nickname: "Antibiotics")
    try person.add(
      MedicationConcept(
        identifier: .userEntered(displayText: "tea", codings: []), displayText: "tea",
        generalForm: .unknown, relatedCodings: []))
    try person.logAsNeeded(
      medication.medication.identifier, at: now.adding(seconds: -3_600))

    let lines = try diary(
      [store, catalog, "2026-03-02T12:00:00+01:00"],
      [
        "list", "authorize", "y", "n", "list", "detail 1", "y", "detail 2", "doses 1", "symptoms",
        "log diarrhea 2", "log headache 9", "why", "chart", "shared", "help", "quit", "list",
      ])
    var rest = lines[...]
    for line in FixtureRows.texts("a diary") {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "\(line)")
      if let place { rest = rest[place...].dropFirst() }
    }
    #expect(lines.contains { $0.hasPrefix("- Diarrhea: ") })
    #expect(!lines.contains { $0.contains("tea:") })
  }
}
