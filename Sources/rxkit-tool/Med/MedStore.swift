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
    /// Its owner, and an app, which asks for medications by running it.
    case anyone
    /// Its owner, and an app, which asks for symptoms by running it.
    case anyoneForSymptoms
  }

  let database: HealthDatabase
  /// The store as its owner uses it; commands of apps leave it alone.
  let person: PersonStore
  /// What queries read: everything for the owner, what was granted for an app.
  let health: HealthStore
  /// Whether the command is run by the owner.
  let isOwner: Bool
  let surroundings: StoreSurroundings
  /// The events of doses that had become due before the command.
  let made: [MedicationDoseEvent]
  var format: OutputFormat

  var zone: Zone { surroundings.zone }
  var now: Instant { surroundings.clock() }

  /// Opens the store that an invocation names, and makes the events of due doses.
  init(
    _ invocation: Invocation, _ streams: borrowing Streams, for role: Role = .owner
  ) throws(CommandFailure) {
    let app = invocation.value(of: MedOptions.asApp)
    isOwner = app == nil
    guard role != .owner || isOwner else {
      throw CommandFailure(
        .usage, "\(HealthErrorCode.errorAuthorizationDenied)",
        "\(invocation.command.words): only the owner of the store can do this, not an app",
        try: "the same without \(MedOptions.asApp.name)")
    }
    let path = try Self.path(invocation, streams.environment)
    let surroundings = try Self.surroundings(invocation, streams.environment)
    self.surroundings = surroundings
    database = try CommandFailure.health { () throws(HealthError) in
      try HealthDatabase(path: path, surroundings: surroundings)
    }
    let (person, database) = (PersonStore(database), database)
    self.person = person
    made = try CommandFailure.health { () throws(HealthError) in try person.sweep() }
    health =
      app.map { app in
        HealthStore(database, app: SampleSource(name: app, bundleIdentifier: app))
      } ?? person.healthStore
    format = invocation.format ?? .table
    if !isOwner { try request(Dialog(streams), forMedications: role == .anyone) }
  }

  /// Has the person answer the first request of an app for medications.
  ///
  /// Without a terminal the request is only noted, so that something can be granted from then on.
  private func request(_ dialog: Dialog?, forMedications: Bool) throws(CommandFailure) {
    let request = try CommandFailure.health { () throws(HealthError) in
      guard dialog != nil, forMedications, try !health.hasRequested(forMedications: true)
      else { return AuthorizationRequest?.none }
      return try health.medicationRequest()
    }
    let chosen = try request.flatMap { (request) throws(CommandFailure) in
      try dialog?.answer(request)
    }
    try CommandFailure.health { () throws(HealthError) in
      guard let request, let chosen else {
        return try health.requestWithoutAnswer(forMedications: forMedications)
      }
      try health.answer(request, with: chosen)
    }
  }

  /// Has the person answer an app that requests a symptom for the first time, at a terminal.
  func request(
    toShare shared: Set<SymptomCategory> = [], read: Set<SymptomCategory>,
    _ streams: borrowing Streams
  ) throws {
    guard !isOwner, let dialog = Dialog(streams),
      let request = try health.symptomRequest(toShare: shared, read: read)
    else { return }
    try health.answer(request, with: dialog.answer(request))
  }

  /// Where the store is: `--store`, else the per-user data folder, which is made.
  static func path(
    _ invocation: Invocation, _ environment: Environment
  ) throws(CommandFailure) -> String {
    if let path = invocation.value(of: MedOptions.store) { return path }
    guard let catalog = CatalogLocation.userDataPath(environment) else {
      throw CommandFailure(
        .input, "store.no-place", "no store is named, and HOME is not set to look for one",
        try: "\(MedOptions.store.name) <file>")
    }
    let folder = SystemCalls.folder(of: catalog)
    try CommandFailure.writing(folder) { () throws(SystemError) in
      try SystemCalls.makeFolders(folder)
    }
    return folder + "/health.sqlite"
  }

  /// Clock, zone and source of uuids of an invocation.
  static func surroundings(
    _ invocation: Invocation, _ environment: Environment
  ) throws(CommandFailure) -> StoreSurroundings {
    let folder = ZoneFolder(path: environment.zoneFolder)
    let zone = try CommandFailure.health { () throws(HealthError) in
      if let name = invocation.value(of: MedOptions.timeZone) {
        return try folder.zone(named: name)
      }
      return try folder.systemZone(variable: environment.timeZone)
    }
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

  /// Reads dates as the person of this store writes them.
  func dates(_ invocation: Invocation) -> MedDates {
    MedDates(invocation.command, zone: zone, now: now)
  }
}

