// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One argument of a command, that is, a word that belongs to no option.
package struct ArgumentDefinition: Sendable {
  /// How many words it takes.
  package enum Count: Sendable { case one, optional, any, oneOrMore }

  /// The name in help, without brackets.
  package let name: String
  /// What it is: one sentence.
  package let explanation: String
  /// How many words it takes; only the last argument may take several.
  package let count: Count
  /// What shells offer for it; `.text` offers nothing, `.none` does not occur.
  package let value: OptionDefinition.Value

  package init(
    _ name: String, _ explanation: String, count: Count = .one,
    value: OptionDefinition.Value = .text
  ) {
    self.name = name
    self.explanation = explanation
    self.count = count
    self.value = value
  }
}

extension ArgumentDefinition {
  /// The name in brackets.
  package var placeholder: String { "<\(name)>" }

  /// The argument as usage lines show it.
  package var synopsis: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder) ...]"
    case .oneOrMore: "\(placeholder) ..."
    }
  }

  /// What is expected, for an error message.
  package var expectation: String { count == .oneOrMore ? "one or more" : "one" }

  /// Whether the command cannot do without it.
  var isRequired: Bool { count == .one || count == .oneOrMore }

  /// The words it accepts; empty if any.
  package var choices: [Choice] {
    if case .oneOf(let choices) = value { choices } else { [] }
  }
}
