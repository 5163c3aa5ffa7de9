// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Walks a sentence once from left to right and notes what governs each word.
///
/// A scope begins at the word that opens it and ends at the signs and words that end its
/// clause; see the documentation page "Label extraction" for each of them.
struct ScopeReader {
  private(set) var scopes: [Scope] = []
  /// What the signs are signs of: a range of words; `nil` if the sentence does not say.
  var signedOf: Range<Int>?
  /// What the signs are signs of as far as each word: of several reactions each has its own.
  private var names: [Range<Int>?] = []
  /// Whether they are only called consistent with it, or suggestive of it.
  var isSuggested = false

  var open: Scope = []
  private var isVerbSeen = false
  private var isNounNegated = false
  private var began = 0
  /// How many brackets are open where the negation stands.
  private var negatedDepth: UInt8 = 0
  /// Whether it is that of a noun (`infection without a pathogen`).
  private var isWithout = false
  private var backgroundEnd = 0
  /// Whether effects are listed there.
  private(set) var isList = false
  /// Whether the parts of a group are told in a note, with their figures.
  private var isNoted = false
  /// Where the drug is said to be stopped.
  var stopped = 0
  /// How many brackets are open where signs begin.
  var signDepth: UInt8 = 0
  /// Whether they are those of one item of several.
  var isOfItem = false
  /// Whether the signs came to their last (`… and urticaria`).
  var isLastSign = false

  /// Reads the scopes of a sentence.
  ///
  /// - Parameters:
  ///   - sentence: Its words.
  ///   - inherited: What the line that introduces an item says of it.
  ///   - isList: Whether effects are listed there, so that descriptions of patients are short.
  mutating func read(
    _ sentence: borrowing SentenceTokens, inherited: Scope = [], isList: Bool = false
  ) {
    self.isList = isList
    scopes.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    signedOf = nil
    isSuggested = false
    open = inherited
    isVerbSeen = false
    // What is inherited began in another sentence, whose places are none of this one.
    (stopped, signDepth, isLastSign, isNoted) = (0, 0, false, false)
    for index in 0..<sentence.count {
      close(sentence, index)
      if isList { closeSigns(sentence, index) }
      let hadSigns = open.contains(.sign)
      openScopes(sentence, index)
      if !hadSigns, open.contains(.sign) {
        signDepth = sentence[index].depth
        isLastSign = false
        isOfItem = isOfCapitals(sentence, index)
      }
      scopes.append(open)
      names.append(signedOf)
    }
  }

  /// What a sign is a sign of: the reaction named before it, else what the sentence names at all, unless
  /// it is about what those before it name.
  func signedOf(at index: Int, _ sentence: borrowing SentenceTokens) -> Range<Int>? {
    names[index] ?? (Antecedent.refersBack(sentence) ? nil : signedOf)
  }

  // MARK: - Ends

  private mutating func close(_ sentence: borrowing SentenceTokens, _ index: Int) {
    let token = sentence[index]
    let marks = token.marks
    let isTop = token.depth == 0
    if marks.contains(.semicolon), isTop {
      open.subtract([.negated, .conditional, .background, .purpose, .asserted])
    }
    if marks.contains(.colon) { open.subtract([.negated, .background, .purpose]) }
    if marks.contains(.period), !marks.contains(.comma), token.isCapital, isTop, index > 0,
      sentence[index - 1].range.count > 1
    {
      open.subtract([.negated, .conditional, .background, .purpose, .instructed])
    }
    if marks.contains(.comma), isTop, open.contains(.conditional), isVerbSeen,
      isConsequence(sentence, index)
    {
      open.remove(.conditional)
    }
    if token.cues.contains(.turn) { open.subtract([.negated, .background, .purpose]) }
    // `(not otherwise specified)` ends with its bracket.
    if open.contains(.negated), index - began > 24 || token.depth < negatedDepth {
      open.remove(.negated)
    }
    if isList, isWithout, open.contains(.negated), marks.contains(.comma),
      token.depth <= negatedDepth, isListed(sentence, before: began),
      !isAlternative(sentence, from: index)
    {
      open.remove(.negated)
    }
    if open.contains(.background), index >= backgroundEnd { open.remove(.background) }
    // `The most common reactions in patients with psoriasis were headache …`.
    if open.contains(.background), isList, token.depth == 0, isListVerb(sentence, index) {
      open.remove(.background)
    }
    if open.contains(.purpose), index - began > 10 { open.remove(.purpose) }
    // Where figures or lines stand between the words, the text of a table begins.
    if token.isNumber || marks.contains(.line) {
      open.subtract([.background, .purpose])
      // The figures of the parts of a group stand in brackets; those of `COVID-19`, `H1N1` are none.
      if isTop || !isNoted, !isPartOfName(sentence, index) { open.remove(.grouped) }
      // Figures and references in brackets (`no increase (1.1% vs. 1.2%) of …`) end no negation.
      if isTop { open.remove(.negated) }
    } else if marks.contains(.footnote) {
      open.remove(.grouped)
    }
    if isHappening(sentence, index) {
      isVerbSeen = true
      let isTold = open.contains(.conditional) || isRelative(sentence, index)
      if !isTold { open.remove(.instructed) }
      open.subtract([.background, .purpose])
      // `No deaths were reported`, but `no patient reported …`.
      if isNounNegated, sentence.cues(at: index - 1).contains(.auxiliary),
        !sentence.cues(at: index + 1).contains(.with)
      {
        open.remove(.negated)
      }
      open.insert(.asserted)
    } else if token.cues.contains(.possibility) {
      open.subtract([.background, .purpose])
    } else if token.cues.contains(.suffer), open.contains(.conditional) {
      isVerbSeen = true
    }
  }

