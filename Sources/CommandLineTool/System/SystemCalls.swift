// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The calls of the C library that the tool makes. These files, one a subject,
// are the only ones that import it: names and types differ between Linux and
// macOS, and every pointer that crosses the border is made and used up within
// one function.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error number of the operating system.
package struct SystemError: Error, Equatable {
  /// The value of `errno`.
  package let number: Int32

  /// The other end of the pipe has no reader.
  package static let brokenPipe = SystemError(number: EPIPE)
  /// The file exists already.
  package static let exists = SystemError(number: EEXIST)
  /// There is no such file or folder.
  package static let notFound = SystemError(number: ENOENT)
  /// Symbolic links form a loop, or there are too many.
  package static let linkLoop = SystemError(number: ELOOP)
  /// The disk is full.
  static let noSpace = SystemError(number: ENOSPC)

  /// The words of the system for it, as `strerror` gives them, beginning in lower case.
  package var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// The error that the last failed call left behind.
  package static var last: SystemError { SystemError(number: errno) }
}

/// What exists at a path.
package struct FileStatus: Equatable {
  /// The kinds that the tool distinguishes.
  package enum Kind { case regular, folder, other }

  package let kind: Kind
  package let byteCount: Int
  package let permissions: UInt32
  /// When it was changed last, in nanoseconds since 1970.
  package let modificationTime: Int
  /// Device and file number together name the file, whatever its path.
  package let identity: Identity

  /// A file's number on its device.
  package struct Identity: Hashable {
    package let device: UInt64
    package let file: UInt64
  }
}

/// An open file, closed when its owner is gone.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  deinit { _ = close(descriptor) }
}

/// The system calls, each with Swift's types and typed errors.
package enum SystemCalls {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2
}

// MARK: Reading and writing

extension SystemCalls {
  /// Opens a file for reading; `open` with `O_RDONLY | O_CLOEXEC`.
  package static func openForReading(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_RDONLY | O_CLOEXEC))
  }

  /// Makes a new file, which must not exist; `open` with `O_CREAT | O_EXCL`.
  package static func create(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
  }

  /// Opens what exists for writing, without cutting it: a device, a pipe.
  package static func openForWriting(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_WRONLY | O_CLOEXEC))
  }

  static func opened(_ descriptor: Int32) throws(SystemError) -> OpenFile {
    guard descriptor >= 0 else { throw SystemError.last }
    return OpenFile(descriptor: descriptor)
  }

  /// Reads up to `count` bytes and appends them; an empty read is the end of the file.
  package static func readBytes(
    _ descriptor: Int32, upTo count: Int, into bytes: inout [UInt8]
  ) throws(SystemError) -> Int {
    var failure: SystemError?
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = 0
      while true {
        let result = unsafe read(descriptor, buffer.baseAddress, count)
        if result >= 0 {
          initialized = result
          return
        }
        if errno != EINTR {
          failure = SystemError.last
          return
        }
      }
    }
    if let failure { throw failure }
    if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
    return chunk.count
  }

  /// Writes all of the bytes, in as many calls as it takes.
  package static func writeAll(_ bytes: borrowing [UInt8], to descriptor: Int32) throws(SystemError)
  {
    unsafe try writeAll(bytes.span.bytes, to: descriptor)
  }

  /// Writes all of the bytes, in as many calls as it takes.
  package static func writeAll(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
    let failure = unsafe bytes.withUnsafeBytes { (buffer) -> SystemError? in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let result = unsafe write(descriptor, rest.baseAddress, rest.count)
        if result >= 0 { done += result } else if errno != EINTR { return SystemError.last }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Brings a file's bytes to the disk; `F_FULLFSYNC` on macOS, where `fsync` does not.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // EINVAL: a file system that has nothing to sync.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError.last }
  }
}
