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

  /// The rows of parts of a stream; `nil` if they have none.
  func rows(
    of parts: [FHIRStream.Part], of stream: FHIRStream?
  ) -> Result<Column, LibraryFailure>? {
    collect { rows throws(LibraryFailure) in
      for part in parts {
        try append(part, to: rows)
        stream?.giveBack(part)
      }
    }
  }

  /// The rows of a document in memory; `nil` if it has none.
  func rows(of document: FHIRDocument) -> Result<Column, LibraryFailure>? {
    collect { rows throws(LibraryFailure) in try append(document, of: nil, to: rows) }
  }

  private func collect(
    _ append: (ColumnBuilder) throws(LibraryFailure) -> Void
  ) -> Result<Column, LibraryFailure>? {
    let rows = ColumnBuilder(rowsOf: columns.fields)
    do throws(LibraryFailure) {
      try append(rows)
      // Names and relations are read while they are written.
      do throws(CatalogError) {
        try session.resolver.catalog.throwIfDamaged()
      } catch { throw LibraryFailure(error) }
      if rows.count == 0 { return nil }
      do throws(ArrowError) {
        return .success(try Column(rows))
      } catch { throw LibraryFailure(error) }
    } catch { return .failure(error) }
  }

  private func append(
    _ part: FHIRStream.Part, to rows: ColumnBuilder
  ) throws(LibraryFailure) {
    let document: FHIRDocument?
    do throws(FHIRStreamError) {
      document = try part.document(reading: reading)
    } catch {
      guard !error.voidsWhatWasRead else { throw LibraryFailure(error) }
      let problem = Problem(.notJSON, .error, error.message)
      return try append(problem, failure: LibraryFailure(error), of: part.path, to: rows)
    }
    if let document { try append(document, of: part.path, to: rows) }
  }

  private func append(
    _ document: FHIRDocument, of path: String?, to rows: ColumnBuilder
  ) throws(LibraryFailure) {
    let records = document.records
    otherResources.merge(document.otherResources, uniquingKeysWith: +)
    for index in records.indices {
      json.removeAll()
      do throws(CatalogError) {
        _ = try session.write(records[index], to: &json, source: path)
      } catch { throw LibraryFailure(error) }
      try columns.append(json, failure: nil, to: rows)
    }
    for found in document.problems {
      let failure =
        found.problem.severity == .error
        ? LibraryFailure(.input, found.problem.code.rawValue, found.message(in: path)) : nil
      try append(found.problem, failure: failure, of: path, at: found.entryPath, to: rows)
    }
  }

  /// Appends the row of what belongs to no record.
  private func append(
    _ problem: Problem, failure: LibraryFailure?, of path: String?, at entry: String = "",
    to rows: ColumnBuilder
  ) throws(LibraryFailure) {
    json.removeAll()
    json.object { json in
      json.member("source", path)
      json.member("entryPath", entry.isEmpty ? nil : entry)
      json.key("problems")
      [problem].write(to: &json)
      json.key("release")
      session.resolver.catalog.release.write(to: &json)
    }
    let text = failure.map { "\($0.message)  [\($0.code)]" }
    try columns.append(json, failure: text, to: rows)
  }
}

extension FHIRDocumentProblem {
  /// What it is and where: file, line and column, without values of the document.
  fileprivate func message(in path: String?) -> String {
    let place = [path, line.map { String($0) }, column.map { String($0) }].compactMap { $0 }
    return (place + [" \(problem.message)"]).joined(separator: ":")
  }
}
