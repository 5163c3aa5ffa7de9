// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit search on the starter release")
struct SearchCommandTests {
  private func rows(_ words: [String]) throws -> [[String]] {
    let run = try ToolProcess.asking(["search"] + words + ["--format", "tsv"])
    return run.output.split(separator: "\n").dropFirst().map(\.cells)
  }

  @Test("Beginnings of words, in any order, bring the product first")
  func words() throws {
    for words in [["amox", "500", "ca"], ["ca", "500", "amox"], ["amox 500mg caps"]] {
      let rows = try rows(words)
      #expect(rows.first?[1] == "308191", "amoxicillin 500 MG Oral Capsule")
      #expect(rows.allSatisfy { $0[6].contains("500 MG") })
    }
    #expect(try rows(["met"]).first?[6] == "metformin")
    #expect(try rows(["lipitor"]).first?[1] == "153165")
  }

  @Test("Filters and limits cut the answer, and what is cut is said")
  func filters() throws {
    let words = ["lisinopril", "10", "--tty", "SCD", "--prescribable", "--ingredient"]
    let alone = try rows(words + ["lisinopril", "--dose-form", "oral tablet"])
    #expect(alone.first?[1] == "314076")
    #expect(alone.allSatisfy { $0[2] == "SCD" && $0[4] == "yes" })
    let next = try rows(["metformin", "--limit", "2", "--offset", "1"])
    #expect(next == Array(try rows(["metformin", "--limit", "3"]).dropFirst()))
  }

  @Test("Suggestions behind an offset are those of the whole list")
  func suggestionsBehindOffset() throws {
    let all = try rows(["--spelling", "metformn"])
    try #require(all.count > 1)
    #expect(try rows(["--spelling", "metformn", "--limit", "1", "--offset", "1"]) == [all[1]])
  }
}
