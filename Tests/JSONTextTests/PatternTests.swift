// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import Testing

/// Texts that differ in a few values from one that was read before.
@Suite("Patterns of JSON")
struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    /// What stands in the holes; `nil` if the text does not fit.
    let holes: [String]?
    var testDescription: String { text }
  }

  /// Of `{"id":"a","n":1,"list":[1],"end":true}` with a hole of each kind.
  static let cases = [
    Case(text: #"{"id":"a","n":1,"list":[1],"end":true}"#, holes: ["a", "1", "[1]"]),
    Case(text: #"{"id":"another","n":0,"list":[],"end":true}"#, holes: ["another", "0", "[]"]),
    Case(
      text: #"{"id":"ä 薬","n":123456789012345,"list":{"x":"}]"},"end":true}"#,
      holes: ["ä 薬", "123456789012345", #"{"x":"}]"}"#]),
    Case(
      text: #"{"id":"a","n":1,"list":[{"x":"\"]"},["\\"]],"end":true}"#,
      holes: ["a", "1", #"[{"x":"\"]"},["\\"]]"#]),
    Case(text: #"{"id":"","n":1,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a\n","n":1,"list":[1],"end":true}"#, holes: nil),
    Case(text: "{\"id\":\"a\u{1}\",\"n\":1,\"list\":[1],\"end\":true}", holes: nil),
    Case(text: #"{"id":"a","n":01,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":-1,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1.5,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1e5,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1234567890123456,"list":[1],"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1,"list":1,"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1,"list":[1,"end":true}"#, holes: nil),
    Case(text: #"{"id":"a","n":1,"list":[1],"end":false}"#, holes: nil),
    Case(text: #"{"id":"a","n":1,"list":[1],"end":tru"#, holes: nil),
    Case(text: #"{ "id":"a","n":1,"list":[1],"end":true}"#, holes: nil),
  ]

  private static var pattern: JSONPattern {
    let text = Array(#"{"id":"a","n":1,"list":[1],"end":true}"#.utf8)
    return JSONPattern(text, holes: [(7..<8, .string), (14..<15, .number), (23..<26, .container)])
  }

  @Test("A text fits if it differs in the holes alone", arguments: cases)
  func fitting(_ case: Case) {
    // What follows is not looked at; what precedes is far from the first block of 64 bytes.
    for (before, after) in [("", ""), (String(repeating: " ", count: 61), "\n{}")] {
      let bytes = Array((before + `case`.text + after).utf8)
      var places: [Range<Int>] = []
      let end = Self.pattern.match(bytes.span, from: before.utf8.count, filling: &places)
      #expect(end == `case`.holes.map { _ in before.utf8.count + `case`.text.utf8.count })
      if let holes = `case`.holes {
        #expect(places.map { String(decoding: bytes[$0], as: UTF8.self) } == holes)
      }
    }
  }

  @Test("Bytes that are no UTF-8 fit no string")
  func notUTF8() {
    let bytes = Array(#"{"id":"aXYb","n":1,"list":[1],"end":true}"#.utf8)
    for (first, second) in [(0xC3, 0x28), (0xFF, 0x41), (0xED, 0xA0)] as [(UInt8, UInt8)] {
      var broken = bytes
      (broken[8], broken[9]) = (first, second)
      var places: [Range<Int>] = []
      #expect(Self.pattern.match(broken.span, from: 0, filling: &places) == nil)
    }
  }

  @Test("A container ends where its bracket does, wherever blocks of 64 bytes end")
  func longContainers() {
    for length in 0..<200 {
      for text in ["x", "]", "\\\""] {
        let list = #"[{"a":""# + String(repeating: text, count: length) + #""},[[]]]"#
        let bytes = Array((#"{"id":"a","n":1,"list":"# + list + #","end":true}"#).utf8)
        var places: [Range<Int>] = []
        #expect(Self.pattern.match(bytes.span, from: 0, filling: &places) == bytes.count)
        #expect(places.last?.count == list.utf8.count)
      }
    }
  }
}
