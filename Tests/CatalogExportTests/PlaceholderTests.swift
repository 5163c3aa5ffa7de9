// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("Placeholders of a reconstructed release are no codes")
struct PlaceholderTests {
  /// Whether a text holds a number of eight digits from 90000000 that stands alone.
  ///
  /// NDCs have eleven digits and set ids have dashes, so neither is one.
  static func placeholders(in text: String, limit: Int = 3) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var found: [String] = []
      guard let base = bytes.baseAddress else { return found }
      var place = 0
      // Exports are large: what is between nines is passed over.
      while found.count < limit, let nine = memchr(base + place, 0x39, bytes.count - place) {
        let start = nine - UnsafeMutableRawPointer(mutating: base)
        place = start + 1
        let end = start + 8
        guard start == 0 || !isPartOfNumberOrWord(bytes[start - 1]), end <= bytes.count,
          bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }),
          end == bytes.count || !isPartOfNumberOrWord(bytes[end])
        else { continue }
        found.append(String(decoding: bytes[start..<end], as: UTF8.self))
      }
      return found
    }
  }

  private static func isPartOfNumberOrWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  @Test("A placeholder is found where it stands, and no other number")
  func found() {
    let text = "90000001,x90000002,90000003|1.90000004 990000005 900000061-90000007 90000008"
    #expect(Self.placeholders(in: text) == ["90000001", "90000003", "90000008"])
  }

  @Test("The starter's exports hold none, in any form", .enabled(if: Effort.isFull))
  func none() throws {
    let content = try Exporting.starterContent()
    #expect(content.placeholderCount == 5290, "README of the release: 3117 + 1337 + 836")
    for (form, text) in try Exporting.texts(of: content) {
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
