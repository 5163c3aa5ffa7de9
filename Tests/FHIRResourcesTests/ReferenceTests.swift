// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("Which resource a reference means")
struct ReferenceTests {
  /// A reference from the second entry of a bundle to one of the others.
  struct Case: Sendable, CustomTestStringConvertible {
    let reference: String
    /// The text of the Medication found; `nil` if there is none.
    let text: String?
    let how: String

    init(_ reference: String, _ text: String?, _ how: String) {
      self.reference = reference
      self.text = text
      self.how = how
    }

    var testDescription: String { reference }
  }

  static let cases: [Case] = [
    Case("#c", "contained", "contained"),
    Case("#d", "written with a number sign", "contained"),
    Case("#none", nil, "no contained #none"),
    Case("http://a.org/fhir/Medication/1", "on a.org", "fullUrl"),
    Case(" http://a.org/fhir/Medication/1 ", "on a.org", "fullUrl"),
    Case("Medication/1", "on a.org", "base + relative"),
    Case("/Medication/1", "on a.org", "base + relative"),
    Case("Medication/2", nil, "target not in the document"),
    Case("http://b.org/Medication/2", "on b.org", "fullUrl"),
    Case("http://c.org/Medication/1", nil, "target not in the document"),
    Case("http://c.org/Medication/3", "lacking a fullUrl", "type/id"),
    Case("Medication/3", "lacking a fullUrl", "type/id"),
    Case("3", "lacking a fullUrl", "type/id"),
    Case("urn:uuid:AB-4", "by urn", "fullUrl"),
    Case("urn:uuid:ab-4", "by urn", "fullUrl, letter case ignored"),
    Case("urn:uuid:5X", "by id of urn", "id of urn"),
    Case("urn:oid:1.2", nil, "target not in the document"),
    Case("Medication?identifier=9", nil, "conditional reference"),
    Case("Organization/6", nil, "target is Organization"),
    Case("Medication/7/_history/2", "second version", "type/id"),
    Case("Medication/7/_history/9", nil, "ambiguous"),
    Case("Medication/7", nil, "ambiguous"),
    Case("Medication/8", "the same twice", "type/id"),
    Case("Medication/3/_history/4", "lacking a fullUrl", "type/id"),
    Case("", nil, "no reference string"),
  ]

  static func bundle(_ reference: String) -> String {
    func medication(_ id: String, _ text: String, _ wrapper: String = "", _ more: String = "")
      -> String
    {
      """
      {\(wrapper)"resource":{"resourceType":"Medication","id":"\(id)"\(more),"code":{"text":"\(text)"}}}
      """
    }
    return """
      {"resourceType":"Bundle","entry":[
      \(medication("1", "on a.org", #""fullUrl":"http://a.org/fhir/Medication/1","#)),
      {"fullUrl":"http://a.org/fhir/MedicationRequest/r","resource":
        {"resourceType":"MedicationRequest","id":"r","status":"active",
         "medicationReference":{"reference":"\(reference)","display":"words"},
         "contained":[{"resourceType":"Medication","id":"c","code":{"text":"contained"}},
           {"resourceType":"Medication","id":"#d","code":{"text":"written with a number sign"}}]}},
      \(medication("2", "on b.org", #""fullUrl":"http://b.org/Medication/2","#)),
      \(medication("3", "lacking a fullUrl")),
      \(medication("x", "by urn", #""fullUrl":"urn:uuid:AB-4","#)),
      \(medication("5x", "by id of urn")),
      {"resource":{"resourceType":"Organization","id":"6"}},
      \(medication("7", "first version", "", #","meta":{"versionId":"1"}"#)),
      \(medication("7", "second version", "", #","meta":{"versionId":"2"}"#)),
      \(medication("8", "the same twice")),
      \(medication("8", "the same twice"))
      ]}
      """
  }

  @Test("Section 7, step by step", arguments: cases)
  func steps(_ item: Case) throws {
    let document = Fixture.document(text: Self.bundle(item.reference))
    let record = try #require(document.records.first { $0.id == "r" })
    #expect(record.text == item.text)
    #expect(record.resolution == item.how)
    #expect(record.reference == (item.reference.isEmpty ? nil : item.reference))
    #expect(record.referenceDisplay == "words")
    #expect((record.via == .unresolved) == (item.text == nil))
  }

