// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("The evidence of labels as FHIR R5 ClinicalUseDefinition")
struct ClinicalUseTests {
  private typealias Object = [String: Any]

  private static let header =
    SideEffectTable.wholeColumnNames.joined(separator: "\t") + "\n"

  /// Rows by hand: figures in a trial of children, and a direction without figures.
  private static let rows = [
    "ingredient\t1\tabcdin\tHKCategoryTypeIdentifierAppetiteChanges\texact\tdecreased\tlisted\t\t\t\t"
      + "none\t\teffect\t\t\t\tORAL\t1\t1\tAAAAAAAA-0000-0000-0000-000000000001\t34084-4\t\tloss of"
      + " <appetite>\tA\tspl\t3\t20260102\thttps://labels.example/1\tCC0-1.0",
    "ingredient\t1\tabcdin\tHKCategoryTypeIdentifierNausea\texact\tpresent\ttrial_table\t5\t12\t<1\t"
      + "placebo\tpediatric\teffect\tfixed dose\t\t\tORAL\t1\t1\t"
      + "AAAAAAAA-0000-0000-0000-000000000001\t34084-4\t6.1\tnausea\tA\tspl\t3\t20260102\t"
      + "https://labels.example/1\tCC0-1.0",
  ]

  private func export(_ form: ClinicalUseExport.Form, _ rows: [String] = rows) throws
    -> ClinicalUseExport
  {
    let tables = try MappingTables { name in
      if name == "side-effects.tsv" {
        return [UInt8]((Self.header + rows.map { $0 + "\n" }.joined()).utf8)
      }
      let url = Repository.root.appendingPathComponent("Data/Mappings/\(name)")
      return (try? Data(contentsOf: url)).map { [UInt8]($0) }
    }
    return ClinicalUseExport(
      ExportContent(
        catalog: try HandRelease("history").catalog(), tables: tables, toolVersion: "test"),
      form: form)
  }

  private func resources() throws -> [Object] {
    let export = try export(.lines)
    let text = try Exporting.text { try export.write(to: $0) }
    return try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
    }
  }

  @Test("S24 Each row is a definition, each label a Provenance of all rows that quote it")
  func resourcesOfRows() throws {
    let resources = try resources()
    #expect(
      resources.map { $0["resourceType"] as? String }
        == ["ClinicalUseDefinition", "ClinicalUseDefinition", "Provenance"])
    let targets = (resources[2]["target"] as? [Object])?.compactMap { $0["reference"] as? String }
    let ids = resources.prefix(2).compactMap { $0["id"] as? String }
    #expect(targets == ids.map { "ClinicalUseDefinition/\($0)" })
    #expect(ids.allSatisfy { $0.count <= 64 })
    let entity = (resources[2]["entity"] as? [Object])?.first?["what"] as? Object
    #expect(
      (entity?["identifier"] as? Object)?["value"] as? String
        == "urn:uuid:aaaaaaaa-0000-0000-0000-000000000001")
    #expect((entity?["display"] as? String)?.contains("version 3 of 2026-01-02") == true)
  }

  @Test("S27 Figures keep comparator, population and condition; no band is derived")
  func figures() throws {
    let resource = try resources()[1]
    let effect = try #require(resource["undesirableEffect"] as? Object)
    let frequency = try #require(effect["frequencyOfOccurrence"] as? Object)
    #expect(
      frequency["text"] as? String == "12 % against <1 % (placebo), pediatric, fixed dose, ORAL")
    #expect(frequency["coding"] == nil)
    #expect((resource["population"] as? [Object])?.first?["reference"] as? String == "#population")
    let contained = try #require(resource["contained"] as? [Object])
    #expect(contained.map { $0["resourceType"] as? String } == ["Medication", "Group"])
    #expect(contained[1]["name"] as? String == "pediatric")
  }

  @Test("S30 A direction stands with the words, and text is escaped in the narrative")
  func direction() throws {
    let resource = try resources()[0]
    let effect = try #require(resource["undesirableEffect"] as? Object)
    #expect(effect["frequencyOfOccurrence"] == nil)
    let concept = (effect["symptomConditionEffect"] as? Object)?["concept"] as? Object
    #expect(concept?["text"] as? String == "loss of <appetite> (decreased)")
    let text = resource["text"] as? Object
    #expect((text?["div"] as? String)?.contains("<appetite>") == false)
    #expect(resource["population"] == nil)
  }

  @Test("A Bundle holds the resources of the lines, each with its address")
  func bundle() throws {
    let export = try export(.bundle)
    let bundle = try Exporting.object { try export.write(to: $0) }
    let entries = try #require(bundle["entry"] as? [Object])
    #expect(bundle["type"] as? String == "collection")
    #expect(
      entries.map { $0["resource"] as? NSDictionary }
        == (try resources().map { $0 as NSDictionary }))
    #expect(Set(entries.compactMap { $0["fullUrl"] as? String }).count == entries.count)
  }

  @Test(
    "Each row of the shipped table has an id of its own, and the same one again",
    .enabled(if: Effort.isFull))
  func shipped() throws {
    let export = ClinicalUseExport(try Exporting.starterContent())
    let bytes = try Exporting.bytes { try export.write(to: $0) }
    let definitions = try JSONLines(bytes).lines.map { try $0.value.get() }
      .filter { $0["resourceType"]?.string == "ClinicalUseDefinition" }
    #expect(Set(definitions.compactMap { $0["id"]?.string }).count == definitions.count)
    #expect(definitions.count == (try StarterRelease.mappings().sideEffects.count))
    #expect(try Exporting.bytes { try export.write(to: $0) } == bytes, "S37")
  }

  @Test("S36 A row that not everyone may pass on is left out")
  func restricted() throws {
    let own = Self.rows[0].replacing("CC0-1.0", with: "CC-BY-NC-SA-4.0")
    let export = try export(.lines, [own, Self.rows[1]])
    let text = try Exporting.text { try export.write(to: $0) }
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains("appetite"))
  }

  @Test("Without a row there is nothing to write, and a bundle is whole still")
  func empty() throws {
    let export = try export(.bundle, [])
    #expect(!export.hasRows)
    #expect((try Exporting.object { try export.write(to: $0) })["type"] as? String == "collection")
  }
}
