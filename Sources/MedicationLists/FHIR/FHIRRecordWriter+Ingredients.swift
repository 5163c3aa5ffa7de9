// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

extension FHIRRecordWriter {
  /// Writes the ingredients of a Medication or MedicationKnowledge.
  ///
  /// `isTyped`: whether a type of the ingredient tells that it is active, as in R5's
  /// MedicationKnowledge.
  func writeIngredients(
    _ ingredients: [(MedicationIngredient, ResolvedIngredient)], _ answer: ResolvedMedication,
    isTyped: Bool = false, _ output: inout ResourceOutput
  ) {
    output.objects("ingredient", ingredients) { pair, output in
      let (given, resolved) = pair
      let derived = DerivedCoding(resolved, release: answer.release.name)
      writeItem(given, derived, &output)
      if isTyped {
        output.concept("type", given.isActive.map(Self.ingredientType))
      } else {
        output.flag("isActive", given.isActive)
      }
      writeStrength(given.strength, &output)
      // An ingredient has no ingredients in any version.
      for inner in given.ingredients { output.leave("ingredient.ingredient", inner.literal) }
    }
  }

  /// The concept of an ingredient, or where it has none the reference; both have no room.
  private func writeItem(
    _ given: MedicationIngredient, _ derived: DerivedCoding?, _ output: inout ResourceOutput
  ) {
    let concept = FHIRConcept(codings: given.codings, text: given.text)
    let reference = GivenReference(
      given.reference, given.referenceDisplay, given.referenceIdentifier)
    let writesReference = concept.isEmpty && !reference.isEmpty && !reference.isLocal
    if !writesReference { output.leave("ingredient.itemReference", reference.literal) }
    let body: (inout ResourceOutput) -> Void = { output in
      if writesReference {
        output.referenceMembers(reference, of: "ingredient.itemReference")
      } else {
        if concept.isEmpty { output.absentReason() }
        output.conceptMembers(concept, derived)
      }
    }
    switch (release, writesReference) {
    case (.r4, false): output.object("itemCodeableConcept", body)
    case (.r4, true): output.object("itemReference", body)
    case (.r5, false): output.object("item") { $0.object("concept", body) }
    case (.r5, true): output.object("item") { $0.object("reference", body) }
    }
  }

  private func writeStrength(_ strength: FHIRStrength?, _ output: inout ResourceOutput) {
    guard let strength else { return }
    let ratio = FHIRRatio(numerator: strength.numerator, denominator: strength.denominator)
    switch release {
    case .r4:
      output.ratio("strength", ratio)
      output.leave("strength", strength.concept?.literal)
    case .r5:
      if strength.denominator != nil {
        output.ratio("strengthRatio", ratio)
      } else if strength.numerator != nil {
        output.quantity("strengthQuantity", strength.numerator)
      }
      if ratio.isEmpty {
        output.concept("strengthCodeableConcept", strength.concept)
      } else {
        output.leave("strengthCodeableConcept", strength.concept?.literal)
      }
    }
  }

  /// The role of an ingredient in HL7's RoleClass.
  private static func ingredientType(isActive: Bool) -> FHIRConcept {
    let system = "http://terminology.hl7.org/CodeSystem/v3-RoleClass"
    return FHIRConcept(codings: [FHIRCoding(system: system, code: isActive ? "ACTI" : "IACT")])
  }
}
