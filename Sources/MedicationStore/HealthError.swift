// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An error of the health store, with HealthKit's code and a remedy.
///
/// Two errors are equal when their codes are. No error contains health data: no name,
/// identifier, amount or date of a dose.
public struct HealthError: Error, Sendable {
  /// The domain of HealthKit's errors.
  public static let domain = "com.apple.healthkit"

  /// HealthKit's code.
  public let code: HealthErrorCode
  /// What happened, more exactly than the code says.
  public let problem: HealthProblem
  /// The file that cannot be used; `nil` if the error is not about a file.
  public let file: String?

  package init(_ problem: HealthProblem, file: String? = nil) {
    (self.problem, self.file) = (problem, file)
    code = problem.code
  }

  /// The error with the store's file as its place, if it is about a file and names none yet.
  func inFile(_ path: String) -> HealthError {
    code == .errorDatabaseInaccessible && file == nil ? HealthError(problem, file: path) : self
  }
}

extension HealthError: Hashable, CustomStringConvertible {
  /// Whether both have the same code.
  public static func == (left: HealthError, right: HealthError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The file, what happened, the code, and what helps.
  public var description: String { "\(statement)  [\(code)]\n  try: \(problem.remedy)" }

  /// What happened, after the file if it is about one.
  package var statement: String { (file.map { $0 + ": " } ?? "") + problem.explanation }
}

/// The codes of HealthKit's errors (`HKError.Code`).
public enum HealthErrorCode: Int, Sendable, Hashable, CaseIterable {
  /// An error that has no code of its own.
  case unknownError = 0
  /// The platform has no health data.
  case errorHealthDataUnavailable = 1
  /// A managed device forbids it.
  case errorHealthDataRestricted = 2
  /// A wrong type, value or limit.
  case errorInvalidArgument = 3
  /// The person denied it, or the role may not do it.
  case errorAuthorizationDenied = 4
  /// Authorization was never requested.
  case errorAuthorizationNotDetermined = 5
  /// The database cannot be read or written now.
  case errorDatabaseInaccessible = 6
  /// The person ended the request.
  case errorUserCanceled = 7
  /// Of workouts; never here.
  case errorAnotherWorkoutSessionStarted = 8
  /// Of workouts; never here.
  case errorUserExitedWorkoutSession = 9
  /// Of clinical records; never here.
  case errorRequiredAuthorizationDenied = 10
  /// Of statistics; queries for lists return an empty array.
  case errorNoData = 11
  /// Of workouts; never here.
  case errorWorkoutActivityNotAllowed = 12
  /// Too much data at once; never here.
  case errorDataSizeExceeded = 13
  /// Of workouts; never here.
  case errorBackgroundWorkoutSessionNotAllowed = 14
  /// Of guest sessions; never here.
  case errorNotPermissibleForGuestUserMode = 15
}

/// What a health store refuses or cannot do.
public enum HealthProblem: Sendable, Hashable {
  // Arguments.
  /// A limit below zero.
  case negativeLimit
  /// A quantity that is negative or no finite number.
  case quantity
  /// A quantity other than zero for a skipped dose.
  case skippedQuantity
  /// An empty text where one is needed; the member's name.
  case emptyText(String)
  /// A value that the enumeration of its type does not have.
  case categoryValue
  /// An end before its start.
  case endBeforeStart
  /// A date after the present.
  case future
  /// A clock that is behind the last sweep.
  case clockBehind
  /// The medication is on the list already.
  case alreadyListed
  /// No medication of this identifier is on the list.
  case noSuchMedication
  /// No live sample has this uuid.
  case noSuchSample
  /// The medication has no dose scheduled at this date.
  case noSuchSlot
  /// The status cannot be set by a person, or not on this event.
  case status
  /// The type cannot be requested this way.
  case objectType
  /// The anchor of another store, or newer than a restored backup.
  case foreignAnchor
  /// The anchor is older than what deletions are remembered for.
  case expiredAnchor
  /// A text that is no anchor.
  case malformedAnchor
  /// A schedule that cannot be; what is wrong with it.
  case schedule(ScheduleProblem)
  /// A backup that cannot be read; the JSON path of the place.
  case backup(path: String)

  // Roles.
  /// Sharing of medications or dose events.
  case sharingMedications
  /// Saving of a type that the person denied.
  case savingDenied
  /// Saving of a type for which authorization was never requested.
  case savingUnasked
  /// Changing or deleting a sample of another source.
  case foreignSample
  /// A grant to an app that never requested anything.
  case neverAsked
  /// The person ended the authorization sheet.
  case canceled

