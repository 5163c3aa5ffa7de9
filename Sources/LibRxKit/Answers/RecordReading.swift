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

/// Reads FHIR documents as batches of rows, each batch when it is wanted.
///
/// A medication resource is one row. So is each problem that belongs to no record, such as a line
/// that is no JSON: its `resourceType` is null, its `problems` say what it is, and `error` is set
/// if something was not read.
final class RecordReading {
  private let stream: FHIRStream?
  private var document: FHIRDocument?
  private let catalog: OpenCatalog
  private var session: ResolvingSession
  private let columns: AnswerColumns
  private let batchRows: Int
  private var json = JSONWriter(capacity: 8192)

  /// The options of reading.
  static let options: Set<String> = ["range", "batchRows", "sideEffects"]

  private init(
    _ stream: FHIRStream?, _ document: FHIRDocument?, _ options: CallOptions, _ catalog: OpenCatalog
  ) {
    (self.stream, self.document, self.catalog) = (stream, document, catalog)
    batchRows = options.batchRows
    columns = options.includesSideEffects ? .recordWithSideEffects : .record
    session = ResolvingSession(
      catalog.resolver, includesSideEffects: options.includesSideEffects)
  }

  /// Reads files; nothing is opened yet.
  convenience init(
    _ paths: [String], _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    guard options.range == nil || paths.count == 1 else {
      throw LibraryFailure(.usage, "options.range", "a range of \(paths.count) files, expected one")
    }
    // As a set, one leads to resources in the others; a range is one of several of the same file.
    let stream =
      paths.count == 1
      ? FHIRStream([FHIRStream.Input(paths[0], range: options.range)]) : FHIRStream(paths: paths)
    self.init(stream, nil, options, catalog)
  }

  /// Reads a document in memory.
  convenience init(
    _ bytes: [UInt8], _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    guard options.range == nil else {
      throw LibraryFailure(.usage, "options.range", "a range of bytes in memory, expected a file")
    }
    self.init(nil, FHIRDocument(bytes, reading: .withXML), options, catalog)
  }

  /// The rows as a stream to be given away.
  var rows: ColumnStream {
    ColumnStream(columns.fields, metadata: catalog.metadata) { () throws(ArrowError) in
      do throws(LibraryFailure) { return try self.next() } catch { throw error.inStream }
    }
  }

  /// The next rows; `nil` at the end.
  private func next() throws(LibraryFailure) -> Column? {
    let rows = ColumnBuilder(rowsOf: columns.fields)
    if let document {
      self.document = nil
      try append(document, of: nil, to: rows)
    }
    while rows.count < batchRows, let part = stream?.next() {
      do throws(FHIRStreamError) {
        document = try part.document(reading: .withXML)
      } catch {
        guard !error.voidsWhatWasRead else { throw LibraryFailure(error) }
        let problem = Problem(.notJSON, .error, error.message)
        try append(problem, failure: LibraryFailure(error), of: part.path, to: rows)
      }
      if let document { try append(document, of: part.path, to: rows) }
      document = nil
      stream?.giveBack(part)
    }
    guard rows.count > 0 else { return nil }
    do throws(ArrowError) { return try Column(rows) } catch { throw LibraryFailure(error) }
  }

  private func append(
    _ document: FHIRDocument, of path: String?, to rows: ColumnBuilder
  ) throws(LibraryFailure) {
    let records = document.records
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
      catalog.resolver.catalog.release.write(to: &json)
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
