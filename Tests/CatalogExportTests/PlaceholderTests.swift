// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import TestSupport
import Testing

@testable import CatalogExport

@Suite("Placeholders of a reconstructed release are no codes")
struct PlaceholderTests {
  /// Whether a text holds a number of eight digits from 90000000 that stands alone.
  ///
  /// NDCs have eleven digits and set ids have dashes, so neither is one.
  static func placeholders(in text: String, limit: Int = 3) -> [String] {
    var found: [String] = []
    var digits: [UInt8] = []
    var before: UInt8 = 0x20
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte) {
        digits.append(byte)
        continue
      }
      let isAlone = !Self.isPartOfWord(before) && !Self.isPartOfWord(byte)
      if digits.count == 8, digits[0] == 0x39, isAlone, found.count < limit {
        found.append(String(decoding: digits, as: UTF8.self))
      }
      digits = []
      before = byte
    }
    return found
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte == 0x2D || byte == 0x2E || byte == 0x5F || (0x41...0x5A).contains(byte & 0xDF)
  }

  @Test("The starter's exports hold none, in any form", .enabled(if: Effort.isFull))
  func none() throws {
    let content = try Exporting.starterContent()
    #expect(content.placeholderCount == 5290, "README of the release: 3117 + 1337 + 836")
    for (form, text) in try RestrictedSourceTests.exports(content) {
      #expect(Self.placeholders(in: text) == [], "\(form)")
    }
  }

  @Test("Their rows are there, tied together by ids")
  func rows() throws {
    var release = HandRelease(name: "RXNORM_RECONSTRUCTED_20260302")
    release.concept(1, "IN", "abcdin")
    release.concept(90_000_001, "SCDC", "abcdin 5 MG")
    release.relation(90_000_001, "has_ingredient", "ingredient_of", 1)
    let content = try Exporting.content(of: release)
    let export = DelimitedExport(content, form: .csv)
    let concepts = try Exporting.text { try export.write(.concept, to: $0) }
    #expect(concepts.contains("\r\n2,,SCDC,abcdin 5 MG,"))
    let names = try Exporting.text { try export.write(.name, to: $0) }
    #expect(names.contains("\r\n2,1,SCDC,abcdin 5 MG,,"), "the code of its row is its number")
    let relations = try Exporting.text { try export.write(.relation, to: $0) }
    #expect(relations.contains("\r\n2,has_ingredient,1,,1,0,0,0\r\n"))
    let lines = try Exporting.text { try ConceptLines(content).write(to: $0) }
    #expect(lines.contains(#""id":2,"rxcui":null,"tty":"SCDC""#))
  }

  @Test("A number above 90000000 of an official release is a code")
  func official() throws {
    var release = HandRelease()
    release.concept(90_000_001, "IN", "abcdin")
    let content = try Exporting.content(of: release)
    #expect(content.placeholderCount == 0)
    let text = try Exporting.text { try DelimitedExport(content, form: .csv).write(.name, to: $0) }
    #expect(text.contains("90000001"))
  }
}
