// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import DrugMatching
import FHIRResources
import Foundation
import JSONText
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import MedicationResolver

/// Products that depend on the same labels share one answer about side effects.
@Suite("Side effects that products share")
struct SharedEffectTests {
  private static func text(_ answer: ResolvedMedication) -> String {
    var json = JSONWriter()
    answer.write(to: &json)
    return json.text
  }

  /// Concepts of a catalog, every so many.
  private static func sample(_ resolver: MedicationResolver, every step: Int) -> [MedicationQuery] {
    let codes = resolver.catalog.concepts.compactMap(\.code)
    return stride(from: 0, to: codes.count, by: step).map { index in
      .coding(
        ClinicalCoding(
          system: CodeSystem.rxNorm, version: nil, code: codes[index].description), display: nil)
    }
  }

  @Test("S37 a product has the same side effects whether another one was asked for before or not")
  func sameEffects() throws {
    let resolvers = [
      (try Resolvers.small.get(), 1), (try Resolvers.reconstructed.get(), 1),
      try Resolvers.starter(skipping: "products of the starter release").map { ($0, 61) },
    ]
    for (resolver, step) in resolvers.compactMap(\.self) {
      var session = ResolvingSession(resolver)
      for query in Self.sample(resolver, every: step) {
        let expected = try resolver.resolve(query)
        let found = try session.resolve(query)
        #expect(found.sideEffects == expected.sideEffects, "\(query)")
        #expect(Self.text(found) == Self.text(expected))
      }
    }
  }
}

@Suite("Placeholders and codes of loaded systems")
struct CodingTests {
  @Test("S2 a placeholder is never printed, wherever the way leads through it")
  func placeholderNotPrinted() throws {
    let resolver = try Resolvers.reconstructed.get()
    let queries: [MedicationQuery] = [
      .ndc("77777888801"), .userAnnotated(.sample(["503"], text: "Otherbrand 9 MG Oral Tablet")),
      .userAnnotated(.sample(["714"])), .name("Tempobrand"),
      .record(
        {
          var record = MedicationRecord(entryPath: "", resourceType: "Medication")
          record.codings = [
            FHIRCoding(system: CodeSystem.ndc, code: "77777888801", display: "warfarin")
          ]
          return record
        }()),
    ]
    for query in queries {
      let answer = try resolver.resolve(query)
      #expect(!answer.concepts.isEmpty)
      #expect(!answer.json.contains("9000000"), "\(answer.json)")
    }
    #expect(try resolver.resolve(.name("Tempobrand")).found == ["-"])
    var writer = JSONWriter()
    resolver.catalog.history(of: RxCUI(rawValue: 714)).write(to: &writer)
    #expect(!writer.text.contains("9000000"), "\(writer.text)")
    #expect(try resolver.codes("503").brand?.name == "Tempobrand")
  }

  @Test("S8 a code of a loaded code system is known there, and no RxNorm code")
  func loadedCodeSystem() throws {
    let text =
      #"{"resourceType":"CodeSystem","url":"urn:own","content":"complete","#
      + #""status":"active","concept":[{"code":"A1","display":"alfazine 500"}]}"#
    let system = try #require(FHIRDocument(Array(text.utf8)).codeSystems.first)
    let resolver = try Resolvers.make(try HandRelease("small")) {
      _ = $0.add(system, file: "own.json")
    }
    let answer = try resolver.record([
      FHIRCoding(system: "urn:own", code: "A1"), FHIRCoding(system: "urn:own", code: "401"),
      FHIRCoding(system: "urn:other", code: "A1"),
    ])
    #expect(answer.outcomes == ["not-rxnorm", "unknown", "system-unknown"])
    #expect(answer.concepts.isEmpty)
  }
}

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
    var release = try HandRelease("small")
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

/// A document that says of one medication what its code does not.
@Suite("Contradictions within a document")
struct ContradictionTests {
  @Test("S14 a branded component has the strength of its generic, or says that it has none")
  func brandedComponent() throws {
    var release = try HandRelease("small")
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
