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

@Suite("User-annotated medications, statements M25 to M64")
struct StatementTests {
  private func small() throws -> MedicationResolver { try Resolvers.small.get() }

  @Test("M25 S1 S2 the answer holds the object unchanged, concepts, codings, form and problems")
  func wholeAnswer() throws {
    let medication = UserAnnotatedMedication.sample(
      ["401"], text: " alfazine 500 mg tablet ", form: "tablet")
    let answer = try small().resolve(medication)
    #expect(answer.query == .userAnnotated(medication))
    #expect(answer.found == ["401"])
    #expect(answer.codings.count == 1)
    #expect(answer.generalForm.given == .tablet)
    #expect(answer.generalForm.derived == .tablet)
    #expect(answer.generalForm.origin == .doseForm)
    #expect(answer.problems.isEmpty)
  }

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

  @Test("M28 one code in two systems is two codings with two outcomes")
  func codeInContext() throws {
    let answer = try small().record([
      .rxNorm("401"), FHIRCoding(system: CodeSystem.snomedCT, code: "401"),
    ])
    #expect(answer.outcomes == ["resolved", "not-rxnorm"])
    #expect(answer.found == ["401"])
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
    "M30 S8 a system that is not known is kept and never taken for RxNorm",
    arguments: [
      "http://example.org/drugs", "http://www.nlm.nih.gov/research/umls/rxnorm/401", "RxNorm2",
      "urn:oid:2.16.840.1.113883.6.88.1",
    ])
  func unknownSystem(_ system: String) throws {
    let answer = try small().record([FHIRCoding(system: system, code: "401")])
    #expect(answer.outcomes == ["system-unknown"])
    #expect(answer.codings[0].coding.system == system)
    #expect(answer.concepts.isEmpty)
    #expect(answer.has(.systemUnknown))
  }

  @Test(
    "S8 a known other spelling of RxNorm's system is accepted and noted",
    arguments: [
      "https://www.nlm.nih.gov/research/umls/rxnorm", "urn:oid:2.16.840.1.113883.6.88",
      "http://www.nlm.nih.gov/research/umls/rxnorm/", "HTTP://WWW.NLM.NIH.GOV/research/umls/RXNORM",
      "RxNorm",
    ])
  func otherSpelling(_ system: String) throws {
    let answer = try small().record([FHIRCoding(system: system, code: "401")])
    #expect(answer.outcomes == ["resolved"])
    #expect(answer.codings[0].coding.system == system)
    #expect(answer.has(.systemNormalized))
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

  @Test("S8 a coding without system or without code is listed and never guessed")
  func missingParts() throws {
    let answer = try small().record([
      FHIRCoding(code: "401"), FHIRCoding(system: "", code: "401"),
      FHIRCoding(system: CodeSystem.rxNorm), FHIRCoding(system: CodeSystem.rxNorm, code: ""),
      FHIRCoding(display: "alfazine"),
    ])
    #expect(
      answer.outcomes == [
        "system-unknown", "system-unknown", "malformed", "malformed", "system-unknown",
      ])
    #expect(answer.has(.systemMissing))
    #expect(answer.messages(.systemMissing).count == 3)
  }

  @Test(
    "M31 a code that is no RxNorm code is kept, not looked up, and noted",
    arguments: [
      "C0711228", "0401", "401 ", " 401", "401.0", "-401", "+401", "\u{FF14}\u{FF10}\u{FF11}",
      "401\u{301}", "123456789", "0",
    ])
  func malformedCode(_ code: String) throws {
    let answer = try small().codes(code)
    #expect(answer.outcomes == ["malformed"])
    #expect(answer.codings[0].coding.code == code)
    #expect(answer.has(.codeMalformed))
    #expect(!answer.concepts.contains { $0.match != .text })
  }

