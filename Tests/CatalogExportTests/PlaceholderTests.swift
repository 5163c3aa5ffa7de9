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
  @Test("A placeholder is found where it stands, and no other number")
  func found() {
    let text = "90000001,x90000002,90000003|1.90000004 990000005 900000061-90000007 90000008"
    #expect(placeholders(in: text) == ["90000001", "90000003", "90000008"])
  }

  @Test("The starter's exports hold none, in any form", .enabled(if: Effort.isFull))
  func none() throws {
    let content = try Exporting.starterContent()
    #expect(content.placeholderCount == 5290, "README of the release: 3117 + 1337 + 836")
    for (form, text) in try Exporting.texts(of: content) {
      #expect(placeholders(in: text) == [], "\(form)")
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
