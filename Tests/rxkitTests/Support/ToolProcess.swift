// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

/// One run of the built tool, as a shell would see it.
struct ToolProcess {
  let exitCode: Int32
  /// Whether the process ended by a signal.
  let isSignalled: Bool
  let output: String
  let errors: String

  /// Runs the tool with only the environment that is given, and its input closed or given.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    closesOutput: Bool = false
  ) throws -> ToolProcess {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.environment = environment
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    if closesOutput { try outputPipe.fileHandleForReading.close() }
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    let output = closesOutput ? Data() : try outputPipe.fileHandleForReading.readToEnd()
    let errors = try errorPipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return ToolProcess(
      exitCode: process.terminationStatus,
      isSignalled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: output ?? Data(), as: UTF8.self),
      errors: String(decoding: errors ?? Data(), as: UTF8.self))
  }

  /// The built tool: it lies in the folder of the test bundle.
  static func executable() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let own = URL(fileURLWithPath: CommandLine.arguments[0])
    let folders = (bundles + [own]).map { $0.deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent("rxkit") }
    return try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "the tool is not beside the tests, in \(folders.map(\.path))")
  }

  /// The path of another program, `nil` (and a line that says so) if it is not installed.
  static func path(of program: String) -> String? {
    let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let path = folders.map { $0 + "/" + program }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    if path == nil { print("skipped: \(program) is not installed") }
    return path
  }

  /// Runs another program.
  static func run(
    program path: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:], in workingFolder: URL? = nil
  ) throws -> ToolProcess {
    let process = Process()
    if let workingFolder { process.currentDirectoryURL = workingFolder }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
    // Files, not pipes: whoever writes much to both must not wait for the other.
    let folder = try TemporaryFolder()
    let (inputURL, outputURL, errorURL) = (folder["in"], folder["out"], folder["err"])
    try Data(input.utf8).write(to: inputURL)
    for url in [outputURL, errorURL] { try Data().write(to: url) }
    process.standardInput = try FileHandle(forReadingFrom: inputURL)
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorURL)
    try process.run()
    process.waitUntilExit()
    return ToolProcess(
      exitCode: process.terminationStatus,
      isSignalled: process.terminationReason == .uncaughtSignal,
      output: try String(contentsOf: outputURL, encoding: .utf8),
      errors: try String(contentsOf: errorURL, encoding: .utf8))
  }
}