  @Test("M32 a version that is not the release's is a note")
  func version() throws {
    func answer(_ version: String?) throws -> ResolvedMedication {
      try small().record([FHIRCoding(system: CodeSystem.rxNorm, version: version, code: "401")])
    }
    for version in [nil, "", "2026-03-02", "20260302", "03022026", "RXNORM_20AA_260302F"] {
      #expect(try !answer(version).has(.releaseDiffers), "\(version ?? "nil")")
    }
    let other = try answer("20250602")
    #expect(other.problems.first { $0.code == .releaseDiffers }?.severity == .note)
    #expect(other.codings[0].coding.version == "20250602")
    #expect(other.found == ["401"])
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

  @Test("M34 M53 an identifier survives new names, flags, codings and a replaced code")
  func stableIdentifier() throws {
    let resolver = try small()
    let old = UserAnnotatedMedication.sample(["701"], text: "alfazine 500 mg tablet")
    let answer = try resolver.resolve(old)
    guard case .userAnnotated(let kept) = answer.query else { return }
    #expect(kept.medication.identifier == old.medication.identifier)
    #expect(kept.medication.relatedCodings == old.medication.relatedCodings)
    #expect(answer.outcomes == ["replaced"])
    #expect(answer.codings[0].coding.code == "701")
    #expect(answer.concepts.first?.path.map(\.code) == ["701", "401"])
  }

  @Test("M38 the display text keeps its blanks and is trimmed for matching alone")
  func displayText() throws {
    let answer = try small().resolve(.sample([], text: " gammadol "))
    guard case .userAnnotated(let kept) = answer.query else { return }
    #expect(kept.medication.displayText == " gammadol ")
    #expect(answer.found == ["104"])
    #expect(answer.json.contains(#""text":" gammadol ""#))
  }

  @Test("M40 S5 a nickname finds no concept")
  func nickname() throws {
    let answer = try small().resolve(.sample([], text: "my tablets", nickname: "alfazine"))
    #expect(answer.concepts.isEmpty)
  }

  @Test("M42 M62 no dose, prescriber or event is needed or given")
  func noDoses() throws {
    let json = try small().codes("401").json
    #expect(json.contains(#""dosageTexts":[]"#))
    #expect(json.contains(#""dispenseQuantity":null"#))
  }

  @Test("M43 a medication made by a person is no error")
  func personMade() throws {
    let answer = try small().resolve(.sample([], text: "grandma's tea"))
    #expect(answer.concepts.isEmpty)
    #expect(answer.problems.first { $0.code == .noCodings }?.severity == .note)
    #expect(answer.generalForm.given == .unknown)
    #expect(answer.sideEffects.coverage == .unknown)
  }

  @Test("M44 a general form is always there")
  func formIsPresent() throws {
    for codes in [[], ["401"], ["1"], ["101"]] as [[String]] {
      let answer = try small().resolve(.sample(codes))
      #expect(answer.generalForm.given == .unknown)
      #expect(answer.json.contains(#""generalFormGiven":"unknown""#))
    }
    #expect(try small().resolve(.name("alfazine")).generalForm.derived == .unknown)
  }

  @Test("M54 S3 NDC, UNII and ATC are cross-walked and say so, beside RxNorm or instead of it")
  func crosswalk() throws {
    let ndc = try small().record([.ndc("0011-1222-33")])
    #expect(ndc.found == ["401"])
    #expect(ndc.concepts.first?.match == .ndc)
    #expect(ndc.concepts.first?.path.map(\.code) == ["0011-1222-33", "00011122233", "401"])
    let unii = try small().record([FHIRCoding(system: CodeSystem.unii, code: "ALFA000002")])
    #expect(unii.found == ["102"])
    #expect(unii.concepts.first?.match == .crosswalk)
    let atc = try small().record([FHIRCoding(system: CodeSystem.atc, code: "X01AA01")])
    #expect(atc.found == ["101"])
    let both = try small().record([
      FHIRCoding(system: CodeSystem.atc, code: "X01AA01"), .rxNorm("401"),
    ])
    #expect(both.found == ["401"])
    #expect(both.outcomes == ["resolved", "resolved"])
    let several = try small().record([FHIRCoding(system: CodeSystem.atc, code: "X01AA02")])
    #expect(several.found == ["101", "104"])
    #expect(several.has(.ambiguous) && !several.has(.codingsConflict))
    let none = try small().record([FHIRCoding(system: CodeSystem.atc, code: "X99")])
    #expect(none.outcomes == ["not-rxnorm"])
    // The table lookup of the API knows RxNorm's system alone.
    let ndcOnly: Set = [ClinicalCoding(system: CodeSystem.ndc, version: nil, code: "198439")]
    #expect(
      SideEffects(table: SideEffects.appleSample).symptoms(for: medication(ndcOnly).medication)
        .isEmpty)
  }

  @Test("M59 S6 a salt in the text beside a base in the concept is no disagreement")
  func saltInText() throws {
    let answer = try small().codes("404", text: "alfazine maleate 10 MG/ML Injection")
    #expect(!answer.has(.displayDisagrees))
    // Two different salts are two drugs.
    let other = try small().codes("401", text: "alfazine maleate 500 MG Oral Tablet")
    #expect(other.messages(.displayDisagrees).first?.hasPrefix("drug") == true)
  }

  @Test("M61 an archived medication resolves like an active one")
  func archived() throws {
    let active = try small().resolve(.sample(["401"], form: "tablet"))
    let archived = try small().resolve(.sample(["401"], form: "tablet", isArchived: true))
    #expect(active.found == archived.found)
    #expect(active.problems == archived.problems)
    #expect(active.generalForm == archived.generalForm)
  }

  @Test("M63 S1 every coding comes out once, with one of six outcomes")
  func outcomes() throws {
    let codings: [FHIRCoding] = [
      .rxNorm("401"), .rxNorm("701"), .rxNorm("1"), .rxNorm("x"),
      FHIRCoding(system: "urn:a", code: "1"), FHIRCoding(system: CodeSystem.snomedCT, code: "1"),
    ]
    let answer = try small().record(codings)
    #expect(answer.codings.map(\.coding) == codings)
    #expect(
      answer.outcomes
        == ["resolved", "replaced", "unknown", "malformed", "system-unknown", "not-rxnorm"])
    #expect(Set(answer.outcomes) == Set(ResolvedCoding.Outcome.allCases.map(\.rawValue)))
  }
}
