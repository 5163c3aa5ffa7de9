// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("Records of one bundle")
struct RecordTests {
  @Test("S1 every medication resource is one record, in document order, with its address")
  func addresses() throws {
    let document = try Fixture.document("bundle-r4.json")
    #expect(document.records.map(\.entryPath) == ["0", "1", "2", "4.0"])
    #expect(document.records.map(\.entry) == [0, 1, 2, 4])
    #expect(
      document.records.map(\.resourceType)
        == ["Medication", "MedicationRequest", "MedicationStatement", "MedicationRequest"])
    #expect(document.problems.isEmpty)
    #expect(document.fhirVersion == .r4)
  }

  @Test("S2 codings, text, quantities and references stay as written")
  func literals() throws {
    let records = try Fixture.document("bundle-r4.json").records
    #expect(
      records[0].codings == [
        FHIRCoding(
          system: "http://www.nlm.nih.gov/research/umls/rxnorm", code: "308192",
          display: "amoxicillin 500 MG Oral Tablet")
      ])
    #expect(records[0].text == " Amoxicillin 500 ")
    #expect(records[0].form?.codings.first?.code == "385055001")
    let strength = records[0].ingredients[0].strength
    #expect(strength?.numerator?.parts == "500.0|mg|mg")
    #expect(strength?.denominator?.parts == "1|tablet|")
    #expect(records[0].ingredients[0].isActive == true)
    #expect(records[1].dispenseQuantity?.parts == "30.0|tablets|{tbl}")
    #expect(records[1].reference == "Medication/amox")
    #expect(records[1].referenceDisplay == "Amoxicillin")
    #expect(records[1].subject == "Patient/p")
    #expect(records[1].dosageTexts == ["1 tablet every 8 hours", "with food"])
  }

  @Test("F7 a referenced Medication gives its codings, text, form and ingredients")
  func reference() throws {
    let records = try Fixture.document("bundle-r4.json").records
    #expect(records[1].via == .reference)
    #expect(records[1].resolution == "base + relative")
    #expect(records[1].codings == records[0].codings)
    #expect(records[1].text == records[0].text)
    #expect(records[1].form == records[0].form)
    #expect(records[1].ingredients == records[0].ingredients)
    #expect(records[3].via == .reference)
    #expect(records[3].codings == records[0].codings)
  }

  @Test("F8 a Medication without code is named by its coded ingredients, also referenced ones")
  func ingredients() throws {
    let record = try Fixture.document("bundle-r4.json").records[2]
    #expect(record.via == .ingredient)
    #expect(record.codings.isEmpty)
    #expect(record.ingredients.map { $0.codings.map(\.code) } == [["9863"], ["8591"]])
    #expect(record.ingredients.map(\.text) == [nil, "potassium chloride"])
    #expect(record.ingredients[0].reference == "#salt")
  }

  @Test("S13 an allergy is no medication")
  func allergy() throws {
    let records = try Fixture.document("bundle-r4.json").records
    #expect(!records.contains { $0.codings.contains { $0.code == "7980" } })
  }

  @Test("What a List took off is flagged, what a search added too")
  func flags() throws {
    let records = try Fixture.document("bundle-r4.json").records
    #expect(records[0].flags == [.included])
    #expect(records[1].flags == [])
    #expect(records[2].flags.contains(.removedFromList))
    #expect(records[2].flags.contains(.onHold))
    #expect(records[2].codes.contains("removed-from-list"))
  }

  @Test("F2 the shapes of every version are read, whatever version the document is")
  func versions() throws {
    let document = try Fixture.document("versions.json")
    let records = document.records
    #expect(document.fhirVersion == .mixed)
    #expect(document.codes.contains("fhir-version"))
    #expect(records.map(\.fhirVersion) == [.dstu2, .stu3, .r5, .r5, .dstu2])
    #expect(records[0].text == "metformin")
    #expect(records[0].subject == "Patient/1")
    #expect(records[0].dispenseQuantity?.parts == "60||")
    #expect(records[1].statusMeaning == .notTaken)
    #expect(records[1].negated)
    #expect(records[1].statusReason == "felt better")
    #expect(records[2].codings.map(\.code) == ["860975"])
    #expect(records[2].statusMeaning == .stopped)
    #expect(records[2].flags == [.onHold])
    #expect(records[2].dosageTexts == ["one a day"])
    #expect(records[3].via == .contained)
    #expect(records[3].text == "warfarin")
    #expect(records[3].form?.text == "tablet")
    #expect(records[3].ingredients.first?.strength?.numerator?.parts == "5|mg|")
    #expect(records[4].via == .unresolved)
    #expect(records[4].referenceDisplay == "heparin")
    #expect(records[4].statusMeaning == .notTaken)
  }

  @Test("S1 a bad line is an error with its place and hides no other line")
  func lines() throws {
    let document = try Fixture.document("lines.ndjson")
    #expect(document.records.map(\.entryPath) == ["0", "3", "4.0"])
    #expect(document.records.map(\.text) == ["digoxin", "digoxin", "digoxin"])
    let problem = try #require(document.problems.first)
    #expect(problem.problem.code == .badLine)
    #expect(problem.problem.severity == .error)
    #expect(problem.entryPath == "2")
    #expect(problem.line == 3)
    #expect(document.problems.count == 1)
  }
}
