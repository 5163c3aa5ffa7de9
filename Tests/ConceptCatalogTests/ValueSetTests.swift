// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import Foundation
import MedicationModel
import TestSupport
import Testing

@testable import ConceptCatalog

@Suite("Value sets")
struct ValueSetTests {
  /// The rows of `Fixtures/terminology.txt` with an option.
  static func rows(_ option: String) -> [CaseFile.Row] {
    CaseFile.cases(of: "Tests/ConceptCatalogTests/Fixtures/terminology.txt")
      .first { $0.options == [option] }?.rows ?? []
  }

  @Test("The rows are all there", arguments: [("filter", 18), ("word", 17)])
  func count(_ option: String, _ count: Int) {
    #expect(Self.rows(option).count == count)
  }

  @Test("Every operation of a filter gives what its definition says", arguments: rows("filter"))
  func filter(_ row: CaseFile.Row) throws {
    let words = row.text.components(separatedBy: " | ")
    let isComputable = row.expected[0].value != "not computable"
    let expected = isComputable ? row.expected[0].value.split(separator: ",").map(String.init) : []
    let fixture = try TerminologyFixture(
      TerminologyFixture.forms, TerminologyFixture.filtered(words[0], words[1], words[2]))
    let (codes, isComplete) = try fixture.members("http://example.org/vs")
    #expect(codes == expected)
    #expect(isComplete == isComputable, "an empty set is not what cannot be computed")
    for code in ["form", "solid", "tablet", "capsule", "liquid", "syrup", "other"] {
      let membership = try fixture.membership(
        code, "http://example.org/forms", "http://example.org/vs")
      let word = expected.contains(code) ? "member" : "not-member"
      #expect(membership == (isComputable ? word : "not-computable"), "\(code)")
    }
  }

  @Test("The rows of filters and words are all there")
  func count() {
    #expect(Self.rows("filter").count == 18 && Self.rows("word").count == 17)
  }

