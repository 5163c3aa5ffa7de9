// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CDeflate
private import CZlib

/// Unpacks one entry of a zip and checks it against the directory.
struct EntryReader: Sendable {
  let entry: ZipEntry
  let data: ByteSlice
  let archive: String

  private var fault: ZipFault { ZipFault(archive: archive, entry: entry.name) }

  func contents() throws(ReleaseError) -> ByteSlice {
    let slice: ByteSlice
    do {
      slice = entry.method == 0 ? data : ByteSlice(try inflated(data.bytes, size: entry.size))
    } catch {
      throw describe(error)
    }
    try check(checksum(slice.bytes))
    return slice
  }

  /// Unpacks the entry piece by piece into a scanner.
  func stream(
    to scanner: inout RowScanner, progress: RowScanner.Progress?, _ body: RowScanner.Body
  ) throws(ReleaseError) {
    var stream = EntryStream(self)
    try scanner.scanPieces(progress: progress, body: body) {
      (buffer, start) throws(ReleaseError) in
      let count = try stream.read(into: &buffer, from: start)
      return (count, stream.isAtEnd)
    }
  }

  fileprivate func check(_ sum: UInt32) throws(ReleaseError) {
    guard sum == entry.checksum else {
      throw fault.checksum(found: sum, declared: entry.checksum)
    }
  }

  fileprivate func describe(_ failure: InflateFailure) -> ReleaseError {
    switch failure {
    case .damaged: fault.damaged("does not decompress", expected: "a whole deflate stream")
    case .trailing: fault.damaged("goes on after its deflate stream", expected: "its end")
    case .short: fault.size("unpacks to fewer bytes", declared: entry.size)
    case .long: fault.size("unpacks to more bytes", declared: entry.size)
    case .memory: fault.memory(entry.size)
    }
  }
}

/// An entry of a zip as it is unpacked; at its end size and checksum are compared.
struct EntryStream: Sendable {
  private let reader: EntryReader
  /// What unpacks it piece by piece; `nil` for an entry that is stored, and before the first piece.
  private var inflation: InflateStream?
  private var total = 0
  private var forgotten = 0
  private var sum: UInt32 = 0
  private(set) var isAtEnd = false

  init(_ reader: EntryReader) {
    self.reader = reader
  }

  /// How many bytes should come yet.
  var left: Int { max(reader.entry.size - total, 0) }

  /// Unpacks the whole entry if nothing of it was read and it has at most so many bytes.
  ///
  /// libdeflate takes half of the time that zlib takes piece by piece.
  mutating func whole(upTo limit: Int) throws(ReleaseError) -> [UInt8]? {
    guard total == 0, reader.entry.size <= limit, reader.entry.method != 0 else { return nil }
    let contents = try reader.contents()
    reader.data.forget(0..<reader.data.count)
    total = contents.count
    isAtEnd = true
    let bytes = contents.bytes
    return unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// Unpacks into an array from an index on.
  ///
  /// - Returns: How many bytes were written; fewer than fit only at the end.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws(ReleaseError) -> Int {
    let count = try piece(into: &buffer, from: start)
    total += count
    guard total <= reader.entry.size else { throw reader.describe(.long) }
    guard !isAtEnd || total == reader.entry.size else { throw reader.describe(.short) }
    sum = checksum(buffer.span.extracting(start..<start + count), after: sum)
    if isAtEnd { try reader.check(sum) }
    let used = inflation?.position ?? total
    reader.data.forget(forgotten..<used)
    forgotten = used
    return count
  }

