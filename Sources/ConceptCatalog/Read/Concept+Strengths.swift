// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The strength of one component of a product.
public struct ComponentStrength: Sendable {
  /// The component (SCDC); `nil` where the strength was read from a name.
  public let component: Concept?
  /// The strength as the release writes it, such as `500 MG`.
  public let text: String
  /// The strength in exact decimals; `nil` if the text is not a single strength.
  public let strength: Strength?
  /// The base ingredient (IN), where the component relates exactly one.
  public let ingredient: Concept?
  /// The salt or isomer (PIN) that the component names, where it relates exactly one.
  public let preciseIngredient: Concept?
  /// The substance that the strength is of (basis of strength), where an attribute states it or
  /// the component's name has another than ``preciseIngredient``, else ``ingredient``.
  public let basis: String?
}

/// The strengths of a product, and where they come from.
public struct StrengthList: Sendable {
  /// Where the strengths were found.
  public enum Origin: Sendable, Hashable {
    /// The product's components.
    case components
    /// The attribute RXN_AVAILABLE_STRENGTH, because the product has no component.
    case attribute
    /// The product's name, because the release states them nowhere else.
    case name
    /// Nowhere.
    case none
  }

  /// One element per component, in the order of the product's name.
  public let strengths: [ComponentStrength]
  /// Where they come from.
  public let origin: Origin
  /// Whether every part that the name lists has a strength.
  public let isComplete: Bool
}

extension Concept {
  /// The strengths of a clinical drug, branded drug or component, in the order of its name.
  ///
  /// They come from the components; only where the release relates none, from
  /// the product's attribute, then from its name.
  public var strengthList: StrengthList {
    switch termType {
    case .clinicalDrugComponent:
      let strength = componentStrength
      return StrengthList(
        strengths: strength.map { [$0] } ?? [], origin: .components, isComplete: strength != nil)
    case .clinicalDrug, .brandedDrug:
      return productStrengths
    default:
      return StrengthList(strengths: [], origin: .none, isComplete: true)
    }
  }

  private var productStrengths: StrengthList {
    let partCount = partCount
    let components = componentsInNameOrder
    if !components.isEmpty {
      let strengths = components.compactMap(\.componentStrength)
      return StrengthList(
        strengths: strengths, origin: .components, isComplete: strengths.count >= partCount)
    }
    if let text = attributes("RXN_AVAILABLE_STRENGTH", source: "RXNORM").first {
      let parts = ClinicalDrugName.parts(text)
      return StrengthList(
        strengths: parts.map { ComponentStrength(bare: $0) }, origin: .attribute,
        isComplete: parts.count >= partCount)
    }
    let parts = ClinicalDrugName.strengths(name)
    return StrengthList(
      strengths: parts.map { ComponentStrength(bare: $0) }, origin: parts.isEmpty ? .none : .name,
      isComplete: !parts.isEmpty && parts.count >= partCount)
  }

  var partCount: Int {
    file.withUTF8(word(ConceptField.name)) { ClinicalDrugName.partCount(utf8: $0) }
  }

  /// The components in the order in which the product's name lists them.
  private var componentsInNameOrder: [Concept] {
    let components = components
    guard components.count > 1 else { return components }
    let product = NameKey.of(name)
    let placed = components.map { component in
      let key = NameKey.of(component.name)
      return (place: product.firstWords(key) ?? Int.max, component: component)
    }
    return placed.sorted { ($0.place, $0.component) < ($1.place, $1.component) }.map(\.component)
  }

  /// The strength of a component: its attribute, else the end of its name.
  private var componentStrength: ComponentStrength? {
    let stated = firstAttribute(WellKnownSymbol.strength, source: catalog.rxnormSourceIndex)
    guard let text = stated ?? ClinicalDrugName.strength(ofComponent: name) else {
      return nil
    }
    let ingredient = onlyRelated(.hasIngredient) { $0.isOfType(WellKnownSymbol.ingredient) }
    let precise = onlyRelated(.hasPreciseIngredient) { _ in true }
    return ComponentStrength(
      component: self, text: text, strength: Strength(text), ingredient: ingredient,
      preciseIngredient: precise,
      basis: basisOfStrength ?? (precise ?? ingredient).flatMap { unrelatedSubstance($0, text) })
  }

  /// The substance in the component's name if it is not the related one: a salt that the graph
  /// lacks, `hydrocodone bitartrate` of hydrocodone, or a base, `amlodipine` of its besylate.
  ///
  /// Words in front of the related name are no part of it, `Sprinkle duloxetine`, except for a
  /// metal, `Sodium Nitroprusside`.
  private func unrelatedSubstance(_ related: Concept, _ strength: String) -> String? {
    guard let substance = ClinicalDrugName.substance(ofComponent: name, strength: strength),
      case let known = related.name, !substance.utf8.elementsEqual(known.utf8)
    else { return nil }
    let words = substance.split(separator: " ")
    let keys = words.map { NameKey.of($0) }
    let relatedKeys = known.split(separator: " ").map { NameKey.of($0) }
    guard let place = keys.firstRange(of: relatedKeys) else { return String(substance) }
    if place.upperBound < keys.count { return words[place.lowerBound...].joined(separator: " ") }
    guard place.lowerBound > 0 else { return nil }
    let before = keys[place.lowerBound - 1]
    return NormalWord(before.span, .letters).kind == .metal ? String(substance) : nil
  }

  /// The one related concept that passes a test; `nil` if several do, or none.
  @inline(__always)
  private func onlyRelated(_ relationship: Relationship, where test: (Concept) -> Bool) -> Concept?
  {
    var found: Concept?
    var count = 0
    forEachRelated(relationship) { concept in
      guard test(concept) else { return }
      count += 1
      found = concept
    }
    return count == 1 ? found : nil
  }

  /// The substance that the attributes RXN_BOSS_* say the strength is of.
  private var basisOfStrength: String? {
    switch firstAttribute(WellKnownSymbol.strengthBasis) {
    case "AI": firstAttribute(WellKnownSymbol.basisIngredient)
    case "AM": firstAttribute(WellKnownSymbol.basisMoiety)
    default: nil
    }
  }
}

extension ComponentStrength {
  fileprivate init(bare text: String) {
    self.init(
      component: nil, text: text, strength: Strength(text), ingredient: nil,
      preciseIngredient: nil, basis: nil)
  }
}

extension [UInt8] {
  /// Where other bytes first occur within these as whole words.
  fileprivate func firstWords(_ other: [UInt8]) -> Int? {
    guard !other.isEmpty, other.count <= count else { return nil }
    for start in 0...(count - other.count) where start == 0 || self[start - 1] == 0x20 {
      let end = start + other.count
      guard end == count || self[end] == 0x20 else { continue }
      var place = 0
      while place < other.count, self[start + place] == other[place] { place += 1 }
      if place == other.count { return start }
    }
    return nil
  }
}
