// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The names of trials: in a caption behind `in`, or in a sentence of text.
//
//   … Receiving Alphador in PARAMOUNT              PARAMOUNT
//   … Receiving Alphador in MONARCH 2              MONARCH 2
//   … in the Arms of H0648g and H0649g             H0648g and H0649g
//   … reactions in the CARDINAL study were …       CARDINAL

extension TableCondition {
  /// The illness and the trial that a sentence of text names, at most four words.
  static func study(_ sentence: String, _ label: Label) -> String? {
    let tokens = CellTokens(sentence).tokens
    let names = Abbreviations(sentence)
    var trial = named(sentence, label, isTold: true)
    // Of several trials the lists are of all.
    if let name = trial, let first = sentence.split(separator: name).dropFirst().first,
      let other = joined(first), other != name
    {
      trial = nil
    }
    let illness = illness(tokens, names, label)
    guard let trial else { return illness ?? numbered(tokens) }
    guard let illness, illness.split(separator: " ").count + trial.split(separator: " ").count < 5
    else { return trial }
    return illness + " " + trial
  }

  /// The trial that words of a sentence name, by number, by name or by what it was about; `nil` if
  /// they tell of several that cannot be said.
  static func told(_ words: String, _ label: Label) -> String? {
    let tokens = CellTokens(words).tokens
    if let found = numbered(tokens) {
      let count = tokens.count { trials.contains($0.text) }
      let isOne = !found.contains(",") && !found.contains("-")
      // `Studies 7 and NHL …` names but the first.
      let isPlural = found.hasPrefix("studies") || found.hasPrefix("trials")
      if isPlural == isOne { return nil }
      return count == 1 || !isOne ? found : nil
    }
    if let name = trial(words) {
      let others = words.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
        .filter { $0 != name && (isName($0, isTold: true) || isIdentifier($0)) }
      return others.isEmpty ? name : nil
    }
    // `In an open-label, noncomparative aspergillosis study`: an illness, or an abbreviation.
    guard let end = tokens.firstIndex(where: { trials.contains($0.text) }) else { return nil }
    let names = Abbreviations(words)
    let parts = kind(Array(tokens[...end]), names, label)?.split(separator: " ").map(String.init)
      .filter { !designs.contains($0) }
    guard let parts, IllnessWords.areIllness(parts) || parts.contains(where: names.contains) else {
      return nil
    }
    return parts.joined(separator: " ")
  }

  /// Words for how a study was made that tables are told apart by, and sentences not.
  private static let designs: Set<String> = [
    "single", "arm", "dose", "ranging", "response", "portion", "part", "outpatient", "separate",
  ]

  /// `PARAMOUNT and METEOR`, `PARAMOUNT, METEOR`: the name that is joined to the one before.
  private static func joined(_ rest: Substring) -> String? {
    let words = rest.split(whereSeparator: \.isWhitespace).filter { $0 != "," }
    guard let first = words.first == "and" ? words.dropFirst().first : words.first,
      words.first == "and" || rest.hasPrefix(",")
    else { return nil }
    let name = first.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    return isName(name, isTold: true) ? name : nil
  }

  /// The bare name of a trial behind `in`, or alone in brackets: `in KEYNOTE-006`, `(ASCEND)`.
  ///
  /// - Parameters:
  ///   - caption: The caption, or a sentence.
  ///   - label: What is known of the label.
  ///   - isTold: Whether it only tells the tables or studies of one label apart, so that short names
  ///     (`HERA`) and those behind `Study` count.
  /// - Returns: The name as printed.
  static func named(_ caption: String, _ label: Label, isTold: Bool = false) -> String? {
    guard isMixed(caption) else { return nil }
    // `(≥10%)in PALOMA-3`.
    let words = caption.replacing(")", with: ") ").split(whereSeparator: \.isWhitespace)
    for (index, word) in words.enumerated().dropFirst() {
      var before = words[index - 1].lowercased()
      if before == "the", index > 1 { before = words[index - 2].lowercased() }
      let isBracketed = word.first == "(" && word.last == ")"
      let isBehind =
        ["in", "from", "arm"].contains(before) || isTold && trials.contains(before)
        // `in Cohort 1 of the HERA study`.
        || isTold && before == "of" && index + 1 < words.count
          && trials.contains(words[index + 1].lowercased())
      guard isBehind || isBracketed, !word.contains("=") else { continue }
      let name = withoutMark(word.filter { $0.isLetter || $0.isNumber || $0 == "-" })
      // Not the first of a list of illnesses (`in DPNP, OA, and CLBP Trials`).
      let isShort =
        before == "in" && name.count >= 4 && name.allSatisfy(\.isUppercase)
        && !word.hasSuffix(",") && !label.isTreated(name.lowercased())
      guard isShort || isIdentifier(name) || isName(name, isTold: isTold), !word.contains("/"),
        !label.isDrug(name.lowercased())
      else { continue }
      // `in PLACEBO patients` and `in ALPHADOR-treated` name no trial.
      let next = index + 1 < words.count ? words[index + 1] : ""
      let small = next.lowercased()
      if follows.contains(where: small.hasPrefix) { continue }
      // `EPCORE NHL-1`, `ALTA 1L`: the second word of the name.
      if isSecond(next) { return name + " " + next }
      if name.allSatisfy(\.isUppercase), let number = number(words[(index + 1)...]) {
        return name + " " + number
      }
      if next.first?.isNumber == true, !isTold { continue }
      return isTold ? name : withOther(name, words[(index + 1)...])
    }
    return nil
  }

