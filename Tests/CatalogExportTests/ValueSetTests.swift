// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@testable import CatalogExport

@Suite("Value sets hold what their filter says")
struct ValueSetTests {
  private static func codes(_ resource: [String: Any]) throws -> [String] {
    let compose = try #require(resource["compose"] as? [String: Any])
    let include = try #require(compose["include"] as? [[String: Any]])
    let concepts = try #require(include.first?["concept"] as? [[String: Any]])
    return concepts.compactMap { $0["code"] as? String }
  }

  @Test("Products of an ingredient are those that RxNorm's relations lead to")
  func products() throws {
    let content = try Exporting.starterContent()
    let filter = ConceptFilter(
      termTypes: [.clinicalDrug], ingredients: [RxCUI(rawValue: 6809)], isPrescribableOnly: true)
    let resource = try Exporting.object {
      try TerminologyExport(content).writeValueSet(filter, .enumerated, to: $0)
    }
    // By the relations of SAB RXNORM alone, the other way: ingredient, components, drugs.
    let metformin = try #require(content.catalog.concept(for: RxCUI(rawValue: 6809)))
    let components = metformin.related(.ingredientOf).filter {
      $0.termType == .clinicalDrugComponent
    }
    let drugs = Set(
      components.flatMap { $0.related(.constitutes) }.filter {
        $0.termType == .clinicalDrug && $0.isPrescribable && $0.status == .active
      })
    #expect(try Self.codes(resource) == drugs.sorted().map(\.rxcui.description))
    #expect(drugs.count > 10)
    #expect(resource["id"] as? String == "rxnorm-prescribable-scd-of-6809")
  }

  @Test("Rules name properties that the CodeSystem declares as filters")
  func rules() throws {
    let content = try Exporting.content(of: HandRelease("history"))
    let terminology = TerminologyExport(content, fhir: .r5)
    let filter = ConceptFilter(
      termTypes: [.clinicalDrug, .brandedDrug], ingredients: [RxCUI(rawValue: 6809)],
      isPrescribableOnly: true)
    let resource = try Exporting.object {
      try terminology.writeValueSet(filter, .intensional, to: $0)
    }
    let compose = try #require(resource["compose"] as? [String: Any])
    let include = try #require((compose["include"] as? [[String: Any]])?.first)
    let rules = try #require(include["filter"] as? [[String: String]])
    let texts = rules.map { rule in
      [rule["property"] ?? "", rule["op"] ?? "", rule["value"] ?? ""].joined(separator: " ")
    }
    let expected = [
      "TTY in SCD,SBD", "ingredient = 6809", "prescribable = true", "inactive = false",
    ]
    #expect(texts == expected)
    let system = try Exporting.object { try terminology.writeCodeSystem(to: $0) }
    let filters = try #require(system["filter"] as? [[String: Any]])
    for rule in rules {
      let declared = try #require(filters.first { $0["code"] as? String == rule["property"] })
      let operators = try #require(declared["operator"] as? [String])
      #expect(operators.contains(rule["op"] ?? ""))
    }
  }

  @Test("A filter that nothing fits is known before anything is written")
  func nothing() throws {
    var release = HandRelease()
    release.concept(1, "IN", "abcdin")
    let terminology = TerminologyExport(try Exporting.content(of: release))
    #expect(terminology.hasCodes(ConceptFilter()))
    #expect(!terminology.hasCodes(ConceptFilter(termTypes: [.brandName])))
    #expect(!terminology.hasElements(.ndc) && !terminology.hasElements(.symptoms))
  }

  @Test("Ids are FHIR ids, however many codes a filter has")
  func identifiers() {
    let many = ConceptFilter(ingredients: (1...40).map { RxCUI(rawValue: $0 * 1111) })
    #expect(many.identifier.utf8.count <= 64)
    #expect(many.identifier != ConceptFilter(ingredients: [RxCUI(rawValue: 1)]).identifier)
    #expect(ConceptFilter().identifier == "rxnorm-active")
    #expect(ConceptFilter(includesInactive: true).identifier == "rxnorm-all")
  }
}

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
    let release = try HandRelease("one drug")
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

