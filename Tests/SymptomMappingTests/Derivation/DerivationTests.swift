// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// Derives the rows that people read again from the label files, both ways.
///
/// Every row is found in its label, and what the labels' statements and tables say
/// is found in the rows. They are what the program is measured against.
@Suite("The rows read by hand and their labels")
struct DerivationTests {
  static let rows: [EvidenceRow] =
    (try? MappingTable(handRead: "rows").records.map(EvidenceRow.init)) ?? []

  /// Labels read, by subject and route.
  static let labels: [[String: String]] = (try? MappingTable(handRead: "labels").records) ?? []

  static func subject(_ label: [String: String]) -> String {
    ["subject_kind", "rxcui", "route"].map { label[$0] ?? "" }.joined(separator: " ")
  }

  /// Shows at most twenty failures at once.
  private func report(_ failures: [String], _ what: Comment) {
    #expect(failures.isEmpty, what)
    for failure in failures.prefix(20) { print("  \(failure)") }
  }

  @Test(
    "S24 Every row quotes a label at hand: version, date, route, source, words of its section",
    .enabled(if: !Effort.isFast))
  func quotations() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    #expect(Self.rows.count > 2_000)
    var texts: [String: String] = [:]
    var failures: [String] = []
    for row in Self.rows {
      guard let label = shelf.documents[row["set_id"]] else {
        failures.append("\(row.testDescription): no such label")
        continue
      }
      if label.version != row["label_version"] || label.date != row["label_date"]
        || label.route != row["route"] || label.sourceKind != row["source_kind"]
      {
        failures.append("\(row.testDescription): version, date, route or source differ")
      }
      let key = row["set_id"] + row["section_loinc"]
      let text = texts[key] ?? label.plainText(row["section_loinc"])
      texts[key] = text
      if row["evidence_class"] != "trial_table", !text.contains(row["label_term"]) {
        failures.append("\(row.testDescription): the words are not in the section")
      }
    }
    report(failures, "\(failures.count) rows do not quote their label")
  }

  @Test(
    "S27 Every table row stands in its label's table with exactly these percents",
    .enabled(if: !Effort.isFast))
  func tableRows() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    var grids: [String: [TableGrid]] = [:]
    var failures: [String] = []
    for row in Self.rows where row["evidence_class"] == "trial_table" {
      guard let label = shelf.documents[row["set_id"]] else { continue }
      let tables = grids[label.setID] ?? Self.grids(label)
      grids[label.setID] = tables
      if !tables.contains(where: { Self.states($0, row) }) {
        failures.append("\(row.testDescription): no such table row")
      }
    }
    report(failures, "\(failures.count) table rows are not in their label")
  }

  static func grids(_ label: LabelDocument) -> [TableGrid] {
    label.tables.map { TableGrid(MarkupNode.parse($0)) }
  }

  /// Whether a table has a row with that term and these percents in arms of
  /// the right role.
  private static func states(_ grid: TableGrid, _ row: EvidenceRow) -> Bool {
    grid.body.contains { index, cells in
      guard let label = cells.first,
        [label, label.withoutBrackets].contains(where: { $0.plain.contains(row["label_term"]) })
      else { return false }
      let percents = cells.map { TableGrid.percent($0) }
      return cells.indices.dropFirst().contains { drug in
        guard percents[drug] == row["drug_percent"],
          !grid.isComparator(column: drug, above: index)
        else { return false }
        if row["comparator_percent"].isEmpty { return true }
        return cells.indices.dropFirst().contains { other in
          other != drug && percents[other] == row["comparator_percent"]
            && (row["comparator"] == "active" || grid.isComparator(column: other, above: index))
        }
      }
    }
  }

  @Test(
    "Every most-common row stands in a most-common statement, with its threshold",
    .enabled(if: !Effort.isFast))
  func commonRows() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    var failures: [String] = []
    for row in Self.rows where row["evidence_class"] == "most_common" {
      guard let label = shelf.documents[row["set_id"]] else { continue }
      let texts = (label.sections["34084-4"] ?? []) + label.highlights
      let stated = texts.flatMap { CommonStatements.windows(in: $0) }.contains { window in
        let window = window.plain
        return ["label_term", "threshold", "drug_percent"].allSatisfy { window.holds(row[$0]) }
      }
      if !stated { failures.append("\(row.testDescription): no such statement") }
    }
    report(failures, "\(failures.count) most-common rows are not in a statement")
  }

  @Test(
    "Figures of trial_text rows stand beside their term; postmarketing terms after that word",
    .enabled(if: !Effort.isFast))
  func textRows() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    var failures: [String] = []
    for row in Self.rows {
      guard let label = shelf.documents[row["set_id"]] else { continue }
      let text = label.plainText(row["section_loinc"])
      switch row["evidence_class"] {
      case "trial_text":
        if row["drug_percent"].isEmpty { continue }
        let parts = text.components(separatedBy: row["label_term"]).dropFirst()
        let stated = parts.contains { part in
          let near = String(part.prefix(80))
          return ["drug_percent", "comparator_percent"].allSatisfy { near.holds(row[$0]) }
            && near.contains("%")
        }
        if !stated { failures.append("\(row.testDescription): the figure is not beside the term") }
      case "postmarketing":
        guard
          let said = CommonStatements.postmarketing.first(in: text as NSString, from: 0),
          (text as NSString).substring(from: said.location).contains(row["label_term"])
        else {
          failures.append("\(row.testDescription): not after a postmarketing heading")
          continue
        }
      case "warning", "boxed":
        let place = text.components(separatedBy: row["subsection"] + " ").dropFirst()
        if !row["subsection"].isEmpty,
          !place.contains(where: { $0.prefix(260).contains(row["label_term"]) })
        {
          failures.append(
            "\(row.testDescription): not what subsection \(row["subsection"]) is about")
        }
      default: break
      }
    }
    report(failures, "\(failures.count) text rows are not as the label has them")
  }

  @Test(
    "What the statements and tables of the labels say is in the rows, or excluded with a reason",
    .enabled(if: !Effort.isFast))
  func completeness() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    let matcher = PhraseMatcher(try MappingTable("phrases.tsv"))
    var known: [String: Set<String>] = [:]
    for row in Self.rows {
      known["\(row.subject) \(row["evidence_class"])", default: []].insert(row.effect)
    }
    var used: Set<String> = []
    var missing: Set<String> = []
    for label in Self.labels {
      guard let document = shelf.documents[label["set_id"] ?? ""] else { continue }
      let subject = Self.subject(label)
      func check(_ term: String, _ effect: String, _ kind: String) {
        if known["\(subject) \(kind)"]?.contains(effect) == true { return }
        let exclusion = DerivationExclusions.reason(document.setID, kind, term)
        used.formUnion(exclusion.map { [$0.id] } ?? [])
        if exclusion == nil {
          missing.insert("\(document.setID.prefix(8)) \(kind) \"\(term)\" (\(effect))")
        }
      }
      let tables = document.tables.map { MarkupNode.parse($0) }
      let texts =
        (document.sections["34084-4"] ?? []).map { TableBlanking.blanked($0, tables: tables) }
        + document.highlights
      for statement in texts.flatMap({ CommonStatements.statements(in: $0) }) {
        for match in matcher.matches(in: statement) {
          check(match.phrase.text, match.phrase.effect, "most_common")
        }
      }
      for (number, grid) in tables.map({ TableGrid($0) }).enumerated() {
        for (_, cells) in grid.body {
          let states = cells.dropFirst().contains { cell in
            TableGrid.percent(cell).map { !["0", "0.0"].contains($0) } ?? false
          }
          guard let row = cells.first, states else { continue }
          for (_, phrase) in matcher.labelled(row) {
            check("table \(number + 1): \(phrase.text)", phrase.effect, "trial_table")
          }
        }
      }
    }
    report(missing.sorted(), "\(missing.count) statements of the labels have no row")
    let unused = Set(DerivationExclusions.all.map(\.id)).subtracting(used)
    #expect(unused.isEmpty, "exclusions that nothing needs: \(unused.sorted())")
  }

  @Test("S28 Labels are those of their subject, S31 boxed warnings as the label prints them")
  func labelRows() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    var failures: [String] = []
    for label in Self.labels {
      guard let document = shelf.documents[label["set_id"] ?? ""] else {
        failures.append("no label \(label["set_id"] ?? "")")
        continue
      }
      let boxed = document.plainText("34066-1")
      let hasText = !boxed.isEmpty && boxed != "boxed warning"
      if (label["has_boxed_warning"] == "yes") != hasText
        || !boxed.holds((label["boxed_title"] ?? "").plain)
        || document.version != label["label_version"] || document.date != label["label_date"]
        || document.route != label["route"]
      {
        failures.append("\(document.setID): boxed warning, version, date or route differ")
      }
    }
    report(failures, "\(failures.count) label rows differ")
  }
}
