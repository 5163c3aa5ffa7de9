// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// The first pass: what is where.

extension DocumentWalk {
  /// A document, line or item: a resource, or a bundle entry without its bundle.
  mutating func findTopLevel(_ node: JSONNode, at address: String, in scope: ResourceScope) {
    if node.isSkipped {
      find(node, nil, wrapper: nil, at: address, in: scope)
    } else if let kind = ResourceKind(of: node) {
      find(node, kind, wrapper: nil, at: address, in: scope)
    } else if let resource = node["resource"], let kind = ResourceKind(of: resource) {
      reportDuplicates(of: node, at: address)
      find(resource, kind, wrapper: node, at: address, in: scope)
    } else if let resources = node["resource"],
      resources.elements.contains(where: { $0.isSkipped || ResourceKind(of: $0) != nil })
    {
      reportDuplicates(of: node, at: address)
      findResource(resources, wrapper: node, at: address, in: scope)
    } else {
      reportNoResource(node, at: address)
    }
  }

  private mutating func find(
    _ node: JSONNode, wrapper: JSONNode?, at address: String, in scope: ResourceScope
  ) {
    let kind = node.isSkipped ? nil : ResourceKind(of: node)
    find(node, kind, wrapper: wrapper, at: address, in: scope)
  }

  private mutating func find(
    _ node: JSONNode, _ kind: ResourceKind?, wrapper: JSONNode?, at address: String,
    in scope: ResourceScope
  ) {
    if node.isSkipped {
      scope.append(ScopeEntry(resource: node, kind: .other, wrapper: wrapper, address: address))
      others.append(node)
      if ResourceKind(of: node) == .claim { skippedClaimCount += 1 }
      reportMisspeltType(of: node, at: address)
      reportBinary(node, at: address)
      return reportContainedRecords(in: node, at: address)
    }
    guard let kind else {
      if !node.isNull, !node.isEmptyContainer || wrapper == nil {
        reportNoResource(node, at: address)
      }
      return
    }
    let entry = ScopeEntry(resource: node, kind: kind, wrapper: wrapper, address: address)
    scope.append(entry)
    if !kind.isMedicationType, node.duplicateNames.contains("resourceType") {
      reportDuplicates(of: node, at: address)
    }
    let origin = ReferenceOrigin(owner: entry, scope: scope)
    if kind.isMedicationType {
      found.append(origin)
    } else if kind != .bundle, kind != .parameters {
      others.append(node)
    }
    switch kind {
    case .bundle:
      findEntries(of: node, at: address, in: innerScope(of: node, wrapper, at: address, scope))
    case .parameters:
      findParameters(of: node, at: address, in: innerScope(of: node, wrapper, at: address, scope))
    case .list, .composition: listEntries.append(origin)
    case .allergy: allergyEntries.append(origin)
    case .immunization: immunizationCount += 1
    case .patient:
      readPatient(node, at: address, id: node["id"]?.scalarText, fullURL: entry.fullURL)
    case .claim: findItems(of: entry, in: scope)
    case .codeSystem, .valueSet, .conceptMap, .namingSystem:
      terminology.read(entry, root: root ?? entry.resource)
    case .conformance:
      if let number = node["fhirVersion"]?.string
        ?? node["fhirVersion"]?.elements.first(where: { $0.isString })?.string
      {
        statedVersion = VersionEvidence.version(number) ?? statedVersion
      }
    case .other:
      reportMisspeltType(of: node, at: address)
      reportBinary(node, at: address)
    default: break
    }
    reportContainedRecords(in: node, at: address)
  }

  private mutating func findItems(of claim: ScopeEntry, in scope: ResourceScope) {
    guard options.readsClaims else {
      skippedClaimCount += 1
      return
    }
    for item in ClaimItem.all(of: claim.resource) {
      if item.namesDrug {
        found.append(ReferenceOrigin(owner: ScopeEntry(item, of: claim), scope: scope))
      } else {
        otherClaimItemCount += 1
      }
    }
  }

