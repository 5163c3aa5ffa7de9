// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

// The tables in Data/Matching: a header line, then a word or name, what it stands
// for, and where it comes from, tab-separated. Their README says more.

/// A table of words or names that stand for others.
enum MatchingTable {
  /// One row: the last column is for people.
  typealias Row = (name: Substring, meaning: Substring)

  /// Names of substances that other countries, the international lists and habit use.
  ///
  /// Meanings are the catalog's own names, parts of a combination joined by `+`.
  static var substances: [Row] { rows("substance-synonyms.tsv") }
  /// Brands that are sold where RxNorm does not look, with their substances.
  static var brands: [Row] { rows("brands-abroad.tsv") }
  /// The names of ``brands``.
  static let brandNames = Set(brands.map(\.name))
  /// Words for words of the vocabulary.
  static var words: [Row] { rows("word-aliases.tsv") }

  /// Words that name no drug, and what kind of word each is; see ``WordMeaning/kinds``.
  static var explained: [Row] { rows("explained-words.tsv") }

  private static func rows(_ name: String) -> [Row] {
    let text = String(decoding: EmbeddedFolder.matching.bytes(of: name) ?? [], as: UTF8.self)
    // Bytes are much faster to part than characters.
    return text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 2)
      return fields.count == 3 ? (Substring(fields[0]), Substring(fields[1])) : nil
    }
  }
}
