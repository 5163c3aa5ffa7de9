// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping

/// Rows of tables that people read, and what the reader makes of them.
enum TableRows {
  /// A row with what was read for each arm, in the order of columns.
  struct Row {
    let id: String
    let source: String
    let file: String
    let setID: String
    let table: Int
    let label: String
    let symptom: String
    /// Which of the rows with that label, from one.
    let occurrence: Int
    var arms: [Arm] = []
  }

  /// An arm as a person read it; an empty size was not noted.
  struct Arm: Hashable, CustomStringConvertible {
    let role: String
    let comparator: String
    let size: String
    let percent: String
    var description: String { "\(role) \(comparator) n=\(size) \(percent)" }
  }

  /// The rows of a file with the columns of tables-train.csv.
  static func rows(_ url: URL) throws -> [Row] {
    let lines = CSVLines.rows(try String(contentsOf: url, encoding: .utf8))
    let names = lines[0]
    var rows: [Row] = []
    for fields in lines.dropFirst() {
      let cell = Dictionary(uniqueKeysWithValues: zip(names, fields))
      let id = cell["case", default: ""]
      if rows.last?.id != id {
        let note = cell["note", default: ""]
        rows.append(
          Row(
            id: id, source: cell["source", default: ""], file: cell["file", default: ""],
            setID: cell["set_id", default: ""], table: Int(cell["table", default: ""]) ?? 0,
            label: cell["row_label", default: ""], symptom: cell["symptom", default: ""],
            occurrence: note.contains("occurrence 2") ? 2 : 1))
      }
      let role = cell["role", default: ""]
      let comparator = cell["comparator", default: ""]
      rows[rows.count - 1].arms.append(
        Arm(
          role: role, comparator: role == "drug" ? "" : comparator, size: cell["n", default: ""],
          percent: cell["percent", default: ""]))
    }
    return rows
  }

  /// The labels of the test data that the rows stand in, by set id and source.
  static func labels(of rows: [Row], in data: URL) throws -> [String: DrugLabel] {
    let wanted = Set(rows.map { "\($0.source) \($0.setID)" })
    var files = LabelFiles(paths: [
      data.appending(path: "labels/openfda/labels-train.jsonl.gz").path,
      data.appending(path: "labels/openfda/labels-full-train.jsonl.gz").path,
      data.appending(path: "labels/spl/spl-train.zip").path,
    ])
    var labels: [String: DrugLabel] = [:]
    while let item = try files.next() {
      guard case .label(let label) = item else { continue }
      let key = "\(label.source.rawValue) \(label.setID)"
      if wanted.contains(key), labels[key] == nil { labels[key] = label }
    }
    return labels
  }

  /// What the reader says of a row; `nil` with the reason if it gives none.
  static func read(
    _ row: Row, _ labels: [String: DrugLabel], _ reader: TableReader
  ) -> (arms: [Arm], why: String) {
    guard let label = labels["\(row.source) \(row.setID)"] else { return ([], "no label") }
    var number = 0
    for section in label.sections.indices {
      guard label.isReactions(section) else { continue }
      for (index, table) in label.sections[section].tables.enumerated() {
        number += 1
        guard number == row.table else { continue }
        let report = reader.report(table, number: index, section: section, label: label)
        let found = report.rows.filter { $0.label == row.label }
        guard found.count >= row.occurrence else {
          return ([], "\(report.exclusion?.rawValue ?? "no row"), \(report.rows.count) rows")
        }
        let hit = found[row.occurrence - 1]
        // By decision no category has bare "confusion"; its figures are read all the same.
        if !hit.phrases.isEmpty,
          !hit.phrases.contains(where: { $0.symptom.rawValue == row.symptom })
        {
          return ([], "symptoms \(hit.phrases.map(\.symptom.rawValue))")
        }
        return (
          zip(hit.figures.indices, hit.figures).map { place, figure in
            arm(report.arms[hit.firstArm + place], figure)
          }, ""
        )
      }
    }
    return ([], "no table \(row.table), \(number) tables")
  }

  private static func arm(_ arm: TableArm, _ figure: TableReport.Figure) -> Arm {
    let (role, comparator) =
      switch arm.role {
      case .drug: ("drug", "")
      case .comparator(let kind): ("comparator", kind.rawValue)
      }
    return Arm(
      role: role, comparator: comparator, size: arm.size.map(String.init) ?? "",
      percent: figure.percent ?? "")
  }

  /// Whether all arms agree; a size that the person did not note is not compared.
  static func agree(_ read: [Arm], _ expected: [Arm]) -> Bool {
    read.count == expected.count
      && zip(read, expected).allSatisfy { read, expected in
        read.role == expected.role && read.comparator == expected.comparator
          && read.percent == expected.percent
          && (expected.size.isEmpty || read.size == expected.size)
      }
  }
}

extension DrugLabel {
  /// Whether a section is that of adverse reactions or stands in it, told by its code alone.
  fileprivate func isReactions(_ section: Int) -> Bool {
    var next: Int? = section
    while let index = next {
      if sections[index].loinc == "34084-4" { return true }
      next = sections[index].parent
    }
    return false
  }
}

/// Comma-separated lines with quoted fields.
enum CSVLines {
  static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    for scalar in text.unicodeScalars where scalar != "\r" {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\n" where !isQuoted:
        rows.append(fields + [field])
        fields = []
        field = ""
      default: field.unicodeScalars.append(scalar)
      }
    }
    return rows
  }
}
