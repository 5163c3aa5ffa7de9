// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
internal import FHIRXML
import Threads

// A reference that does not stay on its line or in its document leads to the
// set: own lines first, then the other documents in the order of the set. The
// set is searched through only when the first such reference comes: NDJSON
// whose medications are all coded in place is read once.
//
// A pipe, as standard input, can be read only once: the run or the search opens
// it, whichever is first, and both share it. What the search reads before the
// run is kept in a temporary file, so that no answer depends on which was
// first.
//
// A named pipe may wait for its writer, who may wait for another pipe to be
// read: each is opened under a lock of its own.
//
// Locks, outermost first: index → pipe → stream → spool. A stream that files
// its own lines while it is read holds the lock of the stream and takes that of
// the spool; nothing takes the lock of the index while it holds another.

/// Documents whose references may resolve to each other's stand-alone Medications and Substances.
public final class FHIRSet: Sendable {
  /// The paths of the documents in the order of the set.
  public let paths: [String]
  /// Whether documents that are no NDJSON belong to it too.
  public let holdsDocuments: Bool
  private let withoutNeighbours: Set<Int>
  private let options: FHIRLineStream.Options
  private let index = Monitor<NeighbourIndex?>(nil)
  private let spool = Monitor(Spool())
  private let cache = Monitor<[UInt64: [FHIRNeighbour]]>([:])
  /// Why documents of the set could not be searched; each is reported once.
  private let failures = Monitor<[FHIRStreamError]>([])
  /// Streams that cannot be read twice, by their number in the set.
  private let streams = Monitor<[Int: FHIRLineStream]>([:])
  /// More resources of one id are taken for ambiguous without a look at the others.
  private static let candidateLimit = 1024
  /// What comes only once, by its number in the set; locked only to look it up.
  private let pipes = Monitor<[Int: Pipe]>([:])
  private static let cacheLimit = 4096

  /// Makes a set; nothing is read yet.
  ///
  /// - Parameters:
  ///   - paths: Files, and `-` for standard input, in the order in which they are looked through.
  ///   - holdsDocuments: Whether documents that are no NDJSON belong to it too.
  ///   - withoutNeighbours: The numbers of documents that, by a manifest, have no Medication,
  ///     MedicationKnowledge or Substance; they are not searched.
  ///   - options: Sizes.
  public init(
    _ paths: [String], holdsDocuments: Bool = true, withoutNeighbours: Set<Int> = [],
    options: FHIRLineStream.Options = .init()
  ) {
    self.paths = paths
    self.withoutNeighbours = withoutNeighbours
    self.holdsDocuments = holdsDocuments
    self.options = options
  }

  /// What references of a document lead to: its own lines and the other documents of the set.
  public func neighbourhood(of source: Int) -> FHIRNeighbourhood {
    FHIRNeighbourhood(source: source) { [self] key in neighbours(of: key) }
  }

  /// Whether a document that is not NDJSON belongs to the set: one named like
  /// lines always does.
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

  /// Opens a document that comes only once: the same input, or the same error, each time.
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
      let result = Result { () throws(FHIRStreamError) in
        try FHIRInput(
          paths[source], range: range, from: place, options: options, filingFor: (self, source))
      }
      opened = result
      return try result.get()
    }
  }

  private func input(_ source: Int) throws(FHIRStreamError) -> FHIRInput {
    if StreamFile.isReadOnce(paths[source]) { return try open(source) }
    return try FHIRInput(paths[source], options: options)
  }

  /// Indexes the lines of a pipe while they are read, since they come only once.
  func attach(_ cursor: inout LineCursor, source: Int) {
    cursor.observer = { [self] (batch) throws(FHIRStreamError) in try keep(batch, of: source) }
  }

  /// Keeps the lines of a batch that define neighbours in the spool.
  private func keep(_ batch: FHIRLineStream.Batch, of source: Int) throws(FHIRStreamError) {
    try spool.withLock { (spool) throws(FHIRStreamError) in
      try spool.add(batch, source: source, name: paths[source])
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
        let found = FHIRNeighbour(document: bytes, source: source, name: path, reading: .withXML)
        return [found].compactMap(\.self)
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
  private func buildIndex() -> NeighbourIndex {
    let next = Monitor(0)
    let results = Monitor<[Int: Result<[NeighbourIndex.Entry], FHIRStreamError>]>([:])
    Workers.forEach(min(Workers.processorCount, 8, max(1, paths.count))) { [self] _ in
      while true {
        let source = next.withLock { number in
          defer { number += 1 }
          return number
        }
        guard source < paths.count else { return }
        let found = Result { () throws(FHIRStreamError) in try entries(of: source) }
        results.withLock { $0[source] = found }
      }
    }
    var all: [NeighbourIndex.Entry] = []
    for (_, found) in results.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      switch found {
      case .success(let found): all += found
      case .failure(let error): failures.withLock { $0.append(error) }
      }
    }
    return NeighbourIndex(all + spool.withLock { $0.takeEntries() })
  }

  /// The entries of one document; those of its spooled lines are in the spool.
  private func entries(of source: Int) throws(FHIRStreamError) -> [NeighbourIndex.Entry] {
    if withoutNeighbours.contains(source) { return [] }
    let input = try self.input(source)
    if let stream = streams.withLock({ $0[source] }) {
      try stream.spool { (batch) throws(FHIRStreamError) in try keep(batch, of: source) }
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
        guard stream.isSeekable else {
          try keep(batch, of: source)
          continue
        }
        for line in NeighbourIndex.lines(of: batch, source: source) {
          entries += NeighbourIndex.entries(
            of: line, source: source, at: batch.offset + line.range.lowerBound)
        }
      }
      return entries
    }
  }
}

