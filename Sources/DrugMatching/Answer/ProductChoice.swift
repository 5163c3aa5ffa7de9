// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Chooses among the products of a drug by strength, form, brand and quantity.
struct ProductChoice {
  private struct Scored {
    let concept: Concept
    let fit: Double
    let level: DrugMatch.Level
    let unmatched: [DrugMatch.Part]
    let rank: Int
  }

  private let reading: TextReading
  private let identity: DrugIdentity
  private let asked: DrugMatch.Level
  private let amounts: [StatedAmount]
  private let volumes: [StatedAmount]
  private let bare: [StatedAmount]
  private var found: [Scored] = []
  private(set) var reason: DrugMatch.Reason?

  init(_ reading: TextReading, _ identity: DrugIdentity, _ asked: DrugMatch.Level) {
    self.reading = reading
    self.identity = identity
    self.asked = asked
    amounts = reading.amounts.filter { $0.role == .drug }
    volumes = reading.amounts.filter { $0.role == .volume || $0.role == .time }
    bare = reading.amounts.filter { $0.role == .bare }
  }

  /// The candidates, the best first.
  mutating func candidates(
    _ drugScore: Double, _ products: inout ProductReader, _ catalog: Catalog
  ) -> [DrugMatch.Candidate] {
    let generic =
      identity.ingredients.isEmpty
      ? ProductFamily() : products.family(of: products.rarest(of: identity.ingredients))
    var branded: [ProductFamily] = []
    for brand in identity.brands { branded.append(products.family(of: brand)) }
    if asked == .product || asked == .component || asked == .pack || asked == .form || !bare.isEmpty
    {
      addProducts(generic, branded, &products)
    }
    addComponents(generic, branded)
    addForms(generic, branded)
    addPacks(generic, branded, &products)
    addNames(generic, &products, catalog)
    return finished(drugScore)
  }

  // MARK: Products

  private mutating func addProducts(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    var ofBrand: Set<UInt32> = []
    for family in branded {
      for product in family.products {
        ofBrand.insert(product.concept.position)
        add(product, brandFit: 1, [], &products)
      }
    }
    let isBrandAsked = !identity.brands.isEmpty
    for product in generic.products where product.ingredients == identity.ingredients {
      if product.isBranded {
        if isBrandAsked { continue }
        add(product, brandFit: 0.8, [], &products)
      } else {
        add(product, brandFit: isBrandAsked ? 0.85 : 1, isBrandAsked ? [.brand] : [], &products)
      }
    }
  }

  private mutating func add(
    _ product: Product, brandFit: Double, _ missing: [DrugMatch.Part],
    _ products: inout ProductReader
  ) {
    var unmatched = missing
    let strength = strengthFit(product)
    let isStrengthAsked = !amounts.isEmpty
    if isStrengthAsked, strength < 0.7 { unmatched.append(.strength) }
    let form = reading.form.isEmpty ? plainness(product) : FormFit.fit(reading.form, product.form)
    // A slow form is never given for a plain one (S5).
    if reading.form.releases != 0, form == 0, isReleaseMissing(product) { return }
    if !reading.form.isEmpty, form < 0.4 { unmatched.append(.form) }
    var fit =
      brandFit * (isStrengthAsked || !bare.isEmpty ? 0.1 + 0.9 * strength : 1)
      * (0.25 + 0.75 * form)
    fit *= quantityFit(product) * saltFit(product, &products)
    if !product.isCurrent { fit *= 0.93 }
    if product.hasDistinction { fit *= 0.985 }
    // What the text leaves open is not decided: a wider concept says as much as it does.
    switch asked {
    case .component: fit *= 0.96
    case .form: fit *= 0.9
    case .pack: fit *= 0.8
    case .ingredient: fit *= 0.9
    case .product: break
    }
    found.append(
      Scored(
        concept: product.concept, fit: fit, level: .product, unmatched: unmatched,
        rank: Self.rank(product)))
  }

  private func isReleaseMissing(_ product: Product) -> Bool {
    reading.form.releases & product.form.releases == 0
  }

  /// Without a word about the form the plain one is nearer.
  private func plainness(_ product: Product) -> Double {
    product.form.releases == 0 ? 1 : 0.9
  }

