// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads ingredients, dose form, amounts and further names of a Medication.
  mutating func readProduct(
    _ medication: JSONNode, _ fields: ResourceFields, origin: ReferenceOrigin
  ) {
    guard fields.holdsAny(of: .product) else { return }
    let holders = productHolders(of: medication)
    record.ingredients = ingredients(of: holders, origin: origin, above: [medication])
    for holder in holders where record.form == nil {
      let form = elements.concept(
        elements.object(holder["form"]) ?? elements.object(holder["doseForm"]))
      if !form.isEmpty { record.form = form }
    }
    record.otherNames = elements.texts(medication["name"]) + elements.texts(medication["synonym"])
    readAmount(of: medication)
    readLabelling(of: medication, fields)
  }

  /// The objects of a Medication that may hold ingredients and form: itself, and since they have
  /// other names in DSTU2 and in MedicationKnowledge of R5, what is inside those.
  mutating func productHolders(of medication: JSONNode) -> [JSONNode] {
    [
      medication, elements.object(medication["product"]),
      elements.object(medication["definitional"]),
    ].compactMap(\.self)
  }

  /// Reads maker, brand and batches.
  private mutating func readLabelling(of medication: JSONNode, _ fields: ResourceFields) {
    var labelling = ProductLabelling()
    let maker = fields[.manufacturer] ?? fields[.marketingAuthorizationHolder]
    labelling.manufacturer = elements.reference(maker)?.words
    labelling.isBrand = elements.flag(fields[.isBrand])
    labelling.isOverTheCounter = elements.flag(fields[.isOverTheCounter])
    let holders = [elements.object(medication["product"]), elements.object(medication["package"])]
    let batches = [fields[.batch]] + holders.map { $0?["batch"] }
    for node in batches.flatMap({ elements.oneOrMore($0) }) {
      let batch = ProductLabelling.Batch(
        lotNumber: elements.text(node["lotNumber"]),
        expirationDate: elements.text(node["expirationDate"]))
      if batch != ProductLabelling.Batch() { labelling.batches.append(batch) }
    }
    if !labelling.isEmpty { record.labelling = labelling }
  }

  /// Reads how much is in a pack or container, and of what.
  private mutating func readAmount(of medication: JSONNode) {
    if let amount = elements.object(medication["amount"]) {
      let isRatio = amount["numerator"] != nil || amount["denominator"] != nil
      record.amount =
        isRatio
        ? elements.ratio(amount) : elements.quantity(amount).map { FHIRRatio(numerator: $0) }
    } else if let volume = elements.quantity(elements.object(medication["totalVolume"])) {
      record.amount = FHIRRatio(numerator: volume)
    }
    guard let package = elements.object(medication["package"]) else { return }
    let contents = elements.list(package["content"])
    let parts = contents.map { packageContent($0) }
    record.packageContents = parts.filter { !$0.isEmpty }
    // Of several contents none is the amount of the whole.
    if contents.count == 1, record.amount == nil, let amount = parts[0].amount {
      record.amount = FHIRRatio(numerator: amount)
    }
  }

  private mutating func packageContent(_ node: JSONNode) -> PackageContent {
    var content = PackageContent(
      item: elements.concept(elements.object(node["itemCodeableConcept"])),
      amount: elements.quantity(elements.object(node["amount"])))
    let reference = elements.reference(node["itemReference"] ?? node["item"])
    content.reference = reference?.reference
    content.referenceDisplay = reference?.display
    content.referenceIdentifier = reference?.identifier
    return content
  }

  // MARK: Ingredients

  /// Reads the ingredients of a Medication or Substance; `above` are the resources that led to it.
  mutating func ingredients(
    of holders: [JSONNode], origin: ReferenceOrigin, above: [JSONNode]
  ) -> [MedicationIngredient] {
    var ingredients: [MedicationIngredient] = []
    for holder in holders {
      let nodes = RecordReader.values("ingredient", of: holder, last: holder["ingredient"])
      for item in nodes.flatMap({ elements.list($0) }) {
        guard ingredientCount < Self.ingredientLimit else {
          elements.report(
            .sizeLimit, .error,
            "more than \(Self.ingredientLimit) ingredients; the others were not read", at: item)
          return ingredients
        }
        ingredientCount += 1
        ingredients.append(ingredient(item, origin: origin, above: above))
      }
    }
    return ingredients
  }

  private mutating func ingredient(
    _ node: JSONNode, origin: ReferenceOrigin, above: [JSONNode]
  ) -> MedicationIngredient {
    var concepts = [node["itemCodeableConcept"], node["substanceCodeableConcept"]].compactMap(
      \.self)
    // The last two are the ingredients of a Substance.
    var references =
      (node["itemReference"] ?? node["substanceReference"] ?? node["substance"])
      .map { elements.severalReferences($0) } ?? []
    let items = node["item"]?.items ?? []
    for item in items.compactMap({ elements.object($0) }) {
      if let concept = item["concept"] { concepts.append(concept) }
      // R5: a CodeableReference holds a Reference; before, `item` is one.
      let inner = item["reference"]
      let isR5 = inner.map { $0.isObject || $0.isArray } ?? false || item["concept"] != nil
      if isR5 {
        references += inner.map { elements.severalReferences($0) } ?? []
      } else if let reference = elements.reference(item) {
        references.append(reference)
      }
    }
    let concept = elements.identity(concepts)
    let reference = references.first
    if Set(references.map(\.words)).count > 1 {
      elements.report(
        .codingsConflict, .warning, "several references where an ingredient has one", at: node)
    }
    var ingredient = MedicationIngredient(
      codings: concept.codings, text: concept.text, reference: reference?.reference,
      strength: elements.strength(of: node), isActive: isActive(node))
    ingredient.referenceDisplay = reference?.display
    ingredient.referenceIdentifier = reference?.identifier
    if ingredient.codings.isEmpty, let reference {
      follow(reference, origin: origin, above: above, into: &ingredient)
    }
    return ingredient
  }

  /// What `isActive` says, else the type; what cannot be read may say that it is not a drug.
  private mutating func isActive(_ node: JSONNode) -> Bool? {
    guard let value = node["isActive"], !value.isNull, !value.isEmptyContainer,
      value.string?.isEmpty != true
    else { return isActive(byTypeOf: node) }
    if let flag = elements.flag(value) { return flag }
    switch value.scalarText.map({ StatusWord($0).normalised }) {
    case "no", "n", "f", "0", "inactive": return false
    case "yes", "y", "t", "1", "active": return true
    default:
      refuse(value, "whether an ingredient is active cannot be read")
      return nil
    }
  }

  /// What the type of a MedicationKnowledge's ingredient says: RoleClass of HL7 v3.
  ///
  /// A base or an additive may be either.
  private mutating func isActive(byTypeOf node: JSONNode) -> Bool? {
    guard let type = elements.object(node["type"]) else { return nil }
    let concept = elements.concept(type)
    for coding in concept.codings {
      switch coding.code {
      case "ACTI", "ACTIB", "ACTIM", "ACTIR": return true
      case "IACT", "COLR", "FLVR", "PRSV", "STBL": return false
      default: continue
      }
    }
    let words = ([concept.text] + concept.codings.map(\.display)).compactMap { $0?.lowercased() }
    return words.contains { $0.contains("inactive") || $0.contains("excipient") } ? false : nil
  }

  /// Takes over what the resource that an ingredient refers to says in `code`; where that is
  /// nothing, its own ingredients, which stay inside the ingredient (the codings of
  /// a medication's ingredients are one level deep).
  private mutating func follow(
    _ reference: ReferenceText, origin: ReferenceOrigin, above: [JSONNode],
    into ingredient: inout MedicationIngredient
  ) {
    switch ReferenceResolver().resolve(reference.reference, from: origin) {
    case .found(let target, let targetOrigin, _, _):
      let isCycle = above.contains(target)
      if !isCycle {
        let fields = ResourceFields(of: target)
        noteRepeatedNames(in: target)
        readModifiers(of: target, fields)
        readStatus(ofReferred: fields)
      }
      if isCycle {
        elements.report(
          .cycle, .error, "an ingredient refers to its own Medication", at: reference.node)
      }
      let concept = ingredientConcept(target)
      ingredient.codings = concept.codings
      if ingredient.text == nil { ingredient.text = concept.text }
      guard concept.isEmpty, !isCycle else { return }
      guard above.count < Self.chainLimit else {
        elements.report(
          .depthLimit, .error,
          "ingredients of ingredients are followed for \(Self.chainLimit) levels, not further",
          at: reference.node)
        return
      }
      ingredient.ingredients = ingredients(
        of: productHolders(of: target), origin: targetOrigin, above: above + [target])
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
    guard let code = elements.object(target["code"]) else { return FHIRConcept() }
    let concept = elements.concept(code)
    return concept.isEmpty ? elements.concept(elements.object(code["concept"])) : concept
  }
}
