// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching

// A release may lack the salt that a display names, or not relate that of a
// product. Then the words next to the drug decide: `diclofenac potassium` for a
// code of diclofenac sodium. Only what directly follows the drug is its salt;
// `in sodium chloride` is what it is dissolved in.

/// The words right behind a substance that name its salt or ester.
struct SaltRun {
  /// The words, each without what counts it: `disodium` is `sodium`; hydrates are none.
  let words: Set<String>

  init(_ hit: SubstanceHit, _ display: DisplayWords) {
    let all = display.words
    let inside = all[hit.range].dropFirst().filter(Self.salts.contains)
    let behind = all[hit.range.upperBound...].prefix(while: Self.salts.contains)
    words = (inside + behind).reduce(into: []) { $0.formUnion(SaltFit.stem($1, stripsBi: true)) }
  }

  private static let salts = WordLists.set("salt").union(WordLists.nameSalts)
}

extension SubstanceWords {
  /// Whether the words behind a drug of one ingredient name a salt that no name of the concept has.
  static func isOtherNamedSalt(
    _ hit: SubstanceHit, _ display: DisplayWords, _ own: Set<Concept>, _ concept: Concept
  ) -> Bool {
    guard own.count == 1, hit.ingredients == own else { return false }
    let given = SaltRun(hit, display).words
    guard !given.isEmpty else { return false }
    func salts(of name: String) -> Set<String> {
      let words = DisplayWords(name)
      return SubstanceHit.all(in: words, concept.catalog)
        .filter { !$0.isBrand && $0.ingredients == own }
        .reduce(into: []) { $0.formUnion(SaltRun($1, words).words) }
    }
    // A name without salt may be that of any.
    let main = salts(of: concept.name)
    guard !main.isEmpty, main.isDisjoint(with: given) else { return false }
    return concept.names.allSatisfy { salts(of: $0.text).isDisjoint(with: given) }
  }
}
