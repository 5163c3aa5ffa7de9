// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver

/// What is shown of a comparison, with what was asked about a person's own codes.
struct DiffReport {
  /// A code of a list that neither release holds.
  struct Absent {
    /// `retired-before` or `unknown`.
    let kind: String
    let code: String
    let status: ConceptStatus
    let successors: [Concept]
  }

  /// What became of a list of codes.
  struct ListTally {
    var asked = 0
    var touched = 0
  }

  let older: ReleaseIdentity
  let newer: ReleaseIdentity
  let commonCount: Int
  private(set) var changes: [ReleaseComparison.Change]
  private(set) var ndcChanges: [NDCChange]
  private(set) var absent: [Absent] = []
  private(set) var list: ListTally?
  private let old: Catalog
  private let new: Catalog

  init(_ comparison: ReleaseComparison, _ old: Catalog, _ new: Catalog) {
    older = comparison.older
    newer = comparison.newer
    commonCount = comparison.commonCount
    changes = comparison.changes
    ndcChanges = comparison.ndcChanges
    self.old = old
    self.new = new
  }

  /// Whether anything is shown as changed.
  var hasChanges: Bool { !changes.isEmpty || !ndcChanges.isEmpty }

  /// Keeps what touches the codes of a list.
  mutating func keep(_ codes: CodeList) {
    var rxcuis: Set<RxCUI> = []
    var ndcs: Set<NationalDrugCode> = []
    var strange: [String] = []
    var isSeen: Set<String> = []
    var tally = ListTally()
    for entry in codes.entries {
      let code = entry.coding.code ?? ""
      guard isSeen.insert(code).inserted else { continue }
      tally.asked += 1
      if entry.coding.system == CodeSystem.ndc {
        let read = [old, new].flatMap { $0.ndcHistory(of: code).filter { $0.status != .unknown } }
        if read.isEmpty { strange.append(code) }
        ndcs.formUnion(read.map(\.ndc))
      } else if let rxcui = RxCUI(code) {
        rxcuis.insert(rxcui)
      } else {
        strange.append(code)
      }
    }
    changes.removeAll { !rxcuis.contains($0.code) }
    ndcChanges.removeAll { change in
      !ndcs.contains(change.ndc)
        && !(change.old + change.new).contains { $0.code.map { rxcuis.contains($0) } ?? false }
    }
    noteAbsent(rxcuis, strange)
    tally.touched =
      Set(changes.map(\.code)).union(
        ndcChanges.flatMap { $0.old + $0.new }.compactMap(\.code).filter { rxcuis.contains($0) }
      ).count + ndcChanges.count { ndcs.contains($0.ndc) }
    list = tally
  }

  /// Codes that neither release holds as live; no change tells of them.
  private mutating func noteAbsent(_ rxcuis: Set<RxCUI>, _ strange: [String]) {
    let changed = Set(changes.map(\.code))
    for rxcui in rxcuis.sorted() where !changed.contains(rxcui) {
      let history = new.history(of: rxcui)
      let isKnown = history.status != .unknown || old.history(of: rxcui).status != .unknown
      if history.status == .remapped || history.status == .notCurrent || !isKnown {
        absent.append(
          Absent(
            kind: isKnown ? "retired-before" : "unknown", code: rxcui.description,
            status: history.status, successors: history.successors))
      } else if history.status == .obsolete {
        absent.append(
          Absent(
            kind: "retired-before", code: rxcui.description, status: history.status,
            successors: []))
      }
    }
    absent += strange.map {
      Absent(kind: "unknown", code: $0, status: .unknown, successors: [])
    }
  }

  /// Keeps changes of some kinds; all if there are none.
  mutating func keep(kinds: Set<String>) {
    guard !kinds.isEmpty else { return }
    changes.removeAll { !kinds.contains($0.kind.rawValue) }
    ndcChanges.removeAll { !kinds.contains($0.kind.rawValue) }
    absent.removeAll { !kinds.contains($0.kind) }
  }

  /// How many changes of each kind are shown, and what became of the list.
  var counts: [(kind: String, count: Int)] {
    var counts = ReleaseComparison.Kind.allCases.map { kind in
      (kind: kind.rawValue, count: changes.count { $0.kind == kind })
    }
    counts += NDCChange.Kind.allCases.map { kind in
      (kind: kind.rawValue, count: ndcChanges.count { $0.kind == kind })
    }
    if list != nil {
      for kind in ["retired-before", "unknown"] {
        counts.append((kind, absent.count { $0.kind == kind }))
      }
    }
    return counts
  }
}

