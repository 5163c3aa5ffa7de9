// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing

@Suite("JSON of user-annotated medications")
struct MedicationJSONTests {
  private static let coding = #"{"system":"s","version":null,"code":"1"}"#

  private static func document(_ medication: String, _ members: String = "") -> String {
    "{\(members)\"medication\":{\(medication)}}"
  }

  private func read(_ text: String) throws -> [ReadMedication] {
    try UserAnnotatedMedicationReader.read(Array(text.utf8))
  }

  private func text(_ medication: UserAnnotatedMedication) -> String {
    var writer = JSONWriter()
    medication.write(to: &writer)
    return writer.text
  }

  @Test("M189 output has exactly these keys, in this order, nil as null")
  func shape() throws {
    let medication = UserAnnotatedMedication(
      nickname: nil, isArchived: true, hasSchedule: false,
      medication: MedicationConcept(
        identifier: try HealthConceptIdentifier(value: "i"), displayText: "t",
        generalForm: .tablet,
        relatedCodings: [
          ClinicalCoding(system: "s", version: "2", code: "2"),
          ClinicalCoding(system: "s", version: nil, code: "1"),
        ]))
    #expect(
      text(medication)
        == #"{"nickname":null,"isArchived":true,"hasSchedule":false,"medication":{"#
        + #""identifier":"i","displayText":"t","generalForm":"tablet","relatedCodings":["#
        + #"{"system":"s","version":null,"code":"1"},{"system":"s","version":"2","code":"2"}]}}"#)
  }

