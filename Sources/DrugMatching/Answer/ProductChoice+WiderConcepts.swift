// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Concepts that say less than a product: components, forms, packs and names.

extension ProductChoice {
  mutating func addComponents(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    guard !amounts.isEmpty else { return }
    let base = asked == .component ? 1.0 : 0.62
    for family in branded {
      for part in family.components where holdsNamed(part.ingredients) {
        addComponent(part, base, [], &products)
      }
    }
    for part in generic.components where part.ingredients == identity.ingredients {
      addComponent(
        part, isBrandAsked ? base * 0.85 : base, isBrandAsked ? [.brand] : [], &products)
    }
  }

  private mutating func addComponent(
    _ part: PartialProduct, _ base: Double, _ missing: [DrugMatch.Part],
    _ products: inout ProductReader
  ) {
    guard !part.components.isEmpty else { return }
    let sum = assigned(part.components) { amount, place in
      StrengthFit.fit(amount, part.components[place], content: nil, quantity: nil)
    }.sum
    var fit = sum / Double(part.components.count)
    guard fit > 0.5 else { return }
    let isMatched = fit > StrengthFit.matched
    // The ingredients of a concept without relations in the release are unknown.
    if part.ingredients.isEmpty, !identity.ingredients.isEmpty { fit *= 0.7 }
    var unmatched = missing + (isMatched ? [] : [.strength]) + wider(than: [.strength])
    var isContrary = missing.contains(.brand)
    if !salts.isEmpty {
      switch SaltFit.compare(salts, products.salts(of: part.components)) {
      case .same: break
      case .unsaid: unmatched.append(.salt)
      case .other:
        unmatched += [.salt, .drug]
        isContrary = true
        fit *= 0.6
      }
    }
    found.append(
      Scored(
        concept: part.concept, fit: base * fit * (part.isCurrent ? 1 : 0.93), level: .component,
        unmatched: unmatched, rank: 20 + (part.isCurrent ? 0 : 1000), isOpen: !isMatched,
        isContrary: isContrary, isBranded: part.termType == .brandedDrugComponent,
        otherAmounts: otherAmounts(part.components) { amount, place in
          StrengthFit.fit(amount, part.components[place], content: nil, quantity: nil)
        }))
  }

  mutating func addForms(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    guard !reading.form.isEmpty else { return }
    let base = asked == .form ? 1.0 : 0.55
    for (family, factor, isBrand) in branded.map({ ($0, 1.0, true) })
      + [(generic, isBrandAsked ? 0.85 : 1.0, false)]
    {
      for part in family.forms
      where isBrand && holdsNamed(part.ingredients) || part.ingredients == identity.ingredients {
        let fit = FormFit.fit(reading.form, part.form)
        guard fit >= 0.4 else { continue }
        var unmatched: [DrugMatch.Part] = isBrandAsked && !isBrand ? [.brand] : []
        if fit < FormFit.matched { unmatched.append(.form) }
        if isReleaseMissing(part.form) { unmatched.append(.release) }
        var isContrary = !unmatched.isEmpty
        switch SaltFit.compare(salts, products.salts(of: part.concept.position)) {
        case .same: break
        case .unsaid: unmatched.append(.salt)
        case .other:
          unmatched.append(.salt)
          isContrary = true
        }
        found.append(
          Scored(
            concept: part.concept, fit: base * factor * fit * (part.isCurrent ? 1 : 0.93),
            level: .form, unmatched: unmatched + wider(than: [.form, .release]),
            rank: 30 + (part.isCurrent ? 0 : 1000), isContrary: isContrary,
            isBranded: part.termType == .brandedDrugForm, form: part.form,
            otherAmounts: amounts + bare))
      }
    }
  }

  mutating func addPacks(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    guard asked == .pack else { return }
    for family in branded {
      for pack in family.packs { addPack(pack, base: 1, [], &products) }
    }
    guard branded.isEmpty || branded.allSatisfy(\.packs.isEmpty) else { return }
    for pack in generic.packs {
      addPack(pack, base: 0.7, isBrandAsked ? [.brand] : [], &products)
    }
  }

  private mutating func addPack(
    _ pack: Concept, base: Double, _ missing: [DrugMatch.Part], _ products: inout ProductReader
  ) {
    let share = PackFit.share(amounts, bare, products.packComponents(pack))
    let isMatched = share > 0.8
    let isCurrent = pack.mainSuppress == UInt8(ascii: "N") && pack.code != nil
    found.append(
      Scored(
        concept: pack, fit: base * (0.4 + 0.6 * share) * (isCurrent ? 1 : 0.93), level: .pack,
        unmatched: missing + (isMatched ? [] : [.strength]), rank: isCurrent ? 5 : 1005,
        isContrary: !missing.isEmpty || !isMatched))
  }

  /// The ingredient, combination or brand itself.
  mutating func addNames(
    _ generic: ProductFamily, _ products: inout ProductReader, _ catalog: Catalog
  ) {
    let missing = wider(than: [])
    let unbranded = missing + (isBrandAsked ? [.brand] : [])
    let base = asked == .ingredient ? 1.0 : 0.45
    for brand in identity.brands {
      // A brand that the release does not list is shown by one of its concepts.
      let concept = catalog.concept(at: brand)
      let isListed = concept?.termType == .brandName
      append(concept, isListed ? base : base * 0.85, missing + saltGap(brand, &products))
    }
    let lower = identity.brands.isEmpty ? base : base * 0.9
    if identity.ingredients.count == 1 {
      for target in identity.substances where identity.substances.count == 1 {
        append(
          catalog.concept(at: target.concept), lower,
          unbranded + saltGap(target.concept, &products))
      }
      let ingredient = identity.ingredients[0]
      append(
        catalog.concept(at: ingredient), lower * 0.99, unbranded + saltGap(ingredient, &products))
    } else {
      for concept in products.combinations(of: identity.ingredients) {
        append(concept, lower, unbranded + saltGap(concept.position, &products))
      }
      let isNamed = found.contains { $0.level == .ingredient }
      // If the combination has no concept, its forms represent it.
      for form in generic.forms where !isNamed && form.ingredients == identity.ingredients {
        append(form.concept, lower * 0.9, unbranded)
      }
      if !isNamed {
        for ingredient in identity.ingredients {
          append(catalog.concept(at: ingredient), lower * 0.5, unbranded)
        }
      }
    }
    for other in identity.alternatives where other.count == 1 {
      append(catalog.concept(at: other[0]), base * 0.9, unbranded)
    }
  }

  /// The details of the text that a concept cannot have which says only these parts.
  private func wider(than own: Set<DrugMatch.Part>) -> [DrugMatch.Part] {
    let details: Set<DrugMatch.Part> = [.strength, .form, .release, .quantity, .pack]
    return saidParts.filter { details.contains($0) && !own.contains($0) }
  }

  /// The salt, if the text names one that a concept's name does not.
  private func saltGap(_ concept: UInt32, _ products: inout ProductReader) -> [DrugMatch.Part] {
    SaltFit.compare(salts, products.salts(of: concept)) == .same ? [] : [.salt]
  }

  private mutating func append(_ concept: Concept?, _ fit: Double, _ missing: [DrugMatch.Part]) {
    guard let concept, !found.contains(where: { $0.concept == concept }) else { return }
    found.append(
      Scored(
        concept: concept, fit: fit, level: .ingredient, unmatched: missing, rank: 50,
        otherAmounts: amounts + bare))
  }
}
