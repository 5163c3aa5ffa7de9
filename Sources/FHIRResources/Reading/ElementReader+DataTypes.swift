// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension ElementReader {
  /// Reads a CodeableConcept.
  mutating func concept(_ node: JSONNode?) -> FHIRConcept {
    guard let node else { return FHIRConcept() }
    var concept = FHIRConcept()
    for coding in list(node, "coding") {
      let coding = self.coding(coding)
      if coding.isPresent { concept.codings.append(coding) }
    }
    concept.text = text(node, "text")
    return concept
  }

  /// Reads a Coding.
  mutating func coding(_ node: JSONNode) -> FHIRCoding {
    FHIRCoding(
      system: text(node, "system"), version: text(node, "version"), code: text(node, "code"),
      display: text(node, "display"))
  }

  /// Reads a Quantity; `nil` if it says nothing.
  mutating func quantity(_ node: JSONNode?) -> FHIRQuantity? {
    guard let node else { return nil }
    let quantity = FHIRQuantity(
      value: decimal(node, "value"), comparator: text(node, "comparator"),
      unit: text(node, "unit") ?? text(node, "units"), system: text(node, "system"),
      code: text(node, "code"))
    return quantity.isEmpty ? nil : quantity
  }

  /// Reads a Range; `nil` if it says nothing.
  mutating func range(_ node: JSONNode?) -> FHIRRange? {
    guard let node = object(node) else { return nil }
    let range = FHIRRange(
      low: quantity(object(node["low"])), high: quantity(object(node["high"])))
    return range.isEmpty ? nil : range
  }

  /// Reads a Ratio; `nil` if it says nothing.
  mutating func ratio(_ node: JSONNode?) -> FHIRRatio? {
    guard let node = object(node) else { return nil }
    let ratio = FHIRRatio(
      numerator: quantity(object(node["numerator"])),
      denominator: quantity(object(node["denominator"])))
    return ratio.isEmpty ? nil : ratio
  }

  /// Reads a Period; `nil` if it says nothing.
  mutating func period(_ node: JSONNode?) -> FHIRPeriod? {
    guard let node = object(node) else { return nil }
    let period = FHIRPeriod(start: text(node["start"]), end: text(node["end"]))
    return period.isEmpty ? nil : period
  }

  /// Reads a CodeableConcept; `nil` if it says nothing.
  mutating func presentConcept(_ node: JSONNode?) -> FHIRConcept? {
    let concept = concept(object(node))
    return concept.isEmpty ? nil : concept
  }

  /// Reads CodeableConcepts that one version has once and another several times.
  mutating func concepts(_ node: JSONNode?) -> [FHIRConcept] {
    guard let node else { return [] }
    return oneOrMore(node).compactMap { presentConcept($0) }
  }

  /// Reads Identifiers, of which some versions have one and others several.
  mutating func identifiers(_ node: JSONNode?) -> [FHIRIdentifier] {
    guard let node else { return [] }
    return oneOrMore(node).compactMap { identifier($0) }
  }

  /// Reads an Identifier; `nil` if it says nothing.
  mutating func identifier(_ node: JSONNode?) -> FHIRIdentifier? {
    guard let node = object(node) else { return nil }
    let identifier = FHIRIdentifier(
      use: text(node["use"]), type: presentConcept(node["type"]), system: text(node["system"]),
      value: text(node["value"]))
    return identifier.isEmpty ? nil : identifier
  }

  /// Reads the strength of an ingredient under any of its names (section 3.2).
  mutating func strength(of ingredient: JSONNode) -> FHIRStrength? {
    let ratio =
      object(ingredient, "strength") ?? object(ingredient, "strengthRatio")
      ?? object(ingredient, "amount")
    if let ratio {
      let numerator = quantity(object(ratio, "numerator"))
      let denominator = quantity(object(ratio, "denominator"))
      if numerator != nil || denominator != nil {
        return FHIRStrength(numerator: numerator, denominator: denominator)
      }
    }
    if let amount = quantity(object(ingredient, "strengthQuantity")) {
      return FHIRStrength(numerator: amount)
    }
    let words = concept(object(ingredient, "strengthCodeableConcept"))
    return words.isEmpty ? nil : FHIRStrength(concept: words)
  }
}

/// A Reference of FHIR as a document gives it.
struct ReferenceText {
  /// The reference string.
  var reference: String?
  /// The words given with it.
  var display: String?
  /// The identifier given with it.
  var identifier: FHIRIdentifier?
  /// The element it was read from.
  let node: JSONNode

  /// The reference, else the words given with it.
  var words: String? { reference ?? display ?? identifier?.value }

  var isEmpty: Bool { reference == nil && display == nil && identifier == nil }
}

extension ElementReader {
  /// Reads References, of which some versions have one and others several.
  mutating func references(_ node: JSONNode?) -> [ReferenceText] {
    guard let node, !node.isString else { return reference(node).map { [$0] } ?? [] }
    return oneOrMore(node).compactMap { reference($0) }
  }

  /// Reads a Reference, or a bare string in its place.
  mutating func reference(_ node: JSONNode?) -> ReferenceText? {
    guard let node, !node.isNull, !node.isEmptyContainer else { return nil }
    if node.isString {
      guard let text = text(node) else { return nil }
      report(.shape, .warning, "a string where a reference is due", at: node)
      return ReferenceText(reference: text, node: node)
    }
    guard let object = object(node) else { return nil }
    return ReferenceText(
      reference: text(object, "reference"), display: text(object, "display"),
      identifier: identifier(object["identifier"]), node: object)
  }
}
