// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
    "--quiet", "Leave out the note on data that are not NLM's, and what convert did."
  ).short("q").common()

  /// What every command has.
  package static let everywhere = [help, noColor, quiet, version]

  /// `--format`.
  package static let format = OptionDefinition.choice(
    "--format", "format", "Output format.",
    OutputFormat.allCases.map { Choice($0.rawValue, $0.explanation) }, default: "table"
  ).short("f").common()

  /// `--json`, which every command has that has ``format``.
  package static let json = OptionDefinition.flag("--json", "As --format json.").common()

  /// `--catalog`.
  package static let catalog = OptionDefinition.file(
    "--catalog", "file", "Catalog file.",
    default: "RXKIT_CATALOG, then the per-user data folder"
  ).common()

  /// `--mappings`.
  package static let mappings = OptionDefinition.folder(
    "--mappings", "folder", "Folder with mapping tables to use.", default: "those within rxkit"
  ).common()

  /// `--output`.
  package static let output = OptionDefinition.file(
    "--output", "file", "Write there instead of to standard output.", default: "-"
  ).short("o").common()

  /// `--force`.
  package static let force = OptionDefinition.flag(
    "--force", "Replace the output file if it exists."
  ).common()

  /// `--strict`.
  package static let strict = OptionDefinition.flag(
    "--strict", "Exit with 1 if there is any problem in the answers."
  ).common()
}
