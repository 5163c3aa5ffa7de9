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

  @Test(
    "R30 history, diff and audit answer in every format", .enabled(if: !Effort.isFast),
    arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    let catalog = try StarterCatalog.path()
    for words in [
      ["history", "541862", "204897", "0078-0659-20"], ["diff", catalog, catalog],
      ["audit", CommandTests.sample],
    ] {
      let run = try ToolProcess.asking(words + ["--format", format.rawValue]).expect(0)
      #expect(!run.output.isEmpty)
      let lines = run.output.split(separator: "\n")
      switch format {
      case .json:
        #expect((try? JSONDocument(Array(run.output.utf8)))?.root.isArray == true)
      case .ndjson:
        for line in lines { #expect(throws: Never.self) { try JSONDocument(Array(line.utf8)) } }
      case .tsv: #expect(Set(lines.map { $0.utf8.count { $0 == 0x09 } }).count == 1)
      case .markdown: #expect(lines.allSatisfy { $0.hasPrefix("| ") })
      case .csv, .table: break
      }
    }
  }

  /// First fields of lines, and what is read of them.
  static let lists: [(text: String, codes: [String], displays: [String?])] = [
    ("861007\n", ["861007"], [nil]),
    ("rxcui\tname\n861007\tMetformin\r\n", ["861007"], ["Metformin"]),
    (
      "\u{FEFF}861007,\"a \"\"b\"\", c\",more\n\n# no\n 6809 ,x\n", ["861007", "6809"],
      ["a \"b\", c", "x"]
    ),
    ("861007,\n", ["861007"], [nil]),
    ("\"861007\",\"x\"", ["861007"], ["x"]),
  ]

  @Test("A list is read as lines, tab-separated or comma-separated values", arguments: lists)
  func list(_ it: (text: String, codes: [String], displays: [String?])) throws {
    let list = try CodeList(InputFile(name: "x", bytes: Array(it.text.utf8)), system: nil)
    #expect(list.entries.map(\.coding.code) == it.codes)
    #expect(list.entries.map(\.coding.display) == it.displays)
  }
}
