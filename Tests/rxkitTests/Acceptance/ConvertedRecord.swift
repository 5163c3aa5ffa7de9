// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

/// A line of `rxkit convert --format ndjson`, as far as the expected tables speak of it.
struct ConvertedRecord: Decodable {
  struct Coding: Decodable {
    let system: String?
    let code: String?
    let display: String?
    let outcome: String?

    /// The coding as the expected tables write it.
    var text: String { "\(system ?? "")|\(code ?? "")|\(display ?? "")" }
  }
  struct Ingredient: Decodable { let codings: [Coding] }
  struct DoseForm: Decodable {
    let codings: [Coding]
    let text: String?
  }

  let source: String
  let entryPath: String?
  let resourceType: String
  let id: String?
  let status: String?
  let statusMeaning: String
  let flags: [String]
  let intent: String?
  let subject: String?
  let via: String
  let reference: String?
  let referenceDisplay: String?
  let codings: [Coding]
  let text: String?
  let ingredients: [Ingredient]
  let doseFormSource: DoseForm?
  let dosageTexts: [String]
  let dispenseQuantity: String?

  /// The columns of `expected-codings.tsv`, but `resolution`.
  var codingCells: [(name: String, value: String)] {
    [
      ("resourceType", resourceType), ("id", id ?? ""), ("status", status ?? ""),
      ("text", text ?? ""), ("via", via), ("codings", Self.sorted(codings)),
      ("ingredientCodings", Self.sorted(ingredients.flatMap(\.codings))),
      ("reference", reference ?? ""), ("refDisplay", referenceDisplay ?? ""),
    ]
  }

  /// The columns of `expected-details.tsv`.
  var detailCells: [(name: String, value: String)] {
    [
      ("statusMeaning", statusMeaning), ("flags", flags.joined(separator: ",")),
      ("intent", intent ?? ""), ("subject", subject ?? ""),
      ("dosageTexts", Self.listed(dosageTexts)),
      ("formCodings", Self.sorted(doseFormSource?.codings ?? [])),
      ("formText", doseFormSource?.text ?? ""), ("dispenseQuantity", dispenseQuantity ?? ""),
    ]
  }

  /// A row of an expected table in the same spelling.
  static func expected(_ row: [String: String], _ name: String) throws -> String {
    let cell = row[name] ?? ""
    switch name {
    case "codings", "ingredientCodings": return listed(try TestData.list(cell))
    case "dosageTexts", "formCodings":
      return listed(try TestData.list(TestData.unescaped(cell)))
    default: return TestData.unescaped(cell)
    }
  }

  private static func sorted(_ codings: [Coding]) -> String {
    listed(codings.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Each text on a line of its own, so that a difference is seen.
  private static func listed(_ texts: [String]) -> String {
    texts.map { "<\($0)>" }.joined(separator: "\n")
  }
}
