// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
import Threads

// A stream is cut where lines end:
//
//   file    {"resourceType":…}\n{"resourceType":…}\n{"resour ceType":…}\n …
//   read    |<------------------- a block ------------------>|
//   batch   |<----------------------------------->|
//   rest                                          |<-------->|  begins the next block
//
// So memory is bounded by the block or the longest line, whatever the size.
// Of a range of bytes (Hadoop's rule) the first record is the first that
// begins in it, and the last one is read to its end, beyond the range.

/// The lines of an NDJSON text of any size, some at a time.
///
/// A file, or standard input (`-`), plain or gzip. Any number of threads may
/// call ``next()`` at the same time; each line is given once.
public final class FHIRLineStream: Sendable {
  /// Whole lines.
  public struct Batch: Sendable {
    /// The number of the first line, from 0; blank lines count.
    public let firstLine: Int
    /// The place of the first byte in the text.
    public let offset: Int
    /// The lines with their ends; empty if the line is skipped.
    public let bytes: [UInt8]
    /// How many lines there are.
    public let lineCount: Int
    /// The place after the last line.
    public let endOffset: Int
    /// Why the one line of the batch is skipped.
    public let failure: FHIRStreamError?

    /// The number of the line after the last.
    public var endLine: Int { firstLine + lineCount }

    /// How many lines are not blank, those that are skipped among them.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public var writtenLineCount: Int {
      if bytes.isEmpty { return failure == nil ? 0 : lineCount }
      var count = 0
      var isWritten = false
      for byte in bytes {
        if byte == 0x0A {
          if isWritten { count += 1 }
          isWritten = false
        } else if byte != 0x20, byte != 0x0D, byte != 0x09 {
          isWritten = true
        }
      }
      return isWritten ? count + 1 : count
    }

    /// Reads the lines; `neighbourhood` resolves the references that leave their line.
    public func document(
      reading: FHIRReadingOptions = FHIRReadingOptions(),
      beside neighbourhood: FHIRNeighbourhood? = nil
    ) -> FHIRDocument {
      FHIRDocument(lines: bytes, firstLine: firstLine, reading: reading, beside: neighbourhood)
    }
  }

  /// A place between two lines.
  public struct Place: Sendable, Hashable {
    /// The place of the first byte of the line, in the inflated text.
    public var offset: Int
    /// The number of the line, from 0.
    public var line: Int

    /// Makes a place.
    public init(offset: Int, line: Int) {
      self.offset = offset
      self.line = line
    }
  }

  /// How a text is read.
  public struct Options: Sendable {
    /// Bytes that are read at once.
    public var blockSize = 1 << 20
    /// The most bytes that a line may have; longer ones are skipped and reported.
    public var lineLimit = 64 << 20

    /// Makes options: blocks of 1 MiB, lines of up to 64 MiB.
    public init() {}
  }

  /// What messages call the text: the path, or `standard input`.
  public let name: String
  private let cursor: Monitor<LineCursor>

  /// Opens a text.
  ///
  /// - Parameters:
  ///   - path: A file, or `-`.
  ///   - range: The bytes in which lines must begin; `nil` for all. Needs a plain file.
  ///   - place: Where to begin: a place that an earlier batch ended at. With a range, that the
  ///     number of the line at the beginning of the range is known.
  ///   - options: Sizes.
  /// - Throws: Why it cannot be opened.
  public convenience init(
    _ path: String, range: Range<Int>? = nil, from place: Place? = nil, options: Options = .init()
  ) throws(FHIRStreamError) {
    self.init(
      try LineCursor(
        try ByteStream(path), beginning: [], range: range, from: place, options: options))
  }

  init(_ cursor: consuming LineCursor) {
    name = cursor.stream.file.name
    self.cursor = Monitor(cursor)
  }

  /// The next lines; `nil` at the end.
  ///
  /// - Throws: Why the text cannot be read on.
  public func next() throws(FHIRStreamError) -> Batch? {
    try cursor.withLock { (cursor) throws(FHIRStreamError) in try cursor.next() }
  }

  /// Whether the bytes of a line can be read again from their place in the file.
  var isSeekable: Bool {
    cursor.withLock { $0.stream.file.byteCount != nil && $0.stream.isGzip == false }
  }

  /// How many bytes of the file were read, compressed ones if it is gzip.
  public var bytesRead: Int { cursor.withLock { $0.stream.bytesRead } }

  /// Reads the rest into a temporary file, from which it is read again; `body` gets each batch.
  func spool(_ body: (Batch) throws(FHIRStreamError) -> Void) throws(FHIRStreamError) {
    try cursor.withLock { (cursor) throws(FHIRStreamError) in try cursor.spool(body) }
  }
}