extension DiffReport: Shaped {
  static let shape = Shape<Self>("summary") {
    Field.version(1)
    Field.kind("summary")
    Field("old") { $0.older }
    Field("new") { $0.newer }
    Field("common", "How many codes are in both.") { $0.commonCount }
    Field(
      "counts",
      each: Shape {
        Field("kind", "", .name) { $0.kind }
        Field("count") { $0.count }
      }
    ) { $0.counts }
    Field("codes", "With --codes: how many codes were given, and how many are affected.") {
      $0.list
    }
  }
}

extension DiffReport.ListTally: Shaped {
  static let shape = Shape<Self> {
    Field("asked") { $0.asked }
    Field("touched") { $0.touched }
  }
}

extension DiffReport.Absent: Shaped {
  static let shape = Shape<Self>(
    "absent", "A code of --codes in no change, because neither release has it in use."
  ) {
    Field("kind", "", .word(["retired-before", "unknown"])) { $0.kind }
    Field("code") { $0.code }
    Field("status") { $0.status }
    Field("successors") { $0.successors.compactMap(\.code) }
  }
}

extension DiffReport {
  /// Prints counts and list in a form.
  ///
  /// Tables for programs contain the list, or with `--summary` the counts; a table for a person
  /// contains both.
  func write(
    as format: OutputFormat, showsList: Bool, _ streams: inout Streams
  ) throws(CommandFailure) {
    switch format {
    case .json, .ndjson:
      let list: [any FieldValue] = showsList ? changes + ndcChanges + absent : []
      try JSONSequence.write([self] + list, as: format, &streams)
    case .csv, .tsv, .markdown: try streams.write(showsList ? table : summary, as: format)
    case .table:
      let names = [older, newer].map { $0.name + ($0.date.map { " (\($0))" } ?? "") }
      try streams.output.write(
        DisplayText.printable("from \(names[0]) to \(names[1])") + "\n\n")
      try streams.write(summary, as: .table)
      let table = table
      guard showsList, !table.rows.isEmpty else { return }
      try streams.output.write("\n")
      try streams.write(table, as: .table)
    }
  }

  /// How many changes of each kind there are.
  private var summary: Table {
    var table = Table([Table.Column("kind"), Table.Column("count", .number)])
    for (kind, count) in counts { table.append([kind, String(count)]) }
    if let list {
      table.append(["codes asked", String(list.asked)])
      table.append(["codes touched", String(list.touched)])
    } else {
      table.append(["in both", String(commonCount)])
    }
    return table
  }

  /// One row for each change.
  private var table: Table {
    var table = Table("kind", "code", "tty", "name", "old", "new", "successors", "related")
    for change in changes { table.append(row(change)) }
    for change in ndcChanges {
      table.append([
        change.kind.rawValue, change.ndc.digits, nil,
        (change.new.first ?? change.old.first)?.name, codes(change.old), codes(change.new),
        change.isByRemapping ? "by remapping" : nil, nil,
      ])
    }
    for absent in absent {
      table.append([
        absent.kind, absent.code, nil, nil, absent.status.rawValue,
        absent.status.rawValue,
        labels(absent.successors), nil,
      ])
    }
    return table
  }

  private func row(_ change: ReleaseComparison.Change) -> [String?] {
    let before: String?
    let after: String?
    switch change.kind {
    case .renamed: (before, after) = (change.old?.name, change.new?.name)
    case .retyped: (before, after) = (change.old?.termType.rawValue, change.new?.termType.rawValue)
    case .related:
      before = relations(change.relations.filter { !$0.isAdded })
      after = relations(change.relations.filter(\.isAdded))
    default: (before, after) = (change.old?.status.rawValue, change.status.rawValue)
    }
    return [
      change.kind.rawValue, change.code.description,
      (change.new ?? change.old)?.termType.rawValue, (change.new ?? change.old)?.name, before,
      after, labels(change.successors), labels(change.relatives),
    ]
  }

  private func relations(_ changes: [RelationChange]) -> String? {
    changes.isEmpty
      ? nil
      : changes.map { "\($0.relationship.rawValue) \(label($0.target))" }.joined(separator: "; ")
  }

  private func label(_ concept: Concept) -> String {
    (concept.code.map { "\($0) " } ?? "") + concept.name
  }

  private func labels(_ concepts: [Concept]) -> String? {
    concepts.isEmpty ? nil : concepts.map(label).joined(separator: "; ")
  }

  private func codes(_ concepts: [Concept]) -> String? {
    concepts.isEmpty ? nil : concepts.map { $0.code?.description ?? "-" }.joined(separator: "; ")
  }
}
