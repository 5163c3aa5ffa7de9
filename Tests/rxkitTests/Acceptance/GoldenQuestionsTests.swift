// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// Asks the questions whose answers an independent program found.
@Suite("Golden questions")
struct GoldenQuestionsTests {
  @Test("Every golden question is answered right, as Scripts/golden prints it")
  func golden() throws {
    guard let folder = TestData.path("golden", skipping: "golden questions") else { return }
    let file = folder.appendingPathComponent("golden.tsv")
    guard let answering = ToolProcess.built("rxkit-golden") else {
      print("skipped: golden questions (rxkit-golden is not built)")
      return
    }
    let script = Repository.root.appendingPathComponent("Scripts/golden").path
    let run = try ToolProcess.run(
      program: "/bin/bash", [script, file.path, try StarterCatalog.path()],
      environment: ["RXKIT": try ToolProcess.executable().path, "RXKIT_GOLDEN": answering.path])
    let lines = run.output.split(separator: "\n")
    let count = try TestData.table(file).count
    print("golden: \(lines.last ?? "no answer")")
    for line in lines where line.contains("\twrong\t") { Issue.record("\(line)") }
    #expect(lines.count == count + 1)
    #expect(lines.last?.hasPrefix("\(count) of \(count) right") == true, "\(run.errors)")
    #expect(run.exitCode == 0)
  }

  @Test("A wrong expectation is told with both sides, and the exit code is 1")
  func wrong() throws {
    guard let answering = ToolProcess.built("rxkit-golden") else {
      print("skipped: a wrong golden question (rxkit-golden is not built)")
      return
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "id\tkind\tquestion\texpected\tsource\nx1\tingredients\tingredients 308192\t1\tnone\n",
      to: "questions.tsv")
    let run = try ToolProcess.run(program: answering.path, [try StarterCatalog.path(), file])
      .expect(1)
    #expect(run.output.hasPrefix("x1\t723\twrong\texpected 1\n0 of 1 right"))
  }
}
