// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
import Testing

/// The shipped table beside the rows that people read in the same labels.
///
/// The floors are what was measured, cut to whole percents; the causes of the rest are in the README
/// of the fixtures. The table has more labels of the same subjects than people read: a class counts
/// as found with a stronger one, and only rows that quote one of the labels that were read count as
/// rows that people left out.
@Suite("The table against rows read by hand")
struct HandReadTests {
  private typealias Row = [String: String]

  private let hand: [Row]
  private let made: [Row]
  /// The set ids of the labels that people read.
  private let read: Set<String>

  init() throws {
    read = Set(TSV.fixture("hand-read-labels.tsv").map { $0["set_id"] ?? "" })
    hand = TSV.fixture("hand-read-rows.tsv")
    made = TSV.rows(try TSV.bytes("Data/Mappings/side-effects.tsv"))
  }

  /// The values of columns; figures as numbers, so that `1.0` is `1`.
  private static func key(_ row: Row, _ columns: [String]) -> String {
    (["subject_kind", "rxcui", "route"] + columns).map { column in
      let value = row[column] ?? ""
      guard column.hasSuffix("_percent"), let number = Double(value) else { return value }
      return String(number)
    }.joined(separator: "\t")
  }

  private static let effect = ["symptom", "direction"]

  /// The share of some rows, by these columns, that other rows have, of subjects that both have.
  private func share(
    of rows: [Row], in others: [Row], by columns: [String], where isWanted: (Row) -> Bool
  ) -> (share: Double, absent: [String]) {
    let subjects = Set(others.map { Self.key($0, []) })
    let wanted = Set(
      rows.filter { isWanted($0) && subjects.contains(Self.key($0, [])) }
        .map { Self.key($0, columns) })
    let absent = wanted.subtracting(others.map { Self.key($0, columns) }).sorted()
    return (1 - Double(absent.count) / Double(max(1, wanted.count)), absent)
  }

  @Test(
    "Subjects that people read are there, but the one whose product codes contradict its name",
    .enabled(if: !Effort.isFast))
  func subjects() {
    let found = Set(made.map { Self.key($0, []) })
    let absent = Set(hand.map { Self.key($0, []) }).subtracting(found)
    #expect(absent.subtracting(["ingredient\t86009\tINTRAVENOUS|SUBCUTANEOUS"]).isEmpty)
  }

  @Test("Symptoms that people read are there", .enabled(if: !Effort.isFast))
  func symptoms() {
    let found = share(of: hand, in: made, by: Self.effect) { _ in true }
    #expect(found.share >= 0.98, "\(found.share): \(found.absent)")
  }

  /// A floor for a class.
  struct Floor: CustomTestStringConvertible, Sendable {
    let evidenceClass: String
    let least: Double
    var testDescription: String { "\(evidenceClass): \(least)" }
  }

  /// What share of the rows of a class that people read the program gives that class, too.
  static let recalled: [Floor] = [
    Floor(evidenceClass: "boxed", least: 1), Floor(evidenceClass: "warning", least: 0.97),
    Floor(evidenceClass: "most_common", least: 0.97),
    Floor(evidenceClass: "trial_table", least: 1), Floor(evidenceClass: "trial_text", least: 0.95),
    Floor(evidenceClass: "listed", least: 0.96), Floor(evidenceClass: "postmarketing", least: 0.95),
    Floor(evidenceClass: "stop_use", least: 1),
  ]

  @Test("Classes that people read are there", .enabled(if: !Effort.isFast), arguments: recalled)
  func recall(_ floor: Floor) {
    let order = ["most_common", "trial_table", "trial_text", "listed", "postmarketing"]
    let place = order.firstIndex(of: floor.evidenceClass)
    let classes = place.map { order[...$0] } ?? [floor.evidenceClass]
    let strong = made.filter { classes.contains($0["evidence_class"] ?? "") }
    let found = share(of: hand, in: strong, by: Self.effect) {
      $0["evidence_class"] == floor.evidenceClass
    }
    #expect(found.share >= floor.least, "\(found.share): \(found.absent)")
  }

  /// What share of the program's rows of a class names a symptom that people read in any class.
  static let borneOut: [Floor] = [
    Floor(evidenceClass: "warning", least: 0.73), Floor(evidenceClass: "most_common", least: 0.96),
    Floor(evidenceClass: "trial_table", least: 0.99),
    Floor(evidenceClass: "trial_text", least: 0.88), Floor(evidenceClass: "listed", least: 0.85),
    Floor(evidenceClass: "postmarketing", least: 0.92),
  ]

  @Test(
    "Symptoms that the program gives are such as people read", .enabled(if: !Effort.isFast),
    arguments: borneOut)
  func precision(_ floor: Floor) {
    let found = share(of: made, in: hand, by: Self.effect) {
      // People left out what is a sign of another reaction.
      read.contains($0["set_id"] ?? "") && $0["evidence_class"] == floor.evidenceClass
        && (floor.evidenceClass != "warning" || $0["sense"] == "effect")
    }
    #expect(found.share >= floor.least, "\(found.share): \(found.absent)")
  }

  @Test(
    "S27 Figures of tables that people read are there, with their comparator",
    .enabled(if: !Effort.isFast))
  func figures() {
    let columns = Self.effect + ["evidence_class", "drug_percent", "comparator_percent"]
    let found = share(of: hand, in: made, by: columns) {
      $0["evidence_class"] == "trial_table" && $0["population"] == ""
    }
    #expect(found.share >= 0.93, "\(found.share): \(found.absent)")
  }
}
