// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

@Suite("The table of side effects out of labels")
struct TableBuildTests {
  static let alpha = [[(unii: "UALPHA", name: "ALPHADRUG")]]

  func rows(_ bytes: [UInt8]) -> [[String: String]] { TSV.rows(bytes) }

  func builder(
    _ labels: [(label: DrugLabel, statements: [LabelStatement])]
  ) throws -> SideEffectTableBuilder {
    var builder = SideEffectTableBuilder(try SubjectRelease.finder())
    for one in labels { builder.add(one.label, MadeLabel.reading(one.statements)) }
    return builder
  }

  func sideEffects(
    _ labels: [(label: DrugLabel, statements: [LabelStatement])]
  ) throws -> [[String: String]] {
    let bytes = try builder(labels).tables().sideEffects
    _ = try SideEffectTable(bytes: bytes)
    return rows(bytes)
  }

  @Test("S24 A row names label, section, words and how many labels agree")
  func row() throws {
    var statement = MadeLabel.statement(
      .diarrhea, .trialTable, term: "Diarrhea", drug: "53", compared: "12")
    statement.subsection = "6.1"
    let found = try sideEffects([
      (MadeLabel.label(Self.alpha, setID: "a1"), [statement]),
      (MadeLabel.label(Self.alpha, setID: "a2"), []),
    ])
    let row = try #require(found.first)
    #expect(found.count == 1)
    for (column, value) in [
      "subject_kind": "ingredient", "rxcui": "100", "name": "alphadrug",
      "symptom": "HKCategoryTypeIdentifierDiarrhea", "evidence_class": "trial_table",
      "drug_percent": "53", "comparator_percent": "12", "comparator": "placebo",
      "route": "ORAL", "labels_seen": "2", "labels_agreeing": "1", "set_id": "a1",
      "section_loinc": "34084-4", "subsection": "6.1", "label_term": "diarrhea", "trust": "A",
      "sense": "effect",
    ] {
      #expect(row[column] == value, "\(column)")
    }
  }

  @Test("Of a set id the newest version counts, once, whatever the order")
  func versions() throws {
    let labels = [
      (MadeLabel.label(Self.alpha, setID: "a1", version: "2"), [MadeLabel.statement(.fever)]),
      (MadeLabel.label(Self.alpha, setID: "a1", version: "10"), [MadeLabel.statement(.nausea)]),
    ]
    for order in [labels, labels.reversed()] {
      let built = try builder(order)
      let found = rows(built.tables().sideEffects)
      #expect(found.map { $0["symptom"] } == ["HKCategoryTypeIdentifierNausea"])
      #expect(found.first?["labels_seen"] == "1" && built.tables().report.repeats == 1)
    }
  }

  @Test("S37 Order and number of builders play no part in the bytes")
  func merging() throws {
    let labels = (0..<12).map { number in
      (
        label: MadeLabel.label(
          Self.alpha, routes: number % 3 == 0 ? ["TOPICAL"] : ["ORAL"], setID: "a\(number % 10)",
          date: "2026010\(number % 9 + 1)"),
        statements: [
          MadeLabel.statement(.nausea, .mostCommon, term: "nausea \(number % 4)"),
          MadeLabel.statement(.fever, .trialTable, drug: "\(number % 5)"),
        ]
      )
    }
    let whole = try builder(labels).tables()
    for split in [1, 5, 11] {
      var second = try builder(Array(labels[split...].reversed()))
      second.merge(try builder(Array(labels[..<split])))
      #expect(second.tables().sideEffects == whole.sideEffects)
      #expect(second.tables().labels == whole.labels)
    }
  }

  /// As many labels as there are lists of statements.
  func labels(_ statements: [[LabelStatement]]) -> [(DrugLabel, [LabelStatement])] {
    statements.enumerated().map {
      (MadeLabel.label(Self.alpha, setID: "a\($0.offset)"), $0.element)
    }
  }

  @Test("S28 Rows of a combination are never those of an ingredient")
  func combination() throws {
    let found = try sideEffects([
      (
        MadeLabel.label([[("UALPHA", "ALPHADRUG"), ("UBETA", "BETADRUG")]]),
        [MadeLabel.statement()]
      )
    ])
    #expect(found.map { $0["subject_kind"] } == ["combination"])
    #expect(found.map { $0["rxcui"] } == ["350"])
  }

