// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The system calls of the module, and the only place that knows the C library.
//
// `unsafe` here: C strings and buffers are passed for the duration of a call, a
// mapping is handed to a `ByteStore`, and only that unmaps it.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

package enum PathKind {
  case folder
  case file
  case other
}

/// The reason for which the system refused a call.
package struct FileAccessError: Error {
  let number: CInt

  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// The reason in words, the same on every system.
  package var reason: String {
    switch number {
    case ENOENT, ENOTDIR: "there is no such file or folder"
    case EACCES, EPERM: "permission is denied"
    case EMFILE, ENFILE: "too many files are open"
    case ENOMEM: "there is not enough memory"
    case EIO: "the disk reports an error"
    case ELOOP: "its symbolic links lead in a circle"
    case ENAMETOOLONG: "its name is too long"
    default: "the system reports error \(number)"
    }
  }
}

/// Returns what is at a path, links followed.
package func pathKind(_ path: String) throws(FileAccessError) -> PathKind {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { throw FileAccessError(number: errno) }
  switch status.st_mode & S_IFMT {
  case S_IFDIR: return .folder
  case S_IFREG: return .file
  default: return .other
  }
}

/// Returns the path without links, `.` and `..`; the path itself if that fails.
func canonicalPath(_ path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// Returns the names in a folder, sorted, without `.` and `..`.
package func namesInFolder(_ path: String) throws(FileAccessError) -> [String] {
  guard let folder = unsafe opendir(path) else { throw FileAccessError(number: errno) }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
    // The name ends with a NUL; the entry may be shorter than its declared array.
    let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
    names.append(unsafe String(cString: name.assumingMemoryBound(to: UInt8.self)))
  }
  return names.filter { $0 != "." && $0 != ".." }.sorted()
}

/// A file that is open for reading, from several threads if need be.
///
/// Tables are read, not mapped: a mapped file that shrinks meanwhile ends the
/// process with a signal, here it is an error. The copy costs a tenth (RXNREL,
/// 308 MB in the page cache, first pass: 1.63 against 1.79 GB/s).
final class OpenFile: Sendable {
  let path: String
  /// The size when it was opened.
  let size: Int
  private let descriptor: CInt

  init(_ path: String) throws(FileAccessError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileAccessError(number: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw FileAccessError(number: number)
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Reads what is at a position of the file, at most `limit` bytes, into the buffer from an index on.
  ///
  /// - Returns: How many bytes were read; 0 only at the end of the file.
  func read(
    into buffer: inout [UInt8], from start: Int, at position: Int, limit: Int = .max
  ) throws(FileAccessError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        // Sound: the base is only nil, and the rest only empty, if the buffer is.
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return unsafe pread(
          descriptor, rest.baseAddress, min(rest.count, limit), off_t(position))
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileAccessError(number: errno) }
    }
  }

  /// Maps the whole file, with pages that may be given back after they were read or without.
  func mapped(forgetting isForgetting: Bool = false) throws(FileAccessError) -> ByteStore {
    // The system refuses to map nothing.
    guard size > 0 else { return ByteStore() }
    let address = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe validMapping(address) else { throw FileAccessError(number: errno) }
    unsafe _ = madvise(address, size, MADV_SEQUENTIAL)
    return unsafe ByteStore(
      UnsafeMutableRawBufferPointer(start: address, count: size), isForgetting: isForgetting,
      release: unmapped)
  }
}

/// Gives the pages of a range of a mapped file back to the system.
///
/// Sound: nothing writes to the mapping, so a page that is needed again is reread from the file.
@unsafe
func givePagesBack(of memory: UnsafeMutableRawBufferPointer, _ range: Range<Int>) {
  let page = Int(sysconf(CInt(_SC_PAGESIZE)))
  let start = range.lowerBound / page * page
  let end = range.upperBound / page * page
  guard end > start, end <= memory.count, let base = memory.baseAddress else { return }
  unsafe _ = madvise(base + start, end - start, MADV_DONTNEED)
}

