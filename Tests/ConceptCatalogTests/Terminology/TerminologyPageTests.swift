// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Testing

@Suite("The sections of terminology, read by the documentation alone")
struct TerminologyPageTests {
  private static let documents = [
    TerminologyFixture.forms.replacing("\"caseSensitive\":true", with: "\"caseSensitive\":false"),
    """
    {"resourceType":"CodeSystem","url":"http://example.org/de","content":"supplement",
     "supplements":"http://example.org/forms","concept":[{"code":"tablet","property":[{"code":"x",
     "valueCoding":{"system":"http://example.org/y","code":"Y","display":"Why"}}]}]}
    """,
    """
    {"resourceType":"ValueSet","url":"http://example.org/vs","version":"3","compose":{"include":[
      {"system":"http://example.org/forms","concept":[{"code":"tablet","designation":[
        {"language":"de","value":"Tablette"}]},{"code":"syrup"}]},
      {"system":"http://example.org/forms","filter":[{"property":"concept","op":"is-a","value":"solid"}],
       "valueSet":["http://example.org/other"]}],
      "exclude":[{"system":"http://example.org/forms","concept":[{"code":"other"}]}]},
     "expansion":{"total":9,"timestamp":"2026","parameter":[{"name":"p","valueString":"q"}],
      "contains":[{"display":"H","contains":[{"system":"http://example.org/forms","code":"solid"}]}]}}
    """,
    """
    {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{
      "source":"http://example.org/forms","target":"urn:oid:2.16.840.1.113883.6.88",
      "element":[{"code":"tablet","target":[
        {"code":"1","equivalence":"wider","dependsOn":[{"property":"p","value":"v"}],
         "product":[{"property":"q","value":"w"}]},{"code":"2","equivalence":"equal"}]},
        {"code":"syrup"}],"unmapped":{"mode":"fixed","code":"9"}}]}
    """,
    """
    {"resourceType":"NamingSystem","name":"N","title":"T","status":"active","uniqueId":[
      {"type":"oid","value":"1.2"},{"type":"uri","value":"http://example.org/n","preferred":true}]}
    """,
  ]

  private func page() throws -> (PageDecoder, Catalog) {
    let fixture = try TerminologyFixture(Self.documents)
    #expect(fixture.catalog.verify().findings == [])
    return (PageDecoder(fixture.bytes), fixture.catalog)
  }

