// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

/// M1-M16 and M19-M21: the plain lookup in a table that is passed in.
@Suite("Side effects by code")
struct SideEffectsTests {
  private let sample = SideEffects(table: SideEffects.appleSample)

  private func concept(
    _ codings: [ClinicalCoding], text: String = "a medication",
    form: MedicationGeneralForm = .unknown
  ) -> MedicationConcept {
    MedicationConcept(
      identifier: .mint(displayText: text, codings: []), displayText: text, generalForm: form,
      relatedCodings: Set(codings))
  }

  private func coding(_ code: String) -> ClinicalCoding {
    ClinicalCoding(system: SideEffects.rxNormSystem, version: nil, code: code)
  }

  private func names(_ symptoms: [SymptomModel]) -> [String] {
    symptoms.map(\.categoryID.name)
  }

  @Test("M1 Only the codings count, not the text or the form")
  func onlyCodings() {
    let plain = sample.symptoms(for: concept([coding("198439")]))
    let other = sample.symptoms(
      for: concept([coding("198439")], text: "ciprofloxacin 1665229", form: .injection))
    #expect(names(plain) == ["dizziness", "headache", "nausea"])
    #expect(other == plain)
    #expect(sample.symptoms(for: concept([], text: "198439")).isEmpty)
  }

  @Test("M3 Codes that only look alike are kept apart")
  func canonicalEquivalents() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    var table = SideEffects(table: [composed: [SymptomModel(.nausea)]])
    table.add([SymptomModel(.acne)], for: decomposed)
    #expect(names(table.symptoms(forRxNormCode: composed)) == ["nausea"])
    #expect(names(table.symptoms(forRxNormCode: decomposed)) == ["acne"])
  }

  @Test("M6 Each symptom once, also where two codes name it differently")
  func noDuplicates() {
    let table = SideEffects(table: [
      "1": [SymptomModel(name: "Body Ache", categoryID: .generalizedBodyAche)],
      "2": [SymptomModel(name: "Aches", categoryID: .generalizedBodyAche)],
    ])
    let found = table.symptoms(for: concept([coding("1"), coding("2")]))
    #expect(found.map(\.name) == ["Aches"])
    #expect(found == table.symptoms(for: concept([coding("2"), coding("1")])))
  }

  @Test("M9 Symptoms come sorted by identifier, whatever the order of codings")
  func order() {
    let codings = ["198439", "1012918", "1665229"].map { coding($0) }
    let found = sample.symptoms(for: concept(codings))
    let identifiers = found.map(\.categoryID.rawValue)
    #expect(identifiers == identifiers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(found == sample.symptoms(for: concept(codings.reversed())))
  }

  @Test("M10 Every symptom that comes out is one of the 39")
  func thirtyNine() throws {
    #expect(SymptomCategory.allCases.count == 39)
    let tables = try Shipped.tables()
    #expect(Set(tables.sideEffects.symptoms).isSubset(of: Set(SymptomCategory.allCases)))
  }

  @Test("M11 Identity is the identifier; the name is for people")
  func identity() {
    let own = SymptomModel(name: "Body Ache", categoryID: .generalizedBodyAche)
    #expect(own == SymptomModel(.generalizedBodyAche))
    let found = sample.symptoms(forRxNormCode: "1665229")
    #expect(found.first { $0 == own }?.name == "Body Ache")
  }

  @Test("M12 S24 The sample's table is by itself: evidence never has what only it says")
  func neverMerged() throws {
    let identifiers = SideEffects.appleSample.mapValues { Set($0.map(\.categoryID.rawValue)) }
    let start = "HKCategoryTypeIdentifier"
    #expect(
      identifiers == [
        "198439": ["\(start)Nausea", "\(start)Headache", "\(start)Dizziness"],
        "1012918": ["\(start)Constipation", "\(start)Nausea", "\(start)Dizziness"],
        "1665229": [
          "\(start)Headache", "\(start)Diarrhea", "\(start)Nausea",
          "\(start)GeneralizedBodyAche",
        ],
      ])
    // A catalog that holds none of the codes has no evidence for them.
    let evidence = SideEffects(
      catalog: try TwoDrugs.catalog.get(), tables: try Shipped.tables())
    for code in SideEffects.appleSample.keys {
      #expect(evidence.symptoms(forRxNormCode: code).isEmpty, "\(code)")
    }
    // Who adds the sample's entries has them in a lookup of their own.
    var joined = evidence
    joined.add(try #require(SideEffects.appleSample["198439"]), for: "198439")
    #expect(joined.symptoms(forRxNormCode: "198439").count == 3)
    #expect(evidence.symptoms(forRxNormCode: "198439").isEmpty)
  }

  @Test("M13 The page's exercise adds an entry for 105929")
  func exercise() {
    let table = sample.adding(
      [SymptomModel(.headache), SymptomModel(.diarrhea), SymptomModel(.nausea)], for: "105929")
    #expect(names(table.symptoms(forRxNormCode: "105929")) == ["diarrhea", "headache", "nausea"])
    #expect(sample.symptoms(forRxNormCode: "105929").isEmpty)
  }

  @Test("M14 Adding unites, never removes, and twice is once")
  func adding() {
    var table = sample
    table.add([SymptomModel(.acne), SymptomModel(.nausea)], for: "198439")
    let once = table.symptoms(forRxNormCode: "198439")
    #expect(names(once) == ["acne", "dizziness", "headache", "nausea"])
    table.add([SymptomModel(.acne), SymptomModel(.nausea)], for: "198439")
    #expect(table.symptoms(forRxNormCode: "198439") == once)
    table.add([], for: "198439")
    #expect(table.symptoms(forRxNormCode: "198439") == once)
  }

  @Test("M15 Both directions can be asked")
  func bothDirections() {
    #expect(sample.codes(for: .nausea) == ["1012918", "1665229", "198439"])
    #expect(sample.codes(for: .constipation) == ["1012918"])
    #expect(sample.codes(for: .wheezing).isEmpty)
  }

  @Test("M16 Equal input gives equal output, in every order and on every thread")
  func pure() async throws {
    let codings = ["1665229", "198439", "1012918", "308192"].map { coding($0) }
    let evidence = SideEffects(
      catalog: try TwoDrugs.catalog.get(), tables: try Shipped.tables())
    let medications = [codings, codings.reversed(), Array(codings.dropFirst())].map { concept($0) }
    for lookup in [sample, evidence] {
      let first = medications.map { lookup.symptoms(for: $0).map(\.name) }
      #expect(first[0] == first[1])
      let answers = await withTaskGroup(of: [[String]].self) { group in
        for _ in 0..<8 {
          group.addTask { medications.map { lookup.symptoms(for: $0).map(\.name) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 8 && answers.allSatisfy { $0 == first })
    }
    // The order in which entries were added plays no part.
    var other = SideEffects(table: [:])
    for (code, symptoms) in SideEffects.appleSample.sorted(by: { $0.key > $1.key }) {
      other.add(symptoms, for: code)
    }
    #expect(other.symptoms(for: medications[0]) == sample.symptoms(for: medications[0]))
  }

  @Test("M16 S35 The lookup imports nothing that knows a store, a network, a clock or a file")
  func noOutside() throws {
    let folder = Repository.root.appending(path: "Sources/SymptomMapping/SideEffects")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count > 2)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("import ") {
        guard !line.hasPrefix("//") else { continue }
        #expect(["ConceptCatalog", "MedicationModel"].contains { line.hasSuffix($0) }, "\(line)")
      }
    }
  }

  @Test("M19 M20 A symptom has a name and an identifier, and no other member")
  func typesOnly() {
    let members = Mirror(reflecting: SymptomModel(.nausea)).children.map(\.label)
    #expect(members == ["name", "categoryID"])
  }

  @Test("M21 The types to ask for are those that the table returns, constipation too")
  func allTypes() {
    #expect(
      sample.allSymptomTypes
        == [.constipation, .diarrhea, .dizziness, .generalizedBodyAche, .headache, .nausea])
  }
}

