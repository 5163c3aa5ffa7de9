// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
public import MedicationModel

/// A set of codes as a document defines it: by rules, by an expansion, or both.
///
/// Everything is literal; the rules are evaluated over a catalog.
public struct ValueSetResource: Sendable, Hashable {
  /// One `include` or `exclude` of `compose`: what it names must all be true of a code.
  public struct Clause: Sendable, Hashable {
    /// Whether its codes are taken away.
    public var isExcluded: Bool
    /// The code system; `nil` where the clause names value sets only.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The codes that are listed.
    public var concepts: [Entry]
    /// What codes must satisfy.
    public var filters: [Filter]
    /// Canonical URLs of value sets that codes must be in.
    public var valueSets: [String]
    /// Whether all codes of the system are meant: no list, filter or value set narrows it.
    public var isWholeSystem: Bool {
      system != nil && concepts.isEmpty && filters.isEmpty && valueSets.isEmpty
    }
  }

  /// A condition on a property of codes.
  public struct Filter: Sendable, Hashable {
    /// The property.
    public var property: String
    /// The operation, such as `=` or `is-a`.
    public var operation: String
    /// The value to compare with.
    public var value: String
  }

  /// A code in the list of a clause or in an expansion.
  public struct Entry: Sendable, Hashable {
    /// The code system; in a clause that of the clause.
    public var system: String?
    /// The version of the code system, where the expansion says it.
    public var version: String?
    /// The code; `nil` for a heading.
    public var code: String?
    /// The name.
    public var display: String?
    /// The position of the entry that it is nested in.
    public var parent: Int?
    /// How deep it is nested, from 1.
    public var depth: Int
    /// Whether it is there to group others and is not to be chosen.
    public var isAbstract: Bool
    /// Whether the expansion says that the code is inactive.
    public var isInactive: Bool
    /// Further names.
    public var designations: [CodeSystemConcept.Designation]
  }

  /// The codes that were computed in advance.
  public struct Expansion: Sendable, Hashable {
    /// What identifies it.
    public var identifier: String?
    /// When it was made, as written.
    public var timestamp: String?
    /// How many codes there are by its own account.
    public var total: Int?
    /// Where the page begins that it shows.
    public var offset: Int?
    /// Name and value of its parameters.
    public var parameters: [Parameter]
    /// The codes and headings of all depths, parents before their children.
    public var entries: [Entry]

    /// Whether it shows a part of the codes: a page, fewer than its total, or limited.
    public var isSubset: Bool {
      // By FHIR `total` counts codes of all depths; headings are none.
      (offset ?? 0) > 0 || (total ?? 0) > entries.count { $0.code != nil }
        || parameters.contains { $0.name == "limitedExpansion" && $0.value != "false" }
    }
  }

  /// A parameter of an expansion.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value as written.
    public var value: String
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// URL, version, names and status.
  public var heading: TerminologyHeading
  /// Whether inactive codes are allowed; absent means that they are.
  public var allowsInactive: Bool
  /// Whether the resource has rules, were they empty.
  public var isComposed: Bool
  /// The rules, includes before excludes.
  public var clauses: [Clause]
  /// The expansion that the resource carries.
  public var expansion: Expansion?
  /// The URL of the code system that a value set of DSTU2 defines inline: all its codes are in.
  public var inlineSystem: String?
  /// What was odd.
  public var problems: [Problem]

  /// Whether nothing says what is in it.
  public var isEmpty: Bool { clauses.isEmpty && expansion == nil && inlineSystem == nil }
}

extension ElementReader {
  /// Reads a ValueSet of any version.
  mutating func valueSet(at address: String) -> ValueSetResource {
    let heading = TerminologyHeading(resource, &self)
    let compose = object(resource["compose"])
    var set = ValueSetResource(
      entryPath: address, heading: heading,
      allowsInactive: compose.flatMap { flag($0["inactive"]) } ?? true,
      isComposed: compose != nil, clauses: [],
      expansion: object(resource["expansion"]).map { expansion($0) },
      inlineSystem: nil, problems: [])
    if let inline = object(resource["codeSystem"]) {
      set.inlineSystem = text(inline["system"])
    }
    if let compose { readClauses(of: compose, into: &set.clauses) }
    check(set, inlines: resource["codeSystem"] != nil)
    set.problems = finish()
    return set
  }

