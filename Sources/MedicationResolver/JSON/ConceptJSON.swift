// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import DrugMatching
public import JSONText
internal import MedicationModel

extension Concept: Shaped {
  // Placeholder codes are `null`.
  package static let shape = Shape<Self>(
    "concept", in: "concept", "Everything that the catalog holds of a concept of RxNorm."
  ) {
    Field("rxcui") { $0.code }
    Field("name", "The main name.", .name) { $0.name }
    Field("displayName", "The best name for people.", .name) { $0.displayName }
    Field("tty") { $0.termType }
    Field("status") { $0.status }
    Field("prescribable") { $0.isPrescribable }
    Field("source", "The source (SAB) of the main name.", .name) { $0.source }
    Field(
      "names", "Every name, of every source.",
      each: Shape {
        Field("text", "", .name) { $0.name.text }
        Field("source", "", .name) { $0.name.source }
        Field("tty") { $0.name.termType }
        // The code of a row of RXNORM is the RxCUI, which may be a placeholder.
        Field("code", "The code in that source.") {
          $0.name.source == "RXNORM" ? $0.concept.code?.description : $0.name.code
        }
        Field("suppress", "", .word(["N", "O", "Y", "E"])) { String($0.name.suppress) }
      }
    ) { concept in concept.names.map { (concept: concept, name: $0) } }
    Field("ingredients", each: reference) { $0.ingredientList.ingredients }
    Field("ingredientsComplete", "Whether the release relates all of them.") {
      $0.ingredientList.isComplete
    }
    Field("preciseIngredients", each: reference) { $0.preciseIngredients }
    Field("multipleIngredients", "", reference) { $0.multipleIngredients }
    Field(
      "strengths",
      each: Shape {
        Field("text", "", .name) { $0.text }
        Field("ingredient") { $0.ingredient?.name }
        Field("preciseIngredient") { $0.preciseIngredient?.name }
        Field("basis", "The substance that the strength is of.") { $0.basis }
      }
    ) { $0.strengthList.strengths }
    Field("brandNames", each: reference) { $0.brandNames }
    Field("genericForms", each: reference) { $0.genericForms }
    Field("brandedForms", each: reference) { $0.brandedForms }
    Field("doseForms", each: reference) { $0.doseForms }
    Field("doseFormGroups", each: reference) { $0.doseFormGroups }
    Field("packContents", each: PackItem.shape) { $0.packItems }
    Field("quantity", "The quantity factor of the name, such as 24 HR.") { $0.quantity }
    Field("qualitativeDistinction") { $0.qualitativeDistinction }
    Field(
      "ndcs", "National Drug Codes in 11 digits; null if the catalog was built without them."
    ) { $0.catalog.leftOut.contains(.ndcs) ? nil : $0.ndcs }
    Field("uniis", "", .list(.pattern("^[0-9A-Z]{10}$"))) { $0.uniis }
    Field(
      "labelSetIds",
      "Set ids of labels, as the release states them; null if the catalog was built without them."
    ) { $0.catalog.leftOut.contains(.otherSources) ? nil : $0.labelSetIDs }
    Field(
      "semanticTypes",
      each: Shape {
        Field("code", "", .pattern("^T[0-9]{3}$")) { $0.identifier }
        Field("name") { $0.name }
      }
    ) { $0.semanticTypes }
    Field(
      "attributes", "The other attributes of RXNSAT.",
      each: Shape {
        Field("name") { $0.name }
        Field("value") { $0.value }
        Field("source") { $0.source }
      }
    ) { $0.attributes.filter { $0.name != "NDC" } }
    Field(
      "relations", "Read as: this concept, relationship, that concept.",
      each: Shape {
        Field("relationship", "", .text) { $0.relationship }
        Field("rxcui") { $0.target.map { $0.code } ?? $0.targetCode }
        Field("name", "null if the release holds no concept of the code.") { $0.target?.name }
        Field("source") { $0.source }
        Field("reversed", "Whether the release states it only the other way round.") {
          $0.isReversed
        }
      }
    ) { $0.relations }
  }

  /// Writes everything the catalog holds of the concept as one JSON object.
  ///
  /// The shape is that of `concept.schema.json`. Placeholder codes are `null`.
  public func write(to json: inout JSONWriter) { Self.shape.write(self, to: &json) }

  /// Writes code, name and term type as one JSON object.
  package func writeReference(to json: inout JSONWriter) { Self.reference.write(self, to: &json) }
}

extension Concept.PackItem: Shaped {
  package static let shape = Shape<Self>("packItem", in: "common", "A product of a pack.") {
    Field("count", "How many of it.") { $0.count }
    Field("quantity", "The amount of each, such as 480 ML.") { $0.quantity }
    Field("rxcui") { $0.concept?.code }
    Field("name", "", .name) { $0.concept?.name ?? $0.name }
    Field("doseForm") { $0.concept?.doseForms.first?.name }
  }
}
