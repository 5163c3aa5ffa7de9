// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Synchronization
import Testing

@testable import MedicationStore

/// A moment as ISO 8601.
func at(_ text: String) throws -> Instant { try Instant(text) }

/// A clock that a test sets.
final class TestClock: Sendable {
  private let time: Mutex<Instant>

  init(_ start: Instant) { time = Mutex(start) }

  var now: Instant {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

/// A store in a temporary folder, with a clock, a zone and a person.
final class Scene: Sendable {
  static let zones = ZoneFolder(
    path: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/zoneinfo").path)
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  let path: String
  let clock: TestClock
  let database: HealthDatabase
  let person: PersonStore
  let zone: Zone
  private let folder: URL

  init(_ start: String = "2026-03-02T07:00:00+01:00", zone name: String = "Europe/Zurich") throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rxkit-store-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("health.store").path
    clock = TestClock(try Instant(start))
    zone = try Self.zones.zone(named: name)
    database = try Self.open(path, zone, clock)
    person = PersonStore(database)
    try person.sweep()
  }

  deinit {
    // A folder that stays behind harms no other test.
    try? FileManager.default.removeItem(at: folder)
  }

  static func open(_ path: String, _ zone: Zone, _ clock: TestClock, seed: UInt64 = 7) throws
    -> HealthDatabase
  {
    try HealthDatabase(
      path: path,
      surroundings: StoreSurroundings(
        zone: zone, zoneFolder: zones, uuids: .seeded(seed), clock: { clock.now }))
  }

  /// The same file, opened once more as another process would, also in another zone.
  func reopened(zone name: String? = nil) throws -> HealthDatabase {
    try Self.open(path, name.map { try Self.zones.zone(named: $0) } ?? zone, clock)
  }

  /// Sets the clock and sweeps.
  func advance(to time: String) throws {
    clock.now = try Instant(time)
    try person.sweep()
  }

  func app(_ name: String = "diary", sheet: TestSheet = TestSheet()) -> HealthStore {
    HealthStore(
      database, app: SampleSource(name: name, bundleIdentifier: "org.example.\(name)"),
      sheet: sheet)
  }

  // MARK: Medications

  static func concept(
    _ name: String, form: MedicationGeneralForm = .tablet, code: String? = nil
  ) throws -> MedicationConcept {
    MedicationConcept(
      identifier: try HealthConceptIdentifier(value: "example:\(name)"), displayText: name,
      generalForm: form,
      relatedCodings: code.map {
        [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: $0)]
      }
        ?? [])
  }

  @discardableResult
  func add(
    _ name: String, schedule: Schedule? = nil, sharingWith apps: Set<String> = []
  ) throws -> HealthConceptIdentifier {
    try person.add(Self.concept(name), schedule: schedule, sharingWith: apps).medication.identifier
  }

  /// A schedule from today on.
  func schedule(
    _ times: [String], quantity: Double = 1, days: ScheduleDays = .everyDay, from: String? = nil,
    until: String? = nil, zone: String? = nil
  ) throws -> Schedule {
    let start = try from.map { try #require(LocalTime($0)) }
    return try Schedule(
      times: times.map { time in
        DoseTime(minuteOfDay: try #require(DoseTime.minuteOfDay(time)), quantity: quantity)
      }, days: days,
      start: start ?? LocalTime(date: self.zone.day(of: clock.now), secondOfDay: 0),
      end: try until.map { try #require(LocalTime($0)) }, zoneName: zone)
  }

  // MARK: Doses

  /// The live doses as the person sees them, by start and uuid.
  func doses(_ predicate: QueryPredicate? = nil) throws -> [MedicationDoseEvent] {
    try doses(predicate, person.healthStore)
  }

  func doses(_ predicate: QueryPredicate? = nil, _ store: HealthStore) throws
    -> [MedicationDoseEvent]
  {
    try SampleQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: predicate)],
      sortDescriptors: [SampleSortDescriptor(.startDate)]
    ).samples(in: store)
  }

  /// What an anchored query of all doses delivers.
  func changes(
    since anchor: QueryAnchor? = nil, _ store: HealthStore? = nil
  ) throws -> AnchoredObjectQueryDescriptor<MedicationDoseEvent>.Result {
    try AnchoredObjectQueryDescriptor(predicates: [.medicationDoseEvent()], anchor: anchor)
      .changes(in: store ?? person.healthStore)
  }

  /// Doses as "2026-03-02T08:00 taken 1" in a zone.
  func summary(_ predicate: QueryPredicate? = nil, in zone: Zone? = nil) throws -> [String] {
    let zone = zone ?? self.zone
    return try doses(predicate).map { event in
      let amount = event.doseQuantity.map { " \($0)" } ?? ""
      let time = zone.localTime(at: event.scheduledDate ?? event.startDate).description.prefix(16)
      return "\(time) \(event.logStatus.name ?? "?")\(amount)"
    }
  }
}

/// A person who answers requests as a test says.
final class TestSheet: AuthorizationSheet {
  struct Closed: Error {}
  typealias Choice = @Sendable (AuthorizationRequest) throws -> Set<HealthConceptIdentifier>

  private let answers: Mutex<(medications: Choice?, requests: [AuthorizationRequest])>
  private let symptoms: AuthorizationAnswer

  init(
    shared: Set<SymptomCategory> = [], read: Set<SymptomCategory> = [], medications: Choice? = nil
  ) {
    answers = Mutex((medications, []))
    symptoms = AuthorizationAnswer(shared: shared, read: read)
  }

  /// Grants what is shown of medications.
  static let granting = TestSheet { Set($0.medications.map(\.medication.identifier)) }
  /// Grants what is shown of medications, and nausea.
  static var grantingNausea: TestSheet {
    TestSheet(shared: [.nausea], read: [.nausea]) {
      Set($0.medications.map(\.medication.identifier))
    }
  }

  /// The requests that were shown.
  var requests: [AuthorizationRequest] { answers.withLock { $0.requests } }

  func set(_ medications: @escaping Choice) { answers.withLock { $0.medications = medications } }

  func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
    let choice = answers.withLock { answers in
      answers.requests.append(request)
      return answers.medications
    }
    var answer = symptoms
    if request.isForMedications { answer.medications = try choice?(request) ?? [] }
    return answer
  }
}

extension HealthStore {
  /// Asks for medications.
  func ask(_ predicate: QueryPredicate? = nil) async throws {
    try await requestPerObjectReadAuthorization(
      for: .userAnnotatedMedicationType(), predicate: predicate)
  }

  /// Asks to write, and as a rule to read, nausea.
  func askForNausea(read: Bool = true) async throws {
    let type = ObjectType.categoryType(.nausea)
    try await requestAuthorization(toShare: [type], read: read ? [type] : [])
  }

  var names: [String] {
    get async throws {
      try await UserAnnotatedMedicationQueryDescriptor().result(for: self)
        .map(\.medication.displayText)
    }
  }
}

/// Whether something is refused as a wrong argument.
func refused<Result>(_ body: () throws -> Result) -> Bool { code(body) == .errorInvalidArgument }

/// The code of the error that something throws.
func code<Result>(_ body: () throws -> Result) -> HealthErrorCode? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? HealthError)?.code
  }
}

/// The code of the error that something throws.
func code<Result>(_ body: () async throws -> Result) async -> HealthErrorCode? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? HealthError)?.code
  }
}
