// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing
import TestSupport

/// What the resolver says of displays and codings of real documents, each judged by hand.
///
/// Only documents of FHIR R4 and R4B, and those that are probably R4.
@Suite("Real documents")
struct CorpusTests {
  /// The kinds of disagreement between displays and codes that the documents hold.
  static let disagreements: Set<String> = [
    // The product is Envarsus, the display names the generic: a note.
    "brand 1664463",
    // The product is Prinivil, the text names the generic: a note.
    "brand 206765",
    // Ampicillin by the display of an NDC that the release does not hold; the document lists
    // nicardipine as its ingredient.
    "drug 313800",
    // An example of dispensing: the ingredient is nicardipine, the code amoxicillin.
    "drug 308191",
  ]

  /// The sets of codes that conflict.
  static let conflicts: Set<[String]> = [
    // Seven vitamins and minerals, each coded by itself, with no code for the product.
    ["1151", "11256", "11359", "11423", "19143", "21842", "36717"]
  ]

  @Test(
    "S1 S6 S7 M63 displays, conflicts and outcomes of real documents are those judged",
    .enabled(if: !Effort.isFast))
  func realDocuments() throws {
    guard let resolver = try Resolvers.starter(skipping: "real documents"),
      let folder = TestData.folder?.appendingPathComponent("fhir")
    else { return print("skipped: real documents (RXKIT_TEST_DATA is not set)") }
    var tally = CorpusTally()
    for file in try Self.files(folder) {
      for record in FHIRDocument(
        try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML
      ).records {
        let answer = try resolver.resolve(record)
        #expect(answer.codings.map(\.coding) == record.codings, "\(file) \(record.entryPath)")
        tally.count(answer)
      }
    }
    print(tally.summary)
    #expect(tally.disagreements == Self.disagreements)
    #expect(tally.conflicts == Self.conflicts)
    #expect(tally.ambiguous.isEmpty)
    #expect(tally.resolved.count > tally.unknown.count * 5)
  }

  private static func files(_ folder: URL) throws -> [String] {
    let table = try String(
      contentsOf: folder.appendingPathComponent("documents.tsv"), encoding: .utf8)
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return cells.count > 1 && cells[1].hasPrefix("R4") ? String(cells[0]) : nil
    }
  }
}

/// Counts over the answers to many records.
private struct CorpusTally {
  var records = 0
  var resolved: Set<String> = []
  var unknown: Set<String> = []
  var malformed: Set<String> = []
  var disagreements: Set<String> = []
  var conflicts: Set<[String]> = []
  var ambiguous: Set<[String]> = []

  mutating func count(_ answer: ResolvedMedication) {
    records += 1
    let all = answer.codings + answer.ingredients.flatMap(\.codings)
    for coding in all {
      guard let system = coding.coding.system, let code = coding.coding.code,
        KnownCodeSystem.recognise(system)?.canonical == CodeSystem.rxNorm
      else { continue }
      switch coding.outcome {
      case .resolved, .replaced: resolved.insert(code)
      case .unknown: unknown.insert(code)
      default: malformed.insert(code)
      }
    }
    for message in answer.messages(.displayDisagrees) {
      let kind = message.prefix { $0 != ":" }
      disagreements.insert("\(kind) \(answer.found.joined(separator: "+"))")
    }
    if answer.certainty.ingredient == .ambiguous {
      if answer.messages(.codingsConflict).contains(where: { $0.contains("(") }) {
        conflicts.insert(answer.found)
      } else {
        ambiguous.insert(answer.found)
      }
    }
  }

  var summary: String {
    "\(records) records; distinct RxNorm codes: \(resolved.count) resolved, "
      + "\(unknown.count) unknown (\(unknown.sorted().joined(separator: " "))), "
      + "\(malformed.count) malformed (\(malformed.sorted().joined(separator: " ")))"
  }
}

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
