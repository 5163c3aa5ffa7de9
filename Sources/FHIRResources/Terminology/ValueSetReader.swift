// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Reads a ValueSet of any version (section 11.2).
struct ValueSetReader {
  private let entry: ScopeEntry
  private var elements: ElementReader

  init(entry: ScopeEntry, root: JSONNode) {
    self.entry = entry
    elements = ElementReader(resource: entry.resource, root: root)
  }

  mutating func read() -> ValueSetResource {
    let resource = entry.resource
    let heading = TerminologyHeading(resource, &elements)
    let compose = elements.object(resource, "compose")
    var set = ValueSetResource(
      entryPath: entry.address, url: heading.url, version: heading.version,
      identifiers: heading.identifiers, name: heading.name, title: heading.title,
      status: heading.status,
      allowsInactive: compose.flatMap { elements.flag($0, "inactive") } ?? true,
      isComposed: compose != nil, clauses: [],
      expansion: elements.object(resource, "expansion").map { expansion($0) },
      inlineSystem: nil, problems: [])
    if let inline = elements.object(resource, "codeSystem") {
      set.inlineSystem = elements.text(inline, "system")
    }
    if let compose { readClauses(of: compose, into: &set.clauses) }
    check(set, inlines: resource["codeSystem"] != nil)
    set.problems = elements.finish()
    return set
  }

  private mutating func readClauses(
    of compose: JSONNode, into clauses: inout [ValueSetResource.Clause]
  ) {
    // DSTU2: each import is a value set whose codes are in, as an include of R4 that names only it.
    for url in elements.texts(compose, "import") {
      clauses.append(
        ValueSetResource.Clause(
          isExcluded: false, system: nil, version: nil, concepts: [], filters: [],
          valueSets: [url]))
    }
    for node in elements.list(compose, "include") {
      clauses.append(clause(node, isExcluded: false))
    }
    for node in elements.list(compose, "exclude") {
      clauses.append(clause(node, isExcluded: true))
    }
  }

  private mutating func clause(_ node: JSONNode, isExcluded: Bool) -> ValueSetResource.Clause {
    var clause = ValueSetResource.Clause(
      isExcluded: isExcluded, system: elements.text(node, "system"),
      version: elements.text(node, "version"), concepts: [], filters: [],
      valueSets: elements.texts(node, "valueSet"))
    for item in elements.list(node, "concept") {
      guard let code = elements.text(item, "code") else {
        elements.report(.codeMalformed, .warning, "a concept without code was left out", at: item)
        continue
      }
      clause.concepts.append(
        ValueSetResource.Entry(
          system: clause.system, version: clause.version, code: code,
          display: elements.text(item, "display"), parent: nil, depth: 1, isAbstract: false,
          isInactive: false, designations: elements.designations(item)))
    }
    for item in elements.list(node, "filter") {
      clause.filters.append(
        ValueSetResource.Filter(
          property: elements.text(item, "property") ?? "",
          operation: elements.text(item, "op") ?? "",
          value: elements.text(item, "value") ?? ""))
    }
    if clause.system == nil {
      if !clause.concepts.isEmpty || !clause.filters.isEmpty {
        elements.report(
          .systemMissing, .warning, "codes or filters of no code system; they match nothing",
          at: node)
      } else if clause.valueSets.isEmpty {
        elements.report(
          .shape, .warning, "an include or exclude that names neither system nor value set",
          at: node)
      }
    }
    return clause
  }

  private mutating func expansion(_ node: JSONNode) -> ValueSetResource.Expansion {
    var parameters: [ValueSetResource.Parameter] = []
    for item in elements.list(node, "parameter") {
      guard let name = elements.text(item, "name") else { continue }
      parameters.append(
        ValueSetResource.Parameter(name: name, value: elements.value(item)?.text ?? ""))
    }
    var expansion = ValueSetResource.Expansion(
      identifier: elements.text(node, "identifier"), timestamp: elements.text(node, "timestamp"),
      total: elements.decimal(node, "total").flatMap { Int($0) },
      offset: elements.decimal(node, "offset").flatMap { Int($0) }, parameters: parameters,
      entries: [])
    readEntries(of: node, parent: nil, depth: 1, into: &expansion.entries)
    return expansion
  }

  /// Reads nested entries; the JSON depth limit bounds the recursion.
  private mutating func readEntries(
    of parent: JSONNode, parent position: Int?, depth: Int,
    into entries: inout [ValueSetResource.Entry]
  ) {
    for node in elements.list(parent, "contains") {
      entries.append(
        ValueSetResource.Entry(
          system: elements.text(node, "system"), version: elements.text(node, "version"),
          code: elements.text(node, "code"), display: elements.text(node, "display"),
          parent: position, depth: depth, isAbstract: elements.flag(node, "abstract") ?? false,
          isInactive: elements.flag(node, "inactive") ?? false,
          designations: elements.designations(node)))
      if node["contains"] != nil {
        readEntries(of: node, parent: entries.count - 1, depth: depth + 1, into: &entries)
      }
    }
  }

  private mutating func check(_ set: ValueSetResource, inlines: Bool) {
    if set.url == nil {
      elements.report(.systemMissing, .warning, "the value set has no url")
    }
    if set.isEmpty, !inlines {
      elements.report(
        .valueSetEmpty, .warning, "neither rules nor an expansion say what is in the value set")
    }
    if let expansion = set.expansion, expansion.isSubset {
      let count = expansion.entries.count { $0.code != nil }
      let total = expansion.total.map(String.init) ?? "an unknown number of"
      elements.report(
        .expansionIncomplete, .note, "the expansion shows \(count) of \(total) codes",
        at: entry.resource["expansion"])
    }
  }
}
