// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// The store of a `rxkit med` command, opened by its owner or by an app, with due doses made.
struct MedStore {
  /// Who may run a command.
  enum Role {
    case owner
    /// The owner, and an app; running the command requests access to medications.
    case anyone
    /// The owner, and an app; running the command requests access to symptoms.
    case anyoneForSymptoms
  }

  let invocation: Invocation
  let database: HealthDatabase
  /// The store as its owner uses it; commands of apps do not use it.
  let person: PersonStore
  /// What queries read: everything for the owner, what was granted for an app.
  let health: HealthStore
  /// Whether the command is run by the owner.
  let isOwner: Bool
  let surroundings: StoreSurroundings
  /// The events of doses that had become due before the command.
  let made: [MedicationDoseEvent]
  /// The medications whose schedule cannot be read; known to the owner only.
  let unreadable: [HealthConceptIdentifier]
  var format: OutputFormat

  var zone: Zone { surroundings.zone }
  var now: Instant { surroundings.clock() }
  /// Reads dates as the person of this store writes them.
  var dates: MedDates { MedDates(invocation.command, zone: zone, now: now) }

  /// Opens the store that an invocation names, and makes the events of due doses.
  ///
  /// A clock that is behind is refused. `worksBehind` is for what a person must always be able to do:
  /// then the clock of the system may be behind, as after one that was wrong, and nothing is made.
  init(
    _ invocation: Invocation, _ streams: borrowing Streams, for role: Role = .owner,
    _ access: HealthDatabase.Access, worksBehind: Bool = false
  ) throws {
    self.invocation = invocation
    let app = invocation.value(of: MedOptions.asApp)
    isOwner = app == nil
    if role == .owner { try Self.checkOwner(invocation) }
    let path = try Self.path(invocation, streams.environment, for: access)
    surroundings = try Self.surroundings(invocation, streams.environment)
    let isClockGiven =
      invocation.value(of: MedOptions.now) != nil || streams.environment.now != nil
    let database = try HealthDatabase(path: path, surroundings: surroundings, for: access)
    self.database = database
    person = PersonStore(database)
    do throws(HealthError) {
      made = database.isReadOnly ? [] : try person.sweep(isHere: isOwner)
    } catch {
      guard worksBehind, !isClockGiven, error.isSame(as: .clockBehind) else { throw error }
      made = []
    }
    health =
      app.map { HealthStore(database, app: SampleSource(name: $0, bundleIdentifier: $0)) }
      ?? person.healthStore
    format = invocation.format ?? .table
    if isOwner, database.isNew { streams.messages.note("\(path): a new store begins") }
    if database.isReadOnly {
      streams.messages.warn(
        "\(path) cannot be written, and was only read: doses that became due since it was last used "
          + "are not in it")
    }
    if isOwner, database.isInEmptyFile {
      streams.messages.warn(
        "\(path) was empty: a new store begins in it; if it had records, restore a backup")
    }
    unreadable = isOwner ? try person.warnOfSchedules(streams.messages) : []
    guard !isOwner, !database.isReadOnly else { return }
    if role == .anyone, let dialog = Dialog(streams),
      try !health.hasRequested(forMedications: true)
    {
      let request = try health.medicationRequest()
      try person.answer(request: request, with: dialog.answer(request))
    } else {
      // Without a terminal it is only noted, so that something can be granted from then on.
      try health.requestWithoutAnswer(forMedications: role == .anyone)
    }
  }

  /// Refuses apps.
  static func checkOwner(_ invocation: Invocation) throws {
    guard invocation.isSet(MedOptions.asApp) else { return }
    throw CommandFailure(
      .usage, "\(HealthErrorCode.errorAuthorizationDenied)",
      "\(invocation.command.words): only the owner of the store can do this, not an app",
      try: "the same without \(MedOptions.asApp.name)")
  }

  /// What a command does with the store that its invocation names.
  static func opened(
    for role: Role = .owner, _ access: HealthDatabase.Access = .changing, worksBehind: Bool = false,
    _ body: @escaping @Sendable (MedStore, inout Streams) throws -> Void
  ) -> ToolCommand.Action {
    { invocation, streams in
      try body(
        MedStore(invocation, streams, for: role, access, worksBehind: worksBehind), &streams)
      return .done
    }
  }

  /// Has the person answer an app that requests a symptom for the first time, at a terminal.
  func request(
    toShare shared: Set<SymptomCategory> = [], read: Set<SymptomCategory>,
    _ streams: borrowing Streams
  ) throws {
    guard !isOwner, !database.isReadOnly, let dialog = Dialog(streams),
      let request = try health.symptomRequest(toShare: shared, read: read)
    else { return }
    try person.answer(request: request, with: dialog.answer(request))
  }

  /// Where the store is: `--store`, else the per-user data folder, which is made if the store may be.
  static func path(
    _ invocation: Invocation, _ environment: Environment, for access: HealthDatabase.Access
  ) throws -> String {
    if let path = invocation.value(of: MedOptions.store) { return path }
    guard let catalog = CatalogLocation.userDataPath(environment) else {
      throw CommandFailure(
        .input, "store.no-place", "no store is named, and HOME is not set to look for one",
        try: "\(MedOptions.store.name) <file>")
    }
    let folder = SystemCalls.folder(of: catalog)
    if access == .creating {
      try CommandFailure.writing(folder) { try SystemCalls.makeFolders(folder) }
    }
    return folder + "/health.sqlite"
  }

  /// Clock, zone and source of uuids of an invocation.
  static func surroundings(
    _ invocation: Invocation, _ environment: Environment
  ) throws -> StoreSurroundings {
    let folder = ZoneFolder(path: environment.zoneFolder)
    let name = invocation.value(of: MedOptions.timeZone)
    let zone =
      try name.map { try folder.zone(named: $0) }
      ?? folder.systemZone(variable: environment.timeZone)
    var surroundings = StoreSurroundings(zone: zone, zoneFolder: folder)
    if let seed = try invocation.count(of: MedOptions.seed) {
      surroundings.uuids = .seeded(UInt64(seed))
    }
    if let text = invocation.value(of: MedOptions.now) ?? environment.now {
      let dates = MedDates(invocation.command, zone: zone, now: surroundings.clock())
      let now = try dates.moment(text, of: MedOptions.now)
      surroundings.clock = { now }
    }
    return surroundings
  }
}

extension PersonStore {
  /// Warns of the medications whose schedule cannot be read, and returns them.
  @discardableResult
  func warnOfSchedules(_ messages: MessageWriter) throws -> [HealthConceptIdentifier] {
    let unreadable = try unreadableSchedules()
    for (index, medication) in try (unreadable.isEmpty ? [] : medications()).enumerated()
    where unreadable.contains(medication.medication.identifier) {
      messages.warn(
        "the schedule of medication \(index + 1) cannot be read: no dose of it becomes due; set it "
          + "again: rxkit med schedule \(index + 1)")
    }
    return unreadable
  }
}
