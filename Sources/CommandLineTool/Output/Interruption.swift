// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Synchronization

// What a signal that ends the process must tidy up. A signal handler may run
// between any two instructions, so that it only reads two atomic words and
// calls functions that POSIX allows there (unlink, write, _exit).

/// Leaves no debris when the process is interrupted.
package enum Interruption {
  /// Where the names of the temporary files are, 0 if there are none.
  private static let temporaryFile = Atomic<UInt>(0)
  /// Whether signals are handled; not so where the tool runs inside another program, as in tests.
  private static let isInstalled = Atomic<Bool>(false)
  /// Whether a progress line stands on the terminal.
  private static let hasProgressLine = Atomic<Bool>(false)

  /// Handles SIGINT, SIGTERM and SIGHUP, with exit codes 130, 143 and 129.
  package static func install() {
    // Touched here, so that the handler never is the first to use them.
    temporaryFile.store(0, ordering: .relaxed)
    hasProgressLine.store(false, ordering: .relaxed)
    isInstalled.store(true, ordering: .relaxed)
    for signal in SystemCalls.endingSignals {
      SystemCalls.handle(signal) { Interruption.end($0) }
    }
  }

  /// Ends the process, tidied up, where memory is refused: with exit code 70 and one line.
  static func endOnRefusedMemory() {
    SystemCalls.handleRefusedMemory {
      Interruption.tidy()
      SystemCalls.writeInSignalHandler(
        "there is not enough memory, expected more (ulimit -v)  [internal.out-of-memory]\n")
      SystemCalls.exitInSignalHandler(ExitCode.internalError.rawValue)
    }
  }

  /// Has a file removed if the process is interrupted.
  ///
  /// One file at a time: a command writes one output.
  package static func protect(_ path: String) { protect([path]) }

  /// Has the files of one output, and then the folder that holds them, removed in this order.
  package static func protect(_ paths: [String]) {
    guard isInstalled.load(ordering: .relaxed) else { return }
    // Never freed: a handler may be reading them. A few bytes, once a process.
    let address = SystemCalls.permanentCStrings(paths)
    let before = temporaryFile.exchange(address, ordering: .sequentiallyConsistent)
    precondition(before == 0, "a command writes one file at a time")
  }

  /// Forgets the file.
  package static func unprotect() { temporaryFile.store(0, ordering: .sequentiallyConsistent) }

  /// Says whether a progress line must be erased.
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
