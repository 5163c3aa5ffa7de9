// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Synchronization
public import FHIRResources
internal import FHIRXML
import Threads

// A reference that does not stay on its line or in its document leads to the
// set: own lines first, then the other documents in the order of the set. The
// set is searched through only when the first such reference comes: NDJSON
// whose medications are all coded in place is read once.
//
// A pipe, as standard input, comes only once: whoever asks first opens it, the
// run or the search, and both go on with the same. What the search reads before
// the run did is kept in a temporary file, so that no answer depends on who was
// first (S37).
//
// A named pipe may wait for its writer, who may wait for another pipe to be
// read: each is opened under a lock of its own.
//
// Locks, outermost first: index → pipe → stream → spool. A stream that files
// its own lines while it is read holds the lock of the stream and takes that of
// the spool; nothing takes the lock of the index while it holds another.

/// Documents whose references lead to each other's stand-alone Medications and Substances.
public final class FHIRSet: Sendable {
  /// The paths of the documents in the order of the set.
  public let paths: [String]
  /// Whether documents that are no NDJSON belong to it too.
  public let holdsDocuments: Bool
  private let withoutNeighbours: Set<Int>
  private let options: FHIRLineStream.Options
  private let index: Monitor<NeighbourIndex?>
  private let spool: Monitor<Spool>
  private let cache = Monitor<[UInt64: [FHIRNeighbour]]>([:])
  /// Why documents of the set could not be searched through; each is said once.
  private let failures = Monitor<[FHIRStreamError]>([])
  /// Streams that cannot be read twice, by their number in the set.
  private let streams = Monitor<[Int: FHIRLineStream]>([:])
  /// More resources of one id are taken for ambiguous without a look at the others.
  private static let candidateLimit = 1024
  /// What comes only once, by its number in the set; held only to look it up.
  private let pipes = Monitor<[Int: Pipe]>([:])
  private static let cacheLimit = 4096

  /// Makes a set; nothing is read yet.
  ///
  /// - Parameters:
  ///   - paths: Files, and `-` for standard input, in the order in which they are looked through.
  ///   - holdsDocuments: Whether documents that are no NDJSON belong to it too.
  ///   - withoutNeighbours: The numbers of documents that are known to hold no Medication,
  ///     MedicationKnowledge or Substance, as a manifest tells; they are not looked through.
  ///   - options: Sizes.
  public init(
    _ paths: [String], holdsDocuments: Bool = true, withoutNeighbours: Set<Int> = [],
    options: FHIRLineStream.Options = .init()
  ) {
    self.paths = paths
    self.withoutNeighbours = withoutNeighbours
    self.holdsDocuments = holdsDocuments
    self.options = options
    index = Monitor(nil)
    spool = Monitor(Spool())
  }

  /// What a document of the set sees.
  ///
  /// - Parameter source: Its number in ``paths``.
  /// - Returns: Its own lines and the other documents of the set.
  public func neighbourhood(of source: Int) -> FHIRNeighbourhood {
    FHIRNeighbourhood(source: source) { [self] key in neighbours(of: key) }
  }

  /// Whether a document that is no NDJSON belongs to the set: one that is named like lines always
  /// does.
  func holds(documentAt path: String) -> Bool {
    holdsDocuments || FHIRInput.isNamedForLines(path)
  }

  /// Takes the failures that were met since the last call, in the order of the set.
  public func takeFailures() -> [FHIRStreamError] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }

  /// Opens a document that comes only once, or gives what was opened before.
  ///
  /// - Parameters:
  ///   - source: Its number in ``paths``.
  ///   - range: The bytes in which lines must begin, which a pipe refuses.
  ///   - place: Where to begin.
  /// - Returns: The same each time.
  /// - Throws: Why it cannot be read, each time.
  func open(
    _ source: Int, range: Range<Int>? = nil, from place: FHIRLineStream.Place? = nil
  ) throws(FHIRStreamError) -> FHIRInput {
    let pipe = pipes.withLock { pipes in
      let pipe = pipes[source] ?? Pipe()
      pipes[source] = pipe
      return pipe
    }
    return try pipe.input.withLock { (opened) throws(FHIRStreamError) in
      if let opened { return try opened.get() }
      do throws(FHIRStreamError) {
        let input = try FHIRInput(
          paths[source], range: range, from: place, options: options, filingFor: (self, source))
        opened = .success(input)
        return input
      } catch {
        opened = .failure(error)
        throw error
      }
    }
  }

  /// Opens a document of the set to look through it.
  private func input(_ source: Int) throws(FHIRStreamError) -> FHIRInput {
    if StreamFile.isReadOnce(paths[source]) { return try open(source) }
    return try FHIRInput(paths[source], options: options)
  }

  /// Has the lines of a pipe filed while they are read, since they come only once.
  func attach(_ cursor: inout LineCursor, source: Int) {
    cursor.observer = { [self] (batch) throws(FHIRStreamError) in
      try spool.withLock { (spool) throws(FHIRStreamError) in
        try spool.file(batch, source: source, name: paths[source])
      }
    }
  }

  /// Says which stream is to be read to its end before its lines can be looked through.
  func keep(_ stream: FHIRLineStream, source: Int) {
    streams.withLock { $0[source] = stream }
  }

  private func neighbours(of key: UInt64) -> [FHIRNeighbour] {
    if let known = cache.withLock({ $0[key] }) { return known }
    let entries = index.withLock { index in
      let built = index ?? buildIndex()
      index = built
      return built.entries(of: key, limit: Self.candidateLimit)
    }
    let found = entries.flatMap(read)
    cache.withLock { cache in
      if cache.count >= Self.cacheLimit { cache = [:] }
      cache[key] = found
    }
    return found
  }

  private func read(_ entry: NeighbourIndex.Entry) -> [FHIRNeighbour] {
    let source = Int(entry.source)
    let path = paths[source]
    do throws(FHIRStreamError) {
      if entry.offset < 0 {
        guard case .document(let file) = try input(source),
          let bytes = try file.bytes()
        else { return [] }
        return FHIRNeighbour(document: bytes, source: source, name: path, reading: .withXML).map {
          [$0]
        } ?? []
      }
      let range = entry.offset..<(entry.offset + Int(entry.length))
      let spooled = try spool.withLock { (spool) throws(FHIRStreamError) in
        try spool.read(range, source: source)
      }
      let bytes = if let spooled { spooled } else { try StreamFile(path).read(range) }
      return FHIRNeighbour.read(line: bytes, number: entry.line, source: source, document: path)
    } catch {
      failures.withLock { $0.append(error) }
      return []
    }
  }
}

