// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// The table that the program made, checked with a reader of labels that is not the program's.
@Suite("The shipped evidence and its labels")
struct ShippedEvidenceTests {
  static let rows: [EvidenceRow] =
    (try? MappingTable("side-effects.tsv").records.map(EvidenceRow.init)) ?? []
  static let labels: [[String: String]] = (try? MappingTable("labels.tsv").records) ?? []

  private func report(_ failures: [String], _ what: Comment) {
    #expect(failures.isEmpty, what)
    for failure in failures.prefix(20) { print("  \(failure)") }
  }

  private func expectNone(_ bad: some Collection<EvidenceRow>, _ what: Comment) {
    report(bad.map(\.testDescription), what)
  }

  @Test(
    "S24 Every row's words stand in the named section of the named label and version",
    .enabled(if: Effort.isFull))
  func quotations() throws {
    guard let shelf = try LabelShelf.atHand() else { return }
    #expect(Self.rows.count > 5_000)
    var texts: [String: String] = [:]
    var failures: [String] = []
    var count = 0
    let versions = Dictionary(
      Self.labels.map { ($0["set_id"] ?? "", $0["label_version"]) }, uniquingKeysWith: { a, _ in a }
    )
    for row in Self.rows {
      // Those of all other labels are read by Scripts/check-quotes.py.
      guard let label = shelf.documents[row["set_id"]], label.version == versions[row["set_id"]]
      else { continue }
      count += 1
      let key = row["set_id"] + row["section_loinc"]
      let text = texts[key] ?? Self.searchable(label, row["section_loinc"])
      texts[key] = text
      // Blanks and hyphens around marks differ between readers: compared without them.
      if !text.contains(Self.bare(row["label_term"])) {
        failures.append("\(row.testDescription): the words are not in \(row["section_loinc"])")
      }
    }
    #expect(count > 3_000)
    report(failures, "\(failures.count) rows do not quote their label")
  }

  /// A section's text with that of its tables, letters and digits only.
  private static func searchable(_ label: LabelDocument, _ loinc: String) -> String {
    let tables = loinc == "34084-4" ? label.tables.map { MarkupNode.parse($0) } : []
    let cells = tables.map { $0.flattened(droppingFootnotes: true) }
    return bare(label.plainText(loinc) + " " + cells.joined(separator: " "))
  }

  private static func bare(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) })
  }

  @Test("Figures of trials come from the adverse reactions only", .enabled(if: !Effort.isFast))
  func trialSections() {
    expectNone(
      Self.rows.filter {
        $0["evidence_class"].hasPrefix("trial_") && $0["section_loinc"] != "34084-4"
      }, "trial rows of other sections")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "boxed" && $0["section_loinc"] != "34066-1" },
      "boxed rows of other sections")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "stop_use" && $0["section_loinc"] != "50566-9" },
      "stop_use rows of other sections")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "trial_table" && $0["drug_percent"].isEmpty },
      "table rows without a figure")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "postmarketing" && !$0["drug_percent"].isEmpty },
      "a figure of reports")
  }

  @Test("S28 No label is quoted for an ingredient and for a combination")
  func combinations() {
    var kinds: [String: Set<String>] = [:]
    for row in Self.rows {
      kinds[row["set_id"], default: []].insert(row["subject_kind"] + row["rxcui"])
    }
    let mixed = kinds.filter { $0.value.count > 1 }
    #expect(mixed.isEmpty, "\(mixed)")
  }

  @Test("S24 Counts are those of the labels of the same subject and route")
  func counts() {
    var seen: [String: Set<String>] = [:]
    for label in Self.labels {
      seen[DerivationTests.subject(label), default: []].insert(label["set_id"] ?? "")
    }
    expectNone(
      Self.rows.filter { row in
        let ids = seen[row.subject] ?? []
        guard let agreeing = Int(row["labels_agreeing"]) else { return true }
        return Int(row["labels_seen"]) != ids.count || !(1...max(1, ids.count)).contains(agreeing)
          || !ids.contains(row["set_id"])
      }, "labels seen and agreeing")
  }

  @Test("The evidence is sorted by its key, and no key comes twice; words are few")
  func keys() {
    let keys = Self.rows.map(\.key)
    #expect(Set(keys).count == keys.count)
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { first, second in
      for (one, other) in zip(first, second) where one != other {
        return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
      }
      return false
    }
    #expect(isSorted)
    for column in ["label_term", "population", "subsection"] {
      expectNone(
        Self.rows.filter { $0[column].split(separator: " ").count > 4 }, "\(column): too long")
    }
  }

  @Test("Known figures stand in the table", arguments: DerivationIntegrityTests.figures)
  func knownFigures(name: String, symptom: String, drug: String, comparator: String) {
    #expect(
      Self.rows.contains {
        $0["name"] == name && $0["symptom"] == "HKCategoryTypeIdentifier\(symptom)"
          && $0["evidence_class"] == "trial_table" && $0["drug_percent"] == drug
          && $0["comparator_percent"] == comparator
      })
  }
}
