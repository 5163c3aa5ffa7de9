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
    } else if resources(of: node).contains(where: Self.holdsResource) {
      reportDuplicates(of: node, at: address)
      findResources(of: node, at: address, in: scope)
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
      let entry = ScopeEntry(resource: node, kind: .other, wrapper: wrapper, address: address)
      scope.append(entry)
      others.append(node)
      keep(entry, in: scope)
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
    if kind.isMedicationType { found.append(origin) }
    if kind != .bundle, kind != .parameters {
      if !kind.isMedicationType { others.append(node) }
      keep(entry, in: scope)
    }
    switch kind {
    case .bundle, .parameters:
      reportDuplicates(of: node, at: address)
      if statedVersion == nil { statedVersion = VersionEvidence.profileVersion(meta: node["meta"]) }
      findEntries(
        of: node, in: kind == .bundle ? "entry" : "parameter", at: address,
        in: innerScope(of: node, wrapper, at: address, scope))
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

  /// Keeps a resource for callers that read more of it.
  private mutating func keep(_ entry: ScopeEntry, in scope: ResourceScope) {
    guard options.keepsResources else { return }
    let whole = entry.resource.whole
    let subject = whole["subject"]?["reference"]?.string
    resources.append(
      PlacedResource(
        address: entry.address, whole: whole, node: entry.resource, root: root ?? entry.resource,
        line: lineNumber, subject: subject, subjectBase: entry.base(for: subject),
        counts: counts(entry, in: scope) && RepeatedNames.all(in: whole).isEmpty
          && !whole.modifierExtensions.contains(where: \.saysSomething)))
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

  /// Finds the resources of what a container holds: entries, parameters, or the parts of one.
  ///
  /// `count` is how many of the container have a number already.
  private mutating func findEntries(
    of container: JSONNode, in name: StaticString, from count: Int = 0, at address: String,
    in scope: ResourceScope
  ) {
    var count = count
    for entries in RecordReader.values("\(name)", of: container, last: container[name]) {
      if !entries.isArray, !entries.isNull, !entries.isUntyped {
        report(.shape, .warning, "`\(name)` is no array", of: entries, at: address)
      }
      let nodes = entries.isObject ? [entries] : Array(entries.elements)
      find(entries: nodes, from: count, at: address, in: scope, sayBare: true)
      count += nodes.count
    }
    // The other members of a parameter are looked at with its resource.
    guard ResourceKind(of: container) != nil else { return }
    for (other, value) in container.members
    where !other.isString(name) && !MisplacedEntries.isKnown(other, in: .bundle) {
      guard !MisplacedEntries.within(value).isEmpty else { continue }
      // What holds nothing keeps its number.
      let nodes = value.items.flatMap { node in
        let found = MisplacedEntries.within(node)
        return found.isEmpty ? [node] : found
      }
      report(
        .shape, .warning, "resources stand under another name than `\(name)`", of: value,
        at: address)
      find(entries: nodes, from: count, at: address, in: scope, sayBare: false)
      count += nodes.count
    }
  }

  /// Finds the resources of entries or parameters.
  ///
  /// `count` is how many entries their container has before them; `sayBare`, whether resources without
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
      var scope = scope
      if isPatch {
        // What is in it is no resource, but a part of one, or how it changes.
        scope = ResourceScope(outer: scope)
        scope.isModified = true
      }
      let numbered = findResources(of: entry, at: inner, in: scope)
      if numbered == nil, entry.isSkipped || ResourceKind(of: entry) != nil {
        if sayBare {
          sayBare = false
          report(
            .shape, .warning, "resources stand in the place of entries, without `resource`",
            of: entry, at: inner)
        }
        find(entry, wrapper: nil, at: inner, in: scope)
        continue
      }
      let count = findMisplaced(in: entry, from: numbered, at: inner, in: scope)
      guard entry["part"] != nil else { continue }
      let isModified = ResourceScope.isModified(entry)
      findEntries(
        of: entry, in: "part", from: count, at: inner,
        in: isModified ? innerScope(of: entry, nil, at: inner, scope) : scope)
    }
  }

  /// Finds the resources of an entry that are under another name than `resource`.
  ///
  /// `numbered` is how many of the entry have a further number already; `nil` if it has no others.
  /// Returns how many have one then.
  private mutating func findMisplaced(
    in entry: JSONNode, from numbered: Int?, at address: String, in scope: ResourceScope
  ) -> Int {
    var count = numbered ?? 0
    for (name, value) in entry.members where !MisplacedEntries.isKnown(name, in: .entry) {
      for found in MisplacedEntries.within(value) {
        report(
          .shape, .warning, "a resource stands under another name than `resource`",
          of: found, at: address)
        // Several resources of one entry are distinguished by a further number.
        let inner = count == 0 && numbered == nil ? address : "\(address).\(count)"
        count += 1
        if found.isSkipped || ResourceKind(of: found) != nil
          || findResources(of: found, at: inner, in: scope) == nil
        {
          find(found, wrapper: entry, at: inner, in: scope)
        }
      }
    }
    return count
  }

  /// Finds what an entry or a parameter has as its resources: one, or several where the name occurs
  /// twice, of which the last has the address without a further number.
  ///
  /// Returns how many resources have a further number in their address; `nil` if there are none.
  @discardableResult
  private mutating func findResources(
    of wrapper: JSONNode, at address: String, in scope: ResourceScope
  ) -> Int? {
    let resources = resources(of: wrapper)
    guard let last = resources.last else { return nil }
    var numbered = findResource(last, wrapper: wrapper, at: address, in: scope)
    for other in resources.dropLast() {
      let inner = address.isEmpty ? "\(numbered)" : "\(address).\(numbered)"
      find(other, wrapper: wrapper, at: inner, in: scope)
      numbered += 1
    }
    return numbered
  }

  /// Finds a resource, which some write as a list of several.
  ///
  /// Returns how many resources have a further number in their address.
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
    func values(_ name: StaticString) -> [JSONNode] {
      RecordReader.values("\(name)", of: entry, last: entry[name]).filter {
        $0.isSkipped || !$0.isNull && !$0.isEmptyContainer
      }
    }
    let named = values("resource")
    if !named.isEmpty { return named }
    // DSTU1 has another name for it.
    let contents = values("content")
    isDSTU1 = isDSTU1 || contents.contains(where: Self.holdsResource)
    return contents
  }

  /// Whether a value is a resource of a known kind, or a list with one.
  private static func holdsResource(_ node: JSONNode) -> Bool {
    node.isSkipped || ResourceKind(of: node) != nil || node.elements.contains(where: holdsResource)
  }
}

/// Resources of a bundle or of parameters that are where FHIR has none: under a name of the writer's
/// own, in lists there, grouped by type, or next to the resource of their entry.
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
    "meta", "contained", "extension", "modifierExtension", "issues", "link",
  ]
  private static let entryNames: [StaticString] = [
    "resource", "fullUrl", "request", "response", "search", "link", "content", "part", "extension",
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
