// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import Testing
import TestSupport

@Suite("Code systems in the catalog")
struct CodeSystemTests {
  private static let supplement = """
    {"resourceType":"CodeSystem","url":"http://example.org/forms-de","content":"supplement",
     "supplements":"http://example.org/forms|1","language":"de",
     "concept":[{"code":"tablet","designation":[{"language":"de","value":"Tablette"}],
       "property":[{"code":"atc","valueCoding":{"system":"http://www.whocc.no/atc","code":"V"}}]},
      {"code":"pill","designation":[{"language":"de","value":"Pille"}]}]}
    """

  @Test("A supplement's names and properties stand with the code of its base, in either order")
  func supplements() throws {
    for documents in [
      [TerminologyFixture.forms, Self.supplement], [Self.supplement, TerminologyFixture.forms],
    ] {
      let fixture = try TerminologyFixture(documents)
      #expect(fixture.problems == ["supplement-unknown-code"], "pill is no code of the base")
      let found = fixture.catalog.terms(system: "http://example.org/forms", code: "tablet")
      let term = try #require(found.terms.first)
      #expect(found.terms.count == 1 && !term.isSupplementOnly)
      #expect(term.concept.display == "Tablet")
      #expect(term.designations.map(\.value) == ["Tablette"])
      #expect(term.properties.map(\.code) == ["weight", "status", "atc"])
      #expect(term.supplements.first?.coding(ofProperty: 0)?.system == "http://www.whocc.no/atc")
      let unknown = fixture.catalog.terms(system: "http://example.org/forms", code: "pill")
      #expect(unknown.terms.map(\.isSupplementOnly) == [true], "it defines no code")
      #expect(fixture.catalog.verify().findings == [])
    }
  }

  @Test("S37 Concepts that are handed over while they are read give the same catalog")
  func handedOver() throws {
    // More than one piece, nested, and two systems in one document.
    let concepts = (0..<3000).map { number in
      #"{"code":"a\#(number)","display":"name \#(number % 7)","property":[{"code":"p","#
        + #""valueCoding":{"system":"s","code":"c\#(number % 3)"}}],"concept":[{"code":"b\#(number)"}]}"#
    }
    let large =
      #"{"resourceType":"CodeSystem","url":"http://example.org/large","content":"complete","#
      + #""count":6001,"concept":[\#(concepts.joined(separator: ","))]}"#
    let bundle =
      #"{"resourceType":"Bundle","entry":[{"resource":\#(TerminologyFixture.forms)},"#
      + #"{"resource":\#(large)}]}"#
    let whole = try TerminologyFixture([bundle, Self.supplement])
    let handed = try TerminologyFixture([bundle, Self.supplement], handingOver: true)
    #expect(whole.problems == handed.problems && handed.problems.contains("count-mismatch"))
    #expect(whole.bytes == handed.bytes)
  }

  @Test(
    "S37 Concepts under a heading without code hang on what stands above it, wherever a piece ends",
    arguments: [0, 1022, 1023, 1024, 2047])
  func codelessHeading(before: Int) throws {
    let others = (0..<before).map { #"{"code":"x\#($0)","display":"x"}"# }
    let concepts =
      others + [
        #"{"code":"a","display":"a"}"#,
        #"{"display":"Heading","concept":[{"code":"c","concept":[{"code":"d"}]},{"code":"e"}]}"#,
        #"{"code":"g","concept":[{"code":"h"},{"display":"Heading","concept":[{"code":"i"}]}]}"#,
      ]
    let text =
      #"{"resourceType":"CodeSystem","url":"http://example.org/h","content":"complete","#
      + #""concept":[\#(concepts.joined(separator: ","))]}"#
    let whole = try TerminologyFixture([text])
    let handed = try TerminologyFixture([text], handingOver: true)
    #expect(whole.bytes == handed.bytes && whole.problems == handed.problems)
    for (code, parents) in [
      ("a", []), ("c", []), ("d", ["c"]), ("e", []), ("g", []), ("h", ["g"]), ("i", ["g"]),
    ] {
      let term = try #require(
        whole.catalog.terms(system: "http://example.org/h", code: code).terms.first)
      #expect(term.concept.parents.map(\.concept.code) == parents, "\(code)")
    }
  }

  @Test(
    "S9 A supplement without its base, or of another version of it, defines nothing and says so")
  func supplementWithoutBase() throws {
    let alone = try TerminologyFixture(Self.supplement)
    #expect(alone.problems == ["supplement-base-missing"])
    let other = TerminologyFixture.forms.replacing("\"version\":\"1\"", with: "\"version\":\"2\"")
    let fixture = try TerminologyFixture(other, Self.supplement)
    #expect(fixture.problems == ["supplement-base-missing"])
    let found = fixture.catalog.terms(system: "http://example.org/forms", code: "tablet").terms
    #expect(found.map(\.isSupplementOnly) == [false, true])
    #expect(found[0].designations.isEmpty)
    #expect(found.map(\.concept.system.codesVersion) == ["2", "1"])
    let all = fixture.catalog.terms(system: "http://example.org/forms", code: "tablet")
    #expect(!all.isAmbiguous, "a supplement without a name of its own disagrees with nobody")
  }

