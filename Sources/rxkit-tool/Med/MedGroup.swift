// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The commands `rxkit med …`, in the order of the help.
enum MedGroup {
  static let commands: [any Command.Type] = [
    MedAddCommand.self,
    MedListCommand.self,
    MedShowCommand.self,
    MedRenameCommand.self,
    MedArchiveCommand.self,
    MedScheduleCommand.self,
    MedDueCommand.self,
    MedTakeCommand.self,
    MedSkipCommand.self,
    MedSnoozeCommand.self,
    MedUndoCommand.self,
    MedEditCommand.self,
    MedSweepCommand.self,
    MedDosesCommand.self,
    MedWatchCommand.self,
    MedChartCommand.self,
    MedNotificationsCommand.self,
    MedSymptomLogCommand.self,
    MedSymptomListCommand.self,
    MedGrantCommand.self,
    MedRevokeCommand.self,
    MedAppsCommand.self,
    MedRecoverCommand.self,
    MedEraseCommand.self,
    MedExportCommand.self,
    MedImportCommand.self,
    MedRemindCommand.self,
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
