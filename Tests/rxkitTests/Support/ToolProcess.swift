// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool
@testable import rxkit_labels

/// One run of the tool, as a shell would see it.
///
/// The tool runs within the tests where a function call shows all there is to see. What only a
/// process has (standard input, a working folder, a closed pipe, signals) is run with the tool
/// that ships, which `RXKIT_TOOL` names; without it, with the one that was built beside the tests.
struct ToolProcess {
  let exitCode: Int32
  /// Whether the process ended by a signal.
  let isSignalled: Bool
  let output: String
  let errors: String
  fileprivate var arguments: [String] = []
  /// The messages without the time of a conversion.
  var untimedErrors: String {
    errors.replacingOccurrences(of: " in [0-9.]+ s;", with: ";", options: .regularExpression)
  }

  /// Runs the tool with only the environment that is given; `rxkit-labels` if that is the first
  /// word.
  ///
  /// As a process if there is an input, even an empty one, or a working folder, or if the output
  /// is a pipe that nobody reads.
  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    in folder: URL? = nil, closesOutput: Bool = false
  ) throws -> ToolProcess {
    if closesOutput { return try runIntoClosedPipe(arguments, environment) }
    let isOfLabels = arguments.first == RxkitLabels.tool.name
    let tool = isOfLabels ? RxkitLabels.tool : Rxkit.tool
    let arguments = Array(arguments.dropFirst(isOfLabels ? 1 : 0))
    guard input == nil, folder == nil else {
      return try run(
        program: executable(isOfLabels ? tool.name : nil).path, arguments, input: input ?? "",
        environment: environment,
        in: folder)
    }
    let (output, errors) = (try UnnamedFile(), try UnnamedFile())
    var streams = Streams(
      output: output.descriptor, messages: errors.descriptor,
      environment: Environment { environment[$0] })
    let code = tool.run(arguments, &streams)
    return ToolProcess(
      exitCode: code.rawValue, isSignalled: false, output: output.text(), errors: errors.text(),
      arguments: arguments)
  }

  private static func runIntoClosedPipe(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> ToolProcess {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.environment = environment
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try outputPipe.fileHandleForReading.close()
    try process.run()
    let errors = try errorPipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return ToolProcess(
      exitCode: process.terminationStatus,
      isSignalled: process.terminationReason == .uncaughtSignal,
      output: "", errors: String(decoding: errors ?? Data(), as: UTF8.self), arguments: arguments)
  }

  /// The tool as a program, or another of the package.
  static func executable(_ name: String? = nil) throws -> URL {
    if name == nil, let path = ProcessInfo.processInfo.environment["RXKIT_TOOL"] {
      return URL(fileURLWithPath: path)
    }
    return try #require(built(name ?? "rxkit"), "the tool is not beside the tests")
  }

  /// A program of the package that was built beside the tests.
  static func built(_ name: String) -> URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let own = URL(fileURLWithPath: CommandLine.arguments[0])
    return (bundles + [own]).map { $0.deletingLastPathComponent().appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
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
    let (inputFile, output, errors) = (try UnnamedFile(), try UnnamedFile(), try UnnamedFile())
    inputFile.write(input)
    process.standardInput = FileHandle(fileDescriptor: inputFile.descriptor)
    process.standardOutput = FileHandle(fileDescriptor: output.descriptor)
    process.standardError = FileHandle(fileDescriptor: errors.descriptor)
    try process.run()
    process.waitUntilExit()
    return ToolProcess(
      exitCode: process.terminationStatus,
      isSignalled: process.terminationReason == .uncaughtSignal,
      output: output.text(), errors: errors.text(), arguments: arguments)
  }
}

extension ToolProcess {
  /// Expects an exit code, parts of the messages and of the output, parts that the messages do not
  /// have, and the count of the output's lines.
  @discardableResult
  func expect(
    _ code: Int32? = nil, says: String..., prints: String..., omits: String..., lines: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolProcess {
    var wrong = says.filter { !errors.contains($0) }.map { "not said: \($0)" }
    wrong += omits.filter { errors.contains($0) }.map { "said: \($0)" }
    wrong += prints.filter { !output.contains($0) }.map { "not printed: \($0)" }
    if let code, code != exitCode || isSignalled {
      wrong.append("exit code \(exitCode), not \(code)")
    }
    let count = output.split(separator: "\n").count
    if let lines, count != lines || lines == 0 && !output.isEmpty {
      wrong.append("\(count) lines, not \(lines)")
    }
    if !wrong.isEmpty {
      Issue.record(
        "\(arguments): \(wrong)\n----- output\n\(output.prefix(2000))\n----- errors\n\(errors)",
        sourceLocation: sourceLocation)
    }
    return self
  }
}

/// A file without a name, gone with the value.
private final class UnnamedFile {
  private let file: UnsafeMutablePointer<FILE>
  let descriptor: Int32

  init() throws {
    file = try #require(tmpfile(), "no temporary file can be made")
    descriptor = fileno(file)
  }

  deinit { fclose(file) }

  /// Gives it a text, to be read from the start.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, file)
    rewind(file)
  }

  /// What was written through the descriptor.
  func text() -> String {
    lseek(descriptor, 0, SEEK_SET)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
