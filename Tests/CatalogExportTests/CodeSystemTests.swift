// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@testable import CatalogExport

@Suite("The CodeSystem holds RxNorm as HL7's page has it")
struct CodeSystemTests {
  @Test("The starter's codes load again to the same concepts", .enabled(if: Effort.isFull))
  func roundTrip() throws {
    let content = try Exporting.starterContent()
    let catalog = content.catalog
    let bytes = try Exporting.bytes { try TerminologyExport(content).writeCodeSystem(to: $0) }
    let document = FHIRDocument(bytes)
    #expect(document.problems.isEmpty)
    let system = try #require(document.codeSystems.first)
    var builder = CatalogBuilder(
      release: try RxNormRelease(
        files: [.concepts: Array("1|ENG||||||1|1|1||RXNORM|IN|1|a||N||\n".utf8)], name: "none"),
      toolVersion: "test")
    let problems = builder.add(system, file: "rxnorm.json")
    #expect(problems.isEmpty, "nothing is odd")
    let catalogBytes = try builder.build().bytes
    let again = try Catalog(bytes: catalogBytes)
    let loaded = try #require(again.codeSystems.first)
    #expect(loaded.url == CodeSystem.rxNorm)
    #expect(loaded.content == "fragment" && loaded.version == "07232026-reconstructed")

    var expected = catalog.concepts.filter { $0.code != nil && $0.source == "RXNORM" }
      .makeIterator()
    var count = 0
    for concept in loaded.concepts {
      let next = expected.next()
      let original = try #require(next)
      count += 1
      guard Self.isSame(concept, as: original) else {
        Issue.record("\(concept.code) differs")
        break
      }
    }
    let rest = expected.next()
    #expect(rest == nil && count == 51_164)
  }

  /// Compares code, display, designations, status and relations.
  private static func isSame(_ loaded: ConceptCatalog.CodeSystemConcept, as concept: Concept)
    -> Bool
  {
    let names = concept.names.filter { $0.source == "RXNORM" }
    func values(_ code: String) -> [String] {
      loaded.properties.filter { $0.code == code }.map(\.value)
    }
    let relations = concept.relations.filter {
      $0.source == "RXNORM" && !$0.isBetweenAtoms && !$0.isReversed
    }
    var expected: Set<String> = []
    for relation in relations {
      if let code = relation.target?.code {
        expected.insert("\(relation.relationship.rawValue) \(code)")
      }
    }
    let words = Set(relations.map(\.relationship.rawValue))
    let found = loaded.properties.filter { words.contains($0.code) }.map {
      "\($0.code) \($0.value)"
    }
    return loaded.code == concept.rxcui.description && loaded.display == concept.name
      && loaded.designations.map(\.value) == names.dropFirst().map(\.text)
      && loaded.designations.map(\.use) == names.dropFirst().map(\.termType.rawValue)
      && values("TTY") == [concept.termType.rawValue]
      && values("status") == [concept.status.rawValue]
      && values("inactive") == [concept.status == .active ? "false" : "true"]
      && values("NDC") == concept.ndcs.map(\.digits)
      && Set(found) == expected
  }

  @Test("A concept has the properties and designations of its rows")
  func oneConcept() throws {
    var release = HandRelease()
    release.source("MTHSPL", level: 0)
    release.concept(1, "IN", "abcdin")
    release.concept(1, "SU", "ABCDIN", source: "MTHSPL", code: "U1")
    release.concept(2, "SCDC", "abcdin 5 MG")
    release.concept(3, "SCD", "abcdin 5 MG Oral Tablet")
    release.concept(3, "PSN", "Abcdin 5 mg tablet")
    release.relation(2, "has_ingredient", "ingredient_of", 1)
    release.relation(3, "consists_of", "constitutes", 2)
    release.attribute(3, "NDC", "00001000101")
    let content = try Exporting.content(of: release)
    let text = try Exporting.text { try TerminologyExport(content).writeCodeSystem(to: $0) }
    let expected: [String] = [
      #"{"code":"1","display":"abcdin","property":[{"code":"inactive","valueBoolean":false},"#,
      #"{"code":"status","valueCode":"Active"},{"code":"TTY","valueCode":"IN"},"#,
      #"{"code":"STY","valueCode":"T200"},{"code":"SAB","valueCode":"MTHSPL"},"#,
      #"{"code":"SAB","valueCode":"RXNORM"},{"code":"SUPPRESS","valueCode":"N"},"#,
      #"{"code":"prescribable","valueBoolean":true},{"code":"ingredient","valueCode":"1"},"#,
      #"{"code":"UNII","valueString":"U1"},{"code":"ingredient_of","valueCode":"2"}]}"#,
    ]
    #expect(text.contains(expected.joined()))
    let designation: [String] = [
      #"{"code":"3","display":"abcdin 5 MG Oral Tablet","designation":[{"language":"en","#,
      #""use":{"code":"PSN"},"value":"Abcdin 5 mg tablet"}],"property":["#,
    ]
    #expect(text.contains(designation.joined()))
    let properties: [String] = [
      #"{"code":"ingredient","valueCode":"1"},{"code":"NDC","valueString":"00001000101"},"#,
      #"{"code":"consists_of","valueCode":"2"}]}"#,
    ]
    #expect(text.contains(properties.joined()))
    #expect(text.hasSuffix("],\"count\":3}\n"))
  }

  @Test(
    "Only a full release of NLM is complete, and another's version says so",
    arguments: [
      ("RXNORM_20AA_260302F", "complete", "03022026", false),
      ("RxNorm_full_prescribe_03022026", "fragment", "03022026", false),
      ("RXNORM_RECONSTRUCTED_20260302", "fragment", "03022026-reconstructed", true),
    ])
  func extent(name: String, extent: String, version: String, isExperimental: Bool) throws {
    var release = HandRelease(name: name)
    release.concept(1, "IN", "abcdin")
    release.archived(2, "IN", "gone", into: 1)
    let content = try Exporting.content(of: release)
    let resource = try Exporting.object { try TerminologyExport(content).writeCodeSystem(to: $0) }
    #expect(resource["content"] as? String == extent)
    #expect(resource["version"] as? String == version)
    #expect(resource["experimental"] as? Bool == isExperimental)
    #expect(resource["status"] as? String == "active")
  }
}