  /// Whether nothing but a hyphen stands between a number and the word before it.
  private func isPartOfName(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    guard index > 0, sentence[index].isNumber else { return false }
    let gap = sentence[index].range.lowerBound - sentence[index - 1].range.upperBound
    return gap == 0 || gap == 1 && sentence[index].marks == .hyphen
  }

  /// In a list of effects the stopping of the drug explains one of them (`pseudotumor, usually
  /// following discontinuation, insomnia`), unless the list is what follows from it.
  func isStoppingEnd(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let marks = sentence[index].marks
    if marks.contains(.semicolon) { return true }
    // The next heading, and the bracket with the signs of stopping.
    if marks.contains(.colon), sentence[index - 1].isCapital, index > stopped + 4 { return true }
    if marks.contains(.closing),
      (1...3).contains(where: {
        stopped + $0 < index && sentence[stopped + $0].marks.contains(.opening)
      })
    {
      return true
    }
    guard marks.contains(.comma) || marks.contains(.colon), stopped > 8 else { return false }
    let telling: Cue = [.effect, .including, .sign, .event, .auxiliary, .possibility]
    for place in stopped..<index where !sentence[place].cues.isDisjoint(with: telling) {
      return false
    }
    return true
  }

  /// Whether what begins behind a comma is what follows from a condition, and not the next of
  /// its terms: `if diarrhea occurs, …` against `if patients develop ileus, fever, or …`.
  private func isConsequence(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let before = sentence.cues(at: index - 1)
    if before.contains(.effect) || before.contains(.suffer) { return true }
    let next: Cue = [.instruction, .person, .modifier, .ownName, .which, .medicine]
    return !sentence[index].cues.isDisjoint(with: next)
  }

  /// A verb of effect that is no instruction (`should be reported`).
  private func isHappening(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let cues = sentence[index].cues
    guard cues.contains(.effect) else { return false }
    if cues.contains(.instructed), isObliged(sentence, index) { return false }
    // `Report promptly the occurrence of headache`: what to tell of.
    if open.contains(.instructed), sentence.isWord(index, from: "occurren"),
      sentence.cues(at: index + 1).contains(.of)
    {
      return false
    }
    // `laboratory results` are none.
    return !sentence.isWord(index, "results") || sentence.cues(at: index + 1).contains(.in)
  }

  private func isObliged(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    for back in 1...4 where sentence.cues(at: index - back).contains(.obligation) { return true }
    return false
  }

  // MARK: - Beginnings

  private mutating func openScopes(_ sentence: borrowing SentenceTokens, _ index: Int) {
    let token = sentence[index]
    let cues = token.cues
    if isCase(sentence, index) {
      open.insert(.conditional)
      isVerbSeen = false
    }
    guard !cues.isEmpty || !token.marks.isDisjoint(with: [.opening, .comma, .colon]) else { return }
    if cues.contains(.negation), isNegation(sentence, index) {
      open.insert(.negated)
      began = index
      negatedDepth = token.depth
      isWithout = sentence.isWord(index, "without")
      isNounNegated = !sentence.cues(at: index - 1).contains(.auxiliary)
    }
    if cues.contains(.instruction), isInstruction(sentence, index) { open.insert(.instructed) }
    if cues.contains(.instructed), isObliged(sentence, index) { open.insert(.instructed) }
    if cues.contains(.condition)
      || cues.contains(.obligation) && token.isCapital && isClauseStart(sentence, index)
    {
      open.insert(.conditional)
      isVerbSeen = false
    }
    openBackground(sentence, index)
    if cues.contains(.purpose), isPurpose(sentence, index) {
      open.insert(.purpose)
      began = index
    }
    openSigns(sentence, index)
    if isStopping(sentence, index) {
      open.insert(.stopping)
      stopped = index
    }
    if cues.contains(.grouping) || cues.contains(.including), isGrouping(sentence, index) {
      open.insert(.grouped)
      isNoted = sentence.isWord(index, "included")
    }
  }

