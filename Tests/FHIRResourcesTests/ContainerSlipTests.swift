// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("S1 containers that are written wrongly lose nothing")
struct ContainerSlipTests {
  private static let request = """
    {"resourceType":"MedicationRequest","id":"r","status":"active","intent":"order",
     "medicationReference":{"reference":"Medication/m"}}
    """
  private static let medication = """
    {"resourceType":"Medication","id":"m","code":{"text":"x"}}
    """

  @Test("An array where an entry or a parameter has its resource: each of its resources is read")
  func arrays() throws {
    let other = #"{"resourceType":"Observation","id":"o","valueString":"]}"}"#
    let bundle = Fixture.document(
      text: """
        {"resourceType":"Bundle","entry":[
          {"resource":[\(other),\(Self.request),\(Self.medication)]},
          {"resource":[\(Self.request)]},{"resource":[]},
          {"resource":{"resourceType":"Parameters","parameter":[
            {"name":"a","resource":[\(Self.request),null,\(Self.request)]}]}}]}
        """)
    #expect(bundle.records.map(\.entryPath) == ["0.1", "0.2", "1", "3.0.0", "3.0.1"])
    #expect(bundle.records.allSatisfy { $0.text == "x" })
    #expect(bundle.codes == ["shape", "shape", "shape"])
    #expect(bundle.problems.map(\.entryPath) == ["0", "1", "3.0"])
  }

