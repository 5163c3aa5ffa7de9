// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@testable import MedicationStore

@Suite("Authorization")
struct AuthorizationTests {
  private let nausea = ObjectType.categoryType(.nausea)
  private let headache = ObjectType.categoryType(.headache)

  private func sample(_ scene: Scene, _ type: SymptomCategory = .nausea) -> CategorySample {
    CategorySample(type: type, value: 2, start: scene.clock.now, end: scene.clock.now)
  }

  private func symptoms(_ store: HealthStore) throws -> [CategorySample] {
    try SampleQueryDescriptor(predicates: [.categorySample()]).samples(in: store)
  }

  @Test("M108 Medications are chosen one by one, symptoms by type")
  func perObject() {
    #expect(ObjectType.userAnnotatedMedicationType().requiresPerObjectAuthorization())
    for symptom in SymptomCategory.allCases {
      #expect(!ObjectType.categoryType(symptom).requiresPerObjectAuthorization())
    }
  }

  @Test(
    "M109 M113 M114 M126 The person switches medications on or off; doses come with them; each request asks again"
  )
  func switches() async throws {
    let scene = try Scene()
    let first = try scene.add("A")
    let second = try scene.add("B")
    try scene.person.logAsNeeded(first)
    try scene.person.logAsNeeded(second)
    let sheet = TestSheet { _ in [first] }
    let app = scene.app(sheet: sheet)
    try await app.ask()
    #expect(try await app.names == ["A"])
    #expect(try scene.doses(nil, app).map(\.medicationConceptIdentifier) == [first])
    // Doses from after the grant come, too.
    try scene.person.logAsNeeded(first)
    #expect(try scene.doses(nil, app).count == 2)
    sheet.set { _ in [second] }
    // Only what matches is shown; the other switch stays.
    try await app.ask(.medication([second]))
    #expect(try await app.names == ["A", "B"])
    sheet.set { _ in [] }
    try await app.ask()
    #expect(try await app.names.isEmpty)
    #expect(sheet.requests.map { $0.medications.count } == [2, 1, 2])
    #expect(sheet.requests.last?.granted == [first, second])
  }

  @Test("M109 The person answers what a page or terminal showed; an app cannot answer itself")
  func answered() async throws {
    let scene = try Scene()
    let (first, second) = (try scene.add("A"), try scene.add("B"))
    let app = scene.app()
    let request = try app.medicationRequest(.medication([first]))
    #expect(try !app.hasRequested(forMedications: true))
    try scene.person.answer(
      request: request, with: AuthorizationAnswer(medications: [first, second]))
    #expect(try await app.names == ["A"], "what was not shown is not switched")
  }