  /// The share of a product's strengths that the text states.
  private func strengthFit(_ product: Product) -> Double {
    guard !amounts.isEmpty else { return bareFit(product) }
    let count = product.components.count
    guard count > 0 else { return 0 }
    var free = amounts.indices.map { _ in true }
    var sum = 0.0
    var matched = 0
    for (place, component) in product.components.enumerated() {
      var best = (fit: 0.0, amount: -1)
      for (index, amount) in amounts.enumerated() where free[index] {
        let fit = StrengthFit.fit(
          amount, component, content: product.contents[place], quantity: product.quantity)
        if fit > best.fit { best = (fit, index) }
      }
      guard best.amount >= 0 else { continue }
      free[best.amount] = false
      matched += 1
      sum += best.fit
    }
    if matched == 0 { return 0 }
    var fit = sum / Double(count)
    // A single amount for a combination says a part of it.
    if matched < count, matched == amounts.count { fit = max(fit, 0.75 * sum / Double(matched)) }
    // Further amounts often restate the strength in other words.
    let left = free.filter { $0 }.count
    if left > 0, matched == count { fit *= 1 - 0.06 * Double(min(left, 4)) }
    return fit
  }

  /// Numbers without units that are a product's strengths: `Zocor 10`.
  private func bareFit(_ product: Product) -> Double {
    guard !bare.isEmpty, !product.components.isEmpty else { return 1 }
    let values = bare.map(\.value.normalized)
    let count = product.components.filter { component in
      guard let value = component.strength?.numerator.value.normalized,
        let whole = Int64(exactly: value.significand)
      else { return false }
      return values.contains(SmallDecimal(significand: whole, exponent: value.exponent))
    }.count
    return count == 0 ? 0.4 : 0.6 + 0.3 * Double(count) / Double(product.components.count)
  }

  private func quantityFit(_ product: Product) -> Double {
    let stated =
      volumes.compactMap(\.figure)
      + amounts.compactMap(\.container)
    guard let quantity = product.quantityFigure else {
      return stated.isEmpty ? 1 : 0.955
    }
    if stated.contains(quantity) { return 1 }
    return stated.contains { $0.top == quantity.top } ? 0.92 : 0.97
  }

  private func saltFit(_ product: Product, _ products: inout ProductReader) -> Double {
    guard !reading.salts.isEmpty else { return 1 }
    var fit = 1.0
    for component in product.components {
      guard let precise = component.precise else {
        fit *= 0.985
        continue
      }
      let name = products.name(of: precise).lowercased()
      if !reading.salts.contains(where: { name.contains($0) }) { fit *= 0.96 }
    }
    return fit
  }

  /// The order of products that fit alike: prescribable and common forms first.
  private static func rank(_ product: Product) -> Int {
    var rank = product.isPrescribable ? 0 : 100
    if !product.isCurrent { rank += 1000 }
    let common = [
      "Oral Tablet", "Oral Capsule", "Injection", "Prefilled Syringe", "Injectable Solution",
      "Auto-Injector", "Pen Injector", "Oral Solution", "Topical Cream", "Ophthalmic Solution",
    ]
    return rank + (common.firstIndex(of: product.formName) ?? common.count)
  }

  // MARK: Wider concepts

  private mutating func addComponents(_ generic: ProductFamily, _ branded: [ProductFamily]) {
    guard !amounts.isEmpty else { return }
    let base = asked == .component ? 1.0 : 0.62
    for family in branded {
      for part in family.components { addComponent(part, base) }
    }
    for part in generic.components where part.ingredients == identity.ingredients {
      addComponent(part, identity.brands.isEmpty ? base : base * 0.85)
    }
  }

  private mutating func addComponent(_ part: PartialProduct, _ base: Double) {
    guard !part.components.isEmpty else { return }
    var sum = 0.0
    for component in part.components {
      sum += amounts.map { StrengthFit.fit($0, component, content: nil, quantity: nil) }.max() ?? 0
    }
    var fit = sum / Double(part.components.count)
    guard fit > 0.7 else { return }
    // Of a concept that the release does not relate nobody can say what it holds.
    if part.ingredients.isEmpty, !identity.ingredients.isEmpty { fit *= 0.7 }
    found.append(
      Scored(
        concept: part.concept, fit: base * fit * (part.isCurrent ? 1 : 0.93), level: .component,
        unmatched: reading.form.isEmpty ? [] : [.form], rank: 20 + (part.isCurrent ? 0 : 1000)))
  }

  private mutating func addForms(_ generic: ProductFamily, _ branded: [ProductFamily]) {
    guard !reading.form.isEmpty else { return }
    let base = asked == .form ? 1.0 : 0.55
    for (family, factor, isBrand) in branded.map({ ($0, 1.0, true) })
      + [(generic, identity.brands.isEmpty ? 1.0 : 0.85, false)]
    {
      for part in family.forms
      where isBrand || part.ingredients == identity.ingredients {
        let fit = FormFit.fit(reading.form, part.form)
        guard fit >= 0.4 else { continue }
        found.append(
          Scored(
            concept: part.concept, fit: base * factor * fit * (part.isCurrent ? 1 : 0.93),
            level: .form, unmatched: amounts.isEmpty ? [] : [.strength],
            rank: 30 + (part.isCurrent ? 0 : 1000)))
      }
    }
  }

