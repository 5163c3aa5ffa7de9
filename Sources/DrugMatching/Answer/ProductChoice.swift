// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Chooses among the products of a drug by strength, form, brand and quantity.
struct ProductChoice {
  struct Scored {
    let concept: Concept
    var fit: Double
    let level: DrugMatch.Level
    var unmatched: [DrugMatch.Part]
    let rank: Int
    /// Whether it is released in a way that plain products are not.
    var hasRelease = false
    /// Whether it may be meant, but the text does not say enough for it.
    var isOpen = false
    /// Whether it contradicts the text: it is sorted after all that do not.
    var isContrary = false
    /// Whether it is a product of a brand.
    var isBranded = false
    /// What the name of its dose form says, if it is a form.
    var form = FormFeatures()
    /// Amounts of the text that are not a strength of it.
    var otherAmounts: [StatedAmount] = []

    func scaled(by share: Double) -> Scored {
      var scaled = self
      scaled.fit *= share
      return scaled
    }
  }

  let reading: TextReading
  let identity: DrugIdentity
  let asked: DrugMatch.Level
  let amounts: [StatedAmount]
  /// The ingredient that each of the amounts is of, where the text says it.
  private let owners: [UInt32?]
  let volumes: [StatedAmount]
  let bare: [StatedAmount]
  /// The salts that the text names.
  let salts: Set<String>
  var found: [Scored] = []
  /// Plain products that only another salt sets apart.
  var otherSalts = 0
  var reason: DrugMatch.Reason?
  /// Whether no product has the strength and form of the text.
  var isContradicted = false
  /// Whether a product or component has the strength of the text.
  var isStrengthFound = false
  /// Amounts of the text that are not a strength of the first candidate.
  var otherAmounts: [StatedAmount] = []

  /// Whether the text says `SR` of a drug that comes in forms for twelve hours.
  private var isTwelveHourly = false

  init(
    _ reading: TextReading, _ identity: DrugIdentity, _ asked: DrugMatch.Level,
    _ products: inout ProductReader
  ) {
    self.reading = reading
    self.identity = identity
    self.asked = asked
    let kinds = reading.form.kinds
    var unsaid: Set<StrengthUnit.Dimension> = []
    if !identity.brands.isEmpty || kinds.contains("patch") { unsaid.insert(.time) }
    if !identity.brands.isEmpty || !kinds.isDisjoint(with: "inhaler spray") {
      unsaid.insert(.actuations)
    }
    amounts = reading.amounts.filter { $0.role == .drug }.map { amount in
      var amount = amount
      amount.unsaid = unsaid
      return amount
    }
    owners = identity.owners(of: amounts)
    volumes = reading.amounts.filter { $0.role == .volume || $0.role == .time }
    bare = reading.amounts.filter { $0.role == .bare && $0.strength == nil }
    salts = products.salts(reading.salts, identity.substances)
  }

  /// The candidates, the best first.
  mutating func candidates(
    _ drugScore: Double, _ products: inout ProductReader, _ catalog: Catalog
  ) -> [DrugMatch.Candidate] {
    let generic =
      identity.ingredients.isEmpty
      ? ProductFamily() : products.family(of: products.rarest(of: identity.ingredients))
    isTwelveHourly =
      generic.products.contains { $0.hours == 12 && $0.ingredients == identity.ingredients }
      && reading.buffer.tokens.contains {
        $0.kind == .word && reading.buffer.text($0) == "sr"
      }
    var branded: [ProductFamily] = []
    for brand in identity.brands { branded.append(products.family(of: brand)) }
    if asked == .product || asked == .component || asked == .pack || asked == .form || !bare.isEmpty
    {
      addProducts(generic, branded, &products)
    }
    addComponents(generic, branded, &products)
    addForms(generic, branded, &products)
    addPacks(generic, branded, &products)
    addNames(generic, &products, catalog)
    return finished(drugScore)
  }

  /// Whether the text names a brand, of these ingredients or with others.
  var isBrandAsked: Bool { !identity.brands.isEmpty || identity.hasDroppedBrand }

  // MARK: Products

