// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// `rxkit labels`: what drug labels say of symptoms, read from the labels themselves.
struct LabelsCommand: CommandGroup {
  static let name = "labels"
  static let abstract = "Read drug labels: what they say of symptoms, with the evidence."
  static let members: [any Command.Type] = [
    LabelsBuildCommand.self, LabelsReadCommand.self, LabelsShowCommand.self,
    LabelsTablesCommand.self, LabelsImportCommand.self, LabelsCombineCommand.self,
  ]
}