/// How far a text of lines was read.
struct LineCursor {
  private(set) var stream: ByteStream
  let options: FHIRLineStream.Options
  private let buffers: BufferPool?
  /// Bytes that were read and begin with the next line.
  private var rest: [UInt8]
  private var place: FHIRLineStream.Place
  /// Where lines may no longer begin.
  private let end: Int?
  private var isDone = false
  /// Why the stream gives no more, once the lines before it were given out.
  private var failure: FHIRStreamError?
  /// Sees each batch before it is given out.
  var observer: (@Sendable (FHIRLineStream.Batch) throws(FHIRStreamError) -> Void)?

  /// Begins with bytes that were read of the stream.
  init(
    _ stream: ByteStream, beginning: [UInt8], range: Range<Int>?, from place: FHIRLineStream.Place?,
    options: FHIRLineStream.Options, reusing buffers: BufferPool? = nil
  ) throws(FHIRStreamError) {
    self.stream = stream
    self.options = options
    self.buffers = buffers
    rest = beginning
    end = range?.upperBound
    self.place = FHIRLineStream.Place(offset: 0, line: 0)
    if let range {
      try seek(to: range, line: place?.line)
    } else if let place {
      try skip(to: place)
    }
  }

  /// The next lines of the stream and, of a range, of the range.
  mutating func next() throws(FHIRStreamError) -> FHIRLineStream.Batch? {
    do throws(FHIRStreamError) {
      guard let batch = try nextBatch() else { return nil }
      try observer?(batch)
      return batch
    } catch {
      throw place.line == 0 ? error : error.afterWhatWasRead
    }
  }

  private mutating func nextBatch() throws(FHIRStreamError) -> FHIRLineStream.Batch? {
    if isDone { return nil }
    if let failure { throw failure }
    if let end, place.offset >= end {
      isDone = true
      return nil
    }
    let blockSize = max(1, min(options.blockSize, options.lineLimit))
    while true {
      let known = rest.count
      // Twice as much each time, or a long line would be copied again and again.
      let bytes: [UInt8]
      do throws(FHIRStreamError) {
        bytes = try stream.read(
          after: rest, upTo: max(blockSize, known), stopsAtLineEnd: true, reusing: buffers)
      } catch {
        guard let last = rest.lastIndex(of: 0x0A) else { throw error }
        failure = error
        return batch(rest, upTo: cut(rest, last + 1))
      }
      rest = []
      let isAtEnd = bytes.count == known
      if bytes.count > options.lineLimit, let start = longLine(bytes) {
        if start == 0 { return try skipLine(bytes) }
        return batch(bytes, upTo: cut(bytes, start))
      }
      if let last = bytes.lastIndex(of: 0x0A) { return batch(bytes, upTo: cut(bytes, last + 1)) }
      if isAtEnd {
        isDone = true
        return bytes.isEmpty ? nil : batch(bytes, upTo: bytes.count)
      }
      rest = bytes
    }
  }

  /// Where lines end that begin before the end of the range.
  private func cut(_ bytes: [UInt8], _ last: Int) -> Int {
    guard let end, place.offset + last > end else { return last }
    // The line that holds the byte before the end began before it.
    var index = max(0, end - 1 - place.offset)
    while index < last, bytes[index] != 0x0A { index += 1 }
    return min(last, index + 1)
  }

  /// Gives out the first bytes and keeps the others.
  private mutating func batch(_ bytes: consuming [UInt8], upTo count: Int) -> FHIRLineStream.Batch {
    rest = Array(bytes[count...])
    var lines = bytes
    lines.removeLast(lines.count - count)
    let isEnded = lines.last == 0x0A
    let batch = FHIRLineStream.Batch(
      firstLine: place.line, offset: place.offset, bytes: lines,
      lineCount: ByteSearch.lineFeeds(in: lines[...]) + (isEnded ? 0 : 1),
      endOffset: place.offset + count, failure: nil)
    place = FHIRLineStream.Place(offset: batch.endOffset, line: batch.endLine)
    return batch
  }

