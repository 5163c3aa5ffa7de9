// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

// Names as words. `Amoxicillin 500mg Oral Tablet` and `amoxicillin 500 MG Oral
// Tablet` are the same words: letters folded, numbers cut from letters, units,
// forms and salts under one name. Brackets and commas only separate.

/// The words of a name or display, with what they say of strength and form.
package struct DisplayWords {
  /// Words in order: lower-case letters, numbers, units as RxNorm writes them.
  package let words: [String]
  /// The same as they are written, where the lists know them by another name.
  package let written: [String]
  private let buffer: TokenBuffer
  /// How many words are before each token, and in all.
  private let starts: [Int]

  private static let vocabulary = Vocabulary.ofLists
  private static let forms = FormReader(vocabulary)

  package init(_ text: String) {
    var buffer = TokenBuffer()
    buffer.read(text)
    Self.vocabulary.lookUp(&buffer)
    var (words, written): ([String], [String]) = ([], [])
    var starts: [Int] = []
    for token in buffer.tokens {
      starts.append(words.count)
      guard let word = Self.word(token, buffer) else { continue }
      words.append(word)
      written.append(token.kind == .word ? buffer.text(token) : word)
    }
    starts.append(words.count)
    (self.words, self.written) = (words, written)
    (self.buffer, self.starts) = (buffer, starts)
  }

  private static func word(_ token: TextToken, _ buffer: TokenBuffer) -> String? {
    switch token.kind {
    case .slash: return "/"
    case .plus: return "+"
    case .hyphen: return "-"
    case .percent: return "%"
    case .colon: return ":"
    case .open, .close, .comma: return nil
    case .number:
      return token.number.isZero ? buffer.text(token) : token.number.description
    case .word:
      guard token.word >= 0 else { return buffer.text(token) }
      let unit = vocabulary[token.word].unit
      return unit >= 0
        ? vocabulary.units[Int(unit)].rawValue.lowercased() : vocabulary.words.text(token.word)
    }
  }

  // MARK: Comparing names

  /// The words in byte order, `and`, `/` and the like left out: equal for another word order.
  private var bag: [String] { meaningful.sorted { $0.precedesInBytes($1) } }

  private var meaningful: [String] {
    words.filter { !WordLists.nameFillers.contains($0) && $0 != ":" }
  }

  private static func withoutSalts(_ words: [String]) -> [String] {
    words.filter { !WordLists.nameSalts.contains($0) }
  }

  /// The words that name a salt; hydrates are none, they go with any salt.
  package var saltWords: Set<String> {
    Set(words).intersection(WordLists.nameSalts).subtracting(WordLists.hydrates)
  }

  /// Whether two names are the same words, whatever their order, case and salt.
  ///
  /// With several strengths the order says which is whose.
  package func isSameName(as other: DisplayWords) -> Bool {
    let (own, bag) = (bag, other.bag)
    var isSame = own == bag
    if !isSame {
      // One of them may leave the salt out; two different salts are two names.
      let (salts, others) = (saltWords, other.saltWords)
      let plain = Self.withoutSalts(own)
      isSame =
        (salts.isEmpty || others.isEmpty || salts == others)
        && !plain.isEmpty && plain == Self.withoutSalts(bag)
    }
    guard isSame, strengths.count > 1 else { return isSame }
    return Self.withoutSalts(meaningful) == Self.withoutSalts(other.meaningful)
  }

  /// Whether a run of words is within these, in its order and without a gap.
  package func contains(_ run: ArraySlice<String>) -> Bool {
    !run.isEmpty && words.firstRange(of: run) != nil
  }

  /// Whether a word outside some places is neither a number nor known as part of a form, a salt or
  /// a package: perhaps the abbreviation of a drug (`HCTZ`).
  package func hasUnknownWord(outside places: [Range<Int>]) -> Bool {
    buffer.tokens.indices.contains { index in
      let token = buffer.tokens[index]
      let place = starts[index]
      return token.kind == .word && !places.contains { $0.contains(place) }
        && token.meaning.isDisjoint(with: [.form, .salt, .unit, .releaseAdjective])
        && !WordLists.nameFillers.contains(words[place])
        && !Self.displayWords.contains(words[place])
    }
  }

  private static let displayWords = WordLists.set("display")

  // MARK: Form

  /// What the words say of the form, those of some other names left out.
  package func form(without others: Set<String> = []) -> FormFeatures {
    let isTaken = buffer.tokens.indices.map { index in
      starts[index] < starts[index + 1] && others.contains(words[starts[index]])
    }
    var ignored = isTaken
    return Self.forms.features(buffer.tokens, isTaken: isTaken, isForm: &ignored)
  }

  // MARK: Strength

  /// One strength that a name states, in each way it can be read.
  package struct StatedStrength {
    /// The readings; the name is right if one of them is.
    package let readings: [Strength]
    /// How many numbers its list has: 2 in `5-325 mg`.
    package let listCount: Int
    /// Its words.
    package let range: Range<Int>
    /// It counts equivalents of another substance: `500 mg PE`.
    package let isEquivalent: Bool
  }

  /// The strengths of drug that the words state; volumes, times and counts alone are none.
  package var strengths: [StatedStrength] {
    let isEquivalent = buffer.tokens.map { $0.kind == .word && buffer.text($0) == "pe" }
    let places = buffer.tokens.indices.filter { !isEquivalent[$0] } + [buffer.tokens.count]
    var plain = buffer
    if places.count <= buffer.tokens.count {
      plain.tokens = places.dropLast().map { buffer.tokens[$0] }
    }
    let isTaken = [Bool](repeating: false, count: plain.tokens.count)
    return AmountReader(Self.vocabulary, plain, isTaken: isTaken, groupsDigits: false).amounts
      .compactMap { amount in
        guard amount.role == .drug, let strength = amount.strength else { return nil }
        let tokens = places[amount.tokens.lowerBound]..<places[amount.tokens.upperBound]
        return StatedStrength(
          readings: [strength] + (amount.shared.map { [$0] } ?? []), listCount: amount.listCount,
          range: starts[tokens.lowerBound]..<starts[tokens.upperBound],
          isEquivalent: tokens.contains { isEquivalent[$0] })
      }
  }
}
