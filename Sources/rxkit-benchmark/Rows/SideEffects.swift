// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import MedicationResolver
import SymptomMapping

/// `side-effects` and `resolve-code`: what is known of products that have a label.
///
/// The first asks the tables of evidence only; the second makes the whole answer
/// of the resolver: concept, ingredients, strengths, forms, side effects, problems.
enum SideEffects {
  private static let count = 2_000
  private static let seed: UInt64 = 7

  static func measureEvidence(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let tables = try MappingTables(catalog: catalog)
    try check(tables, against: catalog)
    return try measure("side-effects", in: catalog, tables, workshop) { code in
      catalog.concept(for: code).map { tables.sideEffects(of: [$0]) }
    }
  }

  static func measureResolving(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let tables = try MappingTables(catalog: catalog)
    let resolver = MedicationResolver(catalog: catalog, mappings: tables)
    return try measure("resolve-code", in: catalog, tables, workshop) { code in
      let coding = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "\(code)")
      return try resolver.resolve(coding).sideEffects
    }
  }

  private static func measure(
    _ name: String, in catalog: Catalog, _ tables: MappingTables, _ workshop: Workshop,
    answering answer: @escaping (RxCUI) throws -> SideEffectAnswer?
  ) throws -> [BenchmarkRow] {
    var generator = SeededGenerator(seed: seed)
    let products = catalog.concepts.filter {
      $0.code != nil && ($0.termType == .clinicalDrug || $0.termType == .brandedDrug)
    }
    var codes: [RxCUI] = []
    var expected = Tally()
    for product in products.shuffled(using: &generator) where codes.count < count {
      let answer = tables.sideEffects(of: [product])
      guard answer.coverage == .full || answer.coverage == .partial else { continue }
      codes.append(product.rxcui)
      expected.add(answer)
    }
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) {
          var tally = Tally()
          for code in codes { if let answer = try answer(code) { tally.add(answer) } }
          return tally.answer
        }
      ], runs: workshop.runs(10))
    return try contest.hold().map { showing in
      BenchmarkRow(
        showing, name: name, input: "\(Quantity.grouped(codes.count)) products",
        operations: codes.count, unit: "codes", expected: expected.answer)
    }
  }

  /// What answers hold together: codes with evidence, and the rows of it.
  private struct Tally {
    private var codes = 0
    private var checksum: UInt64 = 0

    mutating func add(_ found: SideEffectAnswer) {
      if !(found.symptoms.isEmpty && found.otherRoutes.isEmpty && found.warnings.isEmpty) {
        codes += 1
      }
      for finding in found.symptoms + found.warnings + found.otherRoutes {
        for evidence in finding.evidence {
          checksum = (checksum ^ UInt64(evidence.row.subject.rxcui.rawValue)) &* 0x100_0000_01B3
          checksum = (checksum ^ UInt64(evidence.row.labelsSeen)) &* 0x100_0000_01B3
        }
      }
    }

    var answer: Contestant.Answer { Contestant.Answer(count: codes, checksum: checksum) }
  }

  /// Every ingredient's answer must hold each of its rows of the table, read here as plain text.
  private static func check(_ tables: MappingTables, against catalog: Catalog) throws {
    let text = String(decoding: catalog.attachment("side-effects.tsv") ?? [], as: UTF8.self)
    var rows: [RxCUI: Int] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if fields.first == "ingredient", let code = RxCUI(String(fields[1])) {
        rows[code, default: 0] += 1
      }
    }
    guard !rows.isEmpty else { throw BenchmarkFailure("the catalog holds no evidence") }
    for (code, count) in rows {
      guard let concept = catalog.concept(for: code) else { continue }
      let answer = tables.sideEffects(of: [concept])
      let findings = answer.symptoms + answer.otherRoutes
      let own = findings.flatMap(\.evidence).count { $0.via == .own }
      guard own == count else {
        throw BenchmarkFailure("code \(code): \(own) rows of evidence, the table has \(count)")
      }
    }
  }
}
