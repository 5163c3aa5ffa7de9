// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText

// FHIR knows no null and no empty array or object: what is absent is not
// written. A value that its type cannot hold is not written in its place but
// collected, and stands literally in an extension of the resource (S2).

/// A resource in the making.
struct ResourceOutput {
  var json: JSONWriter
  /// Values that could not stand in their place, with the element's name.
  private(set) var unwritten: [(element: String, value: String)] = []

  init(_ json: JSONWriter) {
    self.json = json
  }

  /// Notes a value that the version cannot hold.
  mutating func leave(_ element: String, _ value: String?) {
    if let value { unwritten.append((element, value)) }
  }

  // MARK: Primitives

  mutating func string(_ name: StaticString, _ value: String?) {
    write(name, value, FHIRPrimitive.isString)
  }

  mutating func code(_ name: StaticString, _ value: String?) {
    write(name, value, FHIRPrimitive.isCode)
  }

  mutating func uri(_ name: StaticString, _ value: String?) {
    write(name, value, FHIRPrimitive.isURI)
  }

  mutating func dateTime(_ name: StaticString, _ value: String?) {
    write(name, value, FHIRPrimitive.isDateTime)
  }

  mutating func decimal(_ name: StaticString, _ value: String?) {
    number(name, value, FHIRPrimitive.isDecimal)
  }

  mutating func whole(_ name: StaticString, _ value: String?, from least: Int) {
    number(name, value) { FHIRPrimitive.isWhole($0, from: least) }
  }

  mutating func flag(_ name: StaticString, _ value: Bool?) {
    if let value { json.member(name, value) }
  }

  /// A code of a list that the version fixes.
  mutating func code(_ name: StaticString, _ value: String?, among words: Set<String>) {
    write(name, value) { words.contains($0) }
  }

  /// An array of strings, if any of them can be written.
  mutating func strings(
    _ name: StaticString, _ values: [String], _ isValid: (String) -> Bool
  ) {
    for value in values where !isValid(value) { leave("\(name)", value) }
    let written = values.filter(isValid)
    if !written.isEmpty { json.member(name, written) }
  }

  private mutating func write(
    _ name: StaticString, _ value: String?, _ isValid: (String) -> Bool
  ) {
    guard let value else { return }
    if isValid(value) { json.member(name, value) } else { leave("\(name)", value) }
  }

  private mutating func number(
    _ name: StaticString, _ value: String?, _ isValid: (String) -> Bool
  ) {
    guard let value else { return }
    guard isValid(value) else { return leave("\(name)", value) }
    json.key(name)
    json.number(raw: value)
  }

  // MARK: Structure

  mutating func object(_ name: StaticString, _ body: (inout ResourceOutput) -> Void) {
    json.key(name)
    element(body)
  }

  mutating func element(_ body: (inout ResourceOutput) -> Void) {
    json.beginObject()
    body(&self)
    json.endObject()
  }

  /// An array of objects; nothing without any.
  mutating func objects<Element>(
    _ name: StaticString, _ elements: [Element], _ body: (Element, inout ResourceOutput) -> Void
  ) {
    guard !elements.isEmpty else { return }
    json.key(name)
    json.beginArray()
    for value in elements { element { body(value, &$0) } }
    json.endArray()
  }

  /// The value of a required element that is not known.
  mutating func absent(_ name: StaticString) {
    object(name) { $0.absentReason() }
  }

  mutating func absentReason() {
    objects("extension", [()]) { _, output in
      output.json.member("url", FHIRExtension.dataAbsentReason)
      output.json.member("valueCode", "unknown")
    }
  }

  // MARK: Data types

  mutating func coding(_ coding: FHIRCoding) {
    uri("system", coding.system)
    string("version", coding.version)
    code("code", coding.code)
    string("display", coding.display)
  }

  mutating func concept(_ name: StaticString, _ concept: FHIRConcept?) {
    guard let concept, !concept.isEmpty else { return }
    object(name) { $0.conceptMembers(concept) }
  }

  mutating func concepts(_ name: StaticString, _ concepts: [FHIRConcept]) {
    objects(name, concepts.filter { !$0.isEmpty }) { $1.conceptMembers($0) }
  }

  mutating func conceptMembers(_ concept: FHIRConcept) {
    objects("coding", concept.codings) { $1.coding($0) }
    string("text", concept.text)
  }

  mutating func quantity(_ name: StaticString, _ quantity: FHIRQuantity?) {
    guard let quantity, !quantity.isEmpty else { return }
    object(name) { $0.quantityMembers(quantity) }
  }

  mutating func quantityMembers(_ quantity: FHIRQuantity) {
    decimal("value", quantity.value)
    code("comparator", quantity.comparator, among: ["<", "<=", ">=", ">"])
    string("unit", quantity.unit)
    uri("system", quantity.system)
    code("code", quantity.code)
  }

  mutating func range(_ name: StaticString, _ range: FHIRRange?) {
    guard let range, !range.isEmpty else { return }
    object(name) {
      $0.quantity("low", range.low)
      $0.quantity("high", range.high)
    }
  }

  /// A ratio needs both its parts; an amount without one is per one.
  mutating func ratio(_ name: StaticString, _ ratio: FHIRRatio?) {
    guard let ratio, !ratio.isEmpty else { return }
    object(name) {
      $0.quantity("numerator", ratio.numerator)
      $0.quantity(
        "denominator",
        ratio.denominator ?? (ratio.numerator == nil ? nil : FHIRQuantity(value: "1")))
    }
  }

  mutating func period(_ name: StaticString, _ period: FHIRPeriod?) {
    guard let period, !period.isEmpty else { return }
    let isValid = [period.start, period.end].compactMap(\.self).contains(
      where: FHIRPrimitive.isDateTime)
    guard isValid else {
      leave("\(name).start", period.start)
      return leave("\(name).end", period.end)
    }
    object(name) {
      $0.dateTime("start", period.start)
      $0.dateTime("end", period.end)
    }
  }

  mutating func identifiers(_ name: StaticString, _ identifiers: [FHIRIdentifier]) {
    objects(name, identifiers.filter { !$0.isEmpty }) { $1.identifierMembers($0) }
  }

  mutating func identifierMembers(_ identifier: FHIRIdentifier) {
    code("use", identifier.use, among: ["usual", "official", "temp", "secondary", "old"])
    concept("type", identifier.type)
    uri("system", identifier.system)
    string("value", identifier.value)
  }
}
