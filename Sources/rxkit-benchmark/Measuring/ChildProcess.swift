// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A program that was run from start to end.
struct ChildProcess {
  /// Where a program's standard output goes.
  enum Output {
    /// Into memory, through a pipe.
    case captured
    /// Into a file.
    case file(String)
  }

  /// What it wrote, where that was captured.
  let output: [UInt8]
  /// How it ended; 128 and more for a signal.
  let exitStatus: Int32
  /// From before it was started until it was gone, in nanoseconds.
  let wallTime: Double
  /// Processor time in user and system mode, in nanoseconds.
  let processorTime: Double
  /// The most memory that it held, in bytes; `nil` where it cannot be told.
  ///
  /// Linux counts the memory of the process that starts another one to the
  /// other's maximum, so only a maximum above our own is the program's.
  let peakMemory: Int?

  private static let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - output: Where its standard output goes.
  /// - Returns: What it wrote and used.
  /// - Throws: ``SystemFailure`` if it cannot be started.
  static func run(
    _ arguments: [String], output: Output = .captured
  ) throws(SystemFailure) -> ChildProcess {
    let ownMemory = PeakMemory.current
    let reading: Int32?
    let writing: Int32
    switch output {
    case .captured:
      let pipe = try System.makePipe().get()
      (reading, writing) = (pipe.reading, pipe.writing)
    case .file(let path):
      (reading, writing) = (nil, try System.create(path).get())
    }
    let begin = System.wallTime
    let started = System.start(
      arguments, environment: environment, output: writing, closing: reading)
    System.closeFile(writing)
    let bytes = reading.map { System.readToEnd($0) } ?? []
    let process = try started.get()
    let (exitStatus, usage) = System.wait(for: process)
    let end = System.wallTime
    let processor =
      Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    return ChildProcess(
      output: bytes, exitStatus: exitStatus, wallTime: end - begin, processorTime: processor,
      peakMemory: peak > ownMemory ?? 0 ? peak : nil)
  }

  /// The output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
}
