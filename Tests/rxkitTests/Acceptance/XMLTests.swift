// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// FHIR in XML wherever the tool reads FHIR.
@Suite("XML through the tool")
struct XMLTests {
  private static let request = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MedicationRequest xmlns="http://hl7.org/fhir"><id value="r"/><status value="active"/>
      <medicationCodeableConcept><coding>
        <system value="http://www.nlm.nih.gov/research/umls/rxnorm"/><code value="308192"/>
      </coding></medicationCodeableConcept></MedicationRequest>
    """
  private static let json = """
    {"resourceType":"MedicationRequest","id":"r","status":"active","medicationCodeableConcept":
     {"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"308192"}]}}
    """

  @Test("convert and resolve print the same for a resource in XML and in JSON")
  func sameOutput() throws {
    let folder = try TemporaryFolder()
    let xml = try folder.write(Self.request, to: "a.xml")
    let json = try folder.write(Self.json, to: "a.json")
    for words in [["convert", "--format", "ndjson"], ["resolve", "--format", "json"]] {
      let (one, other) = try (
        ToolProcess.asking([words[0], xml] + words.dropFirst()),
        ToolProcess.asking([words[0], json] + words.dropFirst())
      )
      #expect(one.exitCode == 0, "\(one.errors)")
      #expect(
        one.output.replacingOccurrences(of: xml, with: "*")
          == other.output.replacingOccurrences(of: json, with: "*"))
      #expect(one.output.contains("308192"))
    }
  }

  @Test("A folder's XML is converted, also where its name says text")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.request, to: "in/a.xml")
    try folder.write(Self.request, to: "in/b.txt")
    try folder.write(Self.json, to: "in/c.json")
    try folder.write("no document", to: "in/d.txt")
    try ToolProcess.asking("convert", folder["in"].path, "--format", "ndjson").expect(
      0, says: "1 file that is no JSON or XML document was skipped", lines: 3)
  }

  @Test(
    "What is no FHIR in XML is named with its place, and the exit code is 3",
    arguments: [
      (
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<a>&x;</a>", ":1:13: ",
        "not-xml"
      ),
      ("<a xmlns=\"urn:hl7-org:v3\"/>", ":1:1: ", "not-a-resource"),
      ("<a>\n<b></a>", ":2:8: ", "not-xml"),
    ])
  func refused(text: String, place: String, code: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.xml")
    for words in [["convert", path], ["resolve", path]] {
      let run = try ToolProcess.asking(words).expect(3, says: path + place, code)
      #expect(run.output.isEmpty || words[0] == "convert")
    }
  }
}
