// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SQLiteDatabase
internal import Threads
public import MedicationModel

/// What a store takes from its surroundings; tests inject their own.
public struct StoreSurroundings: Sendable {
  /// Tells the time.
  public var clock: @Sendable () -> Instant
  /// The zone in which the person is.
  public var zone: Zone
  /// Where the zones of earlier stays are read from.
  public var zoneFolder: ZoneFolder
  /// Makes the uuids of samples.
  public var uuids: UUIDSource

  /// Makes surroundings; the defaults are the system's clock and random uuids.
  public init(
    zone: Zone, zoneFolder: ZoneFolder = ZoneFolder(), uuids: UUIDSource = .random,
    clock: (@Sendable () -> Instant)? = nil
  ) {
    (self.zone, self.zoneFolder, self.uuids) = (zone, zoneFolder, uuids)
    self.clock = clock ?? { Instant(nanosecondsSince1970: SystemFile.now()) }
  }
}

/// Where the uuids of samples come from.
public enum UUIDSource: Sendable, Hashable {
  /// The random numbers of the system.
  case random
  /// A seed: equal changes of equal stores get equal uuids.
  case seeded(UInt64)

  /// The uuid of the sample with an ordinal of a revision.
  func uuid(revision: Int64, ordinal: Int) -> SampleUUID {
    guard case .seeded(let seed) = self else { return SampleUUID() }
    let place = Self.mixed(UInt64(bitPattern: revision) << 24 ^ UInt64(ordinal))
    let high = Self.mixed(seed ^ place)
    return SampleUUID(high: high, low: Self.mixed(high ^ place))
  }

  /// The output function of SplitMix64.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A file with a person's medications, doses and symptoms.
///
/// The owner uses it through ``PersonStore``, an app through ``HealthStore``. Several
/// processes may open one file; writes follow one another, and each read sees one state.
public final class HealthDatabase: Sendable {
  /// The path of the file.
  public let path: String
  /// Whether there was a file without any content, in which the store begins.
  package let isInEmptyFile: Bool
  /// Whether there was no file, so that the store begins.
  package let isNew: Bool
  /// Whether the file cannot be changed: what it held when it was opened is read, and that alone.
  public let isReadOnly: Bool
  let surroundings: StoreSurroundings
  private let connection: Monitor<SQLiteConnection>
  /// The moment to which a simulation has set the clock forward.
  private let advanced = Monitor(Instant(nanosecondsSince1970: .min))

  /// How many milliseconds a process waits for others that write.
  static let busyTimeout = 10_000

  /// What a store is opened for.
  public enum Access: Sendable, Hashable {
    /// It is read; one that cannot be changed is read all the same.
    case reading
    /// It is changed, and must be there.
    case changing
    /// It is changed, and made if there is no file.
    case creating
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - surroundings: What the store takes from its surroundings.
  ///   - access: What it is opened for.
  /// - Throws: ``HealthError`` if the file is something else, damaged or of a newer
  ///   schema, or not there; then it is as it was.
  public convenience init(
    path: String, surroundings: StoreSurroundings, for access: Access = .creating
  ) throws(HealthError) {
    try self.init(path: path, surroundings: surroundings, for: access, fileSystem: nil)
  }

