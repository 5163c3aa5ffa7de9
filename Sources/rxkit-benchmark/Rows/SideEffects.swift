// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
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

  static func evidence(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let tables = try MappingTables(catalog: catalog)
    try check(tables, against: catalog)
    return try measure(name, in: catalog, tables, workshop) { code in
      catalog.concept(for: code).map { tables.sideEffects(of: [$0]) }
    }
  }

  static func resolving(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let tables = try MappingTables(catalog: catalog)
    let resolver = MedicationResolver(catalog: catalog, mappings: tables)
    return try measure(name, in: catalog, tables, workshop) { code in
      let coding = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "\(code)")
      return try resolver.resolve(coding).sideEffects
    }
  }

  private static func measure(
    _ name: String, in catalog: Catalog, _ tables: MappingTables, _ workshop: Workshop,
    answering answer: @escaping (RxCUI) throws -> SideEffectAnswer?
  ) throws -> [BenchmarkRow] {
    var generator = SeededGenerator(seed: seed)
    var codes: [RxCUI] = []
    var expected = Answer()
    for product in catalog.products.shuffled(using: &generator) where codes.count < count {
      let answer = tables.sideEffects(of: [product])
      guard answer.coverage == .full || answer.coverage == .partial else { continue }
      codes.append(product.rxcui)
      expected.add(sum(of: answer))
    }
    return try Contest(
      name: name, input: "\(Quantity.grouped(codes.count)) products", operations: codes.count,
      unit: "codes", runs: workshop.runs(10), expected: expected
    ).rows([
      Contestant { [codes] in
        var found = Answer()
        for code in codes { if let answer = try answer(code) { found.add(sum(of: answer)) } }
        return found
      }
    ])
  }

  /// Of all rows of evidence; read by their places, because copies of findings and rows took
  /// twice as long as the answers themselves.
  private static func sum(of answer: SideEffectAnswer) -> UInt64 {
    var sum: UInt64 = 0
    for findings in [answer.symptoms, answer.warnings, answer.otherRoutes] {
      for finding in findings.indices {
        let evidence = findings[finding].evidence
        for place in evidence.indices {
          sum &+= UInt64(evidence[place].row.subject.rxcui.rawValue)
          sum &+= UInt64(evidence[place].row.labelsSeen)
        }
      }
    }
    return sum
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
    guard !rows.isEmpty else { throw BenchmarkFailure("the catalog has no evidence") }
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
