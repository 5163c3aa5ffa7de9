// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import UseWords

/// What the words of a text are, before any product is considered.
struct TextReading {
  let buffer: TokenBuffer
  /// The drugs named, salts and vague words left out.
  private(set) var mentions: [Mention]
  /// Words that name salts of them.
  private(set) var salts: [String] = []
  private(set) var amounts: [StatedAmount]
  let form: FormFeatures
  /// Whether a token describes the form, one value for each token.
  let isForm: [Bool]
  /// Whether a token is a direction by its place, one value for each token.
  let isDirection: [Bool]
  let hasPack: Bool
  /// Words that say nothing to the matcher, before and after the first drug.
  private(set) var unknownWords: [Int] = []
  private(set) var laboratoryWords = 0
  private(set) var otherWords = 0
  private(set) var classWords = 0
  /// Words that are next to drugs.
  private(set) var neutralWords = 0
  /// Words that make another drug of a substance: `liposomal`, as written.
  private(set) var identityWords: [String] = []
  /// Whether a word next to the drug may say that it is not taken or not tolerated.
  private(set) var mayBeDenied = false
  /// Whether a form for a whole day is meant: XL and CD.
  private(set) var isOnceDaily = false
  /// Vague names that were left out.
  private(set) var vagueMentions: [Mention] = []
  /// Guessed names next to others, which may be meant as well.
  let guesses: [Mention]
  /// Whether the text continues after what was read.
  let isTruncated: Bool

  init(
    _ lexicon: Lexicon, _ forms: FormReader, _ buffer: TokenBuffer, _ choice: MentionChoice,
    isTruncated: Bool
  ) {
    self.buffer = buffer
    self.isTruncated = isTruncated
    guesses = choice.guesses
    let vocabulary = lexicon.vocabulary
    var isTaken = [Bool](repeating: false, count: buffer.tokens.count)
    var kept = choice.kept
    vagueMentions = kept.filter(\.isVague)
    if vagueMentions.count < kept.count { kept.removeAll(where: \.isVague) }
    let runs = DirectionRuns(buffer)
    let isDirection = runs.isPart
    // `for cholesterol` is what a drug is taken for.
    let drugs = kept.filter { !$0.tokens.allSatisfy { isDirection[$0] } }
    if !drugs.isEmpty { kept = drugs }
    self.mentions = kept
    for mention in kept { for place in mention.tokens { isTaken[place] = true } }
    salts = Self.takeSalts(&self.mentions, buffer, vocabulary)
    // Numbers of a brand's name may be its strength, too.
    amounts = AmountReader(vocabulary, buffer, isTaken: isTaken).amounts
    CountReader(buffer: buffer).mark(&amounts)
    DoseReader(buffer: buffer, isName: isTaken).mark(&amounts)
    var isForm = [Bool](repeating: false, count: buffer.tokens.count)
    form = forms.features(
      buffer.tokens, isTaken: zip(isTaken, runs.isOfReason).map { $0 || $1 }, isForm: &isForm)
    (self.isForm, self.isDirection) = (isForm, isDirection)
    var hasPack = false
    var inAmount = [Bool](repeating: false, count: buffer.tokens.count)
    for amount in amounts { for place in amount.tokens { inAmount[place] = true } }
    for place in buffer.tokens.indices where buffer.tokens[place].kind == .word {
      let token = buffer.tokens[place]
      let meaning = token.meaning
      if meaning.contains(.pack) { hasPack = true }
      if token.word >= 0, vocabulary.onceDaily.contains(token.word) { isOnceDaily = true }
      guard !isTaken[place], !isForm[place], !inAmount[place], !isDirection[place] else { continue }
      if meaning.contains(.ofUse), Self.mayDeny(place, buffer) { mayBeDenied = true }
      if meaning.contains(.identity) {
        identityWords.append(buffer.text(token))
        neutralWords += 1
      } else if meaning.contains(.salt) {
        salts.append(vocabulary.words.text(token.word))
      } else if meaning.contains(.laboratory) {
        laboratoryWords += 1
      } else if meaning.contains(.drugClass) {
        classWords += 1
      } else if meaning.contains(.otherThing) {
        otherWords += 1
      } else if meaning.isDisjoint(with: [
        .filler, .neutral, .unit, .pack, .releaseAdjective, .million, .vague, .droppable,
        .ofUse, .maker, .direction, .line, .change,
      ]), token.count > 1 {
        unknownWords.append(place)
      } else {
        neutralWords += 1
      }
    }
    self.hasPack = hasPack
    if Self.isNone(amounts, buffer) { mayBeDenied = true }
  }

  /// Whether it states how much of a drug, or of a product.
  var hasAmount: Bool { amounts.contains { $0.role == .drug || $0.role == .volume } }

  /// Whether none is taken: `take 0`, `0-0-0`; a refill is something else.
  private static func isNone(_ amounts: [StatedAmount], _ buffer: TokenBuffer) -> Bool {
    let counts = amounts.filter { $0.role == .count && $0.strength == nil }
    return counts.contains { count in
      let around = [count.tokens.lowerBound - 1, count.tokens.upperBound]
      return counts.allSatisfy { $0.tokens != count.tokens || $0.value.isZero }
        && !around.contains { place in
          buffer.tokens.indices.contains(place)
            && ["refill", "refills", "rf"].contains(buffer.text(buffer.tokens[place]))
        }
    }
  }

  /// Takes numbers without a unit for the strengths that they are.
  mutating func read(asStrengths strengths: [StatedAmount]) {
    amounts.removeAll { $0.role == .bare && $0.strength == nil }
    amounts += strengths
  }

  /// Whether a word of use may deny a drug: not `not listed`, `no. 4`, `allergy relief`.
  private static func mayDeny(_ place: Int, _ buffer: TokenBuffer) -> Bool {
    guard place + 1 < buffer.tokens.count else { return true }
    let next = buffer.tokens[place + 1]
    if next.kind == .number { return buffer.text(buffer.tokens[place]) != "no" }
    return next.kind != .word || !StatedUse.isUndenied(buffer.text(next))
  }

  /// Takes mentions out that are only the salt of the drug next to them.
  private static func takeSalts(
    _ mentions: inout [Mention], _ buffer: TokenBuffer, _ vocabulary: Vocabulary
  ) -> [String] {
    func isSalt(_ mention: Mention) -> Bool {
      mention.tokens.allSatisfy { buffer.tokens[$0].meaning.contains(.salt) }
    }
    func isBeside(_ left: Mention, _ right: Mention) -> Bool {
      left.tokens.upperBound + 1 == right.tokens.lowerBound
    }
    guard mentions.count > 1, !mentions.allSatisfy(isSalt) else { return [] }
    var salts: [String] = []
    var place = 0
    while place < mentions.count {
      let mention = mentions[place]
      let follows =
        place > 0 && isBeside(mentions[place - 1], mention) && !isSalt(mentions[place - 1])
      let leads =
        mention.wordCount == 1 && place + 1 < mentions.count
        && isBeside(mention, mentions[place + 1]) && !isSalt(mentions[place + 1])
      if isSalt(mention), follows || leads {
        for token in mention.tokens {
          salts.append(vocabulary.words.text(buffer.tokens[token].word))
        }
        mentions.remove(at: place)
      } else {
        place += 1
      }
    }
    return salts
  }
}