  private mutating func readClauses(
    of compose: JSONNode, into clauses: inout [ValueSetResource.Clause]
  ) {
    // DSTU2: each import is a value set whose codes are in, as an include of R4 that names only it.
    for url in texts(compose["import"]) {
      clauses.append(
        ValueSetResource.Clause(
          isExcluded: false, system: nil, version: nil, concepts: [], filters: [],
          valueSets: [url]))
    }
    clauses += list(compose["include"]).map { clause($0, isExcluded: false) }
    clauses += list(compose["exclude"]).map { clause($0, isExcluded: true) }
  }

  private mutating func clause(_ node: JSONNode, isExcluded: Bool) -> ValueSetResource.Clause {
    var clause = ValueSetResource.Clause(
      isExcluded: isExcluded, system: text(node["system"]),
      version: text(node["version"]), concepts: [], filters: [],
      valueSets: texts(node["valueSet"]))
    for item in list(node["concept"]) {
      guard let code = text(item["code"]) else {
        report(.codeMalformed, .warning, "a concept without code was left out", at: item)
        continue
      }
      clause.concepts.append(
        ValueSetResource.Entry(
          system: clause.system, version: clause.version, code: code,
          display: text(item["display"]), parent: nil, depth: 1, isAbstract: false,
          isInactive: false, designations: designations(item)))
    }
    clause.filters = list(node["filter"]).map { item in
      ValueSetResource.Filter(
        property: text(item["property"]) ?? "", operation: text(item["op"]) ?? "",
        value: text(item["value"]) ?? "")
    }
    if clause.system == nil {
      if !clause.concepts.isEmpty || !clause.filters.isEmpty {
        report(
          .systemMissing, .warning, "codes or filters of no code system; they match nothing",
          at: node)
      } else if clause.valueSets.isEmpty {
        report(
          .shape, .warning, "an include or exclude that names neither system nor value set",
          at: node)
      }
    }
    return clause
  }

  private mutating func expansion(_ node: JSONNode) -> ValueSetResource.Expansion {
    let parameters = list(node["parameter"]).compactMap { item in
      text(item["name"]).map {
        ValueSetResource.Parameter(name: $0, value: value(item)?.text ?? "")
      }
    }
    var expansion = ValueSetResource.Expansion(
      identifier: text(node["identifier"]), timestamp: text(node["timestamp"]),
      total: decimal(node["total"]).flatMap { Int($0) },
      offset: decimal(node["offset"]).flatMap { Int($0) }, parameters: parameters,
      entries: [])
    readEntries(of: node, parent: nil, depth: 1, into: &expansion.entries)
    return expansion
  }

  /// Reads nested entries; the JSON depth limit bounds the recursion.
  private mutating func readEntries(
    of parent: JSONNode, parent position: Int?, depth: Int,
    into entries: inout [ValueSetResource.Entry]
  ) {
    for node in list(parent["contains"]) {
      entries.append(
        ValueSetResource.Entry(
          system: text(node["system"]), version: text(node["version"]),
          code: text(node["code"]), display: text(node["display"]),
          parent: position, depth: depth, isAbstract: flag(node["abstract"]) ?? false,
          isInactive: flag(node["inactive"]) ?? false,
          designations: designations(node)))
      if node["contains"] != nil {
        readEntries(of: node, parent: entries.count - 1, depth: depth + 1, into: &entries)
      }
    }
  }

  private mutating func check(_ set: ValueSetResource, inlines: Bool) {
    if set.heading.url == nil {
      report(.systemMissing, .warning, "the value set has no url")
    }
    if set.isEmpty, !inlines {
      report(
        .valueSetEmpty, .warning, "neither rules nor an expansion say what is in the value set")
    }
    if let expansion = set.expansion, expansion.isSubset {
      let count = expansion.entries.count { $0.code != nil }
      let total = expansion.total.map(String.init) ?? "an unknown number of"
      report(
        .expansionIncomplete, .note, "the expansion shows \(count) of \(total) codes",
        at: resource["expansion"])
    }
  }
}
