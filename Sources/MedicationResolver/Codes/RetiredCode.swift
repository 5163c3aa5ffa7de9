// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

// A code that is no longer in the release has only names: those of the archive
// and of earlier releases. Displays are compared with these.

/// A code that is not in use, with the names it had and what took its place.
struct RetiredCode {
  let history: ConceptHistory
  private let catalog: Catalog

  init(_ history: ConceptHistory, _ catalog: Catalog) {
    self.history = history
    self.catalog = catalog
  }

  /// How a successor differs from what the code was called.
  ///
  /// Of several old names the nearest one counts. `nil` if no old name is
  /// known, so that they cannot be compared.
  func differences(of successor: Concept) -> [DisplayCheck.Kind]? {
    var fewest: [DisplayCheck.Kind]?
    for old in history.archivedNames where !old.termType.isExtraName {
      let kinds = DisplayCheck(successor).changes(from: old.text)
      if kinds.count < fewest?.count ?? Int.max { fewest = kinds }
    }
    return fewest
  }

  /// What a display says of the code: nothing against it, or what it names otherwise.
  ///
  /// - Returns: The kinds, empty if the display is an old name, fits a successor
  ///   or cannot be compared; and the name that it was compared with.
  func disagreement(of display: String) -> (kinds: [DisplayCheck.Kind], name: String) {
    let words = DisplayWords(display)
    let names = history.archivedNames
    if names.contains(where: { words.isSameName(as: DisplayWords($0.text)) }) {
      return ([], "")
    }
    guard let first = history.successors.first else { return disagreement(ofLost: words) }
    var found: [DisplayCheck.Kind] = []
    for successor in history.successors {
      guard case .disagrees(let kinds) = DisplayCheck(successor).verdict(on: display) else {
        return ([], "")
      }
      if successor == first { found = kinds }
    }
    return (found, first.name)
  }

  /// A code without successor can only be compared by drug.
  private func disagreement(
    ofLost words: DisplayWords
  ) -> (kinds: [DisplayCheck.Kind], name: String) {
    let given = ingredients(in: words)
    let known = history.archivedNames.reduce(into: Set<Concept>()) {
      $0.formUnion(ingredients(in: DisplayWords($1.text)))
    }
    guard !given.isEmpty, !known.isEmpty, given.isDisjoint(with: known),
      let name = history.archivedNames.first
    else { return ([], "") }
    return ([.drug], name.text)
  }

  private func ingredients(in words: DisplayWords) -> Set<Concept> {
    SubstanceHit.all(in: words, catalog).reduce(into: []) { $0.formUnion($1.ingredients) }
  }
}

extension DisplayCheck {
  /// What changes if the concept is written in place of a main name.
  ///
  /// Also compares the brands in brackets at the end of either name, which the
  /// release may no longer contain as brands.
  func changes(from name: String) -> [Kind] {
    var kinds = differences(of: name)
    if Self.brand(in: name) != Self.brand(in: concept.name), !kinds.contains(.brand),
      !kinds.contains(.brandLevel)
    {
      kinds.append(
        Self.brand(in: name) != nil && Self.brand(in: concept.name) != nil
          ? .brand : .brandLevel)
    }
    return kinds
  }

  /// The brand that a main name ends with, such as `[Humalog]`; its key.
  private static func brand(in name: String) -> [UInt8]? {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return nil }
    return NameKey.of(name[bracket...])
  }
}
