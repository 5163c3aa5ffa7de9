// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A command of the tool: its definition and what it does.
///
/// A command is a type in a file of its own; ``Tool/commands`` lists them.
package protocol Command: Sendable {
  /// The command as a person meets it.
  static var definition: CommandDefinition { get }

  /// Does it.
  ///
  /// - Parameters:
  ///   - invocation: What was typed, checked against the definition.
  ///   - streams: Where answers and messages go.
  /// - Returns: ``ExitCode/done``, or ``ExitCode/incomplete`` and its kin if the command went
  ///   through but not everything was well.
  /// - Throws: What stopped it.
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode
}