  /// Where the first line begins that is too long, or already is as far as it was read.
  private func longLine(_ bytes: [UInt8]) -> Int? {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A)
      // The carriage return of a line end does not count.
      let length = (end ?? bytes.count) - start
      let content = length > 0 && bytes[start + length - 1] == 0x0D ? length - 1 : length
      if content > options.lineLimit { return start }
      guard let end else { return nil }
      start = end + 1
    }
    return nil
  }

  private mutating func skipLine(
    _ bytes: [UInt8]
  ) throws(FHIRStreamError) -> FHIRLineStream.Batch {
    let limit = options.lineLimit
    var length = 0
    var block = bytes
    while true {
      if let index = block.firstIndex(of: 0x0A) {
        rest = Array(block[(index + 1)...])
        length += index + 1
        break
      }
      length += block.count
      block = try stream.read(after: [], upTo: options.blockSize)
      if block.isEmpty {
        isDone = true
        break
      }
    }
    let batch = FHIRLineStream.Batch(
      firstLine: place.line, offset: place.offset, bytes: [], lineCount: 1,
      endOffset: place.offset + length,
      failure: .lineTooLong(stream.file.name, line: place.line, limit: limit))
    place = FHIRLineStream.Place(offset: batch.endOffset, line: batch.endLine)
    return batch
  }
}

// MARK: Places

extension LineCursor {
  /// Goes to the first line that begins in a range, and finds its number.
  private mutating func seek(to range: Range<Int>, line: Int?) throws(FHIRStreamError) {
    if stream.isGzip == nil { rest = try stream.read(after: rest, upTo: 2) }
    guard let size = stream.file.byteCount, stream.isGzip != true else {
      throw FHIRStreamError(
        "input.no-range",
        "\(stream.file.name): a pipe or gzip, expected a plain file for a range of bytes",
        try: "gzip -d, or the whole file without --range")
    }
    rest = []
    var start = min(range.lowerBound, size)
    if start > 0 {
      // A line begins behind a line feed: at the start of the range, or further on.
      var position = start - 1
      start = size
      while position < size {
        let block = try stream.file.read(after: [], upTo: options.blockSize, at: position)
        guard !block.isEmpty else { break }
        if let index = block.firstIndex(of: 0x0A) {
          start = position + index + 1
          break
        }
        position += block.count
      }
    }
    if start >= min(range.upperBound, size) {
      isDone = true
      return
    }
    let number = if let line { line } else { try lines(before: start) }
    place = FHIRLineStream.Place(offset: start, line: number)
    stream = ByteStream(stream.file, from: start)
  }

  /// Counts the lines before a position: they are read, but only to find where they end.
  private func lines(before offset: Int) throws(FHIRStreamError) -> Int {
    var count = 0
    var position = 0
    while position < offset {
      let block = try stream.file.read(
        after: [], upTo: min(options.blockSize, offset - position), at: position)
      guard !block.isEmpty else { break }
      count += ByteSearch.lineFeeds(in: block[...])
      position += block.count
    }
    return count
  }

  /// Goes to a place that a batch ended at.
  private mutating func skip(to target: FHIRLineStream.Place) throws(FHIRStreamError) {
    place = target
    if stream.isGzip == nil { rest = try stream.read(after: rest, upTo: 2) }
    if stream.file.byteCount != nil, stream.isGzip == false {
      rest = []
      stream = ByteStream(stream.file, from: target.offset)
      return
    }
    var missing = target.offset
    while missing > rest.count {
      missing -= rest.count
      rest = try stream.read(after: [], upTo: options.blockSize)
      guard !rest.isEmpty else {
        throw FHIRStreamError(
          "input.changed",
          "\(stream.file.name): ends before byte \(target.offset), where a "
            + "conversion is to go on", try: "convert it anew")
      }
    }
    rest.removeFirst(missing)
  }

  /// Reads to the end and begins again from a temporary file with the same bytes.
  fileprivate mutating func spool(
    _ body: (FHIRLineStream.Batch) throws(FHIRStreamError) -> Void
  ) throws(FHIRStreamError) {
    let start = place
    let wasDone = isDone
    let spool = try StreamFile(temporaryFor: stream.file.name)
    while let batch = try nextBatch() {
      // A line that is skipped leaves a hole of its length, and is skipped again.
      let isHole = batch.failure != nil
      try spool.write(
        isHole ? [0x0A] : batch.bytes[...],
        at: (isHole ? batch.endOffset - 1 : batch.offset) - start.offset)
      try body(batch)
    }
    stream = ByteStream(spool, from: 0)
    rest = []
    isDone = wasDone
    place = start
    observer = nil
  }
}
