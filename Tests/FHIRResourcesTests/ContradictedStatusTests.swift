// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import TestSupport
import Testing

@Suite("S10 what elements beside the reasons say against the status")
struct ContradictedStatusTests {
  private static let drug: String = #""medicationCodeableConcept":{"text":"lisinopril"}"#
  private static func of(_ url: String, _ value: String) -> String {
    #""extension":[{"url":"\#(url)",\#(value)}]"#
  }

  static let contradicting: [String] = [
    #""statusReason":[{"coding":[{"system":"http://snomed.info/sct","code":"182862001"}]}]"#,
    #""statusReason":{"coding":[{"system":"urn:x","code":"17"}]}"#,
    #""adherence":{"code":{"coding":[{"system":"http://snomed.info/sct","code":"1"}]}}"#,
    #""category":[{"text":"Discontinued"}]"#,
    #""category":{"coding":[{"code":"x","display":"Inactive medications"}]}"#,
    #""reasonReference":[{"display":"Patient not taking"}]"#,
    of(
      "http://x.org/MedicationStatusReason", #""valueCodeableConcept":{"text":"Contra-indication"}"#
    ),
    of(
      "http://x.org/medication-adherence",
      #""extension":[{"url":"code","valueCodeableConcept":{"coding":[{"display":"Not taking"}]}}]"#),
    of("http://x.org/any", #""valueString":"Patient stopped taking this""#),
    of(
      "http://hl7.org/fhir/3.0/StructureDefinition/extension-MedicationStatement.taken",
      #""valueCode":"n""#),
    of("http://x.org/defs.html#MedicationRequest.doNotPerform", #""valueBoolean":true"#),
  ]

  @Test("S10 it is a problem, and the status stays", arguments: UseForm.all, contradicting)
  func contradiction(_ form: UseForm, _ members: String) throws {
    let record = try form.record("\(Self.drug),\(members)")
    #expect(record.codes.contains("status-contradicted"))
    #expect(record.statusMeaning == .active && !record.negated)
  }

  static let agreeing: [String] = [
    #""category":[{"text":"community"}]"#, #""category":{"text":"Discharge medications"}"#,
    #""reasonReference":[{"display":"Hypertension, not controlled"}]"#,
    of("http://x.org/adherence", #""valueString":"never misses a dose""#),
    of("http://x.org/any", #""valueString":"do not substitute""#),
    of("http://x.org/StatusCoPayment", #""valueCoding":{"system":"urn:x","code":"0"}"#),
    of(
      "http://hl7.org/fhir/r3/StructureDefinition/extension-MedicationStatement.taken",
      #""valueCode":"y""#),
    of("http://x.org/doNotPerform", #""valueBoolean":false"#),
    of(
      "https://rxkit.invalid/fhir/StructureDefinition/problem", #""valueString":"it was stopped""#),
  ]

  @Test("S10 what says nothing against it is none", arguments: UseForm.all, agreeing)
  func agreement(_ form: UseForm, _ members: String) throws {
    let record = try form.record("\(Self.drug),\(members)")
    #expect(!record.codes.contains("status-contradicted"))
  }

  @Test("S10 an adherence that is a bare code counts")
  func bareAdherence() throws {
    for form in UseForm.all where form.type == "MedicationStatement" {
      let record = try form.record("\(Self.drug),\"adherence\":{\"code\":\"not-taking\"}")
      #expect(record.statusMeaning == .notTaken && record.negated)
    }
  }

  @Test("S10 a word of its own for a status that denies a use is a contradiction")
  func foreignStatus() throws {
    for form in UseForm.all {
      for status in ["discontinued", "suspended", "terminated", "no longer taking"] {
        let record = try form.record(Self.drug, status: #""\#(status)""#)
        #expect(record.statusMeaning == .unknown && record.codes.contains("status-contradicted"))
      }
      let other = try form.record(Self.drug, status: #""in use""#)
      #expect(!other.codes.contains("status-contradicted"))
    }
  }

  // MARK: Lists and what is around

  private static func listed(_ list: String, item: String = "") -> String {
    """
    {"resourceType":"Bundle","type":"collection","entry":[
     {"resource":{"resourceType":"TYPE","id":"1","status":"active",\(drug)}},
     {"resource":{"resourceType":"List","status":"current","mode":"working",\(list)
      "entry":[{\(item)"item":{"reference":"TYPE/1"}}]}}]}
    """
  }

  @Test(
    "S10 a list of what is not in use contradicts the status",
    arguments: [
      #""title":"Stopped medications","#, #""title":"Medicines no longer taken","#,
      #""code":{"text":"Past medications"},"#,
      #""code":{"coding":[{"display":"Discontinued medications"}]},"#,
    ])
  func title(_ members: String) throws {
    for form in UseForm.all {
      let record = try #require(try form.document(Self.listed(members)).records.first)
      #expect(record.codes.contains("status-contradicted"))
    }
  }

  @Test("S10 the section of a document, too, and not one of medications in use")
  func section() throws {
    for (title, isDenied) in [("Stopped medications", true), ("Medications on admission", false)] {
      let text = """
        {"resourceType":"Bundle","type":"document","entry":[
         {"resource":{"resourceType":"Composition","status":"final","section":[
          {"title":"\(title)","entry":[{"reference":"TYPE/1"}]}]}},
         {"resource":{"resourceType":"TYPE","id":"1","status":"active",\(Self.drug)}}]}
        """
      for form in UseForm.all {
        let record = try #require(try form.document(text).records.first)
        #expect(record.codes.contains("status-contradicted") == isDenied)
      }
    }
  }

  private static let unit = "urn:oid:1.2.36.1.2001.1001.101.104.16592"

  @Test(
    "S10 a flag of an item takes it off by its code or its words",
    arguments: [
      #"{"coding":[{"system":"\#(unit)","code":"05"}]}"#,
      #"{"coding":[{"system":"\#(unit)","code":"03"}]}"#,
      #"{"coding":[{"code":"ceased"}]}"#, #"{"text":"Stopped by GP"}"#,
      #"{"text":"no longer taking"}"#, #"{"text":"removed from list"}"#, #"{"text":"suspended"}"#,
    ])
  func flag(_ flag: String) throws {
    for form in UseForm.all {
      let record = try #require(
        try form.document(Self.listed("", item: #""flag":\#(flag),"#)).records.first)
      #expect(record.flags == [.removedFromList])
    }
  }

  @Test("S10 other flags take nothing off", arguments: ["01", "02", "04"])
  func otherFlag(_ code: String) throws {
    for form in UseForm.all {
      let flag = #""flag":{"coding":[{"system":"\#(Self.unit)","code":"\#(code)"}]},"#
      let record = try #require(try form.document(Self.listed("", item: flag)).records.first)
      #expect(record.flags.isEmpty)
    }
  }

  private static let modifier: String = #""modifierExtension":[{"url":"urn:x"}]"#
  private static let use: String =
    #"{"resourceType":"TYPE","id":"1","status":"active",\#(drug)}"#
  private static let inParameters: String = #"{"resourceType":"Parameters","parameter":["#

  @Test(
    "S10 a modifier of what is around a record is not understood",
    arguments: [
      listed("\(modifier),"), listed("", item: "\(modifier),"),
      #"{"resourceType":"Bundle",\#(modifier),"entry":[{"resource":\#(use)}]}"#,
      #"{"resourceType":"Bundle","entry":[{\#(modifier),"resource":{"resourceType":"Bundle","entry":[{"resource":\#(use)}]}}]}"#,
      #"{"resourceType":"Bundle","implicitRules":"urn:x","entry":[{"resource":\#(use)}]}"#,
      #"\#(inParameters){"name":"a",\#(modifier),"part":[{"name":"b","resource":\#(use)}]}]}"#,
      #"{"resourceType":"Parameters","implicitRules":"urn:x","parameter":[{"name":"a","resource":\#(use)}]}"#,
    ])
  func around(_ text: String) throws {
    for form in UseForm.all {
      let record = try #require(try form.document(text).records.first)
      #expect(record.flags.contains(.notUnderstood))
      #expect(record.codes.contains("modifier-not-understood"))
    }
  }

  // MARK: Ingredients

  private static func contained(_ ingredient: String, _ substance: String = "") -> String {
    ##""contained":[{"resourceType":"Medication","id":"m","ingredient":[{\##(ingredient)}]}\##(substance)],"medicationReference":{"reference":"#m"}"##
  }
  private static let item: String = #""itemCodeableConcept":{"coding":[{"code":"1"}]}"#

  @Test(
    "S10 an ingredient is inactive however that is written",
    arguments: ["false", #""false""#, #""no""#, #""No""#, #""N""#, #""0""#, "0", #""inactive""#])
  func inactive(_ value: String) throws {
    for form in UseForm.all {
      let record = try form.record(Self.contained(#"\#(Self.item),"isActive":\#(value)"#))
      #expect(record.ingredients.map(\.isActive) == [false] && record.activeIngredients.isEmpty)
    }
  }

  @Test("S10 whether it is active that cannot be read is not understood")
  func unreadableActivity() throws {
    for value in [#""perhaps""#, "7", #"[true,false]"#] {
      for form in UseForm.all {
        let record = try form.record(Self.contained(#"\#(Self.item),"isActive":\#(value)"#))
        #expect(record.flags.contains(.notUnderstood))
      }
    }
  }

  @Test("S11 the Substance of an ingredient counts as the Medication does")
  func substance() throws {
    func record(_ form: UseForm, _ members: String) throws -> MedicationRecord {
      try form.record(
        Self.contained(
          ##""itemReference":{"reference":"#s"}"##,
          #",{"resourceType":"Substance","id":"s",\#(members),"code":{"coding":[{"code":"1"}]}}"#))
    }
    for form in UseForm.all {
      #expect(
        try record(form, #""status":"entered-in-error""#).flags == [.medicationEnteredInError])
      #expect(try record(form, #""status":"inactive""#).flags == [.medicationInactive])
      #expect(try record(form, Self.modifier).flags == [.notUnderstood])
      #expect(try record(form, #""status":"active""#).flags.isEmpty)
    }
  }

  @Test("S1 a Binary that holds a FHIR document is said")
  func binary() {
    let text = #"{"resourceType":"Binary","contentType":"application/fhir+json","data":"e30="}"#
    #expect(Fixture.document(text: text).codes == ["contained-record"])
    let entry = #"{"resourceType":"Bundle","entry":[{"resource":\#(text)}]}"#
    #expect(Fixture.document(text: entry).codes == ["contained-record"])
    #expect(Fixture.document(text: text.replacing("fhir+json", with: "pdf")).codes.isEmpty)
  }
}
