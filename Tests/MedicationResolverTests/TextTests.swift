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

  @Test("S5 a text or display counts only where no coding resolves")
  func besideCodes() throws {
    let resolver = try Resolvers.small.get()
    let coded = try resolver.record([.rxNorm("407", "gammadol 5 MG Oral Tablet")], text: "alfazin")
    #expect(coded.found == ["407"] && coded.candidates.isEmpty)
    // A retired code without a successor is known by its old name: the text is not asked.
    let unknown = try resolver.record([.rxNorm("99999", "alfazin 500 mg tabs")], text: nil)
    #expect(unknown.concepts.allSatisfy { $0.match == .text })
    #expect(unknown.has(.codeUnknown))
  }

  @Test("S7 a text that is sure of another drug keeps an accepted one from being chosen")
  func contradiction() throws {
    let resolver = try Resolvers.small.get()
    let coding = FHIRCoding(system: "urn:own", code: "1", display: "gammadol 7 MG Oral Tablet")
    let answer = try resolver.record([coding], text: "alfazine hydrochloride 500 MG Oral Tablet")
    #expect(answer.concepts.isEmpty)
    #expect(answer.has(.textNotAccepted))
    #expect(answer.candidates.contains { $0.code?.description == "401" })
    #expect(answer.ingredients.isEmpty)
    // The same drug with less said is no contradiction.
    let same = FHIRCoding(system: "urn:own", code: "1", display: "alfazine 7 MG Oral Tablet")
    let agreeing = try resolver.record([same], text: "alfazine hydrochloride 500 MG Oral Tablet")
    #expect(agreeing.found == ["401"])
  }

  @Test("S40 a text that names a drug for animals alone finds no human answer")
  func veterinary() throws {
    guard let resolver = try Resolvers.starter(skipping: "veterinary texts") else { return }
    let answer = try resolver.resolve(.name("maropitant 16 mg tablet"))
    #expect(answer.concepts.isEmpty && answer.candidates.isEmpty)
    #expect(answer.has(.veterinary))
  }

  @Test(
    "S40 a name of the catalog is no drug of people where the matcher finds none",
    arguments: ["carprofen", "Toothpaste"])
  func noHumanName(_ name: String) throws {
    guard let resolver = try Resolvers.starter(skipping: "names that are no drug") else { return }
    let answer = try resolver.resolve(.name(name))
    #expect(answer.concepts.isEmpty && answer.candidates.isEmpty && answer.ingredients.isEmpty)
  }

  @Test("S3 S5 the words that were read as others are told with the score")
  func readings() throws {
    guard let resolver = try Resolvers.starter(skipping: "substitutions") else { return }
    let answer = try resolver.resolve(.name("amoxicilline 500 mg caps"))
    #expect(answer.found == ["308191"])
    let message = answer.messages(.textMatched).first ?? ""
    #expect(message.contains("score 9") && message.contains("read as amoxicillin"))
    #expect(answer.concepts.first?.score.map { (85...99).contains($0) } == true)
  }

  @Test("S37 a memo and other threads change no answer")
  func threads() async throws {
    let resolver = try Resolvers.make(try SmallRelease.make())
    let texts = Self.texts
    let alone = try texts.map { try resolver.resolve(.name($0)).json }
    let own = try Resolvers.make(try SmallRelease.make())
    let together = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask { try texts.map { try own.resolve(.name($0)).json } }
      }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(together.count == 8)
    #expect(together.allSatisfy { $0 == alone })
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

  @Test("S5 an ingredient that a document names in words is found by its name")
  func ingredientText() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.ingredients = [
      MedicationIngredient(
        codings: [FHIRCoding(system: "urn:own", code: "1")], text: "alfazine hydrochloride"),
      MedicationIngredient(text: "alfazine 500 MG"),
    ]
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.ingredients.map { $0.concept?.code?.description } == ["101", nil])
    #expect(answer.ingredients[0].preciseIngredient?.code?.description == "102")
    #expect(answer.problems.contains { $0.code == .textMatched && $0.path == "ingredients[0]" })
  }
}
