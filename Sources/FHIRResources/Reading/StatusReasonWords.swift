// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables
internal import UseWords

/// Words of a reason for a status, of an adherence or of a list's title, that deny a use.
///
/// Such an element is only about the status, so single words and pairs of them
/// are enough; a name or a dosage is read by ``StatedUse``, which checks what
/// the words are about. The words are in Data/Matching/status-words.tsv.
enum StatusReasonWords {
  /// Words and pairs by what they mean.
  private static let table: [Substring: Set<Substring>] =
    EmbeddedFolder.matching.rows(of: "status-words.tsv").reduce(into: [:]) { table, row in
      if row.count > 1 { table[row[1], default: []].insert(row[0]) }
    }
  private static let denials = words(of: "denial")
  private static let harms = words(of: "harm")
  private static let changes = words(of: "change")
  private static let absent = words(of: "absent")
  private static let lapses = words(of: "lapse")
  private static let negators = words(of: "negator")
  private static let undenied = words(of: "undenied")
  private static let partial = words(of: "partial")
  private static let resumed = words(of: "resumed")
  private static let taking = words(of: "taking")
  private static let withdrawn = words(of: "withdrawn")

  static func words(of kind: Substring) -> Set<Substring> { table[kind] ?? [] }

  /// Whether a reason or an adherence denies that the medication is in use.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - names: The names of the drug: statements about another one deny nothing.
  /// - Returns: `false` for words that say nothing about the use, or that it continues.
  static func deny(_ text: String, of names: [String] = []) -> Bool {
    switch StatedUse.read(text, in: .dosage, of: names) {
    case .conditional: return false
    case .notTaken, .stopped, .onHold, .otherPerson: return true
    case .planned, .uncertain, nil: break
    }
    let words = words(in: text)
    if words.last == "no" { return true }
    let again = words.indices.first { resumed.contains(words[$0]) }
    if let again, again == 0 || !negators.contains(words[again - 1]) { return false }
    var place = 0
    while place < words.count {
      defer { place += 1 }
      let word = words[place]
      let rest = words[(place + 1)...]
      // `taking not as directed` is taking.
      if word == "not", let next = rest.first, undenied.contains(next) { continue }
      if negators.contains(word), let end = endOfDenied(rest) {
        place = end
        continue
      }
      let pair = rest.first.map { "\(word) \($0)"[...] } ?? ""
      if changes.contains(pair) {
        // `changed to lisinopril`, of lisinopril itself.
        let isOwn = rest.dropFirst().prefix(2).contains { next in
          names.contains { Self.words(in: $0).contains(next) }
        }
        if isOwn { continue }
        return true
      }
      let before = words[..<place].suffix(3)
      if harms.contains(word) || harms.contains(pair) {
        if before.contains(where: absent.contains) { continue }
        return true
      }
      if denials.contains(word) || denials.contains(pair) {
        if before.contains(where: partial.contains) { continue }
        return true
      }
    }
    return false
  }

  /// The place up to which a negator cancels what would deny the use: `never misses a dose`,
  /// `not experiencing side effects`, `not to stop abruptly`.
  private static func endOfDenied(_ rest: ArraySlice<Substring>) -> Int? {
    for (place, word) in zip(rest.indices, rest).prefix(2) {
      if taking.contains(word) { return nil }
      if lapses.contains(word) || harms.contains(word) { return place }
      let next = place + 1 < rest.endIndex ? rest[place + 1] : ""
      if harms.contains("\(word) \(next)"[...]) { return place + 1 }
      if denials.contains(word), place == rest.startIndex || rest[place - 1] == "to" {
        return place
      }
    }
    return nil
  }

  /// Whether a title, a category or a flag says that what it holds is not in use.
  static func withdraw(_ text: String) -> Bool {
    let words = words(in: text)
    return words.indices.contains { place in
      withdrawn.contains(words[place])
        || place + 1 < words.count && withdrawn.contains("\(words[place]) \(words[place + 1])"[...])
    }
  }

  private static func words(in text: String) -> [Substring] {
    text.lowercased().split { character in
      !(character.isLetter || character.isNumber || character == "'" || character == "\u{2019}")
    }.map { word in
      word.contains("\u{2019}") ? Substring(word.map { $0 == "\u{2019}" ? "'" : $0 }) : word
    }
  }
}
