// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
public import MedicationModel

/// A map from codes to codes as a document defines it.
///
/// DSTU2 names the systems with each code, later versions once for a group; here every
/// mapping carries its own.
public struct ConceptMapResource: Sendable, Hashable {
  /// What a dependency or product says: under which further condition, or with which further code.
  public struct Attribute: Sendable, Hashable {
    /// What it is about: a property, an attribute or, in DSTU2, an element.
    public var name: String
    /// The code system of the value.
    public var system: String?
    /// The value as written.
    public var value: String?
    /// Its name.
    public var display: String?
  }

  /// One code of the source and one of the target.
  public struct Target: Sendable, Hashable {
    /// The code system of the code.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The code; `nil` where nothing corresponds.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set that is the target instead of one code.
    public var valueSet: String?
    /// `equivalence` or `relationship` as written.
    public var literal: String?
    /// What it means.
    public var relationship: MapRelationship
    /// A remark.
    public var comment: String?
    /// Conditions: the mapping is valid only where they are true.
    public var dependsOn: [Attribute]
    /// What belongs to the target besides its code.
    public var products: [Attribute]
  }

  /// A code of the source and what it is mapped to.
  public struct Element: Sendable, Hashable {
    /// The code system of the code.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The code; `nil` where the document leaves it out.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set whose codes are all mapped, instead of one code.
    public var valueSet: String?
    /// Whether the map says that nothing corresponds, or names nothing.
    public var hasNoMap: Bool
    /// What it is mapped to.
    public var targets: [Target]
  }

  /// What becomes of codes that the elements do not name.
  public struct Unmapped: Sendable, Hashable {
    /// `use-source-code`, `fixed` or `other-map`; `provided` of R4 is read as the first.
    public var mode: String
    /// The code for mode `fixed`.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set for mode `fixed`.
    public var valueSet: String?
    /// The map for mode `other-map`.
    public var otherMap: String?
    /// How the source is related to it; unstated before R5.
    public var relationship: MapRelationship
  }

  /// Elements with one source and one target system.
  public struct Group: Sendable, Hashable {
    /// The code system of the sources.
    public var source: String?
    /// Its version.
    public var sourceVersion: String?
    /// The code system of the targets.
    public var target: String?
    /// Its version.
    public var targetVersion: String?
    /// The codes that are mapped.
    public var elements: [Element]
    /// What becomes of other codes.
    public var unmapped: Unmapped?
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// URL, version, names and status.
  public var heading: TerminologyHeading
  /// The value set that the source codes come from.
  public var sourceScope: String?
  /// The value set that the target codes come from.
  public var targetScope: String?
  /// The groups; the elements of DSTU2 are one group without systems of its own.
  public var groups: [Group]
  /// Whether the elements are in groups, as they do since STU3.
  public var hasGroups: Bool
  /// What was odd.
  public var problems: [Problem]
}

extension ElementReader {
  /// Reads a ConceptMap of any version.
  mutating func conceptMap(at address: String) -> ConceptMapResource {
    var map = ConceptMapResource(
      entryPath: address, heading: TerminologyHeading(resource, &self),
      sourceScope: mapScope("source"), targetScope: mapScope("target"), groups: [],
      hasGroups: resource["group"] != nil, problems: [])
    if map.hasGroups {
      map.groups = list(resource["group"]).map { group($0) }
    } else if resource["element"] != nil {
      var group = ConceptMapResource.Group(elements: [])
      group.elements = list(resource["element"]).map { element($0, in: group) }
      map.groups.append(group)
    }
    if map.heading.url == nil {
      report(.systemMissing, .warning, "the concept map has no url")
    }
    map.problems = finish()
    return map
  }

  /// `sourceUri`, `sourceReference`, `sourceCanonical`, `sourceScopeUri`, `sourceScopeCanonical`.
  private mutating func mapScope(_ name: String) -> String? {
    for ending in ["Canonical", "Uri", "ScopeCanonical", "ScopeUri"] {
      if let node = resource[name + ending], let text = text(node) { return text }
    }
    return reference(resource[name + "Reference"])?.reference
  }

  private mutating func group(_ node: JSONNode) -> ConceptMapResource.Group {
    let source = Self.canonical(text(node["source"]))
    let target = Self.canonical(text(node["target"]))
    var group = ConceptMapResource.Group(
      source: source.url, sourceVersion: text(node["sourceVersion"]) ?? source.version,
      target: target.url, targetVersion: text(node["targetVersion"]) ?? target.version,
      elements: [], unmapped: object(node["unmapped"]).flatMap { unmapped($0) })
    group.elements = list(node["element"]).map { element($0, in: group) }
    if group.source == nil || group.target == nil {
      report(
        .systemMissing, .warning,
        "a group without source or target system; its mappings name no codes", at: node)
    }
    return group
  }

