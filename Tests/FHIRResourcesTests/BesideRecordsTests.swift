// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("Allergies, patients and lists beside the records")
struct BesideRecordsTests {
  /// An AllergyIntolerance as a version writes it.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let members: String
    let clinical: String?
    let verification: String?
    let words: String?
    let isRefuted: Bool
    let isAbsence: Bool

    init(
      _ id: String, _ members: String, clinical: String? = nil, verification: String? = nil,
      words: String?, isRefuted: Bool = false, isAbsence: Bool = false
    ) {
      self.id = id
      self.members = members
      self.clinical = clinical
      self.verification = verification
      self.words = words
      self.isRefuted = isRefuted
      self.isAbsence = isAbsence
    }

    var testDescription: String { id }
  }

  private static func coded(_ system: String, _ code: String) -> String {
    #""code":{"coding":[{"system":"\#(system)","code":"\#(code)"}]}"#
  }

  static let cases: [Case] = [
    Case(
      "DSTU1 reference",
      ##""status":"suspected","subject":{"reference":"P/1"},"substance":{"reference":"#s","display":"d"},"contained":[{"resourceType":"Substance","id":"s","type":{"text":"penicillin"}}]"##,
      verification: "suspected", words: "penicillin"),
    Case(
      "DSTU2 active",
      #""status":"active","patient":{"reference":"P/1"},"substance":{"text":"penicillin"}"#,
      clinical: "active", words: "penicillin"),
    Case(
      "DSTU2 refuted", #""status":"refuted","substance":{"text":"penicillin"}"#,
      verification: "refuted", words: "penicillin", isRefuted: true),
    Case(
      "DSTU2 in error", #""status":"entered-in-error","substance":{"text":"x"}"#,
      verification: "entered-in-error", words: "x", isRefuted: true),
    Case(
      "STU3", #""clinicalStatus":"inactive","verificationStatus":"confirmed","code":{"text":"x"}"#,
      clinical: "inactive", verification: "confirmed", words: "x"),
    Case(
      "R4 refuted",
      #""verificationStatus":{"coding":[{"system":"s","code":"refuted"}],"text":"Refuted"},"code":{"text":"x"}"#,
      verification: "refuted", words: "x", isRefuted: true),
    Case(
      "R4 in error, written by hand",
      #""verificationStatus":{"text":"Entered In Error"},"code":{"text":"x"}"#,
      verification: "Entered In Error", words: "x", isRefuted: true),
    Case(
      "R4 second coding refuted",
      #""verificationStatus":{"coding":[{"code":"local"},{"code":"refuted"}]},"code":{"text":"x"}"#,
      verification: "local", words: "x", isRefuted: true),
    Case(
      "SNOMED CT no known allergy", coded("http://snomed.info/sct", "716186003"),
      words: "716186003", isAbsence: true),
    Case(
      "SNOMED CT no known drug allergy", coded("http://snomed.info/sct", "409137002"),
      words: "409137002", isAbsence: true),
    Case(
      "IPS",
      coded("http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips", "no-known-allergies"),
      words: "no-known-allergies", isAbsence: true),
    Case(
      "the same number in another system is none", coded("http://example.org", "716186003"),
      words: "716186003"),
    Case(
      "an allergy to nothing named", #""clinicalStatus":"active""#, clinical: "active", words: nil),
  ]

  @Test(
    "S13 S34 an allergy of any version is read, and what may not be compared says so",
    arguments: cases)
  func allergies(_ item: Case) throws {
    let document = Fixture.document(
      text: #"{"resourceType":"AllergyIntolerance","id":"a",\#(item.members)}"#)
    #expect(document.records.isEmpty)
    let allergy = try #require(document.allergies.first)
    #expect(allergy.clinicalStatus == item.clinical)
    #expect(allergy.verificationStatus == item.verification)
    #expect(FHIRConcept(codings: allergy.codings, text: allergy.text).words == item.words)
    #expect(allergy.isRefuted == item.isRefuted)
    #expect(allergy.isAbsence == item.isAbsence)
    #expect(allergy.isComparable == !(item.isRefuted || item.isAbsence))
  }

  @Test("The other members of an allergy stay as written")
  func members() throws {
    let document = Fixture.document(
      text: #"""
        {"resourceType":"AllergyIntolerance","patient":{"reference":"Patient/1"},
         "type":{"coding":[{"code":"allergy"}]},"category":["medication","food"],"criticality":"high",
         "recordedDate":"2020","reaction":[{"substance":{"text":"amoxicillin"}},{}],
         "code":{"text":"penicillins"}}
        """#)
    let allergy = try #require(document.allergies.first)
    #expect(allergy.subject == "Patient/1")
    #expect(allergy.type == "allergy")
    #expect(allergy.category == ["medication", "food"])
    #expect(allergy.criticality == "high")
    #expect(allergy.recorded == "2020")
    #expect(allergy.reactionSubstances.map(\.words) == ["amoxicillin"])
  }

  @Test("S10 an allergy with a modifier that is not known is not compared, and says so")
  func modifiers() throws {
    for member in [
      #""implicitRules":"http://x""#, #""modifierExtension":[{"url":"u"}]"#,
      #""reaction":[{"modifierExtension":[{"url":"u"}]}]"#,
    ] {
      let document = Fixture.document(
        text: #"{"resourceType":"AllergyIntolerance","code":{"text":"x"},\#(member)}"#)
      let allergy = try #require(document.allergies.first)
      #expect(!allergy.isComparable)
      #expect(allergy.problems.map(\.code.rawValue) == ["modifier-not-understood"])
    }
  }

  @Test("S35 of a patient only what tells one from another is kept; immunizations are counted")
  func patients() throws {
    let document = Fixture.document(
      text: #"""
        {"resourceType":"Bundle","entry":[
         {"fullUrl":"urn:uuid:p","resource":{"resourceType":"Patient","id":"p","name":[{"family":"Chalmers"}],
           "birthDate":"1974-12-25","identifier":[{"use":"usual","system":"urn:oid:1","value":"12"}]}},
         {"resource":{"resourceType":"MedicationStatement","status":"active","subject":{"reference":"#p2"},
           "medicationCodeableConcept":{"text":"x"},
           "contained":[{"resourceType":"Patient","id":"p2","name":[{"family":"Windsor"}]}]}},
         {"resource":{"resourceType":"Immunization","vaccineCode":{"text":"v"}}}]}
        """#)
    #expect(
      document.patients == [
        PatientRecord(
          entryPath: "0", id: "p", fullURL: "urn:uuid:p",
          identifiers: [FHIRIdentifier(use: "usual", system: "urn:oid:1", value: "12")]),
        PatientRecord(entryPath: "1", id: "#p2"),
      ])
    let all = "\(document)"
    #expect(!all.contains("Chalmers") && !all.contains("Windsor") && !all.contains("1974"))
    #expect(document.immunizationCount == 1)
  }

  @Test("Lists and sections keep the order of their references and say which records they lead to")
  func lists() throws {
    let document = Fixture.document(
      text: #"""
        {"resourceType":"Bundle","entry":[
         {"resource":{"resourceType":"Composition","id":"c","status":"final","subject":{"reference":"Patient/1"},
           "section":[{"title":"Meds","code":{"coding":[{"system":"http://loinc.org","code":"10160-0"}]},
             "mode":"snapshot","entry":[{"reference":"MedicationStatement/b"},{"reference":"MedicationStatement/a"},
               {"reference":"Observation/o"}],
             "section":[{"title":"Inner","entry":[{"reference":"urn:uuid:a"}]}]},
            {"title":"Other","entry":[{"reference":"Observation/o"}]}]}},
         {"fullUrl":"urn:uuid:a","resource":{"resourceType":"MedicationStatement","id":"a","status":"active",
           "medicationCodeableConcept":{"text":"A"}}},
         {"resource":{"resourceType":"MedicationStatement","id":"b","status":"active",
           "medicationCodeableConcept":{"text":"B"}}},
         {"resource":{"resourceType":"Observation","id":"o"}},
         {"resource":{"resourceType":"List","id":"l","mode":"changes","orderedBy":{"text":"priority"},
           "date":"2020","entry":[{"item":{"reference":"MedicationStatement/b","display":"the B"},"deleted":true},
             {"item":{"reference":"MedicationStatement/none"}}]}}]}
        """#)
    #expect(document.lists.map(\.title) == ["Meds", "Inner", nil])
    #expect(document.lists[0].items.map(\.records) == [[1], [0], []])
    #expect(document.lists[0].subject == "Patient/1")
    #expect(document.lists[1].items.map(\.records) == [[0]])
    let list = document.lists[2]
    #expect(list.mode == "changes" && list.date == "2020" && list.orderedBy?.text == "priority")
    #expect(list.items.map(\.isDeleted) == [true, false])
    #expect(list.items.map(\.records) == [[1], []])
    #expect(document.records[1].flags == [.removedFromList])
    #expect(document.records[0].flags == [])
  }

  @Test("The server of an entry is kept for its local reference to a patient alone")
  func servers() {
    func entry(_ address: String, _ type: String, _ member: String, _ reference: String) -> String {
      #"{"fullUrl":"\#(address)","resource":{"resourceType":"\#(type)","#
        + #""\#(member)":{"reference":"\#(reference)"}}}"#
    }
    let server = "https://a.example/fhir/"
    let entries = [
      entry("\(server)MedicationRequest/1", "MedicationRequest", "subject", "Patient/1"),
      entry("\(server)MedicationOrder/1", "MedicationOrder", "patient", "/Patient/1"),
      entry("\(server)MedicationRequest/2", "MedicationRequest", "subject", "\(server)Patient/1"),
      entry("\(server)MedicationRequest/3", "MedicationRequest", "subject", "#p"),
      entry("urn:uuid:1", "MedicationRequest", "subject", "Patient/1"),
      entry("\(server)AllergyIntolerance/1", "AllergyIntolerance", "patient", "Patient/1"),
    ]
    let document = Fixture.document(
      text: #"{"resourceType":"Bundle","entry":[\#(entries.joined(separator: ","))]}"#)
    #expect(document.records.map(\.subjectBase) == [server, server, nil, nil, nil])
    #expect(document.allergies.map(\.subjectBase) == [server])
  }
}
