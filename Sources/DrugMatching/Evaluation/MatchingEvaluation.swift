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

  /// What one text came to.
  public struct Outcome: Sendable {
    /// The narrowest level at which the first candidate agrees; `nil` for none.
    public let first: Level?
    /// The same for the best of the first five.
    public let firstFive: Level?
    /// What came of the text.
    public let verdict: DrugMatch.Verdict
  }

  /// Texts with an expected code that the catalog knows.
  public private(set) var rowCount = 0
  /// Texts without an expected code: an answer to one is a false one.
  public private(set) var emptyCount = 0
  /// Texts whose expected codes the release does not hold; they are left out.
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
  ///   - expected: The codes any of which is right; none for a text that is no drug.
  /// - Returns: What the text came to; `nil` where the release knows no expected code.
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
