// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping

/// Tables that tests make.
enum Tables {
  /// A reader with the phrases that the project ships.
  static let reader = TableReader(Extraction.extractor.matcher)

  /// A label of one drug whose adverse reactions hold the table of this markup.
  static func label(
    _ table: TableGrid, brand: String = "ALPHADOR", substances: [String] = ["ALPHADRUG"],
    loinc: String = "34084-4", title: String = "6 ADVERSE REACTIONS", dosage: String = ""
  ) -> DrugLabel {
    var label = DrugLabel(source: .spl, file: "made.xml", kind: .prescription)
    var product = LabelProduct()
    product.name = brand
    product.active = substances.map {
      LabelIngredient(basis: "ACTIB", substance: LabelSubstance(unii: "", name: $0))
    }
    label.products = [product]
    var section = LabelSection(loinc: loinc, title: title)
    section.tables = [table]
    label.sections = [section]
    if !dosage.isEmpty {
      var section = LabelSection(loinc: "34068-7")
      section.text = LabelText(dosage)
      label.sections.append(section)
    }
    return label
  }

  /// What the reader makes of a table in the markup of SPL.
  static func report(
    _ markup: String, brand: String = "ALPHADOR", substances: [String] = ["ALPHADRUG"],
    loinc: String = "34084-4", title: String = "6 ADVERSE REACTIONS", dosage: String = ""
  ) -> TableReport {
    let grid = TableMarkup.grid(Array(markup.utf8))
    return reader.report(
      grid, number: 0, section: 0,
      label: label(
        grid, brand: brand, substances: substances, loinc: loinc, title: title, dosage: dosage))
  }

  /// What the reader makes of a table of rows.
  static func report(_ rows: [String]) -> TableReport { report(markup("", rows)) }

  static func report(_ caption: String, _ rows: [String]) -> TableReport {
    report(markup(caption, rows))
  }

  /// A table of rows whose cells are parted by `|`; `^` spans the cell before it.
  static func markup(_ caption: String, _ rows: [String]) -> String {
    func cells(_ row: String) -> String {
      var cells: [(text: String, span: Int)] = []
      for part in row.split(separator: "|", omittingEmptySubsequences: false) {
        let text = part.trimmingCharacters(in: .whitespaces)
        if text == "^", !cells.isEmpty {
          cells[cells.count - 1].span += 1
        } else {
          cells.append((text, 1))
        }
      }
      return "<tr>"
        + cells.map { cell in
          let text = cell.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          return "<td colspan=\"\(cell.span)\">\(text)</td>"
        }.joined() + "</tr>"
    }
    let top = caption.isEmpty ? "" : "<caption>\(caption)</caption>"
    return "<table>\(top)<tbody>\(rows.map(cells).joined())</tbody></table>"
  }
}
