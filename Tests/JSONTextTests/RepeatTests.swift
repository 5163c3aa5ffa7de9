// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import JSONText

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
    for count in [2, 16, 32, 33, 200] {
      let members = (0..<count).map { "\"member\($0)\":0" }
      let once = try JSONDocument(Array("{\(members.joined(separator: ","))}".utf8)).root
      let twice = try JSONDocument(
        Array("[{\((members + ["\"member0\":1"]).joined(separator: ","))}]".utf8)
      ).root
      #expect(once.duplicateNames.isEmpty)
      #expect(twice.mayRepeatNamesInside)
      #expect(twice.elements.map(\.duplicateNames) == [["member0"]])
    }
  }
}
