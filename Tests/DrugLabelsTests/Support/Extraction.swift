// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import FHIRStreams
import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

/// The shipped phrases, and labels made of single sentences.
enum Extraction {
  static let phrases: PhraseTable = {
    guard let table = try? PhraseTable(bytes: TSV.bytes("Data/Mappings/phrases.tsv")) else {
      preconditionFailure("Data/Mappings/phrases.tsv cannot be read")
    }
    return table
  }()

  static let extractor = LabelExtractor(phrases: phrases)

  /// A label with one section for each code and text.
  static func label(_ sections: [(loinc: String, text: String)], drug: String = "") -> DrugLabel {
    var label = DrugLabel(source: .other, file: "made", kind: .prescription)
    label.title = drug
    for (loinc, text) in sections {
      var section = LabelSection(loinc: loinc)
      section.text = LabelText(text)
      label.sections.append(section)
    }
    return label
  }

  /// What the label says, each statement in one line: symptom, class and what else it has.
  static func lines(_ label: DrugLabel) -> [String] {
    extractor.read(label).statements.map(line)
  }

  static func lines(_ loinc: String, _ text: String, drug: String = "") -> [String] {
    lines(label([(loinc, text)], drug: drug))
  }

  static func line(_ statement: LabelStatement) -> String {
    var words = [name(statement.symptom), statement.evidenceClass.rawValue]
    if statement.direction != .present { words.append(statement.direction.rawValue) }
    if let percent = statement.drugPercent { words.append(percent + "%") }
    if let percent = statement.comparatorPercent {
      words.append("vs \(percent)% \(statement.comparator.rawValue)")
    }
    if let threshold = statement.threshold { words.append("cut \(threshold)%") }
    if statement.sense != .effect { words.append(statement.sense.rawValue) }
    if !statement.context.isEmpty { words.append("under: \(statement.context)") }
    if let population = statement.population { words.append("in: \(population)") }
    return words.joined(separator: " ")
  }

  /// Why places make no statement, each in one line.
  static func passed(_ loinc: String, _ text: String, drug: String = "") -> [String] {
    extractor.read(label([(loinc, text)], drug: drug)).passed
      .map { "\(name($0.symptom)) \($0.reason.rawValue)" }
  }

  static func name(_ symptom: SymptomCategory) -> String {
    String(symptom.rawValue.dropFirst("HKCategoryTypeIdentifier".count))
  }
}

/// Sections by their codes.
enum Section {
  static let adverse = "34084-4"
  static let warnings = "43685-7"
  static let boxed = "34066-1"
  static let indications = "34067-9"
}

/// Tables of tab-separated fields as dictionaries by column.
enum TSV {
  static func rows(_ bytes: [UInt8]) -> [[String: String]] {
    TestData.rows(of: String(decoding: bytes, as: UTF8.self))
  }

  /// The bytes of a file of the repository.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.root.appending(path: path)))
  }

  /// The rows of a fixture; one that cannot be read ends the tests.
  static func fixture(_ name: String) -> [[String: String]] {
    guard let bytes = try? bytes("Tests/DrugLabelsTests/Fixtures/\(name)") else {
      preconditionFailure("the fixture \(name) cannot be read")
    }
    return rows(bytes)
  }
}

/// The labels among the real data that `RXKIT_TEST_DATA` names; tests say so when it is absent.
enum LabelData {
  /// Returns the path of a file of `labels/`, or prints what is skipped without it.
  static func path(_ name: String, skipping test: String) -> String? {
    TestData.path("labels/" + name, skipping: test)?.path
  }

  /// The bytes of a file, inflated if it is gzip.
  static func bytes(_ path: String) throws -> [UInt8] {
    var file = try ByteStream(path)
    var bytes: [UInt8] = []
    while true {
      let more = try file.next(upTo: 1 << 20)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// The values of a file with one JSON value in each line.
  static func lines<Value: Decodable>(_ path: String, as type: Value.Type) throws -> [Value] {
    try bytes(path).split(separator: 0x0A).map {
      try JSONDecoder().decode(Value.self, from: Data($0))
    }
  }

  /// All entries of files, folders and archives.
  static func items(_ paths: String...) throws -> [LabelFiles.Item] {
    var files = LabelFiles(paths: paths)
    var items: [LabelFiles.Item] = []
    while let item = try files.next() { items.append(item) }
    return items
  }

  /// The labels of files, folders and archives.
  static func labels(_ paths: String...) throws -> [DrugLabel] {
    try paths.flatMap { try items($0) }.compactMap { item in
      if case .label(let label) = item { label } else { nil }
    }
  }
}

/// A table as an independent program expanded it.
struct ExpectedGrid: Decodable {
  var file: String?
  var set_id: String?
  /// From 1: of SPL in the whole document, of openFDA in `adverse_reactions_table`.
  var table: Int
  var caption: String
  var thead_rows: Int
  var rectangular: Bool
  var rows: [[String]]

  /// Records an issue for each part of the table that is not the same.
  func expectSame(_ grid: TableGrid, _ place: String) {
    let place = "\(place), table \(table)"
    #expect(grid.caption == caption, "\(place): caption")
    #expect(grid.isRectangular == rectangular, "\(place): rectangular")
    #expect(grid.parts.count { $0 == .head } == thead_rows, "\(place): rows of thead")
    // The independent program leaves short rows short; here empty cells fill them (5.1).
    let width = rows.map(\.count).max() ?? 0
    let filled = rows.map { $0 + [String](repeating: "", count: width - $0.count) }
    #expect(grid.rows.map { $0.map(\.text) } == filled, "\(place): rows")
  }
}

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
