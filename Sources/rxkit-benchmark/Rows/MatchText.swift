// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import MedicationModel

/// `match-text`: texts as people write them, made of the catalog's own names.
///
/// Each product gives one text in one of six styles, some with a letter left out.
/// The answer counts those whose first candidate has the product's ingredients.
enum MatchText {
  private static let count = 20_000
  private static let seed: UInt64 = 7

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let matcher = DrugMatcher(catalog)
    var generator = SeededGenerator(seed: seed)
    let products = catalog.concepts.filter {
      $0.code != nil && ($0.termType == .clinicalDrug || $0.termType == .brandedDrug)
    }
    var texts: [String] = []
    while texts.count < count, let product = products.randomElement(using: &generator) {
      texts.append(text(of: product.name, using: &generator))
    }
    // What a session that kept nothing answers, text by text.
    let expected = answer(texts) { matcher.match($0) }
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) {
          var session = MatchingSession(matcher)
          return answer(texts) { session.match($0) }
        }
      ], runs: workshop.runs(10))
    let showings = try contest.hold()
    try catalog.throwIfDamaged()
    return showings.map { showing in
      BenchmarkRow(
        showing, name: "match-text", input: "\(Quantity.grouped(texts.count)) texts",
        operations: texts.count, unit: "texts", expected: expected)
    }
  }

  private static func answer(
    _ texts: [String], _ match: (String) -> DrugMatch
  ) -> Contestant.Answer {
    var found = 0
    var sum: UInt64 = 0
    for text in texts {
      guard let first = match(text).candidates.first else { continue }
      found += 1
      sum &+= UInt64(first.concept.rxcui.rawValue)
    }
    return Contestant.Answer(count: found, checksum: sum)
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
