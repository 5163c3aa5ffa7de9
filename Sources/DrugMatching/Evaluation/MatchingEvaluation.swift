// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

// How well does the matcher do on texts whose codes are known? Answers and
// expected codes are compared at four levels, each wider than the one before:
//
//   concept     the same code, a retired one through its successors
//   product     the same clinical drug: brands as their generics, too
//   strength    the same ingredients, and strengths of the same figures
//   ingredient  the same set of base ingredients

/// Counts right and wrong answers to texts whose codes are known.
public struct MatchingEvaluation: Sendable {
  /// The levels of agreement, the narrowest first.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// The same concept.
    case concept
    /// The same clinical drug.
    case product
    /// The same ingredients and strengths.
    case strength
    /// The same ingredients.
    case ingredient
  }

  /// How often a level was met.
  public struct Share: Sendable, Hashable {
    /// By the first candidate.
    public var first = 0
    /// By one of the first five.
    public var firstFive = 0
    /// By the first candidate of accepted answers.
    public var accepted = 0

    /// No row met it.
    public init() {}
  }

  /// The outcome of one text.
  public struct Outcome: Sendable {
    /// The narrowest level at which the first candidate agrees; `nil` for none.
    public let first: Level?
    /// The same for the best of the first five.
    public let firstFive: Level?
    /// The verdict on the text.
    public let verdict: DrugMatch.Verdict
  }

  /// Texts with an expected code that the catalog knows.
  public private(set) var rowCount = 0
  /// Texts without an expected code: any answer to one is wrong.
  public private(set) var emptyCount = 0
  /// Texts whose expected codes are not in the release; they are skipped.
  public private(set) var unknownCount = 0
  /// Answers with candidates.
  public private(set) var answeredCount = 0
  /// Answers whose drug is accepted, with or without a product.
  public private(set) var acceptedCount = 0
  /// Answers with an accepted drug to texts without an expected code.
  public private(set) var acceptedEmptyCount = 0
  /// Abstentions by reason.
  public private(set) var reasons: [DrugMatch.Reason: Int] = [:]
  /// How often each level was met.
  public private(set) var shares: [Level: Share] = [:]

  private let catalog: Catalog
  private var comparison: ConceptComparison

  /// An evaluation without rows.
  public init(_ catalog: Catalog) {
    self.catalog = catalog
    comparison = ConceptComparison()
  }

  /// Counts an answer.
  ///
  /// - Parameters:
  ///   - match: The answer.
  ///   - expected: The acceptable codes; none for a text that does not name a drug.
  /// - Returns: The outcome of the text; `nil` if the release has no expected code.
  @discardableResult
  public mutating func add(_ match: DrugMatch, expected: [RxCUI]) -> Outcome? {
    let isAccepted = match.verdict == .accepted || match.verdict == .ingredientOnly
    guard !expected.isEmpty else {
      emptyCount += 1
      if isAccepted { acceptedEmptyCount += 1 }
      return Outcome(first: nil, firstFive: nil, verdict: match.verdict)
    }
    let concepts = expected.flatMap { comparison.current($0, catalog) }
    guard !concepts.isEmpty else {
      unknownCount += 1
      return nil
    }
    rowCount += 1
    if match.candidates.isEmpty {
      reasons[match.reason ?? .noDrug, default: 0] += 1
    } else {
      answeredCount += 1
    }
    if isAccepted { acceptedCount += 1 }
    var best: [Level?] = match.candidates.prefix(5).map { candidate in
      comparison.level(candidate.concept, concepts)
    }
    if best.isEmpty { best = [nil] }
    let first = best[0]
    let firstFive = best.compactMap { $0 }.min { Self.place($0) < Self.place($1) }
    for level in Level.allCases {
      if let first, Self.place(first) <= Self.place(level) {
        shares[level, default: Share()].first += 1
        if isAccepted { shares[level, default: Share()].accepted += 1 }
      }
      if let firstFive, Self.place(firstFive) <= Self.place(level) {
        shares[level, default: Share()].firstFive += 1
      }
    }
    return Outcome(first: first, firstFive: firstFive, verdict: match.verdict)
  }

  private static func place(_ level: Level) -> Int { Level.allCases.firstIndex(of: level) ?? 0 }
}

/// Compares concepts at the levels of an evaluation, and keeps what it has read of them.
struct ConceptComparison: Sendable {
  private struct Facts {
    let generics: Set<UInt32>
    let ingredients: [UInt32]
    let figures: [Figure]
  }

  private var known: [UInt32: Facts] = [:]

  /// The live concepts of a code: itself, or what took its place.
  func current(_ code: RxCUI, _ catalog: Catalog) -> [Concept] {
    if let concept = catalog.concept(for: code), concept.mainSuppress != nil { return [concept] }
    return catalog.history(of: code).successors
  }

  /// The narrowest level at which a concept agrees with one of several.
  mutating func level(
    _ concept: Concept, _ expected: [Concept]
  ) -> MatchingEvaluation.Level? {
    if expected.contains(concept) { return .concept }
    let own = facts(concept)
    var best: MatchingEvaluation.Level?
    for other in expected {
      let facts = facts(other)
      if !own.generics.isDisjoint(with: facts.generics) { return .product }
      guard own.ingredients == facts.ingredients, !own.ingredients.isEmpty else { continue }
      if !own.figures.isEmpty, own.figures == facts.figures {
        best = .strength
      } else if best == nil {
        best = .ingredient
      }
    }
    return best
  }

  private mutating func facts(_ concept: Concept) -> Facts {
    if let facts = known[concept.position] { return facts }
    // Brand to generic; a quantified drug and the same one without its quantity are two.
    let generics: Set<UInt32> =
      switch concept.termType {
      case .brandedDrug, .brandedPack, .brandedDrugComponent, .brandedDrugForm:
        Set(concept.genericForms.map(\.position)).union([concept.position])
      default: [concept.position]
      }
    let component =
      concept.termType == .brandedDrugComponent ? concept.genericForms.first ?? concept : concept
    let figures = component.strengthList.strengths.compactMap { $0.strength.flatMap { Figure($0) } }
      .sorted {
        ($0.significand, $0.exponent, $0.divisor) < ($1.significand, $1.exponent, $1.divisor)
      }
    let facts = Facts(
      generics: generics, ingredients: concept.ingredients.map(\.position).sorted(),
      figures: figures)
    known[concept.position] = facts
    return facts
  }
}
