// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The program.
@main
enum Rxkit {
  /// The tool with all its commands.
  static let tool = Tool(
    name: "rxkit",
    abstract:
      "Resolve medication codes to ingredients, strengths, forms and labelled side effects.",
    commands: CommandList.all,
    elsewhere: ["labels": "rxkit-labels", "evaluate labels": "rxkit-labels"],
    versions: VersionReport.lines)

  static func main() { tool.runAsProcess() }
}
