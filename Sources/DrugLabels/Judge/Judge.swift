// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables
package import MedicationModel
internal import SymptomMapping

// A linear model over the words around a mention. Its weights are the rows of
// `Data/Mappings/judge.tsv`, which `Scripts/train-judge` makes of annotated labels:
//
//   before:symptom   -0.41     one of the 25 words before it in its sentence begins so
//   near0:of         -0.32     the word right before it
//   phrase:asthenia   0.20
//   threshold:warning -0.8     the least sum that makes an effect, in warnings
//
// Words are compared by their first seven letters; any number is `#`.

/// Decides whether a mention in a label's text states an effect of the drug.
public struct Judge: Sendable {
  /// The judge within the program.
  public static let shared = Judge(EmbeddedFolder.reading.bytes(of: "judge.tsv") ?? [])

  /// What a feature is about.
  enum Kind: UInt8, CaseIterable {
    case before, near, near0, near1, near2, near3, pair, after, next, next0, next1, next2, nextPair
    case earlier, heading, warningNear, warningNear0, warningNext
  }

  /// A word by its first letters, and its number among those of the weights; 0 if none has it.
  struct Word: Sendable {
    var letters: UInt64
    var number: Int32
  }

  /// The words of a part of a text.
  struct Words: Sendable {
    var words: [Word] = []
    var starts: [Int] = []
    var commas: [Int] = []
  }

  /// A mention with the text around it.
  struct Place {
    var sentence: Words
    var range: Range<Int>
    var earlier: ArraySlice<Word>
    var heading: ArraySlice<Word>
    var role: SectionRole
    var phrase: String
    var symptom: SymptomCategory
    var isNegated, isInHeading: Bool
    var isOfReaction = false
  }

  private var numbers = WordTable()
  private var places = NumberTable()
  private var weights: [Double] = []
  /// Weights of features that are not words: `phrase:…`, `section:…`, `intercept`.
  private var others: [String: Double] = [:]

  /// Whether it has weights; without them every mention is an effect.
  public var isTrained: Bool { !weights.isEmpty }

