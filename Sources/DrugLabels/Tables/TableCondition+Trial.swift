// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The name, the number or the kind of the trial of a table.
//
//   … Receiving Alphador in PARAMOUNT                             PARAMOUNT
//   … in Studies 1, 2, and 3                                      studies 1, 2, 3
//   … in Pooled Placebo-Controlled, Adjunctive Epilepsy Trials    adjunctive epilepsy
//   … of COPD Patients Exposed to Alphador                        copd

extension TableCondition {
  static let trials: Set<String> = ["trial", "trials", "study", "studies"]

  /// The name of a trial: `METEOR Trial`, `Study CV185325`.
  static func trial(_ caption: String) -> String? {
    guard isMixed(caption) else { return nil }
    let words = caption.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    func isTrial(_ index: Int) -> Bool {
      words.indices.contains(index)
        && ["trial", "study", "trials", "studies"].contains(words[index].lowercased())
    }
    return words.indices.first { index in
      let word = words[index]
      // `C09-001r`.
      guard word.utf8.count >= 4, !word.dropLast().contains(where: \.isLowercase),
        word.last?.isLowercase == false || isIdentifier(word), !plain.contains(word.lowercased())
      else { return false }
      // `Study E1910`, `Trial 12-C-0047`; of several (`Trials T0821, T0831`) the first is not all.
      if isTrial(index - 1), isIdentifier(word) { return words[index - 1].last != "s" }
      let capitals = word.unicodeScalars.filter { $0.properties.isUppercase }.count
      return capitals >= 2 && word.first?.isLetter == true
        && (isTrial(index - 1) && words[index - 1].last != "s" || isTrial(index + 1))
    }.map { words[$0] }
  }

  /// A capital with three figures or more: what a study is registered as.
  static func isIdentifier(_ word: String) -> Bool {
    word.contains(where: \.isUppercase) && word.count(where: \.isNumber) >= 3
      && (word.first?.isLetter == true || word.contains("-"))
  }

  /// Words that a caption in capitals has beside `TRIALS`.
  static let plain: Set<String> = [
    "clinical", "controlled", "placebo-controlled", "placebo", "phase", "pooled", "double-blind",
    "open-label", "these", "this", "each", "from", "with", "both", "pivotal", "term",
    "short-term", "long-term", "active-controlled", "randomized", "combined", "monotherapy",
    "pediatric", "adult", "comparative", "blind", "double", "open", "label", "week", "weeks",
    "month", "months", "year", "day", "short", "long", "two", "three", "four", "five", "six",
    "one", "premarketing", "main", "primary", "safety", "active", "comparator", "multicenter",
    "parallel", "group", "extension", "us", "vehicle", "all", "any", "some", "other",
    "first", "second", "same", "single-arm", "registration", "supportive", "integrated",
    "completed", "efficacy",
    "pre", "post", "marketing", "ii", "iii", "iv", "overall", "population",
    "individual", "international", "domestic", "foreign", "combination", "comparison", "well",
    "north", "american", "crossover", "withdrawal", "treatment", "initial", "current",
    "principal", "noncomparative", "uncontrolled", "prospective",
  ]

  /// Whether words say how a trial was made, and not of whom: `active-controlled (study iii)`.
  static func isDesign(_ text: String) -> Bool {
    CellTokens(text).tokens.allSatisfy { token in
      token.kind != .number
        && (token.kind != .word || plain.contains(token.text) || trials.contains(token.text)
          || token.text == "phase")
    }
  }

