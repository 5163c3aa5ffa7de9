// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What became of a code, and how that was found.
public struct ConceptHistory: Sendable {
  /// One step from a retired code to what took its place.
  public struct Step: Sendable, Hashable {
    /// The code that went.
    public let from: RxCUI
    /// The code it went into.
    public let to: RxCUI
  }

  /// The code that was queried.
  public let asked: RxCUI
  /// Its status, by the first rule that fits.
  public let status: ConceptStatus
  /// The live concepts that took its place, sorted by code; several if it was split.
  ///
  /// For a quantified code: its active quantified forms. Empty for a code
  /// that is live itself, and where every path ends nowhere.
  public let successors: [Concept]
  /// Every step that was walked, in the order of the walk.
  public let steps: [Step]
  /// Codes at which a path ended without a successor or in a cycle.
  public let deadEnds: [RxCUI]
  /// Names that the code had: those of the archive, each text of a source and term type once, in
  /// byte order; then those of earlier releases that neither archive nor current release has,
  /// the latest first.
  public let archivedNames: [ArchivedName]
  /// Active concepts that are related to an obsolete answer but do not replace it.
  ///
  /// For a brand that is obsolete, or that an obsolete successor is: its generic.
  public let related: [Relative]

  /// A concept that is related and no replacement.
  public struct Relative: Sendable, Hashable {
    /// The obsolete concept that it is related to.
    public let of: Concept
    /// How: the obsolete concept has this relationship to it.
    public let relationship: Relationship
    /// The active concept.
    public let concept: Concept
  }

  /// The active concepts that took the place of the code, sorted by code.
  ///
  /// An active successor is its own; a quantified one gives its active
  /// quantified forms; an obsolete one gives none (see ``related``).
  public var activeSuccessors: [Concept] {
    successors.flatMap { successor -> [Concept] in
      switch successor.status {
      case .active: [successor]
      case .quantified: successor.activeQuantifiedForms
      default: []
      }
    }.sortedWithoutRepeats
  }

  /// The dead ends from which steps lead back to them: a circle, in which no code is the last.
  public var circularEnds: [RxCUI] {
    let next = Dictionary(grouping: steps, by: \.from)
    return deadEnds.filter { end in
      var reached: Set<RxCUI> = []
      var queue = [end]
      while let code = queue.popLast() {
        for step in next[code] ?? [] where reached.insert(step.to).inserted {
          queue.append(step.to)
        }
      }
      return reached.contains(end)
    }
  }

  /// The codes from the queried one to a successor, by the shortest path, without the first.
  public func path(to successor: Concept) -> [RxCUI] {
    var way = [successor.rxcui]
    while let last = way.last, last != asked,
      let step = steps.first(where: { $0.to == last }), !way.contains(step.from)
    {
      way.append(step.from)
    }
    if way.last == asked { way.removeLast() }
    return way.reversed()
  }
}

/// A name that the archive (RXNATOMARCHIVE) or an earlier release holds.
public struct ArchivedName: Sendable {
  /// The text.
  public let text: String
  /// The term type.
  public let termType: TermType
  /// The source.
  public let source: String
  /// The last release that held it, YYYYMMDD as the archive writes it; of several the last.
  public let lastReleased: String
}

extension Catalog {
  /// What became of a code that was ever in RxNorm.
  ///
  /// Statuses and the walk follow the release's own files: RXNCONSO for what is
  /// live, then RXNATOMARCHIVE, RXNCUI and RXNCUICHANGES for codes that are
  /// not. The walk is breadth first and visits no code twice, so it ends on a
  /// cycle. A catalog of several releases also knows the codes that only
  /// earlier ones hold. A placeholder of a reconstructed release is not a code,
  /// so it is unknown. In a catalog without some parts, unknown proves nothing;
  /// see ``Catalog/require(_:)``.
  /// - Complexity: O(log *n*) a step.
  public func history(of rxcui: RxCUI) -> ConceptHistory {
    guard !isPlaceholder(rxcui) else {
      return ConceptHistory(
        asked: rxcui, status: .unknown, successors: [], steps: [], deadEnds: [],
        archivedNames: [], related: [])
    }
    let concept = concept(for: rxcui)
    let archived = archivedNames(of: rxcui)
    if let concept, concept.isLive {
      let status = concept.status
      let forms = status == .quantified ? concept.activeQuantifiedForms : []
      return ConceptHistory(
        asked: rxcui, status: status, successors: forms,
        steps: forms.map { .init(from: rxcui, to: $0.rxcui) }, deadEnds: [],
        archivedNames: archived, related: status == .obsolete ? concept.activeRelatives : [])
    }
    let walk = walkReplacements(from: rxcui)
    let live = walk.live.sortedWithoutRepeats
    let isKnown = concept != nil || !archived.isEmpty || isRetired(rxcui) || wasSeen(rxcui)
    return ConceptHistory(
      asked: rxcui, status: live.isEmpty ? (isKnown ? .notCurrent : .unknown) : .remapped,
      successors: live, steps: walk.steps, deadEnds: walk.deadEnds, archivedNames: archived,
      related: live.filter { $0.status == .obsolete }.flatMap(\.activeRelatives))
  }

