// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import EmbeddedTables
import Foundation
import SymptomMapping
import TestSupport
import Testing

@Suite("The tables within the program")
struct EmbeddedFolderTests {
  static let matchingNames = [
    "substance-synonyms.tsv", "brands-abroad.tsv", "word-aliases.tsv", "explained-words.tsv",
    "status-words.tsv", "word-lists.tsv", "form-words.tsv",
  ]

  static func file(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Repository.root.appending(path: "Data/\(path)")))
  }

  @Test("Each mapping table is there, byte for byte", arguments: MappingTables.fileNames)
  func mappings(_ name: String) throws {
    let found = try #require(EmbeddedFolder.mappings.bytes(of: name))
    #expect(try found == Self.file("Mappings/\(name)"), "\(name) was changed after the build")
  }

  @Test("Each table of the matcher is there, byte for byte", arguments: matchingNames)
  func matching(_ name: String) throws {
    let found = try #require(EmbeddedFolder.matching.bytes(of: name))
    #expect(try found == Self.file("Matching/\(name)"), "\(name) was changed after the build")
  }

  @Test("No other table is there")
  func names() {
    #expect(EmbeddedFolder.mappings.names == MappingTables.fileNames)
    #expect(EmbeddedFolder.matching.names == Self.matchingNames)
    #expect(EmbeddedFolder.mappings.bytes(of: "word-aliases.tsv") == nil)
    #expect(EmbeddedFolder.matching.bytes(of: "nothing.tsv") == nil)
  }
}
