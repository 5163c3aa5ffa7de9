// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import TestSupport
import Testing

@Suite("Every problem has its name")
struct ProblemNameTests {
  /// A text, the problem it has (section 15), and the line where one is told.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let severity: Problem.Severity
    let text: String
    let line: Int?

    init(_ name: String, _ severity: Problem.Severity, line: Int? = nil, _ text: String) {
      self.name = name
      self.severity = severity
      self.text = text
      self.line = line
    }

    var testDescription: String { "\(name): \(text.prefix(80))" }
  }

  private static func statement(_ members: String) -> String {
    #"{"resourceType":"MedicationStatement","status":"active",\#(members)}"#
  }

  private static let named = #""medicationCodeableConcept":{"text":"x"}"#
  private static let deep =
    String(repeating: "[", count: 10_000)
    + String(repeating: "]", count: 10_000)

  static let cases: [Case] = [
    Case("not-json", .error, line: 2, "{\"resourceType\":\n\"Medication\",}"),
    Case("not-json", .error, line: 1, "{\"resourceType\":\"Medication\",\"x\":NaN}"),
    Case("not-json", .error, line: 1, "{\"resourceType\":\"Medi\u{0}cation\"}"),
    Case("not-json", .error, line: 1, deep.dropLast(3_000) + ""),
    Case("not-xml", .error, line: 2, "<Medication xmlns=\"http://hl7.org/fhir\">\n<code>"),
    Case("not-a-resource", .error, line: 1, #"{"hook":"medication-prescribe","context":{}}"#),
    Case("not-a-resource", .error, line: 2, "\n<x xmlns=\"urn:a\"/>"),
    Case(
      "bad-line", .error, line: 3,
      "\(statement(named))\n\n{\"resourceType\":\n\(statement(named))\n"),
    Case("trailing-data", .warning, line: 2, "\(statement(named))\n}"),
    Case("duplicate-key", .warning, statement(#""id":"1","id":"2",\#(named)"#)),
    Case("lone-surrogate", .warning, line: 1, statement(#""id":"\ud800",\#(named)"#)),
    Case("depth-limit", .error, line: 1, statement(#""note":\#(deep),\#(named)"#)),
    Case(
      "unresolved-reference", .warning,
      statement(#""medicationReference":{"reference":"Medication/1","display":"x"}"#)),
    Case(
      "wrong-target", .warning,
      statement(
        ##""medicationReference":{"reference":"#o"},"contained":[{"resourceType":"Organization","id":"o"}]"##
      )
    ),
    Case("no-medication", .warning, #"{"resourceType":"MedicationStatement","status":"active"}"#),
    Case(
      "not-a-string", .warning,
      statement(#""medicationCodeableConcept":{"coding":[{"code":1049502}]}"#)),
    Case("shape", .warning, statement(#""medicationCodeableConcept":[{"text":"x"}]"#)),
    Case("shape", .warning, statement(#""medicationCodeableConcept":{"coding":{"code":"1"}}"#)),
    Case("misplaced-concept", .warning, statement(#""medication":{"coding":[{"code":"1"}]}"#)),
    Case(
      "status-unknown", .note, #"{"resourceType":"MedicationRequest","status":"gone",\#(named)}"#),
    Case(
      "status-normalised", .note,
      #"{"resourceType":"MedicationRequest","status":" Active ",\#(named)}"#),
    Case("status-missing", .note, #"{"resourceType":"MedicationRequest",\#(named)}"#),
    Case("modifier-not-understood", .warning, statement(#""implicitRules":"http://x",\#(named)"#)),
    Case(
      "modifier-not-understood", .warning,
      statement(#""modifierExtension":[{"url":"http://x"}],\#(named)"#)),
    Case(
      "cycle", .error,
      ##"{"resourceType":"Medication","id":"m","ingredient":[{"itemReference":{"reference":"#"}}]}"##
    ),
    Case(
      "reference-ambiguous", .warning,
      #"[{"resourceType":"Medication","id":"1","code":{"text":"a"}},{"resourceType":"Medication","id":"1","code":{"text":"b"}},"#
        + statement(#""medicationReference":{"reference":"Medication/1"}"#) + "]"),
    Case(
      "version-not-found", .warning,
      #"[{"resourceType":"Medication","id":"1","code":{"text":"a"}},"#
        + statement(#""medicationReference":{"reference":"Medication/1/_history/3"}"#) + "]"),
    Case(
      "medication-entered-in-error", .warning,
      #"[{"resourceType":"Medication","id":"1","status":"entered-in-error","code":{"text":"a"}},"#
        + statement(#""medicationReference":{"reference":"Medication/1"}"#) + "]"),
    Case(
      "fhir-version", .note,
      #"[{"resourceType":"MedicationOrder","status":"active",\#(named)},"#
        + statement(#""taken":"y",\#(named)"#) + "]"),
  ]

  @Test("S1 each slip has its problem with its name, severity and line", arguments: cases)
  func names(_ item: Case) throws {
    let document = Fixture.document(text: item.text)
    let problems =
      document.problems.map { ($0.problem, $0.line) }
      + document.records.flatMap(\.problems).map { ($0, nil) }
    let problem = try #require(problems.first { $0.0.code.rawValue == item.name })
    #expect(problem.0.severity == item.severity)
    #expect(problem.1 == item.line)
    #expect(!problem.0.message.isEmpty)
  }

  /// What typed libraries refuse as a whole (section 10), and how many records it holds.
  static let refused: [(file: String, records: Int)] = [
    ("hl7-test-cases/med-dispense.json", 1),
    ("ccda-on-fhir/Google_Myra_Jones.fhir.output.json", 4),
    ("hapi-core/0_medication_request_40.json", 1),
    ("nhs-gp2gp/9388098431.structuredRecord.json.gz", 90),
    ("nhs-gp2gp/9465698490_Daniels_full_20210119.json.gz", 410),
    ("nhs-nia/expectedBundle.json.gz", 400), ("synthea-stu3/Hirthe_Lee_87.json.gz", 8),
    ("synthea-stu3/Cartwright_Clinton_13.json.gz", 9),
    ("ms-fhir-converter/CCD-Parent-Document-Replace-C-CDAR2.1-expected.json", 2),
    ("ms-fhir-converter/C-CDA_R2-1_CCD.xml-expected.json", 6),
    ("crucible-fixtures-stu3/sample-us-core-record.json.gz", 19),
    ("cumulus-etl/MedicationRequest.1.json", 1), ("cumulus-etl/MedicationRequest.2.json", 1),
    ("firely-sdk/au-js.json", 3), ("icanbwell/expected-bundle.json", 1),
    ("hapi-core/medication_request_40_converted_to_30.json", 1), ("blaze/q43-medication-3.json", 4),
    ("smart-patients/MedicationPrescription.txt", 4),
    ("ccda-on-fhir/Redox_Myra_Jones_v2_fhir_bundle.json", 1),
    ("ms-fhir-server/BulkUpdateSampleData.json", 5),
  ]

  @Test("F3 a slip in what is not needed costs no record", arguments: refused)
  func refusedElsewhere(file: String, records: Int) throws {
    guard let folder = TestData.path("fhir", skipping: "documents that typed libraries refuse")
    else { return }
    // Some are published compressed.
    for name in [file, "\(file).gz"] {
      guard let bytes = try? TestData.bytes(folder.appendingPathComponent(name)) else { continue }
      let document = FHIRDocument(bytes, reading: .withXML)
      #expect(document.records.count == records)
      #expect(!document.problems.contains { $0.problem.severity == .error })
      return
    }
    Issue.record("\(file) is not there")
  }

  /// Slips of section 9 and what becomes of them: what it is, the members, how the medication is named
  /// with its codes, why a reference leads nowhere, and the problems.
  static let slips: [[Substring]] = ##"""
    text only | "medicationCodeableConcept":{"text":"******** 4.25/10"} | concept []  |
    coding without display | "medicationCodeableConcept":{"coding":[{"system":"s","code":"1"}]} | concept [1]  |
    coding without system | "medicationCodeableConcept":{"coding":[{"code":"1"}]} | concept [1]  |
    a coding given twice | "medicationCodeableConcept":{"coding":[{"code":"1"},{"code":"1"}]} | concept [1,1]  |
    hyphens of an NDC | "medicationCodeableConcept":{"coding":[{"code":"0409-6531-02"}]} | concept [0409-6531-02]  |
    blanks in a code | "medicationCodeableConcept":{"coding":[{"code":" 1 "}]} | concept [ 1 ]  |
    a code with an extension in place of a value | "medicationCodeableConcept":{"coding":[{"display":"d","_code":{"extension":[]}}]} | concept []  |
    null items beside extensions | "medicationCodeableConcept":{"coding":[null,{"code":"1"},null]},"dosage":[null] | concept [1]  |
    fhir_comments | "fhir_comments":["x"],"medicationCodeableConcept":{"fhir_comments":[],"text":"x"} | concept []  |
    only a display | "medicationReference":{"display":"x"} | unresolved [] no reference string unresolved-reference|
    a number as reference | "medicationReference":{"reference":5000} | unresolved [] target not in the document not-a-string,unresolved-reference|
    a bare UUID | "medicationReference":{"reference":"0b1d1f58-0a0e-4b7e-8f6e-6c9b4a0d1a11"} | unresolved [] target not in the document unresolved-reference|
    a conditional reference | "medicationReference":{"reference":"Medication?code=1"} | unresolved [] conditional reference unresolved-reference|
    another server | "medicationReference":{"reference":"https://open-ic.epic.com/x/Medication/T0"} | unresolved [] target not in the document unresolved-reference|
    a fragment to nothing | "medicationReference":{"reference":"#m"} | unresolved [] no contained #m unresolved-reference|
    empty | "medicationCodeableConcept":{},"medicationReference":null | none []  no-medication|
    """##.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false) }

  @Test("Slips that are read through", arguments: slips)
  func readThrough(_ slip: [Substring]) throws {
    let record = try Fixture.record(Self.statement(String(slip[1])))
    let codes = record.codings.compactMap(\.code).joined(separator: ",")
    let found =
      "\(record.via.rawValue) [\(codes)] \(record.resolution ?? "") "
      + record.codes.joined(separator: ",")
    #expect(found == slip[2].dropFirst())
  }
}
