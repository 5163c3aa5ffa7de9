// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a command cannot continue: its message for the person, and its exit code.
package struct CommandFailure: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  /// The stable code of the error, dotted, such as `usage.unknown-option`.
  ///
  /// Empty for a quiet end.
  package let code: String
  /// Where, what was found, what was expected: one line.
  package let message: String
  /// Further lines that belong to the message, such as an excerpt of the input.
  package let details: [String]
  /// What a person can do next.
  package let remedy: String?

  /// Whether what was written before must not be used.
  package var voidsOutput = false

  package init(
    _ exitCode: ExitCode, _ code: String, _ message: String, details: [String] = [],
    try remedy: String? = nil
  ) {
    self.exitCode = exitCode
    self.code = code
    self.message = message
    self.details = details
    self.remedy = remedy
  }

  /// The reader of the output has gone away: a quiet and successful end.
  static let outputClosed = CommandFailure(.done, "", "")
}

/// An error that knows its message for people; commands let errors of modules through as they are.
package protocol CommandError: Error {
  /// How the tool fails after it.
  var failure: CommandFailure { get }
}

extension CommandFailure: CommandError {
  package var failure: CommandFailure { self }

  /// How the tool fails after an error; one that does not say it is an error of rxkit itself.
  package init(_ error: any Error) {
    self =
      (error as? any CommandError)?.failure
      ?? CommandFailure(.internalError, "internal", "\(type(of: error))")
  }
}

extension CommandFailure: CustomStringConvertible {
  /// The failure as standard error shows it, without the last line feed.
  package var description: String {
    var lines = [code.isEmpty ? message : "\(message)  [\(code)]"]
    lines += details.map { "   \($0)" }
    if let remedy { lines.append("   try: \(remedy)") }
    return lines.joined(separator: "\n")
  }
}

extension CommandFailure {
  /// The first line of a module's error, without the code in brackets at its end.
  ///
  /// The code is said once, by ``description``.
  package static func firstLine(of description: String) -> String {
    let line = description.split(separator: "\n").first ?? ""
    guard line.hasSuffix("]"), let bracket = line.lastIndex(of: "["),
      line[..<bracket].hasSuffix("  "), !line[bracket...].contains(" ")
    else { return String(line) }
    return String(line[..<bracket].dropLast(2))
  }

  /// A file or folder could not be opened, read or listed.
  package static func unreadable(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure(
      .input, "input.unreadable", "\(path): \(error.message)",
      try: error == .notFound ? "check the spelling of the path" : nil)
  }

  /// Does something that reads a file, and names the file if it fails.
  package static func reading<Result: ~Copyable>(
    _ path: String, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch let error as SystemError { throw unreadable(path, error) }
  }

  /// Output could not be written.
  package static func unwritable(_ path: String, _ error: SystemError) -> CommandFailure {
    if error == .brokenPipe { return .outputClosed }
    let remedy =
      switch error {
      case .notFound: "make the folder first, or another place with -o"
      case .noSpace: "make room, or another place with -o"
      default: "another place with -o"
      }
    return CommandFailure(.input, "output.unwritable", "\(path): \(error.message)", try: remedy)
  }

  /// Does something that writes a file, and names the file if it fails.
  package static func writing<Result: ~Copyable>(
    _ path: String, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch let error as SystemError { throw unwritable(path, error) }
  }

  /// A file exists where output would go.
  package static func wouldOverwrite(_ path: String) -> CommandFailure {
    CommandFailure(
      .usage, "output.exists", "\(path): the file exists already and was not overwritten",
      try: "--force, to replace it, or another name")
  }
}

/// How the tool ended, as the shell sees it.
///
/// `rxkit help exit-codes` prints this table.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case incomplete = 1
  case usage = 2
  case input = 3
  case catalog = 4
  case internalError = 70
  case interrupted = 130
  case terminated = 143

  /// What the code says, for a person.
  package var meaning: String {
    switch self {
    case .done: "Done. Also when the downstream process closed the pipe."
    case .incomplete:
      "Done, but something asked for was not found, or --strict found problems."
    case .usage:
      "Wrong usage: an unknown command, option or value, or a file that would be overwritten."
    case .input: "An input could not be read or is broken, or the output could not be written."
    case .catalog: "The catalog is missing, damaged or of another format version."
    case .internalError: "An error of rxkit itself, or not enough memory."
    case .interrupted: "Interrupted (Ctrl-C). No half-written file is left."
    case .terminated: "Terminated (SIGTERM; SIGHUP gives 129). No half-written file is left."
    }
  }
}
