// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Finds the phrases of `phrases.tsv` in a text; the longest wins at a place.
///
/// Words are compared, and what stands between them: a blank and a hyphen are
/// one, a comma or a full stop is not.
struct PhraseMatcher: Sendable {
  /// A phrase with the category that it stands for.
  struct Phrase: Sendable {
    let text: String
    let effect: String
    let words: [String]
    let gaps: [String]
    let notAfter: [String]
    let notBefore: [String]
  }

  /// A phrase at a place of a text.
  struct Match {
    let phrase: Phrase
    /// Offset in the lower-cased, collapsed text, in characters.
    let offset: Int
  }

  private let byFirstWord: [String: [Phrase]]
  private let byLetters: [String: Phrase]

  init(_ table: MappingTable) {
    var byFirstWord: [String: [Phrase]] = [:]
    var byLetters: [String: Phrase] = [:]
    for record in table.records {
      let text = record["phrase"] ?? ""
      let tokens = Self.tokens(text)
      guard let first = tokens.words.first else { continue }
      func guards(_ column: String) -> [String] {
        (record[column] ?? "").split(separator: "|").map(String.init)
      }
      let phrase = Phrase(
        text: text, effect: "\(record["symptom"] ?? "") \(record["direction"] ?? "")",
        words: tokens.words, gaps: tokens.gaps, notAfter: guards("not_after_words"),
        notBefore: guards("not_before_words"))
      byFirstWord[first, default: []].append(phrase)
      byLetters[Self.letters(text)] = phrase
    }
    self.byFirstWord = byFirstWord.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    self.byLetters = byLetters
  }

  /// The phrase that a row label is as a whole; blanks and hyphens do not count.
  func whole(_ label: String) -> Phrase? { byLetters[Self.letters(label)] }

  /// The phrases that a table's row label names ("Nausea/Vomiting" names two).
  func labelled(_ label: String) -> [(term: String, phrase: Phrase)] {
    let marks: Set<Character> = ["†", "‡", "§", "¶", "*", "#", "^", "‖", "•"]
    let text = String(label.map { marks.contains($0) ? " " : $0 }).withoutBrackets
    func trimmed(_ value: String) -> String {
      value.collapsed.trimmingCharacters(in: CharacterSet(charactersIn: " ,;:."))
    }
    func cut(_ value: String, _ pattern: String) -> String {
      trimmed(value.replacingOccurrences(of: pattern, with: "", options: .regularExpression))
    }
    var forms = [trimmed(text)]
    forms.append(cut(forms[0], #"\s*\d+(\s*,\s*\d+)*$"#))
    forms.append(cut(forms[1], #"\s+[a-h](\s*,\s*[a-h])*$"#))
    forms.append(cut(forms[2], #"(?<=[a-z])\s*(nos|NOS)$"#))
    for form in forms {
      if let phrase = whole(form) { return [(form.lowercased(), phrase)] }
      guard let comma = form.firstIndex(of: ",") else { continue }
      let inverted = form[form.index(after: comma)...] + " " + form[..<comma]
      for other in [form.replacing(",", with: ""), String(inverted)] {
        if let phrase = whole(other) { return [(form.lowercased(), phrase)] }
      }
    }
    let separated = forms[3].replacingOccurrences(
      of: #"\s*(?:/|,|;|\band/or\b|\band\b|\bor\b|\+)\s*"#, with: "\u{1}",
      options: .regularExpression)
    return separated.split(separator: "\u{1}").compactMap { part in
      whole(String(part)).map { (trimmed(String(part)).lowercased(), $0) }
    }
  }

  /// The phrases in a text; a matched span is not matched again inside.
  func matches(in text: String) -> [Match] {
    let plain = text.plain
    let tokens = Self.tokens(plain)
    let characters = Array(plain)
    var found: [Match] = []
    var index = 0
    while index < tokens.words.count {
      let match = byFirstWord[tokens.words[index]]?.first { phrase in
        fits(phrase, tokens, at: index, in: characters)
      }
      if let match {
        found.append(Match(phrase: match, offset: tokens.starts[index]))
        index += match.words.count
      } else {
        index += 1
      }
    }
    return found
  }

  private func fits(
    _ phrase: Phrase, _ tokens: Tokens, at index: Int, in text: [Character]
  ) -> Bool {
    let count = phrase.words.count
    guard index + count <= tokens.words.count else { return false }
    for offset in 0..<count where tokens.words[index + offset] != phrase.words[offset] {
      return false
    }
    for offset in 0..<(count - 1) where tokens.gaps[index + offset] != phrase.gaps[offset] {
      return false
    }
    let start = tokens.starts[index]
    let end = tokens.starts[index + count - 1] + phrase.words[count - 1].count
    let before = Self.softened(text[max(0, start - 40)..<start]).trimmed
    let after = Self.softened(text[end..<min(text.count, end + 40)]).trimmed
    func bounded(_ character: Character?) -> Bool {
      guard let character else { return true }
      return !(character.isLetter || character.isNumber)
    }
    if phrase.notAfter.contains(where: { word in
      before.hasSuffix(word) && bounded(before.dropLast(word.count).last)
    }) {
      return false
    }
    return !phrase.notBefore.contains { word in
      after.hasPrefix(word) && bounded(after.dropFirst(word.count).first)
    }
  }

  /// Words, what stands between them, and where they start.
  private struct Tokens {
    var words: [String] = []
    var gaps: [String] = []
    var starts: [Int] = []
  }

  private static let hyphens: Set<Character> = [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}",
  ]

  private static func tokens(_ text: String) -> Tokens {
    var result = Tokens()
    var word = ""
    var gap = ""
    var start = 0
    for (offset, character) in text.enumerated() {
      if character.isLetter || character.isNumber {
        if word.isEmpty {
          start = offset
          if !result.words.isEmpty { result.gaps.append(softened(gap[...]).trimmed) }
          gap = ""
        }
        word.append(character)
      } else {
        if !word.isEmpty {
          result.words.append(word)
          result.starts.append(start)
          word = ""
        }
        gap.append(character)
      }
    }
    if !word.isEmpty {
      result.words.append(word)
      result.starts.append(start)
    }
    return result
  }

  private static func softened(_ text: some Sequence<Character>) -> String {
    String(text.map { hyphens.contains($0) ? " " : $0 })
  }

  private static func letters(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace && !hyphens.contains($0) })
  }
}

extension String {
  /// Without blanks at either end.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