  /// The scope of what a container holds, within that around it.
  private mutating func innerScope(
    of container: JSONNode, _ wrapper: JSONNode?, at address: String, _ outer: ResourceScope
  ) -> ResourceScope {
    let scope = ResourceScope(outer: outer)
    scope.isHistory = container["type"]?.isString("history") ?? false
    scope.isModified = ResourceScope.isModified(container) || ResourceScope.isModified(wrapper)
    if scope.isModified {
      report(.modifierNotUnderstood, .warning, ResourceScope.modified, at: address)
    }
    return scope
  }

  private mutating func findEntries(
    of bundle: JSONNode, at address: String, in scope: ResourceScope
  ) {
    reportDuplicates(of: bundle, at: address)
    if statedVersion == nil { statedVersion = VersionEvidence.profileVersion(meta: bundle["meta"]) }
    var count = 0
    for entries in RecordReader.values("entry", of: bundle, last: bundle["entry"]) {
      if !entries.isArray, !entries.isNull, !entries.isUntyped {
        report(.shape, .warning, "Bundle.entry is no array", of: entries, at: address)
      }
      let nodes = entries.isObject ? [entries] : Array(entries.elements)
      find(entries: nodes, from: count, at: address, in: scope, sayBare: true)
      count += nodes.count
    }
    for (name, value) in bundle.members where !MisplacedEntries.isKnown(name, in: .bundle) {
      guard !MisplacedEntries.within(value).isEmpty else { continue }
      // What holds nothing keeps its number.
      let nodes = value.items.flatMap { node in
        let found = MisplacedEntries.within(node)
        return found.isEmpty ? [node] : found
      }
      report(
        .shape, .warning, "resources stand under another name than Bundle.entry", of: value,
        at: address)
      find(entries: nodes, from: count, at: address, in: scope, sayBare: false)
      count += nodes.count
    }
  }

  /// Finds the resources of entries.
  ///
  /// `count` is how many entries the bundle has before them; `sayBare`, whether resources without
  /// `resource` are reported, once.
  private mutating func find(
    entries: [JSONNode], from count: Int, at address: String, in scope: ResourceScope, sayBare: Bool
  ) {
    var sayBare = sayBare
    for (number, entry) in entries.enumerated() {
      let inner = address.isEmpty ? "\(count + number)" : "\(address).\(count + number)"
      guard entry.isObject else {
        if !entry.isNull { reportNoResource(entry, at: inner) }
        continue
      }
      reportDuplicates(of: entry, at: inner)
      let isPatch = ScopeEntry.requests("patch", entry)
      if isPatch || ScopeEntry.deletes(entry) {
        deletions.append(Deletion(entry: entry, address: inner, isPatch: isPatch))
      }
      let resources = resources(of: entry)
      let resource = resources.last
      var numbered = 0
      if let resource {
        numbered = findResource(resource, wrapper: entry, at: inner, in: scope)
        for other in resources.dropLast() {
          find(other, wrapper: entry, at: "\(inner).\(numbered)", in: scope)
          numbered += 1
        }
      } else if entry.isSkipped || ResourceKind(of: entry) != nil {
        if sayBare {
          sayBare = false
          report(
            .shape, .warning, "resources stand in Bundle.entry itself, without `resource`",
            of: entry, at: inner)
        }
        find(entry, wrapper: nil, at: inner, in: scope)
        continue
      }
      findMisplaced(in: entry, beside: resource, from: numbered, at: inner, in: scope)
    }
  }

  /// Finds the resources of an entry that are under another name than `resource`.
  ///
  /// `count` is how many of the entry have a further number already.
  private mutating func findMisplaced(
    in entry: JSONNode, beside resource: JSONNode?, from count: Int, at address: String,
    in scope: ResourceScope
  ) {
    var count = count
    for (name, value) in entry.members where !MisplacedEntries.isKnown(name, in: .entry) {
      for found in MisplacedEntries.within(value) {
        report(
          .shape, .warning, "a resource stands under another name than Bundle.entry.resource",
          of: found, at: address)
        // Several resources of one entry are distinguished by a further number.
        let inner = count == 0 && resource == nil ? address : "\(address).\(count)"
        count += 1
        if let resource = found["resource"], !found.isSkipped, ResourceKind(of: found) == nil {
          find(resource, wrapper: found, at: inner, in: scope)
        } else {
          find(found, wrapper: entry, at: inner, in: scope)
        }
      }
    }
  }

