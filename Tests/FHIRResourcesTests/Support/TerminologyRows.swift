// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText

/// The rows of a document's terminology resources, as the tables of expected ones have them.
struct TerminologyRows {
  static let systemColumns = [
    "file", "resourceType", "url", "version", "status", "content", "supplements", "concepts",
    "depth", "designations", "properties", "conceptsWithoutDisplay", "composeConcepts", "filters",
    "expansionEntries", "groups", "elements", "targets",
  ]
  static let conceptColumns = [
    "file", "kind", "parentOrSource", "codeOrTarget", "displayOrEquivalence", "designations",
    "properties",
  ]

  let file: String
  /// One a resource.
  private(set) var systems: [[String]] = []
  /// One a concept, listed code, entry or mapping.
  private(set) var concepts: [[String]] = []

  init(of document: FHIRDocument, file: String) {
    self.file = file
    for system in document.codeSystems {
      for concept in system.concepts {
        let properties = concept.properties.map { "\($0.code)=\($0.value)" }
        add(
          "concept", concept.parent ?? "", concept.code, concept.display, concept.designations,
          properties)
      }
      if system.resourceType == "CodeSystem" { addSystem(system) }
    }
    for set in document.valueSets { add(set, in: document) }
    for map in document.conceptMaps { add(map) }
    for system in document.namingSystems {
      addSystem(["NamingSystem", system.url, system.version, system.status, "", ""], [:])
    }
  }

  private mutating func addSystem(_ head: [String?], _ counts: [String: Int]) {
    systems.append(
      [file] + head.map { $0 ?? "" } + Self.systemColumns[7...].map { String(counts[$0] ?? 0) })
  }

  private mutating func addSystem(_ system: CodeSystemResource, _ more: [String: Int] = [:]) {
    let concepts = system.concepts
    let counts = [
      "concepts": concepts.count, "depth": concepts.map(\.depth).max() ?? 0,
      "designations": concepts.reduce(0) { $0 + $1.designations.count },
      "properties": concepts.reduce(0) { $0 + $1.properties.count },
      "conceptsWithoutDisplay": concepts.count { $0.display == nil },
    ]
    addSystem(
      [
        system.resourceType, system.resourceURL, system.resourceVersion, system.status,
        system.content, system.supplements,
      ],
      counts.merging(more) { own, more in own + more })
  }

  private mutating func add(_ set: ValueSetResource, in document: FHIRDocument) {
    let entries = set.expansion?.entries ?? []
    let listed = set.clauses.flatMap(\.concepts)
    let inline = document.codeSystems.first { $0.resourceType == "ValueSet" }
    let counts = [
      "depth": max(
        (entries.map(\.depth).max() ?? 0) - (inline?.concepts.map(\.depth).max() ?? 0), 0),
      "designations": (listed + entries).reduce(0) { $0 + $1.designations.count },
      "composeConcepts": listed.count,
      "filters": set.clauses.reduce(0) { $0 + $1.filters.count },
      "expansionEntries": entries.count,
    ]
    if let inline {
      addSystem(inline, counts)
    } else {
      addSystem(
        ["ValueSet", set.heading.url, set.heading.version, set.heading.status, "", ""], counts)
    }
    for clause in set.clauses {
      for entry in clause.concepts { add(clause.isExcluded ? "exclude" : "include", "", entry) }
    }
    for entry in entries {
      add("expansion", entry.parent.flatMap { entries[$0].code } ?? "", entry)
    }
  }

  private mutating func add(_ map: ConceptMapResource) {
    let elements = map.groups.flatMap(\.elements)
    addSystem(
      ["ConceptMap", map.heading.url, map.heading.version, map.heading.status, "", ""],
      [
        "groups": map.hasGroups ? map.groups.count : 0, "elements": elements.count,
        "targets": elements.reduce(0) { $0 + $1.targets.count },
      ])
    for element in elements {
      let source = "\(element.system ?? "")|\(element.code ?? "")"
      if element.hasNoMap { add("map", source, "", "noMap=true") }
      for target in element.hasNoMap ? [] : element.targets {
        add("map", source, "\(target.system ?? "")|\(target.code ?? "")", target.literal)
      }
    }
  }

  private mutating func add(_ kind: String, _ parent: String, _ entry: ValueSetResource.Entry) {
    add(
      kind, parent, "\(entry.system ?? "")|\(entry.code ?? "")", entry.display, entry.designations)
  }

  private mutating func add(
    _ kind: String, _ parent: String, _ code: String, _ display: String?,
    _ designations: [CodeSystemConcept.Designation] = [], _ properties: [String] = []
  ) {
    let names = designations.map { "\($0.language ?? "")|\($0.use?.code ?? "")|\($0.value ?? "")" }
    concepts.append(
      [file, kind, parent, code, display ?? "", Self.list(names), Self.list(properties)]
        .map(Self.escaped))
  }

  private static func list(_ values: [String]) -> String {
    let items = values.map { value in
      var writer = JSONWriter()
      writer.string(value)
      return writer.text
    }
    return "[" + items.joined(separator: ", ") + "]"
  }

  private static func escaped(_ cell: String) -> String {
    [("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")].reduce(cell) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
