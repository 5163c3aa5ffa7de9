// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import SymptomMapping
import TestSupport

/// The tables of Data/Mappings, and the starter release.
enum Shipped {
  /// The bytes of a table as it is shipped.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.root.appending(path: "Data/Mappings/\(name)")))
  }

  /// The shipped tables.
  static func tables() throws -> MappingTables {
    try MappingTables { try? bytes($0) }
  }

  /// The catalog of the starter release; `nil` and a printed line without one.
  static func catalog(for subject: String) throws -> Catalog? {
    try StarterRelease.catalog(skipping: subject)
  }
}

/// A table of `Data/Mappings`: tab-separated, one header line, no quoting.
struct MappingTable: Sendable {
  /// The column names of the header line.
  let header: [String]
  /// The rows below it.
  let rows: [[String]]
  /// The bytes as they are on disk.
  let text: String

  /// Reads a table of Data/Mappings by its file name.
  init(_ name: String) throws {
    let folder = Repository.root.appending(path: "Data/Mappings")
    text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.cells)
    if lines.last == [""] { lines.removeLast() }
    header = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// Rows as dictionaries by column name.
  var records: [[String: String]] {
    rows.map { row in
      Dictionary(uniqueKeysWithValues: zip(header, row))
    }
  }

  /// The values of one column, in row order.
  func column(_ name: String) -> [String] {
    guard let index = header.firstIndex(of: name) else { return [] }
    return rows.map { index < $0.count ? $0[index] : "" }
  }
}

/// One row of side-effects.tsv, the fields that the tests ask for.
struct EvidenceRow: Sendable {
  let fields: [String: String]

  subscript(_ column: String) -> String { fields[column] ?? "" }

  /// The columns that make a row the only one of its kind.
  static let keyColumns = [
    "subject_kind", "rxcui", "symptom", "direction", "evidence_class", "sense", "population",
    "condition", "context", "arm", "route",
  ]

  var key: [String] { Self.keyColumns.map { self[$0] } }

  /// The category with its direction: appetite up and down never merge (S30).
  var effect: String { "\(self["symptom"]) \(self["direction"])" }

  var testDescription: String {
    "\(self["name"]) \(effect) \(self["evidence_class"]) \(self["set_id"].prefix(8)) "
      + "\"\(self["label_term"])\" \(self["drug_percent"])/\(self["comparator_percent"])"
  }
}

/// A row of side-effects.tsv, written in a test: only what differs is named.
struct RowText {
  var kind = "ingredient"
  var code = "100"
  var symptom = "Nausea"
  var fit = "exact"
  var direction = "present"
  var evidenceClass = "listed"
  var drug = ""
  var compared = ""
  var comparator = "none"
  var population = ""
  var sense = "effect"
  var context = ""
  var arm = ""
  var route = "ORAL"
  var seen = 1
  var agreeing = 1
  var setID = "00000000-0000-0000-0000-000000000001"
  var date = "20260101"
  var section = "34084-4"

  var line: String {
    [
      kind, code, "subject \(code)", "HKCategoryTypeIdentifier" + symptom, fit, direction,
      evidenceClass, "", drug, compared, comparator, population, sense, context, arm, "", route,
      "\(seen)", "\(agreeing)", setID, section, "", "words", "A", "openfda", "1", date, "",
      "CC0-1.0",
    ].joined(separator: "\t")
  }
}

/// A row of labels.tsv, written in a test.
struct LabelText {
  var kind = "ingredient"
  var code = "100"
  var route = "ORAL"
  var setID = "00000000-0000-0000-0000-000000000001"
  var date = "20260101"
  var boxed: String?
  var hasEffects = true
  var unmapped: Int?
  var unread = 0
  /// The substances, parted by bars.
  var substances = ""

  var line: String {
    [
      kind, code, "subject \(code)", route, setID, "1", date, boxed == nil ? "no" : "yes",
      boxed ?? "", hasEffects ? "yes" : "no", "openfda", unmapped.map(String.init) ?? "",
      substances, "\(unread)",
    ].joined(separator: "\t")
  }
}

/// Tables of a few rows.
enum SmallTables {
  /// The name of a release that is not official, so that codes from 90000000 on are placeholders.
  static let release = "RXNORM_RECONSTRUCTED_20260723"
  static let evidenceHeader =
    SideEffectTable.wholeColumnNames.joined(separator: "\t") + "\n"
  static let labelHeader =
    "subject_kind\trxcui\tname\troute\tset_id\tlabel_version\tlabel_date\thas_boxed_warning\t"
    + "boxed_title\thas_effect_section\tsource_kind\tunmapped_terms\tsubstances\tunread_tables\n"

  static func evidence(_ rows: [RowText]) -> [UInt8] {
    [UInt8]((evidenceHeader + rows.map { $0.line + "\n" }.joined()).utf8)
  }

  static func labels(_ labels: [LabelText]) -> [UInt8] {
    [UInt8]((labelHeader + labels.map { $0.line + "\n" }.joined()).utf8)
  }

  /// Tables of these rows, with the shipped routes and forms.
  static func tables(_ rows: [RowText], labels: [LabelText] = []) throws -> MappingTables {
    try MappingTables { name in
      switch name {
      case "side-effects.tsv": evidence(rows)
      case "labels.tsv": self.labels(labels)
      default: try? Shipped.bytes(name)
      }
    }
  }
}
