// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping
import TestSupport
import Testing

@testable import DrugLabels

@Suite("Finding phrases")
struct PhraseMatcherTests {
  static let matcher = Extraction.extractor.matcher

  private func found(_ text: String) -> [String] {
    let utf8 = Array(text.utf8)
    return Self.matcher.mentions(in: utf8).map {
      String(decoding: utf8[$0.range], as: UTF8.self)
    }
  }

  @Test("Every phrase of the table is found whole, as itself")
  func everyPhrase() {
    for phrase in Self.matcher.phrases {
      let utf8 = Array("In trials \(phrase.text.uppercased()); none else.".utf8)
      let mentions = Self.matcher.mentions(in: utf8)
      #expect(mentions.count == 1, "\(phrase.text)")
      guard let mention = mentions.first else { continue }
      let words = String(decoding: utf8[mention.range], as: UTF8.self).lowercased()
      #expect(words == phrase.text)
      #expect(Self.matcher.phrases[mention.phrase].symptom == phrase.symptom, "\(phrase.text)")
    }
  }

  @Test(
    "Rule 5.14 spelling, plural, white space and hyphens make no difference",
    arguments: FixtureRows.pairs("spellings"))
  func spellings(text: String, expected: String) {
    #expect(found(text).joined(separator: ", ") == expected)
  }

  @Test("The longest phrase wins, and nothing within it is found again")
  func longest() {
    #expect(
      found("febrile neutropenia, lower abdominal pain") == [
        "febrile neutropenia", "lower abdominal pain",
      ])
  }

  @Test("A phrase within a word is none", arguments: ["afebrile", "nauseants", "coughlin"])
  func withinWords(text: String) {
    #expect(found(text).isEmpty)
  }

  @Test(
    "Rule 5.13 words around a phrase that make it mean something else",
    arguments: FixtureRows.texts("look-alikes"))
  func lookAlikes(text: String) {
    #expect(found("There was " + text + ".").isEmpty)
  }

  @Test(
    "A row's label is matched as a whole",
    arguments: FixtureRows.pairs("labels of rows"))
  func rowLabels(label: String, expected: String) {
    let found = Self.matcher.wholeMatch(label).map { Extraction.name($0.symptom) }
    #expect(found.joined(separator: ", ") == expected)
  }

  @Test("A text of any bytes is read to its end")
  func anyBytes() {
    var state: UInt64 = 20_261_122
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let byte = UInt8(truncatingIfNeeded: state >> 33)
        if byte & 7 == 0 { bytes += Array(" chest pain".utf8) }
        bytes.append(byte & 1 == 0 ? byte : [0xE2, 0xC2, 0x80, 0x20, 0x28][Int(byte) % 5])
      }
      var section = LabelSection(loinc: Section.adverse)
      section.text.utf8 = bytes
      section.text.blocks = [.init(.paragraph, 0..<bytes.count)]
      var label = DrugLabel(source: .other, file: "bytes", kind: .prescription)
      label.sections = [section]
      let reading = Extraction.extractor.read(label)
      for statement in reading.statements { #expect(!statement.term.isEmpty) }
    }
  }
}

@Suite("Finding characters by their bytes")
struct PlainSearchTests {
  @Test("Every text of few characters holds what the standard library finds in it")
  func shortTexts() {
    let texts = (0...5).flatMap(Self.texts)
    let wanted = (0...3).flatMap(Self.texts)
    for text in texts {
      for characters in wanted {
        #expect(text.holds(characters) == text.contains(characters), "\(text) · \(characters)")
      }
    }
  }

  @Test(
    "Characters of several bytes around a word do not hide it",
    arguments: FixtureRows.cells("held characters"))
  func words(_ row: [String]) {
    #expect("\(row[0].holds(row[1]))" == row[2])
  }

  /// All texts of so many characters out of two.
  private static func texts(_ count: Int) -> [String] {
    (0..<(1 << count)).map { bits in
      String((0..<count).map { bits >> $0 & 1 == 0 ? "a" : "b" })
    }
  }
}

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
