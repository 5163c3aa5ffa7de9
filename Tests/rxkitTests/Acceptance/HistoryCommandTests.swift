// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("history, diff and audit")
struct HistoryCommandTests {
  @Test("Two releases give the same catalog in either order, and it is said which is current")
  func build() throws {
    let folder = try TemporaryFolder()
    let months = Repository.root.path + "/Tests/rxkitTests/Fixtures/months/RxNorm_full_"
    let releases = [months + "02022026", months + "01052026"]
    for (name, order) in [("a", releases), ("b", releases.reversed())] {
      let path = folder[name].path
      try ToolProcess.run(["build"] + order + ["-o", path]).expect(
        0,
        says: "current is RxNorm_full_02022026 of 2026-02-02; history from 1 earlier release\n")
      try ToolProcess.run(["verify", "--catalog", path]).expect(0)
    }
    #expect(try Data(contentsOf: folder["a"]) == Data(contentsOf: folder["b"]), "S37")
  }

  @Test("R30 diff answers in every format", arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    let catalog = try StarterCatalog.path()
    try CommandTests.expectForm(format, of: ["diff", catalog, catalog])
  }

  /// First fields of lines, and what is read of them.
  @Test(
    "A list is read as lines, tab-separated or comma-separated values",
    arguments: FixtureRows.cells("lists of codes"))
  func list(_ row: [String]) throws {
    let list = try CodeList(InputFile(name: "x", bytes: Array(row[0].utf8)), system: nil)
    let codings = list.entries.map(\.coding)
    #expect(codings.map { $0.code ?? "-" }.joined(separator: " | ") == row[1])
    #expect(codings.map { $0.display ?? "-" }.joined(separator: " | ") == row[2])
  }
}
