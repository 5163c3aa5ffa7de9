// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// Records of one person become lines:
//
//   1. What was entered in error is set apart and only counted.
//   2. Requests and statements about one drug with one meaning of status share
//      a line. Different meanings never do; each such line says so.
//   3. Dispenses and administrations are shown with the first line of their drug
//      that says something about its use, and change nothing there. Without
//      such a line, or if they were taken back, they have one of their own.

/// Makes the lines of one person's list.
struct LineGrouping {
  private(set) var lines: [ListLine] = []
  /// What was entered in error, in the order of the documents.
  private(set) var enteredInError: [ListedRecord] = []

  private struct LineKey: Hashable {
    let identity: IdentityKey
    let block: ListBlock
    let meaning: StatusMeaning
    let isProhibited: Bool
  }

  private struct BlockKey: Hashable {
    let identity: IdentityKey
    let block: ListBlock
  }

  private struct Draft {
    let block: ListBlock
    let identity: ListedDrugIdentity
    var records: [ListedRecord]
    var events: [ListedRecord] = []
    var problems: [Problem] = []
  }

  /// Groups records, whose order does not matter.
  init(_ records: [ListedRecord]) {
    let records = records.sorted(by: ListedRecord.precedes)
    var uses: [Draft] = []
    var events: [(ListedRecord, ListBlock)] = []
    var places: [LineKey: Int] = [:]
    for record in records {
      guard let block = ListBlock(record.record) else {
        enteredInError.append(record)
        continue
      }
      if record.kind.isEvent, block != .notInterpreted, block != .absence {
        events.append((record, block))
      } else {
        Self.add(record, block, to: &uses, &places)
      }
    }
    Self.noteConflicts(in: &uses)
    var useLines: [BlockKey: Int] = [:]
    for (place, draft) in uses.enumerated() {
      guard case .shared(let identity) = draft.identity else { continue }
      let key = BlockKey(identity: identity, block: draft.block)
      useLines[key] = useLines[key] ?? place
    }
    for (event, block) in events { Self.add(event, block, beside: &uses, useLines, &places) }
    lines = uses.map { draft in
      ListLine(draft.block, draft.records, events: draft.events, problems: draft.problems)
    }
    lines.sort(by: ListLine.precedes)
    enteredInError.sort { ListSource.precedes($0.source, $1.source) }
  }

  private static func add(
    _ record: ListedRecord, _ block: ListBlock, to drafts: inout [Draft],
    _ places: inout [LineKey: Int]
  ) {
    if case .shared(let identity) = record.identity {
      let key = LineKey(
        identity: identity, block: block, meaning: record.record.statusMeaning,
        isProhibited: record.record.flags.contains(.prohibited))
      if let place = places[key] {
        drafts[place].records.append(record)
        return
      }
      places[key] = drafts.count
    }
    drafts.append(Draft(block: block, identity: record.identity, records: [record]))
  }

  /// Blocks whose lines say something about use, in the order in which events prefer them.
  private static let useBlocks: [ListBlock] = [
    .current, .onHold, .statusUnknown, .planned, .archived,
  ]

  private static func add(
    _ event: ListedRecord, _ block: ListBlock, beside drafts: inout [Draft],
    _ lines: [BlockKey: Int], _ places: inout [LineKey: Int]
  ) {
    // What was taken back happened beside nothing.
    if block != .removed, case .shared(let identity) = event.identity,
      let place = useBlocks.lazy.compactMap({ lines[BlockKey(identity: identity, block: $0)] })
        .first
    {
      drafts[place].events.append(event)
    } else {
      add(event, block, to: &drafts, &places)
    }
  }

  /// Lines of one drug with different meanings say so of each other.
  private static func noteConflicts(in drafts: inout [Draft]) {
    var groups: [IdentityKey: [Int]] = [:]
    for (place, draft) in drafts.enumerated() {
      if case .shared(let identity) = draft.identity { groups[identity, default: []].append(place) }
    }
    for places in groups.values where places.count > 1 {
      for place in places {
        let others = places.filter { $0 != place }.map { drafts[$0] }
          .map { (block: $0.block, count: $0.records.count) }
          .sorted { ($0.block.order, $0.count) < ($1.block.order, $1.count) }
          .map { "\($0.block.rawValue) (records: \($0.count))" }
        drafts[place].problems.append(
          Problem(
            .statusConflict, .warning,
            "other records about the same drug have another status: "
              + others.joined(separator: ", ")))
      }
    }
  }
}

extension ListBlock {
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ListLine {
  /// By block, by the place on the document's own list, by name, and then by content.
  static func precedes(_ left: ListLine, _ right: ListLine) -> Bool {
    if left.block != right.block { return left.block.order < right.block.order }
    let (leftPlace, rightPlace) = (left.position, right.position)
    if leftPlace != rightPlace { return leftPlace < rightPlace }
    let (leftName, rightName) = (NameKey.of(left.name ?? ""), NameKey.of(right.name ?? ""))
    if leftName != rightName { return leftName.lexicographicallyPrecedes(rightName) }
    return ListedRecord.precedes(left.first, right.first)
  }

  private var position: Int { records.compactMap(\.position).min() ?? Int.max }
}
