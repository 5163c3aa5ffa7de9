// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Signals, and what may be called while one is handled.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCalls {
  /// The signals that end the tool and may find a half-written file.
  static let endingSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// Makes a write to a closed pipe, or beyond a limit on the size of files, an error instead of a
  /// signal.
  static func makeFailedWritesErrors() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `handler` on a signal, unless whoever started the process had it ignored (`nohup`).
  ///
  /// A signal that was blocked is let through: the mask of the thread that started the process
  /// is inherited, and worker threads of many programs block every signal.
  package static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let previous = signal(number, handler)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    if unsafe unsafeBitCast(previous, to: Int.self) == ignored {
      _ = signal(number, SIG_IGN)
    }
    // Sound: the set lives on the stack for the three calls, which keep no pointer.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Removes the files and empty folders that C strings name; may be called in a signal handler.
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
    #if canImport(Darwin)
      unsafe _ = Darwin.write(standardError, start, count)
    #elseif canImport(Musl)
      unsafe _ = Musl.write(standardError, start, count)
    #else
      unsafe _ = Glibc.write(standardError, start, count)
    #endif
  }

  /// Copies of strings that are never freed, for a signal handler that may read them at any time.
  ///
  /// - Returns: Where they are, as a number, an empty one last; 0 if there is no memory.
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
