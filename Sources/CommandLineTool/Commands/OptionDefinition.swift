// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One option of a command: what help, manual, completions and the parser know of it.
package struct OptionDefinition: Sendable {
  /// What follows an option.
  package enum Value: Sendable {
    /// Nothing: the option is set or not.
    case none
    /// Any text.
    case text
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
    /// A whole number, zero or more.
    case count
    /// One of these words.
    case oneOf([Choice])
  }

  /// Where help shows an option.
  package enum Group: Sendable {
    /// With those of its command.
    case command
    /// With those that many commands share.
    case common
  }

  /// The long name, with its dashes.
  package let name: String
  /// What the option does, with the unit of its value: one sentence.
  package let explanation: String
  /// What follows it.
  package let value: Value
  /// The name of the value in help, without brackets.
  let valueName: String
  /// The value when the option is not given, as help shows it.
  package let defaultValue: String?
  /// One letter that may be written instead, after one dash.
  package private(set) var short: Character?
  /// Whether it may be given more than once.
  private(set) var isRepeatable = false
  /// Where help shows it.
  package private(set) var group = Group.command

  private init(
    _ name: String, _ value: Value, _ valueName: String, _ explanation: String,
    default defaultValue: String?
  ) {
    self.name = name
    self.value = value
    self.valueName = valueName
    self.explanation = explanation
    self.defaultValue = defaultValue
  }
}

/// One word that an option or argument accepts.
package struct Choice: Sendable {
  package let word: String
  /// What it means, a few words; shells show it beside the word.
  package let explanation: String

  package init(_ word: String, _ explanation: String) {
    self.word = word
    self.explanation = explanation
  }
}

extension OptionDefinition {
  /// An option without a value.
  package static func flag(_ name: String, _ explanation: String) -> OptionDefinition {
    OptionDefinition(name, .none, "", explanation, default: nil)
  }

  /// An option with any text as its value.
  package static func text(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .text, valueName, explanation, default: value)
  }

  /// An option that names a file.
  package static func file(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .file, valueName, explanation, default: value)
  }

  /// An option that names a folder.
  package static func folder(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .folder, valueName, explanation, default: value)
  }

  /// An option with a whole number as its value; the explanation says the unit.
  package static func count(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .count, valueName, explanation, default: value)
  }

  /// An option with one of several words as its value.
  package static func choice(
    _ name: String, _ valueName: String, _ explanation: String, _ choices: [Choice],
    default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .oneOf(choices), valueName, explanation, default: value)
  }

  /// The same option, allowed more than once.
  package func repeatable() -> OptionDefinition {
    var copy = self
    copy.isRepeatable = true
    return copy
  }

  /// The same option with a letter of its own.
  package func short(_ letter: Character) -> OptionDefinition {
    var copy = self
    copy.short = letter
    return copy
  }

  /// The same option among those that many commands share.
  package func common() -> OptionDefinition {
    var copy = self
    copy.group = .common
    return copy
  }
}

extension OptionDefinition {
  /// Whether a value follows.
  var takesValue: Bool {
    if case .none = value { false } else { true }
  }

  /// The words it accepts; empty if any.
  package var choices: [Choice] {
    if case .oneOf(let choices) = value { choices } else { [] }
  }

  /// Every way of writing it.
  package var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [name] }

  /// Name and value, as usage lines show them: `--format <format>`.
  package var synopsis: String { takesValue ? "\(name) <\(valueName)>" : name }

  /// The explanation and what a person must know besides.
  var fullExplanation: String {
    var parts = [explanation]
    if isRepeatable { parts.append("May be repeated.") }
    if let defaultValue { parts.append("(default: \(defaultValue))") }
    return parts.joined(separator: " ")
  }
}
