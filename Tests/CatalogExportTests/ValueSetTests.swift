// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import TestSupport
import Testing

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
    let content = try Exporting.content(of: HandRelease.withHistory())
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
