// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationExchange
import MedicationStore

extension ToolCommand {
  /// A command of `rxkit med`: with the options, the notes and the first words of all of them.
  ///
  /// The paragraphs of the discussion are lines of its text.
  static func med(
    _ name: String, _ abstract: String, examples: [(words: String, explanation: String)],
    arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
    common: [OptionDefinition] = MedOptions.answers, discussion: String = "",
    seeAlso: [String] = [], run: @escaping Action
  ) -> ToolCommand {
    let takesDates = options.contains { $0.synopsis.hasSuffix("<date>") }
    let line = "rxkit med \(name)"
    let definition = CommandDefinition(
      name: "med \(name)", abstract: abstract,
      examples: examples.map {
        .init($0.words.isEmpty ? line : "\(line) \($0.words)", $0.explanation)
      },
      arguments: arguments, options: options + common,
      discussion: discussion.split(separator: "\n").map(String.init)
        + (takesDates ? [MedDates.explanation] : []) + [HelpText.storeNote],
      seeAlso: seeAlso)
    return ToolCommand(definition, run: run)
  }
}

/// The options of several commands.
enum MedOptions {
  static let store = OptionDefinition.file(
    "--store", "file", "Store file; only you can read it.",
    default: "health.sqlite in the per-user data folder"
  ).common()
  static let now = OptionDefinition.text(
    "--now", "date", "Use this as the current time.", default: "RXKIT_NOW, then the clock"
  ).common()
  static let timeZone = OptionDefinition.text(
    "--time-zone", "zone", "Your time zone, such as Europe/Zurich.",
    default: "TZ, then the system's"
  ).common()
  static let seed = OptionDefinition.count(
    "--seed", "number", "Repeatable uuids, for scripts and tests."
  ).common()
  static let asApp = OptionDefinition.text(
    "--as", "app", "Run as an app: see and do only what it was granted."
  ).common()

  static let all = [store, now, timeZone, seed, asApp]
  /// Those of a command that answers.
  static let answers = [CommonOptions.format] + all

  static let from = OptionDefinition.text("--from", "date", "From this day or time on (inclusive).")
  static let to = OptionDefinition.text("--to", "date", "Before this day or time (exclusive).")
  static let at = OptionDefinition.text("--at", "date", "When it happened.", default: "now")
  static let amount = OptionDefinition.text(
    "--amount", "number", "How much was taken.", default: "what was planned, or 1")
  static let days = OptionDefinition.count(
    "--days", "count", "How many days ahead the calendar covers.", default: "30")

  /// The words that name a medication.
  static let medication = ArgumentDefinition("medication", naming)
  /// The same where it may be left out.
  static let anyMedication = ArgumentDefinition("medication", naming, count: .optional)
  private static let naming = "A part of its name or nickname that fits no other, or its number."
}

extension CommandDefinition {
  /// A usage error with HealthKit's code for a value that is not one.
  func invalid(_ message: String) -> CommandFailure {
    .usage("\(HealthErrorCode.errorInvalidArgument)", "\(words): \(message)", of: self)
  }
}

extension ExchangeError: CommandError {
  var failure: CommandFailure {
    CommandFailure(.input, code, "\(place): found \(found), expected \(expected)", try: remedy)
  }
}

extension HealthError: CommandError {
  var failure: CommandFailure {
    let missing: [HealthError] = [.noSuchMedication, .noSuchSample, .noSuchSlot]
    let exitCode: ExitCode =
      switch code {
      case .errorDatabaseInaccessible, .errorHealthDataUnavailable: .input
      default: missing.contains(where: isSame) ? .incomplete : .usage
      }
    return CommandFailure(exitCode, "\(code)", statement, try: remedy)
  }
}
