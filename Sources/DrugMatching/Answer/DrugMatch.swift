// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

/// What a text means in terms of the catalog: candidates in order, or why there are none.
///
/// ``score`` and the scores of candidates have the same meaning for every text:
/// see ``DrugMatch/score``. What the text leaves open is not decided: several
/// drugs, an ambiguous name and an incomplete product are reported as such.
public struct DrugMatch: Sendable {
  /// The verdict on a text.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The first candidate is what the text says, at the level of detail that it has.
    case accepted
    /// The drug is certain, the product is not: ``DrugMatch/reason`` says why.
    case ingredientOnly = "ingredient-only"
    /// There are candidates, none of them certain enough to be accepted without review.
    case review
    /// There is no answer; ``DrugMatch/reason`` says why.
    case abstained
  }

  /// Why a text was not accepted, or not at its own level of detail.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No word names a drug.
    case noDrug = "no-drug"
    /// It is about a measurement, a device or food, and mentions a drug only in passing.
    case otherThing = "other-thing"
    /// It names a class of drugs.
    case drugClass = "drug-class"
    /// Its only name is a word too common to be trusted alone.
    case vagueName = "vague-name"
    /// The name, or what it may be a misspelling of, belongs to several drugs.
    case ambiguousName = "ambiguous-name"
    /// It names several drugs that no product holds together.
    case severalDrugs = "several-drugs"
    /// It leaves open a strength, form or concentration that distinguishes products.
    case underDetermined = "under-determined"
    /// It states several strengths, as alternatives or one after the other.
    case severalStrengths = "several-strengths"
    /// No product of the drug fits the strength, form, salt or brand that it states.
    case notInRelease = "not-in-release"
    /// It says, or may say, that the drug is not taken, was stopped or is not tolerated.
    case negated
    /// Too much of it is not understood.
    case unknownWords = "unknown-words"
    /// It states more amounts than it names drugs.
    case moreParts = "more-parts"
    /// The text is longer than what is read of it.
    case truncated
    /// All products of the drug are for animals.
    case veterinary
  }

  /// How much of a product a text, or a concept, says.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Ingredients or a brand.
    case ingredient
    /// With strength.
    case component
    /// With form.
    case form
    /// With strength and form.
    case product
    /// A pack.
    case pack
  }

  /// A part of what a text says.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// Ingredients.
    case drug
    /// A brand name.
    case brand
    /// A salt or hydrate.
    case salt
    /// A strength.
    case strength
    /// Kind of form and route.
    case form
    /// The way of release.
    case release
    /// The volume or duration of the whole product.
    case quantity
    /// A pack.
    case pack
  }

  /// One concept that a text may mean.
  public struct Candidate: Sendable {
    /// The concept; a placeholder's code is `nil`.
    public let concept: Concept
    /// The certainty of the text (``DrugMatch/score``) times the share of what the text
    /// says about strength, form and brand that fits the concept.
    public let score: Double
    /// What the concept says.
    public let level: Level
    /// What the text says and the concept has.
    public let matched: [Part]
    /// What the text says and the concept has not, or has otherwise.
    public let unmatched: [Part]

    /// The same with at most a score.
    func atMost(_ limit: Double) -> Candidate {
      Candidate(
        concept: concept, score: min(score, limit), level: level, matched: matched,
        unmatched: unmatched)
    }
  }

  /// A word that was read as another one.
  public struct Substitution: Sendable, Hashable {
    /// Why.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Another country's or the international name.
      case synonym
      /// The beginning of a longer brand name.
      case beginning
      /// Another spelling by rule.
      case spelling
      /// Two words as one, or one as two.
      case joined
      /// A beginning as the whole word.
      case completion
      /// A misspelling.
      case misspelling
    }

    /// The words of the text.
    public let written: String
    /// The name that it was read as.
    public let read: String
    /// Why.
    public let kind: Kind
  }

  /// The text, as it was given.
  public let text: String
  /// The verdict.
  public let verdict: Verdict
  /// Why it was not accepted, or not at its own level of detail; `nil` if it was.
  public let reason: Reason?
  /// How sure the drug is, from 0 to 1: of answers with a score of at least *s*, about
  /// the share *s* or more name the right ingredients.
  ///
  /// At ``DrugMatcher/acceptedScore`` and above the drug is accepted, and the product
  /// with it unless there is a reason against it.
  public let score: Double
  /// The level of detail that the text has.
  public let asked: Level
  /// The level of the first candidate.
  public let given: Level?
  /// Candidates, the best first.
  public let candidates: [Candidate]
  /// Words that were read as others.
  public let substitutions: [Substitution]
  /// Whether the text continues after the part that was read.
  public var isTruncated = false
  /// Words and numbers of the text that nothing explains; of an abstention the unknown words.
  public let unknownWords: [String]
  /// Strengths that are alternatives, or meant one after the other; none is chosen.
  public let strengths: [String]

  /// The reason, with the words or strengths that it is about: `unknown-words: af`.
  public var reasonText: String? {
    guard let reason else { return nil }
    let words = reason == .severalStrengths ? strengths : verdict == .abstained ? [] : unknownWords
    return words.isEmpty ? reason.rawValue : "\(reason.rawValue): \(words.joined(separator: ", "))"
  }

  /// The answer for a text that is too long to be read.
  static func tooLong(_ text: String) -> DrugMatch {
    DrugMatch(
      text: text, verdict: .abstained, reason: .truncated, score: 0, asked: .ingredient, given: nil,
      candidates: [], substitutions: [], isTruncated: true, unknownWords: [], strengths: [])
  }
}

