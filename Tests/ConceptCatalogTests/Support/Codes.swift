// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

/// A question about a concept, what it is asked of, and the codes of the answer.
struct CodeCase: Sendable, CustomTestStringConvertible {
  let question: Question
  let code: UInt32
  let answer: [UInt32]

  init(_ question: Question, of code: UInt32, is answer: UInt32...) {
    self.question = question
    self.code = code
    self.answer = answer
  }

  var testDescription: String { "\(question) of \(code)" }
}

/// The questions whose answers are concepts.
enum Question: Sendable {
  case ingredients, preciseIngredients, multipleIngredients, components, genericForms
  case brandedForms, brandNames, doseForms, doseFormGroups, unquantifiedForms, products
  case related(Relationship)

  func answer(about concept: Concept) -> [Concept] {
    switch self {
    case .ingredients: concept.ingredients
    case .preciseIngredients: concept.preciseIngredients
    case .multipleIngredients: concept.multipleIngredients.map { [$0] } ?? []
    case .components: concept.components
    case .genericForms: concept.genericForms
    case .brandedForms: concept.brandedForms
    case .brandNames: concept.brandNames
    case .doseForms: concept.doseForms
    case .doseFormGroups: concept.doseFormGroups
    case .unquantifiedForms: concept.unquantifiedForms
    case .products: concept.products
    case .related(let relationship): concept.related(relationship)
    }
  }
}

extension [Concept] {
  /// The numbers of the concepts.
  var codes: [UInt32] { map(\.rxcui.rawValue) }
}

extension Catalog {
  /// The concept of a number.
  func concept(_ code: UInt32) -> Concept? { concept(for: RxCUI(rawValue: code)) }
}
