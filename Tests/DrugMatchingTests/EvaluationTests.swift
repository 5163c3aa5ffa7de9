// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import MedicationModel
import TestSupport
import Testing

/// The targets on recorded pairs of text and code; see the page on matching.
@Suite(
  "Targets of matching", .enabled(if: Effort.isFull)
)
struct EvaluationTests {
  private static func share(_ count: Int?, of total: Int) -> Double {
    Double(count ?? 0) / Double(max(total, 1))
  }

  private static func codes(_ row: [String: String]) -> [RxCUI] {
    (row["rxcui"] ?? "").split(separator: "|").compactMap { RxCUI($0) }
  }

  /// Whether a row's code is a drug whose name states strength and form.
  ///
  /// Told by the row alone, never by what the matcher makes of its text.
  private static func isProduct(_ row: [String: String], _ forms: [String]) -> Bool {
    let name = row["gold_name"] ?? ""
    return ["SCD", "SBD"].contains(row["tty"] ?? "")
      && name.contains(/[0-9] (?:MG|MCG|G|UNT|MEQ|MMOL|MCI|ML|%)/)
      && forms.contains { name.contains($0) }
  }

  @Test("Ingredients of recorded texts are found, the gold's own errors apart")
  func pairs() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "recorded pairs"),
      let rows = try Matchers.rows("pairs.tsv", skipping: "recorded pairs")
    else { return }
    let argued = Set(try Matchers.fixture("gold-errors.tsv").compactMap { $0["id"] })
    let forms = catalog.concepts.filter { $0.termType == .doseForm }.map(\.name)
    var session = MatchingSession(matcher)
    var (all, solvable, unshared) = (
      MatchingEvaluation(catalog), MatchingEvaluation(catalog), MatchingEvaluation(catalog)
    )
    var products = MatchingEvaluation(catalog)
    for row in rows
    where row["in_starter"] == "Y" && !(row["doubt"] ?? "").hasPrefix("WRONG") {
      let match = session.match(row["text"] ?? "")
      let expected = Self.codes(row)
      if (row["note"] ?? "").contains("no shared word") {
        unshared.add(match, expected: expected)
        continue
      }
      all.add(match, expected: expected)
      if !argued.contains(row["id"] ?? "") { solvable.add(match, expected: expected) }
      if Self.isProduct(row, forms) { products.add(match, expected: expected) }
    }
    let ingredient = Self.share(all.shares[.ingredient]?.first, of: all.rowCount)
    let argument = Self.share(solvable.shares[.ingredient]?.first, of: solvable.rowCount)
    let product = Self.share(products.shares[.product]?.first, of: products.rowCount)
    print(
      "ingredient \(ingredient) of \(all.rowCount), without argued rows \(argument), "
        + "product \(product) of \(products.rowCount)")
    #expect(ingredient >= 0.97)
    #expect(argument >= 0.98)
    #expect(product >= 0.85)
    // What cannot be solved is left alone, not answered with a wrong drug.
    let wrong = unshared.acceptedCount - (unshared.shares[.ingredient]?.accepted ?? 0)
    #expect(Self.share(wrong, of: unshared.rowCount) <= 0.05)
  }

  @Test("Misspellings are found, and accepted where they are sure")
  func misspellings() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "misspellings"),
      let rows = try Matchers.rows("typos.tsv", skipping: "misspellings")
    else { return }
    var session = MatchingSession(matcher)
    var evaluation = MatchingEvaluation(catalog)
    for row in rows where row["in_starter"] == "Y" {
      evaluation.add(session.match(row["text"] ?? ""), expected: Self.codes(row))
    }
    let found = evaluation.shares[.ingredient]
    #expect(Self.share(found?.first, of: evaluation.rowCount) >= 0.95)
    #expect(Self.share(evaluation.acceptedCount, of: evaluation.rowCount) >= 0.80)
    #expect(Self.share(found?.accepted, of: evaluation.acceptedCount) >= 0.99)
  }

  @Test("At most one text in a hundred that is no drug is accepted")
  func noDrugs() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "texts that are no drug"),
      let rows = try Matchers.rows("non-drugs.tsv", skipping: "texts that are no drug")
    else { return }
    var session = MatchingSession(matcher)
    var evaluation = MatchingEvaluation(catalog)
    for row in rows { evaluation.add(session.match(row["text"] ?? ""), expected: []) }
    #expect(Self.share(evaluation.acceptedEmptyCount, of: evaluation.emptyCount) <= 0.01)
  }
}
