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
  private var ready: ArraySlice<Result<Column, LibraryFailure>> = []
  private var hasRows = false

  /// The options of reading.
  static let options: Set<String> = [
    "claims", "columns", "firstLine", "range", "sideEffects", "threads",
  ]
  /// How much each thread reads at once: bytes, or documents.
  private static let partSize = 1 << 20, partCount = 64

  private init(
    _ stream: FHIRStream?, _ document: FHIRDocument?, _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    (self.stream, self.document) = (stream, document)
    let columns = try Question.resolve.columns(options)
    self.columns = columns
    release = catalog.metadata
    let threads = document == nil ? options.threads ?? ParallelStream.defaultThreads : 1
    let shared = threads > 1 ? SharedAnswers() : nil
    workers = (0..<threads).map { _ in
      RecordRows(
        columns, options.reading,
        ResolvingSession(
          catalog.resolver, includesSideEffects: options.includesSideEffects, sharing: shared))
    }
  }

  /// Reads files; nothing is opened yet.
  convenience init(
    _ paths: [String], _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    guard options.range == nil || paths.count == 1 else {
      throw LibraryFailure(.usage, "options.range", "a range of \(paths.count) files, expected one")
    }
    guard options.firstLine == nil else {
      throw LibraryFailure(.usage, "options.firstLine", "a first line of files, expected bytes")
    }
    // As a set, one leads to resources in the others; a range is one of several of the same file.
    let stream =
      paths.count == 1
      ? FHIRStream([FHIRStream.Input(paths[0], range: options.range)]) : FHIRStream(paths: paths)
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
      do throws(LibraryFailure) { return try self.next() } catch { throw error.inStream }
    }
  }

  /// The next rows; `nil` at the end.
  private func next() throws(LibraryFailure) -> Column? {
    makeReady()
    return try ready.popFirst()?.get()
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
    while ready.isEmpty {
      let groups = nextParts()
      guard let first = groups.first else { return }
      let (workers, stream) = (workers, stream)
      ready =
        Workers.run(others: groups.count - 1) { number in
          workers[number].rows(of: groups[number], of: stream)
        } caller: {
          workers[0].rows(of: first, of: stream)
        }.compactMap(\.self)[...]
    }
    hasRows = true
  }

  /// The next parts, in a group for each thread; none at the end.
  private func nextParts() -> [[FHIRStream.Part]] {
    var parts: [FHIRStream.Part] = []
    var start: Int?
    while parts.count < Self.partCount * workers.count, let part = stream?.next() {
      parts.append(part)
      let begin = start ?? part.bytesRead
      start = begin
      if part.bytesRead - begin >= Self.partSize * (workers.count - 1) { break }
    }
    let groups = min(workers.count, parts.count)
    return (0..<groups).map { group in
      Array(parts[parts.count * group / groups..<parts.count * (group + 1) / groups])
    }
  }
}
