// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import TestSupport
import Testing

/// The resource types that say that something is taken, and both forms of a document.
struct UseForm: Sendable, CustomTestStringConvertible {
  static let all = [
    "MedicationRequest", "MedicationStatement", "MedicationOrder", "MedicationPrescription",
    "MedicationUsage",
  ].flatMap { type in [UseForm(type, isXML: false), UseForm(type, isXML: true)] }

  let type: String
  let isXML: Bool

  init(_ type: String, isXML: Bool) {
    self.type = type
    self.isXML = isXML
  }

  var testDescription: String { "\(type) in \(isXML ? "XML" : "JSON")" }

  /// Reads an active resource of the type.
  func record(_ members: String, status: String = #""active""#) throws -> MedicationRecord {
    let text = #"{"resourceType":"\#(type)","status":\#(status),\#(members)}"#
    return try #require(document(text).records.first)
  }

  /// Reads a document in which `TYPE` is the type.
  func document(_ text: String) throws -> FHIRDocument {
    let text = text.replacing("TYPE", with: type)
    return Fixture.document(text: isXML ? try XMLForm.of(text) : text)
  }
}

@Suite("S1 S7 several concepts where one is due")
struct SeveralConceptsTests {
  private static let one: String =
    #"{"coding":[{"system":"urn:x","code":"1","display":"lisinopril"}],"text":"lisinopril"}"#
  private static let two: String =
    #"{"coding":[{"system":"urn:x","code":"2","display":"warfarin"}],"text":"warfarin"}"#
  private static let wordsOnly: String = #"{"text":"warfarin"}"#

  private static func contained(_ first: String, _ second: String) -> String {
    #""contained":[{"resourceType":"Medication","id":"a",\#(first)},"#
      + #"{"resourceType":"Medication","id":"b",\#(second)}]"#
  }

