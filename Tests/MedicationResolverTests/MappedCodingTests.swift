// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import Testing

@Suite("Codes that a loaded concept map knows")
struct MappedCodingTests {
  private static let target = "http://www.nlm.nih.gov/research/umls/rxnorm"

  /// A resolver with one map from `urn:local` to RxNorm; the targets are JSON.
  private static func resolver(
    _ targets: [String: String], more: [String] = []
  ) throws -> MedicationResolver {
    let elements = targets.sorted { $0.key < $1.key }.map {
      "{\"code\":\"\($0.key)\",\"target\":[\($0.value)]}"
    }
    let map = """
      {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{"source":"urn:local",
       "target":"\(target)","element":[\(elements.joined(separator: ","))],
       "unmapped":{"mode":"fixed","code":"401","relationship":"equivalent"}}]}
      """
    return try Resolvers.make(try SmallRelease.make()) { builder in
      for text in [map] + more {
        let document = FHIRDocument(Array(text.utf8))
        for map in document.conceptMaps { _ = builder.add(map, file: "map.json") }
        for system in document.namingSystems { _ = builder.add(system, file: "naming.json") }
      }
    }
  }

  @Test("S3 An equivalent code leads to the concept, and the path names the map")
  func equivalent() throws {
    let resolver = try Self.resolver(["A": #"{"code":"401","equivalence":"equivalent"}"#])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(answer.found == ["401"])
    let path = try #require(answer.concepts.first?.path)
    #expect(path.map(\.reason.rawValue) == ["given", "mapped-to"])
    #expect(path.map(\.code) == ["A", "401"])
    #expect(path.last?.map == "http://example.org/map")
    #expect(answer.concepts.first?.match == .crosswalk)
    #expect(answer.json.contains(#""map":"http://example.org/map""#))
  }

  /// Everything that a map may say but that the codes mean the same.
  static let others = [
    #"{"code":"401","equivalence":"wider"}"#, #"{"code":"401","equivalence":"narrower"}"#,
    #"{"code":"401","equivalence":"relatedto"}"#, #"{"code":"401","equivalence":"inexact"}"#,
    #"{"code":"401","equivalence":"disjoint"}"#, #"{"equivalence":"unmatched"}"#,
    #"{"code":"401"}"#, #"{"code":"401","equivalence":"identical"}"#,
    #"{"code":"401","relationship":"source-is-narrower-than-target"}"#,
    #"{"code":"401","relationship":"source-is-broader-than-target"}"#,
    #"{"code":"401","relationship":"related-to"}"#,
    #"{"code":"401","equivalence":"equivalent","dependsOn":[{"property":"p","value":"1"}]}"#,
    #"{"code":"401","equivalence":"equivalent","product":[{"property":"p","value":"1"}]}"#,
    #"{"valueSet":"http://example.org/vs","relationship":"equivalent"}"#,
  ]

  @Test("Nothing but an unconditional equivalent counts as the same drug", arguments: others)
  func notEquivalent(_ target: String) throws {
    let resolver = try Self.resolver(["A": target])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(answer.concepts.isEmpty)
    let isRelated = !target.contains("disjoint") && !target.contains("unmatched")
    #expect(answer.has(.mappingNotEquivalent) == isRelated)
  }

  @Test("S4 A code that maps to two drugs is ambiguous; what is not mapped is not guessed")
  func severalAndNone() throws {
    let resolver = try Self.resolver([
      "A": #"{"code":"401","equivalence":"equal"},{"code":"402","equivalence":"equal"}"#
    ])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(Set(answer.found) == ["401", "402"])
    #expect(answer.has(.ambiguous))
    let other = try resolver.record([FHIRCoding(system: "urn:local", code: "B")])
    #expect(other.concepts.isEmpty, "the map's unmapped rule is followed nowhere")
  }

  @Test("S8 An OID of a loaded registration leads to the system that the map is about")
  func registration() throws {
    let resolver = try Self.resolver(
      ["A": #"{"code":"401","equivalence":"equivalent"}"#],
      more: [
        """
        {"resourceType":"NamingSystem","name":"Local","uniqueId":[{"type":"oid","value":"1.2.3"},
         {"type":"uri","value":"urn:local","preferred":true}]}
        """
      ])
    let answer = try resolver.record([FHIRCoding(system: "urn:oid:1.2.3", code: "A")])
    #expect(answer.found == ["401"])
    #expect(answer.has(.systemNormalized))
  }
}
