// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing
import XMLText

@Suite("Tags and text of XML")
struct EventTests {
  /// One event in a line, as `<name@namespace a="1">`, `</name>` or `"text"`.
  static func lines(_ bytes: [UInt8], _ options: XMLOptions = XMLOptions()) throws -> [String] {
    var reader = try XMLReader(bytes, options: options)
    var lines: [String] = []
    while let event = try reader.next() { add(event, of: reader, to: &lines) }
    return lines
  }

  private static func add(
    _ event: XMLEvent, of reader: borrowing XMLReader, to lines: inout [String]
  ) {
    switch event.kind {
    case .start:
      var line = "<" + reader.string(event.name)
      let space = reader.string(event.namespace)
      if !space.isEmpty { line += "@" + space }
      for number in 0..<event.attributeCount {
        let attribute = reader.attribute(number, of: event)
        let mark = attribute.isPrefixed ? "?:" : ""
        line += " \(mark)\(reader.string(attribute.name))=«\(reader.string(attribute.value))»"
      }
      lines.append(line + ">")
    case .end: lines.append("</" + reader.string(event.name) + ">")
    case .text:
      // One run may come in several events.
      let text = reader.string(event.text)
      if let last = lines.last, last.hasPrefix("\"") {
        lines[lines.count - 1] = String(last.dropLast()) + text + "\""
      } else {
        lines.append("\"" + text + "\"")
      }
    }
  }

  @Test("A text in pieces has the events of the whole text, wherever it is cut", arguments: 1...40)
  func pieces(size: Int) throws {
    let text = "<a b='1&amp;2'><c d=\"é\" e='\(String(repeating: "x", count: 9000))'/>t&lt;u</a>"
    let bytes = Array(text.utf8)
    var reader = try XMLReader(ofPieces: XMLOptions())
    var (lines, rest) = ([String](), bytes[...])
    while true {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      try reader.append(piece, isLast: piece.isEmpty)
      while let event = try reader.next() { Self.add(event, of: reader, to: &lines) }
      if piece.isEmpty { break }
    }
    #expect(try lines == Self.lines(bytes))
  }

  @Test(
    "Elements, attributes, namespaces, references and sections come as they are written",
    arguments: [
      ("<a/>", "<a> </a>"),
      ("<a b='1' c=\"x y\"></a>", "<a b=«1» c=«x y»> </a>"),
      ("<a xmlns='u'><b/></a>", "<a@u> <b@u> </b> </a>"),
      ("<f:a xmlns:f='u' f:x='1' x='2'/>", "<a@u ?:x=«1» x=«2»> </a>"),
      ("<f:a f:x='1'/>", "<a ?:x=«1»> </a>"),
      ("<a xmlns='u'><b xmlns=''/></a>", "<a@u> <b> </b> </a>"),
      ("<a b='&lt;&amp;&gt;&quot;&apos;'/>", "<a b=«<&>\"'»> </a>"),
      ("<a b='&amp;#38; &#38;#38; &#x26;amp;'/>", "<a b=«&#38; &#38; &amp;»> </a>"),
      ("<a b='1\n2\t3&#10;4'/>", "<a b=«1 2 3\n4»> </a>"),
      ("<a b='é&#x1F48A;'/>", "<a b=«é💊»> </a>"),
      ("<a>x&amp;y<![CDATA[<z>]]></a>", "<a> \"x&y<z>\" </a>"),
      ("<?xml version='1.0'?><!-- c --><?p i?><a><!-- c --><?p i?></a>", "<a> </a>"),
    ])
  func events(text: String, expected: String) throws {
    #expect(try Self.lines(Array(text.utf8)).joined(separator: " ") == expected)
  }

  @Test("Each event names its line and the offset of its tag, also after entities and line ends")
  func places() throws {
    let text = "\n<a x='&amp;'>\r\n  <b\n y='1'\n/>\n<c/></a>"
    var reader = try XMLReader(Array(text.utf8))
    var found: [String] = []
    while let event = try reader.next() {
      guard event.kind == .start else { continue }
      let place = reader.position(of: event.offset)
      found.append("\(reader.string(event.name)) \(event.line) \(place.line):\(place.column)")
    }
    #expect(found == ["a 2 2:1", "b 3 3:3", "c 6 6:1"])
  }

  @Test("A value that the text spells plainly is a slice of the text")
  func slices() throws {
    var reader = try XMLReader(Array("<a b=\"plain\" c=\"a&amp;b\" d=\"\"/>".utf8))
    let event = try #require(try reader.next())
    let plain = reader.attribute(0, of: event).value
    #expect(!plain.isCopied)
    #expect(plain.start == 6 && plain.count == 5)
    #expect(reader.attribute(1, of: event).value.isCopied)
    #expect(reader.attribute(2, of: event).value.isEmpty)
    #expect(reader.attribute(3, of: event).name == .none, "there is none of this number")
    #expect(reader.value(of: reader.name("c"), in: event).map { reader.string($0) } == "a&b")
    #expect(reader.value(of: reader.name("e"), in: event) == nil)
  }

  @Test("Where the pieces are cut that the parser is given changes nothing")
  func pieces() throws {
    let inner = "<b x='é&amp;' y=\"1\">t&lt;é<![CDATA[c]]></b>\r\n"
    let plain = try Self.lines(Array("<a>\(inner)</a>".utf8))
    for count in stride(from: 65_536 - inner.utf8.count - 8, to: 65_536, by: 1) {
      let padding = "<!--" + String(repeating: "-+", count: count / 2) + "+-->"
      let extra = count % 2 == 0 ? "" : " "
      let text = "<a>" + padding + extra + inner + "</a>"
      let lines = try Self.lines(Array(text.utf8)).map { $0 == "\" \"" ? "" : $0 }
      #expect(lines.filter { !$0.isEmpty } == plain, "\(count)")
    }
  }

  @Test("Text and a namespace are left out where they are not wanted")
  func leftOut() throws {
    let text = "<a>x<d:div xmlns:d='h'><d:p>y</d:p><a/></d:div><b/></a>"
    let options = XMLOptions(wantsText: false, skippedNamespace: "h")
    #expect(
      try Self.lines(Array(text.utf8), options).joined(separator: " ") == "<a> <b> </b> </a>")
  }
}
