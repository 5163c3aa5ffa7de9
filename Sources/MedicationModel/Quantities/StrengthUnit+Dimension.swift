// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension StrengthUnit {
  /// What a unit measures; only units of one dimension convert into each other.
  public enum Dimension: Sendable, Hashable, CaseIterable {
    /// Grams and their parts.
    case mass
    /// Litres and their parts.
    case volume
    /// Biological units; what one is differs from substance to substance.
    case units
    /// Equivalents of charge.
    case equivalents
    /// Moles.
    case substance
    /// Decays.
    case radioactivity
    /// Hours and the like.
    case time
    /// Actuations of an inhaler or spray.
    case actuations
    /// Square centimetres.
    case area
    /// Pieces.
    case pieces
    /// Parts in a hundred.
    case percent
    /// A kind of its own, or a unit that is not known: it converts into nothing.
    case other
  }

  /// What the unit measures.
  public var dimension: Dimension {
    conversion.dimension
  }

  /// Whether it is none that was kept as it was written.
  package var isKnown: Bool { dimension != .other || hasKindOfItsOwn }

  /// Whether it is known, and converts into nothing: cells, genomes, units of allergens.
  var hasKindOfItsOwn: Bool {
    switch self {
    case .cells, .vectorGenomes, .plaqueFormingUnit, .flocculationUnit, .bioequivalentAllergyUnit,
      .antigenUnit, .reactivityIndex:
      true
    default: false
    }
  }

  /// How the unit is written for people: `mg`, `mcg`, `units`, `mL` (S16).
  public var displayText: String {
    switch self {
    case .kilogram, .gram, .milligram, .microgram, .nanogram, .minute, .hour, .day, .week, .cells,
      .mole, .millimole, .micromole:
      rawValue.lowercased()
    case .liter: "L"
    case .deciliter: "dL"
    case .milliliter: "mL"
    case .microliter: "mcL"
    case .unit: "units"
    case .equivalent: "Eq"
    case .milliequivalent: "mEq"
    case .curie: "Ci"
    case .millicurie: "mCi"
    case .microcurie: "mcCi"
    case .megabecquerel: "MBq"
    case .actuation: "actuation"
    case .squareCentimeter: "sq cm"
    case .vectorGenomes: "vector genomes"
    default: rawValue
    }
  }

  /// The dimension, and what the unit is worth in the smallest unit listed for it.
  var conversion: (dimension: Dimension, factor: ExactDecimal) {
    switch self {
    case .nanogram: (.mass, .one)
    case .microgram: (.mass, .thousand)
    case .milligram: (.mass, .million)
    case .gram: (.mass, .billion)
    case .kilogram: (.mass, .trillion)
    case .microliter: (.volume, .one)
    case .milliliter: (.volume, .thousand)
    case .deciliter: (.volume, ExactDecimal(100_000))
    case .liter: (.volume, .million)
    case .unit: (.units, .one)
    case .milliequivalent: (.equivalents, .one)
    case .equivalent: (.equivalents, .thousand)
    case .micromole: (.substance, .one)
    case .millimole: (.substance, .thousand)
    case .mole: (.substance, .million)
    // A curie is 3.7 times ten to the 10 becquerels, by definition.
    case .megabecquerel: (.radioactivity, .million)
    case .microcurie: (.radioactivity, ExactDecimal(37_000))
    case .millicurie: (.radioactivity, ExactDecimal(37_000_000))
    case .curie: (.radioactivity, ExactDecimal(valid: 37_000_000_000, exponent: 0))
    case .minute: (.time, .one)
    case .hour: (.time, ExactDecimal(60))
    case .day: (.time, ExactDecimal(1440))
    case .week: (.time, ExactDecimal(10_080))
    case .actuation: (.actuations, .one)
    case .squareCentimeter: (.area, .one)
    case .each: (.pieces, .one)
    case .percent: (.percent, .one)
    default: (.other, .one)
    }
  }
}

// An Int of 32 bits, as on a watch, does not hold the largest.
extension ExactDecimal {
  fileprivate static let thousand = ExactDecimal(1000)
  fileprivate static let million = ExactDecimal(1_000_000)
  fileprivate static let billion = ExactDecimal(1_000_000_000)
  fileprivate static let trillion = ExactDecimal(valid: 1_000_000_000_000, exponent: 0)
}
