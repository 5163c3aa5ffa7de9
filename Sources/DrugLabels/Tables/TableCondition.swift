// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What tells the trial of one table from that of another, at most four words of its caption:
//
//   … in Adult Patients (and greater than placebo) with Bipolar Mania in …   bipolar mania
//   … in Clinical Trials in Mild to Moderate Alzheimer's Disease             mild to moderate disease
//   … in One Study of 24 Weeks Duration for Once Daily Use for ED            ED 24 weeks
//   … and > Placebo in the METEOR Trial                                      METEOR trial

/// Reads the condition of a trial from the caption of its table.
enum TableCondition {
  private static let persons: Set<String> = [
    "patients", "subjects", "adults", "women", "men", "participants", "children", "adolescents",
    "individuals",
  ]

  private static let ends: Set<String> = [
    "treated", "receiving", "received", "who", "in", "through", "during", "taking", "on", "from",
    "and", "or", "at", "by", "for", "to", "versus", "vs", "compared", "given", "reported",
    "occurring", "whose", "undergoing", "enrolled", "study", "trial", "with", "without", "of",
    "administered", "following", "after", "using", "switched", "not", "previously", "requiring",
    "than", "the", "a", "associated", "as", "but", "have", "had", "aged",
    "greater", "least", "incidence",
  ]

  private static let degrees: Set<String> = [
    "moderate", "moderately", "severe", "severely", "mild", "active", "relapsed", "refractory",
    "previously", "untreated", "advanced", "locally", "unresectable", "metastatic", "adult",
    "newly", "diagnosed", "chronic", "acute", "recurrent",
  ]

  /// The illness, the trial's name, or both use and time; `nil` if the caption says none.
  static func of(_ caption: String) -> String? {
    let tokens = CellTokens(caption).tokens
    return illness(tokens) ?? use(caption, tokens) ?? trial(caption).map { $0 + " trial" }
      ?? studied(tokens)
  }

  /// The illness behind `patients with` or `treated for`, without its degree.
  private static func illness(_ tokens: [CellTokens.Token]) -> String? {
    for (index, token) in tokens.enumerated() where index > 0 {
      let isHaving =
        token.text == "with" && person(before: index, tokens).map(persons.contains) == true
      let isTreated = token.text == "for" && tokens[index - 1].text == "treated"
      // `(Including a Study in Patients with Diabetes)` speaks of some of the persons.
      guard isHaving || isTreated, !isBracketed(index, tokens) else { continue }
      var words: [String] = []
      var isFirst = true
      for next in tokens[(index + 1)...] {
        if isFirst, degrees.contains(next.text) || next.text == "to" || next.isSign("-") {
          continue
        }
        if next.kind == .number, next.text.count == 1, words.last == "type" {
          words.append(next.text)
          continue
        }
        // A size, a share or an age is no illness.
        guard next.kind == .word || (isApostrophe(next) && !words.isEmpty) || next.isSign("-"),
          !ends.contains(next.text)
        else { break }
        isFirst = false
        if next.kind == .word { words.append(next.text) }
      }
      words.removeAll { $0 == "s" }
      guard (1...4).contains(words.count), words.joined().count > 3, words != ["type"] else {
        continue
      }
      return words.joined(separator: " ")
    }
    return nil
  }

  private static func isApostrophe(_ token: CellTokens.Token) -> Bool {
    token.isSign("'") || token.isSign("’")
  }

  private static func isBracketed(_ place: Int, _ tokens: [CellTokens.Token]) -> Bool {
    let before = tokens[..<place]
    return before.filter { $0.isSign("(") }.count > before.filter { $0.isSign(")") }.count
  }

  /// The word before a place, a bracket between them left aside.
  private static func person(before place: Int, _ tokens: [CellTokens.Token]) -> String? {
    guard tokens[place - 1].isSign(")") else { return tokens[place - 1].text }
    guard let open = tokens[..<place].lastIndex(where: { $0.isSign("(") }), open > 0 else {
      return nil
    }
    return tokens[open - 1].text
  }

