// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText

/// Tables of the terminology resources that were loaded from FHIR.
enum TerminologyTables {
  private static let systemColumns = [
    "file", "resourceType", "url", "version", "status", "content", "supplements", "concepts",
    "depth", "designations", "properties", "conceptsWithoutDisplay", "composeConcepts", "filters",
    "expansionEntries", "groups", "elements", "targets",
  ]

  /// One row per resource: code systems, value sets, concept maps, registrations.
  ///
  /// A value set of DSTU2 that defines a code system has one row for both.
  static func systems(of catalog: Catalog) -> Table {
    var table = Table(
      systemColumns.enumerated().map { place, name in
        Table.Column(name, place < 7 ? .text : .number)
      })
    let sets = catalog.valueSets
    for system in catalog.codeSystems where !sets.contains(where: { isDefined(system, by: $0) }) {
      table.append(row(of: system))
    }
    for set in sets {
      let inline = catalog.codeSystems.first { isDefined($0, by: set) }
      table.append(row(of: set, inline))
    }
    for map in catalog.conceptMaps { table.append(row(of: map)) }
    for system in catalog.namingSystems {
      table.append(
        heading(
          [system.file, "NamingSystem", system.url, system.version, system.status, "", ""], [:]))
    }
    return table
  }

  private static func isDefined(_ system: LoadedCodeSystem, by set: LoadedValueSet) -> Bool {
    system.resourceType == "ValueSet" && system.file == set.file && system.url == set.inlineSystem
  }

  private static func heading(_ cells: [String], _ counts: [String: Int]) -> [String?] {
    cells + systemColumns[7...].map { String(counts[$0] ?? 0) }
  }

  private static func counts(of system: LoadedCodeSystem) -> [String: Int] {
    let concepts = system.concepts
    return [
      "concepts": concepts.count, "depth": concepts.map(\.depth).max() ?? 0,
      "designations": concepts.reduce(0) { $0 + $1.designations.count },
      "properties": concepts.reduce(0) { $0 + $1.properties.count },
      "conceptsWithoutDisplay": concepts.count { $0.display.isEmpty },
    ]
  }

  private static func row(of system: LoadedCodeSystem) -> [String?] {
    heading(
      [
        system.file, system.resourceType, system.resourceURL, system.resourceVersion,
        system.status, system.content, system.supplements,
      ], counts(of: system))
  }

  private static func row(of set: LoadedValueSet, _ inline: LoadedCodeSystem?) -> [String?] {
    var counts = inline.map { Self.counts(of: $0) } ?? [:]
    let clauses = set.clauses
    let expansion = set.expansion
    let listed = clauses.flatMap(\.entries)
    counts["depth"] = max(counts["depth"] ?? 0, expansion.map(\.depth).max() ?? 0)
    counts["designations", default: 0] += (listed + expansion).reduce(0) {
      $0 + $1.designations.count
    }
    counts["composeConcepts"] = listed.count
    counts["filters"] = clauses.reduce(0) { $0 + $1.filters.count }
    counts["expansionEntries"] = expansion.count
    return heading(
      [
        set.file, "ValueSet", set.isURLInvented ? "" : set.url, set.version, set.status,
        inline?.content ?? "", "",
      ], counts)
  }

  private static func row(of map: LoadedConceptMap) -> [String?] {
    let mappings = map.groups.flatMap(\.mappings)
    return heading(
      [
        map.file, "ConceptMap", map.isURLInvented ? "" : map.url, map.version, map.status, "", "",
      ],
      [
        "groups": map.hasGroups ? map.groups.count : 0,
        "elements": mappings.count { $0.beginsElement },
        "targets": mappings.count { !$0.hasNoTarget },
      ])
  }

  /// One row per concept, listed code, expansion entry and mapping.
  static func concepts(of catalog: Catalog) -> Table {
    var table = Table(
      [
        "file", "kind", "parentOrSource", "codeOrTarget", "displayOrEquivalence", "designations",
        "properties",
      ].map { Table.Column($0) })
    for system in catalog.codeSystems {
      for concept in system.concepts {
        table.append([
          system.file, "concept", concept.parent, concept.code, concept.display,
          list(concept.designations.map { "\($0.language)|\($0.use)|\($0.value)" }),
          list(concept.properties.map { "\($0.code)=\($0.value)" }),
        ])
      }
    }
    for set in catalog.valueSets {
      for clause in set.clauses {
        for entry in clause.entries {
          table.append(row(of: entry, clause.isExcluded ? "exclude" : "include", set.file))
        }
      }
      for entry in set.expansion { table.append(row(of: entry, "expansion", set.file)) }
    }
    for map in catalog.conceptMaps {
      for mapping in map.groups.flatMap(\.mappings) {
        let source = "\(mapping.sourceSystem)|\(mapping.sourceCode)"
        table.append(
          mapping.hasNoTarget
            ? [map.file, "map", source, "", "noMap=true", "[]", "[]"]
            : [
              map.file, "map", source, "\(mapping.targetSystem)|\(mapping.targetCode)",
              mapping.literal, "[]", "[]",
            ])
      }
    }
    return table
  }

  private static func row(
    of entry: ValueSetEntry, _ kind: String, _ file: String
  ) -> [String?] {
    [
      file, kind, entry.parent?.code ?? "", "\(entry.system)|\(entry.code)", entry.display,
      list(entry.designations.map { "\($0.language)|\($0.use)|\($0.value)" }), "[]",
    ]
  }

  /// Rows of fact and value about everything that was loaded.
  static func append(_ catalog: Catalog, to table: inout Table, _ number: (Int) -> String) {
    for system in catalog.codeSystems {
      table.append([
        "code system \(canonical(system.url, system.version))",
        "\(system.content), \(number(system.conceptCount)) concepts",
      ])
    }
    for set in catalog.valueSets {
      let rules = set.clauses.count
      let expansion = set.expansion.count { !$0.code.isEmpty }
      var parts: [String] = []
      if set.isComposed { parts.append(DisplayText.counted(rules, "rule", "rules")) }
      if set.hasExpansion {
        parts.append(
          "expansion of " + DisplayText.counted(expansion, "code", "codes")
            + (set.isExpansionSubset ? ", a part" : ""))
      }
      if !set.inlineSystem.isEmpty { parts.append("defines \(set.inlineSystem)") }
      table.append([
        "value set \(canonical(set.url, set.version))",
        parts.isEmpty ? "empty" : parts.joined(separator: ", "),
      ])
    }
    for map in catalog.conceptMaps {
      let mappings = map.groups.reduce(0) { $0 + $1.mappings.count }
      table.append([
        "concept map \(canonical(map.url, map.version))", "\(number(mappings)) mappings",
      ])
    }
    for system in catalog.namingSystems {
      table.append([
        "registration \(system.title.isEmpty ? system.name : system.title)",
        system.names.map(\.value).joined(separator: ", "),
      ])
    }
  }

  private static func canonical(_ url: String, _ version: String) -> String {
    version.isEmpty ? url : "\(url)|\(version)"
  }

  private static func list(_ values: [String]) -> String {
    let items = values.map { value in
      var writer = JSONWriter()
      writer.string(value)
      return writer.text
    }
    return "[" + items.joined(separator: ", ") + "]"
  }
}