  @Test("A version that is not there is said, and so is a reference that leads nowhere")
  func problems() throws {
    func codes(_ reference: String) throws -> [String] {
      let document = Fixture.document(text: Self.bundle(reference))
      return try #require(document.records.first { $0.id == "r" }).codes
    }
    #expect(try codes("Medication/3/_history/4") == ["version-not-found"])
    #expect(try codes("Medication/7") == ["reference-ambiguous"])
    #expect(try codes("Organization/6") == ["wrong-target"])
    #expect(try codes("Medication/99") == ["unresolved-reference"])
    #expect(try codes("Medication/3") == [])
  }

  @Test("S2 what a logical reference says of its target is kept, and is no coding (section 3.5)")
  func logical() throws {
    let identifier = #"{"system":"http://hl7.org/fhir/sid/ndc","value":"0093-7314-98"}"#
    let lone = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"active",
       "medicationReference":{"identifier":\(identifier),"display":"x"}}
      """)
    #expect(lone.via == .unresolved)
    #expect(lone.referenceDisplay == "x")
    #expect(lone.codings.isEmpty)
    #expect(lone.productIdentifiers.map(\.value) == ["0093-7314-98"])
    // That the Medication has it, too, is no second one.
    let both = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"active",
       "contained":[{"resourceType":"Medication","id":"m","code":{"text":"x"},
         "identifier":[\(identifier),{"value":"7"}]}],
       "medicationReference":{"reference":"#m","identifier":\(identifier)}}
      """)
    #expect(both.productIdentifiers.map(\.value) == ["0093-7314-98", "7"])
    // Beside an address it is not the Medication's own.
    let other = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"active",
       "contained":[{"resourceType":"Medication","id":"m","code":{"text":"x"},
         "identifier":[{"value":"7"}]}],
       "medicationReference":{"reference":"#m","identifier":\(identifier)}}
      """)
    #expect(other.productIdentifiers.map(\.value) == ["7"])
  }

  @Test("S2 the identifier given with a reference is kept, whatever else the reference holds")
  func identifiers() throws {
    let identifier =
      #"{"use":"official","system":"http://hl7.org/fhir/sid/ndc","value":"0093-7314-98"}"#
    let expected = FHIRIdentifier(
      use: "official", system: "http://hl7.org/fhir/sid/ndc", value: "0093-7314-98")
    for members in [
      #""medicationReference":{"identifier":\#(identifier)}"#,
      #""medicationReference":{"reference":"Medication/1","identifier":\#(identifier)}"#,
      ##""medicationReference":{"reference":"#m","identifier":\##(identifier)}"##,
      ##""medication":{"reference":{"reference":"#m","identifier":\##(identifier)}}"##,
      ##""medication":{"reference":"#m","identifier":\##(identifier)}"##,
      #""medicationCodeableConcept":{"text":"x"},"medicationReference":{"identifier":\#(identifier)}"#,
    ] {
      let record = try Fixture.record(
        """
        {"resourceType":"MedicationRequest","status":"active",\(members),
         "contained":[{"resourceType":"Medication","id":"m","code":{"text":"x"}}]}
        """)
      #expect(record.referenceIdentifier == expected, "\(members)")
    }
    let xml = try Fixture.record(
      """
      <MedicationRequest xmlns="http://hl7.org/fhir"><status value="active"/><medicationReference>
      <reference value="Medication/1"/><identifier><use value="official"/>
      <system value="http://hl7.org/fhir/sid/ndc"/><value value="0093-7314-98"/></identifier>
      </medicationReference></MedicationRequest>
      """)
    #expect(xml.referenceIdentifier == expected)
    #expect(xml.productIdentifiers.isEmpty)
  }

  @Test(
    "S2 so is that of a reference to an ingredient (section 3.2)",
    arguments: [
      #""itemReference":{"reference":"Substance/1","display":"d","identifier":{"value":"i"}}"#,
      #""item":{"reference":{"reference":"Substance/1","display":"d","identifier":{"value":"i"}}}"#,
      #""item":{"reference":"Substance/1","display":"d","identifier":{"value":"i"}}"#,
    ])
  func ingredientIdentifier(_ item: String) throws {
    let record = try Fixture.record(
      #"{"resourceType":"Medication","code":{"text":"x"},"ingredient":[{\#(item)}]}"#)
    let ingredient = try #require(record.ingredients.first)
    #expect(ingredient.reference == "Substance/1")
    #expect(ingredient.referenceDisplay == "d")
    #expect(ingredient.referenceIdentifier?.value == "i")
  }

  @Test("Medications that only ingredients name are compared by what they say, not how")
  func sameIngredients() throws {
    func found(_ one: String, _ other: String) throws -> MedicationRecord {
      let medications = [one, other].map { ingredient in
        """
        {"resource":{"resourceType":"Medication","id":"m","ingredient":[\(ingredient)]}}
        """
      }
      let document = Fixture.document(
        text: """
          {"resourceType":"Bundle","entry":[\(medications.joined(separator: ",")),
          {"resource":{"resourceType":"MedicationRequest","id":"r","status":"active",
            "medicationReference":{"reference":"Medication/m"}}}]}
          """)
      return try #require(document.records.first { $0.id == "r" })
    }
    let plain = #"{"itemCodeableConcept":{"coding":[{"code":"1","display":"ä"}]},"isActive":true}"#
    let same = [
      #"{"isActive": true, "itemCodeableConcept": {"coding": [{"display":"ä", "code":"1"}]}}"#,
      #"{"itemCodeableConcept":{"coding":[{"code":"1","display":"\u00e4"}]},"isActive":true}"#,
    ]
    for other in same {
      let record = try found(plain, other)
      #expect(record.via == .ingredient)
      #expect(record.problems.isEmpty)
    }
    let different = [
      #"{"itemCodeableConcept":{"coding":[{"code":"2","display":"ä"}]},"isActive":true}"#,
      #"{"itemCodeableConcept":{"coding":[{"code":"1","display":"ä"}]},"isActive":"true"}"#,
      #"{"itemCodeableConcept":{"coding":[{"code":"1","display":"ä"}]}}"#,
      #"\#(plain),\#(plain)"#,
    ]
    for other in different {
      #expect(try found(plain, other).codes == ["reference-ambiguous"])
    }
  }

  @Test("An inner bundle's entry is seen before an outer one's")
  func nesting() throws {
    let document = Fixture.document(
      text: """
        {"resourceType":"Bundle","entry":[
          {"resource":{"resourceType":"Medication","id":"1","code":{"text":"outer"}}},
          {"resource":{"resourceType":"Medication","id":"2","code":{"text":"only outer"}}},
          {"resource":{"resourceType":"Bundle","entry":[
            {"resource":{"resourceType":"Medication","id":"1","code":{"text":"inner"}}},
            {"resource":{"resourceType":"MedicationRequest","status":"active",
              "medicationReference":{"reference":"Medication/1"}}},
            {"resource":{"resourceType":"MedicationRequest","status":"active",
              "medicationReference":{"reference":"Medication/2"}}}]}}]}
        """)
    #expect(
      document.records.map(\.text) == ["outer", "only outer", "inner", "inner", "only outer"])
    #expect(document.records.map(\.entryPath) == ["0", "1", "2.0", "2.1", "2.2"])
  }

  @Test("Contained resources are invisible from other entries")
  func containedIsPrivate() throws {
    let document = Fixture.document(
      text: """
        [{"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#m"},
          "contained":[{"resourceType":"Medication","id":"m","code":{"text":"mine"}}]},
         {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#m"}},
         {"resourceType":"MedicationRequest","status":"active",
          "medicationReference":{"reference":"Medication/m"}}]
        """)
    #expect(document.records.map(\.text) == ["mine", nil, nil])
  }

  @Test("An ingredient that refers to its own Medication is a cycle, not a hang")
  func cycle() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#m"},
       "contained":[{"resourceType":"Medication","id":"m",
         "ingredient":[{"itemReference":{"reference":"#m"}}]}]}
      """)
    #expect(record.codes.contains("cycle"))
    #expect(record.via == .contained)
  }
}
