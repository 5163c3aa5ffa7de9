// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import JSONText

@Suite("Walking a document")
struct NodeTests {
  static func root(_ text: String) throws -> JSONNode {
    try JSONDocument(Array(text.utf8)).root
  }

  @Test("Kinds and values")
  func values() throws {
    let root = try Self.root(
      #"{"s":"a\u00e9\ud83d\ude00\n","n":-1.00e5,"i":42,"t":true,"f":false,"z":null,"a":[1],"o":{}}"#
    )
    #expect(root["s"]?.string == "aé😀\n")
    #expect(root["n"]?.numberText == "-1.00e5")
    #expect(root["n"]?.integer == nil)
    #expect(root["i"]?.integer == 42)
    #expect(root["t"]?.boolean == true)
    #expect(root["f"]?.boolean == false)
    #expect(root["z"]?.isNull == true)
    #expect(root["a"]?.kind == .array)
    #expect(root["o"]?.isEmptyContainer == true)
    #expect(root["x"] == nil)
    #expect(root["s"]?["x"] == nil)
    #expect(root.members.map { $0.name.string } == ["s", "n", "i", "t", "f", "z", "a", "o"])
    #expect(root.count == 8)
    #expect(root["i"]?.scalarText == "42")
    #expect(root["t"]?.scalarText == "true")
    #expect(root["s"]?.isString("aé😀\n") == true)
  }

  @Test("Of equal names the last counts, and they are listed")
  func duplicates() throws {
    let root = try Self.root(#"{"a":1,"b":2,"\u0061":3,"c":{"d":1},"b":4,"a":5}"#)
    #expect(root["a"]?.numberText == "5")
    #expect(root["b"]?.numberText == "4")
    #expect(root.duplicateNames == ["a", "b"])
    #expect(root["c"]?.duplicateNames == [])
  }

  @Test("Names are compared by their bytes, and an escaped name is the name")
  func names() throws {
    let root = try Self.root("{\"caf\u{E9}\":1,\"cafe\u{301}\":2,\"\\u0072esourceType\":\"X\"}")
    #expect(root["caf\u{E9}" as String]?.numberText == "1")
    #expect(root["cafe\u{301}" as String]?.numberText == "2")
    #expect(root["resourceType"]?.string == "X")
  }

  @Test("A node knows its bytes, its offset and its path")
  func places() throws {
    let text = #" {"entry":[{},{"a b":{"c":[1,"x", {"d":null}]}}]} "#
    let root = try Self.root(text)
    let list = root["entry"]?.elements.dropFirst().first { _ in true }?["a b"]?["c"]
    let list1 = try #require(list)
    #expect(String(decoding: list1.rawBytes, as: UTF8.self) == #"[1,"x", {"d":null}]"#)
    let last = try #require(Array(list1.elements).last?["d"])
    #expect(last.path(from: root) == #"entry[1]["a b"].c[2].d"#)
    #expect(last.path(from: list1) == "[2].d")
    #expect(root.path(from: last) == "")
    #expect(last.offset == Array(text.utf8).count - 11)
    #expect(last.position.column == last.offset + 1)
  }

  @Test("What follows the first value is told apart")
  func trailing() throws {
    func trailing(_ text: String) throws -> JSONDocument.Trailing {
      try JSONDocument(Array(text.utf8)).trailing
    }
    #expect(try trailing("{} \n") == .nothing)
    #expect(try trailing("{}}") == .data(offset: 2))
    #expect(try trailing("{}\n{}") == .value(offset: 3))
    #expect(try trailing("[] x") == .data(offset: 3))
  }
}

@Suite("Several values in one text")
struct LinesTests {
  static func lines(_ text: String) throws -> [JSONLine] {
    try JSONLines(Array(text.utf8)).lines
  }

  @Test("Lines end with LF or CRLF, blank lines count, the last end may be missing")
  func endings() throws {
    let lines = try Self.lines("{\"a\":1}\r\n\n  \n{\"a\":2}\n[3]")
    #expect(lines.map(\.number) == [0, 3, 4])
    #expect(try lines.map { try $0.value.get()["a"]?.numberText } == ["1", "2", nil])
  }

  @Test(
    "A bad line is an error of its own and hides no other",
    arguments: ["{\"a\":", "{\"a", "x", "{}]{"])
  func badLine(bad: String) throws {
    let lines = try Self.lines("{\"a\":1}\n\(bad)\n{\"a\":3}\n")
    let numbers = lines.filter { (try? $0.value.get()) != nil }.map(\.number)
    #expect(numbers.first == 0)
    #expect(numbers.last == 2)
    let hasError = lines.contains { $0.number == 1 && (try? $0.value.get()) == nil }
    let hasTrailing = lines.contains { $0.number == 1 && $0.trailingOffset != nil }
    #expect(hasError || hasTrailing)
  }

  @Test("A value may run over lines, and two may share one")
  func shapes() throws {
    let lines = try Self.lines("{\n\"a\":1\n}\n{\"a\":2}{\"a\":3}\n")
    #expect(lines.map(\.number) == [0, 3, 3])
    #expect(try lines.map { try $0.value.get()["a"]?.numberText } == ["1", "2", "3"])
  }