  /// `Study 3003`, `Trials 1 and 2`, `Studies 1, 2, and 3`.
  static func numbered(
    _ tokens: [CellTokens.Token], _ nouns: Set<String> = trials
  ) -> String? {
    for (index, token) in tokens.enumerated() where nouns.contains(token.text) {
      var numbers: [String] = []
      var isOpen = true
      if areMarks(tokens[(index + 1)...]) { continue }
      for next in tokens[(index + 1)...] {
        if next.kind == .number, isOpen {
          numbers.append(next.text)
          isOpen = false
        } else if next.isSign("-"), !numbers.isEmpty {
          numbers[numbers.count - 1] += "-"
          isOpen = true
        } else if next.isSign(",") || next.text == "and" || next.text == "or" {
          isOpen = true
        } else if isOpen, !numbers.isEmpty, next.text == token.text {
          // `Study 1 and Study 2`.
          continue
        } else {
          break
        }
      }
      let joined = numbers.joined(separator: ", ").replacing("-, ", with: "-")
      // `Trials 12 weeks` would be a time.
      guard !joined.isEmpty, !joined.hasSuffix("-"), joined.split(separator: " ").count <= 3 else {
        continue
      }
      let plurals = ["study": "studies", "trial": "trials"]
      let noun = joined.contains(",") ? plurals[token.text] ?? token.text : token.text
      return noun + " " + joined
    }
    return nil
  }

  /// `Clinical Trials 1,2` at the end of a caption: marks of footnotes, with no blank between them.
  private static func areMarks(_ tokens: ArraySlice<CellTokens.Token>) -> Bool {
    guard tokens.count > 1,
      tokens.allSatisfy({ $0.kind == .number && $0.text.count == 1 || $0.isSign(",") })
    else { return false }
    return zip(tokens, tokens.dropFirst()).allSatisfy {
      $0.range.upperBound == $1.range.lowerBound
    }
  }

  /// `COPD Patients`, `Thyroid Cancer Patients`: an abbreviation, or words of what the drug is for.
  static func persons(
    _ tokens: [CellTokens.Token], _ names: Abbreviations, _ label: Label
  ) -> String? {
    for (index, token) in tokens.enumerated()
    where index > 0 && ["patients", "subjects", "population", "recipients"].contains(token.text) {
      var place = index - 1
      while place > 0, TableSubject.isAge(tokens[place].text) || tokens[place].text == "safety" {
        place -= 1
      }
      var words: [String] = []
      while place >= 0, words.count < 5 {
        let word = tokens[place]
        let isGlued = place > 0 && tokens[place - 1].isSign("-")
        // `Non-small Cell Lung Cancer Patients`.
        if place > 1, TableCondition.isGlued(place - 1, tokens[...]), !words.isEmpty {
          words.insert(tokens[place - 2].text + "-" + word.text, at: 0)
          place -= 3
          continue
        }
        // `COVID-19 Patients`, `HABP/VABP Patients`.
        if words.isEmpty, place > 1, isDivided(place, tokens, names) {
          words.insert(tokens[place - 2].text + tokens[place - 1].text + word.text, at: 0)
          place -= 3
          continue
        }
        let isType =
          word.kind == .number && place > 0 && tokens[place - 1].text == "type"
          || word.text == "type" && words.first?.first?.isNumber == true
        guard isType || !isGlued && isIllness(word, names, label, isAlone: words.isEmpty) else {
          break
        }
        words.insert(word.text, at: 0)
        place -= 1
      }
      guard (1...4).contains(words.count), place < 0 || !isListed(tokens, place) else { continue }
      if place >= 0, words.count < 4, courses.contains(tokens[place].text) {
        words.insert(tokens[place].text, at: 0)
      }
      let illness = words.joined(separator: " ")
      let told = place >= 0 ? label.degree(tokens[place].text, illness) : nil
      guard let told, words.count + told.split(separator: " ").count <= 4 else { return illness }
      return told + " " + illness
    }
    return nil
  }

  /// Whether a stroke or a hyphen joins an abbreviation to the word at a place.
  private static func isDivided(
    _ place: Int, _ tokens: [CellTokens.Token], _ names: Abbreviations
  ) -> Bool {
    guard names.contains(tokens[place - 2].text) else { return false }
    return tokens[place - 1].isSign("/") && names.contains(tokens[place].text)
      || tokens[place - 1].isSign("-") && tokens[place].kind == .number
  }

  private static func isIllness(
    _ word: CellTokens.Token, _ names: Abbreviations, _ label: Label, isAlone: Bool
  ) -> Bool {
    guard word.kind == .word, !ends.contains(word.text), !degrees.contains(word.text),
      !TableVocabulary.fillers.contains(word.text), !plain.contains(word.text),
      !states.contains(word.text), !TableVocabulary.placebo.contains(word.text),
      !label.isDrug(word.text), !persons.contains(word.text)
    else { return false }
    return isAlone && names.contains(word.text) || label.isTreated(word.text)
  }

