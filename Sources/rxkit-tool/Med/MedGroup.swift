// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The commands `rxkit med …`, in the order of the help.
enum MedGroup {
  static let commands = [
    AddCommand.add, ListCommands.list, ListCommands.show, ListCommands.rename,
    ListCommands.archive, ScheduleCommand.schedule, DoseCommands.due, DoseCommands.take,
    DoseCommands.skip, DoseCommands.snooze, DoseCommands.undo, DoseCommands.edit,
    DoseCommands.sweep, HistoryCommands.doses, HistoryCommands.watch, ChartCommand.chart,
    ReminderCommands.notifications, SymptomCommands.log, SymptomCommands.list, AppCommands.grant,
    AppCommands.revoke, AppCommands.apps, StoreCommands.recover, StoreCommands.erase,
    StoreCommands.export, ImportCommand.import, ReminderCommands.remind,
  ]

  static let all = [
    CommandGroup(
      name: "med",
      abstract: "Keep your medications, doses and symptoms, and choose which apps see them.",
      discussion: [
        "Everything is in one file on this computer, which only you can read. A dose that a "
          + "schedule asks for becomes due by itself; rxkit med due lists what waits for you.",
        MedDates.explanation,
        HelpText.storeNote,
      ]),
    CommandGroup(name: "med symptom", abstract: "Log symptoms, and list them."),
  ]
}