  @Test("M190 missing flags, codings, form and identifier have defaults, which are noted")
  func defaults() throws {
    let read = try #require(try read(Self.document(#""displayText":"gammadol""#)).first)
    #expect(!read.medication.isArchived && !read.medication.hasSchedule)
    #expect(read.medication.nickname == nil)
    #expect(read.medication.medication.generalForm == .unknown)
    #expect(read.medication.medication.relatedCodings.isEmpty)
    let noted = read.notes.filter { $0.code == .missingMember }.map(\.path)
    #expect(
      Set(noted) == [
        "isArchived", "hasSchedule", "medication.generalForm", "medication.identifier",
      ])
    // The same input gives the same identifier.
    let again = try self.read(Self.document(#""displayText":"gammadol""#))[0]
    #expect(again.medication.medication.identifier == read.medication.medication.identifier)
    #expect(read.medication.medication.identifier.value.hasPrefix("user:"))
  }

  @Test("M190 text that is no JSON is an error with line and column")
  func notJSON() {
    let error = #expect(throws: MedicationJSONError.self) { try read("{\n  \"medication\": ]") }
    #expect(error?.line == 2)
  }

  @Test("M191 one object, an array and lines give the same medications")
  func containers() throws {
    let objects = ["a", "b"].map { Self.document(#""displayText":"\#($0)""#) }
    let array = try read("[\(objects.joined(separator: ",\n"))]").map(\.medication)
    let lines = try read(objects.joined(separator: "\n") + "\n").map(\.medication)
    let single = try objects.map { try read($0)[0].medication }
    #expect(array == lines)
    #expect(array == single)
    #expect(try read("[]").isEmpty)
  }

  @Test("M192 a repeated coding counts once and is noted")
  func repeated() throws {
    let read = try read(
      Self.document(
        #""displayText":"a","relatedCodings":[\#(Self.coding),\#(Self.coding),{"system":"s","code":"1"}]"#
      ))[0]
    #expect(read.medication.medication.relatedCodings.count == 1)
    #expect(
      read.notes.filter { $0.code == .repeatedCoding }.map(\.path)
        == ["medication.relatedCodings[1]", "medication.relatedCodings[2]"])
  }

  @Test("M192 codings that differ in a byte or the version are several; each repeat is noted")
  func setOfCodings() throws {
    let codings = [
      #"{"system":"s","code":"1"}"#, #"{"system":"s","code":"1","version":""}"#,
      #"{"system":"s","code":"1","version":"2"}"#, #"{"system":"s","code":"01"}"#,
      #"{"system":"S","code":"1"}"#, "{\"system\":\"s\",\"code\":\"\u{E9}\"}",
      "{\"system\":\"s\",\"code\":\"e\u{301}\"}",
    ]
    func read(_ codings: [String]) throws -> ReadMedication {
      try self.read(
        Self.document(
          #""displayText":"a","identifier":"i","relatedCodings":[\#(codings.joined(separator: ","))]"#
        ))[0]
    }
    let distinct = try read(codings)
    #expect(distinct.medication.medication.relatedCodings.count == codings.count)
    #expect(!distinct.notes.contains { $0.code == .repeatedCoding })
    // Each of them twice, the second time in another order: the same set, and a note for each.
    let twice = try read(codings + codings.reversed())
    #expect(twice.medication == distinct.medication)
    #expect(twice.notes.count { $0.code == .repeatedCoding } == codings.count)
    let resolver = try Resolvers.small.get()
    #expect(
      try resolver.resolve(twice.medication).json == resolver.resolve(distinct.medication).json)
  }

  @Test("M64 decode, encode, decode gives an equal medication; unknown members are noted")
  func roundTrip() throws {
    let source = Self.document(
      #""identifier":"id é\n","displayText":" A ","generalForm":"lozenge","more":1,"relatedCodings":[\#(Self.coding),{"system":"s","code":"2","display":"x"}]"#,
      #""nickname":"é","isArchived":true,"hasSchedule":true,"extra":{"a":[1]},"#)
    let first = try read(source)[0]
    let second = try read(text(first.medication))[0]
    #expect(first.medication == second.medication)
    #expect(text(first.medication) == text(second.medication))
    #expect(
      first.notes.filter { $0.code == .unknownMember }.map(\.path)
        == ["extra", "medication.more", "medication.relatedCodings[1].display"])
    #expect(second.notes.isEmpty)
    #expect(second.medication.nickname == "é")
  }

  // MARK: Worked examples

  @Test(
    "M58 the talk's amoxicillin resolves without a problem, scheduled or not",
    arguments: ["amoxicillin.json", "amoxicillin-scheduled.json"])
  func amoxicillin(_ file: String) throws {
    guard let resolver = try Resolvers.starter(skipping: "M58") else { return }
    let read = try #require(UserAnnotatedMedicationReader.read(Resolvers.fixture(file)).first)
    #expect(read.notes.isEmpty)
    #expect(read.medication.hasSchedule == file.contains("scheduled"))
    let answer = try resolver.resolve(read.medication)
    #expect(answer.outcomes == ["resolved"])
    #expect(answer.found == ["308192"])
    #expect(answer.concepts.first?.name == "amoxicillin 500 MG Oral Tablet")
    #expect(answer.ingredients.map { $0.concept?.code?.description } == ["723"])
    #expect(answer.ingredients.map(\.strengthText) == ["500 MG"])
    #expect(answer.doseForms.map(\.name) == ["Oral Tablet"])
    #expect(answer.generalForm.given == .tablet && answer.generalForm.derived == .tablet)
    #expect(!answer.problems.contains { $0.severity != .note })
    #expect(!answer.has(.formDisagrees) && !answer.has(.displayDisagrees))
    #expect(
      SideEffects(table: SideEffects.appleSample).symptoms(for: read.medication.medication).isEmpty)
  }

  @Test("M41 S9 an archived code that the release lacks is unknown; the text is only proposed")
  func piroxicam() throws {
    guard let resolver = try Resolvers.starter(skipping: "the archived example") else { return }
    let read = try #require(
      UserAnnotatedMedicationReader.read(Resolvers.fixture("piroxicam-archived.json")).first)
    let answer = try resolver.resolve(read.medication)
    #expect(answer.outcomes == ["unknown"])
    #expect(answer.found == ["8356"])
    #expect(answer.concepts.first?.match == .text)
    #expect(answer.has(.textMatched) && answer.has(.codeUnknown))
    #expect(answer.generalForm.given == .unknown)
  }
}
