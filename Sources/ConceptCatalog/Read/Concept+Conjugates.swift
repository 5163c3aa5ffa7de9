// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// RxNorm relates `trastuzumab deruxtecan` to `trastuzumab` as it relates a salt to its base. A salt
// has the effects of its base, but an antibody that carries a toxin to its target is a different
// drug from the antibody alone, with different doses, effects and boxed warnings.

extension Concept {
  /// Whether a precise ingredient is an antibody-drug conjugate whose base is the antibody alone.
  ///
  /// Antibodies have no salts, so any word of the name that its base does not have is the payload.
  public var isConjugate: Bool {
    guard termType == .preciseIngredient, let name = ConjugateName(name) else { return false }
    return related(.formOf).contains { base in
      ConjugateName.antibody(of: base.name) == name.antibody
    }
  }

  /// The concepts of the same conjugate, including itself, sorted by code: names with and without
  /// the prefix or suffix that distinguishes makers (`fam-trastuzumab deruxtecan-nxki`).
  public var sameConjugates: [Concept] {
    guard isConjugate, let name = ConjugateName(name) else { return [self] }
    return related(.formOf).flatMap { $0.related(.hasForm) }
      .filter { ConjugateName($0.name) == name }.sortedWithoutRepeats
  }

  /// The substances whose effects a concept has: its ingredients, with a conjugate instead of its
  /// antibody.
  ///
  /// - Complexity: that of ``ingredientList``.
  public var effectiveIngredients: IngredientList {
    let list = ingredientList
    let conjugates = (preciseIngredients + brandedPreciseIngredients).filter(\.isConjugate)
    if conjugates.isEmpty { return list }
    let bases = conjugates.flatMap { $0.related(.formOf) }
    let others = list.ingredients.filter { !bases.contains($0) }
    return IngredientList(
      ingredients: (others + conjugates.compactMap(\.sameConjugates.first)).sortedWithoutRepeats,
      isComplete: list.isComplete, missing: list.missing)
  }

  /// The precise ingredients of the brand of a branded component, form or group, which has none
  /// itself: its `has_ingredient` is the brand.
  private var brandedPreciseIngredients: [Concept] {
    switch termType {
    case .brandedDrugComponent, .brandedDrugForm, .brandedDrugFormPrecise, .brandedDrugGroup:
      Concept.related(related(.hasIngredient), .hasPreciseIngredient)
    default: []
    }
  }
}

/// The names of an antibody and its payload, without the prefixes and suffixes of makers.
private struct ConjugateName: Hashable {
  let antibody: String
  let payload: [String]

  init?(_ name: String) {
    guard Self.mayNameAntibody(name.utf8) else { return nil }
    let words = name.lowercased().split(separator: " ")
    guard words.count > 1, let antibody = Self.word(words[0]), Self.isAntibody(antibody) else {
      return nil
    }
    self.antibody = antibody
    payload = words.dropFirst().map { word in
      String(word.prefix { $0 != "-" })
    }
  }

  static func antibody(of name: String) -> String? {
    let words = name.lowercased().split(separator: " ")
    guard words.count == 1, let word = word(words[0]), isAntibody(word) else { return nil }
    return word
  }

  /// A word without a prefix of up to four letters and a suffix of four letters.
  private static func word(_ word: Substring) -> String? {
    let parts: [Substring] = word.split(separator: "-")
    return parts.max { $0.utf8.count < $1.utf8.count }.map { String($0) }
  }

  /// Whether the endings of antibodies' names occur anywhere; most names contain none.
  private static func mayNameAntibody(_ name: String.UTF8View) -> Bool {
    var last: UInt32 = 0
    for byte in name {
      if byte >= 0x80 { return true }
      last = last << 8 | UInt32(byte | 0x20)
      switch last & 0xFF_FFFF {
      // mab, tug, mig
      case 0x6D6162, 0x747567, 0x6D6967: return true
      default: break
      }
      // bart, ment
      if last == 0x6261_7274 || last == 0x6D65_6E74 { return true }
    }
    return false
  }

  /// The endings of antibodies' names (INN, 2021: -tug, -bart, -mig and -ment instead of -mab).
  private static func isAntibody(_ word: String) -> Bool {
    ["mab", "tug", "bart", "mig", "ment"].contains { word.hasSuffix($0) }
  }
}
