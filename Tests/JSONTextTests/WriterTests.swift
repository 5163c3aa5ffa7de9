// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import Testing

@Suite("Writing JSON")
struct WriterTests {
  @Test("Compact and indented layout")
  func layouts() {
    func write(_ layout: JSONWriter.Layout) -> String {
      var writer = JSONWriter(layout: layout)
      writer.object { writer in
        writer.member("a", "x")
        writer.member("n", 1)
        writer.member("none", nil as String?)
        writer.member("list", ["p", "q"])
        writer.key("empty")
        writer.array { _ in }
        writer.key("o")
        writer.object { $0.member("yes", true) }
        writer.key("raw")
        writer.raw(Array("[1.00]".utf8))
      }
      return writer.text
    }
    #expect(
      write(.compact)
        == #"{"a":"x","n":1,"none":null,"list":["p","q"],"empty":[],"o":{"yes":true},"raw":[1.00]}"#
    )
    #expect(
      write(.indented) == """
        {
          "a": "x",
          "n": 1,
          "none": null,
          "list": [
            "p",
            "q"
          ],
          "empty": [],
          "o": {
            "yes": true
          },
          "raw": [1.00]
        }
        """)
  }

  @Test("Members are written in one step as they are in several")
  func members() {
    func write(_ layout: JSONWriter.Layout) -> String {
      var writer = JSONWriter(layout: layout)
      writer.object { writer in
        writer.null("a")
        writer.array("b") { writer in
          writer.string("12345678")
          writer.string("1234567\"")
          writer.string("")
          writer.object { $0.member("c", [] as [String]) }
        }
        writer.object("d") { _ in }
        writer.key("e")
        writer.raw("[1, 2]".utf8.span)
        writer.members(raw: Array(#""f":1,"g":2"#.utf8))
        writer.member("h", "twelve\tbytes")
        writer.member("i", nil as Bool?)
        writer.member("j", false)
      }
      return writer.text
    }
    #expect(
      write(.compact)
        == #"{"a":null,"b":["12345678","1234567\"","",{"c":[]}],"d":{},"e":[1, 2],"f":1,"g":2,"#
        + #""h":"twelve\tbytes","i":null,"j":false}"#)
    #expect(
      write(.indented) == #"""
        {
          "a": null,
          "b": [
            "12345678",
            "1234567\"",
            "",
            {
              "c": []
            }
          ],
          "d": {},
          "e": [1, 2],
          "f":1,"g":2,
          "h": "twelve\tbytes",
          "i": null,
          "j": false
        }
        """#)
  }

  @Test("Only what JSON forbids is escaped")
  func escapes() {
    var writer = JSONWriter()
    writer.string("a\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é😀\u{2028}")
    #expect(
      writer.text == "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u{7F}é😀\u{2028}\"")
  }

  @Test("What is written is read again, for strings with every byte at every place")
  func roundTrip() throws {
    for length in 0...20 {
      for place in 0..<max(length, 1) {
        for scalar in ["\0", "\u{1F}", "\"", "\\", "é", "😀", "z"] {
          var text = String(repeating: "a", count: place)
          text += scalar
          text += String(repeating: "b", count: length - min(place, length))
          var writer = JSONWriter()
          writer.array { $0.string(text) }
          let root = try JSONDocument(writer.bytes).root
          #expect(root.elements.first { _ in true }?.string == text)
        }
      }
    }
  }

  @Test("A document written again from its nodes is the same document")
  func copy() throws {
    let text =
      #"{"resourceType":"Bundle","entry":[{"n":1.00,"s":"\u00e9","t":true},[],{},null],"x":-0.5e3}"#
    let document = try JSONDocument(Array(text.utf8))
    var writer = JSONWriter()
    Self.write(document.root, to: &writer)
    #expect(writer.text == text.replacing("\\u00e9", with: "é"))
  }

  @Test("The buffer is used again for the next line")
  func reuse() {
    var writer = JSONWriter()
    writer.object { $0.member("a", 1) }
    writer.endLine()
    writer.object { $0.member("b", 2) }
    writer.endLine()
    #expect(writer.text == "{\"a\":1}\n{\"b\":2}\n")
    writer.removeAll()
    writer.null()
    #expect(writer.text == "null")
  }

  private static func write(_ node: JSONNode, to writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      writer.beginObject()
      for (name, value) in node.members {
        writer.key(name.string ?? "")
        write(value, to: &writer)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in node.elements { write(element, to: &writer) }
      writer.endArray()
    case .string: writer.string(node.string)
    case .number: writer.number(raw: node.numberText ?? "")
    case .boolean: writer.boolean(node.boolean)
    case .null, .omitted: writer.null()
    }
  }
}
