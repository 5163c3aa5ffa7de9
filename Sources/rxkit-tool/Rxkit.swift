// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The program.
@main
enum Rxkit {
  static let tool = Tool(
    name: "rxkit",
    abstract:
      "Resolve medication codes to ingredients, strengths, forms and labelled side effects.",
    commands: commands, groups: MedGroup.all,
    elsewhere: ["labels": "rxkit-labels", "evaluate labels": "rxkit-labels"])

  static func main() { tool.runAsProcess() }

  /// The commands of the tool, in the order of the help.
  private static let commands =
    ToolCommand.of(
      BuildCommand.self,
      VerifyCommand.self,
      InfoCommand.self,
      LookupCommand.self,
      ValueSetCommand.self,
      SearchCommand.self,
      HistoryCommand.self,
      DiffCommand.self,
      AuditCommand.self,
      ResolveCommand.self,
      RelatedCommand.self,
      SideEffectsCommand.self,
      SymptomsCommand.self,
      ExplainCommand.self,
      MatchCommand.self,
      EvaluateCommand.self,
      ConvertCommand.self,
      ExportCommand.self)
    + MedGroup.commands + [.completions(of: "rxkit"), .help(of: "rxkit")]
}
