// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import MedicationModel
import Testing

@Suite("Terminology resources in all their shapes")
struct TerminologyShapeTests {
  private func document(_ text: String) -> FHIRDocument {
    FHIRDocument(Array(text.utf8), reading: .withXML)
  }

  @Test("A display in other languages is read from the extension, in JSON as in XML")
  func translations() throws {
    let url = "http://hl7.org/fhir/StructureDefinition/translation"
    let json = """
      {"resourceType":"CodeSystem","url":"http://example.org/x","content":"complete","concept":[
       {"code":"a","display":"Tablet","_display":{"extension":[{"url":"\(url)","extension":[
         {"url":"lang","valueCode":"de"},{"url":"content","valueString":"Tablette"}]}]}}]}
      """
    let xml = """
      <CodeSystem xmlns="http://hl7.org/fhir"><url value="http://example.org/x"/>
      <content value="complete"/><concept><code value="a"/><display value="Tablet">
      <extension url="\(url)"><extension url="lang"><valueCode value="de"/></extension>
      <extension url="content"><valueString value="Tablette"/></extension></extension>
      </display></concept></CodeSystem>
      """
    for text in [json, xml] {
      let concept = try #require(document(text).codeSystems.first?.concepts.first)
      #expect(concept.display == "Tablet")
      #expect(concept.designations.map(\.language) == ["de"])
      #expect(concept.designations.map(\.value) == ["Tablette"])
    }
  }

  @Test("Concepts with language and value themselves are an error that names the first and counts")
  func misplaced() throws {
    let system = try #require(
      document(
        """
        {"resourceType":"CodeSystem","url":"http://example.org/x","content":"complete","concept":[
         {"code":"a","designation":[{"value":"A"}]},
         {"code":"b","concept":[{"code":"c","language":"de","value":"C"}]},
         {"code":"d","value":"D"}]}
        """
      ).codeSystems.first)
    let problem = try #require(system.problems.first { $0.severity == .error })
    #expect(problem.code == .designationMisplaced)
    #expect(problem.path == "concept[1].concept[0]")
    #expect(problem.message.contains("2 concepts"))
  }

  struct Content: Sendable, CustomTestStringConvertible {
    let word: String?
    let problems: [String]
    var testDescription: String { word ?? "none" }
  }

  @Test(
    "Every content mode is known, the older spelling of example among them",
    arguments: [
      Content(word: "complete", problems: []), Content(word: "fragment", problems: []),
      Content(word: "example", problems: []), Content(word: "examplar", problems: []),
      Content(word: "not-present", problems: []),
      Content(word: "supplement", problems: ["supplement-base-missing"]),
      Content(word: "whole", problems: ["content-unknown"]),
      Content(word: nil, problems: ["content-unknown"]),
    ])
  func content(_ content: Content) throws {
    let member = content.word.map { ",\"content\":\"\($0)\"" } ?? ""
    let system = try #require(
      document(
        #"{"resourceType":"CodeSystem","url":"http://example.org/x"\#(member),"concept":[{"code":"a"}]}"#
      ).codeSystems.first)
    #expect(system.problems.map(\.code.rawValue) == content.problems)
  }

  @Test("A code that stands twice is kept and told")
  func repeated() throws {
    let system = try #require(
      document(
        """
        {"resourceType":"CodeSystem","url":"http://example.org/x","content":"complete",
         "concept":[{"code":"a"},{"code":"a","display":"A"}]}
        """
      ).codeSystems.first)
    #expect(system.concepts.count == 2)
    #expect(system.problems.map(\.code) == [.codeRepeated])
  }

  @Test("Rules, imports of DSTU2, nested expansions and their subsets are read as they are")
  func valueSet() throws {
    let set = try #require(
      document(
        """
        {"resourceType":"ValueSet","url":"http://example.org/vs","compose":{"inactive":false,
          "import":["http://example.org/a"],
          "include":[{"system":"http://example.org/x","version":"1","concept":[{"code":"a"},{"display":"b"}],
            "filter":[{"property":"p","op":"is-a","value":"v"}],"valueSet":"http://example.org/b"}],
          "exclude":[{"system":"http://example.org/x"}]},
         "expansion":{"total":7,"contains":[{"display":"H","abstract":true,"contains":[
           {"system":"http://example.org/x","code":"a","inactive":true}]}]}}
        """
      ).valueSets.first)
    #expect(!set.allowsInactive)
    #expect(set.clauses.map(\.isExcluded) == [false, false, true])
    #expect(
      set.clauses.map(\.valueSets) == [["http://example.org/a"], ["http://example.org/b"], []])
    #expect(set.clauses[1].concepts.map(\.code) == ["a"])
    #expect(set.clauses[1].filters.map(\.operation) == ["is-a"])
    #expect(set.clauses.map(\.isWholeSystem) == [false, false, true])
    let expansion = try #require(set.expansion)
    #expect(expansion.isSubset)
    #expect(expansion.entries.map(\.depth) == [1, 2])
    #expect(expansion.entries.map(\.parent) == [nil, 0])
    #expect(expansion.entries[1].isInactive && expansion.entries[0].isAbstract)
    #expect(Set(set.problems.map(\.code)) == [.codeMalformed, .expansionIncomplete])
  }

  @Test("A value set that says nothing, and one that asks for codes of no system, are told")
  func emptyValueSet() throws {
    let empty = document(#"{"resourceType":"ValueSet","url":"http://example.org/vs"}"#)
    #expect(empty.valueSets.first?.problems.map(\.code) == [.valueSetEmpty])
    let lost = document(
      #"{"resourceType":"ValueSet","url":"u:v","compose":{"include":[{"concept":[{"code":"a"}]}]}}"#
    )
    #expect(lost.valueSets.first?.problems.map(\.code) == [.systemMissing])
  }

  @Test("Unmapped codes of R4 and R5 are read to one vocabulary")
  func unmapped() throws {
    func mode(_ text: String) -> ConceptMapResource.Unmapped? {
      document(
        """
        {"resourceType":"ConceptMap","url":"u:m","group":[{"source":"u:s","target":"u:t",
         "unmapped":\(text)}]}
        """
      ).conceptMaps.first?.groups.first?.unmapped
    }
    #expect(mode(#"{"mode":"provided"}"#)?.mode == "use-source-code")
    #expect(mode(#"{"mode":"use-source-code"}"#)?.mode == "use-source-code")
    #expect(mode(#"{"mode":"fixed","code":"x"}"#)?.code == "x")
    #expect(mode(#"{"mode":"other-map","url":"u:o"}"#)?.otherMap == "u:o")
    #expect(mode(#"{"mode":"other-map","otherMap":"u:o"}"#)?.otherMap == "u:o")
    #expect(mode(#"{"mode":"fixed","relationship":"related-to"}"#)?.relationship == .relatedTo)
    #expect(mode(#"{"mode":"fixed"}"#)?.relationship == .unstated)
  }
}