  private mutating func addPacks(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    guard asked == .pack else { return }
    for family in branded {
      for pack in family.packs {
        found.append(Scored(concept: pack, fit: 1, level: .pack, unmatched: [], rank: 5))
      }
    }
    guard branded.isEmpty || branded.allSatisfy(\.packs.isEmpty) else { return }
    for pack in generic.packs {
      found.append(Scored(concept: pack, fit: 0.7, level: .pack, unmatched: [], rank: 40))
    }
  }

  /// The ingredient, combination or brand itself.
  private mutating func addNames(
    _ generic: ProductFamily, _ products: inout ProductReader, _ catalog: Catalog
  ) {
    let missing = missingParts
    let base = asked == .ingredient ? 1.0 : 0.45
    for brand in identity.brands {
      // A brand that the release does not list is shown by one of its concepts.
      let concept = catalog.concept(at: brand)
      let isListed = concept?.termType == .brandName
      append(concept, isListed ? base : base * 0.85, missing.filter { $0 != .brand })
    }
    let lower = identity.brands.isEmpty ? base : base * 0.9
    if identity.ingredients.count == 1 {
      for target in identity.substances where identity.substances.count == 1 {
        append(catalog.concept(at: target.concept), lower, missing)
      }
      append(catalog.concept(at: identity.ingredients[0]), lower * 0.99, missing)
    } else {
      for concept in products.combinations(of: identity.ingredients) {
        append(concept, lower, missing)
      }
      let isNamed = found.contains { $0.level == .ingredient }
      // Without a concept for the combination its forms stand for it.
      for form in generic.forms where !isNamed && form.ingredients == identity.ingredients {
        append(form.concept, lower * 0.9, missing)
      }
      if !isNamed {
        for ingredient in identity.ingredients {
          append(catalog.concept(at: ingredient), lower * 0.5, missing)
        }
      }
    }
    for other in identity.alternatives where other.count == 1 {
      append(catalog.concept(at: other[0]), base * 0.9, missing)
    }
  }

  private var missingParts: [DrugMatch.Part] {
    var parts: [DrugMatch.Part] = []
    if !amounts.isEmpty { parts.append(.strength) }
    if !reading.form.isEmpty { parts.append(.form) }
    if reading.hasPack { parts.append(.pack) }
    return parts
  }

  private mutating func append(_ concept: Concept?, _ fit: Double, _ missing: [DrugMatch.Part]) {
    guard let concept, !found.contains(where: { $0.concept == concept }) else { return }
    found.append(
      Scored(concept: concept, fit: fit, level: .ingredient, unmatched: missing, rank: 50))
  }

  // MARK: The order

  private mutating func finished(_ drugScore: Double) -> [DrugMatch.Candidate] {
    found.sort {
      if abs($0.fit - $1.fit) > 1e-9 { return $0.fit > $1.fit }
      if $0.rank != $1.rank { return $0.rank < $1.rank }
      return $0.concept < $1.concept
    }
    guard let best = found.first else { return [] }
    if asked == .product || asked == .component || asked == .pack {
      if best.level == .ingredient || !best.unmatched.filter({ $0 != .brand }).isEmpty {
        reason = .noSuchProduct
      } else if found.count > 1, found[1].fit > best.fit - 0.02, found[1].level == best.level {
        reason = .underDetermined
      }
    }
    let said = saidParts
    return found.prefix(MatchingSession.candidateLimit).map { one in
      DrugMatch.Candidate(
        concept: one.concept, score: drugScore * min(1, one.fit), level: one.level,
        matched: said.filter { !one.unmatched.contains($0) }, unmatched: one.unmatched)
    }
  }

  private var saidParts: [DrugMatch.Part] {
    var parts: [DrugMatch.Part] = [.drug]
    if !identity.brands.isEmpty { parts.append(.brand) }
    if !reading.salts.isEmpty { parts.append(.salt) }
    if !amounts.isEmpty { parts.append(.strength) }
    if !reading.form.isEmpty { parts.append(.form) }
    if reading.form.releases != 0 { parts.append(.release) }
    if !volumes.isEmpty { parts.append(.quantity) }
    if reading.hasPack { parts.append(.pack) }
    return parts
  }
}
