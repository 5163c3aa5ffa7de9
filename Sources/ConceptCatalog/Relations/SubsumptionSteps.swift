// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What is wider than what. Read "narrower relationship wider":
//
//   kind      SCD isa SCDF isa SCDG, SBD isa SBDF isa SBDG, DF isa DFG, the forms
//             with salt likewise; SBD, SBDF, SBDC, BPCK tradename_of SCD, SCDF,
//             SCDC, GPCK; quantified_form_of; PIN form_of IN
//   content   the same, and: SCD, SBD consists_of SCDC, SBDC; SCDC, SCDF, SCDG
//             has_ingredient IN; SBD, SBDF ... has_ingredient BN; SCDC, SCDFP ...
//             has_precise_ingredient PIN; SCD has_ingredients MIN; MIN has_part
//             IN, PIN; GPCK, BPCK contains SCD, SBD
//
// A brand (BN) and a brand in a form group (SBDG) hold several products, which
// may have different ingredients: Cozaar Pill must not make losartan a kind of
// what another product of the name holds. So they are never passed through on
// the way up to something generic. Where one of them is the narrow end itself
// and has one generic only, that one is wider than it.

/// What a wider concept means.
public enum SubsumptionBasis: String, Sendable, Hashable, CaseIterable {
  /// The narrower concept is a kind of the wider one.
  case kind
  /// The same, or the narrower concept holds what the wider one names.
  case content
}

/// The single steps of subsumption between concepts.
struct SubsumptionSteps {
  private let relationships: Set<UInt16>
  private let inverses: [UInt16: UInt16]
  private let tradenameOf: UInt16
  private let brand: UInt16
  private let brandedGroup: UInt16

  private static let kinds = ["isa", "tradename_of", "quantified_form_of", "form_of"]
  private static let contents = [
    "consists_of", "has_ingredient", "has_precise_ingredient", "has_ingredients", "has_part",
    "contains",
  ]

  init(_ basis: SubsumptionBasis) {
    let words = basis == .kind ? Self.kinds : Self.kinds + Self.contents
    var relationships: Set<UInt16> = []
    var inverses: [UInt16: UInt16] = [:]
    for (left, right) in WellKnownSymbol.inversePairs {
      guard let a = WellKnownSymbol.number(of: left), let b = WellKnownSymbol.number(of: right)
      else { continue }
      if words.contains(left) {
        relationships.insert(a)
        inverses[b] = a
      }
    }
    self.relationships = relationships
    self.inverses = inverses
    tradenameOf = WellKnownSymbol.number(of: "tradename_of") ?? 0
    brand = WellKnownSymbol.number(of: TermType.brandName.rawValue) ?? 0
    brandedGroup = WellKnownSymbol.number(of: TermType.brandedDrugGroup.rawValue) ?? 0
  }

  /// Calls `body` with each next wider concept and the relationship to it.
  ///
  /// `isStart` says whether the concept is the narrow end of the whole way.
  func forEachWider(
    than concept: Concept, isStart: Bool, _ body: (_ relationship: UInt16, _ wider: Concept) -> Void
  ) {
    let type = concept.termTypeSymbol
    let holdsSeveral = type == brand || type == brandedGroup
    let passesGenerics = !holdsSeveral || (isStart && genericCount(of: concept) == 1)
    concept.forEachLink { link in
      guard relationships.contains(link.relationship) else { return }
      if !passesGenerics, link.relationship == tradenameOf { return }
      // Which salt a brand's products have may differ as well.
      if type == brand, link.relationship != tradenameOf { return }
      body(link.relationship, Concept(catalog: concept.catalog, ordinal: link.target))
    }
  }

  /// Calls `body` with each next narrower concept and the relationship from it.
  ///
  /// `isEnd` says that the narrower concept must not be walked on from.
  func forEachNarrower(
    than concept: Concept,
    _ body: (_ relationship: UInt16, _ narrower: Concept, _ isEnd: Bool) -> Void
  ) {
    concept.forEachLink { link in
      guard let relationship = inverses[link.relationship] else { return }
      let narrower = Concept(catalog: concept.catalog, ordinal: link.target)
      let type = narrower.termTypeSymbol
      guard type == brand || type == brandedGroup else {
        return body(relationship, narrower, false)
      }
      if relationship == tradenameOf {
        if genericCount(of: narrower) == 1 { body(relationship, narrower, true) }
      } else if type != brand {
        body(relationship, narrower, false)
      }
    }
  }

  private func genericCount(of concept: Concept) -> Int {
    var count = 0
    concept.forEachLink { if $0.relationship == tradenameOf { count += 1 } }
    return count
  }
}