  /// Whether a comma or `and` behind a word that is no design makes what follows one of several.
  private static func isListed(_ tokens: [CellTokens.Token], _ place: Int) -> Bool {
    guard tokens[place].isSign(",") || tokens[place].text == "and" else { return false }
    let before = tokens[..<place].last { $0.kind == .word && $0.text != "and" }
    return before.map { !plain.contains($0.text) && !ends.contains($0.text) } ?? false
  }

  /// Words before `patients` that name no illness.
  private static let states: Set<String> = [
    "positive", "negative", "infected", "naive", "experienced", "treated", "evaluable", "healthy",
    "selected", "additional", "some", "more", "many", "most", "of", "hiv", "untreated", "exposed",
    "human", "elderly", "geriatric", "older", "younger", "fewer", "supplemented", "suppressed",
    "altered", "eligible", "resistant", "intolerant", "refractory",
  ]

  /// `Adjunctive Epilepsy Trials`, `Fixed-Dose Studies`: what stands before the trials but their
  /// design; of a list only abbreviations (`DPNP, OA, and CLBP Trials`).
  static func kind(
    _ tokens: [CellTokens.Token], _ names: Abbreviations, _ label: Label
  ) -> String? {
    for (index, token) in tokens.enumerated() where trials.contains(token.text) && index > 0 {
      var words: [String] = []
      var isList = false
      for place in tokens.indices[..<index].reversed() {
        let before = tokens[place]
        // `12-Week`, `Alzheimer's`; a dash between blanks ends what the trials are called by.
        let behind = before.range.upperBound == tokens[place + 1].range.lowerBound
        let front = place > 0 && before.range.lowerBound == tokens[place - 1].range.upperBound
        if behind || front && before.isSign("-"),
          before.isSign("-") || before.kind == .number || isApostrophe(before)
        {
          continue
        }
        if before.text == "s" || before.isSign("/") { continue }
        if before.isSign(",") || before.text == "and" {
          if !words.isEmpty, words.allSatisfy(names.contains) {
            isList = true
            continue
          }
          if words.isEmpty { continue }
          if isListed(tokens, place) { words = [] }
          break
        }
        guard before.kind == .word, !ends.contains(before.text) else { break }
        if plain.contains(before.text) && before.text != "monotherapy"
          || persons.contains(before.text)
          || TableSubject.isAge(before.text) || isList && !names.contains(before.text)
        {
          continue
        }
        // `Betadrug-Controlled` names what is compared with.
        let isControl =
          place + 2 < index && tokens[place + 1].isSign("-")
          && tokens[place + 2].text == "controlled"
        if !isControl { words.insert(before.text, at: 0) }
      }
      guard (1...4).contains(words.count),
        words.joined().count > 3 || words.contains(where: names.contains),
        !words.allSatisfy({ degrees.contains($0) || $0 == "dose" || $0 == "multiple" }),
        !words.contains(where: { TableVocabulary.placebo.contains($0) || label.isDrug($0) })
      else { continue }
      return words.joined(separator: " ")
    }
    return nil
  }

  /// `with Alphador Monotherapy`, but `as Monotherapy or in Combination`.
  static func isMonotherapy(_ tokens: [CellTokens.Token], _ label: Label) -> Bool {
    guard let place = tokens.firstIndex(where: { $0.text == "monotherapy" }), place > 0,
      label.isDrug(tokens[place - 1].text)
    else { return false }
    let next = tokens[(place + 1)...].first?.text
    return next != "and" && next != "or" && next != "/"
  }

  /// `with High-Dose Betadrug Therapy`.
  static func therapy(_ tokens: [CellTokens.Token]) -> String? {
    guard let end = tokens.firstIndex(where: { $0.text == "therapy" }),
      let start = tokens[..<end].lastIndex(where: { $0.text == "with" }), end - start > 1
    else { return nil }
    let words = tokens[(start + 1)...end].filter { $0.kind == .word }.map(\.text)
    return (3...4).contains(words.count) && !words.contains(where: ends.contains)
      ? words.joined(separator: " ") : nil
  }
}
