// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The calls of the C library that the tool makes, and the only file that
// imports it: the names and types differ between Linux and macOS, and every
// pointer that crosses the border is made and used up within one function here.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error number of the operating system.
struct SystemError: Error, Equatable {
  /// The value of `errno`.
  let number: Int32

  /// Nobody reads the other end of a pipe.
  static let brokenPipe = SystemError(number: EPIPE)
  /// The file exists already.
  static let exists = SystemError(number: EEXIST)
  /// There is no such file or folder.
  static let notFound = SystemError(number: ENOENT)
  /// There is no room on the disk.
  static let noSpace = SystemError(number: ENOSPC)

  /// The words of the system for it, as `strerror` gives them, beginning in lower case.
  var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// The error that the last failed call left behind.
  fileprivate static var last: SystemError { SystemError(number: errno) }
}

/// What stands under a path.
struct FileStatus: Equatable {
  /// The kinds that the tool tells apart.
  enum Kind { case regular, folder, other }

  let kind: Kind
  let byteCount: Int
  /// The permission bits.
  let permissions: UInt32
  /// Device and file number together name the file, whatever its path.
  let identity: Identity

  /// A file's number on its device.
  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }
}

/// An open file, closed when its owner is gone.
struct OpenFile: ~Copyable {
  /// The number of the descriptor.
  let descriptor: Int32

  deinit { _ = close(descriptor) }
}

/// The system calls, each with Swift's types and typed errors.
enum SystemCalls {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2
}

// MARK: Reading and writing

extension SystemCalls {
  /// Opens a file for reading; `open` with `O_RDONLY | O_CLOEXEC`.
  static func openForReading(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_RDONLY | O_CLOEXEC))
  }

  /// Makes a new file, which must not exist; `open` with `O_CREAT | O_EXCL`.
  static func create(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
  }

  /// Opens what exists for writing, without cutting it: a device, a pipe.
  static func openForWriting(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_WRONLY | O_CLOEXEC))
  }

  private static func opened(_ descriptor: Int32) throws(SystemError) -> OpenFile {
    guard descriptor >= 0 else { throw SystemError.last }
    return OpenFile(descriptor: descriptor)
  }

  /// Reads up to `count` bytes and appends them; an empty read is the end of the file.
  ///
  /// - Returns: How many bytes were read.
  static func read(
    _ descriptor: Int32, upTo count: Int, into bytes: inout [UInt8]
  ) throws(SystemError) -> Int {
    var failure: SystemError?
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = 0
      while true {
        #if canImport(Darwin)
          let result = unsafe Darwin.read(descriptor, buffer.baseAddress, count)
        #elseif canImport(Musl)
          let result = unsafe Musl.read(descriptor, buffer.baseAddress, count)
        #else
          let result = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
        #endif
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
  static func write(_ bytes: borrowing [UInt8], to descriptor: Int32) throws(SystemError) {
    unsafe try write(bytes.span.bytes, to: descriptor)
  }

  /// Writes all of the bytes, in as many calls as it takes.
  static func write(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
    let failure = unsafe bytes.withUnsafeBytes { (buffer) -> SystemError? in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          let result = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let result = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          let result = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if result >= 0 { done += result } else if errno != EINTR { return SystemError.last }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Brings a file's bytes to the disk; `F_FULLFSYNC` on macOS, where `fsync` does not.
  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // EINVAL: a file system that has nothing to sync.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError.last }
  }
}

// MARK: Names of files

extension SystemCalls {
  /// What stands under a path, symbolic links followed.
  static func status(of path: String) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { throw SystemError.last }
    return FileStatus(info)
  }

  /// Whether something is at a path.
  static func exists(_ path: String) -> Bool {
    (try? status(of: path)) != nil
  }

  /// Whether a folder is at a path.
  static func isFolder(_ path: String) -> Bool {
    (try? status(of: path).kind) == .folder
  }

  /// Makes a folder and those above it, as far as they are missing.
  static func makeFolders(_ path: String) throws(SystemError) {
    var partial = ""
    for part in path.split(separator: "/") {
      partial += "/" + part
      if exists(partial) { continue }
      guard unsafe mkdir(partial, 0o755) == 0 else { throw SystemError.last }
    }
  }

  /// What an open descriptor leads to.
  static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe fstat(descriptor, &info) == 0 else { throw SystemError.last }
    return FileStatus(info)
  }

  /// Sets the permission bits of an open file.
  static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(SystemError) {
    guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw SystemError.last }
  }

  /// Gives a file another name, replacing what has it.
  static func rename(_ path: String, to target: String) throws(SystemError) {
    #if canImport(Darwin)
      let result = unsafe Darwin.rename(path, target)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(path, target)
    #else
      let result = unsafe Glibc.rename(path, target)
    #endif
    guard result == 0 else { throw SystemError.last }
  }

  /// Gives a file a second name, which must be free.
  static func link(_ path: String, as target: String) throws(SystemError) {
    #if canImport(Darwin)
      let result = unsafe Darwin.link(path, target)
    #elseif canImport(Musl)
      let result = unsafe Musl.link(path, target)
    #else
      let result = unsafe Glibc.link(path, target)
    #endif
    guard result == 0 else { throw SystemError.last }
  }

  /// Takes a name away.
  static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 else { throw SystemError.last }
  }

  /// Makes a folder, which must not exist.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o777) == 0 else { throw SystemError.last }
  }

  /// Takes an empty folder away.
  static func removeFolder(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) == 0 else { throw SystemError.last }
  }

  /// The path without symbolic links; it must exist.
  static func realPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in a folder, in the order of the system, without `.` and `..`.
  ///
  /// - Returns: Each name as its bytes, which need not be UTF-8.
  static func names(inFolder path: String) throws(SystemError) -> [[UInt8]] {
    guard let folder = unsafe opendir(path) else { throw SystemError.last }
    defer { unsafe closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        if errno != 0 { throw SystemError.last }
        return names
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let first = unsafe UnsafeRawPointer(entry) + offset
      let length = unsafe strlen(first.assumingMemoryBound(to: CChar.self))
      let name = unsafe [UInt8](UnsafeRawBufferPointer(start: first, count: length))
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    byteCount = Int(info.st_size)
    permissions = UInt32(info.st_mode & 0o7777)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      file: UInt64(truncatingIfNeeded: info.st_ino))
  }
}

// MARK: Terminal, environment, clock, process

extension SystemCalls {
  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

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

  /// The number of this process.
  static func processID() -> Int32 { getpid() }

  /// Whether a process of a number runs, whoever owns it; signal 0 is only asked about.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// Ends the process after what was registered with `atexit`.
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Glibc.exit(code)
    #endif
  }
}

// MARK: Signals

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
  static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
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
  ///
  /// - Parameter address: Where the strings are, as a number: one after another, an empty one last.
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
  static func eraseLineInSignalHandler() {
    let bytes: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
    unsafe withUnsafeBytes(of: bytes) { buffer in
      #if canImport(Darwin)
        unsafe _ = Darwin.write(standardError, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        unsafe _ = Musl.write(standardError, buffer.baseAddress, buffer.count)
      #else
        unsafe _ = Glibc.write(standardError, buffer.baseAddress, buffer.count)
      #endif
    }
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