  @Test("A hierarchy of unknown meaning is no is-a: neither yes nor no")
  func unknownHierarchy() throws {
    let fixture = try TerminologyFixture(
      TerminologyFixture.forms.replacing("\"hierarchyMeaning\":\"is-a\",", with: ""),
      TerminologyFixture.filtered("concept", "is-a", "form"))
    let (codes, isComplete) = try fixture.members("http://example.org/vs")
    #expect(codes == ["form", "syrup"], "subsumedBy is an is-a by its definition")
    #expect(!isComplete)
    #expect(
      try fixture.membership("tablet", "http://example.org/forms", "http://example.org/vs")
        == "not-computable")
    #expect(
      try fixture.membership("other", "http://example.org/forms", "http://example.org/vs")
        == "not-member", "it stands under nothing")
  }

  @Test("Filters over RxNorm: term types, sources and relationships, read as they sound")
  func rxNorm() throws {
    let system = "http://www.nlm.nih.gov/research/umls/rxnorm"
    func set(_ filter: String) -> String {
      TerminologyFixture.valueSet(
        "http://example.org/rx", "\"include\":[{\"system\":\"\(system)\",\"filter\":[\(filter)]}]")
    }
    let catalog = try FixtureRelease.catalog()
    let live = catalog.concepts.filter { $0.source == "RXNORM" && $0.code != nil }
    let types = try TerminologyFixture(
      set(#"{"property":"TTY","op":"in","value":"IN,PIN"}"#)
    ).members("http://example.org/rx")
    #expect(
      Set(types.codes)
        == Set(
          live.filter { ["IN", "PIN"].contains($0.termType.rawValue) }.map(\.rxcui.description)))
    #expect(!types.codes.isEmpty)
    #expect(!types.isComplete, "the fixture is not all of RxNorm")
    let ingredient = try #require(live.first { !$0.related(.ingredientOf).isEmpty })
    let having = try TerminologyFixture(
      set(#"{"property":"has_ingredient","op":"=","value":"CUI:\#(ingredient.rxcui)"}"#)
    ).members("http://example.org/rx")
    #expect(Set(having.codes) == Set(ingredient.related(.ingredientOf).map(\.rxcui.description)))
    let subsumed = try TerminologyFixture(
      set(#"{"property":"concept","op":"is-a","value":"6809"}"#)
    ).members("http://example.org/rx")
    #expect(subsumed.codes.isEmpty && !subsumed.isComplete, "RxNorm defines no subsumption")
  }

  @Test("Lists, imports and excludes: all of one clause, any of several, excludes last")
  func clauses() throws {
    let forms = "\"system\":\"http://example.org/forms\""
    let fixture = try TerminologyFixture(
      TerminologyFixture.forms,
      TerminologyFixture.valueSet(
        "http://example.org/solids",
        #""include":[{\#(forms),"concept":[{"code":"tablet"},{"code":"capsule"},{"code":"new"}]}]"#),
      TerminologyFixture.valueSet(
        "http://example.org/both",
        """
        "include":[{"valueSet":["http://example.org/solids"]},
          {\(forms),"filter":[{"property":"concept","op":"is-a","value":"liquid"}]}],
        "exclude":[{\(forms),"concept":[{"code":"capsule"}]}]
        """),
      TerminologyFixture.valueSet(
        "http://example.org/cut",
        """
        "include":[{\(forms),"filter":[{"property":"concept","op":"is-a","value":"solid"}],
          "valueSet":["http://example.org/solids"]}]
        """),
      TerminologyFixture.valueSet(
        "http://example.org/all", "\"include\":[{\(forms)}],\"inactive\":false"),
      TerminologyFixture.valueSet(
        "http://example.org/old", "\"import\":[\"http://example.org/solids\"]"),
      TerminologyFixture.valueSet(
        "http://example.org/circle", "\"include\":[{\"valueSet\":[\"http://example.org/circle\"]}]"),
      TerminologyFixture.valueSet(
        "http://example.org/gone", "\"include\":[{\"valueSet\":[\"http://example.org/nowhere\"]}]"),
      TerminologyFixture.valueSet(
        "http://example.org/foreign", #""include":[{"system":"http://example.org/unknown"}]"#))
    let expected: [(String, [String], Bool)] = [
      ("solids", ["tablet", "capsule", "new"], true),
      ("both", ["tablet", "new", "liquid", "syrup"], true),
      ("cut", ["tablet", "capsule"], true),
      ("all", ["form", "solid", "capsule", "liquid", "syrup", "other"], true),
      ("old", ["tablet", "capsule", "new"], true), ("circle", [], false), ("gone", [], false),
      ("foreign", [], false),
    ]
    for (name, codes, isComplete) in expected {
      let found = try fixture.members("http://example.org/\(name)")
      #expect(found.codes == codes, "\(name)")
      #expect(found.isComplete == isComplete, "\(name)")
    }
    let holding = fixture.catalog.valueSets(of: "tablet", system: "http://example.org/forms")
    #expect(
      holding.filter { $0.membership == .member }.map(\.set.url).sorted()
        == ["both", "cut", "old", "solids"].map { "http://example.org/\($0)" })
    #expect(
      holding.filter { $0.membership != .member }.map(\.set.url).sorted()
        == ["circle", "gone"].map { "http://example.org/\($0)" })
    #expect(fixture.catalog.verify().findings == [])
  }

  @Test("An expansion goes before the rules; a part of one is not all")
  func expansions() throws {
    func set(_ name: String, _ more: String) -> String {
      """
      {"resourceType":"ValueSet","url":"http://example.org/\(name)"\(more),
       "expansion":{"total":4,"contains":[{"display":"Heading","contains":[
         {"system":"http://example.org/x","code":"a","contains":[
           {"system":"http://example.org/x","code":"b"}]}]},
         {"system":"http://example.org/x","code":"g","abstract":true}]}}
      """
    }
    let fixture = try TerminologyFixture(
      set("part", ""),
      set(
        "rest",
        #","compose":{"include":[{"system":"http://example.org/x","concept":[{"code":"z"}]}]}"#),
      set("whole", "").replacing("\"total\":4", with: "\"total\":3"))
    let part = try fixture.members("http://example.org/part")
    #expect(part.codes == ["a", "b", "g"] && !part.isComplete)
    let rest = try fixture.members("http://example.org/rest")
    #expect(rest.codes == ["a", "b", "g", "z"] && rest.isComplete, "the rules give the rest")
    let whole = try fixture.members("http://example.org/whole")
    #expect(whole.codes == ["a", "b", "g"] && whole.isComplete)
    let system = "http://example.org/x"
    #expect(try fixture.membership("b", system, "http://example.org/whole") == "member")
    #expect(try fixture.membership("g", system, "http://example.org/whole") == "not-member")
    #expect(try fixture.membership("q", system, "http://example.org/whole") == "not-member")
    #expect(try fixture.membership("q", system, "http://example.org/part") == "not-computable")
    #expect(fixture.catalog.valueSets[0].expansion[2].parent?.code == "a")
  }

  @Test("Imports that branch at every step take no longer than their number")
  func branchingImports() throws {
    let sets = (0..<40).map { number in
      let next = "{\"valueSet\":[\"http://example.org/\(number + 1)\"]}"
      return TerminologyFixture.valueSet(
        "http://example.org/\(number)", "\"include\":[\(next),\(next),\(next)]")
    }
    let last = TerminologyFixture.valueSet(
      "http://example.org/40",
      #""include":[{"system":"http://example.org/x","concept":[{"code":"a"}]}]"#)
    let fixture = try TerminologyFixture(sets + [last])
    #expect(try fixture.members("http://example.org/0").codes == ["a"])
    #expect(
      try fixture.membership("b", "http://example.org/x", "http://example.org/0") == "not-member")
  }

  @Test("A value set of DSTU2 holds the codes that it defines, and what it imports")
  func inline() throws {
    let fixture = try TerminologyFixture(
      """
      {"resourceType":"ValueSet","url":"http://example.org/vs","codeSystem":{
        "system":"http://example.org/cs","concept":[{"code":"a","concept":[{"code":"b"}]}]}}
      """)
    let found = try fixture.members("http://example.org/vs")
    #expect(found.codes == ["a", "b"] && found.isComplete)
  }

  @Test("A fragment does not tell which codes it lacks")
  func fragment() throws {
    let fixture = try TerminologyFixture(
      TerminologyFixture.forms.replacing("\"complete\"", with: "\"fragment\""),
      TerminologyFixture.valueSet(
        "http://example.org/vs", #""include":[{"system":"http://example.org/forms"}]"#))
    let found = try fixture.members("http://example.org/vs")
    #expect(found.codes.count == 7 && !found.isComplete)
    #expect(
      try fixture.membership("ointment", "http://example.org/forms", "http://example.org/vs")
        == "not-computable")
  }
}

@Suite("Regular expressions of filters")
struct ValuePatternTests {
  /// What is understood by every dialect alike, so that Foundation's answer is the expected one.
  static let patterns = FixtureRows.texts("patterns")
  static let texts = FixtureRows.texts("texts of patterns")

  @Test("A whole text matches as it does elsewhere", arguments: patterns)
  func matches(_ pattern: String) throws {
    let own = try #require(ValuePattern(pattern))
    let other = try NSRegularExpression(pattern: "^(?:\(pattern))$(?!\\n)")
    for text in Self.texts {
      let range = NSRange(text.startIndex..., in: text)
      let expected = other.firstMatch(in: text, range: range) != nil
      #expect(own.matches(text) == expected, "\(pattern) on \(text.debugDescription)")
    }
  }

  @Test(
    "What is not understood is said, not guessed",
    arguments: [
      "(", ")", "[", "a{", "a{3,2}", "*", "(?=a)", "\\1", "\\p{L}", "a{9999}", "[z-a]", "x)",
    ])
  func refused(_ pattern: String) {
    #expect(ValuePattern(pattern) == nil)
  }

  @Test("A pattern made to take forever takes no longer than others")
  func bounded() throws {
    let pattern = try #require(ValuePattern("(a+)+$"))
    #expect(!pattern.matches(String(repeating: "a", count: 2000) + "b"))
    #expect(ValuePattern(String(repeating: "(a{100}){100}", count: 100)) == nil, "too large")
  }
}