  init(
    path: String, surroundings: StoreSurroundings, for access: Access = .creating,
    fileSystem: String?, isWritable: Bool? = nil
  ) throws(HealthError) {
    (self.path, self.surroundings) = (path, surroundings)
    isNew = !SystemFile.exists(path)
    isInEmptyFile = !isNew && SystemFile.byteCount(path) == 0
    isReadOnly = access == .reading && !isNew && !(isWritable ?? SystemFile.isWritable(path))
    guard !isNew || access == .creating else { throw HealthError.noStore.inFile(path) }
    if isReadOnly {
      connection = Monitor(try Self.image(path))
      return
    }
    let found = try Self.foundVersion(path, fileSystem)
    guard found <= StoreSchema.version else {
      throw HealthError.newerSchema(found: found, known: StoreSchema.version).inFile(path)
    }
    guard SystemFile.createPrivate(path) else { throw HealthError.unopenable.inFile(path) }
    let opened = try HealthError.mapping(path) { () throws(SQLiteError) in
      let opened = try SQLiteConnection(path: path, fileSystem: fileSystem)
      opened.setBusyTimeout(milliseconds: Self.busyTimeout)
      try opened.execute(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA fullfsync = 1;
        PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
        """)
      return opened
    }
    connection = Monitor(opened)
    if found < StoreSchema.version { try migrate() }
  }

  /// The content of a file that cannot be changed, with that of its log: nothing is written.
  private static func image(_ path: String) throws(HealthError) -> SQLiteConnection {
    let byteCount = SystemFile.byteCount(path) + SystemFile.byteCount(path + "-wal")
    guard byteCount <= recoveryLimit else {
      throw HealthError.tooLarge(limit: recoveryLimit).inFile(path)
    }
    guard let file = DamagedFile(path) else { throw HealthError.unopenable.inFile(path) }
    // Somebody else may be allowed to write, and at it.
    guard file.bytes == DamagedFile(path)?.bytes else { throw HealthError.busy.inFile(path) }
    guard let found = file.schemaVersion else { throw HealthError.notAStore.inFile(path) }
    guard found <= StoreSchema.version else {
      throw HealthError.newerSchema(found: found, known: StoreSchema.version).inFile(path)
    }
    // An older schema, or a log that was cut off, is brought into order by writing.
    guard found == StoreSchema.version, file.unreadableLogPageCount == 0 else {
      throw HealthError.unopenable.inFile(path)
    }
    return try HealthError.mapping(path) { () throws(SQLiteError) in
      try SQLiteConnection(image: file.bytes)
    }
  }

  /// The schema of a file, 0 if there is none; nothing is written to find out.
  private static func foundVersion(_ path: String, _ fileSystem: String?) throws(HealthError) -> Int
  {
    guard SystemFile.exists(path) else { return 0 }
    // SQLite would delete the log of an empty file.
    guard SystemFile.byteCount(path) > 0 || SystemFile.byteCount(path + "-wal") == 0 else {
      throw HealthError.damaged.inFile(path)
    }
    if let newer = newerVersion(path) { return newer }
    return try HealthError.mapping(path) { () throws(SQLiteError) in
      do throws(SQLiteError) {
        return try version(
          of: SQLiteConnection(path: path, isReadOnly: true, fileSystem: fileSystem))
      } catch  where error.kind == .unopenable {
        // A process that was killed while it made the file left a journal, which only a
        // connection that may write can roll back.
        return try version(of: SQLiteConnection(path: path, fileSystem: fileSystem))
      }
    }
  }

  /// The schema of a newer file by its header, if no log can have another.
  ///
  /// SQLite would make a log and its index for it.
  private static func newerVersion(_ path: String) -> Int? {
    guard SystemFile.byteCount(path + "-wal") == 0,
      let header = SystemFile.start(path, count: 100)
    else { return nil }
    func number(_ place: Int) -> Int { header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let found = number(60)
    return found > StoreSchema.version && number(68) == StoreSchema.applicationID ? found : nil
  }

  private static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
    connection.setBusyTimeout(milliseconds: busyTimeout)
    let identifier = try connection.rows("PRAGMA application_id") { $0.integer(0) }.first
    let version = try connection.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
    let tables = try connection.rows("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }.first
    let isEmpty = tables == 0 && version == 0
    guard isEmpty || identifier == Int64(StoreSchema.applicationID) else { throw .notADatabase }
    return Int(version)
  }

  private func migrate() throws(HealthError) {
    try write { (transaction) throws(HealthError) in
      let found = try transaction.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
      // Another process may have made the tables meanwhile.
      guard found < StoreSchema.version else { return }
      for migration in StoreSchema.migrations[Int(found)...] { try transaction.execute(migration) }
      try transaction.keepChecksums()
      try transaction.execute(
        """
        PRAGMA application_id = \(StoreSchema.applicationID);
        PRAGMA user_version = \(StoreSchema.version);
        """)
      guard found == 0 else { return }
      try transaction.insertBeginning()
    }
  }

  // MARK: Time

  /// The present: what the clock shows, or the later moment to which it was set forward.
  var now: Instant { max(surroundings.clock(), advanced.withLock { $0 }) }

  func advance(to date: Instant) throws(HealthError) {
    guard date >= now else { throw .clockBehind }
    advanced.withLock { $0 = max($0, date) }
  }

  // MARK: Transactions

  /// Reads from one state of the store.
  func read<Result>(
    _ body: (StoreTransaction) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    try run("BEGIN", body)
  }

  /// Changes the store; when this returns, the change is durable, when it throws, there is none.
  func write<Result>(
    _ body: (StoreTransaction) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    try run("BEGIN IMMEDIATE", body)
  }

  /// Runs a statement outside any transaction.
  func execute(_ statement: String) throws(HealthError) {
    try connection.withLock { (connection) throws(HealthError) in
      try HealthError.mapping(path) { () throws(SQLiteError) in try connection.execute(statement) }
    }
  }

  private func run<Result>(
    _ beginning: String, _ body: (StoreTransaction) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    try connection.withLock { (connection) throws(HealthError) in
      do throws(HealthError) {
        let transaction = try StoreTransaction(
          connection, beginning: beginning, surroundings, now: now)
        let result = try body(transaction)
        try transaction.execute("COMMIT")
        return result
      } catch {
        // Some errors have ended the transaction already.
        if connection.isInTransaction {
          try HealthError.mapping(path) { () throws(SQLiteError) in
            try connection.execute("ROLLBACK")
          }
        }
        throw error.inFile(path)
      }
    }
  }
}

extension HealthError {
  /// Runs something of SQLite.
  static func mapping<Result>(
    _ file: String? = nil, _ body: () throws(SQLiteError) -> Result
  ) throws(HealthError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      let failure: HealthError =
        switch error.kind {
        case .busy: .busy
        case .damaged: .damaged
        case .notADatabase: .notAStore
        case .full: .full
        case .unopenable: .unopenable
        case .constraint, .other: .database(error.code)
        }
      throw failure.inFile(file)
    }
  }
}

extension HealthDatabase {
  /// Forgets deletions up to the present, and overwrites what was deleted.
  ///
  /// Anchors from before are refused afterwards with ``HealthError/expiredAnchor``.
  public func prune() throws(HealthError) {
    try write { (transaction) throws(HealthError) in
      try transaction.execute(
        """
        DELETE FROM dose_event WHERE deleted IS NOT NULL
          AND (slot IS NULL OR scheduled_date <= (SELECT swept FROM store));
        DELETE FROM category_sample WHERE deleted IS NOT NULL;
        UPDATE store SET pruned = revision;
        """)
    }
    try truncateLog()
  }

  /// Deletes everything; the store begins anew, and no old anchor is good for it.
  ///
  /// What was there is overwritten with zeros in the file and in its log.
  public func erase() throws(HealthError) {
    try write { (transaction) throws(HealthError) in
      let revision = try transaction.newRevision()
      for table in StoreSchema.tables.reversed() {
        try transaction.execute("DELETE FROM \(table)")
      }
      try transaction.insertBeginning(after: revision)
    }
    try truncateLog()
    try execute("VACUUM")
    try truncateLog()
  }

  private func truncateLog() throws(HealthError) {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