extension DrugMatch {
  /// Writes the match as one JSON object; see Data/Schemas/match.schema.json.
  ///
  /// - Parameters:
  ///   - json: The writer to write to.
  ///   - line: The line of the input that the text came from.
  ///   - release: The release that the catalog was built from.
  ///   - limit: The most candidates that are written.
  public func write(
    to json: inout JSONWriter, line: Int? = nil, release: ReleaseIdentity, limit: Int
  ) {
    PrintedMatch(match: self, line: line, release: release, limit: limit).write(to: &json)
  }

  /// The score with at most three digits behind the point.
  public var scoreText: String { Self.number(score) }

  /// A number from 0 to 1 with three digits.
  static func number(_ value: Double) -> String {
    let thousandths = Int((min(1, max(0, value)) * 1000).rounded())
    if thousandths >= 1000 { return "1" }
    let digits = String(thousandths)
    let text = "0." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    var end = text[...]
    while end.last == "0" { end.removeLast() }
    return end.last == "." ? "0" : String(end)
  }
}

extension DrugMatch.Candidate {
  /// The score with at most three digits behind the point.
  public var scoreText: String { DrugMatch.number(score) }
}

extension DrugMatch.Verdict: FieldValue {}
extension DrugMatch.Reason: FieldValue {}
extension DrugMatch.Level: FieldValue {}
extension DrugMatch.Part: FieldValue {}
extension DrugMatch.Substitution.Kind: FieldValue {}

extension DrugMatch.Candidate: Shaped {
  package static let shape = Shape<Self>("candidate") {
    Field("rxcui") { $0.concept.code }
    Field("name", "", .name) { $0.concept.name }
    Field("tty") { $0.concept.termType }
    Field("status") { $0.concept.status }
    Field("score", "The score of the text times the share of its details that fit the concept.") {
      ShareText($0.scoreText)
    }
    Field("level") { $0.level }
    Field("matched") { $0.matched }
    Field("unmatched") { $0.unmatched }
  }
}

extension DrugMatch.Substitution: Shaped {
  package static let shape = Shape<Self> {
    Field("written") { $0.written }
    Field("read") { $0.read }
    Field("kind") { $0.kind }
  }
}

/// A match with what is printed of its input and catalog.
package struct PrintedMatch: Shaped {
  let match: DrugMatch
  let line: Int?
  let release: ReleaseIdentity
  let limit: Int

  package static let shape = Shape<Self>("match") {
    Field.version(1)
    Field(
      "line", "The line of the file or stream; null for a word of the command line.",
      .nullable(.integer(from: 1))
    ) { $0.line }
    Field("text", "As it was given.") { $0.match.text }
    Field(
      "verdict",
      "accepted: the first candidate is meant, at the level that the text asks for; "
        + "ingredient-only: the drug is sure, the product is not, and reason says why; "
        + "review: look at the candidates; abstained: there are none."
    ) { $0.match.verdict }
    Field(
      "reason",
      "Why it was not accepted, or not at the level that the text asks for; null if all is well."
    ) { $0.match.reason }
    Field("score", "How sure the ingredients are.") { ShareText($0.match.scoreText) }
    Field("asked", "The level of detail of the text.") { $0.match.asked }
    Field("given", "The level of the first candidate; null without candidates.") { $0.match.given }
    Field("candidates", "The best first.") { Array($0.match.candidates.prefix($0.limit)) }
    Field("substitutions", "Words that were read as others.") { $0.match.substitutions }
    Field(
      "unknownWords",
      "Words and numbers of the text that nothing explains; of an abstention the unknown words."
    ) { $0.match.unknownWords }
    Field(
      "strengths",
      "Strengths of which the text means only one, or one after the other; none is chosen."
    ) { $0.match.strengths }
    Field("truncated", "Whether the text goes on behind what was read of it.") {
      $0.match.isTruncated
    }
    Field("release") { $0.release }
  }
}
