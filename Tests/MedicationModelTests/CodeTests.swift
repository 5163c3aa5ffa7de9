// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

@testable import MedicationModel

@Suite("RxCUI")
struct RxCUITests {
  @Test(
    "M3 Only digits without a leading zero are a code",
    arguments: ["0308192", "308192 ", "308192.0", "", "0", "123456789", "\u{FF11}"])
  func refused(_ text: String) {
    #expect(RxCUI(text) == nil)
  }

  @Test("A code reads and writes as RxNorm writes it")
  func roundTrip() {
    #expect(RxCUI("308192")?.description == "308192")
  }
}

@Suite("National Drug Codes")
struct NationalDrugCodeTests {
  static func code(_ number: UInt64) throws -> NationalDrugCode {
    try #require(NationalDrugCode(number: number))
  }

  @Test("S22 Ten digits without dashes are all codes that they can be, each once")
  func tenDigits() throws {
    #expect(
      NationalDrugCode.read("0078065920")
        == .several([
          try Self.code(78_065_920), try Self.code(780_065_920), try Self.code(780_659_200),
        ]))
    #expect(
      NationalDrugCode.read("1981000741")
        == .several([
          try Self.code(1_981_000_741), try Self.code(19_810_000_741),
          try Self.code(19_810_007_401),
        ]))
    #expect(
      NationalDrugCode.read("1000000000")
        == .several([try Self.code(1_000_000_000), try Self.code(10_000_000_000)]))
  }

  @Test("Ten digits that a dashed code lost give that code among others")
  func lostDashes() throws {
    var generator = SeededGenerator(for: "lostDashes")
    for _ in 0..<500 {
      let digits = (0..<10).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let readings: [NationalDrugCode]
      switch NationalDrugCode.read(digits) {
      case .several(let codes): readings = codes
      case .exact(let code): readings = [code]
      case .product, .invalid: readings = []
      }
      for widths in [[4, 4, 2], [5, 3, 2], [5, 4, 1]] {
        var rest = Substring(digits)
        let parts = widths.map { width in
          defer { rest = rest.dropFirst(width) }
          return String(rest.prefix(width))
        }
        guard case .exact(let code) = NationalDrugCode.read(parts.joined(separator: "-")) else {
          Issue.record("\(parts)")
          continue
        }
        #expect(readings.contains(code))
        #expect(Set(readings).count == readings.count)
      }
    }
  }

  @Test("S22 An asterisk pads the beginning of a part, and is no digit elsewhere")
  func pads() throws {
    for text in ["00002-311-*2", "00002-*311-02", "00002*31102", "000020311*2"] {
      guard case .exact = NationalDrugCode.read(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in ["00002-311*-02", "0*002-3110-02", "00002-3*10-02", "0000231*102"] {
      #expect(NationalDrugCode.read(text) == .invalid(.foreignCharacter), "\(text)")
    }
  }

  @Test("Numbers of more digits are no codes, and codes are ordered as their digits")
  func numbers() throws {
    #expect(NationalDrugCode(number: 100_000_000_000) == nil)
    #expect(NationalDrugCode.Product(number: 1_000_000_000) == nil)
    let code = try Self.code(78_065_920)
    #expect(code.description == "00078065920")
    #expect(code.hyphenated == "00078-0659-20")
    #expect(code.product.hyphenated == "00078-0659")
    #expect(code < (try Self.code(78_065_921)))
  }

  @Test("Eleven bare digits are read from bytes, and nothing else is")
  func bytes() throws {
    func read(_ text: String) -> NationalDrugCode? {
      let bytes = Array(text.utf8)
      return NationalDrugCode(elevenDigits: bytes.span)
    }
    #expect(read("00078065920") == (try Self.code(78_065_920)))
    for text in ["", "0078065920", "000780659201", "0007806592X", "00078-06592"] {
      #expect(read(text) == nil)
    }
  }

  @Test("The shapes of the golden questions are read as they say")
  func golden() throws {
    guard let file = TestData.path("golden/golden.tsv", skipping: "golden codes") else { return }
    let questions = try TestData.table(file).filter { $0["kind"] == "ndc" }
    #expect(!questions.isEmpty)
    for row in questions {
      let kind =
        switch NationalDrugCode.read((row["question"] ?? "").dropFirst(4)) {
        case .exact: "exact"
        case .several: "several"
        case .product: "product"
        case .invalid: "invalid"
        }
      let isBare = row["source"]?.hasPrefix("bare 10") == true
      let expected = row["expected"] == "invalid" ? "invalid" : isBare ? "several" : "exact"
      #expect(kind == expected, "\(row["id"] ?? "")")
    }
  }
}

@Suite("Code systems")
struct KnownCodeSystemTests {
  @Test(
    "Every spelling in the table leads to its system, and none to two",
    arguments: KnownCodeSystem.all)
  func table(_ system: KnownCodeSystem) {
    for uri in [system.canonical] + system.otherURIs {
      #expect(KnownCodeSystem.recognise(uri)?.canonical == system.canonical)
      #expect(KnownCodeSystem.recognise(uri)?.isExact == true)
      #expect(KnownCodeSystem.named(" \(uri)") == system, "folded")
    }
    for spelling in system.slips + system.words + system.oids.flatMap({ [$0, "urn:oid:\($0)"] }) {
      #expect(KnownCodeSystem.named(spelling) == system, "\(spelling)")
    }
  }

  @Test("The OIDs and URIs of the published naming systems are in the table")
  func namingSystems() throws {
    let name = "fhir-terminology/naming-systems.tsv"
    guard let file = TestData.path(name, skipping: "naming systems") else { return }
    for row in try TestData.table(file) {
      let oids = try #require(row["oids"]).split(separator: " ").map { "urn:oid:\($0)" }
      for spelling in try #require(row["allUris"]).split(separator: " ").map(String.init) + oids {
        #expect(KnownCodeSystem.recognise(spelling)?.canonical == row["preferredUri"], "\(row)")
      }
    }
  }
}

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