  @Test("A supplement may add to RxNorm itself")
  func rxNormSupplement() throws {
    let fixture = try TerminologyFixture(
      """
      {"resourceType":"CodeSystem","url":"http://example.org/rx-de","content":"supplement",
       "supplements":"http://www.nlm.nih.gov/research/umls/rxnorm",
       "concept":[{"code":"6809","designation":[{"language":"de","value":"Metformin"}]},
        {"code":"99999","designation":[{"language":"de","value":"Nichts"}]}]}
      """)
    #expect(fixture.problems == ["supplement-unknown-code"])
    let terms = fixture.catalog.terms(
      system: "http://www.nlm.nih.gov/research/umls/rxnorm", code: "6809"
    ).terms
    #expect(terms.first?.designations.map(\.value) == ["Metformin"])
  }

  @Test(
    "S4 Versions stand side by side; without a version all answer, and differing names are told")
  func versions() throws {
    let second = TerminologyFixture.forms.replacing("\"version\":\"1\"", with: "\"version\":\"2\"")
      .replacing("\"Tablet\"", with: "\"Oral tablet\"")
    let fixture = try TerminologyFixture(TerminologyFixture.forms, second)
    #expect(fixture.problems == [])
    let tablet = fixture.catalog.terms(system: "http://example.org/forms", code: "tablet")
    #expect(tablet.terms.map(\.concept.system.version) == ["1", "2"])
    #expect(tablet.isAmbiguous)
    let capsule = fixture.catalog.terms(system: "http://example.org/forms", code: "capsule")
    #expect(capsule.terms.count == 2 && !capsule.isAmbiguous)
    let one = fixture.catalog.terms(
      system: "http://example.org/forms", version: "2", code: "tablet")
    #expect(one.terms.map(\.concept.display) == ["Oral tablet"])
    let again = try TerminologyFixture(TerminologyFixture.forms, TerminologyFixture.forms)
    #expect(again.problems == ["resource-repeated"])
  }

  @Test("A system that does not tell letter cases apart is asked in any; another one is not")
  func letterCase() throws {
    let folded = TerminologyFixture.forms
      .replacing("\"caseSensitive\":true", with: "\"caseSensitive\":false")
      .replacing("\"tablet\"", with: "\"Tablet\"")
    let fixture = try TerminologyFixture(
      folded,
      TerminologyFixture.valueSet(
        "http://example.org/vs",
        #""include":[{"system":"http://example.org/forms","concept":[{"code":"Tablet"}]}]"#))
    for code in ["Tablet", "tablet", "TABLET"] {
      let found = fixture.catalog.terms(system: "http://example.org/forms", code: code)
      #expect(found.terms.map(\.concept.code) == ["Tablet"], "\(code)")
      #expect(found.isCaseFolded == (code != "Tablet"))
      let member = try fixture.membership(
        code, "http://example.org/forms", "http://example.org/vs")
      #expect(member == "member")
    }
    #expect(fixture.catalog.verify().findings == [])
    let exact = try TerminologyFixture(TerminologyFixture.forms)
    let found = exact.catalog.terms(system: "http://example.org/forms", code: "TABLET")
    #expect(found.terms.isEmpty)
  }

  @Test("The hierarchy comes of nesting, parent, child and subsumedBy, and can be a graph")
  func hierarchy() throws {
    let fixture = try TerminologyFixture(
      TerminologyFixture.forms,
      """
      {"resourceType":"CodeSystem","url":"http://example.org/flat","content":"complete",
       "concept":[{"code":"a","property":[{"code":"child","valueCode":"b"},
         {"code":"child","valueCode":"gone"}]},{"code":"b"}]}
      """)
    #expect(fixture.problems == ["hierarchy-broken"])
    func parents(_ system: String, _ code: String) throws -> [String] {
      let term = try #require(fixture.catalog.terms(system: system, code: code).terms.first)
      return term.concept.parents.map { "\($0.concept.code) \($0.kind.word)" }
    }
    #expect(try parents("http://example.org/forms", "tablet") == ["solid nesting"])
    #expect(
      try parents("http://example.org/forms", "syrup") == ["form subsumedBy", "liquid parent"])
    #expect(try parents("http://example.org/flat", "b") == ["a child"])
    let form = try #require(
      fixture.catalog.terms(system: "http://example.org/forms", code: "form").terms.first)
    #expect(form.concept.children.map(\.concept.code) == ["solid", "liquid", "syrup"])
  }

  @Test("Without a URL the identifier stands for the system, without one the file")
  func noURL() throws {
    let fixture = try TerminologyFixture(
      """
      {"resourceType":"CodeSystem","identifier":[{"value":"urn:oid:1.2.3"}],"content":"complete",
       "concept":[{"code":"a"}]}
      """,
      #"{"resourceType":"CodeSystem","content":"complete","concept":[{"code":"b"}]}"#)
    #expect(fixture.problems == ["system-missing", "system-missing"])
    #expect(fixture.catalog.codeSystems.map(\.url) == ["urn:oid:1.2.3", "1.json"])
    #expect(fixture.catalog.codeSystems.allSatisfy { $0.isURLInvented })
    #expect(fixture.catalog.terms(system: "urn:oid:1.2.3", code: "a").terms.count == 1)
  }

  @Test("A catalog without terminology has none of its sections, and the same bytes as ever")
  func nothingAdded() throws {
    let page = PageDecoder(try FixtureRelease.bytes())
    for name in ["CSYX", "CSYH", "VSET", "CMAP", "NSYS", "TUPL", "TKEY", "TSLT", "TENT"] {
      #expect(page.section(name) == nil, "\(name)")
    }
  }
}

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
