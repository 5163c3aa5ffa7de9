// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import FHIRResources
internal import FHIRStreams
internal import FHIRXML
internal import MedicationResolver
internal import Threads

extension CallOptions {
  /// How documents are read.
  var reading: FHIRReadingOptions {
    FHIRReadingOptions(readsClaims: readsClaims, xml: FHIRXMLText.self)
  }
}

/// Reads FHIR documents as batches of rows, some batches at a time when they are wanted.
final class RecordReading {
  private let stream: FHIRStream?
  private var document: FHIRDocument?
  private let columns: AnswerColumns
  private let release: [(key: String, value: String)]
  /// One for each thread.
  private let workers: [RecordRows]
  /// Batches that were made with the last one that was taken.
  private var ready: ArraySlice<Result<Column, ArrowError>> = []
  private var hasRows = false

  /// The options of reading.
  static let options: Set<String> = [
    "claims", "columns", "firstLine", "range", "sideEffects", "threads",
  ]

  private init(
    _ stream: FHIRStream?, _ document: FHIRDocument?, _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    (self.stream, self.document) = (stream, document)
    let columns = try Question.resolve.columns(options)
    self.columns = columns
    release = catalog.metadata
    let threads = document == nil ? options.threads ?? ParallelStream.defaultThreads : 1
    workers = (0..<threads).map { _ in
      RecordRows(
        columns, options.reading,
        catalog.session(includingSideEffects: options.includesSideEffects))
    }
  }

  /// Reads files; nothing is opened yet.
  convenience init(
    _ paths: [String], _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    guard options.range == nil || paths.count == 1 else {
      throw LibraryFailure(.usage, "options.range", "a range of \(paths.count) files, expected one")
    }
    guard options.firstLine == nil || options.range != nil else {
      throw LibraryFailure(
        .usage, "options.firstLine", "a first line of files, expected bytes or a range")
    }
    // As a set, one leads to resources in the others; a range is one of several of the same file.
    let start = options.firstLine.map { FHIRLineStream.Place(offset: 0, line: $0) }
    let stream =
      paths.count == 1
      ? FHIRStream([FHIRStream.Input(paths[0], range: options.range, start: start)])
      : FHIRStream(paths: paths)
    try self.init(stream, nil, options, catalog)
  }

  /// Reads a document in memory.
  convenience init(
    _ bytes: [UInt8], _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    guard options.range == nil else {
      throw LibraryFailure(.usage, "options.range", "a range of bytes in memory, expected a file")
    }
    let document =
      if let firstLine = options.firstLine {
        FHIRDocument(lines: bytes, firstLine: firstLine, reading: options.reading)
      } else {
        FHIRDocument(bytes, reading: options.reading)
      }
    try self.init(nil, document, options, catalog)
  }

  /// The rows as a stream to be given away.
  var rows: ColumnStream {
    ColumnStream(columns.fields, metadata: self.metadata) { () throws(ArrowError) in
      self.makeReady()
      return try self.ready.popFirst()?.get()
    }
  }

  /// What the schema says in addition: of documents without a row also what they have instead.
  private var metadata: [(key: String, value: String)] {
    makeReady()
    let types = workers.reduce(into: [:]) { $0.merge($1.otherResources, uniquingKeysWith: +) }
    if hasRows || types.isEmpty { return release }
    return release + [("rxkit.other-resources", FHIRDocument.words(for: types, String.init))]
  }

  /// Makes the next batches, unless there are some; none at the end.
  private func makeReady() {
    if let document {
      self.document = nil
      ready = [workers[0].rows(of: document)].compactMap(\.self)[...]
    }
    var isAtEnd = stream == nil
    while ready.isEmpty, !isAtEnd {
      var portion = Portion(of: stream, threads: workers.count)
      ready = rows(of: &portion)[...]
      isAtEnd = portion.count == 0
    }
    hasRows = hasRows || !ready.isEmpty
  }

  /// The rows of a portion, in a batch for each thread that has some.
  private func rows(of portion: inout Portion) -> [Result<Column, ArrowError>] {
    // What one thread reads it works on at once.
    if workers.count == 1 {
      return [workers[0].rows(of: stream, limit: 1 << 12) { portion.next() }].compactMap(\.self)
    }
    var parts: [FHIRStream.Part] = []
    while let part = portion.next() { parts.append(part) }
    let groups = min(workers.count, parts.count)
    if groups == 0 { return [] }
    let rows = { @Sendable [workers, stream, parts] (group: Int) in
      var rest = parts[parts.count * group / groups..<parts.count * (group + 1) / groups]
      return workers[group].rows(of: stream) { rest.popFirst() }
    }
    return Workers.run(others: groups - 1, rows) { rows(0) }.compactMap(\.self)
  }
}

/// The parts of a stream that are read at once: some documents, or lines of some bytes.
private struct Portion {
  private let stream: FHIRStream?
  private let limit: (count: Int, bytes: Int)
  private(set) var count = 0
  private var bytes = 0..<0

  init(of stream: FHIRStream?, threads: Int) {
    self.stream = stream
    // Of several threads they are in memory until all are read.
    limit = (64 * threads, threads == 1 ? 64 << 20 : threads << 22)
  }

  mutating func next() -> FHIRStream.Part? {
    guard count < limit.count, bytes.count < limit.bytes, let part = stream?.next() else {
      return nil
    }
    bytes = (count == 0 ? part.bytesRead : bytes.lowerBound)..<part.bytesRead
    count += 1
    return part
  }
}
