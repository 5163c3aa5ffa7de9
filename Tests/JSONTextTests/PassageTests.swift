// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CMasks
import TestSupport
import Testing

@testable import JSONText

/// Objects that are passed over, beside the scanner that writes a tape and beside a plain loop.
@Suite("Passing over objects")
struct PassageTests {
  static let selection = JSONSelection(
    holder: "resource", typeName: "resourceType", idName: "id", listName: "contained",
    types: ["Medication", "Bundle"])

  private static func passed(
    _ bytes: [UInt8], from start: Int, _ checking: JSONChecking
  ) -> Int? {
    JSONPassage(bytes.span, from: start, selection, checking, depthLimit: 512)?.end
  }

  /// What the scanner that looks at each byte says.
  private static func scanned(_ bytes: [UInt8], from start: Int) -> Int? {
    var scanner = JSONScanner(options: JSONOptions(), byteCount: 0)
    return try? scanner.scanValue(bytes.span, at: start)
  }

  /// Strings and brackets byte by byte; `nil` if they are wrong.
  private static func matched(_ bytes: [UInt8], from start: Int) -> Int? {
    var open: [UInt8] = []
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        var scanner = JSONScanner(options: JSONOptions(), byteCount: 0)
        guard let end = try? scanner.scanString(bytes.span, position) else { return nil }
        position = end
        continue
      case 0x7B: open.append(0x7D)
      case 0x5B: open.append(0x5D)
      case 0x7D, 0x5D:
        guard open.popLast() == bytes[position] else { return nil }
        if open.isEmpty { return position + 1 }
      case 0x5C, 0x80...: return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  @Test("Every text of the grammar is judged alike at every place in a block")
  func grammar() {
    for (table, isRight) in [("accepted", true), ("rejected", false)] {
      for row in FixtureRows.cells(table) where !row[0].hasPrefix("~EF") {
        for blanks in 0..<70 {
          let text =
            Array("{\"a\":".utf8) + [UInt8](repeating: 0x20, count: blanks)
            + FixtureRows.bytes(row[0]) + Array(" }x".utf8)
          let expected = Self.scanned(text, from: 0)
          #expect(Self.passed(text, from: 0, .everything) == expected, "\(row[0]) after \(blanks)")
          if isRight { #expect(expected == text.count - 1) }
        }
      }
    }
  }

  /// Texts in which one byte or two are changed.
  static let seeds = [
    #"{"resourceType":"Observation","id":"1","a":[1,-2.5e3,true,false,null],"b":{"c":"d"}}"#,
    #"{ "x" : [ { "y" : "\"\\\u00e9\n" } , [ ] , { } , "ä€😀" ] , "resourceType" : "A" }"#,
    "{\n    \"a\": {\n        \"b\": [\n            0.10\n        ]\n    },\n    \"c\": \"\"\n}",
    #"{"a":"0123456789012345678901234567890123456789012345678901234567890123456789","b":1e5}"#,
    #"{"a":{"b":{"c":[[[[{"d":[{},[],"",0]}]]]]}},"contained":[{"resourceType":"X"}],"e":"\\"}"#,
    #"{"a":"\ud83d\ude00\\\\","b":"\\\"","c":["\\",{"\"":":"},"{","}","[","]",","]}"#,
  ]

  @Test("Damaged texts are judged as by the scanner and by a plain loop", arguments: seeds)
  func damaged(_ seed: String) {
    var random = SeededGenerator(seed: UInt64(seed.utf8.count))
    let letters = Array("\"\\{}[],: \n0e1-.tfnu\u{0}a".utf8) + [0xC3, 0xA9, 0xFF]
    for round in 0..<4000 {
      var text = Array(seed.utf8)
      for _ in 0..<(round == 0 ? 0 : 1 + random.below(2)) {
        let place = random.below(text.count)
        switch random.below(3) {
        case 0: text[place] = letters[random.below(letters.count)]
        case 1: text.insert(letters[random.below(letters.count)], at: place)
        default: text.remove(at: place)
        }
      }
      let shift = random.below(65)
      let next = Array("\n{\"next\":1}".utf8)
      text = [UInt8](repeating: 0x20, count: shift) + text + next
      guard text[shift] == 0x7B else { continue }
      let scanned = Self.scanned(text, from: shift)
      let passed = Self.passed(text, from: shift, .everything)
      // A watched name that stands twice, or in disguise, is left to the scanner, and so is what
      // has something wrong behind it, in the same block.
      if passed != nil || !Self.isUnusual(text) && text.dropFirst(scanned ?? 0).elementsEqual(next)
      {
        #expect(passed == scanned, "round \(round)")
      }
      let matched = Self.matched(text, from: shift)
      let fast = Self.passed(text, from: shift, .structure)
      if fast != nil || !Self.isUnusual(text) && text.dropFirst(matched ?? 0).elementsEqual(next) {
        #expect(fast == matched, "round \(round)")
      }
      if scanned != nil { #expect(matched == scanned) }
    }
  }

  @Test("With AVX2 damaged texts are judged as without it", arguments: seeds)
  func forms(_ seed: String) {
    var random = SeededGenerator(seed: UInt64(seed.utf8.count) &+ 7)
    let letters = Array("\"\\{}[],: \n0e1-.tfnu\u{0}a".utf8) + [0xC3, 0xA9, 0xFF]
    for _ in 0..<2000 {
      var text = Array(seed.utf8)
      for _ in 0..<random.below(3) {
        text[random.below(text.count)] = letters[random.below(letters.count)]
      }
      let start = random.below(65)
      text = [UInt8](repeating: 0x20, count: start) + text
      text += [UInt8](repeating: 0x20, count: random.below(70))
      text.removeLast(random.below(4) == 0 ? random.below(text.count - start) : 0)
      let depth = CInt(random.below(8) == 0 ? 3 : 64)
      for flags in 0..<CInt(4) {
        let expected = Self.passage(cmasks_pass_plain, text, start, depth, flags)
        let found = Self.passage(cmasks_pass, text, start, depth, flags)
        #expect(found == expected, "flags \(flags)")
      }
    }
  }

  @Test("A name with escapes that is no watched one ends no check, wherever it is in a block")
  func escapedNames() {
    let object = Array(#"{"xyz\n":1,"resourceType":"Claim"}"#.utf8)
    let checks: [Check] = [cmasks_pass, cmasks_pass_plain]
    for start in 0..<64 {
      let text = [UInt8](repeating: 0x20, count: start) + object
      for check in checks {
        let found = Self.passage(check, text, start, 64, CInt(CMASKS_STRUCTURE))
        #expect(found.first == Int64(text.count), "offset \(start)")
      }
    }
  }

  private typealias Check =
    (UnsafePointer<UInt8>?, Int, Int, UnsafePointer<CMasksNames>?, CInt, CInt) -> CMasksPassage

  /// What a check says; where there is no verdict, the names say nothing.
  private static func passage(
    _ check: Check, _ text: [UInt8], _ start: Int, _ depth: CInt, _ flags: CInt
  ) -> [Int64] {
    let found = unsafe withUnsafePointer(to: selection.watched) { names in
      unsafe text.withUnsafeBufferPointer { buffer in
        unsafe check(buffer.baseAddress, buffer.count, start, names, depth, flags)
      }
    }
    return found.end == 0
      ? [0] : [Int64(found.end), found.names.0, found.names.1, found.names.2]
  }

  private static func isUnusual(_ text: [UInt8]) -> Bool {
    let words = String(decoding: text, as: UTF8.self)
    return words.split(separator: "\"id\"", omittingEmptySubsequences: false).count > 2
      || words.contains("\\")
  }

  @Test("What is passed over keeps its type, its id and what it contains")
  func identity() throws {
    let text = #"""
      {"resourceType":"Bundle","entry":[
        {"resource":{"id":7,"x":{"resourceType":"Medication"},"resourceType":"Claim",
          "contained":[{"resourceType":"Medication","id":"m","code":{}},{"id":"n"}]}},
        {"resource":{"code":{"text":"a"},"resourceType":"Medication"}},
        {"other":{"resourceType":"Claim","y":1}}]}
      """#
    var options = JSONOptions()
    options.selection = Self.selection
    let root = try JSONDocument(Array(text.utf8), options: options).root
    let entries = Array(try #require(root["entry"]).elements)
    let claim = try #require(entries[0]["resource"])
    #expect(claim.isSkipped && claim.isObject)
    #expect(claim["resourceType"]?.string == "Claim")
    #expect(claim["id"]?.scalarText == "7")
    #expect(claim["x"] == nil)
    #expect(claim.whole["x"]?["resourceType"]?.string == "Medication")
    let contained = Array(try #require(claim["contained"]).elements)
    #expect(contained.map { $0["resourceType"]?.string } == ["Medication", nil])
    #expect(contained.map { $0["id"]?.string } == ["m", "n"])
    #expect(contained[0]["code"] == nil && contained[0].whole["code"] != nil)
    #expect(contained[1].path(from: root) == "entry[0].resource.contained[1]")
    let medication = try #require(entries[1]["resource"])
    #expect(!medication.isSkipped && medication["code"]?["text"]?.string == "a")
    #expect(entries[2]["other"]?.isSkipped == false)
  }

  @Test("Lines that are left out are counted by type; noted types stay as skipped objects")
  func omittedTypes() throws {
    let types = [
      "Claim", "Patient", "Patient", "Medication", "Patients", "Patient", "Bill", "Claim",
    ]
    let text = types.map { #"{"resourceType":"\#($0)","id":"1"}"# + "\n" }.joined()
    var options = JSONOptions()
    options.selection = JSONSelection(
      holder: "resource", typeName: "resourceType", idName: "id", listName: "contained",
      types: ["Medication"], noted: ["Bill"])
    let lines = JSONLines(eachOf: Array(text.utf8), options: options)
    #expect(lines.omittedTypes == ["Claim": 2, "Patient": 3, "Patients": 1])
    #expect(lines.lines.map(\.number) == [3, 6])
    #expect(try lines.lines.map { try $0.value.get().isSkipped } == [false, true])
  }

  /// Objects whose type cannot be told at a glance are kept whole.
  @Test(
    "An object that may be wanted is kept whole, in both ways of checking",
    arguments: [
      #"{"a":1,"resourceType":"Medication"}"#, #"{"resourceType":"Claim","resourceType":"Bundle"}"#,
      #"{"\u0072esourceType":"Medication"}"#, #"{"resourceType":"Medic\u0061tion"}"#,
      #"{"resourceType":7}"#, #"{"a":{"resourceType":"Claim"}}"#, "{}",
      #"{"resourceType":"Claim","\u0072esourceType":"Medication"}"#,
      #"{"resourceType":"Claim","r\u0065sourceType":"Medication"}"#,
    ])
  func keptWhole(_ text: String) throws {
    for checking in [JSONChecking.everything, .structure] {
      var options = JSONOptions()
      options.selection = Self.selection
      options.checking = checking
      let plain = try JSONDocument(Array(text.utf8)).root
      let root = try JSONDocument(Array(text.utf8), options: options).root
      #expect(!root.isSkipped)
      #expect(root.count == plain.count)
    }
  }

  @Test("Errors in what is passed over are those of the whole reading")
  func errors() {
    let damaged = [
      #"{"resourceType":"Claim","a":[1,]}"#, #"{"resourceType":"Claim","a":01}"#,
      #"{"resourceType":"Claim","a":"\x"}"#, #"{"resourceType":"Claim","a":{"b":tru}}"#,
      #"{"resourceType":"Claim","a":1"#, #"{"resourceType":"Claim" "a":1}"#,
    ]
    for text in damaged {
      var options = JSONOptions()
      options.selection = Self.selection
      let expected = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
      let found = #expect(throws: JSONError.self) {
        try JSONDocument(Array(text.utf8), options: options)
      }
      #expect(found == expected)
    }
  }

  @Test("A line of a batch that is passed over leaves no trace, a broken one its error")
  func lines() throws {
    let text = """
      {"resourceType":"Claim","a":1}
      {"resourceType":"Medication","id":"1"}
      {"resourceType":"Claim","a":01}
      {"resourceType":"medication"}
      {"resourceType":"Claim","contained":[{"resourceType":"Medication"}]}
      {"resourceType":"Claim","a":2} x
      {"resourceType":"Claim"}
      """
    var options = JSONOptions()
    options.selection = Self.selection
    let lines = JSONLines(eachOf: Array(text.utf8), options: options).lines
    #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
    #expect(lines[4].trailingOffset != nil)
    let all = try JSONLines(Array(text.utf8), options: options).lines
    #expect(all.map(\.number) == [0, 1, 2, 3, 4, 5, 6])
  }
}
