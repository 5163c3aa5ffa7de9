// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system knows of this process and its machine.
enum System {
  /// Processor time of the calling thread, in nanoseconds.
  static var threadTime: Double { time(CLOCK_THREAD_CPUTIME_ID) }

  /// Processor time of all threads, in nanoseconds.
  static var processTime: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// Time that passes, in nanoseconds.
  static var wallTime: Double { time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Double {
    var value = timespec()
    clock_gettime(clock, &value)
    return Double(value.tv_sec) * 1e9 + Double(value.tv_nsec)
  }

  /// Starts ``peakMemory`` again from what is in use now.
  static func resetPeakMemory() {
    // Not worth an error: without it there is no figure, and the report shows none.
    try? FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(contentsOf: Data("5".utf8))
  }

  /// The most memory that this process used since ``resetPeakMemory()``, in bytes; on Linux only.
  static var peakMemory: Int? {
    line("VmHWM:", of: "/proc/self/status")?.split { !$0.isNumber }.first.flatMap { Int($0) }
      .map { $0 * 1024 }
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
      line("model name", of: "/proc/cpuinfo")?.split(separator: ":").last
        .map { String($0.drop { $0 == " " }) } ?? "unknown processor"
    #endif
  }

  private static func line(_ start: String, of path: String) -> Substring? {
    FileManager.default.contents(atPath: path).flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(start) }
    }
  }

  /// The path of a program of the system.
  static func path(of program: String) throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for folder in folders + ["/usr/bin", "/bin"] {
      let path = "\(folder)/\(program)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw BenchmarkFailure("no program '\(program)'; install it")
  }

  /// Writes a whole file.
  static func save(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }
}

/// A program that was run from start to end.
struct ChildProcess {
  /// What the work of another process took.
  struct Cost {
    /// From before it was started until it was gone, in nanoseconds.
    var wallTime: Double
    /// Processor time in user and system mode, in nanoseconds.
    var processorTime: Double
    /// The most memory that it used, in bytes; `nil` where it is unknown.
    ///
    /// Linux counts the memory of the process that starts another one to the
    /// other's maximum, so only a maximum above our own is the program's.
    var peakMemory: Int?
  }

  /// What it wrote, where that was captured.
  let output: Data
  /// How it ended; 128 and more for a signal.
  let exitStatus: Int32
  let cost: Cost

  /// The output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  private static let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }

  /// Runs a program that must end with exit status 0.
  static func check(_ arguments: [String], output path: String? = nil) throws -> ChildProcess {
    let process = try run(arguments, output: path)
    guard process.exitStatus == 0 else {
      throw BenchmarkFailure(
        "\(arguments.joined(separator: " ")): exit status \(process.exitStatus)")
    }
    return process
  }

  /// Runs a program; its standard input is empty, its standard error thrown away.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - path: The file for its standard output; without one, that is captured.
  /// - Returns: What it wrote and used.
  /// - Throws: If it cannot be started.
  static func run(_ arguments: [String], output path: String? = nil) throws -> ChildProcess {
    let ownMemory = System.peakMemory ?? 0
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let pipe = path == nil ? Pipe() : nil
    if let pipe {
      posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        posix_spawn_file_actions_addclose(&actions, end.fileDescriptor)
      }
    } else if let path {
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    let begin = System.wallTime
    let failure = posix_spawn(&process, arguments[0], &actions, nil, &words, &variables)
    guard failure == 0 else {
      throw BenchmarkFailure("\(arguments[0]): \(String(cString: strerror(failure)))")
    }
    try pipe?.fileHandleForWriting.close()
    let bytes = try pipe?.fileHandleForReading.readToEnd()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let wallTime = System.wallTime - begin
    let processorTime =
      Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    // A program that a signal ended has no exit status; shells call it 128 and the signal.
    let signal = status & 0x7F
    return ChildProcess(
      output: bytes ?? Data(), exitStatus: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      cost: Cost(
        wallTime: wallTime, processorTime: processorTime, peakMemory: peak > ownMemory ? peak : nil)
    )
  }
}
