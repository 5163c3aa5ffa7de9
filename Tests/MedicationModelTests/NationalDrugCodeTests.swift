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

  /// Shapes of RxNorm's technical documentation and FDA's rule (21 CFR 207.33).
  @Test(
    "S22 Each form that says where its parts end is one code",
    arguments: [
      ("0078-0659-20", "00078065920"), ("42291-474-60", "42291047460"),
      ("12345-6789-1", "12345678901"), ("00078-0659-20", "00078065920"),
      ("00078065920", "00078065920"), ("000078065920", "00078065920"),
      ("023155078831", "23155078831"), ("12345-*678-90", "12345067890"),
      (" 0078 - 0659 - 20\n", "00078065920"), ("00078 0659 20", "00078065920"),
      ("*0078065920", "00078065920"), ("0000000000", "00000000000"),
    ])
  func exact(_ text: String, _ digits: String) throws {
    guard case .exact(let code) = NationalDrugCode.read(text) else {
      Issue.record("\(NationalDrugCode.read(text))")
      return
    }
    #expect(code.digits == digits)
    #expect(NationalDrugCode.read(code.digits) == .exact(code))
    #expect(NationalDrugCode.read(code.hyphenated) == .exact(code))
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

  @Test(
    "Two parts are a product, which names its hundred packages",
    arguments: [
      ("0078-0659", "000780659"), ("42291-474", "422910474"), ("00078-0659", "000780659"),
    ])
  func product(_ text: String, _ digits: String) throws {
    guard case .product(let product) = NationalDrugCode.read(text) else {
      Issue.record("\(NationalDrugCode.read(text))")
      return
    }
    #expect(product.digits == digits)
    #expect(product.packages.lowerBound.digits == digits + "00")
    #expect(product.packages.upperBound.digits == digits + "99")
    #expect(product.packages.lowerBound.product == product)
    #expect(NationalDrugCode.read(product.hyphenated) == .product(product))
  }

  @Test(
    "What is no code is none, and the reason is said",
    arguments: [
      ("", NationalDrugCode.Reason.empty), ("  ", .empty), ("ABCDE-123-45", .foreignCharacter),
      ("0078065920X", .foreignCharacter), ("00078\u{2013}0659\u{2013}20", .foreignCharacter),
      ("\u{FF11}2345678901", .foreignCharacter), ("12345", .digitCount(5)),
      ("123456789", .digitCount(9)), ("312345678906", .twelveDigits),
      ("0000780659201", .digitCount(13)), (String(repeating: "9", count: 40), .digitCount(40)),
      ("00078-0659-201", .segments([5, 4, 3])), ("0078--20", .segments([4, 0, 2])),
      ("0078-0659-20-1", .segments([4, 4, 2, 1])), ("4-4", .segments([1, 1])),
      ("-", .segments([0, 0])), ("000078-0659-20", .segments([6, 4, 2])),
    ])
  func invalid(_ text: String, _ reason: NationalDrugCode.Reason) {
    #expect(NationalDrugCode.read(text) == .invalid(reason))
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
