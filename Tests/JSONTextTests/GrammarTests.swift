// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import Testing

@Suite("The grammar of JSON")
struct GrammarTests {
  /// A text and what reading it gives.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    let code: JSONError.Code?
    let offset: Int

    init(_ text: String, _ code: JSONError.Code? = nil, at offset: Int = 0) {
      self.init(Array(text.utf8), code, at: offset)
    }

    init(_ text: [UInt8], _ code: JSONError.Code? = nil, at offset: Int = 0) {
      self.text = text
      self.code = code
      self.offset = offset
    }

    var testDescription: String {
      String(reflecting: String(decoding: text.prefix(40), as: UTF8.self))
    }
  }

  static let accepted: [Case] = [
    Case("null"), Case("true"), Case("false"), Case("0"), Case("-0"), Case("-1"), Case("10"),
    Case("1.0"), Case("1e5"), Case("1E+05"), Case("0.1e-7"), Case("-0.0"), Case("1.00"),
    Case("123456789012345678901234567890"), Case("\"\""), Case("\"a\""), Case("\"é€😀\""),
    Case(#""\"\\\/\b\f\n\r\t\u00e9""#), Case(#""\ud83d\ude00""#), Case(#""\u0000""#),
    Case("[]"), Case("{}"), Case(" \t\r\n[ ] "), Case("[[[[]]]]"), Case("[1,2,3]"),
    Case("[null , {} ,\"x\"]"), Case(#"{"a":1,"a":2}"#), Case(#"{"":""}"#),
    Case(#"{"a":{"b":[{"c":null}]}}"#), Case("\"\u{7F}\""), Case("\"\u{2028}\""),
    Case([0xEF, 0xBB, 0xBF, 0x5B, 0x5D]), Case("[\n        1\n]"),
    Case("[\n                 \n\n         1\n]"),
  ]

  static let rejected: [Case] = [
    Case("", .empty), Case("  \n", .empty, at: 3), Case([0xEF, 0xBB, 0xBF], .empty, at: 3),
    Case("[1,]", .trailingComma, at: 3), Case("{\"a\":1,}", .trailingComma, at: 7),
    Case("[,1]", .unexpectedCharacter, at: 1), Case("[1,,2]", .unexpectedCharacter, at: 3),
    Case("[1 2]", .unexpectedCharacter, at: 3), Case("{\"a\" 1}", .unexpectedCharacter, at: 5),
    Case("{a:1}", .unexpectedCharacter, at: 1), Case("{'a':1}", .unexpectedCharacter, at: 1),
    Case("{1:1}", .unexpectedCharacter, at: 1), Case("[1}", .unexpectedCharacter, at: 2),
    Case("{\"a\":1]", .unexpectedCharacter, at: 6), Case("]", .unexpectedCharacter),
    Case("NaN", .unexpectedCharacter), Case("Infinity", .unexpectedCharacter),
    Case("[-Infinity]", .number, at: 2), Case("nan", .literal), Case("nul", .literal),
    Case("[truE]", .literal, at: 1), Case("fals", .literal), Case("01", .number),
    Case("-01", .number, at: 1), Case("[1.]", .number, at: 3),
    Case("[.5]", .unexpectedCharacter, at: 1),
    Case("[1e]", .number, at: 3), Case("[1e+]", .number, at: 4), Case("+1", .unexpectedCharacter),
    Case("[0x1]", .unexpectedCharacter, at: 2), Case("-", .truncated, at: 1),
    Case("1.", .truncated, at: 2), Case("1e", .truncated, at: 2), Case("[", .truncated, at: 1),
    Case("{", .truncated, at: 1), Case("{\"a\"", .truncated, at: 4),
    Case("{\"a\":", .truncated, at: 5), Case("[1", .truncated, at: 2),
    Case("\"a", .truncated, at: 2),
    Case("\"a\\", .truncated, at: 3), Case("\"\\u12", .truncated, at: 3),
    Case("\"\\x\"", .escape, at: 2), Case("\"\\u12g4\"", .escape, at: 3),
    Case("\"a\nb\"", .controlCharacter, at: 2), Case("\"a\tb\"", .controlCharacter, at: 2),
    Case([0x22, 0x00, 0x22], .controlCharacter, at: 1),
    Case([0x22] + [UInt8](repeating: 0x61, count: 20) + [0x1F, 0x22], .controlCharacter, at: 21),
    Case(#""\ud83d""#, .loneSurrogate, at: 1), Case(#""\ude00""#, .loneSurrogate, at: 1),
    Case(#""\ud83d\u0041""#, .loneSurrogate, at: 1), Case(#""\ud83dx""#, .loneSurrogate, at: 1),
    Case([0x22, 0xFF, 0x22], .utf8, at: 1), Case([0x22, 0xC0, 0x80, 0x22], .utf8, at: 1),
    Case([0x22, 0xC3, 0x22], .utf8, at: 1), Case([0x22, 0xE0, 0x80, 0x80, 0x22], .utf8, at: 1),
    Case([0x22, 0xED, 0xA0, 0x80, 0x22], .utf8, at: 1),
    Case([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .utf8, at: 1),
    Case([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .utf8, at: 1),
    Case([0x22, 0xE2, 0x82, 0x22], .utf8, at: 1), Case([0x22, 0x80, 0x22], .utf8, at: 1),
    Case([0x5B, 0xC2, 0xA0, 0x5D], .unexpectedCharacter, at: 1),
    Case([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], .encoding),
    Case([0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D], .encoding),
    Case([0x5B, 0x00, 0x5D, 0x00], .encoding), Case("/* c */ []", .unexpectedCharacter),
  ]

  @Test("What RFC 8259 allows is read", arguments: accepted)
  func accepts(_ item: Case) throws {
    let document = try JSONDocument(item.text)
    #expect(document.trailing == .nothing)
  }

  @Test("What RFC 8259 forbids is an error at its place", arguments: rejected)
  func rejects(_ item: Case) {
    do {
      _ = try JSONDocument(item.text)
      Issue.record("was read")
    } catch {
      #expect(error.code == item.code)
      #expect(error.offset == item.offset)
    }
  }

  @Test("Every prefix of a document is an error, none is read and none crashes")
  func prefixes() throws {
    let text = Array(
      #" {"a":[1,-2.5e+3,true,false,null,"x\né\u00e9😀"],"b":{"c":"d","e":[]},"long name with words":"0123456789"}"#
        .utf8)
    _ = try JSONDocument(text)
    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONDocument(Array(text[..<length])) }
    }
  }

  @Test("Every change of one byte is read or an error, and never crashes")
  func changes() throws {
    let text = Array(#"{"a":[1,-2.5e3,true,"x\né\u00e9"],"b":{"c":"d"}}"#.utf8)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        for mode in [JSONOptions.Mode.strict, .tolerant] {
          guard let document = try? JSONDocument(changed, options: JSONOptions(mode: mode)) else {
            continue
          }
          #expect(document.root.range.upperBound <= changed.count)
        }
      }
    }
  }

  @Test("512 levels are read, one more is an error in strict mode")
  func depth() throws {
    let limit = 512
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
    }
    _ = try JSONDocument(nested(limit))
    do {
      _ = try JSONDocument(nested(limit + 1))
      Issue.record("was read")
    } catch {
      #expect(error.code == .depth)
      #expect(error.offset == limit)
    }
  }

  @Test("Tolerant reading leaves out what is nested too deep and keeps the rest")
  func omission() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let text = Array("{\"a\":\(deep),\"b\":\"kept\",\"c\":\"\\ud83d\"}".utf8)
    let document = try JSONDocument(text, options: JSONOptions(mode: .tolerant))
    #expect(document.root["b"]?.string == "kept")
    #expect(document.root["c"]?.string == "\u{FFFD}")
    #expect(document.omissionOffset == 5 + 511)
    #expect(document.loneSurrogateOffset == text.count - 8)
    var node = document.root["a"]
    var depth = 1
    while let inner = node, inner.isArray {
      node = inner.elements.first { _ in true }
      depth += 1
    }
    #expect(node?.kind == .omitted)
    #expect(depth == 512)
  }

  @Test("A text beyond the size limit is an error")
  func size() {
    do {
      _ = try JSONDocument(Array("[1,2,3]".utf8), options: JSONOptions(byteLimit: 6))
      Issue.record("was read")
    } catch {
      #expect(error.code == .size)
    }
  }

  @Test("A string of 20 MB is read")
  func longString() throws {
    let text = [0x22] + [UInt8](repeating: 0x61, count: 20_000_000) + [0x22]
    #expect(try JSONDocument(text).root.range.count == text.count)
  }
}

@Suite("Errors name their place")
struct ErrorTests {
  @Test(
    "Line, column and path of an error",
    arguments: [
      ("[\n 1,\n  x]", "3:3: [1]: found 'x', expected a value"),
      ("{\"é\": tru}", "1:7: [\"é\"]: found 't', expected true, false or null"),
      (
        "{\"entry\":[{},{\"resource\":{\"status\":}}]}",
        "1:36: entry[1].resource.status: found '}', expected a value"
      ),
      ("{\"a\":[1,2", "1:10: a[2]: found end of text, expected ',' or ']'"),
      ("\u{FEFF}[}", "1:2: [0]: found '}', expected a value"),
    ])
  func places(text: String, message: String) {
    do {
      _ = try JSONDocument(Array(text.utf8))
      Issue.record("was read")
    } catch {
      #expect(error.description == "\(message)  [\(error.code.rawValue)]")
    }
  }
}
