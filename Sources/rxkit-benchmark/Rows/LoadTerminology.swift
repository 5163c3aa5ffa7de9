// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import RxNormRelease

/// `load-code-system` and `load-supplement`: a large FHIR document becomes rows of a catalog.
///
/// From bytes in memory to everything that the catalog will hold of it; laying the catalog out
/// is measured by `build-catalog`. The rival decodes the same members and keeps nothing.
enum LoadTerminology {
  /// 100,000 concepts with designation, properties and parents, about 37 MB.
  static func measureCodeSystem(_ workshop: Workshop) throws -> [BenchmarkRow] {
    try measure("load-code-system", text: codeSystem(100_000), workshop)
  }

  /// A supplement with three designations a concept, about 20 MB.
  static func measureSupplement(_ workshop: Workshop) throws -> [BenchmarkRow] {
    try measure("load-supplement", text: supplement(85_000), workshop)
  }

  private static func measure(
    _ name: String, text: String, _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    let bytes = Array(text.utf8)
    let release = try RxNormRelease(path: try workshop.release())
    let data = Data(bytes)
    let expected = try decode(data)
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) {
          let document = FHIRDocument(bytes)
          var builder = CatalogBuilder(release: release, toolVersion: "benchmark")
          var (count, checksum) = (0, UInt64(0))
          for system in document.codeSystems {
            _ = builder.add(system, file: "generated.json")
            count += system.concepts.count
            for concept in system.concepts {
              checksum &+= UInt64(
                concept.code.utf8.count + concept.designations.count * 1000
                  + concept.properties.count * 1_000_000)
            }
          }
          return Contestant.Answer(count: count, checksum: checksum)
        },
        Contestant(rival: "JSONDecoder") { try decode(data) },
      ], runs: workshop.runs(5))
    return try contest.hold().map { showing in
      BenchmarkRow(
        showing, name: name, input: Quantity.memory(bytes.count), operations: expected.count,
        unit: "concepts", expected: expected
      ).moving(bytes: bytes.count, operations: expected.count)
    }
  }

  private struct System: Decodable {
    struct Designation: Decodable {
      let language: String?
      let value: String?
    }
    struct Property: Decodable {
      let code: String
      let valueCode: String?
    }
    struct Concept: Decodable {
      let code: String
      let display: String?
      let definition: String?
      let designation: [Designation]?
      let property: [Property]?
    }
    let concept: [Concept]
  }

  private static func decode(_ data: Data) throws -> Contestant.Answer {
    let system = try JSONDecoder().decode(System.self, from: data)
    var answer = Contestant.Answer(count: system.concept.count, checksum: 0)
    for concept in system.concept {
      answer.checksum &+= UInt64(
        concept.code.utf8.count + (concept.designation?.count ?? 0) * 1000
          + (concept.property?.count ?? 0) * 1_000_000)
    }
    return answer
  }

  // MARK: Input

  private static let words = [
    "tablet", "capsule", "oral", "film", "coated", "solution", "injection", "sodium", "release",
    "extended", "cream", "ointment", "drops", "nasal", "spray", "powder",
  ]

  /// Four words and a number: no two names are alike.
  private static func name(_ number: Int, _ generator: inout SeededGenerator) -> String {
    let four = (0..<4).map { _ in words[Int(generator.next() % UInt64(words.count))] }
    return four.joined(separator: " ") + " \(number)"
  }

  private static func codeSystem(_ count: Int) -> String {
    var generator = SeededGenerator(seed: 7)
    let concepts = (0..<count).map { number in
      let parent = number > 0 ? ",{\"code\":\"parent\",\"valueCode\":\"C\(number / 10)\"}" : ""
      return "{\"code\":\"C\(number)\",\"display\":\"\(name(number, &generator))\","
        + "\"definition\":\"\(name(number, &generator))\",\"designation\":[{\"language\":\"de\","
        + "\"use\":{\"system\":\"http://snomed.info/sct\",\"code\":\"900000000000013009\"},"
        + "\"value\":\"\(name(number, &generator))\"}],\"property\":[{\"code\":\"status\","
        + "\"valueCode\":\"active\"}\(parent)]}"
    }
    return "{\"resourceType\":\"CodeSystem\",\"url\":\"http://example.org/large\","
      + "\"content\":\"complete\",\"hierarchyMeaning\":\"is-a\",\"concept\":["
      + concepts.joined(separator: ",\n") + "]}"
  }

  private static func supplement(_ count: Int) -> String {
    var generator = SeededGenerator(seed: 8)
    let concepts = (0..<count).map { number in
      let names = ["de", "fr", "es"].map {
        "{\"language\":\"\($0)\",\"value\":\"\(name(number, &generator))\"}"
      }
      return "{\"code\":\"C\(number)\",\"designation\":[\(names.joined(separator: ","))]}"
    }
    return "{\"resourceType\":\"CodeSystem\",\"url\":\"http://example.org/large-names\","
      + "\"content\":\"supplement\",\"supplements\":\"http://example.org/large\",\"concept\":["
      + concepts.joined(separator: ",\n") + "]}"
  }
}