// MARK: Looking through

extension FHIRSet {
  /// Looks through every document of the set, on all processors.
  private func buildIndex() -> NeighbourIndex {
    let work = IndexWork(self)
    Workers.forEach(min(Workers.processorCount, 8, max(1, paths.count))) { _ in
      work.run()
    }
    let results = work.found.withLock { $0 }.sorted { $0.source < $1.source }
    failures.withLock { $0 += results.compactMap(\.error) }
    return NeighbourIndex(results.flatMap(\.entries) + spool.withLock { $0.takeEntries() })
  }

  /// Files what one document holds.
  fileprivate func entries(of source: Int) throws(FHIRStreamError) -> [NeighbourIndex.Entry] {
    if withoutNeighbours.contains(source) { return [] }
    let input = try self.input(source)
    if let stream = streams.withLock({ $0[source] }) {
      try stream.spool { (batch) throws(FHIRStreamError) in
        try spool.withLock { (spool) throws(FHIRStreamError) in
          try spool.file(batch, source: source, name: paths[source])
        }
      }
      return []
    }
    switch input {
    case .document(let file):
      guard holds(documentAt: paths[source]), let bytes = try file.bytes(),
        let neighbour = FHIRNeighbour(
          document: bytes, source: source, name: paths[source], reading: .withXML)
      else { return [] }
      return neighbour.keys.map {
        NeighbourIndex.Entry(key: $0, source: Int32(source), line: -1, offset: -1, length: 0)
      }
    case .lines(let stream):
      var entries: [NeighbourIndex.Entry] = []
      while let batch = try stream.next() {
        if stream.isSeekable {
          try NeighbourIndex.file(batch, source: source) { range, line, keys in
            for key in keys {
              entries.append(
                NeighbourIndex.Entry(
                  key: key, source: Int32(source), line: line,
                  offset: batch.offset + range.lowerBound, length: Int32(range.count)))
            }
          }
        } else {
          try spool.withLock { (spool) throws(FHIRStreamError) in
            try spool.file(batch, source: source, name: paths[source])
          }
        }
      }
      return entries
    }
  }
}

/// What comes only once, once it was opened.
private final class Pipe: Sendable {
  let input = Monitor<Result<FHIRInput, FHIRStreamError>?>(nil)
}

/// The documents that are still to be looked through, and what was found.
private final class IndexWork: Sendable {
  typealias Result = (source: Int, entries: [NeighbourIndex.Entry], error: FHIRStreamError?)

  let set: FHIRSet
  let next = Atomic<Int>(0)
  let found = Monitor<[Result]>([])

  init(_ set: FHIRSet) { self.set = set }

  func run() {
    while true {
      let source = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard source < set.paths.count else { return }
      let result: Result
      do throws(FHIRStreamError) {
        result = (source, try set.entries(of: source), nil)
      } catch {
        result = (source, [], error)
      }
      found.withLock { $0.append(result) }
    }
  }
}

/// Lines of texts that cannot be read at a place of one's choice, in a temporary file.
private struct Spool: Sendable {
  private var file: StreamFile?
  private var byteCount = 0
  private var entries: [NeighbourIndex.Entry] = []
  private var sources: Swift.Set<Int> = []

  /// Keeps the lines of a batch that hold neighbours.
  mutating func file(
    _ batch: FHIRLineStream.Batch, source: Int, name: String
  ) throws(FHIRStreamError) {
    sources.insert(source)
    var found: [(range: Range<Int>, line: Int, keys: [UInt64])] = []
    try NeighbourIndex.file(batch, source: source) { found.append(($0, $1, $2)) }
    for (range, line, keys) in found {
      let spool = if let file { file } else { try StreamFile(temporaryFor: name) }
      file = spool
      try spool.write(batch.bytes[range], at: byteCount)
      for key in keys {
        entries.append(
          NeighbourIndex.Entry(
            key: key, source: Int32(source), line: line, offset: byteCount,
            length: Int32(range.count)))
      }
      byteCount += range.count
    }
  }

  mutating func takeEntries() -> [NeighbourIndex.Entry] {
    defer { entries = [] }
    return entries
  }

  /// The bytes of a line; `nil` if the source is a file that is read itself.
  func read(_ range: Range<Int>, source: Int) throws(FHIRStreamError) -> [UInt8]? {
    guard sources.contains(source), let file else { return nil }
    return try file.read(range)
  }
}
