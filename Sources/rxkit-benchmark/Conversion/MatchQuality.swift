// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel

/// `match-quality`: recorded texts to drugs, beside common string matching on the same names.
///
/// Each contestant's first answer is compared at the levels of product and
/// ingredients. A score tells drugs from other texts: each is asked how many texts
/// that are no drugs pass where 85 of 100 drugs are kept; of rxkit it is what it accepts.
enum MatchQuality {
  private struct Figures: Decodable {
    let name: String
    let rows: Int
    let ingredient: Double
    let product: Double
    let strangers: Double?
    let seconds: Double
  }

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    guard let data = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"] else {
      throw BenchmarkFailure("no recorded texts; set RXKIT_TEST_DATA")
    }
    let (pairs, others) = ("\(data)/matching/pairs.tsv", "\(data)/matching/non-drugs.tsv")
    return [try own(pairs, others, workshop)] + (try rivals(pairs, others, workshop))
  }

  private static func own(
    _ pairs: String, _ others: String, _ workshop: Workshop
  ) throws -> BenchmarkRow {
    let catalog = ["--catalog", try workshop.realCatalogPath.get(), "--format", "json"]
    let evaluate = [try workshop.tool(), "evaluate", "matching"]
    let run = try ChildProcess.run(
      evaluate + [pairs, "--only", "in_starter=Y", "--without", "doubt=WRONG"] + catalog)
    let drugs = try figures(run)
    let strangers = try figures(
      ChildProcess.run(evaluate + [others, "--expected", "none"] + catalog))
    var times = Samples()
    let rows = drugs["ingredient top-1"]?.total ?? 1
    times.append(run.processorTime / Double(rows))
    return BenchmarkRow(
      name: "match-quality", input: "\(Quantity.grouped(rows)) recorded texts",
      answers: text(
        ingredient: drugs["ingredient top-1"]?.share, product: drugs["product top-1"]?.share,
        strangers: strangers["no drug, falsely accepted"]?.share,
        kept: drugs["accepted"]?.share),
      isRight: run.exitStatus == 0, clock: .processor, times: times)
  }

  private static func text(
    ingredient: Double?, product: Double?, strangers: Double?, kept: Double?
  ) -> String {
    let share = { (value: Double?) in
      value.map { String(format: "%.1f %%", $0 * 100) } ?? "–"
    }
    return "ingredients \(share(ingredient)), product \(share(product)), "
      + "no drugs \(share(strangers)) at \(share(kept)) kept"
  }

  /// The figures of `rxkit evaluate` by their names.
  private static func figures(
    _ run: ChildProcess
  ) throws -> [String: (share: Double?, total: Int)] {
    struct Report: Decodable {
      struct Figure: Decodable {
        let figure: String
        let of: Int?
        let share: Double?
      }
      let figures: [Figure]
    }
    // An array with one report.
    let reports = try JSONDecoder().decode([Report].self, from: Data(run.output))
    return Dictionary(
      reports.flatMap(\.figures).map { ($0.figure, ($0.share, $0.of ?? 0)) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Rivals

  private static func rivals(
    _ pairs: String, _ others: String, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    guard let python = workshop.options.python, let folder = workshop.options.rivals else {
      return []
    }
    let (names, relations) = (workshop.path("NAMES.tsv"), workshop.path("RELATIONS.tsv"))
    try writeTables(Catalog(contentsOf: workshop.realCatalogPath.get()), names, relations)
    let run = try ChildProcess.run([
      python, "\(folder)/rivals/matching.py", names, relations, pairs, others, "--rapidfuzz", "300",
      "--json",
    ])
    guard run.exitStatus == 0 else {
      throw BenchmarkFailure("matching.py: exit status \(run.exitStatus)")
    }
    let lines = run.text.split(separator: "\n")
    return try lines.map { line in
      let figures = try JSONDecoder().decode(Figures.self, from: Data(line.utf8))
      var times = Samples()
      times.append(figures.seconds * 1e9 / Double(max(figures.rows, 1)))
      return BenchmarkRow(
        name: "match-quality", rival: figures.name,
        input: "\(Quantity.grouped(figures.rows)) recorded texts",
        answers: text(
          ingredient: figures.ingredient, product: figures.product, strangers: figures.strangers,
          kept: 0.85),
        isRight: true, clock: .processor, times: times)
    }
  }

  /// Every name of every drug, and what tells whether two codes are one drug.
  private static func writeTables(
    _ catalog: Catalog, _ namesPath: String, _ relationsPath: String
  ) throws {
    var names = "rxcui\tname\n"
    var relations = "rxcui\tingredients\tgeneric\n"
    for concept in catalog.concepts {
      guard let code = concept.code else { continue }
      for name in Set(concept.names.map(\.text) + [concept.name]).sorted() {
        names += "\(code)\t\(name)\n"
      }
      let ingredients = concept.ingredientList.ingredients.compactMap { $0.code?.description }
      let generic: String =
        switch concept.termType {
        case .clinicalDrug, .genericPack: code.description
        default: concept.genericForms.first?.code?.description ?? ""
        }
      relations += "\(code)\t\(ingredients.sorted().joined(separator: "+"))\t\(generic)\n"
    }
    try System.save(Array(names.utf8), to: namesPath)
    try System.save(Array(relations.utf8), to: relationsPath)
  }
}
