// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import DrugMatching

/// The tables in Data/Matching, as files; the library holds copies of them.
@Suite("Rows of the tables of the matcher")
struct MatchingTableRowTests {
  private static let names: Set<String> = [
    "INN", "BAN", "USAN", "JAN", "LA", "NL", "DE", "FR", "ES", "syn", "chem", "abbr", "code",
  ]
  private static let words: Set<String> = [
    "en", "nl", "fr", "de", "es", "it", "pt", "la", "INN", "BAN", "chem", "abbr", "product",
  ]

  static let tables: [(file: String, first: String, origins: Set<String>, isUnique: Bool)] = [
    ("substance-synonyms.tsv", "name", names, false),
    ("brands-abroad.tsv", "name", ["general"], true), ("word-aliases.tsv", "word", words, true),
    ("explained-words.tsv", "word", words.union(["general"]), false),
    ("status-words.tsv", "word", ["en"], false),
  ]

  private static func rows(_ file: String) throws -> [[String]] {
    let url = Repository.root.appendingPathComponent("Data/Matching/" + file)
    return String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test("Each row has a name in lower case, a meaning and a known origin", arguments: tables)
  func columns(
    _ table: (file: String, first: String, origins: Set<String>, isUnique: Bool)
  ) throws {
    let rows = try Self.rows(table.file)
    #expect(rows.first == [table.first, "meaning", "origin"])
    for row in rows.dropFirst() {
      #expect(row.count == 3 && !row.contains(""), "\(row)")
      #expect(row[0] == row[0].lowercased(), "\(row)")
      #expect(row[2].split(separator: "/").allSatisfy { table.origins.contains(String($0)) })
    }
  }

  @Test("Rows are sorted by their bytes, names stand once", arguments: tables)
  func order(
    _ table: (file: String, first: String, origins: Set<String>, isUnique: Bool)
  ) throws {
    let names = try Self.rows(table.file).dropFirst().map { Array($0[0].utf8) }
    for (left, right) in zip(names, names.dropFirst()) {
      #expect(
        left.lexicographicallyPrecedes(right) || !table.isUnique && left == right,
        "\(String(decoding: right, as: UTF8.self))")
    }
  }

  @Test("S5 each explained word has a kind that the matcher knows, once, and stands for no other")
  func kinds() throws {
    let aliases = Set(try Self.rows("word-aliases.tsv").map { $0[0] })
    let rows = try Self.rows("explained-words.tsv").dropFirst()
    for row in rows {
      #expect(WordMeaning.kinds[row[1][...]] != nil, "\(row)")
      #expect(!aliases.contains(row[0]), "\(row[0]) is read as another word")
    }
    #expect(Set(rows.map { $0.prefix(2) }).count == rows.count)
  }

  @Test("Lists have a kind and words in lower case; words of forms say what is known")
  func lists() throws {
    for row in try Self.rows("word-lists.tsv").dropFirst() {
      #expect(row.count == 2 && row[1] == row[1].lowercased(), "\(row)")
    }
    let forms = try Self.rows("form-words.tsv")
    #expect(forms.first == ["word", "kinds", "details", "releases", "sites"])
    #expect(FormFeatures.ofWords.map(\.word) == forms.dropFirst().map { $0[0] })
    #expect(forms.map { $0[0] }.dropFirst() == forms.map { $0[0] }.dropFirst().sorted()[...])
  }

  @Test("The README counts the rows")
  func counts() throws {
    let url = Repository.root.appendingPathComponent("Data/Matching/README.md")
    let readme = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      .replacing(",", with: "")
    for file in Self.tables.map(\.file) + ["word-lists.tsv", "form-words.tsv"] {
      let count = try Self.rows(file).count - 1
      #expect(readme.contains("`\(file)` | \(count) |"), "\(file): \(count)")
    }
  }
}
