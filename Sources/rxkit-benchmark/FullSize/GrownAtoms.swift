// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An atom of a source other than RXNORM.
struct GrownAtom {
  /// What the atom's concept is.
  enum Kind: UInt8 {
    case product, ingredient, brand
  }

  let rxaui: UInt32
  let code: UInt32
  /// The place of its concept among ``GrownAtoms/owners``.
  let owner: Int32
  /// The place of its source in ``SourceVocabulary/all``.
  let source: UInt8
  let kind: Kind
  let isSuppressed: Bool
  /// The number of its code.
  let number: UInt32
}

/// All atoms of other sources, source by source within a concept.
struct GrownAtoms {
  /// How many labels a full release has.
  private static let labelCount = 200_000.0
  private static let seed: UInt64 = 0xA70

  /// All concepts, by their codes.
  let owners: [ReleaseConcept]
  private(set) var atoms: [GrownAtom] = []
  private var nextNumber = [UInt32](repeating: 1, count: SourceVocabulary.all.count)

  init(_ starter: StarterTables, _ grown: inout GrownConcepts, scale: Double) {
    owners = (starter.concepts + grown.concepts).sorted { $0.code < $1.code }
    let current = owners.count { Self.kind(of: $0.termType) == .product && $0.isCurrent }
    let labels = min(60, Self.labelCount * scale / Double(max(current, 1)))
    for (place, owner) in owners.enumerated() {
      let kind = Self.kind(of: owner.termType)
      let before = atoms.count
      for source in SourceVocabulary.all.indices {
        let chance = Draw.unit(Self.seed, UInt64(owner.code), UInt64(source))
        var count = chance < Self.share(of: source, kind, owner) ? 1 : 0
        // A source with several names for one thing.
        if count == 1, source > 1, Draw.below(12, Self.seed + 1, UInt64(owner.code), 9) == 0 {
          count = 2
        }
        for _ in 0..<count { add(place, source, kind, &grown) }
      }
      if kind == .product, owner.isCurrent {
        // Few products have many labels: the mean of 1/(u+0.02) is 3.93.
        let rank = Draw.unit(Self.seed + 2, UInt64(owner.code))
        let count = min(80, Int(labels / 3.93 / (rank + 0.02) + 0.5))
        for _ in 0..<count { add(place, 0, kind, &grown) }
      }
      if owner.isForeign, atoms.count == before { add(place, 1, kind, &grown) }
    }
  }

  private mutating func add(
    _ place: Int, _ source: Int, _ kind: GrownAtom.Kind?, _ grown: inout GrownConcepts
  ) {
    let number = nextNumber[source]
    nextNumber[source] += 1
    let owner = owners[place]
    let chance = Draw.below(100, Self.seed + 3, UInt64(number), UInt64(source))
    atoms.append(
      GrownAtom(
        rxaui: grown.takeAtom(), code: owner.code, owner: Int32(place), source: UInt8(source),
        kind: kind ?? .product, isSuppressed: chance < (owner.isCurrent ? 15 : 65), number: number))
  }

  static func kind(of termType: String) -> GrownAtom.Kind? {
    switch termType {
    case "SCD", "SBD", "GPCK", "BPCK": .product
    case "IN", "PIN", "MIN": .ingredient
    case "BN": .brand
    default: nil
    }
  }

  private static func share(
    of source: Int, _ kind: GrownAtom.Kind?, _ owner: ReleaseConcept
  ) -> Double {
    let shares = SourceVocabulary.all[source].shares
    if owner.isForeign { return shares.foreign }
    return switch kind {
    case .product: shares.product
    case .ingredient: shares.ingredient
    case .brand: shares.brand
    case nil: 0
    }
  }
}
