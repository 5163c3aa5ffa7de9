// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

extension PhraseMatcher {
  /// The phrases that the label of a table's row is, as a whole; empty if it is none.
  ///
  /// Footnote marks, text in brackets and trailing numbers are removed first. An inverted label
  /// (`Pain, pelvic`) is turned round; a label that joins several (`Headache/migraine`,
  /// `Nausea and vomiting`) gives all of them, or nothing if one is unknown.
  public func wholeMatch(_ label: String) -> [Phrase] { wholeMatch(RowLabel.cleaned(label)) }

  private func wholeMatch(_ utf8: [UInt8]) -> [Phrase] {
    if let found = wholePhrase(utf8) { return [found] }
    let parts = RowLabel.parts(utf8)
    guard parts.count > 1 else { return [] }
    let found = parts.compactMap(wholePhrase)
    return found.count == parts.count ? Self.distinct(found) : []
  }

  private static func distinct(_ phrases: [Phrase]) -> [Phrase] {
    phrases.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The phrases that the label of a row with figures names: as a whole, or each part of it that
  /// is one.
  ///
  /// `Stomatitis/pharyngitis` names the second reaction though the first is in no category;
  /// `Anxiety symptoms` and `Headache, including migraine` name the first words. Commas part a
  /// label only where all parts are phrases, or all but one of three or more: `Depression,
  /// respiratory` is one reaction.
  func rowMatch(_ label: String) -> [Phrase] {
    let utf8 = RowLabel.cleaned(label)
    let whole = wholeMatch(utf8)
    if !whole.isEmpty { return whole }
    if let found = RowLabel.withoutTail(utf8).flatMap(wholePhrase) { return [found] }
    let listed = RowLabel.parts(utf8, commas: true)
    let known = listed.compactMap(wholeOrWidened)
    if known.count > 1, known.count >= listed.count - (listed.count > 2 ? 1 : 0) {
      return Self.distinct(known)
    }
    let parts = RowLabel.parts(utf8)
    return parts.count > 1 ? Self.distinct(parts.compactMap(wholeOrWidened)) : []
  }

  /// Whether a label joins reactions, one of which is in no category: `Heart failure/fatigue`, but
  /// not `Abdominal pain/discomfort`, which says one thing in two words.
  func isOneOfSeveral(_ label: String) -> Bool {
    let utf8 = RowLabel.cleaned(label)
    if !wholeMatch(utf8).isEmpty || wholeOrWidened(utf8) != nil { return false }
    let listed = RowLabel.parts(utf8, commas: true)
    let parts = listed.count > 2 ? listed : RowLabel.parts(utf8)
    guard parts.count > 1 else { return false }
    return parts.contains { wholeOrWidened($0) == nil && !RowLabel.isWideSense($0) }
      && parts.contains { wholeOrWidened($0) != nil }
  }

  private func wholeOrWidened(_ utf8: [UInt8]) -> Phrase? {
    wholePhrase(utf8) ?? RowLabel.withoutTail(utf8).flatMap(wholePhrase)
  }

  private func wholePhrase(_ utf8: [UInt8]) -> Phrase? {
    if let found = phrases(equalTo: utf8).first { return found }
    for other in RowLabel.turned(utf8) {
      if let found = phrases(equalTo: other).first { return found }
    }
    return nil
  }
}

/// The label of a table's row, made comparable with phrases.
private enum RowLabel {
  static func cleaned(_ label: String) -> [UInt8] {
    var words: [[UInt8]] = []
    var depth = 0
    var word: [UInt8] = []
    func close() {
      if !word.isEmpty { words.append(word) }
      word = []
    }
    for scalar in label.unicodeScalars {
      switch scalar {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth = max(0, depth - 1)
      case _ where depth > 0: break
      case "*", "#", "†", "‡", "§", "¶", "‖", "^", "~", "%", ":", ";", "®", "™", "\u{B9}",
        "\u{B2}", "\u{B3}", "\u{2070}"..."\u{209F}", "•", "\u{FEFF}", "\u{200B}":
        break
      case " ", "\t", "\n", "\r", "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}": close()
      default: word += scalar.utf8
      }
    }
    close()
    while let last = words.last, words.count > 1, isMark(last) { words.removeLast() }
    if var last = words.popLast() {
      // `Headache1` and `Headache,` with the mark taken off.
      while let byte = last.last, byte < 0x41 { last.removeLast() }
      if !last.isEmpty { words.append(last) }
    }
    return Array(words.joined(separator: [0x20]))
  }

