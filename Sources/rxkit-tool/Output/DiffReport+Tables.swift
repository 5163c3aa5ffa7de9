// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel

extension DiffReport {
  /// Prints counts and list in a form.
  ///
  /// Tables for programs hold the list, or with `--summary` the counts; a table for a person
  /// holds both.
  func write(
    as format: OutputFormat, showsList: Bool, _ streams: inout Streams
  ) throws(CommandFailure) {
    switch format {
    case .json, .ndjson: try writeJSON(as: format, showsList: showsList, &streams)
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
        absent.kind, absent.code, nil, nil, absent.status, absent.status,
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