  @Test("Entries and resources under a name that occurs twice are all read")
  func repeatedNames() throws {
    let second = Self.request.replacing(#""id":"r""#, with: #""id":"s""#)
    for (text, paths) in [
      (
        #"{"resourceType":"Bundle","entry":[{"resource":\#(Self.request)}],"entry":[{"resource":\#(second)}]}"#,
        ["0", "1"]
      ),
      (
        #"{"resourceType":"Bundle","entry":[{"resource":\#(Self.request),"resource":\#(second)}]}"#,
        ["0", "0.0"]
      ),
    ] {
      let bundle = Fixture.document(text: text)
      #expect(Set(bundle.records.map(\.id)) == ["r", "s"])
      #expect(bundle.records.map(\.entryPath) == paths)
      #expect(bundle.codes == ["duplicate-key"])
    }
    for text in [
      #"{"resourceType":"Bundle","entry":[{"resource":\#(Self.request),"resource":null}]}"#,
      #"{"resourceType":"Bundle","entry":[{"resource":\#(Self.request)}],"entry":null}"#,
    ] {
      #expect(Fixture.document(text: text).records.map(\.id) == ["r"])
    }
  }

  @Test("A type that occurs twice, or has blanks around it, is reported")
  func oddTypes() throws {
    let twice = Fixture.document(
      text: #"{"resourceType":"MedicationRequest","resourceType":"Patient","id":"r"}"#)
    #expect(twice.codes == ["duplicate-key"])
    for type in [" MedicationRequest", "MedicationRequest ", " Bundle", "medicationrequest"] {
      let odd = Fixture.document(text: #"{"resourceType":"\#(type)","id":"r"}"#)
      #expect(odd.codes == ["not-a-resource"], "\(type)")
    }
  }

  @Test("In XML these are several resources in one wrapper")
  func xml() throws {
    let bundle = Fixture.document(
      text: """
        <Bundle xmlns="http://hl7.org/fhir"><entry><resource>
          <MedicationRequest><status value="active"/>
            <medicationReference><reference value="Medication/m"/></medicationReference>
          </MedicationRequest>
          <Medication><id value="m"/><code><text value="x"/></code></Medication>
        </resource></entry></Bundle>
        """)
    #expect(bundle.records.map(\.entryPath) == ["0.0", "0.1"])
    #expect(bundle.records.map(\.text) == ["x", "x"])
  }

  @Test(
    "F3 a text that holds no resource has one problem that says so",
    arguments: ["null", "[]", "[null]", "{}", "7", "\"x\"", " null "])
  func nothing(_ text: String) throws {
    let document = Fixture.document(text: text)
    #expect(document.records.isEmpty)
    #expect(document.codes == ["not-a-resource"])
    #expect(document.problems.first?.line == 1)
  }

  @Test(
    "S40 a null flavor, as documents converted from C-CDA have it, says that a name is absent",
    arguments: [
      ("UNK", AbsenceStatement.dataAbsent), ("NI", .dataAbsent), ("MSK", .dataAbsent),
      // Another drug than those that have a code is a drug.
      ("OTH", nil),
    ],
    [
      "http://terminology.hl7.org/CodeSystem/v3-NullFlavor", "http://hl7.org/fhir/v3/NullFlavor",
      "urn:oid:2.16.840.1.113883.5.1008",
    ])
  func nullFlavor(coded: (code: String, statement: AbsenceStatement?), system: String) throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":{"coding":[{"system":"\#(system)","code":"\#(coded.code)"}]}}"#
    )
    #expect(record.absence == coded.statement)
    #expect(record.codings.map(\.code) == [coded.code])
    #expect(record.statusMeaning == .active)
  }

  @Test(
    "S40 words beside a code for absent data say why, and an unknown flavor is no statement",
    arguments: [
      ("NA", "No known medications", AbsenceStatement.noneKnown), ("NI", "metformin", .dataAbsent),
      ("ni", "No known medications", .noneKnown),
      ("UNK", "Medication history unknown", .noInformation), ("oth", "eye drops", nil),
      ("XYZ", "eye drops", nil),
    ])
  func flavorWithWords(code: String, text: String, statement: AbsenceStatement?) throws {
    let system = "http://terminology.hl7.org/CodeSystem/v3-NullFlavor"
    let coding = #"{"system":"\#(system)","code":"\#(code)"}"#
    for concept in [
      #"{"coding":[\#(coding)],"text":"\#(text)"}"#, #"{"text":"\#(text)","coding":[\#(coding)]}"#,
    ] {
      let record = try Fixture.record(
        #"{"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":\#(concept)}"#
      )
      #expect(record.absence == statement)
    }
  }

  @Test("Every resource of a slip has an address of its own")
  func addresses() throws {
    let flat = Self.request.filter { $0 != "\n" }
    let both = #"{"resource":[\#(flat),\#(flat)],"other":\#(flat)}"#
    let bundle = Fixture.document(text: #"{"resourceType":"Bundle","entry":[\#(both)]}"#)
    #expect(bundle.records.map(\.entryPath) == ["0.0", "0.1", "0.2"])
    let part = #"{"resource":[\#(flat),\#(flat)],"part":[{"resource":\#(flat)}]}"#
    let parameters = Fixture.document(
      text: #"{"resourceType":"Parameters","parameter":[\#(part)]}"#)
    #expect(parameters.records.map(\.entryPath) == ["0.0", "0.1", "0.2"])
    let bare = Fixture.document(text: #"{"resource":[\#(flat),\#(flat)]}"#)
    #expect(bare.records.map(\.entryPath) == ["0", "1"])
    #expect(bare.codes == ["shape"])
  }

  @Test("Section 12: null among resources is absent; a line of its own is told")
  func nulls() throws {
    let array = Fixture.document(text: "[null,\(Self.request),null,\(Self.medication)]")
    #expect(array.records.map(\.entryPath) == ["1", "3"])
    #expect(array.records.first?.text == "x")
    #expect(array.problems.isEmpty)
    let flat = Self.request.filter { $0 != "\n" }
    let lines = Fixture.document(text: "\(flat)\nnull\n\(Self.medication)\n")
    #expect(lines.records.map(\.entryPath) == ["0", "2"])
    #expect(lines.codes == ["not-a-resource"])
    #expect(lines.problems.first?.entryPath == "1")
  }
}
