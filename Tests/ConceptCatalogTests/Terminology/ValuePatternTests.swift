// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import ConceptCatalog

@Suite("Regular expressions of filters")
struct ValuePatternTests {
  /// What is understood by every dialect alike, so that Foundation's answer is the expected one.
  static let patterns = [
    "abc", "a|bc", "(ab)+", "a*b?c", "[a-c]+", "[^a]*", "a{2,3}", "a{2}", "a{2,}", "\\d+\\.\\d",
    "\\w+ \\w+", "(a|b)*c", "^abc$", ".*(?i)ABC.*", "[\\]\\-a]+", "a.c", "", "(?:ab|c)d", "[a-]b",
    "\\S+\\s\\S+",
  ]
  static let texts = [
    "", "a", "abc", "ABC", "xAbCx", "aa", "aaa", "aaaa", "bc", "ab", "abab", "12.5", "a b", "cd",
    "abd", "a-]", "aXc", "-b", "ac", "c", "a\nc", "ä",
  ]

  @Test("A whole text matches as it does elsewhere", arguments: patterns)
  func matches(_ pattern: String) throws {
    let own = try #require(ValuePattern(pattern))
    let other = try NSRegularExpression(pattern: "^(?:\(pattern))$(?!\\n)")
    for text in Self.texts {
      let range = NSRange(text.startIndex..., in: text)
      let expected = other.firstMatch(in: text, range: range) != nil
      #expect(own.matches(text) == expected, "\(pattern) on \(text.debugDescription)")
    }
  }

  @Test(
    "What is not understood is said, not guessed",
    arguments: [
      "(", ")", "[", "a{", "a{3,2}", "*", "(?=a)", "\\1", "\\p{L}", "a{9999}", "[z-a]", "x)",
    ])
  func refused(_ pattern: String) {
    #expect(ValuePattern(pattern) == nil)
  }

  @Test("A pattern made to take forever takes no longer than others")
  func bounded() throws {
    let pattern = try #require(ValuePattern("(a+)+$"))
    #expect(!pattern.matches(String(repeating: "a", count: 2000) + "b"))
    #expect(ValuePattern(String(repeating: "(a{100}){100}", count: 100)) == nil, "too large")
  }
}