  // Files.
  /// The time zone database is not there; the folder that was looked into.
  case noZoneFolder(String)
  /// The name is no zone of the database.
  case unknownZone
  /// The file of a zone is damaged.
  case damagedZone
  /// The file cannot be opened.
  case unopenable
  /// The file is a database or document of something else.
  case notAStore
  /// There is a file where a new store is to be.
  case fileExists
  /// The damaged file and its log are larger than what a recovery reads; the limit in bytes.
  case tooLarge(limit: Int)
  /// The file is of a newer schema; the versions found and known.
  case newerSchema(found: Int, known: Int)
  /// Another process locks the file for too long.
  case busy
  /// The file is damaged.
  case damaged
  /// The disk is full.
  case full
  /// SQLite reports this code.
  case database(Int)
}

extension HealthProblem {
  var code: HealthErrorCode {
    switch self {
    case .sharingMedications, .savingDenied, .foreignSample, .neverAsked: .errorAuthorizationDenied
    case .savingUnasked: .errorAuthorizationNotDetermined
    case .canceled: .errorUserCanceled
    case .noZoneFolder: .errorHealthDataUnavailable
    case .unopenable, .notAStore, .fileExists, .tooLarge, .newerSchema, .busy, .damaged, .full,
      .damagedZone, .database:
      .errorDatabaseInaccessible
    default: .errorInvalidArgument
    }
  }

  /// What happened, in words.
  public var explanation: String { words.explanation }

  /// What a caller or a person can do about it.
  public var remedy: String { words.remedy }

  private var words: (explanation: String, remedy: String) {
    switch self {
    case .negativeLimit: ("limit below zero", "pass nil or 0 for no limit")
    case .quantity:
      ("quantity is negative or not a finite number", "pass a number of at least 0")
    case .skippedQuantity:
      ("a skipped dose has the quantity 0", "leave the quantity out, or log the dose as taken")
    case .emptyText(let name): ("\(name) is empty", "pass a text, or none at all")
    case .categoryValue:
      ("the symptom type has no such value", "pass a value of the type's own enumeration")
    case .endBeforeStart: ("the end is before the start", "pass an end that is not earlier")
    case .future: ("the date is in the future", "pass a date that is not after the present")
    case .clockBehind:
      ("the clock is behind the time up to which reminders were made", "check clock and time zone")
    case .alreadyListed:
      ("the medication is already on the list", "make it active again, or change it")
    case .noSuchMedication:
      ("no such medication is on the list", "list the medications for their identifiers")
    case .noSuchSample: ("no sample has this uuid", "query again; edits give a sample a new uuid")
    case .noSuchSlot:
      ("no dose is scheduled at this date", "list the due doses, or log one as needed")
    case .status:
      ("the status cannot be set here", "log taken or skipped; undo clears a log")
    case .objectType:
      (
        "medications and doses are not requested by type",
        "use requestPerObjectReadAuthorization for medications; it includes their doses"
      )
    case .foreignAnchor:
      ("the anchor is of another store or of a later state", "start again with no anchor")
    case .expiredAnchor:
      ("deletions since the anchor are no longer known", "start again with no anchor")
    case .malformedAnchor: ("not an anchor", "pass an anchor that a query returned")
    case .schedule(let problem): (problem.explanation, "change the schedule")
    case .backup(let path): ("not a backup of a store, at \(path)", "export the store again")
    case .sharingMedications:
      (
        "apps cannot write medications or doses",
        "request read access, and share symptom types only"
      )
    case .savingDenied:
      ("the person denied saving of this type", "show that it is off; the person can allow it")
    case .savingUnasked: ("saving of this type was never requested", "request authorization first")
    case .foreignSample:
      ("the sample was saved by another source", "delete samples of your own only")
    case .neverAsked:
      ("the app never requested access", "let the app request it once")
    case .canceled: ("the authorization sheet was closed", "request again when the person wants to")
    case .noZoneFolder(let folder):
      (
        "no time zone database in \(folder)",
        "install the package tzdata, or set TZDIR to a folder with its files"
      )
    case .unknownZone:
      ("no such time zone", "pass a name of the time zone database, such as Europe/Zurich")
    case .damagedZone: ("the file of a time zone is damaged", "install the package tzdata again")
    case .unopenable:
      ("the file of the store cannot be opened", "check that its folder exists and is writable")
    case .notAStore:
      (
        "the file is not a health store",
        "pass the path of another file; if it was a store, run rxkit med recover"
      )
    case .fileExists:
      ("there is a file where the new store is to be", "pass the path of a file that is not there")
    case .tooLarge(let limit):
      (
        "the file and its log are larger than \(limit >> 20) MiB, more than a recovery reads",
        "restore a backup, or save the tables with .recover of the sqlite3 tool"
      )
    case .newerSchema(let found, let known):
      (
        "the store has schema \(found), this version knows \(known) and older",
        "update rxkit; the file was not changed"
      )
    case .busy: ("another process is writing to the store", "run it again")
    case .damaged: ("the file of the store is damaged", "run rxkit med recover")
    case .full: ("the disk is full", "free some space; nothing was half written")
    case .database(let code):
      ("SQLite reports error \(code)", "check disk and file, and run it again")
    }
  }
}
