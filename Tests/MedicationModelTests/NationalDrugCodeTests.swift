// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

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
    guard let (_, rows) = try TestData.table("golden/golden.tsv") else { return }
    let questions = rows.filter { $0.count > 4 && $0[1] == "ndc" }
    #expect(!questions.isEmpty)
    for row in questions {
      let kind =
        switch NationalDrugCode.read(row[2].dropFirst(4)) {
        case .exact: "exact"
        case .several: "several"
        case .product: "product"
        case .invalid: "invalid"
        }
      let expected =
        row[3] == "invalid" ? "invalid" : row[4].hasPrefix("bare 10") ? "several" : "exact"
      #expect(kind == expected, "\(row[0])")
    }
  }
}
