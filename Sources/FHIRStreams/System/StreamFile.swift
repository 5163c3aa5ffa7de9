// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The system calls of the module, and the only file of it that knows files of
// the C library. `unsafe` here: C strings and buffers are passed for the
// duration of one call, and no pointer outlives its closure.
//
// Files are read in large pieces, not mapped: a mapped file that shrinks
// meanwhile ends the process with a signal, here it is an error.

import Threads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

struct SystemFailure: Error {
  let number: CInt

  var isMissing: Bool { number == ENOENT }

  /// The words of the system for it, beginning in lower case.
  var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  static var last: SystemFailure { SystemFailure(number: errno) }
}

/// An open file, or standard input; closed with its last owner.
final class StreamFile: Sendable {
  let name: String
  /// The size of a regular file when it was opened; `nil` for a pipe or device.
  let byteCount: Int?
  private let descriptor: CInt
  private let isOwned: Bool
  /// The file that this one is a part of, and where the part begins.
  private let whole: (file: StreamFile, start: Int)?

  /// Opens a file, or what was unpacked under this name; `-` is standard input.
  convenience init(_ path: String) throws(FHIRStreamError) {
    if let part = UnpackedFile.part(named: path) {
      self.init(part, name: path)
      return
    }
    if path == "-" {
      try self.init(descriptor: 0, name: "standard input", isOwned: false)
      return
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, .last) }
    try self.init(descriptor: descriptor, name: path, isOwned: true)
  }

  /// Whether a path can be read once only: a pipe or a device, standard input.
  static func isReadOnce(_ path: String) -> Bool {
    if path == "-" { return true }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  private init(descriptor: CInt, name: String, isOwned: Bool) throws(FHIRStreamError) {
    var status = stat()
    let result = unsafe fstat(descriptor, &status)
    let failure = SystemFailure.last
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    whole = nil
    byteCount = status.st_mode & S_IFMT == S_IFREG && descriptor != 0 ? Int(status.st_size) : nil
    guard result == 0 else { throw .unreadable(name, failure) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw FHIRStreamError("input.is-folder", "\(name): a folder, expected a file")
    }
  }

  /// A file without a name, which is gone with its owner; only this user may read it.
  init(temporaryFor name: String) throws(FHIRStreamError) {
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let folder = named.isEmpty ? P_tmpdir : named
    // mkstemp replaces the six letters.
    let path = "\(folder)/rxkit-spool-" + String(repeating: "X", count: 6)
    var template = Array(path.utf8CString)
    let descriptor = unsafe template.withUnsafeMutableBufferPointer { path in
      unsafe path.baseAddress.map { unsafe mkstemp($0) } ?? -1
    }
    guard descriptor >= 0 else {
      let failure = SystemFailure.last
      throw FHIRStreamError(
        "input.no-spool",
        "\(name): a temporary file cannot be made in \(folder): "
          + failure.message, try: "TMPDIR, to name another folder")
    }
    unsafe _ = unlink(template)
    // As what is opened by name: no other program gets what is in it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
    self.name = name
    isOwned = true
    whole = nil
    byteCount = 0
  }

  /// A part of a file, which stays open as long as the part.
  private init(_ part: UnpackedFile.Part, name: String) {
    self.name = name
    descriptor = part.file.descriptor
    isOwned = false
    byteCount = part.range.count
    whole = (part.file, part.range.lowerBound)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads at most `count` bytes and appends them to `rest`; nothing at the end of the file.
  ///
  /// Reads at `position`, or where the last read ended. The content of `buffer` is lost; its memory
  /// is used if nothing else refers to it.
  func read(
    after rest: some Collection<UInt8>, upTo count: Int, at position: Int? = nil,
    reusing buffer: consuming [UInt8] = []
  ) throws(FHIRStreamError) -> [UInt8] {
    var failure: SystemFailure?
    var (count, position) = (count, position)
    if let whole, let place = position {
      count = min(count, max(0, (byteCount ?? 0) - place))
      position = whole.start + place
    }
    var bytes = buffer
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(rest.count + count)
    bytes += rest
    bytes.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, made in
        let start = made
        while true {
          let free = unsafe buffer.baseAddress.map { unsafe UnsafeMutableRawPointer($0 + start) }
          let result =
            if let position {
              unsafe pread(descriptor, free, count, off_t(position))
            } else {
              unsafe systemRead(descriptor, free, count)
            }
          if result >= 0 {
            made = start + result
            return
          }
          if errno != EINTR {
            failure = .last
            return
          }
        }
      }
    }
    if let failure { throw .unreadable(name, failure) }
    return bytes
  }

  /// Reads exactly a range of the file.
  func read(_ range: Range<Int>) throws(FHIRStreamError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let position = range.lowerBound + bytes.count
      let more = try read(after: bytes, upTo: range.upperBound - position, at: position)
      guard more.count > bytes.count else {
        throw FHIRStreamError(
          "input.changed",
          "\(name): the file ends before byte \(range.upperBound), where it was "
            + "longer before; expected that it stays as it is while it is read")
      }
      bytes = more
    }
    return bytes
  }

  func write(_ bytes: ArraySlice<UInt8>, at position: Int) throws(FHIRStreamError) {
    let failure = unsafe bytes.withUnsafeBytes { (buffer) -> SystemFailure? in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let result = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(position + done))
        if result >= 0 { done += result } else if errno != EINTR { return .last }
      }
      return nil
    }
    if let failure {
      throw FHIRStreamError(
        "input.no-spool", "\(name): a temporary file cannot be written: \(failure.message)",
        try: "TMPDIR, to name another folder")
    }
  }
}

/// `read`, which has the name of the methods above.
private func systemRead(
  _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// Documents that were unpacked from an archive: parts of one temporary file without a name.
///
/// A part is opened by the name that it was given, as a file is by its path; health data leaves no
/// file behind.
package struct UnpackedFile {
  struct Part {
    let file: StreamFile
    let range: Range<Int>
    let archive: String
  }

  private static let parts = Monitor<[String: Part]>([:])

  private let archive: String
  private let file: StreamFile
  private var start = 0
  /// How many bytes were unpacked.
  package private(set) var byteCount = 0

  /// Makes an empty file for the parts of an archive.
  package init(of archive: String) throws(FHIRStreamError) {
    self.archive = archive
    file = try StreamFile(temporaryFor: archive)
  }

  /// Adds bytes to the part that is unpacked.
  package mutating func append(_ bytes: [UInt8]) throws(FHIRStreamError) {
    try file.write(bytes[...], at: byteCount)
    byteCount += bytes.count
  }

  /// Ends a part, which can be opened by its name from now on.
  package mutating func endPart(named name: String) {
    let part = Part(file: file, range: start..<byteCount, archive: archive)
    Self.parts.change { $0[name] = part }
    start = byteCount
  }

  /// Gives up the part that is unpacked.
  package mutating func dropPart() { start = byteCount }

  static func part(named name: String) -> Part? { parts.change { $0[name] } }

  /// The archive that a part of this name comes from.
  package static func archive(of name: String) -> String? { part(named: name)?.archive }
}
