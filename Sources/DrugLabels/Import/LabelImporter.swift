// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import SymptomMapping

/// Turns side effects that others extracted into rows of side-effects.tsv.
///
/// A term of the source is led to a category by its whole name; neither the term nor its MedDRA
/// code is written. Every row has trust B, its source and its licence. The same input gives the
/// same bytes, whatever the order of its rows.
public struct LabelImporter: Sendable {
  /// The score of OnSIDES' model that a row must exceed.
  ///
  /// The releases of OnSIDES 3 are cut there (`pred1 <= 3.258` is deleted).
  public static let releaseScore = 3.258
  /// The share of labels that must have an effect in OnSIDES 2.
  public static let usualShare = 0.05

  let catalog: Catalog
  let phrases: PhraseTable
  let routes: RouteTable
  /// The score that a row of OnSIDES 3 must exceed.
  public var minimumScore = LabelImporter.releaseScore
  /// The least share of labels for a row of OnSIDES 2, from 0 to 1.
  public var minimumShare = LabelImporter.usualShare
  /// The licence of the rows, in place of the format's; own tables may state one a row.
  public var licence: String?
  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - catalog: The release that codes and names of drugs are looked up in.
  ///   - phrases: The words that name the categories.
  ///   - routes: The routes that dose forms are for.
  public init(catalog: Catalog, phrases: PhraseTable, routes: RouteTable) {
    self.catalog = catalog
    self.phrases = phrases
    self.routes = routes
  }

  /// What an import gives.
  public struct Result: Sendable {
    /// The table: the columns of side-effects.tsv, sorted by key.
    public let table: [UInt8]
    /// What was read, mapped and left out.
    public let summary: ImportSummary
  }

  /// Imports a folder, or a file of the own format.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - format: Its format; ``ImportFormat/init(path:)`` tells it.
  ///   - progress: Called now and then while a large file is read.
  /// - Returns: The table, and what was read, mapped and left out.
  /// - Throws: ``ImportError`` for the first thing that is wrong, with its place.
  /// - Complexity: O(*n*) in the bytes of the input; memory grows with the labels, terms and
  ///   drugs, not with the rows of effects.
  public func result(
    of path: String, _ format: ImportFormat, progress: ((ImportProgress) -> Void)? = nil
  ) throws(ImportError) -> Result {
    var run = ImportRun(self, format, path, progress)
    let drafts: [EvidenceDraft]
    switch format {
    case .onSIDES2: drafts = try run.onSIDES2()
    case .onSIDES3: drafts = try run.onSIDES3()
    case .sider: drafts = try run.sider()
    case .csv: drafts = try run.ownTable()
    }
    run.summary.rowCount = drafts.count
    run.summary.subjectCount = Set(drafts.map { $0.fields[..<2] }).count
    run.summary.mappedTermCount = run.terms.mappedCount
    run.summary.unmappedTermCount = run.terms.unmappedCount
    return Result(table: EvidenceDraft.table(drafts), summary: run.summary)
  }
}

/// How far an import is.
public struct ImportProgress: Sendable {
  /// The file that is being read.
  public let file: String
  /// Its rows that were read.
  public let rows: Int
  /// Bytes of the file that were read, compressed ones if it is gzip.
  public let bytes: Int
  /// The bytes that it has; 0 if unknown.
  public let totalBytes: Int
}

/// One import under way.
struct ImportRun {
  private static let progressInterval = 16_384

  let importer: LabelImporter
  let format: ImportFormat
  let folder: ImportFolder
  let path: String
  var summary: ImportSummary
  var terms: ImportTerms
  var subjects: ImportSubjects

  private let progress: ((ImportProgress) -> Void)?

  init(
    _ importer: LabelImporter, _ format: ImportFormat, _ path: String,
    _ progress: ((ImportProgress) -> Void)?
  ) {
    self.progress = progress
    self.importer = importer
    self.format = format
    self.path = path
    folder = ImportFolder(path)
    summary = ImportSummary(format)
    terms = ImportTerms(importer.phrases)
    subjects = ImportSubjects(importer.catalog, importer.routes)
  }

  var licence: String { importer.licence ?? format.licence ?? "" }

  /// Reads every row of a file.
  ///
  /// - Parameters:
  ///   - name: The CSV file in the folder, with a header line.
  ///   - columns: The columns that the body reads, in that order.
  ///   - body: Called with each row, which has as many fields as the header.
  /// - Throws: ``ImportError`` for the first thing that is wrong.
  mutating func forEachRow(
    of name: String, _ columns: [String],
    _ body: (borrowing ImportRows, inout ImportRun) throws(ImportError) -> Void
  ) throws(ImportError) {
    var rows = try folder.rows(name, .commas)
    let count = try rows.readHeader(columns).count
    try forEach(&rows, of: count, after: 1, body)
  }

  /// Reads every row of a file of tabs without a header line.
  mutating func forEachRow(
    of name: String, fieldCount: Int,
    _ body: (borrowing ImportRows, inout ImportRun) throws(ImportError) -> Void
  ) throws(ImportError) {
    var rows = try folder.rows(name, .tabs)
    try forEach(&rows, of: fieldCount, after: 0, body)
  }

  private mutating func forEach(
    _ rows: inout ImportRows, of fieldCount: Int, after headerCount: Int,
    _ body: (borrowing ImportRows, inout ImportRun) throws(ImportError) -> Void
  ) throws(ImportError) {
    while try rows.advance() {
      if rows.count % Self.progressInterval == 0 {
        progress?(
          ImportProgress(
            file: rows.name, rows: rows.count, bytes: rows.progress.done,
            totalBytes: rows.progress.total))
      }
      try rows.expect(fieldCount)
      try body(rows, &self)
    }
    summary.files.append((name: rows.name, rows: rows.count - headerCount))
  }

  /// The pairs of values of two columns: each first value with all of its second values.
  mutating func pairs(
    of name: String, _ columns: [String]
  ) throws(ImportError) -> [String: Set<String>] {
    var pairs: [String: Set<String>] = [:]
    let body = { (row: borrowing ImportRows, _: inout ImportRun) throws(ImportError) in
      _ = pairs[try row.text(0), default: []].insert(try row.text(1))
    }
    if columns.isEmpty {
      try forEachRow(of: name, fieldCount: 2, body)
    } else {
      try forEachRow(of: name, columns, body)
    }
    return pairs
  }
}
