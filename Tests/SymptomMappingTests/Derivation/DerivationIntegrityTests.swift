// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// What holds of the evidence tables whether or not the labels are at hand.
@Suite("The tables of rows read by hand")
struct DerivationIntegrityTests {
  static let columns = [
    "subject_kind", "rxcui", "name", "symptom", "fit", "direction", "evidence_class", "threshold",
    "drug_percent", "comparator_percent", "comparator", "population", "condition", "route",
    "labels_seen", "labels_agreeing", "source_kind", "set_id", "label_version", "label_date",
    "section_loinc", "subsection", "label_term", "source_address", "licence", "trust",
  ]

  static let classes = [
    "boxed", "warning", "most_common", "trial_table", "trial_text", "listed", "postmarketing",
    "stop_use",
  ]

  let table: MappingTable
  let rows: [EvidenceRow]
  let labels: MappingTable

  init() throws {
    table = try MappingTable(handRead: "rows")
    rows = table.records.map(EvidenceRow.init)
    labels = try MappingTable(handRead: "labels")
  }

  private func expectNone(_ bad: some Collection<EvidenceRow>, _ what: Comment) {
    #expect(bad.isEmpty, what)
    for row in bad.prefix(10) { print("  \(row.testDescription)") }
  }

  private func words(_ text: String) -> Int { text.split(separator: " ").count }

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
    #expect(table.rows.joined().allSatisfy { $0.collapsed == $0 })
  }

  @Test("The evidence has the 26 columns, is sorted by its key, and no key comes twice")
  func columnsAndKeys() {
    #expect(table.header == Self.columns)
    let keys = rows.map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { Self.precedes($0, $1) })
  }

  /// By Unicode scalars, column by column: the same on every machine.
  private static func precedes(_ first: [String], _ second: [String]) -> Bool {
    for (one, other) in zip(first, second) where one != other {
      return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
    }
    return false
  }

  @Test("Values come from their lists, figures are as printed, words are few")
  func values() throws {
    let symptoms = Set(try MappingTable("symptoms.tsv").column("identifier"))
    #expect(symptoms.count == 39)
    let allowed: [String: Set<String>] = [
      "subject_kind": ["ingredient", "combination", "product"], "symptom": symptoms,
      "fit": ["exact", "narrower", "related"],
      "direction": ["present", "decreased", "increased", "unspecified"],
      "evidence_class": Set(Self.classes), "comparator": ["placebo", "active", "none"],
      "source_kind": ["spl", "openfda"], "trust": ["A"],
      "licence": ["public domain (US)", "CC0-1.0"],
    ]
    for (column, values) in allowed {
      expectNone(rows.filter { !values.contains($0[column]) }, "\(column) outside its list")
    }
    let figure = Expression(#"^(<?\d+(\.\d+)?)?$"#)
    for column in ["threshold", "drug_percent", "comparator_percent"] {
      expectNone(
        rows.filter { !$0[column].isEmpty && !figure.found(in: $0[column]) }, "\(column)")
    }
    for column in ["label_term", "population", "condition", "subsection"] {
      expectNone(rows.filter { words($0[column]) > 4 }, "\(column): more than four words")
    }
    expectNone(
      rows.filter { $0["label_term"].isEmpty || $0["label_term"] != $0["label_term"].lowercased() },
      "terms are lower-cased")
    expectNone(rows.filter { $0["route"] != $0["route"].uppercased() }, "routes are upper-case")
    expectNone(rows.filter { Int($0["label_date"]) == nil || $0["label_date"].count != 8 }, "dates")
    #expect(!table.text.lowercased().contains("meddra"))
  }

  @Test("S30 A direction is one that the category has")
  func directions() {
    let directed: Set<String> = [
      "HKCategoryTypeIdentifierAppetiteChanges", "HKCategoryTypeIdentifierSleepChanges",
      "HKCategoryTypeIdentifierMoodChanges",
    ]
    expectNone(
      rows.filter { directed.contains($0["symptom"]) == ($0["direction"] == "present") },
      "present is for the other 36 categories")
  }

  @Test("A class comes from a section that can give it, and carries figures only where it may")
  func classes() {
    let sections: [String: Set<String>] = [
      "boxed": ["34066-1"], "warning": ["43685-7"], "most_common": ["34084-4"],
      "trial_table": ["34084-4"], "trial_text": ["34084-4"], "postmarketing": ["34084-4"],
      "listed": ["34084-4", "50567-7"], "stop_use": ["50566-9"],
    ]
    expectNone(
      rows.filter { sections[$0["evidence_class"]]?.contains($0["section_loinc"]) != true },
      "section and class")
    let figures: Set<String> = ["most_common", "trial_table", "trial_text"]
    expectNone(
      rows.filter { !figures.contains($0["evidence_class"]) && !$0["drug_percent"].isEmpty },
      "a figure where the class has none")
    expectNone(
      rows.filter { $0["evidence_class"] == "trial_table" && $0["drug_percent"].isEmpty },
      "a table row without its figure")
    expectNone(
      rows.filter { $0["comparator"] == "none" && !$0["comparator_percent"].isEmpty },
      "S27 a comparator's figure without a comparator")
  }

  @Test("The term of a row is a phrase of the row's category, fit and direction")
  func terms() throws {
    let phrases = try MappingTable("phrases.tsv")
    let matcher = PhraseMatcher(phrases)
    let fits = Dictionary(
      uniqueKeysWithValues: zip(phrases.column("phrase"), phrases.column("fit")))
    expectNone(
      rows.filter { row in
        guard let phrase = matcher.labelled(row["label_term"]).first?.phrase else { return true }
        return phrase.effect != row.effect || fits[phrase.text] != row["fit"]
      }, "terms that phrases.tsv maps otherwise")
  }

  @Test("S24 Each row quotes a label of its subject and route, and counts those that agree")
  func counts() {
    var seen: [String: Set<String>] = [:]
    for label in labels.records {
      seen[DerivationTests.subject(label), default: []].insert(label["set_id"] ?? "")
    }
    expectNone(
      rows.filter { row in
        let ids = seen[row.subject] ?? []
        guard let agreeing = Int(row["labels_agreeing"]) else { return true }
        return Int(row["labels_seen"]) != ids.count || !(1...max(1, ids.count)).contains(agreeing)
          || !ids.contains(row["set_id"])
      }, "labels seen and agreeing")
    expectNone(
      rows.filter {
        $0["source_address"]
          != ($0["source_kind"] == "spl"
            ? "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid="
            : "https://api.fda.gov/drug/label.json?search=set_id:") + $0["set_id"]
      }, "addresses by set id")
  }

  @Test("reviewed.tsv names every subject with its labels and rows, at least 60 ingredients")
  func reviewed() throws {
    let reviewed = try MappingTable("reviewed.tsv").records
    #expect(reviewed.count { $0["subject_kind"] == "ingredient" && $0["rows"] != "0" } >= 60)
    #expect(reviewed.count { $0["subject_kind"] == "combination" } >= 5)
    func key(_ fields: [String: String]) -> String {
      "\(fields["subject_kind"] ?? "") \(fields["rxcui"] ?? "") \(fields["name"] ?? "")"
    }
    let rowCounts = Dictionary(grouping: rows) { key($0.fields) }.mapValues(\.count)
    let labelCounts = Dictionary(grouping: labels.records, by: key).mapValues(\.count)
    #expect(Set(reviewed.map(key)) == Set(labelCounts.keys))
    for subject in reviewed {
      #expect(Int(subject["rows"] ?? "") == rowCounts[key(subject)] ?? 0, "\(key(subject))")
      #expect(Int(subject["labels"] ?? "") == labelCounts[key(subject)], "\(key(subject))")
      #expect(subject["reviewed"] == "2026-11-21")
    }
  }

  @Test("S31 Labels say whether they have a boxed warning, with its title in at most twelve words")
  func boxedWarnings() {
    for label in labels.records {
      let title = label["boxed_title"] ?? ""
      #expect((label["has_boxed_warning"] == "yes") == !title.isEmpty)
      #expect(words(title) <= 12)
      #expect(["yes", "no"].contains(label["has_effect_section"]))
    }
  }

  /// Figures that the side-effects page names as checks.
  static let figures: [(name: String, symptom: String, drug: String, comparator: String)] = [
    ("metformin", "Diarrhea", "53", "12"), ("sertraline", "Nausea", "26", "12"),
    ("sertraline", "Diarrhea", "20", "10"), ("sildenafil", "Headache", "28", "7"),
    ("sildenafil", "HotFlashes", "19", "2"), ("sildenafil", "Heartburn", "17", "2"),
  ]

  @Test("Known figures stand in the table", arguments: figures)
  func knownFigures(name: String, symptom: String, drug: String, comparator: String) {
    #expect(
      rows.contains {
        $0["name"] == name && $0["symptom"] == "HKCategoryTypeIdentifier\(symptom)"
          && $0["evidence_class"] == "trial_table" && $0["drug_percent"] == drug
          && $0["comparator_percent"] == comparator
      })
  }

  @Test(
    "Lisinopril's label names dizziness, headache and cough as common",
    arguments: [
      "Dizziness", "Headache", "Coughing",
    ])
  func lisinopril(symptom: String) {
    #expect(
      rows.contains {
        $0["name"] == "lisinopril" && $0["symptom"] == "HKCategoryTypeIdentifier\(symptom)"
          && $0["evidence_class"] == "most_common"
      })
  }
}
