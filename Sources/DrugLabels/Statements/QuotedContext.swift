// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What a statement is under, in the label's own words:
//
//   Table 2: Adverse Reactions* in ≥5% of ALPHADOR-Treated Adults [see Clinical Studies (14)]
//            Adverse Reactions in ≥5% of [drug]-Treated Adults
//
// Quoted, never parsed: numbers in front, marks of footnotes and what refers to other sections go,
// the names of the label's own drug become `[drug]`, and what is too long ends at a word.

/// Quotes captions, headings, lead-ins and headers of a label.
struct QuotedContext {
  static let (longest, longestPath) = (160, 80)
  static let joint = " > "

  /// The words of each name by its first one, in lower case; the longest name first.
  private let names: [String: [[String]]]
  /// What the names begin with, a bit for each: few words need a closer look.
  private let initials: UInt64
  let drug: DrugNames
  private static let plain = LabelVocabulary.words("plain-context")
    .union(LabelVocabulary.words("body-system"))
  private static let marked = LabelVocabulary.words("marked")

  init(_ label: DrugLabel) {
    drug = DrugNames(label)
    let moieties = label.allProducts.flatMap(\.active).flatMap(\.moieties)
    var names = Set((label.names + moieties.map(\.name)).map { $0.lowercased() })
    // The words of a name that are its own: no salt, no form.
    names.formUnion(drug.words.filter { $0.count > 4 })
    let words = names.map { Self.words($0) }.filter { !$0.isEmpty && $0.joined().count > 2 }
      .sorted { $0.count > $1.count }
    self.names = Dictionary(grouping: words) { $0[0] }
    initials = words.reduce(0) { $0 | Self.initial($1[0]) }
  }

  /// A context of several parts; those that say nothing are left out.
  func context(_ parts: [String]) -> String { Self.joined(parts.map(said)) }

  /// A part of a context; empty if it says nothing but that it is about adverse reactions.
  func said(_ part: String) -> String {
    let text = quoted(part)
    return Self.isPlain(text) ? "" : text
  }

  static func joined(_ parts: [String]) -> String {
    var kept: [String] = []
    for part in parts where !part.isEmpty && kept.last != part { kept.append(part) }
    return cut(kept.joined(separator: joint), longest)
  }

  func path(_ parts: [String]) -> String {
    Self.cut(
      parts.map { quoted($0, isHeader: true) }.filter { !$0.isEmpty }.joined(separator: Self.joint),
      Self.longestPath)
  }

  func quoted(_ text: String, isHeader: Bool = false) -> String {
    var words = Self.unmarked(text).blankParted
    if !isHeader {
      if let end = Self.reference(words) { words.removeSubrange(end...) }
      words = Array(Self.withoutNumber(words[...]))
    }
    replaceNames(&words)
    var result = words.joined(separator: " ")[...]
    while let last = result.last, " :;,.-–—([=".contains(last) { result = result.dropLast() }
    while let first = result.first, " :;,.-–—)•".contains(first) { result = result.dropFirst() }
    return String(Self.withoutMarks(result))
  }

