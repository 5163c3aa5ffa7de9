// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel

/// `rxkit info`: what a catalog holds.
struct InfoCommand: Command {
  private static let terminology = OptionDefinition.flag(
    "--terminology",
    "List the code systems, value sets, maps and registrations that were loaded from FHIR.")
  private static let concepts = OptionDefinition.flag(
    "--concepts", "With --terminology: list their concepts, codes and mappings.")

  static let definition = CommandDefinition(
    name: "info",
    abstract: "Show what a catalog holds, and from which release.",
    examples: [
      .init("rxkit info", "release, counts, sources"),
      .init("rxkit info --format json", "the same for programs"),
      .init("rxkit info --terminology --format tsv", "what was loaded with --with"),
      .init("rxkit info --terminology --concepts --format tsv", "what is in it"),
    ],
    options: [terminology, concepts, CommonOptions.catalog, CommonOptions.format],
    seeAlso: ["rxkit build", "rxkit verify"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    guard invocation.isSet(terminology) || !invocation.isSet(concepts) else {
      throw definition.error(
        "missing-option",
        "--concepts lists the concepts of --terminology, "
          + "expected both")
    }
    let catalog = try CatalogOpening.open(invocation, &streams)
    let isForPeople = [.table, .markdown].contains(invocation.format ?? .table)
    let table =
      if invocation.isSet(terminology) {
        invocation.isSet(concepts)
          ? TerminologyTables.concepts(of: catalog) : TerminologyTables.systems(of: catalog)
      } else {
        summary(of: catalog, isForPeople ? DisplayText.grouped : { String($0) })
      }
    // The answer is about the release: its first rows name it.
    streams.release = nil
    try streams.write(table, as: invocation.format)
    try MappingFiles.noteAge(of: catalog, streams)
    return .done
  }

  static let fact = Shape<(fact: String, value: String?)>("fact") {
    Field("fact", "", .name) { $0.fact }
    Field("value") { $0.value }
  }

  /// The facts, with numbers as people or programs read them.
  private static func summary(of catalog: Catalog, _ number: (Int) -> String) -> Table {
    var table = Table(of: fact.fields)
    let release = catalog.release
    table.append("release", release.name)
    table.append("date", release.date)
    table.append("official", release.isOfficial ? "yes" : "no")
    if !catalog.leftOut.isEmpty { table.append("built without", catalog.leftOut.words) }
    table.append("concepts", number(catalog.conceptCount))
    var byType: [String: Int] = [:]
    for concept in catalog.concepts { byType[concept.termType.rawValue, default: 0] += 1 }
    for (type, count) in byType.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      table.append("concepts \(type)", number(count))
    }
    for source in catalog.sources {
      table.append(
        "source \(source.abbreviation)",
        "\(source.version), restriction level \(source.restrictionLevel), "
          + "\(number(source.nameCount)) names, "
          + "\(number(source.relationCount)) relations, "
          + "\(number(source.attributeCount)) attributes")
    }
    TerminologyTables.append(catalog, to: &table, number)
    for (key, value) in catalog.facts where !key.hasPrefix("release.") {
      table.append(key, Int(value).map(number) ?? value)
    }
    for name in catalog.attachmentNames where name.hasSuffix(".tsv") {
      table.append("table", name)
    }
    return table
  }
}

/// Tables of the terminology resources that were loaded from FHIR.
enum TerminologyTables {
  /// The texts of a resource in order, and its counts by name.
  typealias Resource = (texts: [String], counts: [String: Int])

  static let system = Shape<Resource>("system") {
    texts.enumerated().map { place, name in
      Field(name, column: "\(name)") { $0.texts[place] }
    }
    counts.map { name in Field(name, column: "\(name)") { $0.counts["\(name)"] ?? 0 } }
  }
  private static let texts: [StaticString] = [
    "file", "resourceType", "url", "version", "status", "content", "supplements",
  ]
  private static let counts: [StaticString] = [
    "concepts", "depth", "designations", "properties", "conceptsWithoutDisplay", "composeConcepts",
    "filters", "expansionEntries", "groups", "elements", "targets",
  ]

  /// One row per resource: code systems, value sets, concept maps, registrations.
  ///
  /// A value set of DSTU2 that defines a code system has one row for both.
  static func systems(of catalog: Catalog) -> Table {
    var rows: [Resource] = []
    let sets = catalog.valueSets
    for system in catalog.codeSystems where !sets.contains(where: { isDefined(system, by: $0) }) {
      rows.append(row(of: system))
    }
    for set in sets {
      let inline = catalog.codeSystems.first { isDefined($0, by: set) }
      rows.append(row(of: set, inline))
    }
    rows += catalog.conceptMaps.map { row(of: $0) }
    rows += catalog.namingSystems.map { system in
      ([system.file, "NamingSystem", system.url, system.version, system.status, "", ""], [:])
    }
    return Table(of: system.fields, rows)
  }

