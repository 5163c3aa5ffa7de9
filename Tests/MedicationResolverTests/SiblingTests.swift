// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import MedicationModel
import TestSupport
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
      let check = DisplayCheck(drug)
      let siblings = ingredient.related(.ingredientOf).flatMap { $0.related(.constitutes) }
        .filter { $0.termType == .clinicalDrug && $0 != drug && $0.components.count == 1 }
      for sibling in siblings.prefix(12) {
        compared += 1
        if case .disagrees = check.verdict(on: sibling.name) { continue }
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

  @Test(
    "S6 a drug's other names are seldom taken for another drug's, even when they are unknown",
    .enabled(if: !Effort.isFast))
  func otherNames() throws {
    guard let resolver = try Resolvers.starter(skipping: "other names") else { return }
    var compared = 0
    var alarms: [String] = []
    for code in 1...2_800_000 {
      guard let drug = resolver.catalog.concept(for: RxCUI(rawValue: UInt32(code))),
        drug.termType == .clinicalDrug || drug.termType == .brandedDrug
      else { continue }
      let check = DisplayCheck(drug, mainNameOnly: true)
      for name in drug.names where name.text != drug.name {
        compared += 1
        let kinds = check.differences(of: DisplayWords(name.text)).filter { $0 != .brandLevel }
        if !kinds.isEmpty { alarms.append("\(kinds): \(name.text) for \(drug.name)") }
      }
    }
    print("other names: \(compared), \(alarms.count) alarms")
    // Some are true: a SY with 5 % for 5 MG/ML, or with milligrams for micrograms.
    #expect(compared > 1000)
    #expect(alarms.count * 25 < compared, "\(alarms)")
  }
}
