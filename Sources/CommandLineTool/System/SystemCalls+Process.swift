// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The terminal, the environment, the clock and the process itself.

private import CMemory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCalls {
  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of a terminal, `nil` if it does not say.
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// The value of an environment variable.
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

  /// Has the C library keep what is freed for what is asked for next.
  ///
  /// Documents of a megabyte come and go; glibc gives the memory of each back to the system, which
  /// clears it anew, page by page: a seventh of the time that bundles took. Other C libraries are
  /// left as they are.
  package static func keepFreedMemory() {
    // glibc's largest; above it a document has memory of its own, as before.
    cmemory_keep(32 << 20, 64 << 20)
  }

  /// Calls `handler` where memory is refused, in the thread that asked; it may not ask for any.
  static func handleRefusedMemory(_ handler: @escaping @convention(c) () -> Void) {
    cmemory_when_refused(handler)
  }

  /// The number of this process.
  package static func processID() -> Int32 { getpid() }

  /// Whether a process of a number runs, whoever owns it; signal 0 is only asked about.
  package static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }

  /// Ends the process after what was registered with `atexit`.
  package static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Glibc.exit(code)
    #endif
  }
}