  /// Finds what an entry or a parameter has as its resource, which some write as a list.
  ///
  /// Returns how many resources have a further number in their address.
  @discardableResult
  private mutating func findResource(
    _ node: JSONNode, wrapper: JSONNode, at address: String, in scope: ResourceScope
  ) -> Int {
    guard node.isArray, !node.isEmptyContainer else {
      find(node, wrapper: wrapper, at: address, in: scope)
      return 0
    }
    let items = node.elements.filter { !$0.isNull }
    report(
      .shape, .warning, "an array where one resource is due; each of its resources is read",
      of: node, at: address)
    for (number, item) in items.enumerated() {
      // Several are distinguished by a further number.
      let several = address.isEmpty ? "\(number)" : "\(address).\(number)"
      find(item, wrapper: wrapper, at: items.count == 1 ? address : several, in: scope)
    }
    return items.count == 1 ? 0 : items.count
  }

  /// What an entry has as its resource, several where the name occurs twice; null and empty ones
  /// are none.
  private mutating func resources(of entry: JSONNode) -> [JSONNode] {
    func holds(_ node: JSONNode) -> Bool {
      node.isSkipped || !node.isNull && !node.isEmptyContainer
    }
    let named = RecordReader.values("resource", of: entry, last: entry["resource"]).filter(holds)
    if !named.isEmpty { return named }
    return dstu1Content(of: entry).map { [$0] }?.filter(holds) ?? []
  }

  /// The resource of a DSTU1 entry, which also shows the version of the document.
  private mutating func dstu1Content(of entry: JSONNode) -> JSONNode? {
    guard let content = entry["content"], !content.isNull else { return nil }
    isDSTU1 = true
    return content
  }

  private mutating func findParameters(
    of node: JSONNode, name: StaticString = "parameter", from count: Int = 0, at address: String,
    in scope: ResourceScope
  ) {
    let nodes = RecordReader.values("\(name)", of: node, last: node[name]).flatMap {
      $0.isObject ? [$0] : Array($0.elements)
    }
    for (number, parameter) in nodes.enumerated() where parameter.isObject {
      let inner = address.isEmpty ? "\(count + number)" : "\(address).\(count + number)"
      reportDuplicates(of: parameter, at: inner)
      let numbered = parameter["resource"].map {
        findResource($0, wrapper: parameter, at: inner, in: scope)
      }
      guard parameter["part"] != nil else { continue }
      let isModified = ResourceScope.isModified(parameter)
      findParameters(
        of: parameter, name: "part", from: numbered ?? 0, at: inner,
        in: isModified ? innerScope(of: parameter, nil, at: inner, scope) : scope)
    }
  }
}

/// Resources of a bundle that are where FHIR has none: under a name of the writer's own, in
/// lists there, grouped by type, or next to the resource of their entry.
enum MisplacedEntries {
  /// What members belong to.
  enum Owner {
    case bundle
    case entry
  }

  /// Whether a member is one of FHIR's own, which has no further medication.
  static func isKnown(_ name: JSONNode, in owner: Owner) -> Bool {
    let names =
      switch owner {
      case .bundle: bundleNames
      case .entry: entryNames
      }
    return names.contains { name.isString($0) }
  }

  private static let bundleNames: [StaticString] = [
    "entry", "meta", "contained", "extension", "modifierExtension", "issues", "link",
  ]
  private static let entryNames: [StaticString] = [
    "resource", "fullUrl", "request", "response", "search", "link", "content", "extension",
    "modifierExtension",
  ]

  /// The resources, and objects with one in `resource`, within a value, in its order.
  ///
  /// Does not look into them. The limit of JSON's depth bounds the recursion.
  static func within(_ value: JSONNode) -> [JSONNode] {
    if value.isArray { return value.elements.flatMap(within) }
    guard value.isObject else { return [] }
    if isResource(value) || value["resource"].map(isResource) ?? false { return [value] }
    return value.members.flatMap { within($0.value) }
  }

  /// Whether a value is a resource by its type, or one whose text was skipped.
  private static func isResource(_ node: JSONNode) -> Bool {
    node.isObject && (node.isSkipped || node["resourceType"] != nil)
  }
}
