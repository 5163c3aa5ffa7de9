// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

/// Compares the form that a display mentions with that of a concept.
struct FormCheck {
  private let concept: Concept
  private let names: [DisplayWords]

  init(_ concept: Concept, names: [DisplayWords]) {
    self.concept = concept
    self.names = names
  }

  /// How the form of a display is not that of the concept.
  enum Difference {
    /// It names another form, release or place.
    case other
    /// It leaves out that the concept is released slowly, which is another product.
    case lessSaid
  }

  /// How a display and the concept differ in form, release or place; `nil` if they do not.
  ///
  /// A display that names the concept's own brand may leave out the release
  /// that the brand implies.
  func difference(_ display: DisplayWords, namesOwnBrand: Bool) -> Difference? {
    guard concept.termType == .clinicalDrug || concept.termType == .brandedDrug else {
      return nil
    }
    let forms = concept.doseForms.map { DisplayWords($0.name) }
    let brands = concept.brandNames.map { DisplayWords($0.name) }
    // In `[Dr. Numb]` and `[Ambifed CD]` nothing is released slowly.
    let ofBrands = Set(concept.termType == .brandedDrug ? brands.flatMap(\.words) : [])
    let own = names.map { $0.form() } + forms.map { $0.form() }
    let given = display.form()
    guard
      FormFit.canAgree(given.kinds, own.reduce(into: []) { $0.formUnion($1.kinds) }),
      !isOfOtherSite(given, own)
    else { return .other }
    let ownRelease = (names.map { $0.form(without: ofBrands) } + forms.map { $0.form() })
      .reduce(into: FormFeatures.Releases()) { $0.formUnion($1.releases) }
    var release = given.releases
    // A dispersible tablet is one for suspension.
    if own.contains(where: { $0.kinds.isSuperset(of: "tablet liquid") }) {
      release.remove("disintegrating")
    }
    let isModified = release.isSuperset(of: .slow)
    if isModified, !ownRelease.isDisjoint(with: .slow) {
      // `Modified release` is either of them.
      release.subtract(FormFeatures.Releases.slow.subtracting(ownRelease))
    }
    let ofBrandWords = brands.reduce(into: FormFeatures.Releases()) {
      if !ofBrands.isEmpty { $0.formUnion($1.form().releases) }
    }
    guard release.isSubset(of: ownRelease.union(ofBrandWords)), !isOfOtherHours(display) else {
      return .other
    }
    // A product's name without the release that every name of the product has.
    let isProduct = !given.kinds.isEmpty || !display.strengths.isEmpty
    let isLessSaid =
      isProduct && !ownRelease.isDisjoint(with: .slow) && release.isDisjoint(with: .slow)
      && !names.contains { $0.form().releases.isDisjoint(with: .slow) }
      && !(namesOwnBrand && brandImpliesRelease)
    // What is only delayed may not be what `modified` means.
    return isLessSaid || isModified && !ownRelease.contains(.extended) ? .lessSaid : nil
  }

  private func isOfOtherSite(_ given: FormFeatures, _ own: [FormFeatures]) -> Bool {
    let groups = concept.doseFormGroups.map { DisplayWords($0.name).form() }
    let known = (own + groups).reduce(into: FormFeatures.Sites()) { $0.formUnion($1.sites) }
    return !given.sites.isEmpty && !known.isEmpty && given.sites.isDisjoint(with: known)
  }

  /// Whether a display says that the drug lasts twelve hours and the concept twenty-four, or
  /// the other way round: `XL` is once a day, `SR` twice.
  private func isOfOtherHours(_ display: DisplayWords) -> Bool {
    let other: Set<String>
    switch concept.quantity {
    case "24 HR": other = ["12", "sr"]
    case "12 HR": other = ["24", "xl"]
    default: return false
    }
    let own: Set<String> = other.contains("sr") ? ["24", "xl"] : ["12", "sr"]
    let given = Self.hours(in: display.words)
    let brands = Set(concept.brandNames.flatMap { DisplayWords($0.name).words })
    return !given.isDisjoint(with: other.subtracting(brands)) && given.isDisjoint(with: own)
  }

  /// The words that say how long a dose lasts; a rate and an interval are none.
  private static func hours(in words: [String]) -> Set<String> {
    var found = Set(words).intersection(["sr", "xl"])
    for (place, word) in words.enumerated().dropLast() where words[place + 1] == "hr" {
      let isRate = place > 0 && ["/", "per", "every", "each", "q", "in"].contains(words[place - 1])
      if !isRate { found.insert(word) }
    }
    return found
  }

  /// Whether every product of the concept's brand is released slowly.
  private var brandImpliesRelease: Bool {
    let products = concept.brandNames.flatMap { $0.related(.ingredientOf) }
      .filter { $0.termType == .brandedDrug }
    return !products.isEmpty
      && products.allSatisfy {
        !DisplayWords($0.name).form().releases.isDisjoint(with: .slow)
      }
  }
}