  private static func isMark(_ word: [UInt8]) -> Bool {
    if word.allSatisfy({ $0 < 0x41 }) { return true }
    return word.split(separator: UInt8(ascii: ",")).allSatisfy { $0.count == 1 }
      || ["nos", "NOS", "Nos"].contains { word.elementsEqual($0.utf8) }
  }

  /// Whether a part only says the same in a wider word (`pain/discomfort`, `cramps/tenderness`).
  static func isWideSense(_ utf8: [UInt8]) -> Bool {
    wideWords.contains(String(decoding: utf8, as: UTF8.self).lowercased())
  }

  private static let wideWords = LabelVocabulary.words("row-wide")
  private static let tails = LabelVocabulary.words("row-tail")

  /// A label without what only widens or limits it: `Anxiety symptoms`,
  /// `Coughing and associated symptoms`, `Cough increase`, `Headache, including migraine`,
  /// `Fever in absence of infection`; `nil` if there is nothing of that kind.
  static func withoutTail(_ utf8: [UInt8]) -> [UInt8]? {
    let words = utf8.split(separator: 0x20)
    func isWord(_ index: Int, _ wanted: [String]) -> Bool {
      wanted.contains { wanted in
        words[index].count == wanted.utf8.count
          && zip(words[index], wanted.utf8).allSatisfy { $0 | 0x20 == $1 }
      }
    }
    /// `in absence of`, `in the absence of`: what is not there limits the term.
    func isAbsence(_ index: Int) -> Bool {
      guard isWord(index, ["in"]), index + 2 < words.count else { return false }
      return isWord(index + (isWord(index + 1, ["the"]) ? 2 : 1), ["absence"])
    }
    var end =
      words.indices.dropFirst().first { isWord($0, ["including"]) || isAbsence($0) } ?? words.count
    while end > 1, tails.contains(String(decoding: words[end - 1], as: UTF8.self).lowercased()) {
      end -= 1
    }
    guard end < words.count else { return nil }
    var term = Array(words[..<end].joined(separator: [0x20]))
    while term.last == UInt8(ascii: ",") { term.removeLast() }
    return term
  }

  /// The labels that a label joins by a slash, `and`, `or` or `&`, and by commas if these count.
  static func parts(_ utf8: [UInt8], commas: Bool = false) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for word in utf8.split(separator: 0x20) {
      let lower = word.map { $0 | 0x20 }
      if ["and", "or", "and/or"].contains(where: { lower.elementsEqual($0.utf8) })
        || word.elementsEqual("&".utf8)
      {
        parts.append([])
        continue
      }
      let isListed = commas && word.last == UInt8(ascii: ",")
      let pieces = (isListed ? word.dropLast() : word).split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { parts.append([]) }
        if piece.isEmpty { continue }
        if parts[parts.count - 1].isEmpty {
          parts[parts.count - 1] = Array(piece)
        } else {
          parts[parts.count - 1] += [0x20] + piece
        }
      }
      if isListed { parts.append([]) }
    }
    return parts.filter { !$0.isEmpty }
  }

  static func turned(_ utf8: [UInt8]) -> [[UInt8]] {
    let parts = utf8.split(separator: UInt8(ascii: ",")).map { Array($0.drop { $0 == 0x20 }) }
    if parts.count == 2 {
      var orders = [parts[1] + [0x20] + parts[0], parts[0] + [0x20] + parts[1]]
      // `Pain Chest, Non-Cardiac`.
      let words = parts[0].split(separator: 0x20)
      if words.count == 2 { orders.append(parts[1] + [0x20] + words[1] + [0x20] + words[0]) }
      return orders
    }
    guard parts.count == 1 else { return [] }
    let words = utf8.split(separator: 0x20)
    guard words.count == 2 || words.count == 3, let last = words.last else { return [] }
    // `Pain pelvic` and `Pain abdominal lower`.
    var orders: [[UInt8]] = [Array(([last] + words.dropLast()).joined(separator: [0x20]))]
    orders.append(Array((words.dropFirst() + [words[0]]).joined(separator: [0x20])))
    return orders
  }
}
