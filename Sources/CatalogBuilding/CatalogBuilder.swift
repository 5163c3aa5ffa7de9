// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import DrugMatching
internal import Threads
public import ConceptCatalog
public import RxNormRelease

/// Builds a catalog from a release and what goes with it.
///
/// The same input gives the same bytes, and the order of the release's rows
/// does not matter. Nothing is written: the caller gets the bytes of the whole
/// file, or an error.
public struct CatalogBuilder: Sendable {
  /// How far a build has come.
  public struct Progress: Sendable {
    /// The file being read, such as `RXNREL.RRF`; empty while the catalog is laid out.
    public let file: String
    /// Bytes read of all files.
    public let bytesRead: Int
    /// Bytes of all files.
    public let byteCount: Int
  }

  /// A catalog that was built.
  public struct Output: Sendable {
    let pieces: [FilePiece]
    /// What was read of each table that the release holds.
    public let tallies: [(table: RRFTable, tally: RowTally)]
    /// The tables that the release lacks.
    public let absentTables: [RRFTable]
    /// What was read of each table of earlier releases, oldest release first.
    public let earlierTallies: [EarlierTally]
    /// The release that the catalog describes: the newest of several.
    public let release: RxNormRelease
    /// Rows that are not in the catalog because what they are about is not, counted by kind; an
    /// entry reads `attributes of codes that are not in RXNCONSO`.
    public let skippedRows: [(kind: String, count: Int)]
    /// What is odd about terminology resources together, such as a supplement without its base.
    public let terminologyProblems: [TerminologyProblem]
  }

  /// How a catalog is built.
  public struct Options: Hashable, Sendable {
    /// What goes into the catalog in addition to what always does.
    public var contents: CatalogContents
    /// What is left out, so that the catalog gets smaller.
    public var leftOut: CatalogParts
    /// How many threads work at the same time; the bytes do not depend on it.
    public var threads: Int
    /// How large the pieces of a file are that threads take, in bytes.
    package var pieceSize = TablePiece.size

    /// Makes options; by default a thread for each processor, at most eight.
    public init(
      contents: CatalogContents = .standard, leaving leftOut: CatalogParts = [],
      threads: Int? = nil
    ) {
      self.contents = contents
      self.leftOut = leftOut
      self.threads = max(1, threads ?? min(Workers.processorCount, 8))
    }
  }

  /// What was read of one table of an earlier release.
  public typealias EarlierTally = (release: String, table: RRFTable, tally: RowTally)

  private let release: RxNormRelease
  private let earlier: EarlierReleases?
  private let toolVersion: String
  private let options: Options
  var rows = BuildRows()
  /// Makes the lexicon that the catalog keeps; `nil`: each matcher reads all names itself.
  package var lexicon: LexiconMaker?

  /// Begins a build.
  ///
  /// - Parameters:
  ///   - release: The release; RXNCONSO is required, every other table optional.
  ///   - toolVersion: The version of the program that builds, noted in the file.
  ///   - options: What goes in, and how many threads work.
  public init(release: RxNormRelease, toolVersion: String, options: Options = Options()) {
    self.release = release
    self.toolVersion = toolVersion
    self.options = options
    earlier = nil
  }

  /// Begins a build from several releases: the newest by date, with the history of all.
  ///
  /// - Parameters:
  ///   - releases: One or more, in any order, which does not affect the result.
  ///   - toolVersion: The version of the program that builds, noted in the file.
  ///   - options: What goes in, and how many threads work.
  /// - Throws: ``BuildError/order(_:)`` if one of several is undated, two are
  ///   of one date, or parts of releases are mixed with whole ones.
  public init(
    releases: [RxNormRelease], toolVersion: String, options: Options = Options()
  ) throws(BuildError) {
    let sorted: [RxNormRelease]
    do {
      sorted = try ReleaseOrder.sorted(releases)
    } catch {
      throw .order(error)
    }
    guard let newest = sorted.last else {
      preconditionFailure("a catalog is built from at least one release")
    }
    guard sorted.count <= Int(UInt16.max) else {
      throw .catalog(.tooLarge(newest.path, "\(sorted.count) releases"))
    }
    release = newest
    self.toolVersion = toolVersion
    self.options = options
    let needsEarlier = sorted.count > 1 && !options.leftOut.contains(.history)
    earlier = needsEarlier ? EarlierReleases(sorted) : nil
  }

  /// Keeps in the catalog what texts are matched with, so that a matcher is made in milliseconds.
  ///
  /// Without it each matcher reads all names itself.
  public mutating func keepLexicon() { lexicon = { Catalog.lexiconWords(of: $0) } }

  /// Puts a file into the catalog, such as a mapping table.
  ///
  /// - Parameters:
  ///   - name: The name to ask for it by; the last of equal names counts.
  ///   - bytes: Its content, kept as it is.
  public mutating func attach(_ name: String, bytes: [UInt8]) {
    let number = rows.strings.number(of: name)
    rows.attachments.removeAll { $0.name == number }
    rows.attachments.append((number, bytes))
  }

