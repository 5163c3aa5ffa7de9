// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

/// The labels of `Fixtures/tables.txt`, which says how they are written.
@Suite("Which statements of several labels become rows, and which are only counted")
struct TableCaseTests {
  static let cases = CaseFile.cases(of: "Tests/DrugLabelsTests/Fixtures/tables.txt")

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 13)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 28)
  }

  @Test("Labels give the table that their case expects", arguments: cases)
  func table(_ one: CaseFile.Case) throws {
    for row in one.rows {
      #expect(!row.expected.isEmpty)
      let labels = try row.text.components(separatedBy: " ¦ ").flatMap(Self.labels)
      let builder = try TableBuildTests().builder(
        labels.enumerated().map { place, label in
          (
            MadeLabel.label(
              TableBuildTests.alpha, setID: label.facts["id"] ?? "a\(place)",
              date: label.facts["date"] ?? "20260101"), label.statements
          )
        })
      let tables = builder.tables()
      _ = try SideEffectTable(bytes: tables.sideEffects)
      for (key, value) in row.expected {
        #expect(try Self.found(key, in: tables) == value, "\(key) of \(row.text)")
      }
    }
  }

  private static func found(_ key: String, in tables: SideEffectTableBuilder.Tables) throws
    -> String
  {
    let rows = TSV.rows(tables.sideEffects)
    func list(_ rows: [[String: String]], _ column: Substring) -> String {
      rows.map { row in row[String(column)].map { $0.isEmpty ? "-" : $0 } ?? "no column" }
        .joined(separator: ",")
    }
    let words = key.split(separator: " ")
    let report = tables.report
    return switch key {
    case "rows": "\(rows.count)"
    case "subjects": "\(try LabelTable(bytes: tables.labels).subjects.count)"
    case "statements": "\(report.statements)"
    case "rare": "\(report.rare)"
    case "restated": "\(report.restated)"
    case "surplus": "\(report.surplus)"
    case _ where words[0] == "first": list(Array(rows.prefix(1)), words[1])
    case _ where words[0] == "label": list(TSV.rows(tables.labels), words[1])
    case _ where words.count > 2:
      list(rows.filter { $0["symptom"]?.hasSuffix(words[2]) == true }, words[0])
    default: list(rows, words[0])
    }
  }

  /// As many labels as the text says, with their facts and statements.
  private static func labels(
    _ text: String
  ) throws -> [(facts: [String: String], statements: [LabelStatement])] {
    let parts = text.components(separatedBy: "× ")
    var facts: [String: String] = [:]
    var statements: [LabelStatement] = []
    for part in parts[parts.count - 1].components(separatedBy: "; ") where part != "-" {
      let words = part.split(separator: " ").map(String.init)
      var values: [String: String] = [:]
      for word in words where word.contains("=") {
        let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
        values[pair[0]] = pair[1].replacing("~", with: " ")
      }
      guard !words[0].contains("=") else {
        facts = values
        continue
      }
      var statement = MadeLabel.statement(
        try #require(SymptomCategory.allCases.first { $0.name == words[0] }),
        try #require(EvidenceClass(rawValue: words[1])),
        fit: try #require(EvidenceFit(rawValue: values["fit"] ?? "exact")),
        term: values["term"] ?? "nausea", drug: values["drug"], compared: values["vs"],
        population: values["pop"],
        sense: try #require(EvidenceSense(rawValue: values["sense"] ?? "effect")),
        context: values["ctx"] ?? "")
      if let arm = values["arm"] { statement.arm = arm }
      statements.append(statement)
    }
    let count = parts.count > 1 ? try #require(Int(parts[0])) : 1
    return Array(repeating: (facts, statements), count: count)
  }
}