  @Test("Value sets, clauses, entries and their tuples are those that the page describes")
  func valueSets() throws {
    let (page, catalog) = try page()
    func text(_ section: String, _ record: Int, _ word: Int) -> String {
      page.string(page.word(section, record, word))
    }
    func tuples(_ first: Int, _ count: Int) -> [[String]] {
      (first..<first + count).map { record in (0..<4).map { text("TUPL", record, $0) } }
    }
    #expect(page.count("VSET") == 1 && page.count("VCLS") == 3 && page.count("VENT") == 5)
    #expect(text("VSET", 0, 0) == "http://example.org/vs" && text("VSET", 0, 1) == "3")
    #expect(page.word("VSET", 0, 11) == 10, "the total plus 1")
    #expect(page.word("VSET", 0, 12) == 7, "rules, an expansion, a part of one")
    #expect(tuples(page.word("VSET", 0, 13), page.word("VSET", 0, 14)) == [["p", "q", "", ""]])
    #expect((0..<3).map { page.word("VCLS", $0, 1) } == [0, 0, 1])
    #expect(
      tuples(page.word("VCLS", 1, 6), page.word("VCLS", 1, 7))
        == [["concept", "is-a", "solid", ""]])
    #expect(
      tuples(page.word("VCLS", 1, 8), page.word("VCLS", 1, 9))
        == [["http://example.org/other", "", "", ""]])
    let codes = (0..<5).map { text("VENT", $0, 3) }
    #expect(codes == ["tablet", "syrup", "other", "", "solid"])
    #expect((0..<5).map { page.word("VENT", $0, 9) } == [1, 1, 3, 0, 0])
    #expect(page.word("VENT", 4, 5) == 4, "the heading's index plus 1")
    #expect(page.word("VENT", 4, 6) & 0xFFFF == 2)
    #expect(
      tuples(page.word("VENT", 0, 7), page.word("VENT", 0, 8)) == [["de", "", "Tablette", ""]])
    #expect(catalog.valueSets[0].clauses.map(\.entryCount) == [2, 0, 1])
  }

  @Test("Maps, registrations and the details of code systems are those that the page describes")
  func maps() throws {
    let (page, _) = try page()
    func text(_ section: String, _ record: Int, _ word: Int) -> String {
      page.string(page.word(section, record, word))
    }
    #expect(page.count("CMAP") == 1 && page.count("CMGR") == 1 && page.count("CMEL") == 3)
    #expect(text("CMGR", 0, 7) == "fixed" && text("CMGR", 0, 8) == "9")
    #expect((0..<3).map { page.word("CMEL", $0, 9) & 0xFF } == [1, 0, 5])
    #expect((0..<3).map { page.word("CMEL", $0, 9) >> 10 } == [0, 1, 2])
    #expect(page.word("CMEL", 0, 11) == 0x1_0001)
    #expect(text("TUPL", page.word("CMEL", 0, 10), 0) == "p")
    #expect(text("TUPL", page.word("CMEL", 0, 10) + 1, 2) == "w")
    #expect(text("NSYS", 0, 1) == "T" && text("NSYS", 0, 6).isEmpty && page.word("NSYS", 0, 5) == 2)
    #expect(page.count("CSYX") == page.count("CSYS"))
    #expect(text("CSYX", 0, 0) == "is-a" && page.word("CSYX", 0, 1) == 8)
    let edges = (0..<page.count("CSYH")).map { record in
      (0..<3).map { word in
        word < 2
          ? text("CSYC", page.word("CSYH", record, word), 1) : "\(page.word("CSYH", record, 2))"
      }.joined(separator: " ")
    }
    #expect(
      edges == [
        "solid form 0", "tablet solid 0", "capsule solid 0", "liquid form 0", "syrup form 2",
        "syrup liquid 1",
      ])
    #expect(page.count("PRCD") == 1 && text("PRCD", 0, 3) == "Why")
    #expect(text("PROP", page.word("PRCD", 0, 0), 2) == "Y")
  }

  @Test("Codes are found through the hash index, under the URI that stands for their system")
  func keys() throws {
    let (page, _) = try page()
    func owners(_ system: String, _ code: String, _ kind: Int) -> [Int] {
      page.records(
        "TSLT", "TENT", hash: PageDecoder.hash(Array(system.utf8) + [0] + Array(code.utf8))
      )
      .filter {
        page.string(page.word("TKEY", $0, 0)) == system
          && page.string(page.word("TKEY", $0, 1)) == code && page.word("TKEY", $0, 3) == kind
      }.map { page.word("TKEY", $0, 2) }
    }
    #expect(owners("http://example.org/forms", "tablet", 1) == [0])
    #expect(owners("http://example.org/forms", "tablet", 2) == [0, 1])
    #expect(owners("http://www.nlm.nih.gov/research/umls/rxnorm", "2", 3) == [1])
    #expect(owners("http://example.org/forms", "tablet", 4).count == 1)
    #expect(owners("http://example.org/forms", "", 1) == [], "headings have no key")
  }

  @Test("The page names every section")
  func names() throws {
    let (page, _) = try page()
    let all = [
      "CSYX", "CSYH", "PRCD", "VSET", "VCLS", "VENT", "CMAP", "CMGR", "CMEL", "NSYS", "TUPL",
      "TKEY", "TSLT", "TENT",
    ]
    for name in all { #expect(page.section(name) != nil, "\(name)") }
  }
}
