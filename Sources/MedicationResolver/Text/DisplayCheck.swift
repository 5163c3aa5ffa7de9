// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

// A display is compared with its code. It agrees if it is one of the code's
// names, possibly in another case, order or salt; otherwise it is checked
// whether it names another drug, brand, strength or form. Omissions are not
// disagreements, except for a part of a combination and for the release.

/// Compares displays with the concept of their code.
final class DisplayCheck {
  /// What a display may name differently.
  enum Kind: String, Hashable, CaseIterable {
    case drug
    case strength
    case form
    /// Another brand.
    case brand
    /// A generic name for a branded code, or a brand for a generic one.
    case brandLevel = "brand-level"
    case salt
  }

  /// What a display says about the concept.
  enum Verdict: Hashable {
    /// A name of the concept.
    case agrees
    /// A name that the archive remembers.
    case oldName
    /// Not a name, but nothing in it means something else.
    case compatible
    /// Something else.
    case disagrees([Kind])
  }

  let concept: Concept
  private let mainNameOnly: Bool
  /// The names cut into words, which most displays need not be compared with.
  private lazy var names: [DisplayWords] =
    mainNameOnly ? [DisplayWords(concept.name)] : concept.names.map { DisplayWords($0.text) }
  /// The display that was read last, its words and the substances that they name.
  private var read: (display: String, words: DisplayWords, hits: [SubstanceHit])?

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - concept: The concept of the code.
  ///   - mainNameOnly: Whether other names of the concept are ignored, so that
  ///     they can be judged themselves.
  init(_ concept: Concept, mainNameOnly: Bool = false) {
    self.concept = concept
    self.mainNameOnly = mainNameOnly
  }

  private func reading(
    of display: String
  ) -> (display: String, words: DisplayWords, hits: [SubstanceHit]) {
    if let read, TextWords.areSame(read.display.utf8.span, display.utf8.span) { return read }
    let words = DisplayWords(display)
    let new = (display, words, SubstanceHit.all(in: words, concept.catalog))
    read = new
    return new
  }

  /// Judges a display.
  func verdict(on display: String) -> Verdict {
    let key = NameKey.of(display)
    if concept.names.contains(where: { NameKey.of($0.text) == key }) { return .agrees }
    // A number, perhaps the code itself, in the place of a name.
    if Self.isNumber(display) { return .disagrees([.drug]) }
    let words = DisplayWords(display)
    if isName(words) { return .agrees }
    let archived = concept.catalog.history(of: concept.rxcui).archivedNames
    if archived.contains(where: { words.isSameName(as: DisplayWords($0.text)) }) {
      return .oldName
    }
    let kinds = differences(of: words)
    return kinds.isEmpty ? .compatible : .disagrees(kinds)
  }

  /// Whether a display is a number and nothing else but a mark such as `[BN]`.
  private static func isNumber(_ display: String) -> Bool {
    let number = display.utf8.prefix { $0 != UInt8(ascii: "[") }.filter { $0 > 0x20 }
    return !number.isEmpty && number.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// What a text says or leaves out otherwise; empty where it agrees.
  func disagreement(of text: String) -> [Kind] {
    guard case .disagrees(let kinds) = verdict(on: text) else { return [] }
    return kinds
  }

  /// What a name says differently from the concept; empty for one of its names.
  func differences(of name: String) -> [Kind] {
    let words = DisplayWords(name)
    return isName(words) ? [] : differences(of: words)
  }

  /// How words differ from the concept, without considering names.
  func differences(of words: DisplayWords) -> [Kind] {
    var kinds: [Kind] = []
    let hits = SubstanceHit.all(in: words, concept.catalog)
    let substances = SubstanceWords(words, hits, concept)
    if substances.namesAnotherDrug { kinds.append(.drug) }
    if !substances.namesAnotherDrug {
      switch StrengthCheck(concept, names: names).verdict(on: words, hits) {
      case .agrees: break
      case .differs: kinds.append(.strength)
      case .otherBasis: kinds.append(.salt)
      }
    }
    let forms = FormCheck(concept, names: names)
    if forms.difference(words, namesOwnBrand: substances.namesOwnBrand) != nil {
      kinds.append(.form)
    }
    if substances.namesAnotherBrand { kinds.append(.brand) }
    if substances.namesBrandOtherwise { kinds.append(.brandLevel) }
    return kinds
  }

  /// Whether free text names another drug and does not name this one at all.
  ///
  /// Text of a document may be a whole instruction: whatever else it mentions,
  /// including strengths of other amounts, says nothing about the code.
  func namesOnlyAnotherDrug(_ text: String) -> Bool {
    let (_, words, hits) = reading(of: text)
    let substances = SubstanceWords(words, hits, concept)
    return substances.namesAnotherDrug && !substances.namesOwnIngredient
      && !substances.namesOwnBrand && !isName(words)
  }

  /// Whether free text is no more than a name: every word of it names a drug, form or strength.
  ///
  /// Only then does another strength or form in it contradict the code.
  func isNameLike(_ text: String) -> Bool {
    let (_, words, hits) = reading(of: text)
    return !hits.isEmpty && !words.hasUnknownWord(outside: hits.map(\.range))
  }

  private func isName(_ words: DisplayWords) -> Bool {
    names.contains { words.isSameName(as: $0) }
  }
}
