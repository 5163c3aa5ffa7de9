// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@Suite("Clinical codings")
struct ClinicalCodingTests {
  let coding = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308192")

  @Test("M27 System, version and code all count, and no version is not an empty one")
  func equality() {
    #expect(coding == ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308192"))
    #expect(coding != ClinicalCoding(system: CodeSystem.rxNorm, version: "", code: "308192"))
    #expect(coding != ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308191"))
  }

  @Test("M28 One code string in two systems is two codings")
  func twoSystems() {
    let other = ClinicalCoding(system: CodeSystem.ndc, version: nil, code: "308192")
    #expect(Set([coding, other]).count == 2)
  }

  @Test("M29 Canonically equivalent strings of other bytes are other codings")
  func bytes() {
    let composed = ClinicalCoding(system: "s", version: nil, code: "\u{E9}")
    let decomposed = ClinicalCoding(system: "s", version: nil, code: "e\u{301}")
    #expect(composed.code == decomposed.code, "Swift's own equality holds them equal")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test("M26 Codings are a set and come out by system, code and version")
  func order() {
    let codings = [
      ClinicalCoding(system: "b", version: nil, code: "1"),
      ClinicalCoding(system: "a", version: "2", code: "1"),
      ClinicalCoding(system: "a", version: "", code: "1"),
      ClinicalCoding(system: "a", version: nil, code: "1"),
      ClinicalCoding(system: "a", version: nil, code: "10"),
      ClinicalCoding(system: "a", version: nil, code: "1"),
    ]
    let expected = ["a|-|1", "a||1", "a|2|1", "a|-|10", "b|-|1"]
    for codings in [codings, codings.reversed()] {
      let sorted = Set(codings).sorted().map { "\($0.system)|\($0.version ?? "-")|\($0.code)" }
      #expect(sorted == expected)
    }
  }

  @Test("M189 A coding writes all three members, no version as null")
  func writing() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(coding), as: UTF8.self)
    #expect(json == #"{"code":"308192","system":"\#(CodeSystem.rxNorm)","version":null}"#)
  }

  @Test("M64 A missing version reads as none", arguments: [#""version":null,"#, ""])
  func missingVersion(_ member: String) throws {
    let json = #"{\#(member)"system":"\#(CodeSystem.rxNorm)","code":"308192"}"#
    #expect(try JSONDecoder().decode(ClinicalCoding.self, from: Data(json.utf8)) == coding)
  }

  @Test(
    "M190 System and code must be there and hold something",
    arguments: [#"{"system":"","code":"1"}"#, #"{"system":"s","code":""}"#, #"{"system":"s"}"#])
  func refused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ClinicalCoding.self, from: Data(json.utf8))
    }
  }
}
