// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import MedicationModel

/// `match-text`: texts as people write them, made of the catalog's own names.
///
/// Each product gives one text in one of six styles, some with a letter left out.
/// The answer counts those with a candidate.
enum MatchText {
  private static let count = 20_000
  private static let seed: UInt64 = 7

  static func measure(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let matcher = DrugMatcher(catalog)
    var generator = SeededGenerator(seed: seed)
    let products = catalog.products
    var texts: [String] = []
    while texts.count < count, let product = products.randomElement(using: &generator) {
      texts.append(text(of: product.name, using: &generator))
    }
    let own = Contestant {
      var session = MatchingSession(matcher)
      return answer(texts) { session.match($0) }
    }
    let rows = try Contest(
      name: name, input: "\(Quantity.grouped(texts.count)) texts", operations: texts.count,
      unit: "texts", runs: workshop.runs(10),
      // What a session that kept nothing answers, text by text.
      expected: answer(texts) { matcher.match($0) }
    ).rows([own])
    try catalog.throwIfDamaged()
    return rows
  }

  private static func answer(_ texts: [String], _ match: (String) -> DrugMatch) -> Answer {
    var answer = Answer()
    for text in texts {
      guard let first = match(text).candidates.first else { continue }
      answer.add(UInt64(first.concept.rxcui.rawValue))
    }
    return answer
  }

  /// A product's name in another style.
  private static func text(of name: String, using generator: inout SeededGenerator) -> String {
    var text = name
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: text = text.uppercased()
    case 1: text = text.replacing("Oral Tablet", with: "tabs").replacing(" MG", with: "mg")
    case 2: text = text.lowercased().replacing("extended release", with: "xr")
    case 3: text = text.replacing("Injectable Solution", with: "soln for inj")
    case 4: text = text.split(separator: " ").reversed().joined(separator: " ")
    default: text = "Rx: " + text + " PRN"
    }
    if Int.random(in: 0..<5, using: &generator) == 0, text.count > 12 {
      let place = text.index(text.startIndex, offsetBy: Int.random(in: 2..<10, using: &generator))
      text.remove(at: place)
    }
    return text
  }
}

/// `match-quality`: recorded texts to drugs, compared with common string matching on the same names.
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

  static func measure(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    guard let data = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"] else {
      throw BenchmarkFailure("no recorded texts; set RXKIT_TEST_DATA")
    }
    let (pairs, others) = ("\(data)/matching/pairs.tsv", "\(data)/matching/non-drugs.tsv")
    return try [own(name, pairs, others, workshop)] + rivals(name, pairs, others, workshop)
  }

  private static func own(
    _ name: String, _ pairs: String, _ others: String, _ workshop: Workshop
  ) throws -> BenchmarkRow {
    let catalog = ["--catalog", try workshop.realCatalogPath.get(), "--format", "json"]
    let evaluate = [try workshop.option("--tool"), "evaluate", "matching"]
    let run = try ChildProcess.run(
      evaluate + [pairs, "--only", "in_starter=Y", "--without", "doubt=WRONG"] + catalog)
    let drugs = try figures(run)
    let strangers = try figures(
      ChildProcess.run(evaluate + [others, "--expected", "none"] + catalog))
    let rows = drugs["ingredient top-1"]?.total ?? 1
    var row = BenchmarkRow(
      name: name, input: "\(Quantity.grouped(rows)) recorded texts",
      answers: text(
        ingredient: drugs["ingredient top-1"]?.share, product: drugs["product top-1"]?.share,
        strangers: strangers["no drug, falsely accepted"]?.share,
        kept: drugs["accepted"]?.share),
      isRight: run.exitStatus == 0)
    row.set([run.cost.processorTime], rows)
    return row
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
    let reports = try JSONDecoder().decode([Report].self, from: run.output)
    return Dictionary(
      reports.flatMap(\.figures).map { ($0.figure, ($0.share, $0.of ?? 0)) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Rivals

  private static func rivals(
    _ name: String, _ pairs: String, _ others: String, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    guard let program = workshop.rival("rivals/matching.py") else { return [] }
    let (names, relations) = (workshop.path("NAMES.tsv"), workshop.path("RELATIONS.tsv"))
    try writeTables(Catalog(contentsOf: workshop.realCatalogPath.get()), names, relations)
    let run = try ChildProcess.check(
      program + [names, relations, pairs, others, "--rapidfuzz", "300", "--json"])
    return try run.text.split(separator: "\n").map { line in
      let figures = try JSONDecoder().decode(Figures.self, from: Data(line.utf8))
      var row = BenchmarkRow(
        name: name, rival: figures.name,
        input: "\(Quantity.grouped(figures.rows)) recorded texts",
        answers: text(
          ingredient: figures.ingredient, product: figures.product, strangers: figures.strangers,
          kept: 0.85))
      row.set([figures.seconds * 1e9], max(figures.rows, 1))
      return row
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
    try System.save(names.utf8, to: namesPath)
    try System.save(relations.utf8, to: relationsPath)
  }
}
