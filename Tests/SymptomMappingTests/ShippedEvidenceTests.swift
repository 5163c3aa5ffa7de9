// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

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
  @Test("Known figures are in the table", arguments: FixtureRows.cells("known figures"))
  func knownFigures(_ row: [String]) {
    #expect(
      Self.rows.contains {
        $0["name"] == row[0] && $0["symptom"] == "HKCategoryTypeIdentifier\(row[1])"
          && $0["evidence_class"] == "trial_table" && $0["drug_percent"] == row[2]
          && $0["comparator_percent"] == row[3]
      })
  }
}

@Suite("The tables as they are shipped")
struct ShippedTableTests {
  private let tables: MappingTables

  init() throws {
    tables = try Shipped.tables()
  }

  @Test("All tables are read")
  func counts() throws {
    #expect(tables.sideEffects.count > 2000)
    #expect(tables.labels.count > 100)
    #expect(tables.routes.count == tables.generalForms.count)
    #expect(tables.confusedNames.count >= 60)
    #expect(try tables.phrases().phrases.count > 700)
    #expect(tables.sideEffects.rows.count == tables.sideEffects.count)
    #expect(tables.symptoms.laySynonyms(of: .bloating).contains("gas"))
    #expect(tables.symptoms.clinicalSynonyms(of: .acne).contains("acne"))
  }

  @Test("S5 Confused names are found from both sides, whatever the case")
  func confusedNames() {
    #expect(tables.confusedNames.confusedWith("hydralazine").contains("hydroxyzine"))
    #expect(tables.confusedNames.confusedWith(" HydrOXYzine ").contains("hydralazine"))
    #expect(tables.confusedNames.confusedWith("metformin and more").isEmpty)
  }

  @Test("S18 A dose form has its row by the exact name, blanks at the ends apart")
  func generalForms() {
    let row = tables.generalForms.row(forDoseForm: " Oral Tablet ")
    #expect(row?.form == .tablet && row?.certainty == .sure && row?.alternative == nil)
    #expect(tables.generalForms.row(forDoseForm: "oral tablet") == nil)
    let solution = tables.generalForms.row(forDoseForm: "Nasal Solution")
    #expect(solution != nil)
    #expect(tables.generalForms.row(forDoseForm: "Oral Lozenge")?.form == .unknown)
  }

  @Test("Every subject with rows has a label, and the other way round no label is unknown")
  func labels() {
    for subject in tables.sideEffects.subjects {
      #expect(!tables.labels.labels(about: subject).isEmpty, "\(subject)")
    }
  }

  // MARK: Answers with the starter release

  /// What must come first, and what is in the first two steps, too: `flatulence` is related to
  /// bloating, and so a step behind the heartburn that labels of extended-release tablets name.
  static let first: [(code: UInt32, symptoms: [SymptomCategory], next: SymptomCategory)] = [
    (860975, [.diarrhea, .nausea, .vomiting], .bloating),
    (6809, [.diarrhea, .nausea, .vomiting], .bloating),
    (312938, [.nausea, .diarrhea, .sleepChanges], .fatigue),
    (312940, [.nausea, .diarrhea, .sleepChanges], .fatigue),
  ]

  @Test("What people would ask about first comes first", arguments: first)
  func salience(
    _ one: (code: UInt32, symptoms: [SymptomCategory], next: SymptomCategory)
  ) throws {
    guard let catalog = try Shipped.catalog(for: "salience of real products") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: one.code)))
    let answer = tables.sideEffects(of: [concept])
    #expect(answer.coverage == .full && answer.reasons.isEmpty)
    #expect(Set(answer.symptoms.map(\.symptom).prefix(one.symptoms.count)) == Set(one.symptoms))
    #expect(answer.symptoms.contains { $0.symptom == one.next && $0.step <= 2 })
  }

  @Test("Lisinopril names dizziness, headache and cough first")
  func lisinopril() throws {
    guard let catalog = try Shipped.catalog(for: "lisinopril") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 314076)))
    let answer = tables.sideEffects(of: [concept])
    let common = answer.symptoms.filter { $0.step <= 2 }.map(\.symptom)
    #expect(Set(common.prefix(3)) == [.dizziness, .headache, .coughing])
    #expect(answer.boxedWarning.present == .yes)
    #expect(answer.boxedWarning.title == "WARNING: FETAL TOXICITY")
  }

  @Test("A brand answers for its products: headache, flushing, dyspepsia")
  func viagra() throws {
    guard let catalog = try Shipped.catalog(for: "a brand") else { return }
    let brand = try #require(
      catalog.concepts(named: "Viagra", comparing: .exact).first { $0.termType == .brandName })
    let answer = tables.sideEffects(of: [brand])
    #expect(answer.symptoms.first?.symptom == .headache)
    // Sildenafil is for pulmonary hypertension, too, whose labels name more in the first step.
    let common = answer.symptoms.filter { $0.step <= 2 }.map(\.symptom)
    #expect(Set(common).isSuperset(of: [.headache, .hotFlashes, .heartburn]))
  }

  @Test("M17 Metformin's rows reach 860975 inherited, with the figures of its label")
  func metformin() throws {
    guard let catalog = try Shipped.catalog(for: "metformin") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 860975)))
    let answer = tables.sideEffects(of: [concept])
    let diarrhea = try #require(answer.symptoms.first)
    #expect(diarrhea.evidence.allSatisfy { $0.via == .inherited })
    #expect(
      diarrhea.evidence.contains { $0.row.drugPercent == "53" && $0.row.comparatorPercent == "12" })
    #expect(answer.boxedWarning.title == "WARNING: LACTIC ACIDOSIS")
    let lookup = SideEffects(catalog: catalog, tables: tables)
    let plain = lookup.symptoms(forRxNormCode: "860975")
    #expect(plain == plain.sorted())
    #expect(Set(plain.map(\.categoryID)) == Set(answer.symptoms.map(\.symptom)))
    #expect(lookup.symptoms(forRxNormCode: "105929").isEmpty)
  }

  // Docusate, linagliptin, melatonin.
  @Test("No label at hand is said", arguments: [82003, 1_100_699, 6711] as [UInt32])
  func noLabel(_ code: UInt32) throws {
    guard let catalog = try Shipped.catalog(for: "drugs without label") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: code)))
    let answer = tables.sideEffects(of: [concept])
    #expect(answer.coverage == .none && answer.reasons == ["no_label"])
    #expect(answer.symptoms.isEmpty && answer.boxedWarning.present == .unknown)
  }

  @Test("A concept of any kind gets an answer that holds together")
  func anyConcept() throws {
    guard let catalog = try Shipped.catalog(for: "answers for all kinds") else { return }
    for (number, concept) in catalog.concepts.enumerated() where number % 29 == 0 {
      let answer = tables.sideEffects(of: [concept])
      #expect(answer.coverage != .unknown)
      #expect((answer.coverage == .full) == answer.reasons.isEmpty)
      for reason in answer.reasons where reason.hasPrefix("ingredient_missing:") {
        let code = reason.dropFirst("ingredient_missing:".count)
        #expect(RxCUI(code).map { $0.rawValue < 90_000_000 } ?? true)
      }
      if answer.coverage == .none { #expect(answer.symptoms.isEmpty) }
    }
  }
}