  /// The number that goes on with the name of a trial (`MONARCH 2`, `ARCHER 1050`), and is neither
  /// a time, nor an amount or a share.
  private static func number(_ rest: ArraySlice<Substring>) -> String? {
    guard let next = rest.first else { return nil }
    let number = next.last.map { ".:;)".contains($0) } == true ? next.dropLast() : next
    guard (1...4).contains(number.count), number.allSatisfy(\.isNumber) else { return nil }
    let behind = rest.dropFirst().first?.lowercased() ?? ""
    let isMeasured = measures.contains { behind.hasPrefix($0) } || behind.hasPrefix("%")
    return isMeasured ? nil : String(number)
  }

  private static let measures = [
    "mg", "mcg", "week", "day", "month", "year", "patient", "subject", "hour", "percent", "of",
    "to", "-", "and",
  ]

  /// `H0648g and H0649g`: a table of two trials is of both.
  private static func withOther(_ name: String, _ rest: ArraySlice<Substring>) -> String {
    guard rest.first == "and", let second = rest.dropFirst().first else { return name }
    let other = withoutMark(second.filter { $0.isLetter || $0.isNumber || $0 == "-" })
    return isIdentifier(other) || isName(other, isTold: false) ? name + " and " + other : name
  }

  /// `Trials A4001027 and A4001028`, `Studies DPN-1 and DPN-2`.
  static func pair(_ caption: String) -> String? {
    let names = pooled(caption)
    return names.count == 2 ? names.joined(separator: " and ") : nil
  }

  /// Whether a caption is not all in capitals, so that those of a name tell it.
  static func isMixed(_ caption: String) -> Bool {
    caption.utf8.count { $0 &- 0x61 < 26 } > caption.utf8.count { $0 &- 0x41 < 26 }
  }

  /// Whether a word of capitals and figures goes on with the name of a trial.
  private static func isSecond(_ word: Substring) -> Bool {
    (2...8).contains(word.count) && word.contains(where: \.isUppercase)
      && word.contains(where: \.isNumber)
      && word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
  }

  private static let follows = [
    "patient", "subject", "arm", "group", "treat", "mg", "mcg", "adult", "pediatric", "women",
    "men", "tablet", "capsule", "injection", "recipient",
  ]

  /// Five letters or more in capitals, or capitals with a number.
  static func isName(_ word: String, isTold: Bool) -> Bool {
    let capitals = word.filter(\.isUppercase).count
    let hasNumber = word.contains(where: \.isNumber)
    guard word.first?.isLetter == true, !word.lowercased().hasSuffix("-treated"),
      !word.lowercased().hasSuffix("-positive")
    else { return false }
    if isTold, word.count >= 4, word.count == capitals || hasNumber && capitals > 0 { return true }
    guard capitals >= 2, word.count >= 5 else { return false }
    return capitals >= 5 || hasNumber && capitals * 2 >= 4
  }

  /// `PARAMOUNTa`: the mark of a footnote behind capitals.
  private static func withoutMark(_ word: String) -> String {
    guard let last = word.last, last.isLowercase, !word.dropLast().contains(where: \.isLowercase),
      word.dropLast().last?.isUppercase == true
    else { return word }
    return String(word.dropLast())
  }
}
