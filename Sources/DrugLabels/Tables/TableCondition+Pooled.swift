// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The trials of which a table has the figures together, and the phase that they were of:
//
//   … in Trial UC2                                   UC2
//   … in Trials CD-1 and CD-2                        CD-1 and CD-2
//   … in Induction Studies (UC-1, UC-2 and UC-4)     UC-1, UC-2, UC-4; induction
//   … in the ICU Phase of Cardiac Surgery Studies    icu

extension TableCondition {
  /// The names behind `Trials` or `Studies`, or in brackets behind these.
  static func pooled(_ caption: String) -> [String] {
    guard isMixed(caption) else { return [] }
    let words = caption.replacing(")", with: ") ").split(whereSeparator: \.isWhitespace)
    for index in words.indices.dropFirst()
    where trials.contains(words[index - 1].lowercased().filter(\.isLetter)) {
      var names: [String] = []
      for word in words[index...] {
        if word == "and" || word == "or", !names.isEmpty { continue }
        let name = word.filter { $0.isLetter || $0.isNumber || $0 == "-" }
        let isName = isShort(name) || isIdentifier(name) || isName(name, isTold: true)
        guard isName, !word.contains("/") else { break }
        names.append(name)
        if word.hasSuffix(")") || word.hasSuffix(".") { break }
      }
      if !names.isEmpty { return names }
    }
    return []
  }

  /// `UC2`, `PsO1`, `CD-1`: two to four letters, the first in capitals, and a number.
  private static func isShort(_ name: String) -> Bool {
    let letters = name.prefix(while: \.isLetter)
    let rest = name[letters.endIndex...]
    let number = rest.first == "-" ? rest.dropFirst() : rest
    return (2...4).contains(letters.count) && letters.first?.isUppercase == true
      && (1...2).contains(number.count) && number.allSatisfy(\.isNumber)
  }

  /// The phase that a caption names, if it is one only.
  static func phase(_ caption: String) -> String? {
    let found = Set(CellTokens(caption).words.filter(phases.contains))
    return found.count == 1 ? found.first : nil
  }

  /// `Fixed-Dose Trial`, `Dose-Comparison Study`: trials whose arms were doses, beside those that were
  /// pooled.
  static func doseDesign(_ tokens: [CellTokens.Token]) -> String? {
    for (index, token) in tokens.enumerated() where index > 1 && tokens[index - 1].isSign("-") {
      let before = tokens[index - 2].text
      if before == "fixed", token.text == "dose" { return "fixed-dose" }
      if before == "dose", doseDesigns.contains(token.text) { return "dose-" + token.text }
    }
    return nil
  }

  private static let doseDesigns: Set<String> = ["comparison", "response", "ranging", "finding"]

  /// `in the ICU Phase of …`, `in the Post-Study Drug Phase of …`: what the phase is called by, at most
  /// three words.
  static func phaseOf(_ caption: String) -> String? {
    let tokens = CellTokens(caption).tokens
    for (index, token) in tokens.enumerated() where token.text == "phase" && index > 2 {
      // `the Adult Phase 3 Trials`.
      if index + 1 < tokens.count, tokens[index + 1].kind == .number { continue }
      guard let start = tokens[..<index].lastIndex(where: { $0.text == "the" }), start > 0,
        ["in", "during"].contains(tokens[start - 1].text)
      else { continue }
      var words: [String] = []
      var isOpen = true
      for place in (start + 1)..<index {
        let next = tokens[place]
        if next.isSign("-"), !words.isEmpty {
          words[words.count - 1] += "-"
          isOpen = false
        } else if next.kind == .word, !persons.contains(next.text), next.text != "and" {
          if isOpen { words.append(next.text) } else { words[words.count - 1] += next.text }
          isOpen = true
        } else {
          words = []
          break
        }
      }
      if (1...3).contains(words.count) { return words.joined(separator: " ") }
    }
    return nil
  }

  /// Words of headers that say at what time of a treatment figures were taken.
  static let phaseWords: Set<String> = phases.union([
    "discontinuation", "recovery", "follow", "postoperative", "intraoperative", "run",
  ])

  private static let phases: Set<String> = [
    "induction", "maintenance", "extension", "consolidation", "titration",
  ]

  /// `Treatment-Naïve Patients`, `Patients Who Switched from Betadrug`: what they had before; `nil`
  /// if the caption names several kinds.
  static func treatedBefore(_ tokens: [CellTokens.Token]) -> String? {
    var kinds: Set<String> = []
    for (index, token) in tokens.enumerated() where index > 1 {
      let isState = ["naïve", "naive", "experienced"].contains(token.text)
      if isState, tokens[index - 1].isSign("-"), tokens[index - 2].kind == .word {
        var name = tokens[index - 2].text
        // `PegIFN/RBV-Experienced`.
        if index > 3, tokens[index - 3].isSign("/") { name = tokens[index - 4].text + "/" + name }
        kinds.insert(name + "-" + token.text)
      }
      if token.text == "from", tokens[index - 1].text == "switched", index + 1 < tokens.count,
        tokens[index + 1].kind == .word, !ends.contains(tokens[index + 1].text)
      {
        kinds.insert("switched from " + tokens[index + 1].text)
      }
    }
    return kinds.count == 1 ? kinds.first : nil
  }
}
