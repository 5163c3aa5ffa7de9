// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

@Suite("S3 Every derived fact says how it was derived")
struct DerivationTests {
  /// A way of each kind, as the small release is written.
  @Test(
    "S3 Match kind, the path of codes and the release, for every kind",
    arguments: FixtureRows.cells("derivations"))
  func derivation(_ row: [String]) throws {
    let resolver = try Resolvers.small.get()
    let answer =
      try row[0].isEmpty
      ? resolver.resolve(.name(row[1]))
      : resolver.resolve(
        .coding(ClinicalCoding(system: row[0], version: nil, code: row[1]), display: nil))
    let concept = try #require(answer.concepts.first)
    #expect(answer.concepts.count == 1)
    #expect(concept.match.rawValue == row[2])
    let path = concept.path.map { "\($0.reason.rawValue) \($0.code ?? "-")" }
    #expect(path.joined(separator: ", ") == row[3])
    #expect(concept.path.last?.code == concept.code?.description, "the way ends at the concept")
    #expect((concept.score != nil) == (concept.match == .text))
    // Somebody can walk it by hand: each code but the first leads to the concept itself.
    for step in concept.path where step.reason != .given {
      let again = try resolver.resolve(
        .coding(
          ClinicalCoding(system: step.system, version: nil, code: step.code ?? ""), display: nil))
      #expect(again.found == answer.found, "\(step)")
    }
    // The release, as a value and in the JSON of the answer.
    #expect(answer.release == resolver.catalog.release)
    #expect(
      answer.json.hasSuffix(
        #""release":{"name":"RXNORM_20AA_260302F","date":"2026-03-02","official":true}}"#))
    #expect(answer.json.contains(#""match":"\#(row[2])""#))
    for step in concept.path {
      #expect(answer.json.contains(#""reason":"\#(step.reason.rawValue)""#))
    }
    #expect(answer.json.contains(#""generalFormOrigin":"\#(answer.generalForm.origin.rawValue)""#))
  }

  @Test("S3 S23 An answer without a concept names the release that it was sought in")
  func nothingFound() throws {
    let resolver = try Resolvers.reconstructed.get()
    let queries: [MedicationQuery] = [
      .name("nosuchdrug"), .ndc("99999-9999-99"), .userAnnotated(.sample([])),
      .coding(ClinicalCoding(system: "urn:x", version: nil, code: "1"), display: nil),
      .coding(ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "1"), display: nil),
      .record(MedicationRecord(entryPath: "0", resourceType: "MedicationStatement")),
    ]
    for query in queries {
      let answer = try resolver.resolve(query)
      #expect(answer.concepts.isEmpty)
      #expect(
        answer.json.hasSuffix(
          #""release":{"name":"RXNORM_RECONSTRUCTED_20260723","date":"2026-07-23","#
            + #""official":false}}"#), "\(query)")
    }
  }

  @Test("M62 Doses of a document change nothing of what the drug is")
  func doses() throws {
    let resolver = try Resolvers.small.get()
    func document(_ more: String) throws -> ResolvedMedication {
      let text =
        #"{"resourceType":"MedicationStatement","status":"active","subject":{"reference":"P/1"},"#
        + #""medicationCodeableConcept":{"coding":[{"system":"\#(CodeSystem.rxNorm)","code":"401"}]}"#
        + more + "}"
      let record = try #require(FHIRDocument(Array(text.utf8)).records.first)
      return try resolver.resolve(.record(record))
    }
    let plain = try document("")
    let dosed = try document(
      #","dosage":[{"text":"9 tablets of 7 MG","doseAndRate":[{"doseQuantity":{"value":9,"#
        + #""unit":"tablet"}}]}],"effectivePeriod":{"start":"2026-01-01"}"#)
    #expect(dosed.found == plain.found)
    #expect(dosed.ingredients.map(\.concept) == plain.ingredients.map(\.concept))
    #expect(dosed.generalForm == plain.generalForm && dosed.sideEffects == plain.sideEffects)
    #expect(dosed.certainty == plain.certainty && dosed.problems == plain.problems)
    // A tracked medication has no doses at all; events beside it are noted and not read.
    func tracked(_ more: String) throws -> ReadMedication {
      let coding = #"{"system":"\#(CodeSystem.rxNorm)","code":"401"}"#
      let text =
        #"{"isArchived":false,"hasSchedule":false,"medication":{"identifier":"a","displayText":"a","#
        + #""generalForm":"tablet","relatedCodings":[\#(coding)]}\#(more)}"#
      return try #require(try UserAnnotatedMedicationReader.read(Array(text.utf8)).first)
    }
    let without = try tracked("")
    let with = try tracked(#","doseEvents":[{"logStatus":"taken","doseQuantity":9}]"#)
    #expect(without.medication == with.medication)
    #expect(with.notes.map(\.path) == ["doseEvents"])
    let answer = try resolver.resolve(with.medication)
    #expect(try answer.json == resolver.resolve(without.medication).json)
    #expect(!answer.json.contains("taken") && !answer.json.contains("logStatus"))
  }

  @Test("M57 One name in several strengths and forms: each a concept, each shown with both")
  func sharedNames() throws {
    let catalog = try Resolvers.small.get().catalog
    let hits = catalog.search("alfazine", limit: 100).hits.map(\.concept)
      .filter { $0.termType == .clinicalDrug }
    #expect(hits.count > 4)
    #expect(Set(hits.map(\.rxcui)).count == hits.count)
    #expect(Set(hits.map(\.name)).count == hits.count, "no two look the same")
    for hit in hits {
      let form = try #require(hit.doseForms.first?.name)
      #expect(hit.name.contains(form), "\(hit.name)")
      #expect(hit.name.contains { $0.isNumber }, "\(hit.name)")
      let answer = try Resolvers.small.get().codes(hit.code?.description ?? "")
      #expect(answer.found == [hit.code?.description ?? ""], "and resolves to itself alone")
    }
  }
}