/// Returns zeroed memory that the system gives page by page, as it is written to.
func anonymousMemory(count: Int) throws(FileAccessError) -> ByteStore {
  guard count > 0 else { return ByteStore() }
  let flags = MAP_PRIVATE | MAP_ANON
  let address = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0)
  guard let address = unsafe validMapping(address) else { throw FileAccessError(number: errno) }
  return unsafe ByteStore(
    UnsafeMutableRawBufferPointer(start: address, count: count), release: unmapped)
}

/// Asks the system for large pages of memory that was not written to yet.
///
/// Random access to tables of tens of megabytes costs half as much then, and so
/// does writing them for the first time. Only a wish: nothing depends on it.
@unsafe
package func adviseLargePages(_ memory: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    let page = UInt(sysconf(CInt(_SC_PAGESIZE)))
    let start = (UInt(bitPattern: memory.baseAddress) + page - 1) / page * page
    let end = (UInt(bitPattern: memory.baseAddress) + UInt(memory.count)) / page * page
    guard end > start, end - start >= 1 << 22 else { return }
    // 14 is MADV_HUGEPAGE, which not every C library's header names.
    unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), 14)
  #endif
}

/// Tells a mapping from `MAP_FAILED`, a macro that Swift does not see on every system.
private func validMapping(_ address: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address == UnsafeMutableRawPointer(bitPattern: -1) ? nil : address
}

private func unmapped(_ buffer: UnsafeMutableRawBufferPointer) {
  unsafe _ = munmap(buffer.baseAddress, buffer.count)
}

// Memory with an owner.
//
// `unsafe` here: a store's buffer is set once, lives exactly as long as the
// store, and is written only before the store is shared (see `fill`), so
// reading from several threads needs no lock.

/// Bytes that never change: a mapped file, a decompressed entry, a copied array.
@safe final class ByteStore: @unchecked Sendable {
  private let buffer: UnsafeMutableRawBufferPointer
  private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  /// Whether pages may be given back: those of a mapped file come again when they are read.
  private let isForgetting: Bool

  /// Takes over a buffer, which `release` gives back at the end.
  init(
    _ buffer: UnsafeMutableRawBufferPointer, isForgetting: Bool = false,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    unsafe self.buffer = unsafe buffer
    self.isForgetting = isForgetting
    unsafe self.release = unsafe release
  }

  convenience init() {
    unsafe self.init(UnsafeMutableRawBufferPointer(start: nil, count: 0)) { _ in }
  }

  convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.init(copy) { unsafe $0.deallocate() }
  }

  deinit {
    unsafe release(buffer)
  }

  var count: Int { unsafe buffer.count }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span<UInt8>(_unsafeElements: buffer.assumingMemoryBound(to: UInt8.self))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Says that a range was read and is not needed soon.
  func forget(_ range: Range<Int>) {
    if isForgetting { unsafe givePagesBack(of: buffer, range) }
  }

  /// Lets its maker write the bytes, once, before anybody else has the store.
  func fill<Result>(_ write: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    unsafe write(buffer)
  }
}

/// A part of a store, which it keeps alive.
struct ByteSlice: Sendable {
  let store: ByteStore
  let range: Range<Int>

  init(_ store: ByteStore) {
    self.store = store
    range = 0..<store.count
  }

  /// A part of a slice.
  ///
  /// - Precondition: The range lies within the slice.
  init(_ slice: ByteSlice, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= slice.count, "slice out of bounds")
    store = slice.store
    self.range =
      range.lowerBound + slice.range.lowerBound..<range.upperBound
      + slice.range.lowerBound
  }

  var count: Int { range.count }

  /// Says that a part was read and is not needed soon.
  func forget(_ part: Range<Int>) {
    store.forget(part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound)
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = store.bytes.extracting(range)
      // Sound: the store is not freed while this slice holds it.
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
