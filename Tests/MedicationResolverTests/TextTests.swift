// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import FHIRResources
import Foundation
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport
import Testing

/// Texts where no code resolves: what is accepted, what is only proposed, what is neither.
@Suite("Text where no code resolves")
struct TextTests {
  /// Texts that are accepted, proposed or neither: see `Fixtures/cases.txt`.
  private static let texts =
    CaseTests.cases.first { $0.options == ["name"] }?.rows.map { $0.text.replacing("␣", with: " ") }
    ?? []

  @Test("S39 a text without the concentration matches none of several")
  func concentration() throws {
    var release = HandRelease()
    release.concept(13, "DF", "Injectable Solution")
    release.concept(101, "IN", "alfainsulin")
    for (place, units) in [100, 200].enumerated() {
      release.concept(201 + place, "SCDC", "alfainsulin \(units) UNT/ML")
      release.attribute(201 + place, "RXN_STRENGTH", "\(units) UNT/ML")
      release.relation(201 + place, "has_ingredient", 101)
      release.concept(401 + place, "SCD", "alfainsulin \(units) UNT/ML Injectable Solution")
      release.relation(401 + place, "consists_of", 201 + place)
      release.relation(401 + place, "has_dose_form", 13)
    }
    let resolver = try Resolvers.make(release)
    let open = try resolver.resolve(.name("alfainsulin injectable solution for injection"))
    #expect(!open.found.contains("401") && !open.found.contains("402"))
    #expect(try resolver.resolve(.name("alfainsulin U-200 inj. solution")).found != ["401"])
    let exact = try resolver.resolve(.name("alfainsulin 200 units/mL injectable solution"))
    #expect(exact.found == ["402"])
  }

  @Test("S4 a text that several concepts have is ambiguous, never a conflict")
  func sharedName() throws {
    var release = try SmallRelease.make()
    release.concept(407, "SY", "Sharedname")
    release.concept(401, "SY", "Sharedname")
    let answer = try Resolvers.make(release).resolve(.name("sharedname"))
    #expect(answer.found == ["401", "407"])
    #expect(answer.has(.ambiguous) && !answer.has(.codingsConflict))
    #expect(answer.sideEffects.coverage == .unknown)
  }

  @Test("S5 S6 a text without the release of its only product is told beside the answer")
  func leftOut() throws {
    guard let resolver = try Resolvers.starter(skipping: "texts without release") else { return }
    let answer = try resolver.resolve(.name("Arthrotec 50 mg"))
    // Whatever is accepted, a product of another release is never given silently.
    for concept in answer.concepts.compactMap(\.concept)
    where concept.name.contains("Release") {
      #expect(answer.messages(.displayDisagrees).contains { $0.hasPrefix("form") })
    }
  }

  @Test("A matcher that exists already is used, and answers alike")
  func givenMatcher() throws {
    let small = try Resolvers.small.get()
    let matcher = DrugMatcher(small.catalog, confusedNames: small.mappings.confusedNames)
    let resolver = MedicationResolver(
      catalog: small.catalog, mappings: small.mappings, matcher: matcher)
    for text in Self.texts {
      #expect(try resolver.resolve(.name(text)).json == small.resolve(.name(text)).json)
    }
  }
}
