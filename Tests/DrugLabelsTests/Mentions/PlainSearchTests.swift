// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import DrugLabels

@Suite("Finding characters by their bytes")
struct PlainSearchTests {
  @Test("Every text of few characters holds what the standard library finds in it")
  func shortTexts() {
    let texts = (0...5).flatMap(Self.texts)
    let wanted = (0...3).flatMap(Self.texts)
    for text in texts {
      for characters in wanted {
        #expect(text.holds(characters) == text.contains(characters), "\(text) · \(characters)")
      }
    }
  }

  @Test(
    "Characters of several bytes around a word do not hide it",
    arguments: [
      ("5.1 café — post-marketing® experience", "post-marketing", true),
      ("postmarketing", "postmarketing", true), ("ostmarketing", "postmarketing", false),
      ("post\u{AD}marketing", "postmarketing", false), ("", "x", false), ("é", "e", false),
    ])
  func words(text: String, characters: String, isHeld: Bool) {
    #expect(text.holds(characters) == isHeld)
  }

  /// All texts of so many characters out of two.
  private static func texts(_ count: Int) -> [String] {
    (0..<(1 << count)).map { bits in
      String((0..<count).map { bits >> $0 & 1 == 0 ? "a" : "b" })
    }
  }
}
