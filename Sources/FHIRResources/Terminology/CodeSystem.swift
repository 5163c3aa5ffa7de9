// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
public import MedicationModel

/// A code system that a document defines or supplements.
///
/// Comes from a CodeSystem resource, or from `ValueSet.codeSystem` of DSTU2,
/// where the value set carries the codes. Everything is literal.
public struct CodeSystemResource: Sendable, Hashable {
  /// A business identifier, often `urn:oid:` of the code system.
  public struct Identifier: Sendable, Hashable {
    /// The namespace.
    public var system: String?
    /// The value in it.
    public var value: String?
  }

  /// A property that concepts may have, as it is declared.
  public struct PropertyDeclaration: Sendable, Hashable {
    /// The code that the concepts' properties use.
    public var code: String
    /// The URI of its meaning.
    public var uri: String?
    /// What it means.
    public var meaning: String?
    /// The type of its values, as `code`, `Coding` or `string`.
    public var type: String?
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// `CodeSystem`, or `ValueSet` for the inline code systems of DSTU2.
  public var resourceType: String
  /// The URL of the resource, for `ValueSet` that of the value set.
  public var resourceURL: String?
  /// The version of the resource.
  public var resourceVersion: String?
  /// The URL by which codings name the code system.
  public var url: String?
  /// The version of the code system.
  public var version: String?
  /// Business identifiers in document order.
  public var identifiers: [Identifier]
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The publication status as written.
  public var status: String?
  /// `complete`, `fragment`, `example`, `not-present` or `supplement`; DSTU2 gives none.
  public var content: String?
  /// The canonical URL of the system that this one adds to.
  public var supplements: String?
  /// Whether codes that differ in letter case differ; absent means true.
  public var isCaseSensitive: Bool
  /// What nesting means: `grouped-by`, `is-a`, `part-of`, `classified-with`; absent is unknown.
  public var hierarchyMeaning: String?
  /// How many concepts the system has by its own account.
  public var count: Int?
  /// The language of the displays.
  public var language: String?
  /// The properties that are declared.
  public var propertyDeclarations: [PropertyDeclaration]
  /// All concepts of all depths, parents before their children, in document order; empty where
  /// they were handed over while they were read.
  public var concepts: [CodeSystemConcept]
  /// How many concepts were handed over.
  public var handedOverCount = 0
  /// What was odd.
  public var problems: [Problem]

  /// How many concepts of all depths there are.
  public var conceptCount: Int { concepts.count + handedOverCount }

  /// Whether the concepts add to another system instead of defining their codes.
  public var isSupplement: Bool { content == "supplement" || supplements != nil }
}

/// A concept of a code system.
public struct CodeSystemConcept: Sendable, Hashable {
  /// A further name, or the name in another language.
  public struct Designation: Sendable, Hashable {
    /// The language of the value.
    public var language: String?
    /// What the designation is for.
    public var use: FHIRCoding?
    /// The words.
    public var value: String?
  }

  /// A property of the concept.
  public struct Property: Sendable, Hashable {
    /// The code of the property.
    public var code: String
    /// The value as written; for a Coding its code.
    public var value: String
    /// The type of the value: `Code`, `Coding`, `String`, `Integer`, `Boolean`, `DateTime`, `Decimal`.
    public var type: String
    /// The value, where it is a Coding.
    public var coding: FHIRCoding?
  }

  /// The code.
  public var code: String
  /// The code of the concept that it is nested in.
  public var parent: String?
  /// How deep it is nested, from 1.
  public var depth: Int
  /// The name; `nil` if none is given, never the code in its place.
  public var display: String?
  /// What it means.
  public var definition: String?
  /// Further names in document order.
  public var designations: [Designation]
  /// Properties in document order.
  public var properties: [Property]
}

/// Reads a CodeSystem, or the code system inside a ValueSet of DSTU2.
struct CodeSystemReader {
  private let entry: ScopeEntry
  private var elements: ElementReader
  /// Concepts that carry what belongs into a designation.
  private var misplacedCount = 0
  private var firstMisplaced: JSONNode?
  private let sink: DocumentTerminology.ConceptSink?
  private var handedOverCount = 0
  /// Codes met so far, and how many of them again.
  private var codes: Set<String> = []
  private var repeatedCount = 0
  /// How many concepts are handed over together, at least.
  private static let pieceCount = 1024
  /// `examplar` is how STU3 and R4 spelled the third.
  private static let contents: Set<String> = [
    "complete", "fragment", "example", "examplar", "exemplar", "not-present", "supplement",
  ]

  init(entry: ScopeEntry, root: JSONNode, sink: DocumentTerminology.ConceptSink? = nil) {
    self.entry = entry
    self.sink = sink
    elements = ElementReader(resource: entry.resource, root: root)
    // Of a value set, its own reader says so.
    if entry.kind == .codeSystem { elements.reportRepeatedNames(in: entry.resource) }
  }

