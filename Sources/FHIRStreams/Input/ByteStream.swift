// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Threads

/// The bytes of a file or of standard input in their order, inflated if they are gzip.
///
/// The first two bytes show whether they are gzip. A gzip that can be read twice
/// is inflated to its end before the first byte is given: its checksum follows
/// what it checks. A pipe gives what came before its damage, and the error says
/// that it is not to be used.
package struct ByteStream: Sendable {
  private static let compressedBlock = 1 << 18
  private static let wholeLimit = 1 << 20
  /// What a pipe gives at once.
  private static let pipeBlock = 1 << 16

  let file: StreamFile
  /// Whether the bytes are inflated on the way; `nil` until the first were read.
  package private(set) var isGzip: Bool?
  private var gzip: GzipStream?
  private let checksFirst: Bool
  /// All bytes of a small gzip, inflated at once; ``position`` is the first that was not given.
  private var inflated: [UInt8]?
  /// Compressed bytes, and the first of them that was not inflated.
  private var input: [UInt8] = []
  private var position = 0
  /// Where the file is read on; a pipe has no such place.
  private var offset: Int?
  private(set) var isAtEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// A gzip is checked before it is read, unless `checksFirst` is `false`: only for a caller that
  /// uses nothing before the end was read without an error.
  package init(_ path: String, checksFirst: Bool = true) throws(FHIRStreamError) {
    file = try StreamFile(path)
    self.checksFirst = checksFirst
    offset = file.byteCount == nil ? nil : 0
  }

  /// A stream of the plain bytes of a file from a place on.
  init(_ file: StreamFile, from offset: Int) {
    self.file = file
    self.offset = offset
    checksFirst = false
    isGzip = false
  }

  /// What messages call it: the path, or `standard input`.
  package var name: String { file.name }

  /// How many bytes of the file were read, compressed ones if it is gzip.
  package var bytesRead: Int { offset ?? 0 }

  /// The size of the file; `nil` for a pipe.
  package var byteCount: Int? { file.byteCount }

  /// How many bytes a plain file has that were not read yet, as long as it stays as it was;
  /// `nil` for a pipe, for gzip, and before the first byte was read.
  var expectedRest: Int? {
    guard isGzip == false, let size = file.byteCount, let offset else { return nil }
    return max(0, size - offset)
  }

  /// Reads at most `count` bytes; none at the end.
  package mutating func next(upTo count: Int) throws(FHIRStreamError) -> [UInt8] {
    try read(after: EmptyCollection(), upTo: count)
  }

  /// Reads at most `count` bytes and appends them to `rest`; nothing is appended at the end.
  ///
  /// With `stopsAtLineEnd` a line end among what came is enough: a pipe may give it long before the
  /// rest. The bytes of a plain file use the memory of `buffers`.
  package mutating func read(
    after rest: some Collection<UInt8>, upTo count: Int, stopsAtLineEnd: Bool = false,
    reusing buffers: BufferPool? = nil
  ) throws(FHIRStreamError) -> [UInt8] {
    switch isGzip {
    case nil: return try readFirst(after: rest, upTo: count)
    case true?: return try readInflated(after: rest, upTo: count)
    case false? where offset == nil && rest.count >= Self.pipeBlock:
      return try gather(after: rest, upTo: count, stopsAtLineEnd: stopsAtLineEnd)
    case false? where expectedRest == 0:
      // Nearly always there is nothing more, and what there is need not be copied to learn it.
      let more = try file.read(after: EmptyCollection(), upTo: count, at: offset)
      offset? += more.count
      isAtEnd = more.isEmpty
      return more.isEmpty ? Array(rest) : rest + more
    case false?:
      let bytes = try file.read(
        after: rest, upTo: count, at: offset, reusing: buffers?.take() ?? [])
      offset? += bytes.count - rest.count
      isAtEnd = bytes.count == rest.count
      return bytes
    }
  }

  /// Reads many pieces of a pipe at once, or a long line would be copied for each of them.
  private mutating func gather(
    after rest: some Collection<UInt8>, upTo count: Int, stopsAtLineEnd: Bool
  ) throws(FHIRStreamError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count + count)
    bytes += rest
    while bytes.count < rest.count + count {
      let free = rest.count + count - bytes.count
      let more = try file.read(after: [], upTo: min(free, Self.pipeBlock))
      bytes += more
      if more.isEmpty || stopsAtLineEnd && more.contains(0x0A) { break }
    }
    isAtEnd = bytes.count == rest.count
    return bytes
  }

  private mutating func readFirst(
    after rest: some Collection<UInt8>, upTo count: Int
  ) throws(FHIRStreamError) -> [UInt8] {
    var first: [UInt8] = []
    // A pipe may give one byte at a time.
    while first.count < 2, !isAtEnd {
      let more = try file.read(after: first, upTo: max(2, count - first.count), at: offset)
      offset? += more.count - first.count
      isAtEnd = more.count == first.count
      first = more
    }
    guard GzipStream.isGzip(first) else {
      isGzip = false
      return rest + first
    }
    isGzip = true
    isAtEnd = false
    input = first
    if let size = file.byteCount, let offset, size <= Self.wholeLimit {
      if size > first.count {
        input = try file.read(after: first, upTo: size - first.count, at: offset)
        self.offset = offset + input.count - first.count
      }
      inflated = GzipStream.inflateMember(input)
    }
    if inflated != nil {
      input = []
      return try readInflated(after: rest, upTo: count)
    }
    if checksFirst, file.byteCount != nil { try checkWhole() }
    gzip = try failing { () throws(GzipError) in try GzipStream(of: file.byteCount ?? 0) }
    return try inflate(after: rest, upTo: count)
  }

  private mutating func readInflated(
    after rest: some Collection<UInt8>, upTo count: Int
  ) throws(FHIRStreamError) -> [UInt8] {
    guard let inflated else { return try inflate(after: rest, upTo: count) }
    let piece = inflated[position..<min(inflated.count, position + count)]
    position = piece.endIndex
    isAtEnd = piece.isEmpty
    if rest.isEmpty, piece.count == inflated.count { return inflated }
    return isAtEnd ? Array(rest) : Array(rest) + piece
  }

  private mutating func inflate(
    after rest: some Collection<UInt8>, upTo count: Int
  ) throws(FHIRStreamError) -> [UInt8] {
    var bytes = Array(rest)
    guard let gzip else { return bytes }
    while bytes.count < rest.count + count {
      if position == input.count, !gzip.isPending {
        input = try file.read(after: [], upTo: Self.compressedBlock, at: offset)
        offset? += input.count
        position = 0
      }
      do {
        if input.isEmpty, !gzip.isPending {
          // What came before a lost end is given first, and the error at the next read.
          if !gzip.isComplete, bytes.count > rest.count { return bytes }
          try gzip.finish()
          isAtEnd = true
          return bytes
        }
        try gzip.inflate(
          input, from: &position, room: rest.count + count - bytes.count, into: &bytes)
      } catch {
        throw .gzip(file.name, error)
      }
    }
    return bytes
  }

  /// Inflates all of the file, and keeps nothing of it.
  private func checkWhole() throws(FHIRStreamError) {
    let gzip = try failing { () throws(GzipError) in try GzipStream(of: file.byteCount ?? 0) }
    var (place, inflated): (Int, [UInt8]) = (0, [])
    while true {
      let piece = try file.read(after: [], upTo: Self.compressedBlock, at: place)
      place += piece.count
      try failing { () throws(GzipError) in
        if piece.isEmpty { return try gzip.finish() }
        var position = 0
        while position < piece.count || gzip.isPending {
          inflated.removeAll(keepingCapacity: true)
          try gzip.inflate(piece, from: &position, room: 1 << 18, into: &inflated)
        }
      }
      if piece.isEmpty { return }
    }
  }

  private func failing<Result>(
    _ body: () throws(GzipError) -> Result
  ) throws(FHIRStreamError) -> Result {
    do throws(GzipError) { return try body() } catch { throw .gzip(file.name, error) }
  }
}

/// Buffers of parts that were read or written, to be filled again.
///
/// A part of dense lines becomes megabytes. Answers are kept between parts and take pieces of what
/// was freed, so that the next part would need new memory, whose pages the system clears first:
/// to read 100 MB takes 5 ms into one buffer, 48 ms into new ones.
package final class BufferPool: Sendable {
  /// Larger ones are not kept, nor more than these.
  private static let sizeLimit = 16 << 20
  private static let countLimit = 8

  private let idle = Monitor<[[UInt8]]>([])

  /// Makes a pool that is empty.
  package init() {}

  /// A buffer whose bytes are no longer needed, or an empty one.
  package func take() -> [UInt8] {
    idle.withLock { $0.popLast() } ?? []
  }

  /// Takes a buffer back.
  package func give(back buffer: [UInt8]) {
    guard !buffer.isEmpty, buffer.capacity <= Self.sizeLimit else { return }
    idle.withLock { idle in
      if idle.count < Self.countLimit { idle.append(buffer) }
    }
  }
}
