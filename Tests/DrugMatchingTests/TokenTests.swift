// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@testable import DrugMatching

@Suite("Words and numbers of texts")
struct TokenTests {
  private static func words(_ text: String) -> [String] {
    var buffer = TokenBuffer()
    buffer.read(text)
    return buffer.tokens.map { token in
      switch token.kind {
      case .word, .number: buffer.text(token)
      case .slash: "/"
      case .plus: "+"
      case .hyphen: "-"
      case .percent: "%"
      case .open: "("
      case .close: ")"
      case .comma: ","
      case .colon: ":"
      }
    }
  }

  @Test(
    "A text is cut into folded words, numbers and signs",
    arguments: [
      ("Co-Amoxiclav 500mg/125mg", ["co", "amoxiclav", "500", "mg", "/", "125", "mg"]),
      ("tildiem 60mg m/r tablet", ["tildiem", "60", "mg", "mr", "tablet"]),
      ("i.v. 5 %", ["iv", "5", "%"]),
      ("Acide f\u{E9}nofibrique 25 \u{B5}g", ["acide", "fenofibrique", "25", "ug"]),
      ("\u{3B1}-tocopherol", ["alpha", "tocopherol"]),
      ("children's w/ codeine", ["childrens", "codeine"]),
      ("5-325 mg (each)", ["5", "-", "325", "mg", "(", "each", ")"]),
      ("Tylenol\u{AE} .5 g", ["tylenol", ".5", "g"]),
    ])
  func cutting(_ text: String, _ expected: [String]) {
    #expect(Self.words(text) == expected)
  }

  @Test(
    "A comma groups thousands before three digits and else is a decimal sign",
    arguments: [
      ("1,000", 1, 3), ("1,080", 108, 1), ("2,5", 25, -1), ("0,125", 125, -3),
      ("2,000,000", 2, 6), ("1.000.000", 1, 6), ("0.50", 5, -1), (".5", 5, -1),
      ("1,234.5", 12345, -1), (String(repeating: "9", count: 40), 0, 0),
    ])
  func numbers(_ text: String, _ significand: Int, _ exponent: Int) {
    let bytes = Array(text.utf8)
    let number = NumberReading.read(bytes, 0..<bytes.count).normalized
    #expect(number.significand == significand && number.exponent == exponent)
  }

  @Test(
    "Spellings of one name by rule have one fold",
    arguments: [
      ("cephalexin", "cefalexin"), ("cyclosporine", "ciclosporin"), ("oestradiol", "estradiol"),
      ("amoxicilline", "amoxicillin"), ("amphetamine", "amfetamine"), ("sulphur", "sulfur"),
      ("indomethacin", "indometacin"), ("protamines", "protamine"),
      ("cholestyramine", "colestiramin"),
    ])
  func folds(_ left: String, _ right: String) {
    #expect(Self.fold(left) == Self.fold(right))
  }

  @Test(
    "Names that are confused have different folds",
    arguments: [
      ("hydralazine", "hydroxyzine"), ("vinblastine", "vincristine"), ("clonidine", "clonazepam"),
      ("prednisone", "prednisolone"), ("thiamine", "thymine"),
    ])
  func differentFolds(_ left: String, _ right: String) {
    #expect(Self.fold(left) != Self.fold(right))
  }

  private static func fold(_ word: String) -> [UInt8] {
    let bytes = Array(word.utf8)
    var fold: [UInt8] = []
    SpellingFold.appendFold(bytes, 0..<bytes.count, to: &fold)
    return fold
  }

  @Test(
    "The distance of two words counts letters in tenths",
    arguments: [
      ("aspirin", "aspirin", 0), ("asprin", "aspirin", 10), ("aspirni", "aspirin", 10),
      ("asperin", "aspirin", 7), ("asspirin", "aspirin", 5), ("azpirin", "aspirin", 5),
      ("aspirinx", "aspirin", 10),
    ])
  func distances(_ left: String, _ right: String, _ expected: Int) {
    var distance = SpellingDistance()
    let (first, second) = (Array(left.utf8), Array(right.utf8))
    #expect(distance.between(first.span, second.span, atMost: 30) == expected)
    #expect(distance.between(second.span, first.span, atMost: 30) == expected)
  }
}
