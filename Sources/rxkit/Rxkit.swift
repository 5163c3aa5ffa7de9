// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The program: takes the process apart into values, and hands them to the tool.
@main
enum Rxkit {
  /// The tool with all its commands.
  static let tool = Tool(
    abstract: "Medication codes made plain: ingredients, strengths, forms, known side effects.",
    commands: CommandList.all, versions: VersionReport.lines)

  static func main() {
    SystemCalls.makeFailedWritesErrors()
    Interruption.install()
    Interruption.endOnRefusedMemory()
    var streams = Streams(environment: Environment(reading: SystemCalls.environmentValue))
    let code = tool.run(Array(CommandLine.arguments.dropFirst()), &streams)
    streams.endProcess(code)
  }
}
