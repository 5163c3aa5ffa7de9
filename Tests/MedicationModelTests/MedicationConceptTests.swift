// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
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