  /// `Trials in Mild to Moderate Alzheimer's Disease`: here the degree tells tables apart.
  private static func studied(_ tokens: [CellTokens.Token]) -> String? {
    for (index, token) in tokens.enumerated() where token.text == "in" && index > 0 {
      guard ["trial", "trials", "study", "studies"].contains(tokens[index - 1].text) else {
        continue
      }
      var words: [String] = []
      for next in tokens[(index + 1)...] {
        let isRange = next.text == "to" && words.last.map(degrees.contains) == true
        guard next.kind == .word || isApostrophe(next), isRange || !ends.contains(next.text) else {
          break
        }
        if next.kind == .word, next.text != "s" { words.append(next.text) }
      }
      let isOfPersons = words.contains {
        persons.contains($0) || persons.contains(String($0.dropLast()))
          || TableSubject.population(CellTokens($0)) != nil
      }
      guard !isOfPersons, let last = words.last, !degrees.contains(last) else { continue }
      // `mild to moderate disease` says more than `to moderate alzheimer disease`.
      if words.count > 4 { words = words.prefix { degrees.contains($0) || $0 == "to" } + [last] }
      guard words.count <= 4, words.joined().count > 3 else { continue }
      return words.joined(separator: " ")
    }
    return nil
  }

  /// `for Once Daily Use for BPH`: the abbreviation, with `as needed` or the weeks.
  private static func use(_ caption: String, _ tokens: [CellTokens.Token]) -> String? {
    let words = caption.split(whereSeparator: \.isWhitespace).map(String.init)
    let isUse = tokens.contains { $0.text == "use" }
    let found = zip(words, words.dropFirst()).first { before, word in
      before == "for" && isAbbreviation(word)
    }
    guard isUse, let name = found?.1 else { return nil }
    if CellTokens(caption).has("as needed") { return name + " as needed" }
    for (index, token) in tokens.enumerated().dropFirst()
    where token.text == "weeks" && tokens[index - 1].kind == .number {
      return "\(name) \(tokens[index - 1].text) weeks"
    }
    return name
  }

  private static func isAbbreviation(_ word: String) -> Bool {
    (2...6).contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The name of a trial: `METEOR Trial`, `Study CV185325`.
  static func trial(_ caption: String) -> String? {
    let words = caption.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    func isTrial(_ index: Int) -> Bool {
      words.indices.contains(index)
        && ["trial", "study", "trials", "studies"].contains(words[index].lowercased())
    }
    return words.indices.first { index in
      let word = words[index]
      let capitals = word.unicodeScalars.filter { $0.properties.isUppercase }.count
      return word.utf8.count >= 4 && capitals >= 2 && !word.contains { $0.isLowercase }
        && word.first?.isLetter == true && (isTrial(index - 1) || isTrial(index + 1))
        && !plain.contains(word.lowercased())
    }.map { words[$0] }
  }

  /// Words that a caption in capitals has beside `TRIALS`.
  private static let plain: Set<String> = [
    "clinical", "controlled", "placebo-controlled", "placebo", "phase", "pooled", "double-blind",
    "open-label", "these", "this", "each", "from", "with", "both", "pivotal", "term",
    "short-term", "long-term", "active-controlled", "randomized", "combined", "monotherapy",
    "pediatric", "adult", "comparative",
  ]

  /// Whether words of a header or group tell a trial from another: not the title of a column.
  static func tells(_ text: String) -> Bool {
    let words = CellTokens(text).words
    if words.contains(where: parts.contains) { return false }
    // The mark of a footnote may be glued to a word.
    return !words.allSatisfy { titles.contains($0) || titles.contains(String($0.dropLast())) }
      || CellTokens(text).tokens.contains { $0.kind == .number }
  }

  private static let parts: Set<String> = ["system", "systems", "disorders", "body", "organ"]

  private static let titles: Set<String> = [
    "adverse", "reaction", "reactions", "event", "events", "experience", "experiences", "side",
    "effect", "effects", "type", "of", "preferred", "term", "treatment", "treatments", "dosage",
    "dose", "incidence", "percent", "percentage", "patients", "subjects", "reporting",
    "number", "symptom", "symptoms", "titration", "and", "with", "the", "most", "common", "adult",
    "adults",
    "drug", "n",
  ]
}
