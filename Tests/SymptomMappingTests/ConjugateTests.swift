// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import SymptomMapping
import Testing

/// An antibody and what it becomes with a drug joined to it have different labels (the boxed warning
/// of Herceptin is not that of Enhertu), though RxNorm relates them as salt and base.
@Suite("Antibodies joined to a drug")
struct ConjugateTests {
  /// 100 the antibody, 101 and 102 a conjugate under two names, 103 another one; 200 an ingredient
  /// with a salt of the same shape of name; 110, 111, 113, 210 their products.
  private static let catalog = Result {
    var release = SmallRelease()
    release.add(100, "IN", "alphatumab")
    release.add(101, "PIN", "fam-alphatumab betatecan-abcd")
    release.add(102, "PIN", "alphatumab betatecan")
    release.add(103, "PIN", "ado-alphatumab gammatansine")
    release.add(104, "PIN", "alphatumab-wxyz")
    for code in 101...104 as ClosedRange<UInt32> {
      release.relate(code, "form_of", 100, inverse: "has_form")
    }
    release.add(150, "IN", "deltamab epsilodotin")
    release.add(151, "PIN", "deltamab epsilodotin-abcd")
    release.relate(151, "form_of", 150, inverse: "has_form")
    release.add(200, "IN", "zetatecan")
    release.add(201, "PIN", "zetatecan hydrochloride")
    release.relate(201, "form_of", 200, inverse: "has_form")
    let products: [(UInt32, UInt32, UInt32?)] = [
      (110, 100, nil), (111, 100, 101), (113, 100, 103), (114, 100, 104), (160, 150, 151),
      (210, 200, 201),
    ]
    for (code, ingredient, salt) in products {
      release.addDrug(
        code, "product \(code)", form: nil, components: [(code + 1000, ingredient)])
      if let salt {
        release.relate(
          code + 1000, "has_precise_ingredient", salt, inverse: "precise_ingredient_of")
      }
    }
    // The branded component, form and group of the first conjugate: their ingredient is the brand.
    release.add(121, "BN", "Alphabrand")
    release.relate(121, "tradename_of", 100, inverse: "has_tradename")
    release.relate(121, "has_precise_ingredient", 101, inverse: "precise_ingredient_of")
    for (code, termType, generic, genericType) in [
      (122, "SBDC", 1111, nil), (123, "SBDF", 125, "SCDF"), (124, "SBDG", 126, "SCDG"),
    ] as [(UInt32, String, UInt32, String?)] {
      release.add(code, termType, "\(termType) of Alphabrand")
      release.relate(code, "has_ingredient", 121, inverse: "ingredient_of")
      if let genericType {
        release.add(generic, genericType, "alphatumab \(genericType)")
        release.relate(generic, "has_ingredient", 100, inverse: "ingredient_of")
      }
      release.relate(code, "tradename_of", generic, inverse: "has_tradename")
    }
    return try release.catalog()
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

  @Test(
    "S28 S31 Rows and boxed warnings of an antibody and its conjugate stay apart",
    arguments: [
      (100, [100, 104]), (104, [100, 104]), (110, [100, 104]), (114, [100, 104]), (101, [102]),
      (102, [102]), (111, [102]), (103, []), (113, []), (121, [102]), (122, [102]), (123, [102]),
      (124, [102]),
    ] as [(UInt32, [UInt32])])
  func rows(_ code: UInt32, _ subjects: [UInt32]) throws {
    let symptoms: [UInt32: String] = [100: "Nausea", 102: "Vomiting", 104: "Headache"]
    let rows = symptoms.map { RowText(code: "\($0)", symptom: $1, setID: "set-\($0)") }
    let labels = symptoms.keys.map {
      LabelText(code: "\($0)", setID: "set-\($0)", boxed: "WARNING: \($0)")
    }
    let tables = try SmallTables.tables(rows, labels: labels)
    let answer = tables.sideEffects(of: [try concept(code)])
    let found = Set(answer.symptoms.flatMap(\.evidence).map(\.row.subject.rxcui.rawValue))
    #expect(found == Set(subjects))
    #expect((answer.boxedWarning.present == .yes) == !subjects.isEmpty)
    #expect((answer.coverage == .none) == subjects.isEmpty)
  }

  @Test("S28 S37 A conjugate without a label has not the answer that its antibody's product got")
  func remembered() throws {
    var release = SmallRelease()
    release.add(1, "DF", "Injection")
    release.add(100, "IN", "alphatumab")
    release.add(103, "PIN", "ado-alphatumab gammatansine")
    release.relate(103, "form_of", 100, inverse: "has_form")
    release.addDrug(110, "alphatumab Injection", form: 1, components: [(1110, 100)])
    release.addDrug(113, "gammatansine Injection", form: 1, components: [(1113, 100)])
    release.relate(1113, "has_precise_ingredient", 103, inverse: "precise_ingredient_of")
    let catalog = try release.catalog()
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
