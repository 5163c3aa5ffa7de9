// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An RxNorm release, in a folder or in the zip that NLM distributes.
///
/// Opening finds the tables and the release's identity; nothing large is read.
/// Files are read piece by piece, entries of a zip are unpacked in memory while
/// their table is read. A zip is mapped and must not be shortened meanwhile.
/// Several threads may read tables of one release at the same time.
///
/// A full release holds its prescribable part a second time, in
/// `prescribe/rrf`. Either that or `rrf` is read, never both.
public struct RxNormRelease: Sendable {
  /// How a release is read.
  public struct Options: Hashable, Sendable {
    /// Whether to read the prescribable part of a full release, `prescribe/rrf`.
    ///
    /// A release that is prescribable as a whole is read as it is.
    public var prescribable: Bool
    /// Whether malformed rows are skipped and counted instead of ending the reading.
    ///
    /// Carriage returns at the ends of rows and a UTF-8 byte order mark are then taken off.
    public var isLenient: Bool
    /// How large the entries of a zip may be.
    public var limits: ArchiveLimits

    /// Makes options; by default the full release, read strictly.
    public init(
      prescribable: Bool = false, isLenient: Bool = false, limits: ArchiveLimits = ArchiveLimits()
    ) {
      self.prescribable = prescribable
      self.isLenient = isLenient
      self.limits = limits
    }
  }

  /// The folder or zip, as it was given.
  public let path: String
  /// The release's own name: the version of the source RXNORM, such as `RXNORM_20AA_200908F`.
  ///
  /// Without RXNSAB the name of the zip, folder or readme, such as
  /// `RxNorm_full_prescribe_10062025`; `unknown` without any of these.
  public let name: String
  /// The date of the release, as `2026-07-23`; `nil` if it is unknown.
  public let date: String?
  /// Whether the release is NLM's own.
  ///
  /// False if it calls itself reconstructed, or if nothing is named as NLM names its releases.
  public let isOfficial: Bool
  /// Whether only prescribable concepts are read.
  public let isPrescribable: Bool
  private let tables: [RRFTable: TableSource]
  let isLenient: Bool

  /// Opens a release.
  ///
  /// - Parameters:
  ///   - path: The folder that holds `rrf`, the folder that holds the `.RRF` files, or a zip.
  ///   - options: How to read it.
  /// - Throws: ``ReleaseError`` if there is no RXNCONSO, or a zip cannot be trusted.
  public init(path: String, options: Options = Options()) throws(ReleaseError) {
    let contents = try ReleaseContents(path: path, options: options)
    try self.init(contents, path: path, options: options)
  }

  /// Opens a zip that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole archive.
  ///   - name: The archive's file name, which may contain the release's date.
  ///   - options: How to read it.
  /// - Throws: ``ReleaseError`` as for a path.
  public init(
    zip bytes: [UInt8], name: String, options: Options = Options()
  ) throws(ReleaseError) {
    let archive = try ZipArchive(
      ByteSlice(ByteStore(copying: bytes)), path: name, limits: options.limits)
    let contents = try ReleaseContents(archive, options: options)
    try self.init(contents, path: name, options: options)
  }

  /// Opens tables that are in memory.
  ///
  /// - Parameters:
  ///   - files: The bytes of each table's file.
  ///   - name: The name of the release's folder, which may contain its date.
  ///   - options: How to read them.
  /// - Throws: ``ReleaseError`` with the code `release.no-concepts` if RXNCONSO is missing.
  public init(
    files: [RRFTable: [UInt8]], name: String, options: Options = Options()
  ) throws(ReleaseError) {
    guard files[.concepts] != nil else { throw ReleaseError.noConcepts(name) }
    let tables = files.mapValues { TableSource.memory(ByteSlice(ByteStore(copying: $0))) }
    let contents = ReleaseContents(tables: tables, names: [name], readmes: [])
    try self.init(contents, path: name, options: options)
  }

  private init(
    _ contents: ReleaseContents, path: String, options: Options
  ) throws(ReleaseError) {
    self.path = path
    tables = contents.tables
    isLenient = options.isLenient
    var identity = ReleaseIdentity(names: contents.names, readmes: contents.readmes)
    if let source = contents.tables[.sources] {
      _ = try source.forEachRow(of: .sources, isLenient: isLenient, progress: nil) {
        (row: borrowing RRFRow) throws(ReleaseError) in
        identity.read(sourceRow: row)
      }
    }
    name = identity.name
    date = identity.date
    isOfficial = identity.isOfficial
    isPrescribable = options.prescribable || contents.isNamedPrescribable
  }

  /// The tables that the release holds.
  public var present: [RRFTable] { RRFTable.allCases.filter { tables[$0] != nil } }

  /// The tables that the release lacks; they read as empty.
  public var absent: [RRFTable] { RRFTable.allCases.filter { tables[$0] == nil } }

  /// Where a table is read from; `nil` if the release lacks it.
  func source(of table: RRFTable) -> TableSource? { tables[table] }

  /// Returns the size of a table's file, unpacked; 0 if the release lacks it.
  public func byteCount(of table: RRFTable) -> Int {
    tables[table]?.byteCount ?? 0
  }

  /// Calls a closure with every row of a table, in file order.
  ///
  /// - Parameters:
  ///   - table: The table to read; one that the release lacks has no rows.
  ///   - progress: Is told how many bytes are read so far, about each megabyte
  ///     and at the end; ``byteCount(of:)`` is the whole.
  ///   - body: Gets each row. What it throws ends the reading.
  /// - Returns: How many rows were read and, if reading leniently, skipped.
  /// - Throws: ``ReleaseError`` at the first malformed row (unless reading
  ///   leniently), or if an entry does not unpack to what the zip says. The
  ///   latter may show only after rows were handed out.
  public func forEachRow(
    of table: RRFTable, progress: ((Int) -> Void)? = nil,
    _ body: (borrowing RRFRow) throws(ReleaseError) -> Void
  ) throws(ReleaseError) -> RowTally {
    guard let source = tables[table] else { return RowTally() }
    return try source.forEachRow(of: table, isLenient: isLenient, progress: progress, body)
  }
}
