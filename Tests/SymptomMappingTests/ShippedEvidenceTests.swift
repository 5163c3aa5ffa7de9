// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// What holds of the shipped table by itself; whether its quotations are in the labels is checked by
/// `Scripts/check-quotes.py`.
@Suite("The shipped evidence")
struct ShippedEvidenceTests {
  static let rows: [EvidenceRow] =
    (try? MappingTable("side-effects.tsv").records.map(EvidenceRow.init)) ?? []
  static let labels: [[String: String]] = (try? MappingTable("labels.tsv").records) ?? []

  /// Shows at most twenty failures at once.
  private func expectNone(_ bad: some Collection<EvidenceRow>, _ what: Comment) {
    #expect(bad.isEmpty, what)
    for row in bad.prefix(20) { print("  \(row.testDescription)") }
  }

  /// The subject of a row or label, as read from labels of one route.
  private static func subject(_ fields: [String: String]) -> String {
    ["subject_kind", "rxcui", "route"].map { fields[$0] ?? "" }.joined(separator: " ")
  }

  @Test(
    "Every table has one header line, the same columns in each row, LF, no quotes, no empty line",
    .enabled(if: !Effort.isFast),
    arguments: [
      "symptoms.tsv", "phrases.tsv", "general-forms.tsv", "routes.tsv", "confused-names.tsv",
      "side-effects.tsv", "labels.tsv", "reviewed.tsv", "missing-ingredients.tsv",
      "label-inputs.tsv",
    ])
  func shape(name: String) throws {
    let table = try MappingTable(name)
    #expect(!table.rows.isEmpty)
    #expect(table.rows.allSatisfy { $0.count == table.header.count })
    #expect(table.text.hasSuffix("\n") && !table.text.hasSuffix("\n\n"))
    #expect(!table.text.contains("\r") && !table.text.contains("\""))
    #expect(
      table.rows.joined().allSatisfy { field in
        field.split(whereSeparator: \.isWhitespace).joined(separator: " ") == field
      })
  }

  @Test("Values come from their lists, figures are as printed")
  func values() throws {
    let symptoms = Set(try MappingTable("symptoms.tsv").column("identifier"))
    #expect(symptoms.count == 39)
    let allowed: [String: Set<String>] = [
      "subject_kind": ["ingredient", "combination", "product"], "symptom": symptoms,
      "fit": ["exact", "narrower", "related"],
      "direction": ["present", "decreased", "increased", "unspecified"],
      "evidence_class": [
        "boxed", "warning", "most_common", "trial_table", "trial_text", "listed", "postmarketing",
        "stop_use",
      ],
      "comparator": ["placebo", "active", "none"], "trust": ["A"],
      "sense": ["effect", "sign", "withdrawal", "overdosage"],
    ]
    for (column, values) in allowed {
      expectNone(Self.rows.filter { !values.contains($0[column]) }, "\(column) outside its list")
    }
    let figure = /<?\d+(\.\d+)?/
    for column in ["threshold", "drug_percent", "comparator_percent"] {
      expectNone(
        Self.rows.filter { !$0[column].isEmpty && $0[column].wholeMatch(of: figure) == nil },
        "\(column)")
    }
    expectNone(
      Self.rows.filter {
        $0["label_term"].isEmpty || $0["label_term"] != $0["label_term"].lowercased()
      },
      "terms are lower-cased")
    expectNone(
      Self.rows.filter { $0["route"] != $0["route"].uppercased() }, "routes are upper-case")
  }

  @Test("S30 A direction is one that the category has")
  func directions() {
    let directed: Set<String> = [
      "HKCategoryTypeIdentifierAppetiteChanges", "HKCategoryTypeIdentifierSleepChanges",
      "HKCategoryTypeIdentifierMoodChanges",
    ]
    expectNone(
      Self.rows.filter { directed.contains($0["symptom"]) == ($0["direction"] == "present") },
      "present is for the other 36 categories")
  }

  @Test("S31 Labels say whether they have a boxed warning, and its title is short")
  func boxedWarnings() {
    for label in Self.labels {
      let title = label["boxed_title"] ?? ""
      #expect((label["has_boxed_warning"] == "yes") || title.isEmpty)
      #expect(title.split(separator: " ").count <= 12)
      #expect(["yes", "no"].contains(label["has_effect_section"]))
    }
  }

  @Test("Figures of trials come from the adverse reactions only", .enabled(if: !Effort.isFast))
  func trialSections() {
    expectNone(
      Self.rows.filter {
        $0["evidence_class"].hasPrefix("trial_") && $0["section_loinc"] != "34084-4"
      }, "trial rows of other sections")
    expectNone(
      Self.rows.filter { $0["comparator"] == "none" && !$0["comparator_percent"].isEmpty },
      "S27 a comparator's figure without a comparator")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "postmarketing" && !$0["drug_percent"].isEmpty },
      "a figure of reports")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "boxed" && $0["section_loinc"] != "34066-1" },
      "boxed rows of other sections")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "stop_use" && $0["section_loinc"] != "50566-9" },
      "stop_use rows of other sections")
    expectNone(
      Self.rows.filter { $0["evidence_class"] == "trial_table" && $0["drug_percent"].isEmpty },
      "table rows without a figure")
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
      seen[Self.subject(label), default: []].insert(label["set_id"] ?? "")
    }
    expectNone(
      Self.rows.filter { row in
        let ids = seen[Self.subject(row.fields)] ?? []
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

  /// Figures that the side-effects page names as checks.
  static let figures: [(name: String, symptom: String, drug: String, comparator: String)] = [
    ("metformin", "Diarrhea", "53", "12"), ("sertraline", "Nausea", "26", "12"),
    ("sertraline", "Diarrhea", "20", "10"), ("sildenafil", "Headache", "28", "7"),
    ("sildenafil", "HotFlashes", "19", "2"), ("sildenafil", "Heartburn", "17", "2"),
  ]

  @Test("Known figures are in the table", arguments: figures)
  func knownFigures(name: String, symptom: String, drug: String, comparator: String) {
    #expect(
      Self.rows.contains {
        $0["name"] == name && $0["symptom"] == "HKCategoryTypeIdentifier\(symptom)"
          && $0["evidence_class"] == "trial_table" && $0["drug_percent"] == drug
          && $0["comparator_percent"] == comparator
      })
  }
}
