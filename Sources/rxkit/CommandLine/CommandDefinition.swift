// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One command as a person meets it.
///
/// Parsing, help, manual pages and the completions of three shells all come
/// from this one value.
struct CommandDefinition: Sendable {
  /// One line of the examples.
  struct Example: Sendable {
    /// What is typed.
    let line: String
    /// What it shows, a few words.
    let explanation: String

    init(_ line: String, _ explanation: String) {
      self.line = line
      self.explanation = explanation
    }
  }

  /// The word after `rxkit`.
  let name: String
  /// What it does: one sentence.
  let abstract: String
  /// What people type, the most common first.
  let examples: [Example]
  /// The words that belong to no option, in order.
  var arguments: [ArgumentDefinition] = []
  /// The options of the command, without those that every command has.
  var options: [OptionDefinition] = []
  /// What a person must know besides: paragraphs.
  var discussion: [String] = []
  /// Where to read on.
  var seeAlso: [String] = []
}

extension CommandDefinition {
  /// The options of the command and those that every command has.
  var allOptions: [OptionDefinition] { options + CommonOptions.everywhere }

  /// The usage line, without the heading.
  var usage: String {
    let parts =
      ["rxkit \(name)"] + arguments.map(\.synopsis)
      + options.map { "[\($0.synopsis)]" + ($0.isRepeatable ? " ..." : "") }
    return parts.joined(separator: " ")
  }
}
