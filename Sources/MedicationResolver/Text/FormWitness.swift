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

  /// How the form of a display is not that of the concept.
  enum Difference {
    /// It names another form, release or place.
    case other
    /// It leaves out that the concept is released slowly, which is another product (S5).
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
    let forms = concept.doseForms.map { DisplayWords($0.name).words }
    let own = (names.map(\.words) + forms).flatMap { $0 }
    let given = DosageFormWords.kinds(of: display.words)
    if !DosageFormWords.canAgree(given, DosageFormWords.kinds(of: own)) { return .other }
    if otherSite(display, own) { return .other }
    let slow: Set<DosageFormWords.Release> = [.extended, .delayed]
    var release = DosageFormWords.releases(of: display.words)
    // In `[Dr. Numb]` and `[Ambifed CD]` nothing is released slowly.
    let brands = Set(
      concept.termType == .brandedDrug
        ? concept.brandNames.flatMap { DisplayWords($0.name).words } : [])
    let ownRelease = DosageFormWords.releases(
      of: own.filter { !brands.contains($0) } + forms.flatMap { $0 })
    let ownWords = DosageFormWords.releases(of: Array(brands))
    let isModified =
      Self.has("modified", "release", display.words) || Self.has("m", "r", display.words)
    if isModified {
      // `Modified release` is either of them.
      release.remove(.delayed)
      release.formUnion(ownRelease.isDisjoint(with: slow) ? slow : ownRelease.intersection(slow))
    }
    if Self.has("gastro", "resistant", display.words) { release.insert(.delayed) }
    if !release.isSubset(of: ownRelease.union(ownWords)) { return .other }
    if otherHours(display) { return .other }
    // A product's name without the release that every name of the product has.
    let isProduct = !given.isEmpty || !StatedStrength.all(in: display.words).isEmpty
    let isLessSaid =
      isProduct && !ownRelease.isDisjoint(with: slow) && release.isDisjoint(with: slow)
      && !names.contains { DosageFormWords.releases(of: $0.words).isDisjoint(with: slow) }
      && !(namesOwnBrand && brandImpliesRelease)
    // What is only delayed may not be what `modified` means.
    return isLessSaid || isModified && ownRelease.isDisjoint(with: [.extended]) ? .lessSaid : nil
  }

  /// Whether two words stand one behind the other: British names say `modified-release` and
  /// `gastro-resistant`.
  private static func has(_ first: String, _ second: String, _ words: [String]) -> Bool {
    words.indices.dropLast().contains { words[$0] == first && words[$0 + 1] == second }
  }

  private func otherSite(_ display: DisplayWords, _ own: [String]) -> Bool {
    let given = DosageFormWords.sites(of: display.words)
    let groups = concept.doseFormGroups.flatMap { DisplayWords($0.name).words }
    let known = DosageFormWords.sites(of: own + groups)
    return !given.isEmpty && !known.isEmpty && given.isDisjoint(with: known)
  }

  /// Whether a display says that the drug lasts twelve hours and the concept twenty-four, or
  /// the other way round: `XL` is once a day, `SR` twice.
  private func otherHours(_ display: DisplayWords) -> Bool {
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
        !DosageFormWords.releases(of: DisplayWords($0.name).words)
          .isDisjoint(with: [.extended, .delayed])
      }
  }
}
