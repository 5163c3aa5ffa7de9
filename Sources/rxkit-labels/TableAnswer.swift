// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import MedicationModel
import SymptomMapping

/// A table of a label with what was read from it.
struct TableAnswer: StreamedAnswer {
  let label: DrugLabel
  let section: LabelSection
  let table: TableGrid
  let report: TableReport
  /// Its number among the tables of adverse reactions, from one; `nil` for another section's.
  let number: Int?

  var isShown: Bool { true }

  // MARK: JSON

  func write(to json: inout JSONWriter) {
    json.object { (json) in
      json.member("schema", 1)
      json.member("setId", label.setID)
      json.member("version", label.version)
      json.member("file", label.file)
      json.member("source", label.source.rawValue)
      json.member("table", number)
      json.member("section", section.loinc)
      json.member("sectionTitle", section.title)
      json.member("caption", report.caption)
      json.member("population", report.population)
      json.member("context", report.context.isEmpty ? nil : report.context)
      json.member("grade", report.grade)
      json.member("leftOut", report.exclusion?.rawValue)
      json.array("headerRows", report.headerRows) { $1.integer($0) }
      json.array("unreadRows", report.unreadRows) { $1.integer($0) }
      json.array("cells", table.rows) { row, json in
        json.array { json in for cell in row { json.string(cell.text) } }
      }
      json.objects("arms", report.arms) { arm, json in
        json.member("column", arm.column)
        json.member("role", Self.role(arm).role)
        json.member("comparator", Self.role(arm).comparator)
        json.member("name", arm.name)
        json.member("n", arm.size)
        json.member("group", arm.group)
        json.member("grade", arm.grade)
        json.member("pooled", arm.isPooled)
        json.member("assumed", arm.isAssumed)
      }
      json.objects("rows", report.rows) { write($0, to: &$1) }
    }
  }

  private static func role(_ arm: TableArm) -> (role: String, comparator: String?) {
    switch arm.role {
    case .drug: ("drug", nil)
    case .comparator(let kind): ("comparator", kind.rawValue)
    }
  }

  private func write(_ row: TableReport.Row, to json: inout JSONWriter) {
    json.member("row", row.row)
    json.member("label", row.label)
    json.member("group", row.group)
    json.objects("symptoms", row.phrases) { phrase, json in
      json.member("symptom", phrase.symptom.rawValue)
      json.member("fit", phrase.fit.rawValue)
      json.member("direction", phrase.direction.rawValue)
      json.member("phrase", phrase.text)
    }
    json.objects("figures", row.figures.enumerated()) { place, json in
      let (arm, figure) = (report.arms[row.firstArm + place.offset], place.element)
      json.member("role", Self.role(arm).role)
      json.member("comparator", Self.role(arm).comparator)
      json.member("arm", arm.name)
      json.member("n", arm.size)
      json.member("percent", figure.percent)
      json.member("count", figure.count)
      json.member("raw", figure.raw)
      json.member("agrees", figure.isChecked)
    }
    json.objects("statements", report.statements.filter { isOf(row, $0) }) { statement, json in
      json.member("symptom", statement.symptom.rawValue)
      json.member("term", statement.term)
      json.member("class", statement.evidenceClass.rawValue)
      json.member("drugPercent", statement.drugPercent)
      json.member("comparatorPercent", statement.comparatorPercent)
      json.member("comparator", statement.comparator.rawValue)
      json.member("population", statement.population)
      json.member("context", statement.context.isEmpty ? nil : statement.context)
      json.member("arm", statement.arm.isEmpty ? nil : statement.arm)
      json.member(
        "comparatorArm", statement.comparatorArm.isEmpty ? nil : statement.comparatorArm)
    }
  }

  /// Rows that were cut from one row of the markup share its place: the words tell them apart.
  private func isOf(_ row: TableReport.Row, _ statement: LabelStatement) -> Bool {
    guard case .table(_, let place) = statement.place, place == row.row else { return false }
    return row.phrases.contains { $0.symptom == statement.symptom }
      && row.label.lowercased().contains(statement.term)
  }

  // MARK: Pages and rows

  func writePage(_ streams: inout Streams) throws {
    let name = number.map { "table \($0)" } ?? "table of section \(section.loinc)"
    try streams.output.write(
      DisplayText.printable("\(label.setID) \(name): \(report.caption)") + "\n")
    if let exclusion = report.exclusion {
      return try streams.output.write("  no rows: \(exclusion.rawValue)\n")
    }
    var page = Table("reaction", "symptom", "arm", "role", "n", "percent", "count")
    for row in report.rows {
      for (place, figure) in row.figures.enumerated() {
        let arm = report.arms[row.firstArm + place]
        page.append([
          place == 0 ? DisplayText.printable(row.label) : nil,
          place == 0 ? row.phrases.map(\.symptom.name).joined(separator: ", ") : nil,
          DisplayText.printable(arm.name), Self.role(arm).comparator ?? Self.role(arm).role,
          arm.size.map(String.init),
          figure.percent, figure.count.map(String.init),
        ])
      }
    }
    try streams.write(page, as: .table)
  }

  var rowTable: Table {
    Self.table(
      of: report.rows.flatMap { row in
        row.figures.enumerated().map { place, figure in
          let arm = report.arms[row.firstArm + place]
          return [
            label.setID, number.map(String.init), row.label,
            row.phrases.map(\.symptom.rawValue).joined(separator: "|"), Self.role(arm).role,
            Self.role(arm).comparator, arm.name, arm.group, arm.size.map(String.init),
            figure.percent, figure.count.map(String.init), figure.raw,
          ]
        }
      })
  }

  static func table(of rows: [[String?]]) -> Table {
    var table = Table(
      "set_id", "table", "row_label", "symptom", "role", "comparator", "arm", "group", "n",
      "percent", "count", "raw")
    for row in rows { table.append(row) }
    return table
  }
}
