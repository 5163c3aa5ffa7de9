// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// A document that says of one medication what its code does not.
@Suite("Contradictions within a document")
struct ContradictionTests {
  @Test("S14 a branded component has the strength of its generic, or says that it has none")
  func brandedComponent() throws {
    var release = try SmallRelease.make()
    release.concept(520, "SBDC", "alfazine hydrochloride 500 MG [Alfabrand]")
    release.relation(520, "tradename_of", 201)
    release.concept(521, "SBDC", "alfazine hydrochloride 250 MG [Alfabrand]")
    for code in [520, 521] { release.relation(code, "has_ingredient", 106) }
    let resolver = try Resolvers.make(release)
    let known = try resolver.record([.rxNorm("520")])
    #expect(known.ingredients.map(\.strengthText) == ["500 MG"])
    #expect(!known.has(.strengthsIncomplete))
    // Without a generic the release relates neither ingredient nor strength: that is said.
    let lost = try resolver.record([.rxNorm("521")])
    #expect(lost.ingredients.allSatisfy { $0.strengthText == nil })
    #expect(lost.has(.strengthsIncomplete) || lost.has(.ingredientsIncomplete))
  }

  @Test("S7 nothing is chosen where reading the document found several drugs")
  func severalRead() throws {
    for code in [Problem.Code.codingsConflict, .referenceAmbiguous] {
      var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
      record.codings = [.rxNorm("401"), FHIRCoding(display: "gammadol 5 mg tablet")]
      record.text = "alfazine 500 mg tablet"
      record.ingredients = [MedicationIngredient(codings: [.rxNorm("101")])]
      record.problems = [Problem(code, .warning, "several")]
      let resolver = try Resolvers.small.get()
      var session = ResolvingSession(resolver)
      // The session met the same codings without a conflict before.
      var plain = record
      plain.problems = []
      #expect(try session.resolve(.record(plain)).found == ["401"])
      for answer in [try resolver.resolve(record), try session.resolve(.record(record))] {
        #expect(answer.found.isEmpty && answer.candidates.isEmpty)
        #expect(answer.ingredients.allSatisfy { $0.concept == nil })
        #expect(answer.certainty.ingredient == .ambiguous)
        #expect(answer.codings.map(\.outcome) == [.resolved, .systemUnknown])
        #expect(answer.problems.filter { $0.code == code }.count == 1)
      }
      record.codings = [.rxNorm("401"), .rxNorm("407")]
      #expect(try resolver.resolve(record).found == ["401", "407"])
    }
  }

  @Test(
    "S10 S15 a document's list of ingredients: inactive ones are no drugs, a missing one is said",
    arguments: [
      ("403", ["101", "103"], false), ("403", ["102", "103"], false), ("403", ["105"], false),
      ("403", ["101"], true), ("403", ["103"], true), ("403", ["101", "-103"], true),
      ("403", ["101", "?"], false), ("403", ["-101"], true), ("401", ["101"], false),
      ("401", ["102"], false), ("401", ["101", "-104"], false), ("401", ["?"], false),
      ("401", [], false),
    ])
  func ingredientList(_ row: (code: String, ingredients: [String], isIncomplete: Bool)) throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.codings = [.rxNorm(row.code)]
    record.ingredients = row.ingredients.map { word in
      let code = String(word.drop { $0 == "-" })
      return word == "?"
        ? MedicationIngredient(text: "zzz")
        : MedicationIngredient(
          codings: [.rxNorm(code)], isActive: word.hasPrefix("-") ? false : nil)
    }
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.has(.ingredientsDisagree) == row.isIncomplete)
    #expect(!answer.has(.codingsConflict))
    let own = answer.ingredients.filter { $0.origin == .document }
    #expect(own.map(\.isActive) == row.ingredients.map { !$0.hasPrefix("-") })
    #expect(own.allSatisfy { $0.isActive || $0.concept == nil })
  }
}