  /// Reads the release and lays out the catalog.
  ///
  /// - Parameter progress: Called now and then while files are read.
  /// - Returns: The bytes, and what was read and skipped.
  /// - Throws: ``BuildError``; then nothing was made.
  /// - Complexity: O(*n* log *n*) in rows; memory about half of the release's size.
  public consuming func build(
    progress: ((Progress) -> Void)? = nil
  ) throws(BuildError) -> Output {
    var builder = self
    let release = builder.release
    let before = release.present.reduce(0) { $0 + release.byteCount(of: $1) }
    let byteCount = before + (builder.earlier?.byteCount ?? 0)
    let tallies: [(table: RRFTable, tally: RowTally)]
    builder.rows.contents = builder.options.contents
    builder.rows.reserve(for: release, share: 1)
    let reading = ParallelReading(release: release, threads: builder.options.threads)
    do {
      tallies = try reading.read(
        into: &builder.rows, pieceSize: builder.options.pieceSize,
        progress: progress.map { progress in
          { progress(Progress(file: $0.fileName, bytesRead: $1, byteCount: byteCount)) }
        })
      try builder.rows.checkPlausibility(isWeekly: ReleaseOrder.isWeekly(release))
    } catch {
      throw .release(error)
    }
    let earlierTallies = try builder.readEarlier(
      progress.map { progress in
        { progress(Progress(file: $0, bytesRead: before + $1, byteCount: byteCount)) }
      })
    progress?(Progress(file: "", bytesRead: byteCount, byteCount: byteCount))
    builder.noteFacts(tallies)
    builder.rows.leaveOut(builder.options.leftOut)
    let terminologyProblems = builder.rows.terminologyProblems()
    do {
      var rows = BuildRows()
      swap(&rows, &builder.rows)
      let (pieces, skippedRows) = try CatalogLayout.file(
        of: rows, path: release.path, threads: builder.options.threads,
        leftOut: builder.options.leftOut, lexicon: builder.lexicon)
      return Output(
        pieces: pieces, tallies: tallies, absentTables: release.absent,
        earlierTallies: earlierTallies, release: release, skippedRows: skippedRows,
        terminologyProblems: terminologyProblems)
    } catch {
      throw .catalog(error)
    }
  }

  /// Reads what several releases together say about codes; nothing if there is only one.
  private mutating func readEarlier(
    _ progress: ((String, Int) -> Void)?
  ) throws(BuildError) -> [EarlierTally] {
    guard var reading = earlier else { return [] }
    do {
      try reading.read(strings: &rows.strings, symbols: &rows.symbols, progress: progress)
    } catch {
      throw .release(error)
    }
    let tallies = reading.tallies
    rows.facts["releases"] = String(reading.releases.count)
    rows.add(reading)
    return tallies
  }

  private mutating func noteFacts(_ tallies: [(table: RRFTable, tally: RowTally)]) {
    rows.facts["release.name"] = release.name
    rows.facts["release.date"] = release.date
    rows.facts["release.official"] = release.isOfficial ? "yes" : "no"
    rows.facts["release.prescribable"] = release.isPrescribable ? "yes" : "no"
    rows.facts["tool.version"] = toolVersion
    for (table, tally) in tallies {
      rows.facts["rows.\(table.rawValue)"] = String(tally.rows)
      if tally.skipped > 0 { rows.facts["skipped.\(table.rawValue)"] = String(tally.skipped) }
    }
    rows.facts["contents.atom-relations"] = rows.contents.contains(.atomRelations) ? "yes" : "no"
    rows.facts["contents.source-attributes"] =
      rows.contents.contains(.sourceAttributes) ? "yes" : "no"
    if rows.leftOutRelations > 0 {
      rows.facts["left out: relations between atoms"] = String(rows.leftOutRelations)
    }
    if rows.leftOutAttributes > 0 {
      rows.facts["left out: attributes of other sources"] = String(rows.leftOutAttributes)
    }
    for table in release.absent { rows.facts["rows.\(table.rawValue)"] = "absent" }
  }
}

extension CatalogBuilder.Output {
  /// How many bytes the catalog file has.
  public var byteCount: Int { pieces.reduce(0) { $0 + $1.byteCount } }

  /// The bytes of the catalog file.
  ///
  /// - Complexity: O(*n*): they are put together; see ``forEachPiece(_:)``.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for piece in pieces { piece.append(to: &bytes) }
    return bytes
  }

  /// Lends the catalog file piece by piece, in order, without a copy.
  public func forEachPiece<Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    for piece in pieces { try piece.withBytes(body) }
  }
}

/// Why a catalog could not be built.
public enum BuildError: Error, Sendable, CustomStringConvertible {
  /// The release could not be read.
  case release(ReleaseError)
  /// The catalog could not be laid out.
  case catalog(CatalogError)
  /// Several releases cannot be put in order.
  case order(ReleaseOrderError)

  /// The description of the error inside.
  public var description: String {
    switch self {
    case .release(let error): error.description
    case .catalog(let error): error.description
    case .order(let error): error.description
    }
  }
}

/// Makes the words of a lexicon out of the names of a catalog.
package typealias LexiconMaker = @Sendable (borrowing SectionSpans) -> [UInt32]

/// Which parts of a release go into a catalog in addition to those that always do.
///
/// Always in it are all names and codes of all sources, relations between
/// concepts, drug codes (NDC) of all sources, the attributes of RXNORM, of
/// MTHSPL the substances' UNIIs and the labels' set ids and drug codes, and the
/// history. What is left out is counted in the catalog's facts.
public struct CatalogContents: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates an option set from its raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Relations between atoms (STYPE `AUI`): what sources other than RXNORM state.
  public static let atomRelations = CatalogContents(rawValue: 1)
  /// The other attributes of sources other than RXNORM, such as a tablet's color and imprint.
  public static let sourceAttributes = CatalogContents(rawValue: 2)

  /// Neither: what the questions of this package are answered from.
  public static let standard: CatalogContents = []
  /// Every row.
  public static let everything: CatalogContents = [.atomRelations, .sourceAttributes]
}
