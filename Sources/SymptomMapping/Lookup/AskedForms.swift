// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// The salts and esters in a queried concept, to compare labels with.
///
/// The label of another salt is used too, but marked: a depot ester's effects are not those of a
/// tablet, and a boxed warning of one is not that of the other.
struct AskedForms: Hashable {
  /// What is known about one ingredient.
  struct Part: Hashable {
    let ingredient: Concept
    let base: [String]
    /// What the name of the product states.
    let named: [SubstanceForm]
    /// The salts that the release relates, if the name states none: it may be one of them.
    let related: [SubstanceForm]
  }

  private let parts: [Part]
  /// Whether names of its kind state the ester behind each ingredient: those with a strength do.
  private let namesForms: Bool

  /// Nothing that a label could differ from.
  static let none = AskedForms(parts: [], namesForms: false)

  private init(parts: [Part], namesForms: Bool) {
    self.parts = parts
    self.namesForms = namesForms
  }

  /// The forms that a salt or a product holds of these ingredients; an ingredient holds each.
  init(_ concept: Concept, _ ingredients: [Concept]) {
    guard !concept.isConjugate else {
      self = .none
      return
    }
    let withStrength: [TermType] = [
      .clinicalDrug, .clinicalDrugComponent, .brandedDrug, .brandedDrugComponent,
    ]
    namesForms = withStrength.contains(concept.termType)
    let salts = concept.preciseIngredients.filter { !$0.isConjugate }
    let name = concept.name
    parts = ingredients.map { ingredient in
      let base = SubstanceForm.words(of: ingredient.name)
      let own = salts.compactMap { SubstanceForm(of: base, inSubstance: $0.name) }
      let named =
        concept.termType == .preciseIngredient
        ? own : SubstanceForm.forms(of: base, inProduct: name).filter { !$0.isBase }
      return Part(
        ingredient: ingredient, base: base, named: named, related: named.isEmpty ? own : [])
    }
  }

  /// Whether substances that a label names are another salt or ester of one of the ingredients.
  ///
  /// What either one does not state is not a difference.
  func differ(from substances: [String]) -> Bool {
    parts.contains { part in
      let stated = substances.compactMap { SubstanceForm(of: part.base, inSubstance: $0) }
      if stated.isEmpty { return false }
      if !part.named.isEmpty {
        // Labels of salts often name only the base, but they never omit a depot ester.
        return !stated.contains { form in
          form.isBase
            ? !part.named.allSatisfy(\.isDepot) : part.named.contains(where: form.fits)
        }
      }
      if !part.related.isEmpty {
        return !stated.contains { form in form.isBase || part.related.contains(where: form.fits) }
      }
      return namesForms && stated.allSatisfy { $0.isDepot && part.isTold($0) }
    }
  }
}

extension AskedForms.Part {
  /// Whether the release names the form in other components of the ingredient, and would in this.
  func isTold(_ form: SubstanceForm) -> Bool {
    ingredient.related(.ingredientOf).contains { component in
      component.termType == .clinicalDrugComponent
        && SubstanceForm.forms(of: base, inProduct: component.name).contains(where: form.fits)
    }
  }
}
