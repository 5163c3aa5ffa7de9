// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
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
    arguments: FixtureRows.pairs("events"))
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

@Suite("Text that is not the XML that is read")
struct MalformedTests {
  @Test("Each way to be no XML has its code and place", arguments: FixtureRows.cells("malformed"))
  func malformed(_ row: [String]) throws {
    let bytes = FixtureRows.bytes(row[0])
    let error = try #require(throws: XMLError.self) { try EventTests.lines(bytes) }
    #expect("\(error.code.rawValue) \(error.line):\(error.column)" == "\(row[1]) \(row[2])")
    #expect(error.description.hasSuffix("[\(row[1])]"))
    #expect(!error.description.contains("\u{0}"))
  }

  @Test(
    "Any DOCTYPE is refused, and no entity of it is read",
    arguments: FixtureRows.texts("declarations"))
  func documentTypes(declaration: String) throws {
    for text in [
      "\(declaration)<a>&x;</a>", "<?xml version=\"1.0\"?>\n<!-- c -->\(declaration)<a/>",
    ] {
      let error = try #require(throws: XMLError.self) { try EventTests.lines(Array(text.utf8)) }
      #expect(error.code == .doctype)
    }
  }

  @Test("An encoding is told by its mark, its look or its declaration")
  func encodings() throws {
    let utf16 = Array("<a x='é💊'/>".utf16)
    let little = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let expected = ["<a x=«é💊»>", "</a>"]
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(try EventTests.lines(bytes) == expected)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try EventTests.lines(mark + Array("<a x='é💊'/>".utf8)) == expected)
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><a x='~E9'/>"
    #expect(try EventTests.lines(FixtureRows.bytes(latin)) == ["<a x=«é»>", "</a>"])
    let windows = "<?xml version='1.0' encoding='Windows-1252'?><a x='~80~E9'/>"
    #expect(try EventTests.lines(FixtureRows.bytes(windows)) == ["<a x=«€é»>", "</a>"])
    // Programs that write a string of theirs to a file leave this declaration behind.
    let wrong = "<?xml version='1.0' encoding='utf-16'?><a x='é'/>"
    #expect(try EventTests.lines(Array(wrong.utf8)) == ["<a x=«é»>", "</a>"])
  }

  @Test("Depth, size, values, attributes and namespaces have limits")
  func limits() throws {
    func code(_ text: String, _ options: XMLOptions = XMLOptions()) -> XMLError.Code? {
      do {
        _ = try EventTests.lines(Array(text.utf8), options)
        return nil
      } catch { return (error as? XMLError)?.code }
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(code(nested(512)) == nil)
    #expect(code(nested(513)) == .depth)
    #expect(code(nested(100_000)) == .depth)
    #expect(code(nested(4), XMLOptions(depthLimit: 3)) == .depth)
    #expect(code("<a/>", XMLOptions(byteLimit: 3)) == .size)
    let long = "<a x='\(String(repeating: "é", count: 6_000_000))'/>"
    #expect(code(long) == nil, "libxml2's own limit of 10 MB is not the one")
    #expect(code(long, XMLOptions(valueLimit: 1000)) == .size)
    func attributes(_ count: Int) -> String {
      "<a " + (0..<count).map { "x\($0)=\"\"" }.joined(separator: " ") + "/>"
    }
    #expect(code(attributes(1000)) == nil)
    #expect(code("<b>\(attributes(1001))</b>") == .size)
    let spaces = (0..<300).map { "xmlns:x\($0)='u'" }.joined(separator: " ")
    #expect(code("<a \(spaces)/>") == .size)
  }

  @Test("Every prefix of a text is an error, and every changed byte is one or is read")
  func damage() throws {
    let text = Array("<a xmlns='u' x=\"é&amp;\"><!-- c --><b>t<![CDATA[c]]></b><?p i?></a>".utf8)
    for end in 0..<text.count {
      #expect(throws: XMLError.self) { try EventTests.lines(Array(text[..<end])) }
    }
    for index in text.indices {
      for byte: UInt8 in [0, 0x26, 0x3C, 0x3E, 0x22, 0x2F, 0x80, 0xFF] {
        var changed = text
        changed[index] = byte
        _ = try? EventTests.lines(changed)
      }
    }
  }
}
