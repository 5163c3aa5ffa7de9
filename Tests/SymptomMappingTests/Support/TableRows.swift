// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

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
