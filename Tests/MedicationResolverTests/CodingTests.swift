// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing

@Suite("Placeholders and codes of loaded systems")
struct CodingTests {
  @Test("S2 a placeholder is never printed, wherever the way leads through it")
  func placeholderNotPrinted() throws {
    let resolver = try Resolvers.reconstructed.get()
    let queries: [MedicationQuery] = [
      .ndc("77777888801"), .userAnnotated(.sample(["503"], text: "Otherbrand 9 MG Oral Tablet")),
      .userAnnotated(.sample(["714"])), .name("Tempobrand"),
      .record(
        {
          var record = MedicationRecord(entryPath: "", resourceType: "Medication")
          record.codings = [
            FHIRCoding(system: CodeSystem.ndc, code: "77777888801", display: "warfarin")
          ]
          return record
        }()),
    ]
    for query in queries {
      let answer = try resolver.resolve(query)
      #expect(!answer.concepts.isEmpty)
      #expect(!answer.json.contains("9000000"), "\(answer.json)")
    }
    #expect(try resolver.resolve(.name("Tempobrand")).found == ["-"])
    var writer = JSONWriter()
    resolver.catalog.history(of: RxCUI(rawValue: 714)).write(to: &writer)
    #expect(!writer.text.contains("9000000"), "\(writer.text)")
    #expect(try resolver.codes("503").brand?.name == "Tempobrand")
  }

  @Test("S8 a code of a loaded code system is known there, and no RxNorm code")
  func loadedCodeSystem() throws {
    let text =
      #"{"resourceType":"CodeSystem","url":"urn:own","content":"complete","#
      + #""status":"active","concept":[{"code":"A1","display":"alfazine 500"}]}"#
    let system = try #require(FHIRDocument(Array(text.utf8)).codeSystems.first)
    let resolver = try Resolvers.make(try SmallRelease.make()) {
      _ = $0.add(system, file: "own.json")
    }
    let answer = try resolver.record([
      FHIRCoding(system: "urn:own", code: "A1"), FHIRCoding(system: "urn:own", code: "401"),
      FHIRCoding(system: "urn:other", code: "A1"),
    ])
    #expect(answer.outcomes == ["not-rxnorm", "unknown", "system-unknown"])
    #expect(answer.concepts.isEmpty)
  }
}
