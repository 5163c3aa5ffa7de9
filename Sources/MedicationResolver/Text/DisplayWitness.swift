// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// A display is a witness of its code (S6). It agrees if it is one of the
// code's names, in another case, order or salt; else it is asked whether it
// names another drug, brand, strength or form. What it does not mention is no
// disagreement.

/// Compares displays with the concept of their code.
struct DisplayWitness {
  /// What a display may name differently.
  enum Kind: String, Hashable, CaseIterable {
    case drug
    case strength
    case form
    case brand
    case salt
  }

  /// What a display says about the concept.
  enum Verdict: Hashable {
    /// A name of the concept.
    case agrees
    /// A name that the archive remembers.
    case oldName
    /// Not a name, but nothing in it speaks of something else.
    case compatible
    /// Something else.
    case disagrees([Kind])
  }

  private let concept: Concept
  private let names: [DisplayWords]

  init(_ concept: Concept) {
    self.concept = concept
    names = concept.names.map { DisplayWords($0.text) }
  }

  /// Judges a display.
  func verdict(on display: String) -> Verdict {
    let key = NameKey.of(display)
    if concept.names.contains(where: { NameKey.of($0.text) == key }) { return .agrees }
    let words = DisplayWords(display)
    if isName(words) { return .agrees }
    let archived = concept.catalog.history(of: concept.rxcui).archivedNames
    if archived.contains(where: { sameWords(words, DisplayWords($0.text)) }) { return .oldName }
    let kinds = differences(of: words)
    return kinds.isEmpty ? .compatible : .disagrees(kinds)
  }

  /// What a name says differently from the concept; empty for one of its names.
  func differences(of name: String) -> [Kind] {
    let words = DisplayWords(name)
    return isName(words) ? [] : differences(of: words)
  }

  private func isName(_ words: DisplayWords) -> Bool {
    names.contains { sameWords(words, $0) }
  }

  private func sameWords(_ left: DisplayWords, _ right: DisplayWords) -> Bool {
    left.bag == right.bag || left.bagWithoutSalts == right.bagWithoutSalts
  }

  private func differences(of words: DisplayWords) -> [Kind] {
    var kinds: [Kind] = []
    let substances = SubstanceWords(words, concept)
    if substances.namesAnotherDrug { kinds.append(.drug) }
    if !substances.namesAnotherDrug, namesAnotherStrength(words) {
      kinds.append(saltDiffers(words) ? .salt : .strength)
    }
    if namesAnotherForm(words) { kinds.append(.form) }
    if substances.namesAnotherBrand { kinds.append(.brand) }
    return kinds
  }

  // MARK: Strength

  /// Whether a strength in the display fits no component of the concept.
  ///
  /// An amount may also be what the whole container holds: quantity times
  /// concentration (S39).
  private func namesAnotherStrength(_ words: DisplayWords) -> Bool {
    let known = concept.strengthList.strengths.compactMap(\.strength)
    let given = words.strengths.compactMap { Strength($0) }.filter(Self.isAmountOfDrug)
    guard !known.isEmpty, !given.isEmpty, concept.strengthList.isComplete else { return false }
    let containers = containerAmounts(known)
    return given.contains { strength in
      !known.contains { $0.agrees(with: strength) }
        && !containers.contains { $0.agrees(with: strength) }
        && !names.contains { name in
          name.strengths.compactMap { Strength($0) }.contains { $0.agrees(with: strength) }
        }
    }
  }

  private static func isAmountOfDrug(_ strength: Strength) -> Bool {
    switch strength.numerator.unit.dimension {
    case .mass, .units, .equivalents, .substance: true
    default: false
    }
  }

  private func containerAmounts(_ strengths: [Strength]) -> [Strength] {
    guard let text = concept.quantity, let quantity = Strength(text) else { return [] }
    return strengths.compactMap { strength in
      guard let per = strength.denominator,
        let volume = quantity.numerator.converted(to: per.unit),
        let product = strength.numerator.value.multiplied(by: volume.value),
        let amount = product.divided(exactlyBy: per.value)
      else { return nil }
      return Strength(StrengthAmount(amount, strength.numerator.unit))
    }
  }

  /// Whether display and concept name different salts, so that amounts may differ (S17).
  private func saltDiffers(_ words: DisplayWords) -> Bool {
    let given = Set(words.words).intersection(DisplayWords.salts)
    let known = Set(names.first?.words ?? []).intersection(DisplayWords.salts)
    return given != known
  }

  // MARK: Form

  private func namesAnotherForm(_ words: DisplayWords) -> Bool {
    guard concept.termType == .clinicalDrug || concept.termType == .brandedDrug else {
      return false
    }
    let known =
      names.flatMap(\.words)
      + (concept.doseForms + concept.doseFormGroups).flatMap { DisplayWords($0.name).words }
    let given = DosageFormWords.kinds(of: words.words)
    let own = DosageFormWords.kinds(of: known)
    if !given.isEmpty, !own.isEmpty, given.isDisjoint(with: own) { return true }
    let release = DosageFormWords.releases(of: words.words)
    let ownRelease = DosageFormWords.releases(of: known)
    if !release.isEmpty, release.isDisjoint(with: ownRelease) { return true }
    return release.isEmpty && !ownRelease.isEmpty && !given.isEmpty
      && !names.contains { DosageFormWords.releases(of: $0.words).isEmpty }
  }
}