private final class Pipe: Sendable {
  let input = Monitor<Result<FHIRInput, FHIRStreamError>?>(nil)
}

/// Lines of texts that cannot be read at a place of one's choice, in a temporary file.
private struct Spool: Sendable {
  private var file: StreamFile?
  private var byteCount = 0
  private var entries: [NeighbourIndex.Entry] = []
  private var sources: Swift.Set<Int> = []

  /// Keeps the lines of a batch that define neighbours.
  mutating func add(
    _ batch: FHIRLineStream.Batch, source: Int, name: String
  ) throws(FHIRStreamError) {
    sources.insert(source)
    for line in NeighbourIndex.lines(of: batch, source: source) {
      let spool = if let file { file } else { try StreamFile(temporaryFor: name) }
      file = spool
      try spool.write(batch.bytes[line.range], at: byteCount)
      entries += NeighbourIndex.entries(of: line, source: source, at: byteCount)
      byteCount += line.range.count
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

// What the index keeps of a Medication, MedicationKnowledge or Substance is
// where it is: 32 bytes for each key, most have one. The bytes stay in
// their file; those of a pipe or gzip file go to a temporary file.

/// Where the resources of a set are, by key.
struct NeighbourIndex: Sendable {
  /// One resource under one key.
  struct Entry: Sendable {
    let key: UInt64
    /// The document in the set, and the line in it; no line is -1.
    let source: Int32
    let line: Int
    /// Where the line is: in its file, or in the spool if the source has one; -1 for a document.
    let offset: Int
    let length: Int32
  }

  private let entries: [Entry]

  /// Sorts entries by key, then in the order of the set.
  init(_ entries: consuming [Entry]) {
    var sorted = entries
    sorted.sort { left, right in
      (left.key, left.source, left.line, left.offset)
        < (right.key, right.source, right.line, right.offset)
    }
    self.entries = sorted
  }

  var count: Int { entries.count }

  /// The entries of a key in the order of the set, at most `limit`.
  func entries(of key: UInt64, limit: Int) -> ArraySlice<Entry> {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < entries.count, end - low < limit, entries[end].key == key { end += 1 }
    return entries[low..<end]
  }
}

extension NeighbourIndex {
  /// A line that defines neighbours: its bytes in the batch, its number and its keys.
  typealias Line = (range: Range<Int>, number: Int, keys: [UInt64])

  /// Finds the lines of a batch that define neighbours.
  static func lines(of batch: FHIRLineStream.Batch, source: Int) -> [Line] {
    var lines: [Line] = []
    var done = 0
    var line = batch.firstLine
    for hit in ByteSearch.typeNames(in: batch.bytes) where hit >= done {
      let start = (batch.bytes[..<hit].lastIndex(of: 0x0A) ?? -1) + 1
      let end = batch.bytes[hit...].firstIndex(of: 0x0A) ?? batch.bytes.count
      line += ByteSearch.lineFeeds(in: batch.bytes[done..<start])
      let found = FHIRNeighbour.read(
        line: Array(batch.bytes[start..<end]), number: line, source: source, document: "")
      let keys = Set(found.flatMap(\.keys)).sorted()
      if !keys.isEmpty { lines.append((start..<end, line, keys)) }
      guard end < batch.bytes.count else { break }
      done = end + 1
      line += 1
    }
    return lines
  }

  /// The entries of a line whose bytes are at an offset of its file or of the spool.
  static func entries(of line: Line, source: Int, at offset: Int) -> [Entry] {
    line.keys.map {
      Entry(
        key: $0, source: Int32(source), line: line.number, offset: offset,
        length: Int32(line.range.count))
    }
  }
}