@Suite("Concept maps say how far two codes agree")
struct ConceptMapTests {
  /// The codes of `Tests/Fixtures/concept-maps.txt`.
  static let rows = CaseFile.cases(of: "Tests/Fixtures/concept-maps.txt").flatMap(\.rows)

  @Test("The rows are all there")
  func count() {
    #expect(Self.rows.count == 13)
  }

  @Test("S4 S9 S20 S21 A code leads to its targets with the right relation, and says why")
  func relations() throws {
    let content = try Exporting.content(of: HandRelease("history"))
    let maps = try ["retired": ExportMap.retired, "ndc": .ndc].mapValues { map in
      try FHIRRelease.allCases.map { try Exporting.elements(of: map, in: content, $0) }
    }
    for row in Self.rows {
      let words = row.text.split(separator: " ").map(String.init)
      let elements = try #require(maps[words[0]], "\(row.text)").map { elements in
        elements.first { $0["code"] as? String == words[1] }
      }
      let values = row.expected.map(\.value)
      for (index, word) in ["equivalence", "relationship"].enumerated() where values[index] != "any"
      {
        let element = try #require(elements[index], "\(row.text)")
        let targets = (element["target"] as? [[String: Any]] ?? []).map {
          "\($0["code"] as? String ?? ""): \($0[word] as? String ?? "?")"
        }
        let found = element["noMap"] as? Bool == true ? "none" : targets.joined(separator: ", ")
        #expect(found == values[index], "\(row.text)")
      }
      let targets = try #require(elements[0]?["target"] as? [[String: Any]], "\(row.text)")
      for target in targets where values[2] != "-" {
        #expect((target["comment"] as? String)?.contains(values[2]) == true, "\(row.text)")
      }
    }
  }

  /// 750221 and 750218 are obsolete; 540739 has no name in the archive.
  static let starter = [
    (code: "597972", target: "750221", comment: "itself obsolete"),
    (code: "540739", target: "750218", comment: "no old name is known"),
  ]

  @Test("S20 No retired code of the starter release is the same as an obsolete one")
  func starterCodes() throws {
    let elements = try Exporting.elements(of: .retired, in: Exporting.starterContent())
    let targets = try elements.flatMap { try #require($0["target"] as? [[String: Any]]) }
    for it in Self.starter {
      let element = try #require(elements.first { $0["code"] as? String == it.code })
      let target = try #require((element["target"] as? [[String: Any]])?.first)
      #expect(target["code"] as? String == it.target)
      #expect(target["equivalence"] as? String == "relatedto")
      #expect((target["comment"] as? String)?.contains(it.comment) == true)
    }
    for target in targets where target["equivalence"] as? String == "equivalent" {
      #expect(target["comment"] == nil)
    }
  }

  @Test("S22 A suppressed NDC is in no map")
  func suppressed() throws {
    let content = try Exporting.content(of: HandRelease("history"))
    let text = try Exporting.text {
      try TerminologyExport(content).writeConceptMap(.ndc, to: $0)
    }
    #expect(!text.contains("00001000103"))
  }

  @Test(
    "S24 Every pair of drug and symptom names its evidence; none claims to be equal",
    .enabled(if: !Effort.isFast))
  func symptoms() throws {
    let content = try Exporting.starterContent()
    // The subjects and symptoms of side-effects.tsv, read by hand.
    let url = Repository.root.appendingPathComponent("Data/Mappings/side-effects.tsv")
    let rows = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).dropFirst().map {
      $0.split(separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
    }
    let expected = Set(rows.map { [$0[0], $0[1], $0[3]] })
    for fhir in FHIRRelease.allCases {
      let elements = try Exporting.elements(of: .symptoms, in: content, fhir)
      var pairs = 0
      for element in elements {
        for target in try #require(element["target"] as? [[String: Any]]) {
          pairs += 1
          let comment = try #require(target["comment"] as? String)
          check(
            comment.contains("label ") && comment.contains("[") && comment.contains("/"), comment)
          let relationship = (target["equivalence"] ?? target["relationship"]) as? String
          check(relationship == (fhir == .r4 ? "relatedto" : "related-to"), comment)
        }
      }
      #expect(pairs == expected.count)
    }
  }
}
