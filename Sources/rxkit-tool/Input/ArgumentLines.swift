// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Words of the command line, and lines that stand for such.
enum ArgumentLines {
  /// Checks words among which `-` may stand for standard input.
  ///
  /// - Throws: A usage failure if `-` stands twice or a word is empty.
  static func check(
    _ arguments: [String], of command: CommandDefinition
  ) throws(CommandFailure) {
    if arguments.contains(where: { trimmed($0) == nil }) { throw .emptyArgument(of: command) }
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw .usage(
        "usage.repeated-input",
        "rxkit \(command.name): - is given twice, expected once: standard input is read once",
        of: command)
    }
  }

  /// The lines of a file that are not empty, without the blanks around them.
  ///
  /// LF and CR LF end a line, a byte order mark is no part of the first.
  ///
  /// - Returns: `nil` if the bytes are not UTF-8.
  static func lines(of input: InputFile) -> [GivenWord]? {
    let body = ByteOrderMark.dropped(from: input.bytes)
    guard let text = String(validating: body, as: UTF8.self) else { return nil }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap {
        GivenWord(
          line: String(String.UnicodeScalarView($1)), number: $0 + 1, of: input.name)
      }
  }

  /// A line without the blanks around it; `nil` if there is nothing else.
  static func trimmed(_ line: String) -> String? {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r"]
    let front = line.unicodeScalars.drop(while: blanks.contains)
    guard let last = front.lastIndex(where: { !blanks.contains($0) }) else { return nil }
    return String(String.UnicodeScalarView(front[...last]))
  }
}
