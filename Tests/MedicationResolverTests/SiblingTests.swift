// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@testable import MedicationResolver

@Suite("Every drug of a release against its siblings")
struct SiblingTests {
  @Test("S6 S39 the name of a drug never passes for another drug of the same ingredient")
  func siblings() throws {
    guard let resolver = try Resolvers.starter(skipping: "siblings") else { return }
    let catalog = resolver.catalog
    var compared = 0
    var passed: [String] = []
    for code in stride(from: 197_000, to: 320_000, by: 7) {
      guard let drug = catalog.concept(for: RxCUI(rawValue: UInt32(code))),
        drug.termType == .clinicalDrug, drug.status == .active, drug.components.count == 1,
        let ingredient = drug.ingredients.first
      else { continue }
      let witness = DisplayWitness(drug)
      let siblings = ingredient.related(.ingredientOf).flatMap { $0.related(.constitutes) }
        .filter { $0.termType == .clinicalDrug && $0 != drug && $0.components.count == 1 }
      for sibling in siblings.prefix(12) {
        compared += 1
        if case .disagrees = witness.verdict(on: sibling.name) { continue }
        passed.append("\(sibling.name) for \(drug.name)")
      }
    }
    print("siblings: \(compared) pairs, \(passed.count) pass for each other")
    for pair in passed { print("  \(pair)") }
    #expect(compared > 500)
    // What remains is one strength in another container or as powder, and names
    // that the release has twice.
    #expect(passed.count * 20 < compared, "\(passed)")
  }
}
