// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("Patients and lists of a document")
struct BesideRecordsTests {
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
}
