// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The program that reads drug labels.
@main
enum RxkitLabels {
  /// The tool with all its commands.
  static let tool = Tool(
    name: "rxkit-labels",
    abstract: "Read drug labels and extract what they state about symptoms, with the evidence.",
    commands: ToolCommand.of(
      BuildCommand.self, ReadCommand.self, ShowCommand.self, TablesCommand.self,
      ImportCommand.self, CombineCommand.self, EvaluateCommand.self)
      + [.completions(of: "rxkit-labels"), .help(of: "rxkit-labels")])

  static func main() { tool.runAsProcess() }
}
