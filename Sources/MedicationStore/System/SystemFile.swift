// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The module's only system calls. Sound: C strings and buffers are passed for
// the duration of one call, and a descriptor does not leave the function that opened it.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Files, and the clock of the system.
enum SystemFile {
  /// Whether there is something under a path.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// How many bytes a file has; 0 if it is not there.
  static func byteCount(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Makes an empty file that only its owner can read and write; leaves one that is there.
  ///
  /// - Returns: Whether the file is there now.
  static func createPrivate(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Returns the bytes of a file of at most a limit; `nil` if it is missing, larger or unreadable.
  static func bytes(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      guard count > 0, bytes.count + count <= limit else { return nil }
      bytes += buffer[..<count]
    }
  }

  /// Returns the bytes of a file, with zeros for what the disk does not give back; `nil` if the file
  /// cannot be opened.
  static func salvagedBytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: byteCount(path))
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var place = 0
      while place < bytes.count {
        let block = unsafe UnsafeMutableRawBufferPointer(
          rebasing: bytes[place..<min(place + 4096, bytes.count)])
        let count = unsafe pread(descriptor, block.baseAddress, block.count, off_t(place))
        place += count > 0 ? count : block.count
      }
    }
    return bytes
  }

  /// The path without symbolic links; `nil` if there is nothing.
  static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Nanoseconds since 1970 by the clock of the system.
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
