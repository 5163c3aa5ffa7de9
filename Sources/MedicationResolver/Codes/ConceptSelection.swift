// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Several codings of one medication: do they name the same drug, and which of
// their concepts is most specific?

/// What several matched concepts amount to together.
struct ConceptSelection {
  /// The concepts that answer: the most specific one, or all that compete.
  private(set) var concepts: [MatchedConcept] = []
  /// Codings name different ingredients.
  private(set) var isConflict = false
  /// Several concepts compete and no rule chooses.
  private(set) var isAmbiguous = false

  /// Selects among the concepts that codings lead to.
  ///
  /// Concepts that another coding's concept implies (its ingredient, form, generic …) are
  /// dropped. What remains is the answer if it is a single concept; otherwise all remain.
  /// What a single coding leaves open stays open: alternatives of one NDC, one text or
  /// one split code are not levels of each other.
  ///
  /// - Parameter groups: For each coding, in order, what it leads to.
  init(_ groups: [[MatchedConcept]]) {
    // Nearly always there is one coding, and it leads to one concept.
    if groups.count == 1, groups[0].count < 2 {
      concepts = groups[0]
      return
    }
    let groups = groups.filter { !$0.isEmpty }
    let distinct = Self.distinct(groups.flatMap { $0 })
    guard distinct.count > 1 else {
      concepts = distinct
      return
    }
    let entries = distinct.map { Entry($0, groups) }
    let remaining = entries.filter { entry in
      !entries.contains { $0.implies(entry) }
    }
    isConflict = groups.count > 1 && !remaining.contains { Self.agree(entries, groups, top: $0) }
    concepts = (isConflict ? entries : remaining).map(\.match)
    isAmbiguous = !isConflict && concepts.count > 1
  }

  /// The result for several drugs where one is expected: all of them, and none is chosen.
  ///
  /// A single concept would be mistaken for the answer, so it is not returned.
  static func conflict(_ groups: [[MatchedConcept]]) -> ConceptSelection {
    var selection = ConceptSelection([])
    let all = distinct(groups.flatMap { $0 })
    selection.concepts = all.count > 1 ? all : []
    selection.isConflict = true
    return selection
  }

  /// Whether all concepts have the same, complete ingredients.
  static func commonIngredients(of concepts: [Concept]) -> Bool {
    let lists = concepts.map(\.ingredientList)
    return lists.allSatisfy(\.isComplete) && Set(lists.map(\.ingredients)).count == 1
  }

  /// Each concept once; the better match kind stays, whatever the order.
  private static func distinct(_ matches: [MatchedConcept]) -> [MatchedConcept] {
    var kept: [MatchedConcept] = []
    for match in matches {
      guard let place = kept.firstIndex(where: { $0.isSame(as: match) }) else {
        kept.append(match)
        continue
      }
      if match.precedes(kept[place]) { kept[place] = match }
    }
    return kept.sorted { left, right in
      switch (left.concept, right.concept) {
      case (let left?, let right?): left < right
      case (nil, nil): left.code?.rawValue ?? 0 < right.code?.rawValue ?? 0
      case (nil, _): false
      case (_, nil): true
      }
    }
  }

  // MARK: Ingredients

  /// Whether every coding agrees with a concept in its ingredients.
  ///
  /// A coding for a part of a combination agrees only where such codings
  /// together name all of it, as some systems list every ingredient next to the
  /// product. What the release does not relate cannot disagree.
  private static func agree(
    _ entries: [Entry], _ groups: [[MatchedConcept]], top: Entry
  ) -> Bool {
    guard let whole = top.ingredients else { return true }
    var named: Set<Concept> = []
    var hasParts = false
    for group in groups {
      let members = group.compactMap { match in
        entries.first { $0.match.isSame(as: match) }
      }
      if members.contains(where: { $0.agrees(with: top) }) { continue }
      let parts = members.filter { top.implied.contains($0.match.concept) }
        .compactMap(\.ingredients?.known)
      guard let part = parts.first else { return false }
      hasParts = true
      named.formUnion(part)
    }
    return !hasParts || named.isSuperset(of: whole.known)
  }