  private func isNegation(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    if isOtherArm(sentence, index) { return false }
    for ahead in 1...2 where sentence.cues(at: index + ahead).contains(.notReally) { return false }
    // `with or without`.
    if sentence.cues(at: index - 1).contains(.or) || sentence.cues(at: index - 1).contains(.and),
      sentence.cues(at: index - 2).contains(.with)
    {
      return false
    }
    if isOfAnotherPlace(sentence, index) { return false }
    // `whether or not`.
    return !sentence.cues(at: index - 2).contains(.condition)
  }

  private func isClauseStart(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    if index == 0 { return true }
    let marks = sentence[index].marks
    return !marks.isDisjoint(with: [.colon, .semicolon, .period, .bullet, .closing, .line])
      || sentence[index - 1].isNumber
  }

  private func isInstruction(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let next = sentence.cues(at: index + 1)
    if sentence[index].isGerund || sentence.isWord(index + 1, "of") && next.contains(.of) {
      // `close observation of patients for …`, `more frequent monitoring for …`.
      guard !sentence[index].isPlural else { return false }
      for ahead in 1...4 where sentence.isWord(index + ahead, "for") { return true }
      return false
    }
    if sentence[index].isPlural { return false }
    if isClauseStart(sentence, index) || isObliged(sentence, index) { return true }
    // In text without lines a sentence may begin anywhere.
    if sentence[index].isCapital, index + 1 < sentence.count, !sentence[index + 1].isCapital {
      return true
    }
    let before = sentence.cues(at: index - 1)
    if open.contains(.instructed) { return true }
    if before.contains(.to), sentence.cues(at: index - 2).contains(.instructed) { return true }
    // `After the first dose, observe patients for …`.
    return sentence[index].marks.contains(.comma) && sentence[index].depth == 0
      && (!next.isDisjoint(with: [.person, .modifier, .ownName])
        || sentence.isWord(index + 1, "for"))
  }

  private mutating func openBackground(_ sentence: borrowing SentenceTokens, _ index: Int) {
    let cues = sentence[index].cues
    let before = sentence.cues(at: index - 1)
    if cues.contains(.with), before.contains(.person) || isBehindBracket(sentence, index) {
      for back in 1...5 where sentence.cues(at: index - back).contains(.share) { return }
      open.insert(.background)
      backgroundEnd = index + (isList ? 5 : 30)
    } else if cues.contains(.in), before.contains(.person), !sentence[index - 1].isCapital {
      open.insert(.background)
      backgroundEnd = index + 4
    } else if cues.contains(.past),
      sentence.cues(at: index + 1).contains(.of) || !sentence.cues(at: index + 1).contains(.with)
    {
      open.insert(.background)
      backgroundEnd = max(backgroundEnd, index + (isList ? 4 : 8))
    } else if cues.contains(.suffer) || cues.contains(.with),
      before.contains(.who) || before.contains(.person)
        || sentence.cues(at: index - 2).contains(.who)
    {
      guard !cues.contains(.auxiliary) || before.contains(.who) else { return }
      // `patients report`, a plain statement, describes nobody.
      guard
        before.contains(.who) || sentence.cues(at: index - 2).contains(.who)
          || sentence[index].isGerund
      else { return }
      open.insert(.background)
      backgroundEnd = index + (isList ? 5 : 30)
    }
  }

  private func isPurpose(_ sentence: borrowing SentenceTokens, _ index: Int) -> Bool {
    let next = sentence.cues(at: index + 1)
    if next.contains(.of) { return true }
    // `to treat migraine`, but `switched to therapy with another drug were diarrhea …`.
    for noun in ["therapy", "treatmen", "prophyla", "preventi"] as [StaticString]
    where sentence.isWord(index, from: noun) {
      return false
    }
    let before = sentence.cues(at: index - 1)
    return before.contains(.to) && !sentence.cues(at: index + 1).contains(.auxiliary)
  }
}
