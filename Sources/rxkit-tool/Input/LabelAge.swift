// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import SymptomMapping

/// The day that the age of labels is counted to.
enum LabelAge {
  /// `--as-of` of the commands that quote labels.
  static let asOf = OptionDefinition.text(
    "--as-of", "date",
    "Day, as 2026-11-21, to count the age of labels to; those of more than two years before say "
      + "so.", default: "today (UTC)")

  /// The day of an invocation: what `--as-of` says, else today.
  static func day(of invocation: Invocation) throws(CommandFailure) -> LabelDate {
    let text = invocation.value(of: asOf) ?? CurrentDay.text
    guard text.utf8.count == 10, let day = LabelDate(text) else {
      throw .notADay(text, of: asOf, of: invocation.command)
    }
    return day
  }
}

extension CommandFailure {
  /// A value is no day.
  static func notADay(
    _ text: String, of option: OptionDefinition, of command: CommandDefinition
  ) -> CommandFailure {
    usage(
      "usage.not-a-day",
      "rxkit \(command.name): value \(quoted(text)) of \(option.name), expected a day such as "
        + "2026-11-21", of: command)
  }
}