  private mutating func element(
    _ node: JSONNode, in group: ConceptMapResource.Group
  ) -> ConceptMapResource.Element {
    var element = ConceptMapResource.Element(
      system: text(node["codeSystem"]) ?? group.source, version: group.sourceVersion,
      code: text(node["code"]), display: text(node["display"]),
      valueSet: text(node["valueSet"]), hasNoMap: false, targets: [])
    element.targets = list(node["target"]).map { target($0, in: group) }
    element.hasNoMap = flag(node["noMap"]) ?? element.targets.isEmpty
    if element.hasNoMap, !element.targets.isEmpty {
      report(
        .mapContradicts, .warning, "noMap stands beside targets; the targets are kept", at: node)
      element.hasNoMap = false
    }
    if element.code == nil, element.valueSet == nil {
      report(.codeMalformed, .warning, "an element without a code maps nothing", at: node)
    }
    return element
  }

  private mutating func target(
    _ node: JSONNode, in group: ConceptMapResource.Group
  ) -> ConceptMapResource.Target {
    let literal = text(node["relationship"]) ?? text(node["equivalence"])
    var relationship =
      node["relationship"] != nil
      ? literal.flatMap { MapRelationship(relationship: $0) }
      : literal.flatMap { MapRelationship(equivalence: $0) }
    let code = text(node["code"])
    let valueSet = text(node["valueSet"])
    if relationship == nil {
      report(
        .mapRelationshipUnknown, .warning,
        literal == nil
          ? "a mapping that does not say how source and target are related"
          : "a relationship that no version of FHIR has; the codes are not taken as the same",
        at: node)
    }
    if code == nil, valueSet == nil, relationship != .noMap {
      report(
        .codeMalformed, .warning, "a mapping to no code is read as no mapping", at: node)
      relationship = .noMap
    }
    return ConceptMapResource.Target(
      system: text(node["codeSystem"]) ?? group.target, version: group.targetVersion,
      code: code, display: text(node["display"]), valueSet: valueSet, literal: literal,
      relationship: relationship ?? .unstated,
      comment: text(node["comment"]) ?? text(node["comments"]),
      dependsOn: attributes(node, "dependsOn"), products: attributes(node, "product"))
  }

  private mutating func attributes(
    _ node: JSONNode, _ name: StaticString
  ) -> [ConceptMapResource.Attribute] {
    list(node[name]).map { item in
      let value = value(item)
      return ConceptMapResource.Attribute(
        name: text(item["attribute"]) ?? text(item["property"]) ?? text(item["element"]) ?? "",
        system: value?.coding?.system ?? text(item["system"]) ?? text(item["codeSystem"]),
        value: value?.text ?? text(item["value"]) ?? text(item["code"]) ?? text(item["valueSet"]),
        display: value?.coding?.display ?? text(item["display"]))
    }
  }

  private mutating func unmapped(_ node: JSONNode) -> ConceptMapResource.Unmapped? {
    guard let mode = text(node["mode"]) else { return nil }
    return ConceptMapResource.Unmapped(
      mode: mode == "provided" ? "use-source-code" : mode, code: text(node["code"]),
      display: text(node["display"]), valueSet: text(node["valueSet"]),
      otherMap: text(node["otherMap"]) ?? text(node["url"]),
      relationship: text(node["relationship"]).flatMap {
        MapRelationship(relationship: $0)
      } ?? .unstated)
  }

  /// Parts a canonical into URL and version.
  static func canonical(_ text: String?) -> (url: String?, version: String?) {
    guard let text, let bar = text.firstIndex(of: "|") else { return (text, nil) }
    let version = text[text.index(after: bar)...]
    return (String(text[..<bar]), version.isEmpty ? nil : String(version))
  }
}

extension MapRelationship {
  /// Reads `relationship` of R5.
  init?(relationship: String) {
    self.init(rawValue: StatusWord(relationship).normalised)
    if self == .noMap || self == .unstated { return nil }
  }

  /// Reads `equivalence` of DSTU2 to R4.
  init?(equivalence: String) {
    switch StatusWord(equivalence).normalised {
    case "equivalent", "equal": self = .equivalent
    case "wider", "subsumes": self = .sourceIsNarrower
    case "narrower", "specializes": self = .sourceIsBroader
    case "relatedto", "inexact": self = .relatedTo
    case "disjoint": self = .notRelatedTo
    case "unmatched": self = .noMap
    default: return nil
    }
  }
}
