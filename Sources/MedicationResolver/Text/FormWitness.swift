// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

/// Compares the form that a display speaks of with that of a concept.
struct FormWitness {
  private let concept: Concept
  private let names: [DisplayWords]

  init(_ concept: Concept, names: [DisplayWords]) {
    self.concept = concept
    self.names = names
  }

  /// Whether a display names another form, release or place.
  ///
  /// A display that names the concept's own brand may leave out the release
  /// that the brand implies.
  func disagrees(_ display: DisplayWords, namesOwnBrand: Bool) -> Bool {
    guard concept.termType == .clinicalDrug || concept.termType == .brandedDrug else {
      return false
    }
    let forms = concept.doseForms.map { DisplayWords($0.name).words }
    let own = (names.map(\.words) + forms).flatMap { $0 }
    let given = DosageFormWords.kinds(of: display.words)
    if !DosageFormWords.canAgree(given, DosageFormWords.kinds(of: own)) { return true }
    if otherSite(display, own) { return true }
    let release = DosageFormWords.releases(of: display.words)
    // In `[Dr. Numb]` and `[Ambifed CD]` nothing is released slowly.
    let brands = Set(
      concept.termType == .brandedDrug
        ? concept.brandNames.flatMap { DisplayWords($0.name).words } : [])
    let ownRelease = DosageFormWords.releases(
      of: own.filter { !brands.contains($0) } + forms.flatMap { $0 })
    let ownWords = DosageFormWords.releases(of: Array(brands))
    if !release.isSubset(of: ownRelease.union(ownWords)) { return true }
    // A product's name without the release that every name of the product has.
    let slow: Set<DosageFormWords.Release> = [.extended, .delayed]
    let isProduct = !given.isEmpty || !StatedStrength.all(in: display.words).isEmpty
    return isProduct && !ownRelease.isDisjoint(with: slow) && release.isDisjoint(with: slow)
      && !names.contains { DosageFormWords.releases(of: $0.words).isDisjoint(with: slow) }
      && !(namesOwnBrand && brandImpliesRelease)
  }

  private func otherSite(_ display: DisplayWords, _ own: [String]) -> Bool {
    let given = DosageFormWords.sites(of: display.words)
    let groups = concept.doseFormGroups.flatMap { DisplayWords($0.name).words }
    let known = DosageFormWords.sites(of: own + groups)
    return !given.isEmpty && !known.isEmpty && given.isDisjoint(with: known)
  }

  /// Whether every product of the concept's brand is released slowly.
  private var brandImpliesRelease: Bool {
    let products = concept.brandNames.flatMap { $0.related(.ingredientOf) }
      .filter { $0.termType == .brandedDrug }
    return !products.isEmpty
      && products.allSatisfy {
        !DosageFormWords.releases(of: DisplayWords($0.name).words)
          .isDisjoint(with: [.extended, .delayed])
      }
  }
}
