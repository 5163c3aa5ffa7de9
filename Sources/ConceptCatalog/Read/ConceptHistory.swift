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

  /// The code asked for.
  public let asked: RxCUI
  /// Its status, by the first rule that fits.
  public let status: ConceptStatus
  /// The live concepts that took its place, sorted by code; several if it was split (S20).
  ///
  /// For a quantified code: its active quantified forms. Empty for a code
  /// that is live itself, and where every path ends nowhere.
  public let successors: [Concept]
  /// Every step that was walked, in the order of the walk.
  public let steps: [Step]
  /// Codes at which a path ended in nothing or in a circle.
  public let deadEnds: [RxCUI]
  /// Names that the code had in the archive, each text of a source and term type once, in byte order.
  public let archivedNames: [ArchivedName]
}

/// A name that the archive (RXNATOMARCHIVE) holds.
public struct ArchivedName: Sendable {
  /// The text.
  public let text: String
  /// The term type.
  public let termType: TermType
  /// The source.
  public let source: String
  /// The last release that held it, as the archive writes it; of several the last in byte order.
  public let lastReleased: String
}

extension Catalog {
  /// What became of a code that was ever in RxNorm.
  ///
  /// Statuses and the walk follow the release's own files: RXNCONSO for what
  /// is live, then RXNATOMARCHIVE, RXNCUI and RXNCUICHANGES for codes that
  /// are not. The walk goes breadth first and visits no code twice, so a
  /// circle ends it (S20).
  /// - Complexity: O(log *n*) a step.
  public func history(of rxcui: RxCUI) -> ConceptHistory {
    let concept = concept(for: rxcui)
    let archived = archivedNames(of: rxcui)
    if let concept, concept.isLive {
      let status = concept.status
      let forms =
        status == .quantified
        ? concept.related(.hasQuantifiedForm).filter { $0.isLive && $0.status == .active } : []
      return ConceptHistory(
        asked: rxcui, status: status, successors: forms,
        steps: forms.map { .init(from: rxcui, to: $0.rxcui) }, deadEnds: [],
        archivedNames: archived)
    }
    let walk = walkReplacements(from: rxcui)
    let isKnown = concept != nil || !archived.isEmpty || isRetired(rxcui)
    let status: ConceptStatus =
      walk.live.isEmpty ? (isKnown ? .notCurrent : .unknown) : .remapped
    return ConceptHistory(
      asked: rxcui, status: status, successors: walk.live.sortedWithoutRepeats,
      steps: walk.steps, deadEnds: walk.deadEnds, archivedNames: archived)
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
      // Rows of one name stand together, the last release last.
      if let previous, previous == (text, kind) { names.removeLast() }
      previous = (text, kind)
      names.append(
        ArchivedName(
          text: file.text(text),
          termType: TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind >> 16))),
          source: file.symbol(UInt16(truncatingIfNeeded: kind)),
          lastReleased: file.text(file.word(.archive, index, ArchiveField.lastReleased))))
    }
    return names
  }

  private func isRetired(_ rxcui: RxCUI) -> Bool {
    !retirementRows(of: rxcui).isEmpty
  }

  /// Whether archive or retirements begin with a code.
  func isRetiredOrArchived(_ rxcui: RxCUI) -> Bool {
    isRetired(rxcui) || !archiveRows(of: rxcui).isEmpty
  }

  private func archiveRows(of rxcui: RxCUI) -> Range<Int> {
    rows(.archive, ArchiveField.rxcui, equal: rxcui.rawValue)
  }

  private func retirementRows(of rxcui: RxCUI) -> Range<Int> {
    rows(.retirements, RetirementField.from, equal: rxcui.rawValue)
  }

  /// The run of records whose field has a value; the section is sorted by it.
  private func rows(_ id: SectionID, _ field: Int, equal value: UInt32) -> Range<Int> {
    func firstIndex(notBelow bound: UInt64) -> Int {
      var low = 0
      var high = file.section(id).count
      while low < high {
        let middle = (low + high) / 2
        if UInt64(file.word(id, middle, field)) < bound { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let start = firstIndex(notBelow: UInt64(value))
    return start..<max(start, firstIndex(notBelow: UInt64(value) + 1))
  }
}
