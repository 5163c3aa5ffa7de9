// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// `related-one` and `related-all`: all nineteen groups of an ingredient, and of every ingredient.
enum RelatedConceptRows {
  /// Of every ingredient, all that it is related to.
  static func measureAll(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let ingredients = catalog.concepts.filter { $0.termType == .ingredient && $0.isActive }
    return try measure("related-all", ingredients, catalog, workshop)
  }

  /// Of amlodipine, the ingredient that RxNav's documentation counts brands of.
  static func measureOne(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    guard let amlodipine = catalog.concept(for: RxCUI(rawValue: 17767)) else {
      throw BenchmarkFailure("the release does not hold 17767 amlodipine")
    }
    let often = Array(repeating: amlodipine, count: 200)
    return try measure("related-one", often, catalog, workshop)
  }

  private static func measure(
    _ name: String, _ concepts: [Concept], _ catalog: Catalog, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    let contest = Contest(
      contestants: [Contestant(rival: nil) { answer(about: concepts) { [$0.allRelated] } }],
      runs: workshop.runs(10))
    let showings = try contest.hold()
    // Asked for one by one the groups share no way; they must hold the same.
    let expected = answer(about: concepts) { concept in
      RelationPath.termTypes.map { concept.related(to: [$0]) }
    }
    try catalog.throwIfDamaged()
    return showings.map { showing in
      BenchmarkRow(
        showing, name: name, input: "\(Quantity.grouped(concepts.count)) concepts",
        operations: concepts.count, unit: "concepts", expected: expected)
    }
  }

  /// How many concepts are related, and the sum of their codes.
  private static func answer(
    about concepts: [Concept], _ ask: (Concept) -> [RelatedConcepts]
  ) -> Contestant.Answer {
    var count = 0
    var sum: UInt64 = 0
    for concept in concepts {
      for related in ask(concept) {
        for group in related.groups {
          count += group.concepts.count
          for other in group.concepts { sum &+= UInt64(other.rxcui.rawValue) }
        }
      }
    }
    return Contestant.Answer(count: count, checksum: sum)
  }
}
