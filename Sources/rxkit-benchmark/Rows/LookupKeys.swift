// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// `lookup-by-source-code`, `lookup-by-unii`, `lookup-by-ndc`, `lookup-by-name`:
/// random keys that are there, every field of all their concepts read.
enum LookupKeys {
  private static let count = 250_000
  private static let seed: UInt64 = 7

  /// A source and a code in it, as UTF-8.
  struct SourceCode: Hashable {
    let source: String
    let code: String
  }

  static func measureSourceCodes(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var concepts: [SourceCode: Set<Concept>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source != "RXNORM" && !name.code.isEmpty {
        concepts[SourceCode(source: name.source, code: name.code), default: []].insert(concept)
      }
    }
    return try measure("lookup-by-source-code", concepts, input: "codes", .sourceCode, workshop) {
      key, body in catalog.forEachConcept(source: key.source, code: key.code, body)
    }
  }

  static func measureUNIIs(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var concepts: [SourceCode: Set<Concept>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source == "MTHSPL" && name.termType.rawValue == "SU" {
        concepts[SourceCode(source: "MTHSPL", code: name.code), default: []].insert(concept)
      }
    }
    return try measure("lookup-by-unii", concepts, input: "codes", .unii, workshop) {
      key, body in catalog.forEachConcept(unii: key.code, body)
    }
  }

  static func measureNDCs(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var concepts: [NationalDrugCode: Set<Concept>] = [:]
    for concept in catalog.concepts {
      for ndc in concept.ndcs { concepts[ndc, default: []].insert(concept) }
    }
    return try measure("lookup-by-ndc", concepts, input: "NDCs", .ndc, workshop) { key, body in
      catalog.forEachConcept(ndc: key, body)
    }
  }

  static func measureNames(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var concepts: [String: Set<Concept>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source == "RXNORM" {
        concepts[name.text, default: []].insert(concept)
      }
    }
    return try measure("lookup-by-name", concepts, input: "names", .name, workshop) { key, body in
      catalog.forEachConcept(named: key, comparing: .exact, body)
    }
  }

  private static func measure<Key: Hashable>(
    _ name: String, _ concepts: [Key: Set<Concept>], input: String, _ query: KeyQuery.Kind,
    _ workshop: Workshop, lookUp: @escaping (Key, (ConceptView) -> Void) -> Void
  ) throws -> [BenchmarkRow] {
    let path = try workshop.databasePath.get()
    try KeyQuery.fill(query, with: concepts.mapValues { $0.map(\.rxcui.rawValue) }, at: path)
    let database = try ConceptDatabase(path: path)
    let statement = try KeyQuery(query, on: database)
    // The order of a dictionary differs from run to run.
    let known = concepts.keys.sorted { "\($0)" < "\($1)" }
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<count).compactMap { _ in known.randomElement(using: &generator) }
    let expected = keys.reduce(0) { $0 + (concepts[$1]?.count ?? 0) }
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    return try LookupContest.hold(
      name, keys: keys, input: input, finding: expected, in: catalog, beside: database, workshop,
      ours: { keys in
        var found = 0
        var sum: UInt64 = 0
        for key in keys {
          lookUp(key) { concept in
            found += 1
            sum &+= LookupCodes.everything(of: concept)
          }
        }
        return Contestant.Answer(count: found, checksum: sum)
      }, theirs: { try statement.answer(to: $0) })
  }
}
