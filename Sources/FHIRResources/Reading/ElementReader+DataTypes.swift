// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// The names of the members of small data types, in the order that their readers ask for them.
private enum ShortNames {
  static let concept = JSONShortNames("coding", "text")
  static let coding = JSONShortNames("system", "version", "code", "display")
  static let quantity = JSONShortNames("value", "comparator", "unit", "units", "system", "code")
  static let reference = JSONShortNames("reference", "display", "identifier")
}

extension ElementReader {
  /// Reads a CodeableConcept.
  mutating func concept(_ node: JSONNode?) -> FHIRConcept {
    guard let node else { return FHIRConcept() }
    guard let repeated, let (number, known) = repeated.concepts.find(node) else {
      return readConcept(node)
    }
    if let known { return known }
    let count = reportCount
    let concept = readConcept(node)
    if reportCount == count { repeated.concepts.keep(concept, number) }
    return concept
  }

  /// Reads a CodeableConcept, or bare words in its place, which are its text.
  ///
  /// Several words in a list may be several drugs: none of them is chosen (S4).
  mutating func concept(orWords node: JSONNode?) -> FHIRConcept {
    guard let node else { return FHIRConcept() }
    guard isWords(node) else { return concept(object(node)) }
    let words = (node.isString ? [node] : Array(node.elements)).compactMap { text($0) }
    if words.count > 1 {
      report(
        .shape, .warning,
        "\(words.count) strings where one concept is due; none is chosen", at: node)
    }
    guard words.count == 1 else { return FHIRConcept() }
    report(.shape, .warning, "a string where a concept is due; it counts as the text", at: node)
    return FHIRConcept(text: words[0])
  }

  /// Whether a value is a string, or a list of strings without an object.
  func isWords(_ node: JSONNode) -> Bool {
    node.isString
      || node.isArray && node.elements.contains(where: \.isString)
        && !node.elements.contains(where: \.isObject)
  }

  private mutating func readConcept(_ node: JSONNode) -> FHIRConcept {
    let members = JSONShortMembers(of: node, by: ShortNames.concept)
    var concept = FHIRConcept()
    for coding in list(members[0]) {
      let coding = self.coding(coding)
      if coding.isPresent { concept.codings.append(coding) }
    }
    concept.text = text(members[1])
    return concept
  }

  /// Reads a Coding.
  mutating func coding(_ node: JSONNode) -> FHIRCoding {
    let members = JSONShortMembers(of: node, by: ShortNames.coding)
    return FHIRCoding(
      system: text(members[0]), version: text(members[1]), code: text(members[2]),
      display: text(members[3]))
  }

  /// Reads a Quantity; `nil` if it says nothing.
  mutating func quantity(_ node: JSONNode?) -> FHIRQuantity? {
    guard let node else { return nil }
    guard let repeated, let (number, known) = repeated.quantities.find(node) else {
      return readQuantity(node)
    }
    if let known { return known.isEmpty ? nil : known }
    let count = reportCount
    let quantity = readQuantity(node)
    if reportCount == count { repeated.quantities.keep(quantity ?? FHIRQuantity(), number) }
    return quantity
  }

  private mutating func readQuantity(_ node: JSONNode) -> FHIRQuantity? {
    let members = JSONShortMembers(of: node, by: ShortNames.quantity)
    let quantity = FHIRQuantity(
      value: decimal(members[0]), comparator: text(members[1]),
      unit: text(members[2]) ?? text(members[3]), system: text(members[4]),
      code: text(members[5]))
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
  @Aside var identifier: FHIRIdentifier?
  /// The element it was read from.
  let node: JSONNode

  init(
    reference: String?, display: String? = nil, identifier: FHIRIdentifier? = nil, node: JSONNode
  ) {
    self.reference = reference
    self.display = display
    self.identifier = identifier
    self.node = node
  }

  /// The reference, else the words given with it.
  var words: String? { reference ?? display ?? identifier?.value }

  /// The words given with the reference, and the reference behind them in brackets.
  var allWords: String? {
    guard let reference, let display else { return words }
    return "\(display) (\(reference))"
  }

  var isEmpty: Bool { reference == nil && display == nil && !_identifier.isPresent }
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
    let members = JSONShortMembers(of: object, by: ShortNames.reference)
    return ReferenceText(
      reference: text(members[0]), display: text(members[1]),
      identifier: identifier(members[2]), node: object)
  }
}