  @Test("M65 M110 M111 Medications cannot be requested by type, nor shared")
  func wrongTypes() async throws {
    let app = try Scene().app()
    for type in [ObjectType.userAnnotatedMedicationType(), .medicationDoseEventType()] {
      #expect(
        await code { try await app.requestAuthorization(toShare: [], read: [type]) }
          == .errorInvalidArgument)
      #expect(
        await code { try await app.requestAuthorization(toShare: [type], read: []) }
          == .errorAuthorizationDenied)
    }
    #expect(
      await code { try await app.requestPerObjectReadAuthorization(for: nausea) }
        == .errorInvalidArgument)
  }

  @Test(
    "M112 M116 A handled request says nothing of grants, and none granted looks like none there")
  func silence() async throws {
    let scene = try Scene()
    try scene.add("A")
    let (denied, empty) = (scene.app("denied"), try Scene().app())
    try await denied.ask()
    try await empty.ask()
    #expect(try await denied.names == empty.names)
    #expect(try scene.doses(nil, denied).isEmpty)
    #expect(
      try denied.authorizationStatus(for: .userAnnotatedMedicationType())
        == empty.authorizationStatus(for: .userAnnotatedMedicationType()))
  }

  @Test("M115 Without a grant doses are absent from every query, with or without predicate")
  func absent() async throws {
    let scene = try Scene()
    let (first, second) = (try scene.add("A"), try scene.add("B"))
    let app = scene.app(sheet: TestSheet { _ in [first] })
    try await app.ask()
    let log = try scene.person.logAsNeeded(second)
    #expect(try scene.doses(nil, app).isEmpty)
    #expect(try scene.doses(.medication([second]), app).isEmpty)
    #expect(try scene.doses(!.status([.skipped]), app).isEmpty)
    let anchor = try scene.changes(app).newAnchor
    try scene.person.delete(log.uuid)
    let changes = try scene.changes(since: anchor, app)
    #expect(changes.addedSamples.isEmpty && changes.deletedObjects.isEmpty)
  }

  @Test("M114 What a symptom was logged for is there only with a grant for that medication")
  func linked() async throws {
    let scene = try Scene()
    let (first, second) = (try scene.add("A"), try scene.add("B"))
    let app = scene.app(sheet: TestSheet(read: [.nausea]) { _ in [first] })
    try await app.ask()
    try await app.requestAuthorization(toShare: [], read: [nausea])
    let anchor = try AnchoredObjectQueryDescriptor<CategorySample>(
      predicates: [.categorySample()]
    ).changes(in: app).newAnchor
    let note = ["note": MetadataValue.boolean(true)]
    func log(_ identifier: HealthConceptIdentifier, _ more: [String: MetadataValue]) throws
      -> CategorySample
    {
      let links: [String: MetadataValue] = [
        CategorySample.medicationKey: .string(identifier.value),
        CategorySample.doseKey: .string("dose"),
      ]
      return try scene.person.healthStore.log(
        .nausea, value: 2, metadata: links.merging(more) { $1 })
    }
    let samples = [try log(first, [:]), try log(second, [:]), try log(second, note)]
    let seen = try symptoms(app)
    #expect(
      samples.map { sample in seen.first { $0.uuid == sample.uuid }?.metadata }
        == [samples[0].metadata, nil, note])
    #expect(try Set(symptoms(scene.person.healthStore)) == Set(samples))
    // Deleted ones tell no more.
    let query = AnchoredObjectQueryDescriptor<CategorySample>(
      predicates: [.categorySample()],
      anchor: try AnchoredObjectQueryDescriptor<CategorySample>(
        predicates: [.categorySample()], anchor: anchor
      ).changes(in: app).newAnchor)
    try await scene.person.healthStore.delete([samples[2].uuid])
    #expect(try query.changes(in: app).deletedObjects.map(\.metadata) == [note])
  }

  @Test("M117 Sharing and reading of symptoms, and medications, are granted apart")
  func apart() async throws {
    let scene = try Scene()
    try scene.add("A")
    let app = scene.app(sheet: TestSheet(shared: [.nausea], read: []))
    try await app.requestAuthorization(toShare: [nausea], read: [headache])
    #expect(try await app.names.isEmpty)
    try await app.save([sample(scene)])
    #expect(try app.authorizationStatus(for: headache) == .notDetermined)
    #expect(try app.authorizationStatus(for: nausea) == .sharingAuthorized)
  }

  @Test("M118 M174 Without read access an app sees only what it saved itself")
  func ownSymptoms() async throws {
    let scene = try Scene()
    let first = scene.app("first", sheet: TestSheet(shared: [.nausea]))
    let second = scene.app("second", sheet: TestSheet(shared: [.nausea], read: [.nausea]))
    for app in [first, second] {
      try await app.requestAuthorization(toShare: [nausea], read: [nausea])
      try await app.save([sample(scene)])
    }
    #expect(try symptoms(first).map(\.source) == [first.app])
    #expect(try symptoms(second).count == 2)
    let mine = try #require(try symptoms(first).first)
    #expect(mine.categoryType == .nausea && mine.value == 2 && mine.startDate == scene.clock.now)
    #expect(await code { try await second.delete([mine.uuid]) } == .errorAuthorizationDenied)
    try await first.delete([mine.uuid])
    #expect(try symptoms(first).isEmpty)
  }

  @Test("M119 M120 Saving without asking is error 5, after denial 4")
  func saving() async throws {
    let scene = try Scene()
    let app = scene.app()
    #expect(try app.authorizationStatus(for: nausea) == .notDetermined)
    #expect(await code { try await app.save([sample(scene)]) } == .errorAuthorizationNotDetermined)
    try await app.requestAuthorization(toShare: [nausea], read: [])
    #expect(try app.authorizationStatus(for: nausea) == .sharingDenied)
    #expect(await code { try await app.save([sample(scene)]) } == .errorAuthorizationDenied)
    try scene.person.setPermission(for: .nausea, of: app.app.bundleIdentifier, share: true)
    #expect(try app.authorizationStatus(for: nausea) == .sharingAuthorized)
    // All or none.
    #expect(
      await code { try await app.save([sample(scene), sample(scene, .headache)]) }
        == .errorAuthorizationNotDetermined)
    #expect(try symptoms(app).isEmpty)
    #expect(AuthorizationStatus.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(AuthorizationRequestStatus.allCases.map(\.rawValue) == [0, 1, 2])
  }

  @Test(
    "M121 M122 M123 New medications are offered to apps that requested them, and appear once switched on"
  )
  func offers() async throws {
    let scene = try Scene()
    let (asking, silent) = (scene.app("asking"), scene.app("silent"))
    try await asking.ask()
    #expect(try scene.person.apps().filter(\.hasAskedForMedications).map(\.app) == [asking.app])
    try scene.add("A", sharingWith: [asking.app.bundleIdentifier])
    let second = try scene.add("B")
    #expect(try await asking.names == ["A"])
    try scene.person.grant(second, to: asking.app.bundleIdentifier)
    #expect(try await asking.names == ["A", "B"])
    #expect(
      code { try scene.person.grant(second, to: silent.app.bundleIdentifier) }
        == .errorAuthorizationDenied)
    #expect(
      code { try scene.add("C", sharingWith: [silent.app.bundleIdentifier]) }
        == .errorAuthorizationDenied)
    #expect(try scene.person.medications().count == 2)
    #expect(try await silent.names.isEmpty)
  }

  @Test(
    "M124 M125 A grant brings doses as additions; a revoke brings no deletions; a new grant brings all again"
  )
  func running() async throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let app = scene.app()
    try await app.ask()
    let event = try scene.person.logAsNeeded(identifier)
    var query = AnchoredObjectQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: .status([.taken]))])
    func next() throws -> ([SampleUUID], [SampleUUID]) {
      let result = try query.changes(in: app)
      query.anchor = result.newAnchor
      return (result.addedSamples.map(\.uuid), result.deletedObjects.map(\.uuid))
    }
    #expect(try next() == ([], []))
    try scene.person.grant(identifier, to: app.app.bundleIdentifier)
    #expect(try next() == ([event.uuid], []))
    try scene.person.revoke(identifier, from: app.app.bundleIdentifier)
    #expect(try next() == ([], []))
    #expect(try scene.doses(nil, app).isEmpty)
    let second = try scene.person.logAsNeeded(identifier)
    try scene.person.delete(event.uuid)
    #expect(try next() == ([], []))
    try scene.person.grant(identifier, to: app.app.bundleIdentifier)
    // What was deleted meanwhile is delivered now, so that a consumer is right again.
    #expect(try next() == ([second.uuid], [event.uuid]))
    #expect(try next() == ([], []))
  }

  @Test("M127 Apps are independent of each other")
  func independent() async throws {
    let scene = try Scene()
    let identifier = try scene.add("A")
    let (first, second) = (scene.app("first", sheet: .granting), scene.app("second"))
    try await first.ask()
    try await second.ask()
    try await first.requestAuthorization(toShare: [nausea], read: [])
    #expect(try await first.names == ["A"])
    #expect(try await second.names.isEmpty)
    #expect(try first.authorizationStatus(for: nausea) == .sharingDenied)
    #expect(try second.authorizationStatus(for: nausea) == .notDetermined)
    try scene.person.revoke(identifier, from: second.app.bundleIdentifier)
    #expect(try await first.names == ["A"])
  }

  @Test("A request is unnecessary when each type was requested before; only others are shown")
  func requestStatus() async throws {
    let scene = try Scene()
    let sheet = TestSheet(read: [.nausea])
    let app = scene.app(sheet: sheet)
    #expect(try app.statusForAuthorizationRequest(toShare: [], read: [nausea]) == .shouldRequest)
    try await app.requestAuthorization(toShare: [nausea], read: [nausea])
    #expect(
      try app.statusForAuthorizationRequest(toShare: [nausea], read: [nausea]) == .unnecessary)
    #expect(try app.statusForAuthorizationRequest(toShare: [headache], read: []) == .shouldRequest)
    try await app.requestAuthorization(toShare: [nausea, headache], read: [nausea])
    #expect(sheet.requests.map(\.shared) == [[.nausea], [.headache]])
    #expect(sheet.requests.last?.read == [])
    try await app.requestAuthorization(toShare: [nausea], read: [nausea])
    #expect(sheet.requests.count == 2)
  }

  @Test("A sheet that is closed changes nothing")
  func closing() async throws {
    let scene = try Scene()
    try scene.add("A")
    let app = scene.app(sheet: TestSheet { _ in throw TestSheet.Closed() })
    #expect(await code { try await app.ask() } == .errorUserCanceled)
    #expect(try scene.person.apps().isEmpty)
  }
}
