// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing

@Suite("User-annotated medications")
struct UserAnnotatedTests {
  private func small() throws -> MedicationResolver { try Resolvers.small.get() }

  @Test("M26 order and repeats change nothing; codings come out sorted")
  func orderOfCodings() throws {
    let codings = [
      ClinicalCoding(system: CodeSystem.rxNorm, version: "2", code: "101"),
      ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "101"),
      ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "401"),
      ClinicalCoding(system: CodeSystem.ndc, version: nil, code: "00011122233"),
      ClinicalCoding(system: "urn:a", version: nil, code: "9"),
    ]
    let answers = try [codings, codings.reversed(), codings + codings].map {
      try small().resolve(medication(Set($0)))
    }
    #expect(Set(answers.map(\.json)).count == 1)
    let keys = answers[0].codings.map {
      "\($0.coding.system ?? "") \($0.coding.code ?? "") \($0.coding.version ?? "")"
    }
    #expect(keys == keys.sorted())
    #expect(keys.count == 5)
  }

  private func medication(_ codings: Set<ClinicalCoding>) -> UserAnnotatedMedication {
    UserAnnotatedMedication(
      nickname: nil, isArchived: false, hasSchedule: false,
      medication: MedicationConcept(
        identifier: .mint(displayText: "x", codings: codings), displayText: "x",
        generalForm: .unknown, relatedCodings: codings))
  }

  @Test("M29 texts are compared by their bytes, not by canonical equivalence")
  func bytes() throws {
    let composed = try HealthConceptIdentifier(value: "user:\u{E9}")
    let decomposed = try HealthConceptIdentifier(value: "user:e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    let codings: Set = [
      ClinicalCoding(system: "u:\u{E9}", version: nil, code: "1"),
      ClinicalCoding(system: "u:e\u{301}", version: nil, code: "1"),
    ]
    #expect(codings.count == 2)
    #expect(try small().resolve(medication(codings)).codings.count == 2)
  }

  @Test(
    "S8 M2 the systems of a user-annotated medication count only as they are spelled",
    arguments: [
      "https://www.nlm.nih.gov/research/umls/rxnorm",
      "http://www.nlm.nih.gov/research/umls/rxnorm/",
      "HTTP://WWW.NLM.NIH.GOV/research/umls/RXNORM", "urn:oid:2.16.840.1.113883.6.88", "RxNorm",
      " http://www.nlm.nih.gov/research/umls/rxnorm",
      "http://www.nlm.nih.gov/research/umls/rxnorm ",
    ])
  func exactSystems(_ system: String) throws {
    let resolver = try small()
    let wrong = ClinicalCoding(system: system, version: nil, code: "401")
    let query = MedicationQuery.userAnnotated(medication([wrong]))
    var session = ResolvingSession(resolver)
    // A record of FHIR with this coding is read; the session must not mistake one for the other.
    var record = MedicationRecord(entryPath: "0", resourceType: "MedicationStatement")
    record.codings = [FHIRCoding(system: system, code: "401")]
    let asRecord = try session.resolve(.record(record))
    for answer in [
      try resolver.resolve(query), try session.resolve(query), try session.resolve(query),
    ] {
      #expect(answer.outcomes == ["system-unknown"])
      #expect(answer.concepts.isEmpty && answer.sideEffects.symptoms.isEmpty)
      #expect(answer.sideEffects.coverage == .unknown)
      #expect(answer.has(.systemUnknown) && !answer.has(.systemNormalized))
      #expect(answer.codings[0].coding.system == system)
    }
    #expect(asRecord.outcomes == ["resolved"])
    // Beside a right coding the wrong one is listed and counts for nothing.
    let right = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "402")
    let both = try resolver.resolve(medication([wrong, right]))
    #expect(both.found == ["402"])
    #expect(Set(both.outcomes) == ["system-unknown", "resolved"])
  }

  @Test("M33 M36 an identifier that looks like a code leads nowhere")
  func identifiers() throws {
    let bare = MedicationConcept(
      identifier: try HealthConceptIdentifier(value: "rxnorm:401"), displayText: "qqq",
      generalForm: .unknown, relatedCodings: [])
    let answer = try small().resolve(
      UserAnnotatedMedication(
        nickname: nil, isArchived: false, hasSchedule: false, medication: bare))
    #expect(answer.concepts.isEmpty)
  }

  @Test("M54 the table lookup of the API knows RxNorm's system alone")
  func ndcAlone() {
    let ndc: Set = [ClinicalCoding(system: CodeSystem.ndc, version: nil, code: "198439")]
    let table = SideEffects(table: SideEffects.appleSample)
    #expect(table.symptoms(for: medication(ndc).medication).isEmpty)
  }

  @Test("M61 an archived medication resolves like an active one")
  func archived() throws {
    let active = try small().resolve(.sample(["401"], form: "tablet"))
    let archived = try small().resolve(.sample(["401"], form: "tablet", isArchived: true))
    #expect(active.found == archived.found)
    #expect(active.problems == archived.problems)
    #expect(active.generalForm == archived.generalForm)
  }
}