  @Test("Errors of lines have the line of the whole text")
  func errorPlace() throws {
    let lines = try Self.lines("{}\n\n{\"a\":tru}\n")
    guard case .failure(let error) = lines.last?.value else {
      Issue.record("was read")
      return
    }
    #expect(error.line == 3)
    #expect(error.column == 6)
    #expect(error.path == "a")
  }

  @Test("A broken document over several lines is not taken for lines")
  func likely() {
    #expect(!JSONLines.isLikely(Array("{\n  \"a\": 1,\n  {\"b\": 2}\n".utf8)))
    #expect(JSONLines.isLikely(Array("{\"a\": bad}\n{\"b\": 2}\n".utf8)))
    #expect(!JSONLines.isLikely(Array("{\"a\": bad}\n".utf8)))
  }
}

/// Members in one pass, and objects that are known by their bytes.
@Suite("Members and repeated objects")
struct RepeatTests {
  private static let words = ["system", "version", "code", "display", "sixteen-bytes-ab"]

  @Test(
    "Members found in one pass are those that are found by name",
    arguments: [
      #"{"code":"1","x":7,"system":"u"}"#, #"{"code":1,"code":2}"#, "{}", "[1]", "7",
      #"{"c\u006fde":"escaped","displa":0,"displays":1,"":2}"#, #"{"code":{}}"#,
      #"{"sixteen-bytes-ab":1,"sixteen-bytes-ac":2,"sixteen-bytes-abc":3}"#,
      #"{"sixteen-bytes-ab":{"system":1},"version":[{"code":1}],"display":null}"#,
    ])
  func members(text: String) throws {
    let root = try JSONDocument(Array(text.utf8)).root
    let members = JSONNumberedMembers(of: root, by: JSONNameTable(Self.words))
    for (number, word) in Self.words.enumerated() {
      #expect(members[number] == root[word], "\(word)")
    }
  }

  @Test("Objects with many members, and with names twice, are found as well")
  func manyMembers() throws {
    let words = (0..<128).map { "member\($0)" }
    let table = JSONNameTable(words)
    for count in [20, 24, 25, 60, 128] {
      let text = (words[..<count] + words[..<count].reversed()).enumerated()
        .map { "\"\($1)\":\($0)" }.joined(separator: ",")
      let root = try JSONDocument(Array("{\(text)}".utf8)).root
      let members = JSONNumberedMembers(of: root, by: table)
      #expect(words.indices.allSatisfy { members[$0] == root[words[$0]] })
    }
  }

  @Test("Names that an object has are told by their bits")
  func presentNames() throws {
    let table = JSONNameTable(Self.words)
    let root = try JSONDocument(Array(#"{"display":1,"x":2,"c\u006fde":3}"#.utf8)).root
    #expect(table.present(in: root) == 0b1100)
    #expect(JSONNumberedMembers(of: root, by: table).present == 0b1100)
    #expect(table.number(of: try JSONDocument(Array(#""code""#.utf8)).root) == 2)
    #expect(table.number(of: try JSONDocument(Array("7".utf8)).root) == -1)
  }

  @Test("Objects have one number if their bytes are equal, and others if one byte differs")
  func repeatedObjects() throws {
    let text =
      #"[{"a":1},{"a":12},{"a":1},{"a":"1"},{"a":[1]},{"a": 1},{"a":1,"b":{}},{},"a",{"a":12}]"#
    let root = try JSONDocument(Array(text.utf8)).root
    var repeats = JSONRepeats()
    let numbers = root.elements.map { repeats.number(of: $0) }
    // What ends in a container is not taken in.
    #expect(numbers == [0, 1, 0, 2, 3, 4, nil, nil, nil, 1])
  }

  @Test("Objects of another text, and those that come too late, are not taken in")
  func limits() throws {
    let objects = (0..<3000).map { "{\"n\":\($0)}" }
    let first = try JSONDocument(Array("[\(objects.joined(separator: ","))]".utf8)).root
    let second = try JSONDocument(Array("[{\"n\":0}]".utf8)).root
    var repeats = JSONRepeats()
    let numbers = first.elements.map { repeats.number(of: $0) }
    let known = numbers.compactMap(\.self)
    #expect(known == Array(0..<known.count))
    #expect(known.count < objects.count)
    #expect(first.elements.map { repeats.number(of: $0) } == numbers)
    #expect(second.elements.map { repeats.number(of: $0) } == [nil])
  }

  @Test("A name that stands twice is seen, however many members there are")
  func repeatedNames() throws {
    for count in [2, 10, 16, 32, 33, 200, 5000] {
      let members = (0..<count).map { "\"member\($0)\":0" }
      let once = try JSONDocument(Array("{\(members.joined(separator: ","))}".utf8)).root
      let twice = try JSONDocument(
        Array("[{\((members + ["\"member0\":\"last\""]).joined(separator: ","))}]".utf8)
      ).root
      #expect(once.duplicateNames.isEmpty)
      #expect(twice.mayRepeatNamesInside)
      #expect(twice.elements.map(\.duplicateNames) == [["member0"]])
      #expect(twice.elements.map { $0["member0"]?.string } == ["last"])
    }
  }
}
