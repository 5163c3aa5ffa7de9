// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation

/// A record in the columns of the expected tables.
struct CorpusRow {
  /// Column names and values; lists are sorted as the tables sort them.
  var cells: [String: String]

  static let columns = [
    "id", "status", "text", "via", "codings", "ingredientCodings", "reference", "refDisplay",
    "statusMeaning", "flags", "intent", "subject", "dosageTexts", "formCodings", "formText",
    "dispenseQuantity",
  ]

  init(_ record: MedicationRecord) {
    cells = [
      "id": Self.escaped(record.id), "status": Self.escaped(record.status),
      "text": Self.escaped(record.text), "via": record.via.rawValue,
      "codings": Self.list(record.codings.map(Self.parts).sorted(by: Self.byteOrder)),
      "ingredientCodings": Self.list(
        record.ingredients.flatMap(\.codings).map(Self.parts).sorted(by: Self.byteOrder)),
      "reference": Self.escaped(record.reference),
      "refDisplay": Self.escaped(record.referenceDisplay),
      "statusMeaning": record.statusMeaning.rawValue,
      "flags": record.flags.filter { $0 == .onHold || $0 == .prohibited }.map(\.rawValue)
        .joined(separator: ","),
      "intent": Self.escaped(record.intent), "subject": Self.escaped(record.subject),
      "dosageTexts": Self.list(record.dosageTexts),
      "formCodings": Self.list(
        (record.form?.codings ?? []).map(Self.parts).sorted(by: Self.byteOrder)),
      "formText": Self.escaped(record.form?.text),
      "dispenseQuantity": Self.escaped(record.dispenseQuantity?.parts),
    ]
  }

  /// A row of the tables, its lists decoded and written again in one spelling.
  init(expected row: [String: String]) {
    cells = row
    for name in ["codings", "ingredientCodings", "dosageTexts", "formCodings"] {
      // The tables escape every cell but the two lists of codings.
      let isPlain = name == "codings" || name == "ingredientCodings"
      guard let cell = row[name],
        let data = (isPlain ? cell : Self.unescaped(cell)).data(using: .utf8),
        let values = try? JSONDecoder().decode([String].self, from: data)
      else { continue }
      cells[name] = Self.list(values)
    }
  }

  private static func parts(_ coding: FHIRCoding) -> String {
    "\(coding.system ?? "")|\(coding.code ?? "")|\(coding.display ?? "")"
  }

  private static func byteOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func list(_ values: [String]) -> String {
    values.map { "<\($0)>" }.joined()
  }

  private static func unescaped(_ cell: String) -> String {
    cell.replacingOccurrences(of: "\\\\", with: "\\")
  }

  private static func escaped(_ text: String?) -> String {
    (text ?? "").replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\t", with: "\\t").replacingOccurrences(of: "\n", with: "\\n")
      .replacingOccurrences(of: "\r", with: "\\r")
  }
}
