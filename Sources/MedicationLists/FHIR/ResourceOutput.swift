// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

// FHIR knows no null and no empty array or object: what is absent is not
// written. A value that its type does not allow is not written in its place but
// collected, and is literally in an extension of the resource.

/// A resource in the making.
struct ResourceOutput {
  var json: JSONWriter
  /// Values that could not be written in their place, with the element's name.
  private(set) var unwritten: [(element: String, value: String)] = []

  init(_ json: JSONWriter) {
    self.json = json
  }

  /// Notes a value that the version has no place for.
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
    write(name, value, isNumber: true, FHIRPrimitive.isDecimal)
  }

  mutating func whole(_ name: StaticString, _ value: String?, from least: Int) {
    write(name, value, isNumber: true) { FHIRPrimitive.isWhole($0, from: least) }
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
    _ name: StaticString, _ value: String?, isNumber: Bool = false, _ isValid: (String) -> Bool
  ) {
    guard let value else { return }
    guard isValid(value) else { return leave("\(name)", value) }
    json.key(name)
    if isNumber { json.number(raw: value) } else { json.string(value) }
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

  /// An object in an element that is a concept or a reference, which R5 wraps by what it is.
  mutating func object(
    _ r4: StaticString, or r5: (element: StaticString, part: StaticString), in release: FHIRRelease,
    _ body: (inout ResourceOutput) -> Void
  ) {
    switch release {
    case .r4: object(r4, body)
    case .r5: object(r5.element) { $0.object(r5.part, body) }
    }
  }

  /// Extensions with what each writes behind its address.
  mutating func extensions(_ parts: [(url: String, write: (inout ResourceOutput) -> Void)]) {
    objects("extension", parts) { part, output in
      output.json.member("url", part.url)
      part.write(&output)
    }
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

/// A reference to another resource with everything that was given with it.
struct GivenReference {
  var reference: String?
  var display: String?
  var identifier: FHIRIdentifier?

  init(_ reference: String?, _ display: String? = nil, _ identifier: FHIRIdentifier? = nil) {
    self.reference = reference
    self.display = display
    self.identifier = identifier.flatMap { $0.isEmpty ? nil : $0 }
  }

  init(_ link: RecordLink) {
    self.init(link.reference, link.display, link.identifier)
  }

  var isEmpty: Bool { reference == nil && display == nil && identifier == nil }

  /// Whether it leads into the source document, where readers of the output cannot follow.
  var isLocal: Bool { reference?.hasPrefix("#") ?? false }

  /// The reference as it is, and the rest with its names behind it; `nil` if nothing is given.
  var literal: String? {
    let rest = NamedWords.joined([("display", display), ("identifier", identifier?.literal)])
    guard let reference, let rest else { return reference ?? rest }
    return "\(reference) (\(rest))"
  }
}

extension ResourceOutput {
  /// A reference as written; one that leads into the document that is left out is left.
  mutating func reference(_ name: StaticString, _ given: GivenReference) {
    if given.isEmpty { return }
    guard !given.isLocal else { return leave("\(name)", given.literal) }
    object(name) { $0.referenceMembers(given, of: name) }
  }

  mutating func reference(_ name: StaticString, _ text: String?) {
    reference(name, GivenReference(text))
  }

  mutating func references(_ name: StaticString, _ given: [GivenReference]) {
    objects(name, reachable(name, given)) { $1.referenceMembers($0, of: name) }
  }

  /// References that readers of the output can follow; others are left.
  private mutating func reachable(
    _ name: StaticString, _ given: [GivenReference]
  ) -> [GivenReference] {
    for given in given where given.isLocal { leave("\(name)", given.literal) }
    return given.filter { !$0.isLocal && !$0.isEmpty }
  }

  mutating func references(_ name: StaticString, _ texts: [String]) {
    references(name, texts.map { GivenReference($0) })
  }

  /// Concepts and references as R5 has them in one list, each wrapped by what it is.
  mutating func wrapped(
    _ name: StaticString, _ concepts: [FHIRConcept], _ references: [GivenReference]
  ) {
    let items: [(FHIRConcept?, GivenReference?)] =
      concepts.filter { !$0.isEmpty }.map { ($0, nil) }
      + reachable(name, references).map { (nil, $0) }
    objects(name, items) { item, output in
      output.concept("concept", item.0)
      if let reference = item.1 { output.reference("reference", reference) }
    }
  }

  /// The members of a reference; what is no address is written as its words, if it has none.
  mutating func referenceMembers(_ given: GivenReference, of name: StaticString) {
    var display = given.display
    if let text = given.reference {
      if text.contains("/") || text.hasPrefix("urn:"), FHIRPrimitive.isURI(text) {
        string("reference", text)
      } else if display == nil {
        display = text
      } else {
        leave("\(name)", text)
      }
    }
    if let identifier = given.identifier {
      object("identifier") { $0.identifierMembers(identifier) }
    }
    string("display", display)
  }
}

/// Whether a literal value may be written where FHIR has a primitive type (datatypes, R4 and R5).
enum FHIRPrimitive {
  /// `id`: 1 to 64 letters, digits, dashes and points.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
  }

  /// `code`: no blanks at the ends, and none twice.
  static func isCode(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.split(separator: 0x20, omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0 > 0x20 }
      }
  }

  /// `uri`: not empty, without blanks.
  static func isURI(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 }
  }

  /// `string`: not empty, not blank, no control characters but line ends and tabs.
  static func isString(_ text: String) -> Bool {
    text.utf8.contains { $0 > 0x20 }
      && text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// `dateTime`: a date of any precision, or a time to the second with its zone.
  static func isDateTime(_ text: String) -> Bool {
    guard let date = StatedDate(text) else { return false }
    switch date.parts.count {
    case 1...3: return !text.contains("T") && date.parts[0] > 0
    case 6: return date.offset != nil && date.parts[3] < 24 && date.parts[5] < 60
    default: return false
    }
  }

  /// `time`: hours, minutes and seconds.
  static func isTime(_ text: String) -> Bool {
    isDateTime("2000-01-01T\(text)Z")
  }

  /// `decimal`: a number of JSON.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == 0x2E {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard rest.first == 0x65 || rest.first == 0x45 else { return rest.isEmpty }
    rest = rest.dropFirst()
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// `positiveInt`, or with zero `unsignedInt`: up to 2³¹ − 1.
  static func isWhole(_ text: String, from least: Int) -> Bool {
    guard text.utf8.allSatisfy(isDigit), let number = Int(text), text == String(number) else {
      return false
    }
    return number >= least && number <= Int(Int32.max)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26
  }
}
