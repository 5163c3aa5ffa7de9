// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import DrugLabels

@Suite("What a cell holds")
struct CellContentTests {
  private static func number(
    _ text: String, isBelow: Bool = false, hasSign: Bool = false, isBracketed: Bool = false
  ) -> CellFigure.Number {
    CellFigure.Number(text: text, isBelow: isBelow, hasSign: hasSign, isBracketed: isBracketed)
  }

  @Test(
    "Words are text, their few short forms and signs alone stand for no figure",
    arguments: [
      ("", CellContent.empty), ("—", .dash), ("NA", .dash), ("none", .dash), ("n o n e", .dash),
      ("N/A", .dash), ("†", .dash), ("Nausea", .text), ("nones", .text), ("no nil", .text),
      ("a b c d e f", .text), ("5 ab", .text), ("12 mg daily", .text), ("tmc278", .text),
      ("Übelkeit", .text), ("é", .text), ("na 5", .text),
    ])
  func words(cell: String, content: CellContent) {
    #expect(CellContent(cell) == content)
  }

  @Test("Figures are read with their signs; a letter behind them is a mark")
  func figures() {
    #expect(CellContent("5") == .numbers([Self.number("5")]))
    #expect(CellContent("<1 %") == .numbers([Self.number("1", isBelow: true, hasSign: true)]))
    #expect(CellContent("4.5%a") == .numbers([Self.number("4.5", hasSign: true)]))
    #expect(
      CellContent("1,012 (.5)")
        == .numbers([Self.number("1012"), Self.number("0.5", isBracketed: true)]))
  }

  @Test(
    "A cell becomes lower-case words, numbers and signs",
    arguments: [
      ("Drug 25mg (N=1,991) %", "drug 25 mg ( n = 1991 ) %"), ("Alphador15 mg", "alphador 15 mg"),
      ("TMC278 ‹ 5\u{A0}–\t6†", "tmc278 < 5 - 6"), ("ÉTUDE ≥ ½", "étude ≥"),
      ("\u{B}a\u{1}", "a \u{1}"),
    ])
  func tokens(cell: String, tokens: String) {
    #expect(CellTokens(cell).tokens.map(\.text).joined(separator: " ") == tokens)
  }

  @Test(
    "A phrase stands where its words follow each other whole",
    arguments: [
      ("leading to dose", true), ("Leading to Dose", false), ("to dose", true), ("to dos", false),
      ("o dose", false), ("dose reduction", false), ("dose - reduction", true), ("", false),
      ("reduction in all", false), ("leading  to", false),
    ])
  func phrases(phrase: String, isThere: Bool) {
    #expect(CellTokens("Leading to Dose-Reduction").has(phrase) == isThere)
  }
}
