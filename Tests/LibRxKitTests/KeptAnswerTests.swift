// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow
import CRxKit
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Answers that a catalog keeps")
struct KeptAnswerTests {
  private static let codes = [
    "861007", nil, "314076", "99999999", "6809", "0093-7314-98", "861007",
  ]

  @Test("S37 An answer does not depend on what was asked before, on whatever thread")
  func order() throws {
    let catalog = try TestCatalog.small()
    let expected = try Self.codes.map { try rows(rxkit_lookup, catalog.handle, .text([$0])) }
    let chances = (0..<40).map { seed in (0..<30).map { (seed * 7 + $0 * $0) % Self.codes.count } }
    let found = FoundRows(count: chances.count)
    DispatchQueue.concurrentPerform(iterations: chances.count) { number in
      found.set(number) {
        try rows(
          rxkit_lookup, catalog.handle, .text(chances[number].map { Self.codes[$0] }))
      }
    }
    for (number, places) in chances.enumerated() {
      #expect(try found.rows(number) == places.flatMap { expected[$0] })
    }
  }

  @Test("The words of a column are those of its rows, not of rows before them")
  func words() throws {
    let catalog = try TestCatalog.small()
    let types = try Self.codes.map { try Self.words("tty", [$0], catalog) }
    #expect(types == [["SCD"], [], ["SCD"], [], ["IN"], [], ["SCD"]])
    #expect(try Self.words("tty", ["6809", "861007"], catalog) == ["IN", "SCD"])
    #expect(try Self.words("tty", ["861007"], catalog) == ["SCD"])
  }

  /// The dictionary of a column.
  private static func words(
    _ column: String, _ codes: [String?], _ catalog: TestCatalog
  ) throws -> [String?] {
    let given = TestColumn.text(codes)
    var (schema, answers) = (ArrowSchema(), ArrowArray())
    let options = "{\"columns\": [\"\(column)\"]}"
    let number = rxkit_lookup(
      catalog.handle, options, given.schema, given.array, &schema, &answers, nil)
    try #require(number == 0)
    defer {
      schema.release(&schema)
      answers.release(&answers)
    }
    let kind = try #require(schema.children[0]?.pointee.dictionary)
    let words = try #require(answers.children[0]?.pointee.dictionary)
    return AnswerValue.values(kind.pointee, words.pointee).map(\.text)
  }

  @Test("After an error the next answers are the same as ever")
  func afterErrors() throws {
    let catalog = try TestCatalog.small()
    let expected = try rows(rxkit_lookup, catalog.handle, .text(Self.codes))
    let broken = TestColumn.text(["6810", "xxxx", "29047"])
    let bytes = try #require(broken.buffers[2])
    UnsafeMutableRawPointer(mutating: bytes).storeBytes(of: 0xFF, toByteOffset: 5, as: UInt8.self)
    let error = #expect(throws: CallError.self) {
      try rows(rxkit_lookup, catalog.handle, broken)
    }
    #expect(error?.code == "arrow.utf8")
    #expect(error?.message.contains("row 1:") == true)
    #expect(try rows(rxkit_lookup, catalog.handle, .text(["29047"]))[0]["rxcui"].text == "29047")
    #expect(try rows(rxkit_lookup, catalog.handle, .text(Self.codes)) == expected)
  }

  @Test("S2 S14 Some columns are those of an answer with all of them")
  func someColumns() throws {
    guard let catalog = try TestCatalog.starter(skipping: "columns") else { return }
    let codes = ["861007", "314076", nil, "0093-7314-98", "99999999", "1191", "198440", "1", "x"]
    for ask in [rxkit_lookup, rxkit_related, rxkit_side_effects] as [Ask] {
      let whole = try rows(ask, catalog.handle, .text(codes))
      guard case .object(let members) = whole[0] else { return #expect(Bool(false)) }
      for name in members.keys.sorted() {
        let some = try rows(
          ask, catalog.handle, .text(codes), options: "{\"columns\": [\"\(name)\"]}")
        #expect(some.map { $0[name] } == whole.map { $0[name] }, "\(name)")
      }
    }
  }
}

/// Rows that several threads found.
private final class FoundRows: @unchecked Sendable {
  private var results: [Result<[AnswerValue], any Error>]
  private let lock = NSLock()

  init(count: Int) { results = Array(repeating: .success([]), count: count) }

  func set(_ place: Int, _ body: () throws -> [AnswerValue]) {
    let result = Result(catching: body)
    lock.withLock { results[place] = result }
  }

  func rows(_ place: Int) throws -> [AnswerValue] { try results[place].get() }
}