  private mutating func piece(
    into buffer: inout [UInt8], from start: Int
  ) throws(ReleaseError) -> Int {
    guard reader.entry.method != 0 else {
      let data = reader.data
      let count = min(buffer.count - start, data.count - total)
      isAtEnd = total + count == data.count
      let bytes = data.bytes
      for index in 0..<count { buffer[start + index] = bytes[total + index] }
      return count
    }
    do throws(InflateFailure) {
      let inflation: InflateStream
      if let begun = self.inflation {
        inflation = begun
      } else {
        inflation = try InflateStream(reader.data)
        self.inflation = inflation
      }
      let count = try inflation.read(into: &buffer, from: start)
      isAtEnd = inflation.isAtEnd
      return count
    } catch {
      throw reader.describe(error)
    }
  }
}

// Decompression, by libdeflate as a whole and by zlib piece by piece.
//
// `unsafe` here: both libraries read and write only the buffers they are given
// with their sizes; zlib's state is one allocation that never moves (it keeps
// a pointer to itself) and is ended once.

/// Why deflated data cannot be had.
enum InflateFailure: Error {
  /// They are not a deflate stream, or end too early.
  case damaged
  /// They are shorter than they should be.
  case short
  /// They are longer than they should be.
  case long
  /// They end before their space does.
  case trailing
  /// There is not enough memory for them.
  case memory
}

/// Returns data of a known size, decompressed as a whole.
func inflated(_ input: Span<UInt8>, size: Int) throws(InflateFailure) -> ByteStore {
  let store: ByteStore
  do { store = try anonymousMemory(count: size) } catch { throw .memory }
  let failure = unsafe store.fill { target in
    unsafe inflate(input, into: target.baseAddress, size)
  }
  if let failure { throw failure }
  return store
}

/// Decompresses to an address that has room for a number of bytes.
private func inflate(
  _ input: Span<UInt8>, into target: UnsafeMutableRawPointer?, _ size: Int
) -> InflateFailure? {
  guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return .memory }
  defer { unsafe libdeflate_free_decompressor(decompressor) }
  var used = 0
  let result = unsafe input.withUnsafeBufferPointer { source in
    unsafe libdeflate_deflate_decompress_ex(
      decompressor, source.baseAddress, source.count, target, size, &used, nil)
  }
  switch result {
  case LIBDEFLATE_SUCCESS: return used == input.count ? nil : .trailing
  case LIBDEFLATE_SHORT_OUTPUT: return .short
  case LIBDEFLATE_INSUFFICIENT_SPACE: return .long
  default: return .damaged
  }
}

/// Returns the CRC-32 of bytes that follow others.
func checksum(_ bytes: Span<UInt8>, after previous: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    unsafe libdeflate_crc32(previous, buffer.baseAddress, buffer.count)
  }
}

/// Decompresses piece by piece.
///
/// Not for several threads at once: it belongs to the one value that reads with it.
@safe final class InflateStream: @unchecked Sendable {
  /// zlib counts what is left in 32 bits.
  private static let largestPiece = 1 << 30

  private let stream: UnsafeMutablePointer<z_stream>
  private let input: ByteSlice
  /// How many bytes of the input were used.
  private(set) var position = 0
  private(set) var isAtEnd = false

  init(_ input: ByteSlice) throws(InflateFailure) {
    self.input = input
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative: deflate data without zlib's own header, as zip has them.
    let version = unsafe zlibVersion()
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, -15, version, size) == Z_OK else {
      throw .memory
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses into an array from an index on.
  ///
  /// - Returns: How many bytes were written; fewer than fit only at the end.
  func read(into output: inout [UInt8], from start: Int) throws(InflateFailure) -> Int {
    var filled = start
    while filled < output.count, !isAtEnd {
      let piece = position..<min(position + Self.largestPiece, input.count)
      let (status, read, written) = step(piece, into: &output, from: filled)
      position += read
      filled += written
      switch status {
      case Z_STREAM_END: isAtEnd = true
      case Z_OK where read + written > 0: break
      case Z_MEM_ERROR: throw .memory
      default: throw .damaged
      }
    }
    if isAtEnd, position < input.count { throw .trailing }
    return filled - start
  }

  private func step(
    _ piece: Range<Int>, into output: inout [UInt8], from start: Int
  ) -> (status: CInt, read: Int, written: Int) {
    let source = ByteSlice(input, piece)
    let bytes = source.bytes
    return unsafe bytes.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        let room = min(target.count - start, Self.largestPiece)
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + start }
        unsafe stream.pointee.avail_out = UInt32(room)
        let status = unsafe inflate(stream, Z_NO_FLUSH)
        let read = unsafe source.count - Int(stream.pointee.avail_in)
        return unsafe (status, read, room - Int(stream.pointee.avail_out))
      }
    }
  }
}

