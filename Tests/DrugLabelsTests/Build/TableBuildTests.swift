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

  static let classes: [(given: [EvidenceClass], kept: [EvidenceClass])] = [
    ([.listed, .postmarketing], [.listed]), ([.mostCommon, .listed], [.mostCommon]),
    ([.mostCommon, .trialTable, .trialText], [.mostCommon, .trialTable]),
    ([.warning, .listed], [.listed, .warning]), ([.stopUse, .listed], [.listed, .stopUse]),
    ([.trialText, .listed, .boxed], [.boxed, .trialText]),
  ]

  @Test("A symptom keeps its strongest evidence; warnings stand beside it", arguments: classes)
  func strongest(_ one: (given: [EvidenceClass], kept: [EvidenceClass])) throws {
    let found = try sideEffects([
      (
        MadeLabel.label(Self.alpha),
        one.given.map {
          MadeLabel.statement(
            .nausea, $0, drug: $0 == .trialTable ? "3" : nil)
        }
      )
    ])
    #expect(found.compactMap { $0["evidence_class"] } == one.kept.map(\.rawValue))
  }

  @Test("Where labels differ in the class, the strongest is written, with the counts of all")
  func labelsThatDiffer() throws {
    let kinds: [EvidenceClass] = [.listed, .mostCommon, .listed, .postmarketing]
    let found = try sideEffects(
      labels(kinds.map { [MadeLabel.statement(.nausea, $0), MadeLabel.statement(.fever)] }))
    let nausea = found.filter { $0["symptom"] == "HKCategoryTypeIdentifierNausea" }
    #expect(nausea.compactMap { $0["evidence_class"] } == ["most_common"])
    #expect(nausea.allSatisfy { $0["labels_seen"] == "4" && $0["labels_agreeing"] == "4" })
    #expect(nausea.compactMap { $0["set_id"] } == ["a1"])
  }

  @Test("Figures of children do not replace a list for adults, withdrawal replaces nothing")
  func apart() throws {
    let found = try sideEffects([
      (
        MadeLabel.label(Self.alpha),
        [
          MadeLabel.statement(.nausea, .trialTable, drug: "9", population: "pediatric"),
          MadeLabel.statement(.nausea, .warning, sense: .withdrawal),
          MadeLabel.statement(.nausea, .listed),
        ]
      )
    ])
    #expect(found.compactMap { $0["evidence_class"] } == ["listed", "trial_table", "warning"])
  }

  @Test("The figures that most labels have are quoted, from the newest of them")
  func majority() throws {
    func label(_ id: String, _ date: String, _ drug: String) -> (DrugLabel, [LabelStatement]) {
      (
        MadeLabel.label(Self.alpha, setID: id, date: date),
        [MadeLabel.statement(.nausea, .trialTable, drug: drug, compared: "1")]
      )
    }
    let found = try sideEffects([
      label("a", "20260101", "5"), label("b", "20260201", "5"), label("c", "20260301", "7"),
    ])
    #expect(found.first?["drug_percent"] == "5" && found.first?["set_id"] == "b")
    #expect(found.first?["labels_agreeing"] == "3")
  }

  @Test("Within a label an exact term comes before a related one, then the higher figure")
  func choice() throws {
    let found = try sideEffects([
      (
        MadeLabel.label(Self.alpha),
        [
          MadeLabel.statement(.fatigue, .trialTable, fit: .related, term: "asthenia", drug: "20"),
          MadeLabel.statement(.fatigue, .trialTable, term: "fatigue", drug: "8"),
          MadeLabel.statement(.fatigue, .trialTable, term: "tiredness", drug: "11"),
        ]
      )
    ])
    #expect(found.first?["label_term"] == "tiredness" && found.count == 1)
  }

  /// As many labels as there are lists of statements.
  func labels(_ statements: [[LabelStatement]]) -> [(DrugLabel, [LabelStatement])] {
    statements.enumerated().map {
      (MadeLabel.label(Self.alpha, setID: "a\($0.offset)"), $0.element)
    }
  }

  @Test("Labels that no row quotes have no address or licence: they follow from their set ids")
  func addresses() throws {
    let found = try rows(builder(labels([[MadeLabel.statement()], []])).tables().labels)
    #expect(
      found.map { $0["source_address"] }
        == ["https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=a0", ""])
    #expect(found.map { $0["licence"] } == ["public domain (US)", ""])
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
}
