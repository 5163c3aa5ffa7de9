// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

@testable import CatalogExport

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
    let content = try Exporting.content(of: HandRelease.withHistory())
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
    let content = try Exporting.content(of: HandRelease.withHistory())
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
    for fhir in FHIRRelease.allCases {
      let elements = try Exporting.elements(of: .symptoms, in: content, fhir)
      // The subjects and symptoms of side-effects.tsv, read by hand.
      let url = Repository.root.appendingPathComponent("Data/Mappings/side-effects.tsv")
      let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      let expected = Set(rows.map { "\($0[0])/\($0[1]) \($0[3])" })
      var pairs = 0
      for element in elements {
        for target in try #require(element["target"] as? [[String: Any]]) {
          pairs += 1
          let comment = try #require(target["comment"] as? String)
          #expect(comment.contains("label ") && comment.contains("[") && comment.contains("/"))
          #expect(
            (target["equivalence"] ?? target["relationship"]) as? String
              == (fhir == .r4 ? "relatedto" : "related-to"))
        }
      }
      #expect(pairs == expected.count)
    }
  }
}