  /// Returns the code system; `nil` for a value set that defines no codes.
  mutating func read() -> CodeSystemResource? {
    let resource = entry.resource
    let isValueSet = entry.kind == .valueSet
    guard let body = isValueSet ? elements.object(resource["codeSystem"]) : resource else {
      return nil
    }
    let heading = TerminologyHeading(resource, &elements)
    var system = CodeSystemResource(
      entryPath: entry.address, resourceType: entry.typeName, resourceURL: heading.url,
      resourceVersion: heading.version,
      url: isValueSet ? elements.text(body["system"]) : heading.url,
      version: isValueSet ? elements.text(body["version"]) : heading.version,
      identifiers: heading.identifiers, name: heading.name, title: heading.title,
      status: heading.status,
      content: elements.text(body["content"]), supplements: elements.text(body["supplements"]),
      isCaseSensitive: elements.flag(body["caseSensitive"]) ?? true,
      hierarchyMeaning: elements.text(body["hierarchyMeaning"]),
      count: elements.decimal(body["count"]).flatMap { Int($0) },
      language: elements.text(resource["language"]), propertyDeclarations: declarations(body),
      concepts: [], problems: [])
    readConcepts(of: body, parent: nil, depth: 1, into: &system.concepts)
    if sink != nil { handOver(&system.concepts) }
    system.handedOverCount = handedOverCount
    check(system)
    system.problems = elements.finish()
    return system
  }

  private mutating func check(_ system: CodeSystemResource) {
    if system.url == nil {
      elements.report(.systemMissing, .warning, "the code system has no url")
    }
    if let first = firstMisplaced {
      elements.report(
        .designationMisplaced, .error,
        "found language and value in \(misplacedCount) concepts themselves, expected them in "
          + "designation[] of the concept", at: first)
    }
    if !Self.contents.contains(system.content ?? ""), entry.kind == .codeSystem {
      elements.report(
        .contentUnknown, .warning,
        system.content == nil
          ? "content does not say how much of the code system is here"
          : "content is none of complete, fragment, example, not-present and supplement",
        at: entry.resource["content"])
    }
    if system.content == "supplement", system.supplements == nil {
      elements.report(
        .supplementBaseMissing, .warning, "a supplement that does not say what it adds to")
    }
    if repeatedCount > 0 {
      elements.report(
        .codeRepeated, .warning,
        repeatedCount == 1
          ? "1 code is defined more than once; both are kept"
          : "\(repeatedCount) codes are defined more than once; all are kept")
    }
    if let count = system.count, count != system.conceptCount, system.content != "not-present" {
      elements.report(
        .countMismatch, system.content == "complete" ? .warning : .note,
        "count says \(count), there are \(system.conceptCount) concepts",
        at: entry.resource["count"])
    }
  }

  /// Hands concepts over: whole trees, in document order.
  private mutating func handOver(_ concepts: inout [CodeSystemConcept]) {
    handedOverCount += concepts.count
    sink?(concepts)
    concepts.removeAll(keepingCapacity: true)
  }

  /// Reads names in other languages that are in the extension `translation` of the display.
  private mutating func translations(_ node: JSONNode) -> [CodeSystemConcept.Designation] {
    guard let shadow = node["_display"] else { return [] }
    var designations: [CodeSystemConcept.Designation] = []
    for item in elements.list(shadow["extension"])
    where elements.text(item["url"]) == "http://hl7.org/fhir/StructureDefinition/translation" {
      var (language, value): (String?, String?)
      for part in elements.list(item["extension"]) {
        switch elements.text(part["url"]) {
        case "lang": language = elements.value(part)?.text
        case "content": value = elements.value(part)?.text
        default: break
        }
      }
      if let value {
        designations.append(
          CodeSystemConcept.Designation(language: language, use: nil, value: value))
      }
    }
    return designations
  }

  private mutating func declarations(
    _ body: JSONNode
  ) -> [CodeSystemResource.PropertyDeclaration] {
    elements.list(body["property"]).compactMap { node in
      guard let code = elements.text(node["code"]) else { return nil }
      return CodeSystemResource.PropertyDeclaration(
        code: code, uri: elements.text(node["uri"]), meaning: elements.text(node["description"]),
        type: elements.text(node["type"]))
    }
  }

  /// Reads nested concepts; the JSON depth limit bounds the recursion.
  private mutating func readConcepts(
    of parent: JSONNode, parent parentCode: String?, depth: Int,
    into concepts: inout [CodeSystemConcept]
  ) {
    for node in elements.list(parent["concept"]) {
      let code = elements.text(node["code"])
      if let code {
        if !codes.insert(code).inserted { repeatedCount += 1 }
        concepts.append(
          CodeSystemConcept(
            code: code, parent: parentCode, depth: depth, display: elements.text(node["display"]),
            definition: elements.text(node["definition"]),
            designations: elements.designations(node) + translations(node),
            properties: properties(node)))
      } else {
        elements.report(.codeMalformed, .warning, "a concept without code was left out", at: node)
      }
      if node["value"] != nil, node["designation"] == nil {
        misplacedCount += 1
        firstMisplaced = firstMisplaced ?? node
      }
      if node["concept"] != nil {
        // The children of a heading without code are children of what is above it.
        readConcepts(
          of: node, parent: code ?? parentCode, depth: code == nil ? depth : depth + 1,
          into: &concepts)
      }
      if parentCode == nil, sink != nil, concepts.count >= Self.pieceCount {
        handOver(&concepts)
      }
    }
  }

  private mutating func properties(_ node: JSONNode) -> [CodeSystemConcept.Property] {
    guard node["property"] != nil else { return [] }
    var properties: [CodeSystemConcept.Property] = []
    for item in elements.list(node["property"]) {
      guard let code = elements.text(item["code"]) else { continue }
      if let value = elements.value(item) {
        properties.append(
          CodeSystemConcept.Property(
            code: code, value: value.text, type: value.type, coding: value.coding))
      } else {
        elements.report(.shape, .warning, "a property without a value of a known type", at: item)
      }
    }
    return properties
  }
}
