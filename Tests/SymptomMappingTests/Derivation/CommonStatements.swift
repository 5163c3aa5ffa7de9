// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Finds a label's own "most common adverse reactions" statements.
enum CommonStatements {
  /// Opens a statement.
  static let opening = pattern(
    #"\b(?:most\s+(?:common|frequent|commonly|frequently|often)|commonly\s+(?:observed|reported)"#
      + #"|(?<!less\s)common\s+adverse\s+(?:reactions|events))\b"#)

  /// What a statement speaks of.
  private static let subject = pattern(
    #"\b(?:adverse|side\s+effect|reaction|effects|events|experiences)"#)

  /// Statements of another thing: why patients stopped, what was serious.
  private static let other = pattern(
    #"discontinu|withdraw|leading to|led to|serious|overdos|treatment cessation|resulting in"#
      + #"|resulted in|cause of|reason|laboratory (?:test|abnormal)|interrupt|dose reduction"#)

  /// Where a sentence ends: not inside "e.g." or "1.1%".
  private static let end = pattern(
    #"(?<!\bvs)(?<!e\.g)(?<!i\.e)[.!?](?=\s+(?:[A-Z\[(•"]|\d+\.\d|$))|\s(?=\d{1,2}\.\d\s+[A-Z][a-z])"#,
    caseSensitive: true)

  /// Says that reports came after approval.
  static let postmarketing = pattern(
    #"post-?\s?marketing|post-?approval|post approval|clinical practice|reported voluntarily"#
      + #"|spontaneous"#)

  private static func pattern(
    _ text: String, caseSensitive: Bool = false
  ) -> Expression { Expression(text, caseSensitive: caseSensitive) }

  /// The statements of an adverse-reactions text whose tables are blanked.
  static func statements(in text: String) -> [String] {
    let text = text as NSString
    var result: [String] = []
    var position = 0
    while let match = opening.first(in: text, from: position) {
      let stop = end.first(in: text, from: match.location + match.length)
      let limit = stop.map { $0.location + $0.length } ?? text.length
      let statement = text.substring(
        with: NSRange(location: match.location, length: limit - match.location))
      let lead = NSRange(
        location: max(0, match.location - 90), length: min(90, match.location))
      let before = text.substring(with: lead).split { $0 == "]" || $0 == ")" || $0 == "." }.last
      position = limit
      guard subject.found(in: statement), !other.found(in: statement),
        !other.found(in: before.map(String.init) ?? "")
      else { continue }
      result.append(statement)
    }
    return result
  }

  /// What stands after each opening, tables included: where a quoted term is
  /// looked for.
  static func windows(in text: String) -> [String] {
    let text = text as NSString
    var result: [String] = []
    var position = 0
    while let match = opening.first(in: text, from: position) {
      let length = min(1_000, text.length - match.location)
      result.append(text.substring(with: NSRange(location: match.location, length: length)))
      position = match.location + match.length
    }
    return result
  }
}

/// A regular expression that can cross actors.
struct Expression: Sendable {
  private let expression: NSRegularExpression?

  init(_ pattern: String, caseSensitive: Bool = false) {
    expression = try? NSRegularExpression(
      pattern: pattern, options: caseSensitive ? [] : .caseInsensitive)
    precondition(expression != nil, "a pattern of the tests is not an expression: \(pattern)")
  }

  /// The first match at or after a position.
  func first(in text: NSString, from position: Int) -> NSRange? {
    guard position < text.length else { return nil }
    let range = NSRange(location: position, length: text.length - position)
    return expression?.firstMatch(
      in: text as String, options: .withTransparentBounds, range: range)?
      .range
  }

  /// Whether it matches anywhere.
  func found(in text: String) -> Bool { first(in: text as NSString, from: 0) != nil }
}

/// Blanks the tables inside a flattened text.
enum TableBlanking {
  /// The text with the words of each table replaced by blanks.
  static func blanked(_ text: String, tables: [MarkupNode]) -> String {
    var scalars = Array(text.unicodeScalars)
    let places = scalars.indices.filter { !isBlank(scalars[$0]) }
    let letters = places.map { scalars[$0].value }
    for table in tables {
      let words = table.flattened(droppingFootnotes: false).unicodeScalars
        .filter { !isBlank($0) }.map(\.value)
      guard let range = find(words, in: letters) else { continue }
      for place in places[range.lowerBound]...places[range.upperBound - 1] {
        scalars[place] = " "
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{a0}"
  }

  /// The place of a table: the whole of it, else its first 50 to last 40 letters.
  private static func find(_ words: [UInt32], in text: [UInt32]) -> Range<Int>? {
    if let start = index(of: words[...], in: text, from: 0) { return start..<(start + words.count) }
    guard let start = index(of: words.prefix(50), in: text, from: 0),
      let stop = index(of: words.suffix(40), in: text, from: start)
    else { return nil }
    return start..<(stop + words.suffix(40).count)
  }

  private static func index(
    of words: ArraySlice<UInt32>, in text: [UInt32], from start: Int
  ) -> Int? {
    guard let first = words.first, words.count <= text.count - start else { return nil }
    for position in start...(text.count - words.count)
    where text[position] == first && text[position..<(position + words.count)] == words {
      return position
    }
    return nil
  }
}
