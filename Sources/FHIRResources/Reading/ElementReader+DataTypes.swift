// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

private enum ConceptMember: Int, MemberName {
  case coding, text
  static let table = nameTable
}

private enum CodingMember: Int, MemberName {
  case system, version, code, display
  static let table = nameTable
}

private enum QuantityMember: Int, MemberName {
  case value, comparator, unit, units, system, code
  static let table = nameTable
}

private enum ReferenceMember: Int, MemberName {
  case reference, display, identifier
  static let table = nameTable
}

extension ElementReader {
  /// Reads a CodeableConcept.
  mutating func concept(_ node: JSONNode?) -> FHIRConcept {
    guard let node else { return FHIRConcept() }
    return once(node, repeated?.concepts) { $0.readConcept($1) }
  }

  private mutating func readConcept(_ node: JSONNode) -> FHIRConcept {
    let members = NamedMembers<ConceptMember>(of: node)
    var concept = FHIRConcept()
    for node in list(members[.coding]) {
      let members = NamedMembers<CodingMember>(of: node)
      if CodingMember.allCases.contains(where: {
        members[$0].map { $0.isArray && $0.count > 1 } ?? false
      }) {
        concept.codings += codings(node, CodingMember.allCases.map { members[$0] })
          .filter(\.isPresent)
        continue
      }
      let coding = coding(of: members)
      if coding.isPresent { concept.codings.append(coding) }
    }
    let (text, others) = textOfConcept(members[.text])
    concept.text = text
    for other in others { concept.add(text: other) }
    return concept
  }

  mutating func coding(_ node: JSONNode) -> FHIRCoding {
    coding(of: NamedMembers(of: node))
  }

  private mutating func coding(of members: NamedMembers<CodingMember>) -> FHIRCoding {
    FHIRCoding(
      system: text(members[.system]), version: text(members[.version]), code: text(members[.code]),
      display: text(members[.display]))
  }

  /// Reads a Quantity; `nil` if it says nothing.
  mutating func quantity(_ node: JSONNode?) -> FHIRQuantity? {
    guard let node else { return nil }
    return once(node, repeated?.quantities) { $0.readQuantity($1) }
  }

  private mutating func readQuantity(_ node: JSONNode) -> FHIRQuantity? {
    let members = NamedMembers<QuantityMember>(of: node)
    let quantity = FHIRQuantity(
      value: decimal(members[.value]), comparator: text(members[.comparator]),
      unit: text(members[.unit]) ?? text(members[.units]), system: text(members[.system]),
      code: text(members[.code]))
    if quantity.hasTwoUnits {
      report(
        .unitCodeDisagrees, .warning, "the unit and its code are different units: none is used",
        at: node)
    }
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
    let period = FHIRPeriod(start: date(node["start"]), end: date(node["end"]))
    if let start = period.start.flatMap({ PartialDate($0) }),
      let end = period.end.flatMap({ PartialDate($0) }), start.isAfter(end)
    {
      report(.periodReversed, .warning, "a period that ends before it begins", at: node)
    }
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

  /// Reads the strength of an ingredient under any of its names.
  mutating func strength(of ingredient: JSONNode) -> FHIRStrength? {
    let names: [StaticString] = [
      "strength", "strengthRatio", "amount", "strengthQuantity", "strengthCodeableConcept",
    ]
    let nodes = names.compactMap { ingredient[$0] }
    let parts = nodes.flatMap { [$0, $0["numerator"], $0["denominator"]] }.compactMap(\.self)
    if let node = parts.first(where: { $0.isArray && $0.count > 1 }) {
      report(
        .strengthsIncomplete, .warning, "\(node.count) strengths where one is due; none is used",
        at: node)
      return FHIRStrength(concept: FHIRConcept(text: "\(node.count) strengths"))
    }
    let ratio =
      object(ingredient["strength"]) ?? object(ingredient["strengthRatio"])
      ?? object(ingredient["amount"])
    if let ratio {
      let numerator = quantity(object(ratio["numerator"]))
      let denominator = quantity(object(ratio["denominator"]))
      if numerator != nil || denominator != nil {
        return FHIRStrength(numerator: numerator, denominator: denominator)
      }
    }
    if let amount = quantity(object(ingredient["strengthQuantity"])) {
      return FHIRStrength(numerator: amount)
    }
    let words = concept(object(ingredient["strengthCodeableConcept"]))
    return words.isEmpty ? nil : FHIRStrength(concept: words)
  }
}

/// A Reference of FHIR as a document gives it.
struct ReferenceText {
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

  /// Reads References where one is expected; several are a problem.
  mutating func severalReferences(_ node: JSONNode) -> [ReferenceText] {
    if node.isArray, !node.isEmptyContainer {
      report(.shape, .warning, "an array where one reference is due; each is read", at: node)
    }
    return oneOrMore(node).flatMap { item -> [ReferenceText] in
      guard let several = item["reference"], several.isArray, several.count > 1,
        let first = reference(item)
      else { return reference(item).map { [$0] } ?? [] }
      return texts(several).map {
        ReferenceText(
          reference: $0, display: first.display, identifier: first.identifier, node: several)
      }
    }
  }

  /// Reads the texts of Annotations, or bare strings in their place.
  mutating func notes(_ node: JSONNode?) -> [String] {
    guard let node else { return [] }
    return node.items.compactMap { item in
      text(item.isObject ? item["text"] : item)
    }
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
    let members = NamedMembers<ReferenceMember>(of: object)
    return ReferenceText(
      reference: text(members[.reference]), display: text(members[.display]),
      identifier: identifier(members[.identifier]), node: object)
  }
}
