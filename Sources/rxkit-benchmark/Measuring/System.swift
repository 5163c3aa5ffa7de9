// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The C library, under one name for all platforms. The only file of the
// benchmark that imports it.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The C library's `write`, whose name ``System`` uses for its own.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// What the system tells about this process and its machine.
enum System {
  /// Processor time of the calling thread, in nanoseconds.
  static var threadTime: Double { time(CLOCK_THREAD_CPUTIME_ID) }

  /// Time that passes, in nanoseconds.
  static var wallTime: Double { time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Double {
    var value = timespec()
    clock_gettime(clock, &value)
    return Double(value.tv_sec) * 1e9 + Double(value.tv_nsec)
  }

  /// Starts a program; its standard input and error are empty and thrown away.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: Its environment, as `NAME=value`.
  ///   - output: The descriptor that becomes its standard output.
  ///   - closing: A descriptor that the program must not inherit.
  /// - Returns: Its number, or the error of starting it.
  static func start(
    _ arguments: [String], environment: [String], output: Int32, closing: Int32?
  ) -> Result<pid_t, SystemFailure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let closing { posix_spawn_file_actions_addclose(&actions, closing) }
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer {
      for word in words { free(word) }
      for variable in variables { free(variable) }
    }
    var process = pid_t()
    let failure = posix_spawn(&process, arguments[0], &actions, nil, &words, &variables)
    if failure != 0 { return .failure(SystemFailure(arguments[0], failure)) }
    return .success(process)
  }

  /// Waits for the end of a program: its exit status, and what it used.
  static func wait(for process: pid_t) -> (exitStatus: Int32, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // A program that a signal ended has no exit status; shells call it 128 and the signal.
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, usage)
  }

  /// Two descriptors, reading and writing.
  static func makePipe() -> Result<(reading: Int32, writing: Int32), SystemFailure> {
    var descriptors: [Int32] = [-1, -1]
    if pipe(&descriptors) != 0 { return .failure(SystemFailure("pipe", errno)) }
    return .success((descriptors[0], descriptors[1]))
  }

  /// Everything that comes out of a descriptor, which is closed.
  static func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    close(descriptor)
    return bytes
  }

  /// Writes a whole file.
  static func save(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    let descriptor = try create(path).get()
    defer { close(descriptor) }
    try write(bytes, to: descriptor, name: path)
  }

  /// Writes bytes where a descriptor stands.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(SystemFailure) {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { rest in
        put(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemFailure(name, errno) }
      position += count
    }
  }

  /// A new file for writing.
  static func create(_ path: String) -> Result<Int32, SystemFailure> {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    return descriptor < 0 ? .failure(SystemFailure(path, errno)) : .success(descriptor)
  }

  /// Gives a descriptor back.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  /// The name of the processor, as the system calls it.
  static var processorName: String {
    #if canImport(Darwin)
      var name = [UInt8](repeating: 0, count: 256)
      var count = name.count
      guard sysctlbyname("machdep.cpu.brand_string", &name, &count, nil, 0) == 0 else {
        return "unknown processor"
      }
      return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
      let descriptor = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return "unknown processor" }
      let text = String(decoding: readToEnd(descriptor), as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
      return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
        ?? "unknown processor"
    #endif
  }
}

/// A call of the system that failed.
struct SystemFailure: Error, CustomStringConvertible {
  /// What it was about, such as a path.
  let subject: String
  /// The number of the error.
  let number: Int32

  init(_ subject: String, _ number: Int32) {
    self.subject = subject
    self.number = number
  }

  var description: String { "\(subject): \(String(cString: strerror(number)))" }
}
