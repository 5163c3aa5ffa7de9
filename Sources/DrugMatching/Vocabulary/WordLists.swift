// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

// The tables in Data/Matching: a header line, then a word or name, what it is
// for, and where it comes from, tab-separated. Their README says more.

/// A table of words or names and what they mean.
enum MatchingTable {
  /// One row: the last column is for people.
  typealias Row = (name: Substring, meaning: Substring)

  /// Names of substances that other countries, the international lists and habit use.
  ///
  /// Meanings are the catalog's own names, parts of a combination joined by `+`.
  static var substances: [Row] { rows("substance-synonyms.tsv") }
  /// Brands that are sold where RxNorm does not look, with their substances.
  static var brands: [Row] { rows("brands-abroad.tsv") }
  static let brandNames = Set(brands.map(\.name))
  static var words: [Row] { rows("word-aliases.tsv") }
  /// Words that name no drug, and what kind of word each is; see ``WordMeaning/kinds``.
  static var explained: [Row] { rows("explained-words.tsv") }

  private static func rows(_ name: String) -> [Row] {
    EmbeddedFolder.matching.rows(of: name).compactMap { fields in
      fields.count == 3 ? (fields[0], fields[1]) : nil
    }
  }
}

/// The lists of `word-lists.tsv`; its README says what each is for.
package enum WordLists {
  private static let words: [Substring: [String]] =
    EmbeddedFolder.matching.rows(of: "word-lists.tsv").reduce(into: [:]) { lists, fields in
      lists[fields[0], default: []] += fields[1].split(separator: " ").map(String.init)
    }

  /// The words of a kind, in the order of the table.
  static func words(_ kind: Substring) -> [String] { words[kind] ?? [] }

  package static func set(_ kind: Substring) -> Set<String> { Set(words(kind)) }

  /// Words that carry no meaning of their own in a drug's name.
  package static let nameFillers = set("name-filler")
  /// Words that name the salt or hydrate of an ingredient, as RxNorm writes it.
  package static let nameSalts = hydrates.union(words("name-salt"))
  package static let hydrates = set("hydrate")
}