  private mutating func addProducts(
    _ generic: ProductFamily, _ branded: [ProductFamily], _ products: inout ProductReader
  ) {
    for family in branded {
      for product in family.products where holdsNamed(product.ingredients) {
        add(product, brandFit: 1, [], &products)
      }
    }
    for product in generic.products where product.ingredients == identity.ingredients {
      if product.isBranded {
        if !identity.brands.isEmpty { continue }
        let missing: [DrugMatch.Part] = isBrandAsked ? [.brand] : []
        add(product, brandFit: 0.8, missing, &products)
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
    if isStrengthAsked, strength < StrengthFit.matched { unmatched.append(.strength) }
    if !bare.isEmpty, !isStrengthAsked, strength < 0.6 { unmatched.append(.strength) }
    let form = reading.form.isEmpty ? plainness(product) : FormFit.fit(reading.form, product.form)
    // A slow form is never given for a plain one.
    if !reading.form.releases.isEmpty, form == 0, isReleaseMissing(product.form) { return }
    if !reading.form.isEmpty, form < FormFit.matched { unmatched.append(.form) }
    // A form for a day is not one for twelve hours: XL is not SR.
    let isOtherHours =
      reading.isOnceDaily && product.hours.map { $0 != 24 } == true
      || isTwelveHourly && product.hours == 24
    if isReleaseMissing(product.form) || isOtherHours { unmatched.append(.release) }
    var fit =
      brandFit * (isStrengthAsked || !bare.isEmpty ? 0.1 + 0.9 * strength : 1)
      * (0.25 + 0.75 * form)
    let quantity = quantityFit(product)
    if !volumes.isEmpty, quantity < 1 { unmatched.append(.quantity) }
    if reading.hasPack { unmatched.append(.pack) }
    fit *= quantity
    if !salts.isEmpty {
      switch SaltFit.compare(salts, products.salts(of: product.components)) {
      case .same: break
      case .unsaid:
        fit *= 0.985
        unmatched.append(.salt)
      case .other:
        if product.form.releases.isEmpty, strength >= StrengthFit.matched, form >= FormFit.matched {
          otherSalts += 1
        }
        fit *= 0.6
        unmatched += [.salt, .drug]
      }
    }
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
    let isOpen = isStrengthAsked && strength > 0.4
    found.append(
      Scored(
        concept: product.concept, fit: fit, level: .product, unmatched: unmatched,
        rank: Self.rank(product), hasRelease: !product.form.releases.isEmpty, isOpen: isOpen,
        isContrary: isContrary(unmatched, isOpen: isOpen), isBranded: product.isBranded,
        form: product.form,
        otherAmounts: otherAmounts(product.components) { amount, place in
          StrengthFit.fit(
            amount, product.components[place], content: product.contents[place],
            quantity: product.quantity)
        }))
  }

  /// The amounts of the text that fit none of some components.
  func otherAmounts(
    _ components: [Product.Component], _ fit: (StatedAmount, Int) -> Double
  ) -> [StatedAmount] {
    amounts.filter { amount in components.indices.allSatisfy { fit(amount, $0) == 0 } }
      + bare.filter { number in !components.contains { $0.has(number.value) } }
  }

  /// Whether a brand's product contains what the text names next to the brand.
  func holdsNamed(_ ingredients: [UInt32]) -> Bool {
    ingredients.isEmpty || identity.namedIngredients.isSubset(of: ingredients)
  }

  /// Whether what a product has not is had by it in another way.
  private func isContrary(_ unmatched: [DrugMatch.Part], isOpen: Bool) -> Bool {
    unmatched.contains { part in
      switch part {
      case .drug, .brand, .form, .release: true
      case .strength: !isOpen
      case .salt, .quantity, .pack: false
      }
    }
  }

  /// Whether the text says a release that a form has not.
  func isReleaseMissing(_ form: FormFeatures) -> Bool {
    !reading.form.releases.isEmpty && reading.form.releases.isDisjoint(with: form.releases)
  }

  /// Without a word about the form the plain one is nearer.
  private func plainness(_ product: Product) -> Double {
    product.form.releases.isEmpty ? 1 : 0.9
  }

  /// The share of a product's strengths that the text states.
  private func strengthFit(_ product: Product) -> Double {
    guard !amounts.isEmpty else { return bareFit(product) }
    let count = product.components.count
    guard count > 0 else { return 0 }
    let (sum, matched) = assigned(product.components) { amount, place in
      StrengthFit.fit(
        amount, product.components[place], content: product.contents[place],
        quantity: product.quantity)
    }
    if matched == 0 { return 0 }
    var fit = sum / Double(count)
    // A single amount for a combination says a part of it.
    if matched < count, matched == amounts.count { fit = max(fit, 0.75 * sum / Double(matched)) }
    // Further amounts often restate the strength in other words.
    let left = amounts.count - matched
    if left > 0, matched == count { fit *= 1 - 0.06 * Double(min(left, 4)) }
    return fit
  }

  /// How well the amounts of the text fit components, each amount given to one of them.
  func assigned(
    _ components: [Product.Component], _ fit: (StatedAmount, Int) -> Double
  ) -> (sum: Double, matched: Int) {
    var free = amounts.indices.map { _ in true }
    var (sum, matched) = (0.0, 0)
    for place in components.indices {
      var best = (fit: 0.0, amount: -1)
      for (index, amount) in amounts.enumerated()
      where free[index] && isOf(components[place], owners[index]) {
        let fit = fit(amount, place)
        if fit > best.fit { best = (fit, index) }
      }
      guard best.amount >= 0 else { continue }
      free[best.amount] = false
      matched += 1
      sum += best.fit
    }
    return (sum, matched)
  }

  /// Whether a component is that of the substance that an amount is of, as far as both are known.
  private func isOf(_ component: Product.Component, _ owner: UInt32?) -> Bool {
    owner == nil || component.ingredient == UInt32.max || component.ingredient == owner
  }

  /// Numbers without units that are a product's strengths: `Zocor 10`.
  private func bareFit(_ product: Product) -> Double {
    guard !bare.isEmpty, !product.components.isEmpty else { return 1 }
    let count = product.components.filter { component in
      bare.contains { component.has($0.value) }
    }.count
    return count == 0 ? 0.4 : 0.6 + 0.3 * Double(count) / Double(product.components.count)
  }

  private func quantityFit(_ product: Product) -> Double {
    let stated =
      volumes.compactMap(\.figure)
      + amounts.compactMap(\.container)
    if reading.isOnceDaily, let hours = product.hours {
      if hours != 24 { return 0.7 }
      if stated.isEmpty { return 1 }
    }
    guard let quantity = product.quantityFigure else {
      return stated.isEmpty ? 1 : 0.955
    }
    if stated.contains(quantity) { return 1 }
    return stated.contains { $0.top == quantity.top } ? 0.92 : 0.97
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
}
