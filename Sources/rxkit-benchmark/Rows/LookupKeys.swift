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

  /// What is asked, and the codes of the concepts that must be found.
  private typealias Known = (key: LookupKey, codes: Set<UInt32>)

  static func measureSourceCodes(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var found: [[String]: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source != "RXNORM" && !name.code.isEmpty {
        found[[name.source, name.code], default: []].insert(concept.rxcui.rawValue)
      }
    }
    let known = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { Known(LookupKey($0.key[0], $0.key[1]), $0.value) }
    return try measure("lookup-by-source-code", known, input: "codes", .sourceCode, workshop) {
      key, body in
      guard let (source, code) = key.texts else { return }
      catalog.forEachConcept(source: source.buffer.span, code: code.buffer.span, body)
    }
  }

  static func measureUNIIs(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var found: [String: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source == "MTHSPL" && name.termType.rawValue == "SU" {
        found[name.code, default: []].insert(concept.rxcui.rawValue)
      }
    }
    let known = found.sorted { $0.key < $1.key }.map { Known(LookupKey($0.key), $0.value) }
    return try measure("lookup-by-unii", known, input: "codes", .unii, workshop) { key, body in
      guard let code = key.texts?.first else { return }
      catalog.forEachConcept(unii: code.buffer.span, body)
    }
  }

  static func measureNDCs(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var found: [UInt64: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for ndc in concept.ndcs { found[ndc.number, default: []].insert(concept.rxcui.rawValue) }
    }
    let known = found.sorted { $0.key < $1.key }.map { Known(LookupKey(number: $0.key), $0.value) }
    return try measure("lookup-by-ndc", known, input: "NDCs", .ndc, workshop) { key, body in
      guard let ndc = NationalDrugCode(number: key.number) else { return }
      catalog.forEachConcept(ndc: ndc, body)
    }
  }

  static func measureNames(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    var found: [String: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for name in concept.names where name.source == "RXNORM" {
        found[name.text, default: []].insert(concept.rxcui.rawValue)
      }
    }
    let known = found.sorted { $0.key < $1.key }.map { Known(LookupKey($0.key), $0.value) }
    let source = LookupKey.Text("RXNORM")
    return try measure("lookup-by-name", known, input: "names", .name, workshop) { key, body in
      guard let name = key.texts?.first else { return }
      catalog.forEachConcept(
        named: name.buffer.span, comparing: .exact, source: source.buffer.span, body)
    }
  }

  private static func measure(
    _ name: String, _ known: [Known], input: String, _ kind: KeyQuery.Kind, _ workshop: Workshop,
    lookUp: @escaping (LookupKey, (ConceptView) -> Void) -> Void
  ) throws -> [BenchmarkRow] {
    let path = try workshop.databasePath.get()
    try KeyQuery.fill(kind, with: known, at: path)
    var generator = SeededGenerator(seed: seed)
    let places = (0..<count).map { _ in Int.random(in: known.indices, using: &generator) }
    return try LookupContest.hold(
      name, keys: places.map { LookupKey(copying: known[$0].key) }, input: input,
      finding: places.reduce(0) { $0 + known[$1].codes.count }, workshop,
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
      },
      theirs: { database in
        let query = try KeyQuery(kind, on: database)
        return { try query.answer(to: $0) }
      })
  }
}
