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
  /// What happened, in words.
  public let explanation: String
  /// What a caller or a person can do about it.
  public let remedy: String
  /// The file that cannot be used; `nil` if the error is not about a file.
  public private(set) var file: String?
  /// SQLite's code, if that is all that is known.
  private(set) var databaseCode: Int32?

  private init(
    _ explanation: String, try remedy: String, _ code: HealthErrorCode = .errorInvalidArgument
  ) {
    (self.explanation, self.remedy, self.code) = (explanation, remedy, code)
  }

  /// The error with the store's file as its place, if it is about a file and names none yet.
  func inFile(_ path: String?) -> HealthError {
    guard code == .errorDatabaseInaccessible, file == nil else { return self }
    var error = self
    error.file = path
    return error
  }

  /// Whether both say the same, where equality compares codes.
  package func isSame(as other: HealthError) -> Bool { explanation == other.explanation }
}

extension HealthError: Hashable, CustomStringConvertible {
  /// Whether both have the same code.
  public static func == (left: HealthError, right: HealthError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The file, what happened, the code, and what helps.
  public var description: String { "\(statement)  [\(code)]\n  try: \(remedy)" }

  /// What happened, after the file if it is about one.
  package var statement: String { (file.map { $0 + ": " } ?? "") + explanation }
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
  /// Too much data at once; never thrown here.
  case errorDataSizeExceeded = 13
  /// Of workouts; never here.
  case errorBackgroundWorkoutSessionNotAllowed = 14
  /// Of guest sessions; never here.
  case errorNotPermissibleForGuestUserMode = 15
}

// What a health store refuses or cannot do.

extension HealthError {
  // Arguments.

  /// A limit below zero.
  public static let negativeLimit = HealthError(
    "limit below zero", try: "pass nil or 0 for no limit")
  /// A quantity that is negative or no finite number.
  public static let quantity = HealthError(
    "quantity is negative or not a finite number", try: "pass a number of at least 0")
  /// A quantity other than zero for a skipped dose.
  public static let skippedQuantity = HealthError(
    "a skipped dose has the quantity 0", try: "leave the quantity out, or log the dose as taken")
  /// A value that the enumeration of its type does not have.
  public static let categoryValue = HealthError(
    "the symptom type has no such value", try: "pass a value of the type's own enumeration")
  /// An end before its start.
  public static let endBeforeStart = HealthError(
    "the end is before the start", try: "pass an end that is not earlier")
  /// A date after the present.
  public static let future = HealthError(
    "the date is in the future", try: "pass a date that is not after the present")
  /// A clock that is behind the last sweep.
  public static let clockBehind = HealthError(
    "the clock is behind the time up to which reminders were made",
    try: "check clock and time zone; without --now, rxkit med export and erase work all the same")
  /// The medication is on the list already.
  public static let alreadyListed = HealthError(
    "the medication is already on the list", try: "make it active again, or change it")
  /// No medication of this identifier is on the list.
  public static let noSuchMedication = HealthError(
    "no such medication is on the list", try: "list the medications for their identifiers")
  /// No live sample has this uuid.
  public static let noSuchSample = HealthError(
    "no sample has this uuid", try: "query again; edits give a sample a new uuid")
  /// The medication has no dose scheduled at this date.
  public static let noSuchSlot = HealthError(
    "no dose is scheduled at this date", try: "list the due doses, or log one as needed")
  /// The dose is logged as taken or skipped already.
  public static let alreadyLogged = HealthError(
    "the dose is logged already", try: "edit or undo it, or log an extra dose")
  /// The status cannot be set by a person, or not on this event.
  public static let status = HealthError(
    "the status cannot be set here", try: "log taken or skipped; undo clears a log")
  /// The type cannot be requested this way.
  public static let objectType = HealthError(
    "medications and doses are not requested by type",
    try: "use requestPerObjectReadAuthorization for medications; it includes their doses")
  /// A type that has no samples to observe.
  public static let unobservable = HealthError(
    "only doses and symptoms can be observed", try: "pass medicationDoseEventType() or a symptom")
  /// The anchor of another store, or newer than a restored backup.
  public static let foreignAnchor = HealthError(
    "the anchor is of another store or of a later state", try: "start again with no anchor")
  /// The anchor is older than what deletions are remembered for.
  public static let expiredAnchor = HealthError(
    "deletions since the anchor are no longer known", try: "start again with no anchor")
  /// A text that is not an anchor.
  public static let malformedAnchor = HealthError(
    "not an anchor", try: "pass an anchor that a query returned")
  /// The name is not a zone of the database.
  public static let unknownZone = HealthError(
    "no such time zone", try: "pass a name of the time zone database, such as Europe/Zurich")
  /// An empty text where one is needed; the member's name.
  public static func emptyText(_ name: String) -> HealthError {
    HealthError("\(name) is empty", try: "pass a text, or none at all")
  }
  /// A schedule that cannot be; what is wrong with it.
  public static func schedule(_ explanation: String) -> HealthError {
    HealthError(explanation, try: "change the schedule")
  }
  /// A backup that cannot be read; the JSON path of the place.
  public static func backup(path: String) -> HealthError {
    HealthError("not a backup of a store, at \(path)", try: "export the store again")
  }

