// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The calls for an output file that is written in several runs, apart from
// SystemCalls.swift for its length. Names and types differ between Linux and
// macOS; pointers are made and used up within one call.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCalls {
  /// Opens a file for writing and makes it if it is missing; what it holds stays.
  package static func openPartial(_ path: String) throws(SystemError) -> OpenFile {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return OpenFile(descriptor: descriptor)
  }

  /// Keeps other processes that ask for it from the file; `flock`, gone with the descriptor.
  ///
  /// - Returns: Whether no other process has it.
  package static func lock(_ descriptor: Int32) throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(number: errno) }
    return false
  }

  /// Cuts a file and goes to its end.
  package static func cut(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw SystemError(number: errno)
    }
  }

  /// When a file was changed last, in nanoseconds since 1970.
  package static func modificationTime(of path: String) throws(SystemError) -> Int {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { throw SystemError(number: errno) }
    #if canImport(Darwin)
      return info.st_mtimespec.tv_sec * 1_000_000_000 + info.st_mtimespec.tv_nsec
    #else
      return info.st_mtim.tv_sec * 1_000_000_000 + info.st_mtim.tv_nsec
    #endif
  }
}
