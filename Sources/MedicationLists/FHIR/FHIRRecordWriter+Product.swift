// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

extension ResourceWriter {
  /// Writes the ingredients of a Medication or MedicationKnowledge.
  ///
  /// `isTyped`: whether a type of the ingredient says that it is active, as in R5's
  /// MedicationKnowledge.
  func writeIngredients(
    _ ingredients: [(MedicationIngredient, ResolvedIngredient)], isTyped: Bool = false,
    _ output: inout ResourceOutput
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
    if writesReference {
      output.object("itemReference", or: ("item", "reference"), in: release) {
        $0.referenceMembers(reference, of: "ingredient.itemReference")
      }
    } else {
      output.object("itemCodeableConcept", or: ("item", "concept"), in: release) { output in
        if concept.isEmpty { output.absentReason() }
        output.conceptMembers(concept, derived)
      }
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

extension ResourceWriter {
  /// Writes who makes a product and its batch, and leaves what the version has no element for.
  ///
  /// MedicationKnowledge has a manufacturer in R4 only, and batches never; brand and
  /// over-the-counter are elements of older versions.
  func writeLabelling(isKnowledge: Bool, _ output: inout ResourceOutput) {
    guard var labelling = record.labelling else { return }
    switch (release, isKnowledge) {
    case (.r4, _): output.reference("manufacturer", labelling.manufacturer)
    case (.r5, false): output.reference("marketingAuthorizationHolder", labelling.manufacturer)
    case (.r5, true): output.leave("manufacturer", labelling.manufacturer)
    }
    labelling.manufacturer = nil
    if !isKnowledge, let batch = labelling.batches.first {
      output.object("batch") { output in
        output.string("lotNumber", batch.lotNumber)
        output.dateTime("expirationDate", batch.expirationDate)
      }
      labelling.batches.removeFirst()
    }
    leave(labelling, &output)
  }

  /// Keeps all of it in words, where no Medication is written.
  func leaveLabelling(_ output: inout ResourceOutput) {
    if let labelling = record.labelling { leave(labelling, &output) }
  }

  private func leave(_ labelling: ProductLabelling, _ output: inout ResourceOutput) {
    output.leave("manufacturer", labelling.manufacturer)
    output.leave("isBrand", labelling.isBrand.map { $0 ? "true" : "false" })
    output.leave("isOverTheCounter", labelling.isOverTheCounter.map { $0 ? "true" : "false" })
    for batch in labelling.batches {
      output.leave(
        "batch",
        NamedWords.joined([
          ("lotNumber", batch.lotNumber), ("expirationDate", batch.expirationDate),
        ]))
    }
  }
}
