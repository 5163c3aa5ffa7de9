// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import TestSupport
import Testing

@Suite("Concept maps and registrations")
struct ConceptMapTests {
  @Test(
    "Every word for a relationship is read as R5 has it, in groups and without",
    arguments: ValueSetTests.rows("word"))
  func relationship(_ row: CaseFile.Row) throws {
    let words = row.text.components(separatedBy: " | ")
    let expected = row.expected[0].value
    let target = "{\"code\":\"T\",\"\(words[0])\":\"\(words[1])\"}"
    let grouped = """
      {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{
        "source":"http://example.org/s|2","target":"http://example.org/t",
        "element":[{"code":"S","target":[\(target)]}]}]}
      """
    let flat = """
      {"resourceType":"ConceptMap","url":"http://example.org/map","element":[{
        "codeSystem":"http://example.org/s","code":"S","target":[{
        "codeSystem":"http://example.org/t",\(target.dropFirst())]}]}
      """
    for text in [grouped, flat] {
      let fixture = try TerminologyFixture(text)
      var found: [CodeMapping] = []
      fixture.catalog.forEachMapping(system: "http://example.org/s", code: "S") { found.append($0) }
      #expect(found.map { "\($0.relationship)" } == [expected])
      #expect(found.first?.isSame == (expected == "equivalent"))
      #expect(found.first?.targetCode == "T" && found.first?.targetSystem == "http://example.org/t")
      var back: [CodeMapping] = []
      fixture.catalog.forEachMapping(toSystem: "http://example.org/t", code: "T") {
        back.append($0)
      }
      #expect(back.map(\.sourceCode) == ["S"])
      #expect(fixture.catalog.verify().findings == [])
    }
  }

  @Test("What depends on something else, brings products or maps to nothing is not the same")
  func conditions() throws {
    let fixture = try TerminologyFixture(
      """
      {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{
        "source":"http://example.org/s","target":"http://example.org/t",
        "element":[{"code":"A","target":[{"code":"T","equivalence":"equivalent",
            "dependsOn":[{"property":"http://example.org/p","system":"http://example.org/q","value":"1"}]},
            {"code":"U","relationship":"equivalent","product":[{"attribute":"x","valueCode":"7"}]}]},
          {"code":"B","noMap":true},{"code":"C"}],
        "unmapped":{"mode":"provided"}}]}
      """)
    var found: [CodeMapping] = []
    for code in ["A", "B", "C"] {
      fixture.catalog.forEachMapping(system: "http://example.org/s", code: code) {
        found.append($0)
      }
    }
    #expect(found.map(\.relationship) == [.equivalent, .equivalent, .noMap, .noMap])
    #expect(found.allSatisfy { !$0.isSame })
    #expect(found[0].isConditional && found[0].dependencies.map(\.value) == ["1"])
    #expect(found[1].products.map(\.value) == ["7"] && !found[1].isConditional)
    let rules = fixture.catalog.groupsWithoutMapping(system: "http://example.org/s", code: "Z")
    #expect(rules.map(\.unmappedMode) == ["use-source-code"])
    #expect(fixture.catalog.groupsWithoutMapping(system: "http://example.org/s", code: "A").isEmpty)
    #expect(fixture.catalog.verify().findings == [])
  }

  @Test("A registration leads from an OID to its URI; two that disagree lead nowhere")
  func registrations() throws {
    func registration(_ uri: String, _ oid: String) -> String {
      """
      {"resourceType":"NamingSystem","name":"X","status":"active","uniqueId":[
        {"type":"oid","value":"\(oid)"},{"type":"uri","value":"http://example.org/other"},
        {"type":"uri","value":"\(uri)","preferred":true}]}
      """
    }
    let fixture = try TerminologyFixture(registration("http://example.org/cs", "1.2.3.4"))
    for literal in ["urn:oid:1.2.3.4", "1.2.3.4", "http://example.org/other"] {
      #expect(fixture.catalog.registeredSystem(literal) == "http://example.org/cs", "\(literal)")
    }
    #expect(fixture.catalog.registeredSystem("http://example.org/cs") == nil)
    #expect(fixture.catalog.registeredSystem("1.2.3") == nil)
    let conflict = try TerminologyFixture(
      registration("http://example.org/a", "1.2.3.4"),
      registration("http://example.org/b", "1.2.3.4"),
      registration("http://example.org/rx", "2.16.840.1.113883.6.88"))
    #expect(conflict.problems == ["oid-conflict", "oid-conflict"], "also with the OID of RxNorm")
    #expect(conflict.catalog.registeredSystem("1.2.3.4") == nil)
  }
}
