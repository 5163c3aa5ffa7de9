// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The terminal, the environment, the clock and the process itself.

private import CMemory
private import MedicationModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCalls {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of a terminal, `nil` if it does not say.
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func environmentValue(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Nanoseconds of a clock that never goes back.
  static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Waits; a signal may end it early.
  package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Makes `malloc` reuse freed memory instead of returning it to the system.
  ///
  /// Documents of a megabyte come and go; glibc gives the memory of each back to the system, which
  /// clears it anew, page by page: a seventh of the time that bundles took. Other C libraries are
  /// left as they are.
  package static func keepFreedMemory() {
    // glibc's largest; above it a document has memory of its own, as before.
    cmemory_keep(32 << 20, 64 << 20)
  }

  /// Calls `handler` when `malloc` fails, in the same thread; it must not allocate.
  static func handleRefusedMemory(_ handler: @escaping @convention(c) () -> Void) {
    cmemory_when_refused(handler)
  }

  package static func processID() -> Int32 { getpid() }

  /// Whether a process of a number runs, whoever owns it; signal 0 only tests whether it exists.
  package static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }

  /// Runs a shell command and returns whether it ended well.
  ///
  /// The variables are in its environment, not in its text: no name can become a command, and no
  /// other user can see one.
  package static func runShell(_ command: String, _ variables: [(String, String)]) -> Bool {
    // Sound: C strings are passed for the duration of one call, and no other thread runs.
    for (name, value) in variables { unsafe setenv(name, value, 1) }
    return unsafe system(command) == 0
  }

  /// Ends the process after what was registered with `atexit`.
  package static func endProcess(_ code: Int32) -> Never {
    exit(code)
  }
}

// Signals, and functions that may be called in a signal handler.

extension SystemCalls {
  /// The signals that end the tool, possibly with a half-written file.
  static let endingSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// Makes writing to a closed pipe, or beyond the file size limit, an error instead of a signal.
  static func makeFailedWritesErrors() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `handler` on a signal, unless the parent process had it ignored (`nohup`).
  ///
  /// A blocked signal is unblocked: the signal mask is inherited from the thread that started the
  /// process, and worker threads of many programs block all signals.
  package static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let previous = signal(number, handler)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    if unsafe unsafeBitCast(previous, to: Int.self) == ignored {
      _ = signal(number, SIG_IGN)
    }
    // Sound: the set is on the stack during the three calls, which keep no pointer.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Removes files and empty folders named by C strings; may be called in a signal handler.
  static func removeInSignalHandler(cStringsAt address: UInt) {
    guard var path = unsafe UnsafePointer<CChar>(bitPattern: address) else { return }
    while unsafe path.pointee != 0 {
      if unsafe unlink(path) != 0 { unsafe _ = rmdir(path) }
      unsafe path += strlen(path) + 1
    }
  }

  /// Ends the process at once; may be called in a signal handler.
  static func exitInSignalHandler(_ code: Int32) -> Never { _exit(code) }

  /// Erases the terminal's current line of standard error; may be called in a signal handler.
  static func eraseLineInSignalHandler() { writeInSignalHandler("\r\u{1B}[K") }

  /// Writes a text to standard error; may be called in a signal handler.
  static func writeInSignalHandler(_ text: StaticString) {
    let (start, count) = unsafe (text.utf8Start, text.utf8CodeUnitCount)
    unsafe _ = write(standardError, start, count)
  }

  /// Copies of strings that are never freed, for a signal handler that may read them at any time.
  ///
  /// - Returns: Their address as a number, the last string empty; 0 if there is no memory.
  static func permanentCStrings(_ texts: [String]) -> UInt {
    var bytes: [UInt8] = []
    for text in texts { bytes += Array(text.utf8) + [0] }
    bytes.append(0)
    guard let memory = unsafe malloc(bytes.count) else { return 0 }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    return UInt(bitPattern: memory)
  }
}

/// The current day: the only place that reads a clock for lists.
package enum CurrentDay {
  /// Today in UTC, such as `2026-11-21`.
  package static var text: String {
    var time = timespec()
    // The call fills the structure and keeps no pointer to it.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return CivilDate(daysSince1970: Int(time.tv_sec) / 86_400).description
  }
}