  /// The beginning of a text without signs that are marks of footnotes.
  private static func unmarked(_ text: String) -> String {
    // Most texts are letters of ASCII and have none.
    let isPlain = text.utf8.allSatisfy { byte in
      byte < 0x80 && byte != 0x22 && byte != 0x23 && byte != 0x2A && byte != 0x5E
    }
    if isPlain, text.utf8.count <= 2000 { return text }
    let kept = text.unicodeScalars.prefix(2000).filter { scalar in
      switch scalar {
      case "*", "†", "‡", "§", "¶", "‖", "®", "™", "^", "#", "\"", "\u{200B}": false
      default: true
      }
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// Without marks of footnotes at the end: `Trialsa,b`, `Seizures1`, `(N=989)b`, `Placebo b`.
  private static func withoutMarks(_ text: Substring) -> Substring {
    guard let mark = text.utf8.last, mark &- 0x61 < 3 || mark &- 0x31 < 9 else { return text }
    let isLetter = mark > 0x60
    var rest = text.dropLast()
    if isLetter { while rest.last == " " { rest = rest.dropLast() } }
    if isLetter, rest.last == "," {
      let others = withoutMarks(rest.dropLast())
      return others.endIndex < rest.index(before: rest.endIndex) ? others : text
    }
    let word = rest[(rest.lastIndex(of: " ") ?? rest.startIndex)...].drop { $0 == " " }
    let isMarked = marked.contains(word.lowercased())
    return isLetter && (isMarked || word.last == ")") || isMarked && word.last == "s" ? rest : text
  }

  /// Where a bracket begins that refers to a section: `[see Warnings (5.1)]`, `(6.1)`.
  private static func reference(_ words: [Substring]) -> Int? {
    words.indices.first { index in
      guard index > 0, let first = words[index].first, first == "(" || first == "[" else {
        return false
      }
      let inner = words[index].dropFirst().filter { !")].,;".contains($0) }
      if inner.lowercased() == "see" || inner.isEmpty && words.dropFirst(index + 1).first == "see" {
        return true
      }
      return words[index].contains(".") && !inner.isEmpty && inner.allSatisfy(\.isNumber)
        && (words[index].last == ")" || words[index].last == "]" || words[index].last == ",")
    }
  }

  /// Without `Table 3:` or the number of a section in front.
  private static func withoutNumber(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
    var words = words
    func isNumber(_ word: Substring?) -> Bool {
      guard let word, let first = word.first, first.isNumber else { return false }
      return word.contains(".") && word.allSatisfy { $0.isNumber || ".:-–—".contains($0) }
    }
    if words.first?.lowercased() == "table" {
      let isNumbered = words.dropFirst().first.map { word in
        word.first?.isNumber == true && word.count < 6 || word.count < 3
      }
      if isNumbered == true { words = words.dropFirst(2) }
    } else if isNumber(words.first), words.count > 1 {
      words = words.dropFirst()
    }
    while let first = words.first, first.allSatisfy({ ".:-–—•".contains($0) }) {
      words = words.dropFirst()
    }
    return words
  }

  private static func bare(_ word: Substring) -> (core: String, range: Range<Substring.Index>)? {
    guard let first = word.firstIndex(where: isCore), let last = word.lastIndex(where: isCore)
    else { return nil }
    let range = first..<word.index(after: last)
    return (word[range].lowercased(), range)
  }

  /// A bit for the first letter or digit; all bits for one beyond ASCII.
  private static func initial(_ word: some StringProtocol) -> UInt64 {
    for byte in word.utf8 {
      if byte >= 0x80 { return .max }
      if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 { return 1 << UInt64((byte | 0x20) & 63) }
    }
    return 0
  }

  private static func isCore(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return character.isLetter || character.isNumber }
    return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  private static func words(_ text: String) -> [String] {
    text.parts { !$0.isOfWord && $0 != "-" }.map(String.init)
  }

  private func replaceNames(_ words: inout [Substring]) {
    guard !names.isEmpty else { return }
    var index = 0
    while index < words.count {
      defer { index += 1 }
      let own = Self.initial(words[index]) & initials == 0 ? nil : Self.bare(words[index])
      let name = own.flatMap { names[$0.core] }?.first { name in
        index + name.count <= words.count
          && name.indices.dropFirst().allSatisfy { Self.bare(words[index + $0])?.core == name[$0] }
      }
      guard let own, let name, let last = Self.bare(words[index + name.count - 1]) else {
        // `ALPHADOR-treated`, `alphador/betadrug`.
        if let part = part(of: words[index]) { words[index] = part }
        continue
      }
      let front = words[index][..<own.range.lowerBound]
      let back = words[index + name.count - 1][last.range.upperBound...]
      words.replaceSubrange(index..<index + name.count, with: [Substring(front + "[drug]" + back)])
    }
  }

  private func part(of word: Substring) -> Substring? {
    let isOne = word.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 != 0x2B && $0 &- 0x20 < 0x0D }
    guard !isOne, word.contains(where: { "-–/+".contains($0) || $0.isNumber }) else { return nil }
    var result = ""
    var piece = ""
    var isFound = false
    func close() {
      // `Alphador15 mg`: without a blank.
      let letters = piece.prefix { $0.isLetter }
      let digits = piece.dropFirst(letters.count)
      let found = [(piece[...], piece[piece.endIndex...]), (letters, digits)].first { own, rest in
        let own = own.lowercased()
        return rest.allSatisfy(\.isNumber) && names[own]?.last?.count == 1
      }
      isFound = isFound || found != nil
      result += found.map { "[drug]" + $0.1 } ?? piece
      piece = ""
    }
    for character in word {
      if Self.isCore(character) {
        piece.append(character)
      } else {
        close()
        result.append(character)
      }
    }
    close()
    return isFound ? Substring(result) : nil
  }

  /// Whether a text says nothing but that it is about adverse reactions.
  static func isPlain(_ text: String) -> Bool {
    text.lowercased().parts { !$0.isOfWord && $0 != "'" && $0 != "’" }
      .allSatisfy { plain.contains(String($0)) || $0.allSatisfy(\.isNumber) }
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.count > limit else { return text }
    var cut = text.prefix(limit + 1)
    while let last = cut.last, last != " " { cut = cut.dropLast() }
    while let last = cut.last, " :;,.->([–—".contains(last) { cut = cut.dropLast() }
    // Half a bracket of a name would be no name.
    return String(cut)
  }
}
