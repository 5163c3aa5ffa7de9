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

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    guard invocation.isSet(terminology) || !invocation.isSet(concepts) else {
      throw .usage(
        "usage.missing-option",
        "rxkit info: --concepts lists the concepts of --terminology, "
          + "expected both", of: definition)
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
    table.append(["release", release.name])
    table.append(["date", release.date])
    table.append(["official", release.isOfficial ? "yes" : "no"])
    if !catalog.leftOut.isEmpty { table.append(["built without", catalog.leftOut.words]) }
    table.append(["concepts", number(catalog.conceptCount)])
    var byType: [String: Int] = [:]
    for concept in catalog.concepts { byType[concept.termType.rawValue, default: 0] += 1 }
    for (type, count) in byType.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      table.append(["concepts \(type)", number(count)])
    }
    for source in catalog.sources {
      table.append([
        "source \(source.abbreviation)",
        "\(source.version), restriction level \(source.restrictionLevel), "
          + "\(number(source.nameCount)) names, "
          + "\(number(source.relationCount)) relations, "
          + "\(number(source.attributeCount)) attributes",
      ])
    }
    TerminologyTables.append(catalog, to: &table, number)
    for (key, value) in catalog.facts where !key.hasPrefix("release.") {
      table.append([key, Int(value).map(number) ?? value])
    }
    for name in catalog.attachmentNames where name.hasSuffix(".tsv") {
      table.append(["table", name])
    }
    return table
  }
}