  private func wasSeen(_ rxcui: RxCUI) -> Bool {
    !rows(.nameSpans, NameSpanField.rxcui, equal: rxcui.rawValue).isEmpty
  }

  private func walkReplacements(
    from start: RxCUI
  ) -> (live: [Concept], steps: [ConceptHistory.Step], deadEnds: [RxCUI]) {
    var live: [Concept] = []
    var steps: [ConceptHistory.Step] = []
    var ends: [RxCUI] = []
    var origins: [RxCUI: [RxCUI]] = [:]
    var alive: [RxCUI] = []
    var visited: Set<RxCUI> = [start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let code = queue[next]
      next += 1
      let targets = replacements(of: code)
      var leadsOn = false
      for target in targets {
        steps.append(.init(from: code, to: target))
        origins[target, default: []].append(code)
        if let concept = concept(for: target), concept.isLive {
          live.append(concept)
          alive.append(target)
          leadsOn = true
        } else if visited.insert(target).inserted {
          queue.append(target)
          leadsOn = true
        }
      }
      if !leadsOn, code != start || !targets.isEmpty { ends.append(code) }
    }
    // A path that joins another one ends where that one ends.
    let saved = Self.codes(that: origins, leadTo: alive)
    return (live, steps, ends.filter { !saved.contains($0) })
  }

  /// The codes from which steps lead to others.
  private static func codes(
    that origins: [RxCUI: [RxCUI]], leadTo targets: [RxCUI]
  ) -> Set<RxCUI> {
    var found: Set<RxCUI> = []
    var queue = targets
    while let code = queue.popLast() {
      for origin in origins[code] ?? [] where found.insert(origin).inserted {
        queue.append(origin)
      }
    }
    return found
  }

  /// The codes that the release says took the place of a code, ascending.
  private func replacements(of rxcui: RxCUI) -> [RxCUI] {
    var targets: Set<RxCUI> = []
    for index in archiveRows(of: rxcui) {
      let merged = file.word(.archive, index, ArchiveField.mergedInto)
      let kind = file.word(.archive, index, ArchiveField.kind)
      let source = file.symbol(UInt16(truncatingIfNeeded: kind))
      let termType = TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind >> 16)))
      if merged != 0, source == "RXNORM", !termType.isExtraName {
        targets.insert(RxCUI(rawValue: merged))
      }
    }
    for index in retirementRows(of: rxcui) {
      let to = file.word(.retirements, index, RetirementField.to)
      if to != 0 { targets.insert(RxCUI(rawValue: to)) }
    }
    targets.remove(rxcui)
    return targets.sorted()
  }

  private func archivedNames(of rxcui: RxCUI) -> [ArchivedName] {
    var names: [ArchivedName] = []
    var previous: (text: UInt32, kind: UInt32)?
    for index in archiveRows(of: rxcui) {
      let text = file.word(.archive, index, ArchiveField.text)
      let kind = file.word(.archive, index, ArchiveField.kind)
      // Rows of one name are adjacent, with the last release last.
      if let previous, previous == (text, kind) { names.removeLast() }
      previous = (text, kind)
      names.append(
        ArchivedName(
          text: file.text(text),
          termType: TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind >> 16))),
          source: file.symbol(UInt16(truncatingIfNeeded: kind)),
          lastReleased: file.text(.archive, index, ArchiveField.lastReleased)))
    }
    let earlier = namesOfEarlierReleases(of: rxcui)
    return names
      + earlier.filter { name in
        !names.contains {
          $0.text.utf8.elementsEqual(name.text.utf8) && $0.source == name.source
            && $0.termType == name.termType
        }
      }
  }

  private func isRetired(_ rxcui: RxCUI) -> Bool {
    !retirementRows(of: rxcui).isEmpty
  }

  /// Whether archive or retirements name another code in the place of a code.
  package func isLeadingOn(_ rxcui: RxCUI) -> Bool {
    func isOther(_ target: UInt32) -> Bool { target != 0 && target != rxcui.rawValue }
    return archiveRows(of: rxcui).contains {
      isOther(file.word(.archive, $0, ArchiveField.mergedInto))
    }
      || retirementRows(of: rxcui).contains {
        isOther(file.word(.retirements, $0, RetirementField.to))
      }
  }

  private func archiveRows(of rxcui: RxCUI) -> Range<Int> {
    rows(.archive, ArchiveField.rxcui, equal: rxcui.rawValue)
  }

  private func retirementRows(of rxcui: RxCUI) -> Range<Int> {
    rows(.retirements, RetirementField.from, equal: rxcui.rawValue)
  }
}

extension Concept {
  /// The active forms of a quantified concept that have a quantity, sorted by code.
  fileprivate var activeQuantifiedForms: [Concept] {
    related(.hasQuantifiedForm).filter(\.isActive)
  }

  /// The active concepts near an obsolete one: its generic, and what a brand was reformulated to.
  fileprivate var activeRelatives: [ConceptHistory.Relative] {
    [Relationship.tradenameOf, Relationship(rawValue: "reformulated_to")].flatMap { way in
      related(way).filter { $0.isActive && $0.code != nil }.map {
        ConceptHistory.Relative(of: self, relationship: way, concept: $0)
      }
    }
  }
}
