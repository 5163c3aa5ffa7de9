// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import EmbeddedTables
import Foundation
import SymptomMapping
import Testing
import TestSupport

@Suite("The tables within the program")
struct EmbeddedFolderTests {
  static let matchingNames = [
    "substance-synonyms.tsv", "brands-abroad.tsv", "word-aliases.tsv", "explained-words.tsv",
    "status-words.tsv", "word-lists.tsv", "form-words.tsv", "use-words.tsv", "use-phrases.tsv",
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

  @Test("Each table of the catalog is there, byte for byte", arguments: EmbeddedFolder.rxNav.names)
  func rxNav(_ name: String) throws {
    let found = try #require(EmbeddedFolder.rxNav.bytes(of: name))
    #expect(try found == Self.file("RxNav/\(name)"), "\(name) was changed after the build")
    let rows = EmbeddedFolder.rxNav.rows(of: name)
    let readme = String(decoding: try Self.file("RxNav/README.md"), as: UTF8.self)
    #expect(readme.contains("`\(name)` | \(rows.count) |"), "\(name): \(rows.count)")
    #expect(Set(rows.map(\.count)).count == 1)
  }

  @Test("No other table is there")
  func names() {
    #expect(EmbeddedFolder.mappings.names == MappingTables.fileNames)
    #expect(EmbeddedFolder.matching.names == Self.matchingNames)
    #expect(EmbeddedFolder.rxNav.names == ["normal-words.tsv", "relation-paths.tsv"])
    #expect(EmbeddedFolder.mappings.bytes(of: "word-aliases.tsv") == nil)
    #expect(EmbeddedFolder.matching.bytes(of: "nothing.tsv") == nil)
  }
}

@Suite("Tables in the form that programs carry")
struct CodedTableTests {
  private static let long = "8f399784-f257-4f31"

  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private static let table = bytes([
    "name\tset_id\taddress\tnote", "Nausea\t\(long)\thttps://a/\(long)\t",
    "Nausea\t\(long)\thttps://a/\(long)?x\t\(long)\(long)", "Übelkeit\tb\thttps://a/b\t", "\t\t\t",
  ])

  static let tables: [[UInt8]] = [
    table, bytes(["name"]), bytes(["name", "a", "a", "b"]), bytes(["a\tb", "1\t2", "2\t1"]),
    // More values, and longer ones, than a byte counts.
    bytes(["number\ttext"] + (0..<700).map { "\($0)\t" + String(repeating: "x", count: $0) }),
  ]

  @Test("A table comes back byte for byte", arguments: tables)
  func roundTrip(_ table: [UInt8]) throws {
    for reference in ["set_id", "no such column"] {
      #expect(try CodedTable.decoded(CodedTable.coded(table, reference: reference)) == table)
    }
  }

  @Test("What repeats costs little")
  func size() throws {
    let lines = (0..<1000).map {
      "ingredient\t\(Self.long)-\($0 / 50)\thttps://a/\(Self.long)-\($0 / 50)"
    }
    let table = Self.bytes(["kind\tset_id\taddress"] + lines)
    #expect(try CodedTable.coded(table, reference: "set_id").count * 20 < table.count)
  }

  @Test("Lines with other columns than the first are no table")
  func ragged() {
    for table in ["a\tb\n1\n", "a\n1\t2\n", "", "a\tb\n1\t2"] {
      #expect(throws: CodedTable.Malformed.self) {
        try CodedTable.coded(Array(table.utf8), reference: "a")
      }
    }
  }

  @Test("Bytes that are cut, or longer, are an error")
  func lengths() throws {
    let coded = try CodedTable.coded(Self.table, reference: "set_id")
    for count in coded.indices {
      #expect(throws: CodedTable.Malformed.self, "cut at \(count)") {
        try CodedTable.decoded(Array(coded[..<count]))
      }
    }
    let error = #expect(throws: CodedTable.Malformed.self) { try CodedTable.decoded(coded + [0]) }
    #expect(error?.offset == coded.count)
  }

  @Test("Any other byte in any place is an error or a table, and never a crash")
  func damage() throws {
    let coded = try CodedTable.coded(Self.table, reference: "set_id")
    var errors = 0
    for place in coded.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] where coded[place] != byte {
        var damaged = coded
        damaged[place] = byte
        if (try? CodedTable.decoded(damaged)) == nil { errors += 1 }
      }
    }
    #expect(errors > coded.count)
  }

  @Test("Numbers without an end, or without meaning, are errors")
  func numbers() throws {
    let magic = Array("RXT1".utf8)
    for bytes: [UInt8] in [
      [], Array("RXT2".utf8) + [0, 0, 0], magic + [UInt8](repeating: 0xFF, count: 12),
      // More columns than there can be, a reference behind the last, a row without its values.
      magic + [99, 0, 0], magic + [1, 0, 2, 0], magic + [1, 1, 1, 1, 1, 0x61, 0],
      // A value of a number that no value has.
      magic + [1, 1, 1, 1, 1, 0x61, 1, 1],
    ] {
      #expect(throws: CodedTable.Malformed.self, "\(bytes)") { try CodedTable.decoded(bytes) }
    }
    #expect(try CodedTable.decoded(magic + [1, 1, 1, 1, 1, 0x61, 1, 0]) == Array("a\n".utf8))
  }
}
