// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching

// A release need not hold the salt that a display names, nor relate that of a
// product. Then the words beside the drug tell: `diclofenac potassium` for a
// code of diclofenac sodium (S17). Only what stands right behind the drug is
// its salt; `in sodium chloride` is what it is dissolved in.

/// The words right behind a substance that name its salt or ester.
struct SaltRun {
  /// The words, each without what counts it: `disodium` is `sodium`.
  let words: Set<String>

  init(_ hit: SubstanceHit, _ display: DisplayWords) {
    let all = display.words
    let inside = all[hit.position..<hit.end].dropFirst()
    let behind = all[hit.end...].prefix(while: Self.isSalt)
    words = Set((inside + behind).filter(Self.isSalt).map(Self.stem))
      .subtracting(NameWords.hydrates)
  }

  private static func isSalt(_ word: String) -> Bool {
    NameWords.salts.contains(word) || esters.contains(word)
  }

  /// Esters of drugs that are injected, which last a day or a month.
  private static let esters: Set<String> = [
    "enanthate", "cypionate", "undecanoate", "decanoate", "caproate", "palmitate", "acetonide",
    "hexacetonide", "lauroxil", "ethylsuccinate", "estolate", "xinafoate", "procaine",
  ]

  private static func stem(_ word: String) -> String {
    for prefix in ["di", "bi", "hemi"] where word.hasPrefix(prefix) {
      let rest = String(word.dropFirst(prefix.count))
      if NameWords.salts.contains(rest) { return rest }
    }
    return word
  }
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
      return SubstanceHit.all(in: words.words, concept.catalog)
        .filter { !$0.isBrand && $0.ingredients == own }
        .reduce(into: []) { $0.formUnion(SaltRun($1, words).words) }
    }
    // A name without salt may be that of any.
    let main = salts(of: concept.name)
    guard !main.isEmpty, main.isDisjoint(with: given) else { return false }
    return concept.names.allSatisfy { salts(of: $0.text).isDisjoint(with: given) }
  }
}
