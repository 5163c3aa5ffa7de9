// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A quantity of FHIR as a document gives it; the value keeps its digits as written.
public struct FHIRQuantity: Sendable, Hashable {
  /// The number as written, as `1.00` or `2.5e-3`.
  public var value: String?
  /// One of `<`, `<=`, `>=`, `>`, `ad`.
  public var comparator: String?
  /// The unit for people.
  public var unit: String?
  /// The system of the unit's code.
  public var system: String?
  /// The unit's code.
  public var code: String?

  /// Makes a quantity.
  public init(
    value: String? = nil, comparator: String? = nil, unit: String? = nil, system: String? = nil,
    code: String? = nil
  ) {
    self.value = value
    self.comparator = comparator
    self.unit = unit
    self.system = system
    self.code = code
  }

  /// Whether nothing is given.
  public var isEmpty: Bool {
    value == nil && comparator == nil && unit == nil && system == nil && code == nil
  }

  /// Whether the unit and its code are both known, and two units (S16).
  package var hasTwoUnits: Bool {
    guard let unit, let code, unit != code else { return false }
    let units = unit.split(separator: "/").map { StrengthUnit(reading: $0) }
    let codes = code.split(separator: "/").map { StrengthUnit(reading: $0) }
    guard units != codes, (units + codes).allSatisfy(\.isKnown) else { return false }
    // Puffs and pieces are both counted.
    let counts: Set<StrengthUnit.Dimension> = [.pieces, .actuations]
    return !zip(units, codes).allSatisfy {
      $0 == $1 || counts.contains($0.dimension) && counts.contains($1.dimension)
    } || units.count != codes.count
  }

  /// The parts as `value|unit|code`, absent parts empty.
  public var parts: String { "\(value ?? "")|\(unit ?? "")|\(code ?? "")" }
}

/// The strength of an ingredient as a document gives it.
public struct FHIRStrength: Sendable, Hashable {
  /// The amount of the ingredient, or the whole strength where it is no ratio.
  public var numerator: FHIRQuantity?
  /// The amount of product that the numerator is in.
  public var denominator: FHIRQuantity?
  /// A strength in words or codes, as `trace` or `qs` (R5).
  public var concept: FHIRConcept?

  /// Makes a strength.
  public init(
    numerator: FHIRQuantity? = nil, denominator: FHIRQuantity? = nil, concept: FHIRConcept? = nil
  ) {
    self.numerator = numerator
    self.denominator = denominator
    self.concept = concept
  }
}
