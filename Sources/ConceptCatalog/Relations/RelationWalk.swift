// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// A walk goes level by level. A level is the set of concepts at one stop:
//
//   IN      17767
//   SCDC    329526 (from 0)  329528 (from 0)  ...          ordinals ascending
//   SCD     104384 (from 3)  197361 (from 1)  ...
//
// Each member remembers one member of the level before, the first that leads to
// it, and by which relationship, so that every answer can show its way.
// Paths that begin alike share their levels: IN SCDC SCD is walked once for
// SCD, SBD, GPCK and BPCK.

struct RelationWalk {
  /// A concept at a stop, and where it was reached from.
  struct Member {
    package let ordinal: UInt32
    /// Position in the level before.
    let origin: UInt32
    /// Symbol of the relationship from there.
    let relationship: UInt16

    static func precedes(_ left: Member, _ right: Member) -> Bool {
      if left.ordinal != right.ordinal { return left.ordinal < right.ordinal }
      if left.origin != right.origin { return left.origin < right.origin }
      return left.relationship < right.relationship
    }
  }

  private let start: Concept
  private var levels: [[UInt16]: [Member]] = [:]

  /// Relationships that RxNav never follows: they lead to another drug of the same type.
  private static let excluded: [UInt16] = [
    "reformulated_to", "reformulation_of", "quantified_form_of", "has_quantified_form",
  ].compactMap { WellKnownSymbol.number(of: $0) }

  init(from start: Concept) {
    self.start = start
  }

  /// The levels of a path, beginning with the start itself; all are empty if that is not active.
  mutating func levels(along path: RelationPath) -> [[Member]] {
    var level = start.isActive ? [Member(ordinal: start.ordinal, origin: 0, relationship: 0)] : []
    var found = [level]
    var walked: [UInt16] = []
    for type in path.stops.dropFirst() {
      guard let symbol = start.file.symbolNumber(of: type.rawValue) else { return found + [[]] }
      walked.append(symbol)
      if let known = levels[walked] {
        level = known
      } else {
        level = hop(from: level, to: symbol)
        levels[walked] = level
      }
      found.append(level)
    }
    return found
  }

  /// The active concepts of a type that any relation joins with a member of a level.
  private func hop(from level: [Member], to type: UInt16) -> [Member] {
    var reached: [Member] = []
    let file = start.file
    let excluded = Self.excluded
    for (place, member) in level.enumerated() {
      file.forEachLink(of: member.ordinal) { link in
        guard file.activeTermType(of: link.target) == type,
          !excluded.contains(link.relationship)
        else { return }
        reached.append(
          Member(
            ordinal: link.target, origin: UInt32(truncatingIfNeeded: place),
            relationship: link.relationship))
      }
    }
    reached.sort(by: Member.precedes)
    var kept = 0
    for index in reached.indices {
      if kept > 0, reached[kept - 1].ordinal == reached[index].ordinal { continue }
      reached[kept] = reached[index]
      kept += 1
    }
    reached.removeLast(reached.count - kept)
    return reached
  }
}

// The one place of this folder that reads relation records.

/// A relation between two concepts, as SAB RXNORM states it: the concept, `relationship`, `target`.
struct RelationLink {
  let relationship: UInt16
  let target: UInt32
}

extension CatalogFile {
  /// Calls `body` with each relation between concepts that SAB RXNORM states; allocates nothing.
  ///
  /// Left out: relations between atoms, to codes that the release lacks, and
  /// those that can only be read in the inverse direction. A walk reads the
  /// file, not a ``Concept``, which would count references for every relation.
  @inline(__always)
  func forEachLink(of ordinal: UInt32, _ body: (RelationLink) -> Void) {
    let range = run(.relations, of: .concepts, Int(ordinal), ConceptField.relations)
    for index in range {
      let kind = word(.relations, index, RelationField.kind)
      guard RelationField.isPlain(kind) else { continue }
      body(
        RelationLink(
          relationship: UInt16(truncatingIfNeeded: kind),
          target: word(.relations, index, RelationField.target)))
    }
  }

  /// Symbol of the term type of a concept that is active; `nil` for any other.
  @inline(__always)
  func activeTermType(of ordinal: UInt32) -> UInt16? {
    let kind = concept(ordinal, ConceptField.kind)
    guard kind >> 24 & ConceptField.liveFlag != 0,
      UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
    else { return nil }
    return UInt16(truncatingIfNeeded: kind)
  }
}

extension Concept {
  /// Calls `body` with each relation between concepts that SAB RXNORM states.
  @inline(__always)
  func forEachLink(_ body: (RelationLink) -> Void) {
    file.forEachLink(of: ordinal, body)
  }

  var termTypeSymbol: UInt16 { UInt16(truncatingIfNeeded: word(ConceptField.kind)) }

  /// Whether an unsuppressed row of SAB RXNORM names it: RxNav's scope "Active".
  public var isActive: Bool { file.activeTermType(of: ordinal) != nil }
}