  @Test("Figures of trials come from the adverse reactions only; the rest is counted")
  func sections() throws {
    var label = MadeLabel.label(Self.alpha)
    label.sections[0] = LabelSection(loinc: "43685-7")
    let built = try builder([
      (label, [MadeLabel.statement(.nausea, .trialTable, drug: "5")])
    ])
    #expect(rows(built.tables().sideEffects).isEmpty)
    #expect(built.tables().report.refused == ["class-without-section": 1])
  }

  @Test("A subsection's row carries the code of its section")
  func subsections() throws {
    var label = MadeLabel.label(Self.alpha)
    label.sections.append(LabelSection(loinc: "42229-5", title: "6.1 Trials", parent: 0))
    let found = try sideEffects([(label, [MadeLabel.statement(section: 1)])])
    #expect(found.first?["section_loinc"] == "34084-4")
  }

  @Test("S31 Every label stands in the table of labels, with its boxed warning")
  func labels() throws {
    var builder = SideEffectTableBuilder(try SubjectRelease.finder())
    var reading = LabelReading()
    reading.boxedTitle = "WARNING:\nLACTIC ACIDOSIS"
    reading.unmapped = [LabelReading.UnmappedTerm("rash", count: 2)]
    builder.add(MadeLabel.label(Self.alpha, setID: "b"), reading)
    builder.add(MadeLabel.label(Self.alpha, setID: "a"), MadeLabel.reading([]))
    let bytes = builder.tables().labels
    _ = try LabelTable(bytes: bytes)
    let found = rows(bytes)
    #expect(found.map { $0["set_id"] } == ["a", "b"])
    #expect(found.map { $0["has_boxed_warning"] } == ["no", "yes"])
    #expect(found.map { $0["has_effect_section"] } == ["yes", "no"])
    #expect(found.last?["boxed_title"] == "WARNING: LACTIC ACIDOSIS")
    #expect(found.last?["unmapped_terms"] == "1")
  }

  @Test("S29 What has no row is listed: prescribed drugs first, then labels without a subject")
  func missing() throws {
    let built = try builder([
      (MadeLabel.label(Self.alpha, setID: "a"), [MadeLabel.statement()]),
      (MadeLabel.label([[("UNEW", "NEWDRUG")]], setID: "b"), [MadeLabel.statement()]),
    ])
    let list =
      "rank\tname_as_in_source\tkind\tingredients\troute\trxcui\n"
      + "1\tA\tingredient\talphadrug\t\t100\n2\tB\tingredient\tbetadrug\t\t200\n"
      + "3\tC\tcombination\tbetadrug|vitamins\t\t200\n4\tD\tingredient\tnewdrug\t\t\n"
    let found = rows(built.tables(prescribed: PrescribedDrugs(bytes: Array(list.utf8))).missing)
    #expect(found.map { $0["name"] } == ["betadrug", "betadrug / vitamins", "newdrug", "newdrug"])
    #expect(
      found.map { $0["reason"] } == ["no-label", "no-code", "not-in-catalog", "not-in-catalog"])
    #expect(found.map { $0["labels"] } == ["0", "0", "1", "1"])
    #expect(found.last?["unii"] == "UNEW" && found.last?["set_id"] == "b")
    #expect(built.tables().report.leftOut == [.notInCatalog: 1])
  }

  @Test("S37 Headings that differ in signs give the same rows in whatever order labels come")
  func spelledHeadings() throws {
    let headings = [
      "Pre-existing Asthma", "Preexisting Asthma", "Pre-existing Asthma and Allergy", "Preexisting",
    ]
    let all = labels(
      headings.map { [MadeLabel.statement(.wheezing, .warning, context: $0)] })
    let forwards = try builder(all).tables()
    let backwards = try builder(all.reversed()).tables()
    #expect(forwards.sideEffects == backwards.sideEffects)
    #expect(forwards.labels == backwards.labels)
  }

  @Test("What only a leaflet calls most common stays, else the section is quoted")
  func leaflets() throws {
    var label = MadeLabel.label(Self.alpha)
    label.sections.append(LabelSection(loinc: "42231-1"))
    let leaflet = MadeLabel.statement(
      .nausea, .mostCommon, term: "feeling sick", context: "Guide", section: 1)
    #expect(try sideEffects([(label, [leaflet])]).first?["label_term"] == "feeling sick")
    let section = MadeLabel.statement(.nausea, .mostCommon, context: "In trials")
    let both = try builder([(label, [leaflet, section])]).tables()
    #expect(rows(both.sideEffects).compactMap { $0["section_loinc"] } == ["34084-4"])
    #expect(both.report.outweighed == 1)
  }
}
