// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

/// The words by which labels are read, by kind: the rows of `Data/Mappings/label-words.tsv`.
///
/// An entry is a word, or a phrase of several; each kind has a sentence in which it occurs and one
/// in which it does not.
struct LabelVocabulary: Sendable {
  /// A row of the table.
  struct Kind: Sendable {
    let name: String
    let entries: [String]
    let example: String
    let counterexample: String
    /// The entries' bytes by their first byte: a text is gone through once for all of them.
    fileprivate let search: [[[UInt8]]]
  }

  static let shared = LabelVocabulary(
    EmbeddedFolder.reading.bytes(of: "label-words.tsv") ?? [])

  let kinds: [Kind]
  private let places: [String: Int]

  init(_ bytes: [UInt8]) {
    kinds = bytes.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4 else { return nil }
      let entries = fields[1].split(separator: "|")
      var search = [[[UInt8]]](repeating: [], count: 256)
      for entry in entries.map({ Array($0.utf8) }) { search[Int(entry[0])].append(entry) }
      return Kind(
        name: fields[0], entries: entries.map(String.init), example: fields[2],
        counterexample: fields[3], search: search)
    }
    places = Dictionary(
      kinds.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entries of a kind; none of one that the table does not have.
  subscript(name: String) -> [String] { places[name].map { kinds[$0].entries } ?? [] }

  static func words(_ name: String) -> Set<String> { Set(shared[name]) }

  func words(_ name: String) -> [String] { self[name].filter { !$0.utf8.contains(0x20) } }

  /// Whether words in lower case, with single blanks between, hold an entry of a kind.
  func holds(_ name: String, in words: String) -> Bool {
    guard let place = places[name] else { return false }
    let search = kinds[place].search
    let text = words.utf8.span
    for start in 0..<text.count {
      for entry in search[Int(text[start])] where text.holds(entry.span, at: start) { return true }
    }
    return false
  }
}