  // Roles.

  /// Sharing of medications or dose events.
  public static let sharingMedications = HealthError(
    "apps cannot write medications or doses",
    try: "request read access, and share symptom types only", .errorAuthorizationDenied)
  /// Saving of a type that the person denied.
  public static let savingDenied = HealthError(
    "the person denied saving of this type",
    try: "show that it is off; the person can allow it", .errorAuthorizationDenied)
  /// Saving of a type for which authorization was never requested.
  public static let savingUnasked = HealthError(
    "saving of this type was never requested",
    try: "request authorization first", .errorAuthorizationNotDetermined)
  /// Changing or deleting a sample of another source.
  public static let foreignSample = HealthError(
    "the sample was saved by another source",
    try: "delete samples of your own only", .errorAuthorizationDenied)
  /// A grant to an app that never requested anything.
  public static let neverAsked = HealthError(
    "the app never requested access", try: "let the app request it once", .errorAuthorizationDenied)
  /// The person ended the authorization sheet.
  public static let canceled = HealthError(
    "the authorization sheet was closed",
    try: "request again when the person wants to", .errorUserCanceled)

  // Files.

  /// The file of a zone is damaged.
  public static let damagedZone = HealthError(
    "the file of a time zone is damaged",
    try: "install the package tzdata again", .errorDatabaseInaccessible)
  /// The file cannot be opened.
  public static let unopenable = HealthError(
    "the file of the store cannot be opened, or not be written",
    try: "check that its folder exists and both are writable", .errorDatabaseInaccessible)
  /// There is no file where a store is to be read or changed.
  public static let noStore = HealthError(
    "there is no store", try: "pass the path of your store, or make one: rxkit med add",
    .errorDatabaseInaccessible)
  /// The file is a database or document of something else.
  public static let notAStore = HealthError(
    "the file is not a health store",
    try: "pass the path of another file; if it was a store, run rxkit med recover",
    .errorDatabaseInaccessible)
  /// There is a file where a new store is to be.
  public static let fileExists = HealthError(
    "there is a file where the new store is to be",
    try: "pass the path of a file that is not there", .errorDatabaseInaccessible)
  /// Another process locks the file for too long.
  public static let busy = HealthError(
    "another process is writing to the store", try: "run it again", .errorDatabaseInaccessible)
  /// The file is damaged.
  public static let damaged = HealthError(
    "the file of the store is damaged", try: "run rxkit med recover", .errorDatabaseInaccessible)
  /// The disk is full.
  public static let full = HealthError(
    "the disk is full",
    try: "free some space; nothing was half written", .errorDatabaseInaccessible)
  /// The time zone database is not there; the folder that was looked into.
  public static func noZoneFolder(_ folder: String) -> HealthError {
    HealthError(
      "no time zone database in \(folder)",
      try: "install the package tzdata, or set TZDIR to a folder with its files",
      .errorHealthDataUnavailable)
  }
  /// The damaged file and its log are larger than what a recovery reads; the limit in bytes.
  public static func tooLarge(limit: Int) -> HealthError {
    HealthError(
      "the file and its log are larger than \(limit >> 20) MiB, more than a recovery reads",
      try: "restore a backup, or save the tables with .recover of the sqlite3 tool",
      .errorDatabaseInaccessible)
  }
  /// The file is of a newer schema; the versions found and known.
  public static func newerSchema(found: Int, known: Int) -> HealthError {
    HealthError(
      "the store has schema \(found), this version knows \(known) and older",
      try: "update rxkit; the file was not changed", .errorDatabaseInaccessible)
  }
  /// SQLite reports this code.
  static func database(_ code: Int32) -> HealthError {
    var error = HealthError(
      "SQLite reports error \(code)", try: "check disk and file, and run it again",
      .errorDatabaseInaccessible)
    error.databaseCode = code
    return error
  }
}