@Suite("Lookup vectors of the sample's table")
struct LookupVectorTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let `case`: String
    let about: String
    let codings: [[String?]]
    let symptoms: [String]
    var testDescription: String { "\(`case`) \(about)" }

    var concept: MedicationConcept {
      MedicationConcept(
        identifier: .mint(displayText: about, codings: []), displayText: about,
        generalForm: .unknown,
        relatedCodings: Set(
          codings.map {
            ClinicalCoding(system: $0[0] ?? "", version: $0[1], code: $0[2] ?? "")
          }))
    }
  }

  /// An unreadable file gives no vectors, which the count below notices.
  static let vectors: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/lookup-vectors.jsonl")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Vector.self, from: Data($0))
    }
  }()

  @Test("All 36 vectors are there, and the table holds the codes of M12 alone")
  func count() {
    #expect(Self.vectors.count == 36)
    #expect(SideEffects.appleSample.keys.sorted() == ["1012918", "1665229", "198439"])
  }

  @Test("A concept's RxNorm codings give just these symptoms", arguments: vectors)
  func lookup(_ vector: Vector) {
    let table = SideEffects(table: SideEffects.appleSample)
    #expect(table.symptoms(for: vector.concept).map(\.categoryID.name) == vector.symptoms)
    if vector.codings.count == 1, vector.codings[0][0] == SideEffects.rxNormSystem {
      let code = vector.codings[0][2] ?? ""
      #expect(table.symptoms(forRxNormCode: code).map(\.categoryID.name) == vector.symptoms)
    }
  }
}
