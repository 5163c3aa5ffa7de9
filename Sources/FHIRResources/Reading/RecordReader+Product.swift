// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads ingredients, dose form and further names of a Medication (section 3.2).
  mutating func readProduct(_ medication: JSONNode, origin: ReferenceOrigin) {
    let holders = [
      medication, elements.object(medication, "product"),
      elements.object(medication, "definitional"),
    ].compactMap(\.self)
    for holder in holders {
      for item in elements.list(holder, "ingredient") {
        record.ingredients.append(ingredient(item, of: medication, origin: origin))
      }
      if record.form == nil {
        let form = elements.concept(
          elements.object(holder, "form") ?? elements.object(holder, "doseForm"))
        if !form.isEmpty { record.form = form }
      }
    }
    record.otherNames = elements.texts(medication, "name") + elements.texts(medication, "synonym")
  }

  private mutating func ingredient(
    _ node: JSONNode, of medication: JSONNode, origin: ReferenceOrigin
  ) -> MedicationIngredient {
    var concept = elements.concept(elements.object(node, "itemCodeableConcept"))
    var reference = elements.reference(node["itemReference"])
    if let item = elements.object(node, "item") {
      if concept.codings.isEmpty {
        let inner = elements.concept(elements.object(item, "concept"))
        if !inner.isEmpty { concept = inner }
      }
      if reference == nil {
        // R5: a CodeableReference holds a Reference; before, `item` is one.
        let inner = item["reference"]
        let isR5 = inner?.isObject ?? false || item["concept"] != nil
        reference = elements.reference(isR5 ? inner : item)
      }
    }
    var ingredient = MedicationIngredient(
      codings: concept.codings, text: concept.text, reference: reference?.reference,
      strength: elements.strength(of: node), isActive: elements.flag(node, "isActive"))
    ingredient.referenceDisplay = reference?.display
    if ingredient.codings.isEmpty, let reference {
      follow(reference, of: medication, origin: origin, into: &ingredient)
    }
    return ingredient
  }

  /// Takes over the codings of the resource that an ingredient refers to, one level deep.
  private mutating func follow(
    _ reference: ReferenceText, of medication: JSONNode, origin: ReferenceOrigin,
    into ingredient: inout MedicationIngredient
  ) {
    switch ReferenceResolver().resolve(reference.reference, from: origin) {
    case .found(let target, _, _, _):
      if target == medication {
        // Section 3.2: its code counts, one level deep; nothing further is followed.
        elements.report(
          .cycle, .error, "an ingredient refers to its own Medication", at: reference.node)
      }
      let concept = ingredientConcept(target)
      ingredient.codings = concept.codings
      if ingredient.text == nil { ingredient.text = concept.text }
    case .ambiguous(let candidates):
      elements.report(
        .referenceAmbiguous, .warning,
        "reference to an ingredient fits \(candidates.count) resources that differ",
        at: reference.node)
    case .missing(let reason):
      elements.report(
        .unresolvedReference, .warning, "reference to an ingredient: \(reason)",
        at: reference.node)
    }
  }

  /// `code` of a Substance or Medication; a CodeableReference in R5's Substance.
  private mutating func ingredientConcept(_ target: JSONNode) -> FHIRConcept {
    guard let code = elements.object(target, "code") else { return FHIRConcept() }
    let concept = elements.concept(code)
    return concept.isEmpty ? elements.concept(elements.object(code, "concept")) : concept
  }
}