  static let differing: [String] = [
    #""medicationCodeableConcept":[\#(one),\#(two)]"#,
    #""medicationCodeableConcept":[\#(one),\#(wordsOnly)]"#,
    #""medicationCodeableConcept":[\#(wordsOnly),\#(one)]"#,
    #""medicationCodeableConcept":[{"text":"lisinopril"},\#(wordsOnly)]"#,
    #""medicationCodeableConcept":{"coding":[{"system":"urn:x","code":["1","2"]}],"text":"warfarin"}"#,
    #""medicationCodeableConcept":{"text":["lisinopril","warfarin"]}"#,
    #""medication":[{"concept":\#(one)},{"concept":\#(two)}]"#,
    ##"\##(contained(#""code":\#(one)"#, #""code":\#(two)"#)),"medicationReference":{"reference":["#a","#b"]}"##,
    ##"\##(contained(#""code":\#(one)"#, #""code":\#(two)"#)),"medication":{"reference":["#a","#b"]}"##,
    #""medication":{"concept":[\#(one),\#(two)]}"#,
    #""medication":[\#(one),\#(two)]"#,
    #""medicationCodeableConcept":\#(one),"medication":{"concept":\#(two)}"#,
    contained(#""code":\#(one)"#, #""code":\#(two)"#)
      + ##","medicationReference":[{"reference":"#a"},{"reference":"#b"}]"##,
    contained(#""code":\#(one)"#, #""code":\#(two)"#)
      + ##","medication":[{"reference":{"reference":"#a"}},{"reference":{"reference":"#b"}}]"##,
    contained(#""code":[\#(one),\#(two)]"#, #""code":\#(two)"#)
      + ##","medicationReference":{"reference":"#a"}"##,
    contained(#""code":\#(one)"#, #""code":\#(two)"#)
      + ##","medicationReference":[{"reference":"#a"},{"display":"warfarin"}]"##,
    contained(#""code":\#(one)"#, #""code":\#(two)"#)
      + ##","medicationReference":[{"display":"warfarin"},{"reference":"#a"}]"##,
  ]

  @Test("S1 S7 all are read and the conflict is said", arguments: UseForm.all, differing)
  func conflict(_ form: UseForm, _ members: String) throws {
    let record = try form.record(members)
    #expect(record.codes.contains("codings-conflict"))
    let names =
      record.codings.flatMap { [$0.display, $0.code] }
      + [record.text, record.referenceDisplay]
    #expect(names.contains("warfarin") || names.contains("2"))
    #expect(names.contains("lisinopril") || names.contains("1"))
  }

  static let same: [String] = [
    #""medicationCodeableConcept":[\#(one),\#(one)]"#,
    #""medication":[{"concept":\#(one)},{"concept":\#(one)}]"#,
    #""medicationCodeableConcept":\#(one),"medication":{"concept":\#(one)}"#,
    #""medicationCodeableConcept":[\#(wordsOnly),\#(wordsOnly)]"#,
    #""medicationCodeableConcept":[{"text":"Lisinopril"},\#(one)]"#,
    contained(#""code":\#(one)"#, #""code":\#(one)"#)
      + ##","medicationReference":[{"reference":"#a"},{"reference":"#b"}]"##,
  ]

  @Test("S7 the same one several times is odd and no conflict", arguments: UseForm.all, same)
  func repeated(_ form: UseForm, _ members: String) throws {
    let record = try form.record(members)
    #expect(record.codes.contains("shape"))
    #expect(!record.codes.contains("codings-conflict"))
  }

  static let plain: [String] = [
    #""medicationCodeableConcept":\#(one)"#, #""medication":{"concept":\#(one)}"#,
    #""medicationCodeableConcept":{"coding":[{"system":"urn:x","code":"1"},{"system":"urn:y","code":"2"}]}"#,
    contained(#""code":\#(one)"#, #""code":\#(two)"#)
      + ##","medicationReference":{"reference":"#a"}"##,
  ]

  @Test("S7 what stands once has no such problem", arguments: UseForm.all, plain)
  func single(_ form: UseForm, _ members: String) throws {
    let record = try form.record(members)
    #expect(!record.codes.contains("shape") && !record.codes.contains("codings-conflict"))
  }

  static let twice: [String] = [
    #""medicationCodeableConcept":\#(one),"medicationCodeableConcept":\#(two)"#,
    #""medicationCodeableConcept":{"coding":[{"system":"urn:x","code":"1","code":"2"}]}"#,
    #""medicationCodeableConcept":{"text":"lisinopril","text":"warfarin"}"#,
    contained(#""code":\#(one),"code":\#(two)"#, #""code":\#(two)"#)
      + ##","medicationReference":{"reference":"#a"}"##,
  ]

  @Test(
    "S1 S7 a member name twice in JSON is a conflict where it names the medication",
    arguments: twice)
  func names(_ members: String) throws {
    for form in UseForm.all where !form.isXML {
      #expect(try form.record(members).codes.contains("codings-conflict"))
    }
  }

  @Test("S2 words with a reference that leads to a code are kept, and the code is the identity")
  func words() throws {
    for form in UseForm.all {
      let record = try form.record(
        Self.contained(#""code":\#(Self.one)"#, #""code":\#(Self.two)"#)
          + ##","medicationCodeableConcept":{"text":"the white pill"}"##
          + ##","medicationReference":{"reference":"#a"}"##)
      #expect(record.via == .contained)
      #expect(record.codings.map(\.code) == ["1"])
      #expect(record.text == "the white pill")
      #expect(record.otherNames == ["lisinopril"])
      // Without a code behind the reference, the words are all there is.
      let alone = try form.record(
        #""medicationCodeableConcept":{"text":"the white pill"},"medicationReference":{"reference":"Medication/9"}"#
      )
      #expect(alone.via == .concept && alone.text == "the white pill")
    }
  }

  @Test("S4 resources of one address that differ: a reference to them is ambiguous")
  func addresses() throws {
    let others = [
      #"{"resourceType":"Medication","id":"1","code":\#(Self.two)}"#,
      #"{"resourceType":"Medication","id":"1","status":"entered-in-error","code":\#(Self.one)}"#,
      #"{"resourceType":"Medication","id":"1","code":\#(Self.one),"ingredient":[{"itemCodeableConcept":\#(Self.two)}]}"#,
    ]
    for (form, other) in UseForm.all.flatMap({ form in others.map { (form, $0) } }) {
      for reference in ["http://s/Medication/1", "Medication/1"] {
        let document = try form.document(
          """
          {"resourceType":"Bundle","type":"collection","entry":[
           {"fullUrl":"http://s/Medication/1",
            "resource":{"resourceType":"Medication","id":"1","code":\(Self.one)}},
           {"fullUrl":"http://s/Medication/1","resource":\(other)},
           {"fullUrl":"http://s/TYPE/2","resource":{"resourceType":"TYPE","status":"active",
            "medicationReference":{"reference":"\(reference)"}}}]}
          """)
        let record = try #require(document.records.last)
        #expect(record.codes.contains("reference-ambiguous"))
        #expect(record.via == .unresolved && record.codings.isEmpty)
      }
    }
  }

  @Test("S4 the same Medication twice under one address is one")
  func sameAddress() throws {
    for form in UseForm.all {
      let entry =
        #"{"fullUrl":"urn:uuid:1","resource":{"resourceType":"Medication","code":\#(Self.one)}}"#
      let document = try form.document(
        """
        {"resourceType":"Bundle","type":"collection","entry":[\(entry),\(entry),
         {"resource":{"resourceType":"TYPE","status":"active",
          "medicationReference":{"reference":"urn:uuid:1"}}}]}
        """)
      let record = try #require(document.records.last)
      #expect(record.via == .reference && record.codings.map(\.code) == ["1"])
    }
  }
}
