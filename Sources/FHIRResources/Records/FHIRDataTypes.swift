// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A coding of FHIR as a document gives it: every part literal, every part optional.
public struct FHIRCoding: Sendable, Hashable {
  /// The URI of the code system.
  public var system: String?
  /// The version of the code system.
  public var version: String?
  /// The code.
  public var code: String?
  /// The code's name as the document's author wrote it.
  public var display: String?

  /// Makes a coding.
  public init(
    system: String? = nil, version: String? = nil, code: String? = nil, display: String? = nil
  ) {
    self.system = system
    self.version = version
    self.code = code
    self.display = display
  }

  /// Whether at least one of system, code and display is given.
  public var isPresent: Bool { system != nil || code != nil || display != nil }
}

/// A CodeableConcept of FHIR: codings in document order and a text.
public struct FHIRConcept: Sendable, Hashable {
  /// The codings that say something, duplicates included, none preferred.
  public var codings: [FHIRCoding]
  /// The text, never empty.
  public var text: String?

  /// Makes a concept.
  public init(codings: [FHIRCoding] = [], text: String? = nil) {
    self.codings = codings
    self.text = text
  }

  /// Whether there is neither a coding nor a text.
  public var isEmpty: Bool { codings.isEmpty && text == nil }

  /// The words a person would read: the text, else a display, else a code.
  public var words: String? {
    text ?? codings.lazy.compactMap(\.display).first ?? codings.lazy.compactMap(\.code).first
  }
}

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

  /// Whether the unit and its code are both known, and two units.
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
  /// The amount of the ingredient, or the whole strength if it is not a ratio.
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

/// A Range of FHIR: two quantities, both inclusive.
public struct FHIRRange: Sendable, Hashable {
  /// The lower end.
  public var low: FHIRQuantity?
  /// The upper end.
  public var high: FHIRQuantity?

  /// Whether nothing is given.
  public var isEmpty: Bool { low == nil && high == nil }
}

/// A Ratio of FHIR: an amount per another.
public struct FHIRRatio: Sendable, Hashable {
  /// The amount.
  public var numerator: FHIRQuantity?
  /// What it is per; absent where a document gives an amount and no ratio.
  public var denominator: FHIRQuantity?

  /// Makes a ratio.
  public init(numerator: FHIRQuantity? = nil, denominator: FHIRQuantity? = nil) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { numerator == nil && denominator == nil }
}

/// A Period of FHIR: two dates or times as written.
public struct FHIRPeriod: Sendable, Hashable {
  /// When it begins; absent where that is not known.
  public var start: String?
  /// When it ends; absent if it is ongoing or the end is not known.
  public var end: String?

  /// Makes a period.
  public init(start: String? = nil, end: String? = nil) {
    self.start = start
    self.end = end
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { start == nil && end == nil }
}

/// An Identifier of FHIR as a document gives it; product codes hide in some.
public struct FHIRIdentifier: Sendable, Hashable {
  /// What it is for: `usual`, `official`, `temp`, `secondary` or `old`.
  public var use: String?
  /// The kind of identifier.
  public var type: FHIRConcept?
  /// The URI of the namespace.
  public var system: String?
  /// The identifier itself.
  public var value: String?

  /// Makes an identifier.
  public init(
    use: String? = nil, type: FHIRConcept? = nil, system: String? = nil, value: String? = nil
  ) {
    self.use = use
    self.type = type
    self.system = system
    self.value = value
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { use == nil && type == nil && system == nil && value == nil }
}

/// Keeps a large value, which most owners do not have, in a place of its own: owners stay small.
///
/// A record with room for everything that FHIR knows took 1,248 bytes, which are copied whenever a
/// record is handed on; most of them said nothing.
@propertyWrapper
public struct Aside<Value: Sendable & Hashable>: Sendable, Hashable {
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place?

  /// Keeps nothing.
  public init() {}

  /// Keeps a value, if there is one.
  public init(wrappedValue: Value?) {
    place = wrappedValue.map { Place($0) }
  }

  /// The value.
  public var wrappedValue: Value? {
    get { place?.value }
    set { place = newValue.map { Place($0) } }
  }

  /// Whether there is a value; does not copy it.
  var isPresent: Bool { place != nil }

  /// Whether both keep equal values.
  public static func == (left: Aside, right: Aside) -> Bool {
    left.place === right.place || left.place?.value == right.place?.value
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(place?.value)
  }
}