/// A zip archive for other modules: its members are read whole, piece by piece, or as archives.
///
/// The file is mapped, and what was read of it is given back to the system, so that the memory of
/// an archive is that of its directory.
package struct ZipFile: Sendable {
  package struct Member: Sendable {
    package let name: String
    /// How many bytes it has when it is unpacked.
    package let size: Int
  }

  private let archive: ZipArchive
  /// The members in the order of the directory.
  package let members: [Member]

  /// Opens an archive.
  ///
  /// - Throws: ``ReleaseError`` with a `zip.` code, or why the system does not give the file.
  package init(path: String) throws(ReleaseError) {
    let bytes: ByteSlice
    do {
      bytes = ByteSlice(try OpenFile(path).mapped(forgetting: true))
    } catch {
      throw ReleaseError(
        error.isMissing ? .notFound : .unreadable, file: path, found: error.reason,
        expected: "a zip archive", remedy: "check the path and its permissions")
    }
    try self.init(bytes, path: path)
  }

  private init(_ bytes: ByteSlice, path: String) throws(ReleaseError) {
    archive = try ZipArchive(bytes, path: path, limits: ArchiveLimits())
    members = archive.entries.map { Member(name: $0.name, size: $0.size) }
  }

  /// Opens a member that is itself an archive; a stored one is read in place.
  package func archive(at index: Int) throws(ReleaseError) -> ZipFile {
    let reader = try reader(at: index)
    let name = "\(archive.path):\(reader.entry.name)"
    guard reader.entry.size <= archive.limits.wholeEntrySize || reader.entry.method == 0 else {
      throw ZipFault(archive: archive.path, entry: reader.entry.name).bomb(
        "is an archive of \(grouped(reader.entry.size)) bytes",
        expected: "at most \(grouped(archive.limits.wholeEntrySize))")
    }
    // The checksum of a stored archive covers members that are not needed; each has its own.
    let bytes = reader.entry.method == 0 ? reader.data : try reader.contents()
    return try ZipFile(bytes, path: name)
  }

  /// Says that the archive was read, in whole or part, and is not needed soon.
  package func forget() { archive.bytes.forget(0..<archive.bytes.count) }

  package func stream(at index: Int) throws(ReleaseError) -> ZipMemberStream {
    ZipMemberStream(EntryStream(try reader(at: index)))
  }

  private func reader(at index: Int) throws(ReleaseError) -> EntryReader {
    let entry = archive.entries[index]
    let range = try archive.dataRange(of: entry)
    return EntryReader(
      entry: entry, data: ByteSlice(archive.bytes, range), archive: archive.path)
  }
}

/// The bytes of a member in their order.
package struct ZipMemberStream: Sendable {
  private var stream: EntryStream

  fileprivate init(_ stream: EntryStream) { self.stream = stream }

  /// Reads at most `count` bytes; empty at the end, after size and checksum were verified.
  package mutating func next(upTo count: Int) throws(ReleaseError) -> [UInt8] {
    guard !stream.isAtEnd else { return [] }
    if let whole = try stream.whole(upTo: count) { return whole }
    // With room for one more it ends with its last bytes, not at a call of its own.
    var buffer = [UInt8](repeating: 0, count: min(count, stream.left + 1))
    let read = try stream.read(into: &buffer, from: 0)
    buffer.removeLast(buffer.count - read)
    return buffer
  }
}
