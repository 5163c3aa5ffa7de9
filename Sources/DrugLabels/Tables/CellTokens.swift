// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words, numbers and signs of a cell, in lower case, without marks of footnotes.
///
/// `Drug 25mg (N=1,991) %` becomes `drug 25 mg ( n = 1991 ) %`.
struct CellTokens: Sendable, Hashable {
  /// A word, a number or a sign.
  struct Token: Sendable, Hashable {
    enum Kind: Sendable { case word, number, sign }

    let text: String
    let kind: Kind
    let range: Range<Int>

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

    /// The number of persons; `nil` if it is not a whole number or is more than a trial can have.
    var size: Int? {
      guard kind == .number, let value = Int(text), value <= 10_000_000 else { return nil }
      return value
    }
  }

  let tokens: [Token]

  init(_ cell: String) {
    var scanner = CellScanner(cell)
    tokens = scanner.all()
  }

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// `No. of Patients` and the like.
  var isSizeLabel: Bool {
    let words = tokens.map(\.text).filter { !["(", ")", "=", ":"].contains($0) }
    return TableVocabulary.sizeLabels.contains(words.joined(separator: " "))
  }

  var words: [String] { tokens.lazy.filter { $0.kind == .word }.map(\.text) }

  /// Whether words follow each other as in a phrase; signs and numbers between them break it.
  func has(_ phrase: String) -> Bool {
    let utf8 = phrase.utf8
    guard let first = utf8.first else { return false }
    return tokens.indices.contains { start in
      tokens[start].text.utf8.first == first && follows(utf8, from: start)
    }
  }

  /// Whether the tokens from a place on, with one blank between two, are a phrase.
  private func follows(_ phrase: String.UTF8View, from start: Int) -> Bool {
    var rest = phrase.makeIterator()
    for token in tokens[start...] {
      for byte in token.text.utf8 where rest.next() != byte { return false }
      guard let next = rest.next() else { return true }
      guard next == 0x20 else { return false }
    }
    return false
  }

  func hasAny(_ phrases: [String]) -> Bool { phrases.contains(where: has) }

  /// The number behind `n =`, or before `patients`; the last one of several.
  var sampleSize: (value: Int?, tokens: Range<Int>)? {
    var found: (Int?, Range<Int>)?
    for (index, token) in tokens.enumerated() {
      guard token.kind == .number, let value = Int(token.text) else { continue }
      if index >= 2, ["n", "no", "number"].contains(tokens[index - 2].text),
        tokens[index - 1].isSign("=") || tokens[index - 1].isSign(":")
      {
        found = (token.size, bracketed(index - 2..<index + 1))
      } else if index + 1 < tokens.count,
        ["patients", "subjects", "participants", "pts"].contains(tokens[index + 1].text),
        index > 0, tokens[index - 1].isSign("(")
      {
        found = (token.size, bracketed(index..<index + 2))
      } else if index >= 2, index + 1 < tokens.count, value >= 10,
        tokens[index - 1].isSign("("), tokens[index + 1].isSign(")"),
        tokens[..<(index - 1)].contains(where: { $0.kind == .word && $0.text.count > 2 })
      {
        found = (token.size, index - 1..<index + 2)
      }
    }
    return found
  }

  private func bracketed(_ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound > 0, range.upperBound < tokens.count else { return range }
    let before = tokens[range.lowerBound - 1]
    let behind = tokens[range.upperBound]
    let isBracketed =
      (before.isSign("(") && behind.isSign(")")) || (before.isSign("[") && behind.isSign("]"))
    return isBracketed ? range.lowerBound - 1..<range.upperBound + 1 : range
  }
}

/// Cuts a cell into tokens.
private struct CellScanner {
  private var scalars: [Unicode.Scalar] = []
  private var index = 0
  /// The bytes of the word that is read; kept for its memory.
  private var letters: [UInt8] = []

  init(_ cell: String) {
    scalars.reserveCapacity(cell.utf8.count)
    scalars.append(contentsOf: cell.unicodeScalars)
  }

  mutating func all() -> [CellTokens.Token] {
    var tokens: [CellTokens.Token] = []
    while index < scalars.count {
      let start = index
      let scalar = scalars[index]
      if isDigit(scalar)
        || (scalar == "." && index + 1 < scalars.count && isDigit(scalars[index + 1]))
      {
        tokens.append(.init(text: number(), kind: .number, range: start..<index))
      } else if isLetter(scalar) {
        tokens.append(.init(text: word(), kind: .word, range: start..<index))
      } else {
        index += 1
        if let sign = sign(scalar) {
          tokens.append(.init(text: sign, kind: .sign, range: start..<index))
        }
      }
    }
    return tokens
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (scalar.value | 0x20) &- 0x61 < 26 }
    // ª and º are marks of footnotes, not letters.
    return scalar.properties.isAlphabetic && scalar != "ª" && scalar != "º"
      && scalar.properties.numericType == nil
  }

  /// Digits with a decimal point; commas between groups of three digits are left out.
  private mutating func number() -> String {
    var text = ""
    if scalars[index] == "." {
      text = "0."
      index += 1
    }
    var hasPoint = !text.isEmpty
    while index < scalars.count {
      let scalar = scalars[index]
      if isDigit(scalar) {
        text.unicodeScalars.append(scalar)
        index += 1
      } else if scalar == ".", !hasPoint, index + 1 < scalars.count, isDigit(scalars[index + 1]) {
        hasPoint = true
        text.append(".")
        index += 1
      } else if scalar == ",", !hasPoint, isGroup(index + 1) {
        index += 1
      } else {
        break
      }
    }
    return text
  }

  private func isGroup(_ start: Int) -> Bool {
    guard start + 3 <= scalars.count, scalars[start..<start + 3].allSatisfy(isDigit) else {
      return false
    }
    return start + 3 == scalars.count || !isDigit(scalars[start + 3])
  }

  /// Letters, and digits behind them (`tmc278`).
  private mutating func word() -> String {
    letters.removeAll(keepingCapacity: true)
    while index < scalars.count, isLetter(scalars[index]) || isDigit(scalars[index]) {
      if letters.count > 4, isAmount(index) { break }
      let scalar = scalars[index]
      if scalar.isASCII {
        // A digit has the bit of small letters already.
        letters.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
      } else {
        letters.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
      index += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Whether a number with `mg` or `mcg` behind it begins here (`Alphador15 mg`).
  private func isAmount(_ start: Int) -> Bool {
    guard isDigit(scalars[start]) else { return false }
    var place = start
    while place < scalars.count, isDigit(scalars[place]) || scalars[place] == "." { place += 1 }
    while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
    let unit = scalars[place...].prefix { isLetter($0) }.prefix(4).map { String($0).lowercased() }
    return ["mg", "mcg"].contains(unit.joined())
  }

  /// A sign as one of few; `nil` for white space and marks of footnotes.
  private func sign(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "*", "†", "‡", "§", "¶", "‖", "®", "™", "ª", "º", "^", "\u{200B}", "\u{FEFF}": nil
    case "-", "–", "—", "−", "‑", "‐", "―": "-"
    case "‹", "＜", "˂": "<"
    case "＝": "="
    case _ where scalar.isASCII:
      scalar.value == 0x20 || scalar.value &- 0x09 < 5 ? nil : String(scalar)
    default:
      scalar.properties.isWhitespace || scalar.properties.numericType != nil
        ? nil : String(Character(scalar))
    }
  }
}
