// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

// The only file of the importers that opens files. `unsafe` here: a buffer is lent to one call
// of `read`, and C strings to one call of `open` or `stat`.

/// A file of an import, read piece by piece; gzip is told by its first bytes.
struct ImportFile: ~Copyable {
  private static let compressedPiece = 1 << 18

  /// What messages call it.
  let name: String
  /// Its size on the disk; 0 for a pipe.
  let byteCount: Int
  /// How many bytes were read from the disk.
  private(set) var bytesRead = 0
  private let descriptor: CInt
  private var gzip: GzipStream?
  private var compressed: [UInt8] = []
  private var position = 0
  private var isBegun = false

  /// Opens a file.
  init(_ path: String) throws(ImportError) {
    name = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
      throw Self.unreadable(path, errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.unreadable(path, EISDIR) }
    byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// What stands under a path.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// What a path leads to.
  enum Kind { case nothing, file, folder }

  /// Adds at most so many bytes to those that are given.
  ///
  /// - Returns: Whether any were added; `false` at the end.
  mutating func read(upTo count: Int, into bytes: inout [UInt8]) throws(ImportError) -> Bool {
    let start = bytes.count
    if !isBegun {
      isBegun = true
      // A pipe may give one byte at a time.
      while bytes.count < start + 2, try readPlain(upTo: count, into: &bytes) {}
      guard GzipStream.isGzip(Array(bytes[start...])) else { return bytes.count > start }
      compressed = Array(bytes[start...])
      bytes.removeSubrange(start...)
      do { gzip = try GzipStream() } catch { throw failure(error) }
    }
    guard let gzip else { return try readPlain(upTo: count, into: &bytes) }
    while bytes.count < start + count {
      if position == compressed.count, !gzip.isPending {
        var piece: [UInt8] = []
        let hasMore = try readPlain(upTo: Self.compressedPiece, into: &piece)
        compressed = piece
        position = 0
        if !hasMore {
          do { try gzip.finish() } catch { throw failure(error) }
          break
        }
      }
      do {
        try gzip.inflate(
          compressed, from: &position, room: start + count - bytes.count, into: &bytes)
      } catch { throw failure(error) }
    }
    return bytes.count > start
  }

  private mutating func readPlain(
    upTo count: Int, into bytes: inout [UInt8]
  ) throws(ImportError) -> Bool {
    var number: CInt = 0
    var got = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
      repeat {
        got = unsafe systemRead(descriptor, buffer.baseAddress, count)
        number = errno
      } while got < 0 && number == EINTR
      made = max(0, got)
    }
    guard got >= 0 else { throw Self.unreadable(name, number) }
    bytes += piece
    bytesRead += got
    return got > 0
  }

  private func failure(_ error: GzipError) -> ImportError {
    ImportError(
      .gzip, name, found: error.message, expected: "whole gzip",
      try: error.remedy ?? "get the file again")
  }

  private static func unreadable(_ path: String, _ number: CInt) -> ImportError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return ImportError(
      number == ENOENT ? .missingFile : .unreadable, path,
      found: words.prefix(1).lowercased() + words.dropFirst(), expected: "a file that can be read",
      try: "check the spelling of the path and who may read it")
  }
}

/// `read`, which has the name of a method above.
private func systemRead(
  _ descriptor: CInt, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
