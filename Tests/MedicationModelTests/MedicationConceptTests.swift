// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

@Suite("Medication concepts")
struct MedicationConceptTests {
  static func concept(
    _ value: String, _ text: String = "Amoxicillin Trihydrate 500mg Oral Tablet"
  ) throws -> MedicationConcept {
    MedicationConcept(
      identifier: try HealthConceptIdentifier(value: value), displayText: text,
      generalForm: .tablet,
      relatedCodings: [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308192")])
  }

  static func medication(
    nickname: String?, _ text: String = "Amoxicillin"
  ) throws -> UserAnnotatedMedication {
    UserAnnotatedMedication(
      nickname: nickname, isArchived: false, hasSchedule: false,
      medication: try concept("example:amoxicillin", text))
  }

  @Test("M35 Equal names, codes and forms under two identifiers are two medications")
  func sameness() throws {
    let first = try Self.concept("example:1")
    #expect(!first.isSameMedication(as: try Self.concept("example:2")))
    #expect(first != (try Self.concept("example:2")))
    let renamed = try Self.concept("example:1", "Amoxi")
    #expect(first.isSameMedication(as: renamed))
    #expect(first != renamed, "equality is that of all members")
  }

  @Test("M38 Blanks at the ends of a name are kept, and trimmed only for showing")
  func blanks() throws {
    let concept = try Self.concept("example:1", " Dexketoprofeno \n")
    #expect(concept.displayText == " Dexketoprofeno \n")
    #expect(concept.trimmedDisplayText == "Dexketoprofeno")
    #expect(try Self.medication(nickname: nil, "Dexketoprofeno ").nameToShow == "Dexketoprofeno")
    #expect(try Self.concept("example:1", "   ").trimmedDisplayText.isEmpty)
  }

  @Test(
    "M39 The nickname is shown if there is one, else the display text",
    arguments: [("Antibiotics", "Antibiotics"), ("", "Amoxicillin"), (nil, "Amoxicillin")])
  func nameToShow(_ nickname: String?, _ expected: String) throws {
    #expect(try Self.medication(nickname: nickname).nameToShow == expected)
  }

  @Test("M42 A concept has four members, and none is about a dose or a prescription")
  func members() throws {
    let labels = Mirror(reflecting: try Self.concept("example:1")).children.compactMap(\.label)
    #expect(labels == ["identifier", "displayText", "generalForm", "relatedCodings"])
  }

  @Test("M73 A tracked medication has exactly four members")
  func annotatedMembers() throws {
    let labels = Mirror(reflecting: try Self.medication(nickname: nil)).children.compactMap(\.label)
    #expect(labels == ["nickname", "isArchived", "hasSchedule", "medication"])
  }
}

@Suite("JSON of tracked medications")
struct MedicationJSONTests {
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  static func decode(_ json: String) throws -> UserAnnotatedMedication {
    try JSONDecoder().decode(UserAnnotatedMedication.self, from: Data(json.utf8))
  }

  @Test("M189 The output has exactly the documented keys, with null for what is missing")
  func keys() throws {
    let medication = try MedicationConceptTests.medication(nickname: nil)
    let json = String(decoding: try Self.encoder.encode(medication), as: UTF8.self)
    #expect(
      json
        == #"{"hasSchedule":false,"isArchived":false,"medication":{"displayText":"Amoxicillin","#
        + #""generalForm":"tablet","identifier":"example:amoxicillin","relatedCodings":"#
        + #"[{"code":"308192","system":"http://www.nlm.nih.gov/research/umls/rxnorm","version""#
        + #":null}]},"nickname":null}"#)
  }

  @Test("M64 Decode, encode, decode gives an equal value, and members not known do not stop it")
  func roundTrip() throws {
    let first = try Self.decode(
      #"{"note":1,"medication":{"displayText":"\#u{E9} tea ","generalForm":"lozenge","x":null,"#
        + #""identifier":"user:e\#u{301}","relatedCodings":[{"system":"b","code":"2"},"#
        + #"{"system":"a","version":"","code":"1"}]},"isArchived":true,"hasSchedule":true}"#)
    let second = try JSONDecoder().decode(
      UserAnnotatedMedication.self, from: try Self.encoder.encode(first))
    #expect(second == first)
    #expect(second.medication.identifier.value.utf8.elementsEqual("user:e\u{301}".utf8))
    #expect(second.medication.displayText.utf8.elementsEqual("\u{E9} tea ".utf8))
    #expect(second.medication.generalForm.rawValue == "lozenge")
  }

  @Test("M190 Flags, form, codings and identifier may be missing; the identifier is minted")
  func defaults() throws {
    let read = try Self.decode(#"{"medication":{"displayText":"Piroxicam"}}"#)
    #expect(!read.isArchived && !read.hasSchedule && read.nickname == nil)
    #expect(read.medication.generalForm == .unknown)
    #expect(read.medication.relatedCodings.isEmpty)
    #expect(
      read.medication.identifier == .mint(displayText: "Piroxicam", codings: []))
  }

  @Test(
    "M190 Medication and display text must be there and be right",
    arguments: [
      "{}", #"{"medication":{}}"#, #"{"medication":{"displayText":""}}"#,
      #"{"medication":{"displayText":"x","relatedCodings":[{"system":"s"}]}}"#,
      #"{"isArchived":"no","medication":{"displayText":"x"}}"#,
      #"{"medication":{"displayText":"x","identifier":""}}"#,
    ])
  func refused(_ json: String) {
    #expect(throws: DecodingError.self) { try Self.decode(json) }
  }

  @Test("M192 A repeated coding is one element of the set")
  func repeatedCoding() throws {
    let coding = #"{"system":"s","code":"1"}"#
    let read = try Self.decode(
      #"{"medication":{"displayText":"x","relatedCodings":[\#(coding),\#(coding)]}}"#)
    #expect(read.medication.relatedCodings.count == 1)
  }
}

@Suite("General forms")
struct MedicationGeneralFormTests {
  @Test(
    "M56 Three spellings of each form are read, and one is written",
    arguments: MedicationGeneralForm.all)
  func spellings(_ form: MedicationGeneralForm) throws {
    let capitalized = form.rawValue.prefix(1).uppercased() + form.rawValue.dropFirst()
    for text in [form.rawValue, capitalized, "HKMedicationGeneralForm\(capitalized)"] {
      #expect(MedicationGeneralForm(reading: text) == form)
    }
    #expect(form.isKnown)
    let json = String(decoding: try JSONEncoder().encode([form]), as: UTF8.self)
    #expect(json == #"["\#(form.rawValue)"]"#)
  }

  @Test(
    "M55 Any other string is kept, equals itself and survives a round trip",
    arguments: [
      "lozenge", "TABLET", "", " tablet", "HKMedicationGeneralForm",
      "HKMedicationGeneralFormtablet",
    ])
  func foreign(_ text: String) throws {
    let form = MedicationGeneralForm(reading: text)
    #expect(form.rawValue == text)
    #expect(!form.isKnown)
    let data = try JSONEncoder().encode([form])
    #expect(try JSONDecoder().decode([MedicationGeneralForm].self, from: data) == [form])
  }

  @Test("There are eighteen forms, each once, and unknown is one of them")
  func count() {
    #expect(MedicationGeneralForm.all.count == 18)
    #expect(Set(MedicationGeneralForm.all).count == 18)
    #expect(MedicationGeneralForm.unknown.isKnown)
  }
}

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

  @Test(
    "S37 An independent program makes the same identifiers", arguments: FixtureRows.cells("minted"))
  func independent(_ row: [String]) {
    let codings = row.dropFirst(2).map { text in
      let parts = text.components(separatedBy: "|")
      return ClinicalCoding(
        system: parts[0], version: parts[1] == "-" ? nil : parts[1], code: parts[2])
    }
    let identifier = HealthConceptIdentifier.userEntered(displayText: row[0], codings: codings)
    #expect(identifier.value == "user:\(row[1])")
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