  /// Reads a table of weights; lines that begin with `#` say what it was made from.
  public init(_ bytes: [UInt8]) {
    var names: [String: Kind] = [:]
    for kind in Kind.allCases { names["\(kind)"] = kind }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let fields = String(decoding: line, as: UTF8.self).split(separator: "\t")
      guard fields.count == 2, let weight = Double(fields[1]) else { continue }
      let parts = fields[0].split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let kind = names[String(parts[0])] else {
        others[String(fields[0])] = weight
        continue
      }
      let words = parts[1].split(separator: " ").map { word in
        numbers.insert(WordKey(code: Self.letters(word.utf8))) + 1
      }
      guard let first = words.first else { continue }
      let code = Self.code(kind, first, words.count > 1 ? words[1] : 0)
      guard places[code] == nil else { continue }
      places.insert(code, Int32(truncatingIfNeeded: weights.count))
      weights.append(weight)
    }
  }

  static func name(of role: SectionRole) -> String {
    (role == .boxed || role == .warning ? role : .adverse).rawValue
  }

  private static func code(_ kind: Kind, _ first: Int32, _ second: Int32) -> WordKey {
    WordKey(
      code: UInt64(kind.rawValue) << 56 | UInt64(UInt32(bitPattern: first)) << 28
        | UInt64(UInt32(bitPattern: second)))
  }

  private static func letters(_ word: some Sequence<UInt8>) -> UInt64 {
    var letters: UInt64 = 0
    for (place, byte) in word.prefix(7).enumerated() {
      letters |= UInt64(byte) << UInt64(place * 8)
    }
    return letters
  }

  func words(_ utf8: borrowing Bytes, _ range: Range<Int>) -> Words {
    var words = Words()
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = utf8[index]
      guard TextWords.isWord(byte) else {
        if byte == UInt8(ascii: ",") { words.commas.append(index) }
        index += TextWords.width(byte)
        continue
      }
      let end = TextWords.end(utf8, from: index, limit: range.upperBound)
      let letters =
        byte &- 0x30 < 10
        ? UInt64(UInt8(ascii: "#")) : SentenceTokens.letters(utf8, index..<min(end, index + 7))
      words.words.append(
        Word(letters: letters, number: (numbers[WordKey(code: letters)] ?? -1) + 1))
      words.starts.append(index)
      index = end
    }
    return words
  }

  private static let near: [Kind] = [.near0, .near1, .near2, .near3]
  private static let next: [Kind] = [.next0, .next1, .next2]

  private func visit(_ place: Place, _ found: (Kind, Word, Word?) -> Void) {
    let words = place.sentence.words
    let starts = place.sentence.starts
    let first = starts.firstIndex { $0 >= place.range.lowerBound } ?? words.count
    let last = starts.firstIndex { $0 >= place.range.upperBound } ?? words.count
    let before = words[max(0, first - 25)..<first]
    let after = words[last..<min(words.count, last + 12)]
    let isWarning = place.role != .adverse
    for word in before { found(.before, word, nil) }
    for (index, word) in before.suffix(4).reversed().enumerated() {
      found(.near, word, nil)
      found(Self.near[index], word, nil)
      if isWarning { found(.warningNear, word, nil) }
      if isWarning, index == 0 { found(.warningNear0, word, nil) }
    }
    for (one, other) in zip(before, before.dropFirst()) { found(.pair, one, other) }
    for word in after { found(.after, word, nil) }
    for (index, word) in after.prefix(3).enumerated() {
      found(.next, word, nil)
      found(Self.next[index], word, nil)
      if isWarning { found(.warningNext, word, nil) }
    }
    for (one, other) in zip(after, after.dropFirst()) { found(.nextPair, one, other) }
    for word in place.earlier { found(.earlier, word, nil) }
    for word in place.heading { found(.heading, word, nil) }
  }

  private func otherFeatures(_ place: Place) -> [String] {
    var names = [
      "section:" + Self.name(of: place.role), "phrase:" + place.phrase,
      "symptom:" + place.symptom.name,
    ]
    if place.isNegated { names.append("negated") }
    if place.isInHeading { names.append("in heading") }
    if place.isOfReaction { names.append("of reaction") }
    if place.heading.isEmpty { names.append("no heading") }
    return names
  }

  private func scaled(_ place: Place) -> (commas: Double, words: Double) {
    let commas = place.sentence.commas.count { $0 < place.range.lowerBound }
    let words = place.sentence.starts.count { $0 < place.range.lowerBound }
    return (Double(min(commas, 10)) / 10, Double(min(words, 30)) / 30)
  }

  func isEffect(_ place: Place) -> Bool {
    guard isTrained else { return true }
    var sum = others["intercept"] ?? 0
    for name in otherFeatures(place) { sum += others[name] ?? 0 }
    let scaled = scaled(place)
    sum += scaled.commas * (others["commas"] ?? 0) + scaled.words * (others["words"] ?? 0)
    var seen: [Int32] = []
    visit(place) { kind, one, other in
      guard one.number > 0, other.map({ $0.number > 0 }) ?? true,
        let weight = places[Self.code(kind, one.number, other?.number ?? 0)], !seen.contains(weight)
      else { return }
      seen.append(weight)
      sum += weights[Int(weight)]
    }
    return sum >= others["threshold:" + Self.name(of: place.role)] ?? 0
  }

  func features(_ place: Place) -> [String] {
    var names = Set(otherFeatures(place))
    visit(place) { kind, one, other in
      names.insert("\(kind):" + Self.text(one) + (other.map { " " + Self.text($0) } ?? ""))
    }
    let scaled = scaled(place)
    return names.sorted() + ["commas=\(scaled.commas)", "words=\(scaled.words)"]
  }

  private static func text(_ word: Word) -> String {
    var bytes: [UInt8] = []
    for place in 0..<7 {
      let byte = UInt8(truncatingIfNeeded: word.letters >> UInt64(place * 8))
      if byte != 0 { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A mention of an annotated label, for training.
package struct JudgeExample: Sendable {
  package let section: Int
  package let symptom: SymptomCategory
  package let features: [String]
}