/// A command of one's own store: it is open, with due doses made, when the command begins.
protocol MedCommand: Command {
  /// Who may run it; its owner, if nothing else is said.
  static var role: MedStore.Role { get }

  /// Does it.
  static func run(
    _ invocation: Invocation, on store: MedStore, _ streams: inout Streams
  ) throws
}

extension MedCommand {
  static var role: MedStore.Role { .owner }

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let store = try MedStore(invocation, streams, for: role)
    do {
      try run(invocation, on: store, &streams)
      return .done
    } catch let error as HealthError {
      throw CommandFailure(error)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure(.internalError, "internal", "\(definition.words): \(type(of: error))")
    }
  }
}

/// The options that every `rxkit med` command has.
enum MedOptions {
  static let store = OptionDefinition.file(
    "--store", "file", "Store file, created if missing; only you can read it.",
    default: "health.sqlite in the per-user data folder"
  ).common()
  static let now = OptionDefinition.text(
    "--now", "date", "Use this as the current time.", default: "RXKIT_NOW, then the clock"
  ).common()
  static let timeZone = OptionDefinition.text(
    "--time-zone", "zone", "Your time zone, such as Europe/Zurich.",
    default: "TZ, then the system's"
  ).common()
  static let seed = OptionDefinition.count(
    "--seed", "number", "Repeatable uuids, for scripts and tests."
  ).common()
  static let asApp = OptionDefinition.text(
    "--as", "app", "Run as an app: see and do only what it was granted."
  ).common()

  static let all = [store, now, timeZone, seed, asApp]
  /// Those of a command that answers.
  static let answers = [CommonOptions.format] + all
}

extension CommandDefinition {
  /// A command of `rxkit med`: with the options, the notes and the first words of all of them.
  init(
    med name: String, _ abstract: String, examples: [(words: String, explanation: String)],
    arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
    common: [OptionDefinition] = MedOptions.answers, discussion: [String] = [],
    seeAlso: [String] = []
  ) {
    let takesDates = options.contains { $0.synopsis.hasSuffix("<date>") }
    let line = "rxkit med \(name)"
    self.init(
      name: "med \(name)", abstract: abstract,
      examples: examples.map {
        Example($0.words.isEmpty ? line : "\(line) \($0.words)", $0.explanation)
      },
      arguments: arguments, options: options + common,
      discussion: discussion + (takesDates ? [MedDates.explanation] : []) + [HelpText.storeNote],
      seeAlso: seeAlso)
  }
}

extension CommandDefinition {
  /// A usage error with HealthKit's code for a value that is not one.
  func invalid(_ message: String) -> CommandFailure {
    .usage("\(HealthErrorCode.errorInvalidArgument)", "\(words): \(message)", of: self)
  }
}

extension CommandFailure {
  /// Does something with a store, or fails as the tool does.
  static func health<Result>(
    _ body: () throws(HealthError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(HealthError) { return try body() } catch { throw CommandFailure(error) }
  }

  init(_ error: HealthError) {
    let missing: [HealthError] = [.noSuchMedication, .noSuchSample, .noSuchSlot]
    let exitCode: ExitCode =
      switch error.code {
      case .errorDatabaseInaccessible, .errorHealthDataUnavailable: .input
      default: missing.contains(where: error.isSame) ? .incomplete : .usage
      }
    self.init(exitCode, "\(error.code)", error.statement, try: error.remedy)
  }
}
