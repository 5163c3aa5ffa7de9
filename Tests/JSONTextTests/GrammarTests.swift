// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import TestSupport
import Testing

@Suite("The grammar of JSON")
struct GrammarTests {
  @Test("What RFC 8259 allows is read", arguments: FixtureRows.texts("accepted"))
  func accepts(_ text: String) throws {
    #expect(try JSONDocument(FixtureRows.bytes(text)).trailing == .nothing)
  }

  @Test("What RFC 8259 forbids is an error at its place", arguments: FixtureRows.cells("rejected"))
  func rejects(_ row: [String]) {
    do {
      _ = try JSONDocument(FixtureRows.bytes(row[0]))
      Issue.record("was read")
    } catch {
      #expect("\(error.code) \(error.offset)" == "\(row[1]) \(row[2])")
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
    arguments: FixtureRows.pairs("places of errors"))
  func places(text: String, message: String) {
    do {
      _ = try JSONDocument(Array(text.utf8))
      Issue.record("was read")
    } catch {
      #expect(error.description == "\(message)  [\(error.code.rawValue)]")
    }
  }
}
