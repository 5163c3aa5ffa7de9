// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Synchronization

// A file appears whole under its name or not at all:
//
//   catalog.rxkit            what readers see, the old one until the end
//   .catalog.rxkit.4711.tmp  what is written, beside it, so that a rename moves no bytes
//
// The temporary file goes away when the value does, and on SIGINT, SIGTERM
// and SIGHUP (see Interruption below). What SIGKILL leaves, the next writer of
// the same file removes.

/// A file being written.
package struct AtomicFile: ~Copyable {
  /// Where the bytes go.
  package var descriptor: Int32 { file.descriptor }
  /// The path to write to, for code that opens a path itself: the temporary file.
  package let temporaryPath: String
  private let place: Place
  private let replaces: Bool
  private let file: OpenFile

  /// Begins a file.
  ///
  /// A symbolic link is followed. Anything but a regular file (a device such as
  /// `/dev/null`, a named pipe) is written directly.
  package init(_ path: String, replacing: Bool) throws {
    let place = try Place(path, replacing: replacing)
    var temporaryPath = place.isDevice ? path : Self.temporaryName(for: place.target, attempt: 0)
    file = try CommandFailure.writing(path) {
      if place.isDevice { return try SystemCalls.openForWriting(path) }
      var attempt = 0
      while true {
        do throws(SystemError) {
          return try SystemCalls.create(temporaryPath)
        } catch {
          // A process of the same number was killed here, or runs in another container.
          guard error == .exists, attempt < 1000 else { throw error }
          attempt += 1
          temporaryPath = Self.temporaryName(for: place.target, attempt: attempt)
        }
      }
    }
    if !place.isDevice { Self.sweep(besides: place.target) }
    self.place = place
    self.temporaryPath = temporaryPath
    replaces = replacing
    if !place.isDevice { Interruption.protect(temporaryPath) }
  }

  /// Fails as making the file would if its name is taken; makes nothing.
  package static func check(_ path: String, replacing: Bool) throws {
    _ = try Place(path, replacing: replacing)
  }

  deinit {
    // After a rename the temporary name is gone, and nothing is removed.
    guard !place.isDevice else { return }
    _ = try? SystemCalls.remove(temporaryPath)
    Interruption.unprotect()
  }

  /// Gives the file its name, once its bytes are on the disk, unless what they were read from
  /// is damaged.
  package consuming func commit(from sources: AnswerSources) throws {
    guard !place.isDevice else { return try sources.check() }
    try sources.check(file: place.target)
    let (descriptor, target) = (file.descriptor, place.target)
    do throws(SystemError) {
      if let permissions = place.permissions {
        try SystemCalls.setPermissions(permissions, of: descriptor)
      }
      try SystemCalls.synchronize(descriptor)
      try move()
      let folder = try SystemCalls.openForReading(SystemCalls.folder(of: target))
      try SystemCalls.synchronize(folder.descriptor)
    } catch {
      throw error == .exists && !replaces
        ? CommandFailure.wouldOverwrite(target) : CommandFailure.unwritable(target, error)
    }
  }

  /// A rename replaces what came up meanwhile; a second name does not.
  private borrowing func move() throws(SystemError) {
    if !replaces {
      do throws(SystemError) {
        return try SystemCalls.addName(temporaryPath, as: place.target)
      } catch {
        // Another error: a file system without second names. Then the rename below.
        if error == .exists { throw error }
      }
    }
    try SystemCalls.move(temporaryPath, to: place.target)
  }

  /// Removes what processes left behind that were killed while they wrote the same file.
  ///
  /// Only regular files named as ``temporaryName(for:attempt:)`` names them count, and only if
  /// no process of their number runs. What cannot be removed stays; it disturbs nothing.
  private static func sweep(besides path: String) {
    let (start, name) = SystemCalls.lastName(of: path)
    let folder = SystemCalls.folder(of: path)
    for bytes in (try? SystemCalls.names(inFolder: folder)) ?? [] {
      guard let other = String(validating: bytes, as: UTF8.self),
        let process = Self.process(ofTemporaryName: other, for: name),
        !SystemCalls.isRunning(process),
        (try? SystemCalls.status(of: start + other).kind) == .regular
      else { continue }
      _ = try? SystemCalls.remove(start + other)
    }
  }

  /// The number of the process that made `.name.4711.tmp` or `.name.4711-1.tmp`; else `nil`.
  package static func process(ofTemporaryName other: String, for name: String) -> Int32? {
    guard other.hasPrefix(".\(name)."), other.hasSuffix(".tmp"),
      other.utf8.count > name.utf8.count + 6
    else { return nil }
    let numbers = other.dropFirst(name.count + 2).dropLast(4)
      .split(separator: "-", omittingEmptySubsequences: false)
    let areDigits = numbers.allSatisfy { number in
      !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard areDigits, numbers.count <= 2, let process = Int32(numbers[0]), process > 0 else {
      return nil
    }
    return process
  }

  private static func temporaryName(for path: String, attempt: Int) -> String {
    let (start, name) = SystemCalls.lastName(of: path)
    let number = "\(SystemCalls.processID())" + (attempt == 0 ? "" : "-\(attempt)")
    return "\(start).\(name).\(number).tmp"
  }
}

extension AtomicFile {
  /// Where the bytes are to go, and what is there before.
  private struct Place {
    /// The path, symbolic links followed.
    let target: String
    /// Whether it is something to write into, not to replace.
    let isDevice: Bool
    /// The permission bits of the file that is replaced.
    let permissions: UInt32?

    init(_ path: String, replacing: Bool) throws {
      let existing: FileStatus
      do throws(SystemError) {
        existing = try SystemCalls.status(of: path)
      } catch {
        // A path that does not exist yet is the usual case, not a failure; a link loop is one.
        guard error != .linkLoop else { throw CommandFailure.unwritable(path, error) }
        (target, isDevice, permissions) = (path, false, nil)
        return
      }
      if existing.kind == .folder {
        throw CommandFailure(
          .usage, "output.is-folder", "\(path): a folder, expected the name of a file")
      }
      if existing.kind == .regular, !replacing { throw CommandFailure.wouldOverwrite(path) }
      isDevice = existing.kind == .other
      permissions = existing.permissions
      target = try CommandFailure.writing(path) {
        existing.kind == .other ? path : try SystemCalls.realPath(path)
      }
    }
  }
}

// What must be cleaned up when a signal ends the process. A signal handler may
// run between any two instructions, so it only reads two atomic words and calls
// functions that POSIX allows there (unlink, write, _exit).

/// Removes temporary files when the process is interrupted.
package enum Interruption {
  /// The address of the names of the temporary files; 0 if there are none.
  private static let temporaryFile = Atomic<UInt>(0)
  /// Whether signals are handled; not when the tool runs inside another program, as in tests.
  private static let isInstalled = Atomic<Bool>(false)
  /// Whether a progress line is on the terminal.
  private static let hasProgressLine = Atomic<Bool>(false)

  /// Handles SIGINT, SIGTERM and SIGHUP, with exit codes 130, 143 and 129.
  package static func install() {
    // Initialized here, so that the handler is never the first to use them.
    temporaryFile.store(0, ordering: .relaxed)
    hasProgressLine.store(false, ordering: .relaxed)
    isInstalled.store(true, ordering: .relaxed)
    for signal in SystemCalls.endingSignals {
      SystemCalls.handle(signal) { Interruption.end($0) }
    }
  }

  /// Cleans up and ends the process when memory runs out, with one line and exit code 70.
  static func endOnRefusedMemory() {
    SystemCalls.handleRefusedMemory {
      Interruption.tidy()
      SystemCalls.writeInSignalHandler(
        "there is not enough memory, expected more (ulimit -v)  [internal.out-of-memory]\n")
      SystemCalls.exitInSignalHandler(ExitCode.internalError.rawValue)
    }
  }

  /// Registers a file to be removed if the process is interrupted.
  ///
  /// One file at a time: a command writes one output.
  package static func protect(_ path: String) { protect([path]) }

  /// Registers the files of one output, then their folder, to be removed in this order.
  package static func protect(_ paths: [String]) {
    guard isInstalled.load(ordering: .relaxed) else { return }
    // Never freed, because a handler may be reading them: a few bytes, once per process.
    let address = SystemCalls.permanentCStrings(paths)
    let before = temporaryFile.exchange(address, ordering: .sequentiallyConsistent)
    precondition(before == 0, "a command writes one file at a time")
  }

  /// Unregisters the file.
  package static func unprotect() { temporaryFile.store(0, ordering: .sequentiallyConsistent) }

  /// Sets whether a progress line must be erased.
  static func progressLine(isShown: Bool) {
    hasProgressLine.store(isShown, ordering: .sequentiallyConsistent)
  }

  private static func end(_ signal: Int32) {
    tidy()
    SystemCalls.exitInSignalHandler(128 + signal)
  }

  private static func tidy() {
    if hasProgressLine.load(ordering: .sequentiallyConsistent) {
      SystemCalls.eraseLineInSignalHandler()
    }
    SystemCalls.removeInSignalHandler(
      cStringsAt: temporaryFile.load(ordering: .sequentiallyConsistent))
  }
}
