// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What a written NDC means in a catalog.
public struct NDCMatches: Sendable {
  /// One NDC that the catalog holds.
  public struct Match: Sendable {
    /// The code.
    public let ndc: NationalDrugCode
    /// The product.
    public let concept: Concept
    /// The source that states it.
    public let source: String
    /// Whether the row is suppressed.
    public let isSuppressed: Bool
  }

  /// How the text was read.
  public let reading: NationalDrugCode.Reading
  /// Every existing reading's products: those RXNORM states, or else other sources'.
  public let matches: [Match]

  /// The products, each once, sorted by code.
  public var concepts: [Concept] { matches.map(\.concept).sortedWithoutRepeats }

  /// The readings that exist, ascending.
  public var existingCodes: [NationalDrugCode] {
    var codes: [NationalDrugCode] = []
    for match in matches.sorted(by: { $0.ndc < $1.ndc }) where match.ndc != codes.last {
      codes.append(match.ndc)
    }
    return codes
  }
}

extension Catalog {
  /// The products of an NDC in any written form.
  ///
  /// A bare ten-digit code has three readings; those that exist are all returned. A
  /// product code without package stands for all its packages. In a catalog without some
  /// parts, no match proves nothing; see ``Catalog/require(_:)``.
  /// - Complexity: O(log *n*) a reading.
  public func ndcMatches(for text: some StringProtocol) -> NDCMatches {
    let reading = NationalDrugCode.read(text)
    let matches: [NDCMatches.Match] =
      switch reading {
      case .exact(let ndc): self.matches(ndc...ndc)
      case .several(let candidates): candidates.flatMap { self.matches($0...$0) }
      case .product(let product): self.matches(product.packages)
      case .invalid: []
      }
    return NDCMatches(reading: reading, matches: matches)
  }

  /// The products of an NDC, each once, sorted by code.
  public func concepts(for ndc: NationalDrugCode) -> [Concept] {
    matches(ndc...ndc).map(\.concept).sortedWithoutRepeats
  }

  /// Calls `body` with each product of an NDC: those RXNORM states, or else other sources'.
  ///
  /// Allocates nothing. A product that RXNORM does not state comes once for each
  /// source that does.
  /// - Complexity: O(1) on average in the number of codes.
  public func forEachConcept(ndc: NationalDrugCode, _ body: (ConceptView) -> Void) {
    let number = ndc.number
    let hash = KeyHash.finish(number)
    guard var index = file.firstRecord(.ndcSlots, hash: hash, isWanted: { ndcNumber($0) == number })
    else { return }
    let count = file.section(.ndcs).count
    // Rows of one code are adjacent: RXNORM's first, then by concept.
    let isOfRxNorm = file.word(.ndcs, index, NDCField.kind) & 0xFF == rxnormSourceIndex
    var last: UInt32?
    while index < count, ndcNumber(index) == number {
      if isOfRxNorm, file.word(.ndcs, index, NDCField.kind) & 0xFF != rxnormSourceIndex { break }
      let owner = file.word(.ndcs, index, NDCField.concept)
      if owner != last, let view = view(at: owner) { body(view) }
      last = owner
      index += 1
    }
  }

  /// The rows within a range of codes; per code RXNORM's if there are any.
  private func matches(_ codes: ClosedRange<NationalDrugCode>) -> [NDCMatches.Match] {
    var found: [NDCMatches.Match] = []
    let count = file.section(.ndcs).count
    var index = (0..<count).firstPlace { ndcNumber($0) < codes.lowerBound.number }
    var ofRxNorm: NationalDrugCode?
    while index < count, let match = ndcMatch(index), match.ndc <= codes.upperBound {
      // Rows of one code are adjacent, RXNORM's first.
      if match.source == "RXNORM" { ofRxNorm = match.ndc }
      if match.source == "RXNORM" || ofRxNorm != match.ndc { found.append(match) }
      index += 1
    }
    return found
  }

  private func ndcNumber(_ index: Int) -> UInt64 {
    file.longWord(.ndcs, index, NDCField.low)
  }

  /// A row of NDCs; `nil` for one that is none.
  func ndcMatch(_ index: Int) -> NDCMatches.Match? {
    let owner = file.word(.ndcs, index, NDCField.concept)
    guard let ndc = NationalDrugCode(number: ndcNumber(index)), Int(owner) < conceptCount else {
      return nil
    }
    let kind = file.word(.ndcs, index, NDCField.kind)
    return NDCMatches.Match(
      ndc: ndc, concept: Concept(catalog: self, ordinal: owner),
      source: sourceAbbreviation(Int(kind & 0xFF)),
      isSuppressed: UInt8(truncatingIfNeeded: kind >> 8) != UInt8(ascii: "N"))
  }

  /// The NDCs of a concept that RXNORM states, unsuppressed, ascending.
  fileprivate func ndcs(of concept: Concept) -> [NationalDrugCode] {
    var codes: [NationalDrugCode] = []
    for place in concept.run(.conceptNDCs, ConceptField.ndcs) {
      guard let match = ndcMatch(Int(file.word(.conceptNDCs, place, 0))),
        match.source == "RXNORM", !match.isSuppressed, match.ndc != codes.last
      else { continue }
      codes.append(match.ndc)
    }
    return codes
  }
}

extension Concept {
  /// The NDCs of a product that SAB RXNORM states, ascending; none where ``Catalog/leftOut`` has
  /// ``CatalogParts/ndcs``.
  public var ndcs: [NationalDrugCode] { catalog.ndcs(of: self) }
}
