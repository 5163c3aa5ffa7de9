// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import DrugLabels

@Suite("Numbers by keys")
struct NumberTableTests {
  @Test("A table answers as a dictionary does")
  func sameAsDictionary() {
    var table = NumberTable()
    var dictionary: [UInt64: Int32] = [:]
    for number in 0..<300 {
      let code = UInt64(number * 31 % 997)
      #expect(table[WordKey(code: code)] == nil)
      table.insert(WordKey(code: code), Int32(number))
      dictionary[code] = Int32(number)
    }
    for code in 0..<1_000 as Range<UInt64> {
      #expect(table[WordKey(code: code)] == dictionary[code])
    }
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
