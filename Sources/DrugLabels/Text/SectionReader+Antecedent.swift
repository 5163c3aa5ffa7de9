// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension SectionReader {
  /// What the sentences before name, if the sentence refers back to it.
  ///
  /// That is the reaction that its signs are signs of. Under a heading with a number the heading says it.
  func named(_ utf8: borrowing Span<UInt8>) -> String? {
    let isUntitled = role == .warning && subsection.first?.isNumber != true && !hasTitle
    guard role == .adverse || isUntitled else { return nil }
    guard Antecedent.refersBack(sentence) || sentence.tellsOfAverting || sentence.isOfSyndrome
    else { return nil }
    let repeated = Antecedent.repeated(sentence)
    var before = SentenceTokens()
    for part in partsBefore where part.range.count < 2_000 {
      before.read(utf8, part.range, lexicon)
      if let words = Antecedent.named(before, repeated: repeated), let first = words.first,
        let last = words.last
      {
        let bytes = before[first].range.lowerBound..<before[last].range.upperBound
        let name = LabelWords.name(bytes, utf8)
        return heading.isIndicated(name) ? nil : name
      }
      if repeated == nil, let words = Antecedent.bareSubject(before), let first = words.first,
        let last = words.last
      {
        let bytes = before[first].range.lowerBound..<before[last].range.upperBound
        let name = LabelWords.name(bytes, utf8)
        // An illness, and none of the symptoms themselves.
        let isIllness =
          IllnessWords.areIllness(name.split(separator: " ").map(String.init))
          && matcher.mentions(in: Array(name.utf8)).isEmpty && !heading.isIndicated(name)
        return isIllness ? name : nil
      }
      guard Antecedent.refersBack(before) else { return nil }
    }
    return nil
  }

  /// Whether the sentence before tells of a class of drugs what this one has the signs of: `Cases of
  /// adrenal insufficiency have been reported with opioid use. Presentation may include nausea`.
  func isOfClassBefore(_ utf8: borrowing Span<UInt8>) -> Bool {
    guard let part = partsBefore.first, !sentence.cues.contains(.ownName) else { return false }
    var before = SentenceTokens()
    before.read(utf8, part.range, lexicon)
    return MentionJudge.tellsOfClassUse(before)
  }

  /// `Alphador as a Single Agent`, `Alphador with Intravenous Docetaxel`: the headings of the parts of a
  /// warning say whose figures they hold.
  mutating func noteRegimen(_ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>) {
    sentence.read(utf8, part.range, lexicon)
    guard SectionFlow.isHeading(sentence, part) else { return }
    regimen = StatementCondition.regimen(sentence).map { found in
      (found.isPartner ? "with " : "") + words(found.words, utf8)
    }
  }

  /// `In Combination with Betadrug` above the lists of a section of reactions; what the next part is
  /// about ends it, and not `Serious Adverse Reactions`.
  mutating func headRegimen(_ utf8: borrowing Span<UInt8>) {
    if let found = StatementCondition.headedRegimen(sentence) {
      heading.take(regimen: (found.isPartner ? "with " : "") + words(found.words, utf8))
    } else if sentence.cues.isDisjoint(with: [.adverse, .event]) {
      heading.take(regimen: nil)
    }
  }

  /// Whether the sentence lists what the one before says of stopping the drug: `Changes consist of
  /// insomnia`.
  func listsOnStopping(_ utf8: borrowing Span<UInt8>) -> Bool {
    guard role == .adverse || role == .warning, let part = partsBefore.first,
      part.range.count < 2_000, Antecedent.listsOn(sentence)
    else { return false }
    var before = SentenceTokens()
    before.read(utf8, part.range, lexicon)
    return Antecedent.tellsOfStopping(before)
  }
}

extension SentenceTokens {
  /// `treatment is required to avert more serious adverse effects`.
  var tellsOfAverting: Bool {
    (0..<count).contains { isWord($0, "avert") }
  }

  /// `Other symptoms associated with this syndrome, such as …`.
  var isOfSyndrome: Bool {
    (0..<min(count, 3)).contains { index in
      tokens[index].cues.contains(.sign) && isWord(index + 1, from: "associat")
        && cues(at: index + 2).contains(.with)
        && (isWord(index + 3, "this") || isWord(index + 3, "these"))
        && !cues(at: index + 4).isDisjoint(with: [.disorder, .event])
    }
  }
}
