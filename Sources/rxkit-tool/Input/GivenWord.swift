// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// A word that something is asked about: an argument, or a line of a file or of standard input.
///
/// Messages name an argument by itself. A line may be of a person's data: it is named by its place,
/// and nothing that follows from it is said (S35).
struct GivenWord: Equatable {
  /// What is asked about.
  let text: String
  /// What messages call it: the argument, or file and line.
  let label: String
  /// Whether it was typed as an argument.
  let isArgument: Bool

  /// An argument.
  init(argument: String) {
    text = argument
    label = DisplayText.printable(argument)
    isArgument = true
  }

  /// A line without the blanks around it; `nil` if there is nothing else.
  init?(line: String, number: Int, of name: String) {
    guard let text = ArgumentLines.trimmed(line) else { return nil }
    self.text = text
    label = "\(name):\(number)"
    isArgument = false
  }
}
