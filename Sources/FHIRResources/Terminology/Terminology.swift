// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
public import MedicationModel

/// The terminology resources of a document, by type in document order.
struct DocumentTerminology {
  /// Takes some concepts of the code system that is being read.
  typealias ConceptSink = ([CodeSystemConcept]) -> Void

  /// Who takes the concepts, with the number of their code system in the document; `nil`: they
  /// are kept.
  var sink: FHIRDocument.ConceptSink?
  private(set) var codeSystems: [CodeSystemResource] = []
  private(set) var valueSets: [ValueSetResource] = []
  private(set) var conceptMaps: [ConceptMapResource] = []
  private(set) var namingSystems: [NamingSystemResource] = []

  /// Reads a resource of one of these types.
  mutating func read(_ entry: ScopeEntry, root: JSONNode) {
    var elements = ElementReader(resource: entry.resource, root: root)
    if entry.kind != .codeSystem { elements.reportRepeatedNames(in: entry.resource) }
    switch entry.kind {
    case .valueSet:
      valueSets.append(elements.valueSet(at: entry.address))
      readCodeSystem(entry, root)
    case .codeSystem: readCodeSystem(entry, root)
    case .conceptMap: conceptMaps.append(elements.conceptMap(at: entry.address))
    case .namingSystem: namingSystems.append(elements.namingSystem(at: entry.address))
    default: break
    }
  }

  private mutating func readCodeSystem(_ entry: ScopeEntry, _ root: JSONNode) {
    let number = codeSystems.count
    let sink = sink.map { sink in { (concepts: [CodeSystemConcept]) in sink(number, concepts) } }
    var reader = CodeSystemReader(entry: entry, root: root, sink: sink)
    if let system = reader.read() { codeSystems.append(system) }
  }
}

/// What CodeSystem, ValueSet and ConceptMap have in common.
public struct TerminologyHeading: Sendable, Hashable {
  /// The canonical URL.
  public var url: String?
  /// The version.
  public var version: String?
  /// Business identifiers in document order.
  public var identifiers: [CodeSystemResource.Identifier]
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The publication status as written.
  public var status: String?

  init(_ resource: JSONNode, _ elements: inout ElementReader) {
    url = elements.text(resource["url"])
    version = elements.text(resource["version"])
    name = elements.text(resource["name"])
    title = elements.text(resource["title"])
    status = elements.text(resource["status"])
    identifiers = Self.identifiers(resource, &elements)
  }

  private static func identifiers(
    _ resource: JSONNode, _ elements: inout ElementReader
  ) -> [CodeSystemResource.Identifier] {
    // STU3 and DSTU2 have one identifier, later versions several: both are right.
    guard let node = resource["identifier"] else { return [] }
    let nodes = node.isArray ? elements.list(resource["identifier"]) : [node].filter(\.isObject)
    return nodes.compactMap { node in
      let identifier = CodeSystemResource.Identifier(
        system: elements.text(node["system"]), value: elements.text(node["value"]))
      return identifier.system == nil && identifier.value == nil ? nil : identifier
    }
  }
}

extension ElementReader {
  mutating func designations(_ node: JSONNode) -> [CodeSystemConcept.Designation] {
    list(node["designation"]).map { item in
      let use = object(item["use"]).map { coding($0) }
      return CodeSystemConcept.Designation(
        language: text(item["language"]), use: use, value: text(item["value"]))
    }
  }

  /// Reads `value[x]` of a type that is one word, or the code of a Coding.
  mutating func value(_ node: JSONNode) -> (type: String, text: String, coding: FHIRCoding?)? {
    for (name, type) in Self.scalarValues {
      guard let value = node[name]?.scalarText, !value.isEmpty else { continue }
      return (type, value, nil)
    }
    guard let object = object(node["valueCoding"]) else { return nil }
    let coding = coding(object)
    guard let value = coding.code ?? coding.display else { return nil }
    return ("Coding", value, coding)
  }

  private static var scalarValues: [(StaticString, String)] {
    [
      ("valueCode", "Code"), ("valueString", "String"), ("valueBoolean", "Boolean"),
      ("valueInteger", "Integer"), ("valueDateTime", "DateTime"), ("valueDecimal", "Decimal"),
      ("valueUri", "Uri"), ("valueDate", "Date"),
    ]
  }
}

/// The registration of a code system or identifier system: its OIDs and URIs.
public struct NamingSystemResource: Sendable, Hashable {
  /// One name of the system.
  public struct UniqueID: Sendable, Hashable {
    /// `oid`, `uuid`, `uri`, `other`, and what later versions add.
    public var type: String
    /// The name as written.
    public var value: String
    /// Whether it is the one to use of its type.
    public var isPreferred: Bool
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// The canonical URL of the registration (R5).
  public var url: String?
  /// The version of the registration.
  public var version: String?
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The status of the registration; `retired` says nothing about the codes.
  public var status: String?
  /// `codesystem`, `identifier` or `root`.
  public var kind: String?
  /// The names in document order.
  public var uniqueIDs: [UniqueID]
  /// What was odd.
  public var problems: [Problem]

  /// The OIDs, without `urn:oid:`.
  public var oids: [String] {
    uniqueIDs.filter { $0.type == "oid" }.map { id in
      id.value.hasPrefix("urn:oid:") ? String(id.value.dropFirst(8)) : id.value
    }
  }

  /// The URIs in document order.
  public var uris: [String] { uniqueIDs.filter { $0.type == "uri" }.map(\.value) }

  /// The URI of the system: the preferred one, or the first.
  public var preferredURI: String? {
    uniqueIDs.first { $0.type == "uri" && $0.isPreferred }?.value ?? uris.first
  }
}

extension ElementReader {
  mutating func namingSystem(at address: String) -> NamingSystemResource {
    var ids: [NamingSystemResource.UniqueID] = []
    for node in list(resource["uniqueId"]) {
      guard let type = text(node["type"]), let value = text(node["value"]) else {
        report(.shape, .warning, "a uniqueId without type or value", at: node)
        continue
      }
      ids.append(
        NamingSystemResource.UniqueID(
          type: type, value: value, isPreferred: flag(node["preferred"]) ?? false))
    }
    return NamingSystemResource(
      entryPath: address, url: text(resource["url"]), version: text(resource["version"]),
      name: text(resource["name"]), title: text(resource["title"]),
      status: text(resource["status"]), kind: text(resource["kind"]), uniqueIDs: ids,
      problems: finish())
  }
}
