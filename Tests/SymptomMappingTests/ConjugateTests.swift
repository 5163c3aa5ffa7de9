// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@testable import SymptomMapping

/// An antibody and what it becomes with a drug joined to it have different labels (the boxed warning
/// of Herceptin is not that of Enhertu), though RxNorm relates them as salt and base.
@Suite("Antibodies joined to a drug")
struct ConjugateTests {
  private static let catalog = Result {
    try HandRelease("conjugates", name: SmallTables.release).catalog()
  }

  private func concept(_ code: UInt32) throws -> Concept {
    try #require(try Self.catalog.get().concept(for: RxCUI(rawValue: code)))
  }

  @Test(
    "An antibody's further word is a drug joined to it; a biosimilar's suffix and a salt are none",
    arguments: [
      (100, false), (101, true), (102, true), (103, true), (104, false), (151, false), (201, false),
    ] as [(UInt32, Bool)])
  func told(_ code: UInt32, _ isConjugate: Bool) throws {
    #expect(try concept(code).isConjugate == isConjugate)
  }

  @Test(
    "S28 A product of a conjugate has the conjugate's effects, under one of its names",
    arguments: [
      (110, 100), (111, 101), (113, 103), (114, 100), (160, 150), (210, 200), (101, 101),
      (102, 101), (104, 100), (121, 101), (122, 101), (123, 101), (124, 101),
    ] as [(UInt32, UInt32)])
  func effective(_ code: UInt32, _ ingredient: UInt32) throws {
    let list = try concept(code).effectiveIngredients
    #expect(list.isComplete)
    #expect(list.ingredients.map(\.code) == [RxCUI(rawValue: ingredient)])
  }

  @Test("S28 S37 A conjugate without a label has not the answer that its antibody's product got")
  func remembered() throws {
    let catalog = try HandRelease("antibody and conjugate", name: SmallTables.release).catalog()
    let tables = try SmallTables.tables(
      [RowText(code: "100", route: "INTRAVENOUS")],
      labels: [LabelText(code: "100", route: "INTRAVENOUS", boxed: "WARNING")])
    for codes in [[110, 113], [113, 110]] as [[UInt32]] {
      var memory = EvidenceMemory()
      for code in codes {
        let product = try #require(catalog.concept(for: RxCUI(rawValue: code)))
        let known = memory.answer(for: product, product.ingredientList, tables, today: nil)
        let answer = try #require(known).answer
        #expect(answer.coverage == (code == 110 ? .full : .none))
        #expect(answer.boxedWarning.present == (code == 110 ? .yes : .unknown))
      }
    }
  }
}
