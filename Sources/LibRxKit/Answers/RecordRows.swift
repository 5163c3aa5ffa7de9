// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import ConceptCatalog
internal import FHIRResources
internal import FHIRStreams
internal import FHIRXML
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// Makes rows of documents, for one thread at a time.
///
/// A medication resource is one row. So is each problem that belongs to no record, such as a line
/// that is no JSON: its `resourceType` is null, its `problems` say what it is, and `error` is set
/// if something was not read.
final class RecordRows: @unchecked Sendable {
  // Only the thread that a part was given to uses the session and the text.
  private let columns: AnswerColumns
  private let reading: FHIRReadingOptions
  private var session: ResolvingSession
  private var json = JSONWriter(capacity: 8192)
  /// How many resources of other types there are in documents without medications.
  private(set) var otherResources: [String: Int] = [:]

  init(_ columns: AnswerColumns, _ reading: FHIRReadingOptions, _ session: ResolvingSession) {
    (self.columns, self.reading, self.session) = (columns, reading, session)
  }

  /// The rows of the next parts of a stream, until they are enough; `nil` if they have none.
  func rows(
    of stream: FHIRStream?, limit: Int = .max, next: () -> FHIRStream.Part?
  ) -> Result<Column, ArrowError>? {
    collect { rows throws(ArrowError) in
      while rows.count < limit, let part = next() {
        try append(part, to: rows)
        stream?.giveBack(part)
      }
    }
  }

  /// The rows of a document in memory; `nil` if it has none.
  func rows(of document: FHIRDocument) -> Result<Column, ArrowError>? {
    collect { rows throws(ArrowError) in try append(document, of: nil, to: rows) }
  }

  private func collect(
    _ append: (ColumnBuilder) throws(ArrowError) -> Void
  ) -> Result<Column, ArrowError>? {
    let rows = ColumnBuilder(rowsOf: columns.fields)
    do throws(ArrowError) {
      try append(rows)
      // Names and relations are read while they are written.
      do throws(CatalogError) {
        try session.resolver.catalog.throwIfDamaged()
      } catch { throw LibraryFailure(error).inStream }
      return rows.count == 0 ? nil : .success(try Column(rows))
    } catch { return .failure(error) }
  }

  private func append(
    _ part: FHIRStream.Part, to rows: ColumnBuilder
  ) throws(ArrowError) {
    let document: FHIRDocument?
    do throws(FHIRStreamError) {
      document = try part.document(reading: reading)
    } catch {
      let failure = LibraryFailure(error).inStream
      guard !error.voidsWhatWasRead else { throw failure }
      let problem = Problem(.notJSON, .error, error.message)
      return try append(problem, failure: failure, of: part.path, to: rows)
    }
    if let document { try append(document, of: part.path, to: rows) }
  }

  private func append(
    _ document: FHIRDocument, of path: String?, to rows: ColumnBuilder
  ) throws(ArrowError) {
    let records = document.records
    otherResources.merge(document.otherResources, uniquingKeysWith: +)
    for index in records.indices {
      json.removeAll()
      do throws(CatalogError) {
        _ = try session.write(records[index], to: &json, source: path)
      } catch { throw LibraryFailure(error).inStream }
      try columns.append(json, to: rows)
    }
    for found in document.problems {
      let failure =
        found.problem.severity == .error
        ? ArrowError(found.problem.code.rawValue, found.message(in: path)) : nil
      try append(found.problem, failure: failure, of: path, at: found.entryPath, to: rows)
    }
  }

  /// Appends the row of what belongs to no record.
  private func append(
    _ problem: Problem, failure: ArrowError?, of path: String?, at entry: String = "",
    to rows: ColumnBuilder
  ) throws(ArrowError) {
    json.removeAll()
    json.object { json in
      json.member("source", path)
      json.member("entryPath", entry.isEmpty ? nil : entry)
      json.key("problems")
      [problem].write(to: &json)
      json.member("error", failure?.description)
      json.key("release")
      session.resolver.catalog.release.write(to: &json)
    }
    try columns.append(json, to: rows)
  }
}

extension FHIRDocumentProblem {
  /// What it is and where: file, line and column, without values of the document.
  fileprivate func message(in path: String?) -> String {
    let place = [path, line.map { String($0) }, column.map { String($0) }].compactMap { $0 }
    return (place + [" \(problem.message)"]).joined(separator: ":")
  }
}
