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
    case file
    case folder
    /// A whole number, zero or more.
    case count
    /// One of these words.
    case oneOf([Choice])
  }

  /// Where help shows an option.
  package enum Group: Sendable {
    case command
    /// With those that many commands share.
    case common
  }

  /// The long name, with its dashes.
  package let name: String
  /// What the option does, with the unit of its value: one sentence.
  package let explanation: String
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
  /// What it means, in a few words; shells show it next to the word.
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

  package static func text(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .text, valueName, explanation, default: value)
  }

  package static func file(
    _ name: String, _ valueName: String, _ explanation: String, default value: String? = nil
  ) -> OptionDefinition {
    OptionDefinition(name, .file, valueName, explanation, default: value)
  }

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

/// The options that mean the same in every command that has them.
package enum CommonOptions {
  /// `--help`, which every command has.
  package static let help = OptionDefinition.flag("--help", "Show this help.").short("h").common()

  /// `--version`, which every command has.
  package static let version = OptionDefinition.flag(
    "--version", "Show the versions of rxkit, of its catalog format and of the data."
  ).short("V").common()

  /// `--no-color`, which every command has.
  static let noColor = OptionDefinition.flag(
    "--no-color", "Never use colour; NO_COLOR and TERM=dumb do the same."
  ).common()

  /// `--quiet`, which every command has.
  static let quiet = OptionDefinition.flag(
    "--quiet",
    "Suppress notices, such as that the data are not NLM's, and the summary of a conversion."
  ).short("q").common()

  package static let everywhere = [help, noColor, quiet, version]

  package static let format = OptionDefinition.choice(
    "--format", "format", "Output format.",
    OutputFormat.allCases.map { Choice($0.rawValue, $0.explanation) }, default: "table"
  ).short("f").common()

  /// `--json`, which every command has that has ``format``.
  package static let json = OptionDefinition.flag("--json", "As --format json.").common()

  package static let catalog = OptionDefinition.file(
    "--catalog", "file", "Catalog file.",
    default: "RXKIT_CATALOG, then the per-user data folder"
  ).common()

  package static let mappings = OptionDefinition.folder(
    "--mappings", "folder", "Folder with mapping tables to use.", default: "those within rxkit"
  ).common()

  package static let output = OptionDefinition.file(
    "--output", "file", "Write there instead of to standard output.", default: "-"
  ).short("o").common()

  package static let force = OptionDefinition.flag(
    "--force", "Replace the output file if it exists."
  ).common()

  /// The options of a command that answers from a catalog.
  package static let answers = [format, catalog, output, force]

  /// The options of a command that answers from a catalog and mapping tables.
  package static let labelAnswers = [format, catalog, mappings, output, force]

  package static let strict = OptionDefinition.flag(
    "--strict", "Exit with 1 if there is any problem in the answers."
  ).common()
}
