// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import DrugLabels

@Suite("Numbers by keys")
struct NumberTableTests {
  /// A key of which many meet in one slot.
  private struct Key: SpreadKey, Hashable {
    let code: Int
    var spread: UInt64 { UInt64(code % 7) }
  }

  @Test("A table answers as a dictionary does, also where keys meet in a slot")
  func sameAsDictionary() {
    var table = NumberTable<Key>()
    var dictionary: [Key: Int32] = [:]
    for number in 0..<300 {
      let key = Key(code: number * 31 % 997)
      #expect(table[key] == nil)
      table.insert(key, Int32(number))
      dictionary[key] = Int32(number)
    }
    for code in 0..<1_000 { #expect(table[Key(code: code)] == dictionary[Key(code: code)]) }
  }

  @Test("Words have numbers in the order in which they come, each its own")
  func words() {
    let words = (0..<2_000).map { "hyperten\($0)" } + ["nausea", "vomiting"]
    var table = WordTable()
    for (number, word) in words.enumerated() {
      #expect(table.insert(WordKey(word)) == Int32(number))
    }
    for (number, word) in words.enumerated() { #expect(table[WordKey(word)] == Int32(number)) }
    #expect(table[WordKey("headache")] == nil)
  }

  @Test("Words that differ in one letter anywhere differ in the low bits of their numbers")
  func spread() {
    for place in 0..<8 {
      var seen: Set<UInt64> = []
      for letter in "bcdfgklmnp" {
        var word = Array("tttttttt")
        word[place] = letter
        seen.insert(WordKey(String(word)).spread & 0xFFFF)
      }
      #expect(seen.count == 10, "letter \(place)")
    }
  }
}
