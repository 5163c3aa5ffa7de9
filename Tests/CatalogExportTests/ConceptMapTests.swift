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
  /// One code of a map in one version of FHIR, as `target code: relation`.
  struct Case: Sendable, CustomTestStringConvertible {
    let map: ExportMap
    let code: String
    let r4: [String]
    let r5: [String]
    var testDescription: String { "\(map.rawValue) \(code)" }
  }

  /// Expected by the definitions of ConceptMapEquivalence (R4) and
  /// ConceptMapRelationship (R5), and the release below.
  static let cases = [
    Case(map: .retired, code: "10", r4: ["1: equivalent"], r5: ["1: equivalent"]),
    Case(
      map: .retired, code: "11", r4: ["1: relatedto", "2: relatedto"],
      r5: ["1: related-to", "2: related-to"]),
    Case(map: .retired, code: "12", r4: ["3: relatedto"], r5: ["3: related-to"]),
    Case(map: .retired, code: "13", r4: [": unmatched"], r5: ["none"]),
    Case(map: .retired, code: "14", r4: ["6: relatedto"], r5: ["6: related-to"]),
    Case(map: .retired, code: "15", r4: ["3: relatedto"], r5: ["3: related-to"]),
    Case(map: .retired, code: "16", r4: [": unmatched"], r5: ["none"]),
    Case(map: .retired, code: "17", r4: ["1: relatedto"], r5: ["1: related-to"]),
    Case(map: .retired, code: "18", r4: ["3: equivalent"], r5: ["3: equivalent"]),
    Case(
      map: .retired, code: "4", r4: ["5: narrower"], r5: ["5: source-is-broader-than-target"]),
    Case(
      map: .ndc, code: "00001000101", r4: ["3: wider"],
      r5: ["3: source-is-narrower-than-target"]),
    Case(
      map: .ndc, code: "00001000102", r4: ["3: wider", "5: wider"],
      r5: ["3: source-is-narrower-than-target", "5: source-is-narrower-than-target"]),
  ]

  static func release(name: String = "RXNORM_20AA_260302F") -> HandRelease {
    var release = HandRelease(name: name)
    release.concept(1, "IN", "abcdin")
    release.concept(2, "IN", "efghin")
    release.concept(3, "SCD", "abcdin 5 MG Oral Tablet")
    release.concept(4, "SCD", "abcdin 1 MG/ML Injection", suppress: "E")
    release.concept(5, "SCD", "2 ML abcdin 1 MG/ML Injection")
    release.relation(5, "quantified_form_of", "has_quantified_form", 4)
    release.archived(10, "IN", "abcdine", into: 1)
    release.archived(11, "IN", "abcd or efgh", into: 1)
    release.archived(11, "IN", "abcd and efgh", into: 2)
    // A brand that went into a clinical drug is not the same.
    release.archived(12, "BN", "Abcdex", into: 3)
    release.archived(13, "IN", "gone", into: 13)
    // Into an obsolete drug, another strength, nothing at hand, one live of two, the same.
    release.concept(6, "SCD", "abcdin 7 MG Oral Tablet", suppress: "O")
    release.archived(14, "SCD", "abcdin 7 MG Oral Tablet", into: 6)
    release.archived(15, "SCD", "abcdin 50 MG Oral Tablet", into: 3)
    release.archived(16, "IN", "lost", into: 99)
    release.archived(17, "IN", "abcdin", into: 1)
    release.archived(17, "IN", "abcdin", into: 99)
    release.archived(18, "SCD", "abcdin 5 MG Oral Tablet", into: 3)
    release.attribute(6, "NDC", "00001000106")
    release.attribute(3, "NDC", "00001000101")
    release.attribute(3, "NDC", "00001000102")
    release.attribute(5, "NDC", "00001000102")
    release.attribute(3, "NDC", "00001000103", suppress: "O")
    return release
  }

  private static func targets(
    of code: String, in map: ExportMap, _ fhir: FHIRRelease
  ) throws -> [String] {
    let elements = try Exporting.elements(of: map, in: Exporting.content(of: release()), fhir)
    let element = try #require(elements.first { $0["code"] as? String == code })
    if element["noMap"] as? Bool == true { return ["none"] }
    let targets = try #require(element["target"] as? [[String: Any]])
    let word = fhir == .r4 ? "equivalence" : "relationship"
    return targets.map { "\($0["code"] as? String ?? ""): \($0[word] as? String ?? "?")" }
  }

  @Test("A code leads to its targets with the right relation", arguments: cases)
  func relations(_ case: Case) throws {
    #expect(try Self.targets(of: `case`.code, in: `case`.map, .r4) == `case`.r4)
    #expect(try Self.targets(of: `case`.code, in: `case`.map, .r5) == `case`.r5)
  }

  static let comments: [(ExportMap, String, String)] = [
    (.retired, "11", "one of 2, none is chosen"),
    (.retired, "12", "was BN"),
    (.retired, "13", "the release names no successor"),
    (.retired, "14", "itself obsolete"),
    (.retired, "15", "differs in strength"),
    (.retired, "16", "its successor 99 is not in the release"),
    (.retired, "17", "its successor 99 is not in the release"),
    (.ndc, "00001000106", "itself obsolete"),
  ]

  @Test("S4 S9 S20 S21 A target that is not the same says why", arguments: comments)
  func comment(_ map: ExportMap, _ code: String, _ comment: String) throws {
    let elements = try Exporting.elements(of: map, in: Exporting.content(of: Self.release()))
    let element = try #require(elements.first { $0["code"] as? String == code })
    let targets = try #require(element["target"] as? [[String: Any]])
    for target in targets {
      #expect((target["comment"] as? String)?.contains(comment) == true)
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
    let content = try Exporting.content(of: Self.release())
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
