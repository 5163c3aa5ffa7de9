// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One command as a person meets it.
///
/// Parsing, help, manual pages and the completions of three shells all come
/// from this one value.
package struct CommandDefinition: Sendable {
  /// One line of the examples.
  package struct Example: Sendable {
    /// What is typed.
    package let line: String
    /// What it shows, a few words.
    package let explanation: String

    package init(_ line: String, _ explanation: String) {
      self.line = line
      self.explanation = explanation
    }
  }

  /// The program that has the command.
  package let program: String
  /// The word after the program.
  package let name: String
  /// What it does: one sentence.
  package let abstract: String
  /// What people type, the most common first.
  package let examples: [Example]
  /// The words that belong to no option, in order.
  package let arguments: [ArgumentDefinition]
  /// The options of the command, without those that every command has.
  package let options: [OptionDefinition]
  /// What a person must know besides: paragraphs.
  package let discussion: [String]
  /// Where to read on.
  package let seeAlso: [String]

  /// Describes a command.
  package init(
    program: String = "rxkit", name: String, abstract: String, examples: [Example],
    arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
    discussion: [String] = [], seeAlso: [String] = []
  ) {
    self.program = program
    self.name = name
    self.abstract = abstract
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.discussion = discussion
    self.seeAlso = seeAlso
  }
}

extension CommandDefinition {
  /// The options of the command and those that every command has.
  package var allOptions: [OptionDefinition] {
    options.flatMap { $0.name == CommonOptions.format.name ? [$0, CommonOptions.json] : [$0] }
      + CommonOptions.everywhere
  }

  /// What is typed to run it, without arguments.
  package var words: String { "\(program) \(name)" }

  /// The usage line, without the heading.
  package var usage: String {
    let parts =
      [words] + arguments.map(\.synopsis)
      + options.map { "[\($0.synopsis)]" + ($0.isRepeatable ? " ..." : "") }
    return parts.joined(separator: " ")
  }
}