  private static func isDefined(_ system: LoadedCodeSystem, by set: LoadedValueSet) -> Bool {
    system.resourceType == "ValueSet" && system.file == set.file && system.url == set.inlineSystem
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

  private static func row(of system: LoadedCodeSystem) -> Resource {
    (
      [
        system.file, system.resourceType, system.resourceURL, system.resourceVersion,
        system.status, system.content, system.supplements,
      ], counts(of: system)
    )
  }

  private static func row(of set: LoadedValueSet, _ inline: LoadedCodeSystem?) -> Resource {
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
    return (
      [
        set.file, "ValueSet", set.isURLInvented ? "" : set.url, set.version, set.status,
        inline?.content ?? "", "",
      ], counts
    )
  }

  private static func row(of map: LoadedConceptMap) -> Resource {
    let mappings = map.groups.flatMap(\.mappings)
    return (
      [
        map.file, "ConceptMap", map.isURLInvented ? "" : map.url, map.version, map.status, "", "",
      ],
      [
        "groups": map.hasGroups ? map.groups.count : 0,
        "elements": mappings.count { $0.beginsElement },
        "targets": mappings.count { !$0.hasNoTarget },
      ]
    )
  }

  /// One row of ``concepts(of:)``.
  typealias Entry = (
    file: String, kind: String, source: String, code: String, display: String,
    designations: [String], properties: [String]
  )

  static let entry = Shape<Entry>("concept") {
    Field("file") { $0.file }
    Field("kind", "", .word(["concept", "include", "exclude", "expansion", "map"])) { $0.kind }
    Field("parentOrSource", column: "parentOrSource") { $0.source }
    Field("codeOrTarget", column: "codeOrTarget") { $0.code }
    Field("displayOrEquivalence", column: "displayOrEquivalence") { $0.display }
    Field("designations", "A JSON list of language|use|value.") { list($0.designations) }
    Field("properties", "A JSON list of code=value.") { list($0.properties) }
  }

  /// One row per concept, listed code, expansion entry and mapping.
  static func concepts(of catalog: Catalog) -> Table {
    var rows: [Entry] = []
    for system in catalog.codeSystems {
      for concept in system.concepts {
        rows.append(
          (
            system.file, "concept", concept.parent, concept.code, concept.display,
            concept.designations.map { "\($0.language)|\($0.use)|\($0.value)" },
            concept.properties.map { "\($0.code)=\($0.value)" }
          ))
      }
    }
    for set in catalog.valueSets {
      for clause in set.clauses {
        let kind = clause.isExcluded ? "exclude" : "include"
        rows += clause.entries.map { row(of: $0, kind, set.file) }
      }
      rows += set.expansion.map { row(of: $0, "expansion", set.file) }
    }
    for map in catalog.conceptMaps {
      for mapping in map.groups.flatMap(\.mappings) {
        let target =
          mapping.hasNoTarget ? "" : "\(mapping.targetSystem)|\(mapping.targetCode)"
        rows.append(
          (
            map.file, "map", "\(mapping.sourceSystem)|\(mapping.sourceCode)", target,
            mapping.hasNoTarget ? "noMap=true" : mapping.literal, [], []
          ))
      }
    }
    return Table(of: entry.fields, rows)
  }

  private static func row(of entry: ValueSetEntry, _ kind: String, _ file: String) -> Entry {
    (
      file, kind, entry.parent?.code ?? "", "\(entry.system)|\(entry.code)", entry.display,
      entry.designations.map { "\($0.language)|\($0.use)|\($0.value)" }, []
    )
  }

  /// Rows of fact and value about everything that was loaded.
  static func append(_ catalog: Catalog, to table: inout Table, _ number: (Int) -> String) {
    for system in catalog.codeSystems {
      table.append(
        "code system \(TerminologyFacts.canonical(system.url, system.version))",
        "\(system.content), \(number(system.conceptCount)) concepts")
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
      table.append(
        "value set \(TerminologyFacts.canonical(set.url, set.version))",
        parts.isEmpty ? "empty" : parts.joined(separator: ", "))
    }
    for map in catalog.conceptMaps {
      let mappings = map.groups.reduce(0) { $0 + $1.mappings.count }
      table.append(
        "concept map \(TerminologyFacts.canonical(map.url, map.version))",
        "\(number(mappings)) mappings")
    }
    for system in catalog.namingSystems {
      table.append(
        "registration \(system.title.isEmpty ? system.name : system.title)",
        system.names.map(\.value).joined(separator: ", "))
    }
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