  /// A concept, what it implies, and which codings lead to it.
  private struct Entry {
    let match: MatchedConcept
    let implied: Set<Concept?>
    let ingredients: ActiveIngredients?
    private let groups: Set<Int>

    init(_ match: MatchedConcept, _ groups: [[MatchedConcept]]) {
      self.match = match
      implied = match.concept?.impliedConcepts ?? []
      ingredients = match.concept.map { ActiveIngredients($0) }
      self.groups = Set(
        groups.indices.filter { place in groups[place].contains { $0.isSame(as: match) } })
    }

    /// Whether this says more than another concept, so that the other falls away.
    func implies(_ other: Entry) -> Bool {
      guard let concept = other.match.concept, implied.contains(concept) || holdsInert(other) else {
        return false
      }
      // Terminologies link a code to several levels of one drug.
      let isLink = match.match == .crosswalk && other.match.match == .crosswalk
      return isLink || !groups.isSubset(of: other.groups)
    }

    func agrees(with other: Entry) -> Bool {
      guard let own = ingredients, let others = other.ingredients else { return true }
      return own.agrees(with: others) || other.holdsInert(self)
    }

    /// Whether this is a pack and the other its tablets without drug, which some
    /// releases do not relate.
    private func holdsInert(_ other: Entry) -> Bool {
      guard let type = match.concept?.termType, type == .genericPack || type == .brandedPack else {
        return false
      }
      return other.ingredients?.isInert ?? false
    }
  }
}

/// The ingredients of a concept as far as they distinguish drugs.
private struct ActiveIngredients {
  let known: Set<Concept>
  let isComplete: Bool
  /// It contains no drug.
  let isInert: Bool

  init(_ concept: Concept) {
    let list = concept.ingredientList
    let active = list.ingredients.filter { !$0.isInert }
    // A concept with only inert ingredients is compared by them.
    known = Set(active.isEmpty ? list.ingredients : active)
    isComplete = list.isComplete
    isInert = active.isEmpty && !list.ingredients.isEmpty
  }

  func agrees(with other: ActiveIngredients) -> Bool {
    switch (isComplete, other.isComplete) {
    case (true, true): known == other.known
    case (true, false): other.known.isSubset(of: known)
    case (false, true): known.isSubset(of: other.known)
    case (false, false):
      known.isEmpty || other.known.isEmpty || !known.isDisjoint(with: other.known)
    }
  }
}

extension MatchedConcept {
  fileprivate func isSame(as other: MatchedConcept) -> Bool {
    concept == nil && other.concept == nil ? code == other.code : concept == other.concept
  }

  /// The order of trust; among equals the shorter, then the smaller path.
  fileprivate func precedes(_ other: MatchedConcept) -> Bool {
    if match.rank != other.match.rank { return match.rank < other.match.rank }
    if path.count != other.path.count { return path.count < other.path.count }
    for (left, right) in zip(path, other.path) {
      let ours = "\(left.system)|\(left.code ?? "")"
      let theirs = "\(right.system)|\(right.code ?? "")"
      if ours.precedesInBytes(theirs) { return true }
      if theirs.precedesInBytes(ours) { return false }
    }
    return false
  }
}

extension MatchKind {
  /// The order of trust; smaller is better.
  fileprivate var rank: Int {
    switch self {
    case .exact: 0
    case .replacement: 1
    case .ndc: 2
    case .crosswalk: 3
    case .text: 4
    }
  }
}

extension Concept {
  /// RxNorm's ingredient of the tablets in a pack that hold no drug.
  fileprivate var isInert: Bool {
    termType == .ingredient && name.lowercased() == "inert ingredients"
  }

  /// The concepts that a statement of this one implies, itself left out.
  fileprivate var impliedConcepts: Set<Concept?> {
    let ways: [Relationship] = [
      .tradenameOf, .isA, .consistsOf, .hasIngredient, .hasPreciseIngredient, .hasIngredients,
      .hasPart, .formOf, .quantifiedFormOf, .contains,
    ]
    var found: Set<Concept?> = []
    var queue = [self]
    while let concept = queue.popLast() {
      for way in ways {
        for next in concept.related(way) where next != self && found.insert(next).inserted {
          queue.append(next)
        }
      }
    }
    return found
  }
}
