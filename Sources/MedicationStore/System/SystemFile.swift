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

  /// Whether a file may be changed, and a log be made in its folder.
  static func isWritable(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return unsafe access(path, W_OK) == 0 && access(folder, W_OK) == 0
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

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The largest number of bytes.
  ///   - isSalvaged: Whether zeros take the place of what the disk does not give back.
  /// - Returns: Its bytes; `nil` if it is missing, larger than the limit or unreadable.
  static func bytes(_ path: String, limit: Int, isSalvaged: Bool = false) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let byteCount = byteCount(path)
    guard byteCount <= limit else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var place = 0
    while place < byteCount {
      let end = min(place + 4096, byteCount)
      let count = unsafe bytes[place..<end].withUnsafeMutableBytes { block in
        unsafe pread(descriptor, block.baseAddress, block.count, off_t(place))
      }
      guard count > 0 || isSalvaged else { return nil }
      place = count > 0 ? place + count : end
    }
    return bytes
  }

  /// Reads the first bytes of a file; `nil` if it has fewer.
  static func start(_ path: String, count: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe bytes.withUnsafeMutableBytes { block in
      unsafe pread(descriptor, block.baseAddress, block.count, 0)
    }
    return found == count ? bytes : nil
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
