// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import TestSupport
import Testing

@Suite("S1 S10 several versions of a resource in one document")
struct ResourceVersionTests {
  private static let drug: String = #""medicationCodeableConcept":{"text":"lisinopril"}"#

  /// An entry with a version; `%` is the other members of the resource.
  private static func entry(_ status: String, _ wrapper: String = "", meta: String = "") -> String {
    let meta = meta.isEmpty ? "" : #""meta":{\#(meta)},"#
    return
      #"{\#(wrapper)"resource":{"resourceType":"TYPE","id":"1",\#(meta)"status":"\#(status)",\#(drug)}}"#
  }
  private static func bundle(_ type: String, _ entries: String...) -> String {
    #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(entries.joined(separator: ","))]}"#
  }
  private static let address: String = #""fullUrl":"http://s/TYPE/1","#

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    /// Which records, in their order, a later version replaces.
    let replaced: [Bool]
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    // The last by its number, wherever it stands.
    Case(
      text: bundle(
        "history", entry("stopped", meta: #""versionId":"2""#),
        entry("active", meta: #""versionId":"1""#)), replaced: [false, true]),
    Case(
      text: bundle(
        "history", entry("active", meta: #""versionId":"9""#),
        entry("stopped", meta: #""versionId":"10""#)), replaced: [true, false]),
    Case(
      text: bundle(
        "searchset", entry("stopped", address, meta: #""versionId":"2""#),
        entry("active", address, meta: #""versionId":"1""#)), replaced: [false, true]),
    // By when it was written, where the versions are no numbers.
    Case(
      text: bundle(
        "history",
        entry("active", meta: #""versionId":"b7","lastUpdated":"2024-01-01T00:00:00Z""#),
        entry("stopped", meta: #""versionId":"a1","lastUpdated":"2024-02-01T00:00:00Z""#)),
      replaced: [true, false]),
    // By what the server answered.
    Case(
      text: bundle(
        "history", entry("active", #""response":{"status":"201","etag":"W/\"1\""},"#),
        entry("stopped", #""response":{"status":"200","etag":"W/\"2\""},"#)),
      replaced: [true, false]),
    Case(
      text: bundle(
        "history", entry("stopped", #""fullUrl":"http://s/TYPE/1/_history/2","#),
        entry("active", #""fullUrl":"http://s/TYPE/1/_history/1","#)), replaced: [false, true]),
    // A history begins with the latest.
    Case(text: bundle("history", entry("stopped"), entry("active")), replaced: [false, true]),
    // Elsewhere the order says nothing, and another server's resource is another one.
    Case(text: bundle("collection", entry("stopped"), entry("active")), replaced: [false, false]),
    Case(
      text: bundle(
        "searchset", entry("active", address, meta: #""versionId":"1""#),
        entry("active", #""fullUrl":"http://t/TYPE/1","#, meta: #""versionId":"2""#)),
      replaced: [false, false]),
  ]

  @Test("S10 a version that a later one replaces says so", arguments: UseForm.all, cases)
  func replaced(_ form: UseForm, _ sample: Case) throws {
    let records = try form.document(sample.text).records
    #expect(records.map { $0.codes.contains("version-replaced") } == sample.replaced)
  }

  @Test("S7 a reference without a version leads to the latest of a history")
  func latestReferred() throws {
    func medication(_ version: Int, _ name: String) -> String {
      #"{"resource":{"resourceType":"Medication","id":"m","meta":{"versionId":"\#(version)"},"code":{"text":"\#(name)"}}}"#
    }
    let use =
      #"{"resource":{"resourceType":"TYPE","id":"1","status":"active","medicationReference":{"reference":"Medication/m"}}}"#
    for form in UseForm.all {
      let records = try form.document(
        Self.bundle("history", use, medication(2, "lisinopril"), medication(1, "warfarin"))
      ).records
      #expect(records.first?.text == "lisinopril")
      let old = try form.document(
        Self.bundle(
          "collection", use.replacing("Medication/m", with: "Medication/m/_history/1"),
          medication(2, "lisinopril"), medication(1, "warfarin"))
      ).records
      #expect(old.first?.text == "warfarin")
    }
  }

  @Test("S4 a history in which nothing says what is latest chooses no drug")
  func unnumbered() throws {
    func medication(_ id: String, _ name: String) -> String {
      #"{"fullUrl":"urn:uuid:0","resource":{"resourceType":"Medication","id":"\#(id)","code":{"text":"\#(name)"}}}"#
    }
    for (reference, other) in [
      ("urn:uuid:0", "m"), ("urn:uuid:0", "n"), ("Medication/m", "m"),
    ] {
      let use =
        #"{"resource":{"resourceType":"TYPE","id":"1","status":"active","medicationReference":{"reference":"\#(reference)"}}}"#
      for form in UseForm.all {
        let records = try form.document(
          Self.bundle("history", use, medication("m", "lisinopril"), medication(other, "warfarin"))
        ).records
        #expect(records.first?.codes.contains("reference-ambiguous") == true)
        #expect(records.first?.codings.isEmpty == true && records.first?.text == nil)
      }
    }
  }

  @Test("S7 an entry with the very address of a version is what the address means")
  func versionAddress() throws {
    func entry(_ version: Int, _ name: String) -> String {
      #"{"fullUrl":"http://s/Medication/m/_history/\#(version)","resource":{"resourceType":"Medication","id":"m","code":{"text":"\#(name)"}}}"#
    }
    let use =
      #"{"resource":{"resourceType":"TYPE","id":"1","status":"active","medicationReference":{"reference":"http://s/Medication/m/_history/1"}}}"#
    for form in UseForm.all {
      let records = try form.document(
        Self.bundle("history", use, entry(2, "lisinopril"), entry(1, "warfarin"))
      ).records
      #expect(records.first?.text == "warfarin" && records.first?.codes.isEmpty == true)
    }
  }

  static let deleting: [String] = [
    bundle("history", #"{\#(address)"response":{"status":"410"}}"#, entry("active", address)),
    bundle("history", #"{\#(address)"response":{"status":"410 Gone"}}"#, entry("active", address)),
    bundle(
      "history", #"{"response":{"status":"410 Gone","location":"http://s/TYPE/1/_history/2"}}"#,
      entry("active", address)),
    bundle("history", #"{"request":{"method":"DELETE","url":"TYPE/1/"}}"#, entry("active")),
    bundle("batch-response", entry("active", #""response":{"status":"404 Not Found"},"#)),
  ]

  @Test("S10 an answer that a resource is gone deletes it", arguments: UseForm.all, deleting)
  func gone(_ form: UseForm, _ text: String) throws {
    let records = try form.document(text).records
    #expect(records.map { $0.codes.contains("deleted-at-source") } == [true])
  }

  @Test("S10 what was made again after its deletion says so by its version, not by its place")
  func madeAgain() throws {
    let deletion = #"{\#(Self.address)"request":{"method":"DELETE","url":"TYPE/1"}}"#
    for form in UseForm.all {
      let records = try form.document(
        Self.bundle(
          "history", Self.entry("active", Self.address, meta: #""versionId":"3""#),
          deletion.replacing(#""request""#, with: #""response":{"etag":"W/\"2\""},"request""#),
          Self.entry("active", Self.address, meta: #""versionId":"1""#))
      ).records
      #expect(records.map { $0.codes.contains("deleted-at-source") } == [false, true])
      for text in [
        Self.bundle("history", Self.entry("active", Self.address), deletion),
        Self.bundle("history", deletion, Self.entry("active", Self.address)),
      ] {
        let records = try form.document(text).records
        #expect(records.map { $0.codes.contains("deleted-at-source") } == [true])
      }
    }
  }

  @Test("S10 what a server refused is not understood")
  func refused() throws {
    for status in ["412 Precondition Failed", "422", "500"] {
      for form in UseForm.all {
        let records = try form.document(
          Self.bundle(
            "batch-response", Self.entry("active", #""response":{"status":"\#(status)"},"#))
        ).records
        #expect(records.map { $0.flags.contains(.notUnderstood) } == [true])
      }
    }
  }

  @Test("S10 a feed's deleted-entry deletes")
  func tombstone() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">
      <at:deleted-entry ref="http://s/MedicationPrescription/1" when="2014-01-01T00:00:00Z">
      <at:comment>x</at:comment></at:deleted-entry>
      <entry><id>http://s/MedicationPrescription/1</id><content type="text/xml">
      <MedicationPrescription xmlns="http://hl7.org/fhir"><status value="active"/>
      <medication><display value="lisinopril"/></medication></MedicationPrescription>
      </content></entry>
      <entry><id>http://s/MedicationPrescription/2</id><content type="text/xml">
      <MedicationPrescription xmlns="http://hl7.org/fhir"><status value="active"/>
      <medication><display value="metformin"/></medication></MedicationPrescription>
      </content></entry></feed>
      """
    let records = Fixture.document(text: text).records
    #expect(records.map { $0.codes.contains("deleted-at-source") } == [true, false])
  }
}
