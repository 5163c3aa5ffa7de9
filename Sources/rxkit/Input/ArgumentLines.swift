// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Arguments, with the lines of standard input in the place of `-`.
enum ArgumentLines {
  /// Puts the lines of standard input where `-` stands.
  ///
  /// `cut -f2 meds.tsv | rxkit lookup -` asks for each line. Blanks around a
  /// line and empty lines are dropped.
  ///
  /// - Parameters:
  ///   - arguments: The words of a command line; `-` may stand among them once.
  ///   - command: The command, for messages.
  /// - Returns: The words and lines, in order.
  /// - Throws: A usage failure if `-` stands twice; why the input cannot be read.
  static func expand(
    _ arguments: [String], of command: CommandDefinition
  ) throws(CommandFailure) -> [String] {
    guard let place = arguments.firstIndex(of: "-") else { return arguments }
    guard !arguments[(place + 1)...].contains("-") else {
      throw .usage(
        "usage.repeated-input",
        "rxkit \(command.name): - is given twice, expected once: standard input is read once",
        of: command)
    }
    let input = try InputFile.read("-")
    guard let lines = lines(of: input.bytes) else {
      throw CommandFailure(.input, "input.not-utf8", "\(input.name): not UTF-8, expected text")
    }
    return arguments[..<place] + lines + arguments[(place + 1)...]
  }

  /// The lines of a text that are not empty, without the blanks around them.
  ///
  /// LF and CR LF end a line, a byte order mark is no part of the first.
  ///
  /// - Returns: `nil` if the bytes are not UTF-8.
  static func lines(of bytes: [UInt8]) -> [String]? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    guard let text = String(validating: body, as: UTF8.self) else { return nil }
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r"]
    return text.unicodeScalars.split(separator: "\n").compactMap { line in
      let front = line.drop(while: blanks.contains)
      guard let last = front.lastIndex(where: { !blanks.contains($0) }) else { return nil }
      return String(String.UnicodeScalarView(front[...last]))
    }
  }
}
