// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import DrugMatching

@Suite("The tables of the matcher")
struct MatchingTableTests {
  @Test(
    "Each table within the library is that of Data/Matching, byte for byte",
    arguments: ["substance-synonyms.tsv", "brands-abroad.tsv", "word-aliases.tsv"])
  func same(_ name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let expected = try String(
      contentsOf: root.appending(path: "Data/Matching/\(name)"), encoding: .utf8)
    #expect(MatchingTable.text(name) == expected, "\(name) was changed after the build")
  }

  @Test("A name that is no table has no text")
  func none() {
    #expect(MatchingTable.text("nothing.tsv").isEmpty)
  }
}
