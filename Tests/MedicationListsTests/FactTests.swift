// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationLists
import MedicationModel
import Testing

// 723 is amoxicillin, 308192 its tablet, 562251 amoxicillin with clavulanate;
// 6809 is metformin, 861007 its tablet.

@Suite("Facts beside a medication list")
struct FactTests {
  private func document(
    _ records: [MedicationRecord], _ allergies: [AllergyRecord]
  ) -> DocumentContents {
    var contents = DocumentContents()
    contents.records = records
    contents.allergies = allergies
    return contents
  }

  private func allergy(
    _ code: String?, text: String? = nil, change: (inout AllergyRecord) -> Void = { _ in }
  ) -> AllergyRecord {
    var allergy = AllergyRecord(entryPath: "9")
    allergy.subject = "Patient/1"
    allergy.codings = code.map { [FHIRCoding(system: CodeSystem.rxNorm, code: $0)] } ?? []
    allergy.text = text
    change(&allergy)
    return allergy
  }

  @Test("S34 two medications that share an ingredient are told, with both lines")
  func shared() throws {
    let facts = try Starter.list(
      document(
        [
          .sample("MedicationRequest", "861007"),
          .sample("MedicationRequest", "860975", entry: "1"),
          .sample("MedicationRequest", "308192", entry: "2"),
        ], [])
    ).facts
    #expect(facts.shared.map { $0.ingredient.code?.description } == ["6809"])
    #expect(facts.shared.first?.lines.count == 2)
    #expect(facts.statement == .noRecord)
  }

  @Test("S34 what is not taken is not compared")
  func notTaken() throws {
    let facts = try Starter.list(
      document(
        [
          .sample("MedicationRequest", "861007"),
          .sample("MedicationRequest", "860975", entry: "1", status: .notTaken),
        ], [allergy("723")])
    ).facts
    #expect(facts.shared.isEmpty)
    #expect(facts.statement == .none)
    #expect(
      facts.statement.rawValue
        == "no shared ingredient found; classes and cross-reactivity not examined")
  }

  @Test("S13 S34 an ingredient on the allergy list is a fact with both sources, beside the list")
  func onAllergyList() throws {
    let list = try Starter.list(
      document([.sample("MedicationRequest", "308192")], [allergy("723"), allergy("6809")]))
    #expect(list.lines.count == 1)
    #expect(list.allergies.count == 2)
    let match = try #require(list.facts.allergyMatches.first)
    #expect(list.facts.allergyMatches.count == 1)
    #expect(match.ingredient.code?.description == "723")
    #expect(match.lines == [0])
    #expect(
      match.allergies.map { list.allergies[$0].ingredients.map(\.code?.description) } == [["723"]])
    #expect(!list.json.contains("severity\":\"high"))
  }

  @Test("S34 allergies to products are compared by their ingredients")
  func products() throws {
    let facts = try Starter.list(
      document([.sample("MedicationRequest", "308192")], [allergy("308191")])
    ).facts
    #expect(facts.allergyMatches.map { $0.ingredient.code?.description } == ["723"])
  }

  @Test("S6 an allergy whose display disagrees with its code says so")
  func doubtfulAllergy() throws {
    let doubtful = allergy(nil) {
      $0.codings = [FHIRCoding(system: CodeSystem.rxNorm, code: "723", display: "metformin")]
    }
    let list = try Starter.list(document([], [doubtful]))
    #expect(list.allergies.first?.problems.map(\.code) == [.displayDisagrees])
  }

  /// Allergies that are not compared, and why.
  static let exceptions: [(ListedAllergy.Comparison, @Sendable (inout AllergyRecord) -> Void)] = [
    (.refuted, { $0.isRefuted = true }), (.absence, { $0.isAbsence = true }),
    (.notUnderstood, { $0.isNotUnderstood = true }),
    (
      .textOnly,
      {
        $0.codings = []
        $0.text = "amoxicillin"
      }
    ),
    (
      .noIngredient,
      { $0.codings = [FHIRCoding(system: "urn:x", code: "1", display: "amoxicillin")] }
    ),
  ]

  @Test(
    "S34 refuted, erroneous, absent, unclear and worded allergies are not compared",
    arguments: 0..<exceptions.count)
  func notCompared(_ index: Int) throws {
    let (reason, change) = Self.exceptions[index]
    let list = try Starter.list(
      document([.sample("MedicationRequest", "308192")], [allergy("723", change: change)]))
    #expect(list.allergies.map(\.comparison) == [reason])
    #expect(list.facts.allergyMatches.isEmpty)
    #expect(list.facts.statement == .notCompared)
  }

  @Test("S40 an empty list that says nil-known is a statement, and contradicts medications")
  func emptyList() throws {
    var listing = RecordListing(entryPath: "5", resourceType: "List")
    listing.code = FHIRConcept(codings: [FHIRCoding(system: "http://loinc.org", code: "10160-0")])
    listing.emptyReason = FHIRConcept(codings: [FHIRCoding(code: "nilknown")])
    listing.subject = "Patient/1"
    var contents = document([.sample("MedicationRequest", "308192")], [])
    contents.lists = [listing]
    let list = try Starter.list(contents)
    #expect(list.emptyStatements.map(\.absence) == [.noneKnown])
    #expect(list.problems.map(\.code) == [.absenceContradicted])
  }
}
