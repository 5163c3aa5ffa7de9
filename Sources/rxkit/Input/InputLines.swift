// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words of a command line, with standard input in the place of `-`.
enum InputLines {
  /// The arguments in order; `-` stands for the lines of standard input.
  ///
  /// Blank lines are passed over, line ends may be CRLF.
  static func words(of arguments: [String]) throws(CommandFailure) -> [String] {
    var words: [String] = []
    for argument in arguments {
      guard argument == "-" else {
        words.append(argument)
        continue
      }
      let input = try InputFile.read("-")
      guard let text = String(validating: input.bytes, as: UTF8.self) else {
        throw CommandFailure(.input, "input.utf-8", "\(input.name): is not valid UTF-8")
      }
      for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
        words.append(String(line))
      }
    }
    return words
  }
}
