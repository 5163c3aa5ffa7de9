// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@Suite("rxkit-labels show")
struct LabelsShowTests {
  private static let spl = """
    <document xmlns="urn:hl7-org:v3"><id root="D"/><code code="34390-5"/><title>Made</title>
    <effectiveTime value="20250102"/><setId root="ABC"/><versionNumber value="4"/>
    <component><structuredBody>
    <component><section><code code="48780-1"/><subject><manufacturedProduct><manufacturedProduct>
    <code code="0-1"/><name>Exemplin</name><formCode displayName="TABLET"/>
    <ingredient classCode="ACTIB"><ingredientSubstance><code code="U"/><name>EXEMPLIN</name>
    </ingredientSubstance></ingredient></manufacturedProduct><consumedIn><substanceAdministration>
    <routeCode displayName="ORAL"/></substanceAdministration></consumedIn></manufacturedProduct>
    </subject></section></component>
    <component><section><code code="34071-1"/><title>Warnings</title><text>a b</text>
    <component><section><code code="50566-9"/><title>Stop use</title><text>
    <table><tr><td>c</td></tr></table></text></section></component></section></component>
    </structuredBody></component></document>
    """

  @Test("A label is shown with its identity, its products and the outline of its sections")
  func page() throws {
    let run = try ToolProcess.run(["rxkit-labels", "show", "-"], input: Self.spl)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for line in [
      "set id abc, version 4", "kind over the counter", "product Exemplin; TABLET; 0-1; ORAL",
      "active EXEMPLIN U", "sections 3 with 1 tables", "34071-1 Warnings 3 0",
      "50566-9 Stop use 0 1",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test("JSON has every product and section, and what cannot be read costs exit code 1")
  func json() throws {
    let text =
      "{\"set_id\":\"A\",\"warnings\":[\"x\"],\"warnings_table\":[\"<table>\"]}\n{\"b\n[]\n"
    let run = try ToolProcess.run(["rxkit-labels", "show", "-", "--format", "ndjson"], input: text)
      .expect(1, says: "-:2:4", "-:3: skipped: not a JSON object")
    let line = try #require(run.output.split(separator: "\n").first)
    let label = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(label["setId"] as? String == "a" && label["source"] as? String == "openfda")
    let section = try #require((label["sections"] as? [[String: Any]])?.first)
    #expect(section["loinc"] as? String == "34071-1" && section["tables"] as? Int == 1)
    #expect((label["notes"] as? [String])?.count == 1)
  }

  @Test("A path that is not there ends with exit code 3")
  func missing() throws {
    try ToolProcess.run(["rxkit-labels", "show", "/nowhere/label.xml"]).expect(
      3, says: "input.unreadable")
  }
}
