// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@Suite("Health concept identifiers")
struct HealthConceptIdentifierTests {
  @Test("M29 Two spellings of one accent are two identifiers with two hashes")
  func bytes() throws {
    let composed = try HealthConceptIdentifier(value: "user:\u{E9}")
    let decomposed = try HealthConceptIdentifier(value: "user:e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(composed.hashValue != decomposed.hashValue)
  }

  @Test("M37 A medication's identifier is of the domain of medications")
  func domain() throws {
    #expect(try HealthConceptIdentifier(value: "x").domain == .medication)
    #expect(HealthConceptDomain.medication.rawValue == "HKHealthConceptDomainMedication")
    let other = HealthConceptDomain(rawValue: "other")
    #expect(
      try HealthConceptIdentifier(domain: other, value: "x") != HealthConceptIdentifier(value: "x"))
  }

  @Test(
    "A value has 1 to 4096 bytes of UTF-8", arguments: ["", String(repeating: "é", count: 2049)])
  func lengths(_ value: String) throws {
    #expect(throws: ModelError.identifierLength(byteCount: value.utf8.count)) {
      try HealthConceptIdentifier(value: value)
    }
    #expect(HealthConceptIdentifier(value) == nil)
    let longest = String(repeating: "é", count: 2048)
    #expect(HealthConceptIdentifier(longest)?.value == longest)
  }

  @Test("An error says how many bytes were found, and not which")
  func message() {
    let error = ModelError.identifierLength(byteCount: 5000)
    #expect(
      error.description
        == "identifier has 5000 bytes of UTF-8, expected 1 to 4096  [model.identifier-length]")
  }

  @Test("JSON is a bare string for a medication, an object for any other domain")
  func json() throws {
    let medication = try HealthConceptIdentifier(value: "example:amoxicillin")
    let other = try HealthConceptIdentifier(
      domain: HealthConceptDomain(rawValue: "food"), value: "é")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (identifier, expected) in [
      (medication, #""example:amoxicillin""#), (other, #"{"domain":"food","value":"é"}"#),
    ] {
      let data = try encoder.encode(identifier)
      #expect(String(decoding: data, as: UTF8.self) == expected)
      #expect(try JSONDecoder().decode(HealthConceptIdentifier.self, from: data) == identifier)
    }
  }

  @Test("JSON of no or too many bytes, or of another type, is refused", arguments: [#""""#, "7"])
  func refused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(HealthConceptIdentifier.self, from: Data(json.utf8))
    }
  }

  @Test("Identifiers have one order, that of their bytes")
  func order() throws {
    let values = ["b", "a", "\u{E9}", "e\u{301}", "Z"]
    let sorted = try values.map { try HealthConceptIdentifier(value: $0) }.sorted().map(\.value)
    #expect(
      sorted.map { Array($0.utf8) } == [[90], [97], [98], [0x65, 0xCC, 0x81], [0xC3, 0xA9]])
  }
}

@Suite("Minting identifiers")
struct MintingTests {
  static func rxNorm(_ code: String, _ version: String? = nil) -> ClinicalCoding {
    ClinicalCoding(system: CodeSystem.rxNorm, version: version, code: code)
  }

  @Test(
    "M34 One real RxNorm code gives its identifier, whatever stands beside it",
    arguments: [
      [rxNorm("308192")],
      [rxNorm("308192"), rxNorm("308192", "20250602")],
      [rxNorm("308192"), rxNorm("90000001"), rxNorm("C0711228")],
      [rxNorm("308192"), ClinicalCoding(system: CodeSystem.ndc, version: nil, code: "308191")],
    ])
  func byCode(_ codings: [ClinicalCoding]) {
    let identifier = HealthConceptIdentifier.mint(displayText: "Amoxicillin", codings: codings)
    #expect(identifier.value == "rxnorm:308192")
    #expect(identifier == .rxNorm(RxCUI(rawValue: 308192)))
  }

  @Test(
    "S37 No or several real RxNorm codes give the name-based identifier",
    arguments: [
      [],
      [rxNorm("308192"), rxNorm("308191")],
      [rxNorm("90000000")],
      [rxNorm("0308192")],
      [ClinicalCoding(system: "\(CodeSystem.rxNorm)/", version: nil, code: "308192")],
    ])
  func byText(_ codings: [ClinicalCoding]) {
    let identifier = HealthConceptIdentifier.mint(displayText: "Amoxicillin", codings: codings)
    #expect(identifier.value.hasPrefix("user:"))
    #expect(
      identifier == .userEntered(displayText: "Amoxicillin", codings: codings.reversed()),
      "the order of codings plays no part")
    #expect(
      identifier != .mint(displayText: "amoxicillin", codings: codings), "every byte counts")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let codings: [ClinicalCoding]
    let value: String
    var testDescription: String { value }
  }

  /// Computed with Python's hashlib over the documented bytes.
  static let cases = [
    Case(text: "Dexketoprofeno ", codings: [], value: "4029bfd5-3dbf-57a7-83af-c87dd11e89e2"),
    Case(text: "Dexketoprofeno", codings: [], value: "592dea6c-daa7-501f-bde7-13c441178931"),
    Case(
      text: "My tea",
      codings: [
        ClinicalCoding(system: "http://a", version: "", code: "1"),
        ClinicalCoding(system: "http://a", version: nil, code: "1"),
        ClinicalCoding(system: "http://a", version: nil, code: "1"),
      ], value: "1fce6984-9d48-59c2-b143-f21a1a939a8b"),
    Case(
      text: "My tea", codings: [ClinicalCoding(system: "http://a", version: nil, code: "1")],
      value: "223a103f-44b6-59a2-89de-11cf6a646924"),
    Case(
      text: "My tea", codings: [ClinicalCoding(system: "http://a", version: "", code: "1")],
      value: "556e4e51-6732-5a63-b57f-67a627a083ce"),
    Case(
      text: "Th\u{E9}",
      codings: [
        ClinicalCoding(system: CodeSystem.ndc, version: "2024", code: "0078-0659-20")
      ], value: "e1033981-eed9-50db-9651-eb76aec15f99"),
  ]

  @Test("S37 An independent program makes the same identifiers", arguments: cases)
  func independent(_ example: Case) {
    let identifier = HealthConceptIdentifier.userEntered(
      displayText: example.text, codings: example.codings)
    #expect(identifier.value == "user:\(example.value)")
  }

  @Test("M33 Parts that could run into each other give different identifiers")
  func unambiguous() {
    func identifier(_ text: String, _ system: String, _ code: String) -> HealthConceptIdentifier {
      .userEntered(
        displayText: text,
        codings: [ClinicalCoding(system: system, version: nil, code: code)])
    }
    let all = [
      identifier("a", "bc", "d"), identifier("ab", "c", "d"), identifier("a", "b", "cd"),
      identifier("a,1:b", "c", "d"), identifier("a", "b,1:c", "d"),
    ]
    #expect(Set(all).count == all.count)
  }
}
