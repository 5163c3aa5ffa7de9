// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

@Suite("The table of side effects out of labels")
struct TableBuildTests {
  private static let alpha = [[(unii: "UALPHA", name: "ALPHADRUG")]]

  /// Rows of a table as dictionaries by column.
  private func rows(_ bytes: [UInt8]) -> [[String: String]] {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines.removeFirst()
    return lines.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  private func builder(
    _ labels: [(label: DrugLabel, statements: [LabelStatement])]
  ) throws -> SideEffectTableBuilder {
    var builder = SideEffectTableBuilder(try SubjectRelease.finder())
    for one in labels { builder.add(one.label, MadeLabel.reading(one.statements)) }
    return builder
  }

  private func sideEffects(
    _ labels: [(label: DrugLabel, statements: [LabelStatement])]
  ) throws -> [[String: String]] {
    let bytes = try builder(labels).tables().sideEffects
    _ = try SideEffectTable(bytes: bytes)
    return rows(bytes)
  }

  @Test("S24 A row names label, version, date, section, words and how many labels agree")
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
      "label_version": "1", "label_date": "20260101", "section_loinc": "34084-4",
      "subsection": "6.1", "label_term": "diarrhea", "source_kind": "spl", "trust": "A",
      "licence": "public domain (US)",
      "source_address": "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=a1",
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
      #expect(found.first?["labels_seen"] == "1" && built.report.repeats == 1)
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
            .nausea, $0, drug: $0 == .trialTable ? "3" : nil,
            condition: $0 == .warning ? "shock" : nil)
        }
      )
    ])
    #expect(found.compactMap { $0["evidence_class"] } == one.kept.map(\.rawValue))
  }

  @Test("Where labels differ in the class, both rows are written with the same counts")
  func labelsThatDiffer() throws {
    let kinds: [EvidenceClass] = [.mostCommon, .listed, .listed, .postmarketing]
    let found = try sideEffects(
      kinds.enumerated().map { number, kind in
        (
          MadeLabel.label(Self.alpha, setID: "a\(number)"),
          [MadeLabel.statement(.nausea, kind), MadeLabel.statement(.fever)]
        )
      })
    let nausea = found.filter { $0["symptom"] == "HKCategoryTypeIdentifierNausea" }
    #expect(
      nausea.compactMap { $0["evidence_class"] } == ["listed", "most_common", "postmarketing"])
    #expect(nausea.allSatisfy { $0["labels_seen"] == "4" && $0["labels_agreeing"] == "4" })
    #expect(nausea.compactMap { $0["set_id"] } == ["a1", "a0", "a3"])
  }

  @Test("Figures of children do not replace a list for adults, withdrawal replaces nothing")
  func apart() throws {
    let found = try sideEffects([
      (
        MadeLabel.label(Self.alpha),
        [
          MadeLabel.statement(.nausea, .trialTable, drug: "9", population: "pediatric"),
          MadeLabel.statement(.nausea, .mostCommon, condition: "withdrawal"),
          MadeLabel.statement(.nausea, .listed),
        ]
      )
    ])
    #expect(found.compactMap { $0["evidence_class"] } == ["listed", "most_common", "trial_table"])
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

  @Test("S25 What the drug is for needs a second statement elsewhere")
  func indication() throws {
    var label = MadeLabel.label(Self.alpha)
    label.sections.append(LabelSection(loinc: "43685-7", title: "Warnings"))
    func build(_ statements: [LabelStatement]) throws -> Int {
      var reading = MadeLabel.reading(statements)
      reading.passed = [
        PassedMention(symptom: .nausea, reason: .indication, section: 0, place: .text(0..<1))
      ]
      var builder = SideEffectTableBuilder(try SubjectRelease.finder())
      builder.add(label, reading)
      return rows(builder.tables().sideEffects).count
    }
    #expect(try build([MadeLabel.statement()]) == 0)
    #expect(try build([MadeLabel.statement(.nausea, .trialTable, drug: "4")]) == 1)
    #expect(
      try build([MadeLabel.statement(), MadeLabel.statement(.nausea, .warning, section: 1)]) == 2)
  }

  @Test("Figures of trials come from the adverse reactions only; the rest is counted")
  func sections() throws {
    var label = MadeLabel.label(Self.alpha)
    label.sections[0] = LabelSection(loinc: "43685-7")
    let built = try builder([
      (label, [MadeLabel.statement(.nausea, .trialTable, drug: "5")])
    ])
    #expect(rows(built.tables().sideEffects).isEmpty)
    #expect(built.report.refused == ["class-without-section": 1])
  }

  static let headings: [(text: String, term: String, condition: String)] = [
    ("5.1 Lactic Acidosis There have been reports of nausea.", "nausea", "lactic acidosis"),
    ("5.1 Nausea and Vomiting The drug causes nausea.", "nausea", ""),
    ("5.1 Risk of Serotonin Syndrome A change of nausea.", "nausea", "serotonin syndrome"),
    ("no heading, and nausea.", "nausea", ""),
    ("5.1 Central Nervous System Effects The drug causes nausea.", "nausea", ""),
    ("5.1 Severe and Fatal Hepatotoxicity The drug causes nausea.", "nausea", "hepatotoxicity"),
    ("5.1 Personnel and Equipment The drug causes nausea.", "nausea", ""),
    ("5.1 Hepatic Effects The drug causes nausea.", "nausea", "hepatic effects"),
    (
      "5.1 Inadvertent Intrathecal Administration It causes nausea.", "nausea",
      "intrathecal administration"
    ),
    ("5.1 Not for Intrathecal Use The drug causes nausea.", "nausea", "intrathecal use"),
    ("5.1 Interaction with Alcohol The drug causes nausea.", "nausea", "alcohol"),
    ("5.1 Concomitant Use with CNS Depressants It causes nausea.", "nausea", "cns depressants"),
    ("5.1 Interaction with Strong Inhibitors It causes nausea.", "nausea", "strong inhibitors"),
    ("5.1 Interactions with Other Drugs It causes nausea.", "nausea", ""),
    ("5.1 Hemolytic Anemia The drug causes nausea.", "nausea", "hemolytic anemia"),
    ("5.1 Pulmonary Edema The drug causes nausea.", "nausea", "pulmonary edema"),
    ("5.1 Sleep Apnea The drug causes nausea.", "nausea", "sleep apnea"),
    ("5.1 Cholestatic Jaundice The drug causes nausea.", "nausea", "cholestatic jaundice"),
    ("5.1 Pericardial Effusion The drug causes nausea.", "nausea", "pericardial effusion"),
    ("5.1 Blood Dyscrasias The drug causes nausea.", "nausea", "blood dyscrasias"),
    ("5.1 Distant Spread of Toxin The drug causes nausea.", "nausea", "distant spread of toxin"),
    ("5.1 Too Rapid Correction The drug causes nausea.", "nausea", "too rapid correction"),
    ("5.1 Delayed Diagnosis The drug causes nausea.", "nausea", ""),
    // What comes of the symptom is no cause of it.
    ("5.1 Falls The drug causes nausea.", "nausea", ""),
    ("5.1 Cognitive and Motor Impairment The drug causes nausea.", "nausea", ""),
    ("5.1 Interference with Urinalysis The drug causes nausea.", "nausea", ""),
    // Whom it is about.
    ("5.1 Use in Patients with Head Injury It causes nausea.", "nausea", "head injury"),
    (
      "5.1 Risks of Use in Patients with Root Deficiency It causes nausea.", "nausea",
      "root deficiency"
    ),
    ("5.1 Use in Patients with Other Needs It causes nausea.", "nausea", ""),
    ("5.1. Hemolytic Anemia The drug causes nausea.", "nausea", "hemolytic anemia"),
    ("5.1 Systemic Absorption The drug causes nausea.", "nausea", ""),
    ("5.1 Reactions or Death from Root Deficiency It causes nausea.", "nausea", "root deficiency"),
    // The species is written small.
    (
      "5.1 Clostridioides difficile Infection It can begin with nausea.", "nausea",
      "clostridioides difficile infection"
    ),
    (
      "5.1 Clostridioides difficile-Associated Diarrhea It can begin with nausea.", "nausea",
      "clostridioides difficile-associated diarrhea"
    ),
    ("5.1 Hyponatremia and/or Syndrome of Thirst It causes nausea.", "nausea", "hyponatremia"),
    (
      "5.1 Recurrent Hemolysis After ALPHADOR Discontinuation If stopped, nausea.", "nausea",
      "withdrawal"
    ),
    (
      "5.1 Effects Following Interruption or Discontinuation It causes nausea.", "nausea",
      "withdrawal"
    ),
    // What is longer than four words is cut where it still names a thing.
    ("5.1 Risk of Syncope Related to Hemodynamic Effects It causes nausea.", "nausea", "syncope"),
    (
      "5.1 Cutaneous and Systemic Lupus Erythematosus The drug causes nausea.", "nausea",
      "cutaneous systemic lupus erythematosus"
    ),
    (
      "5.1 Myelosuppression and Increased Risk of Death It causes nausea.", "nausea",
      "myelosuppression"
    ),
  ]

  @Test(
    "S25 A warning under a heading about another thing carries the heading", arguments: headings)
  func warningHeadings(_ one: (text: String, term: String, condition: String)) throws {
    var label = MadeLabel.label(Self.alpha)
    var section = LabelSection(loinc: "43685-7")
    section.field = "warnings_and_cautions"
    section.text = LabelText(one.text)
    label.sections.append(section)
    var statement = MadeLabel.statement(.nausea, .warning, term: one.term, section: 1)
    statement.subsection = one.text.hasPrefix("5.1") ? "5.1" : ""
    statement.place = .text(one.text.utf8.count - 7..<one.text.utf8.count - 1)
    #expect(try sideEffects([(label, [statement])]).first?["condition"] == one.condition)
  }

  @Test("S25 S31 A sign in a boxed warning carries the warning's title unless it is the title")
  func boxedTitles() throws {
    func condition(_ title: String) throws -> String? {
      var label = MadeLabel.label(Self.alpha)
      label.sections.append(LabelSection(loinc: "34066-1"))
      var reading = MadeLabel.reading([MadeLabel.statement(.nausea, .boxed, section: 1)])
      reading.boxedTitle = title
      var builder = SideEffectTableBuilder(try SubjectRelease.finder())
      builder.add(label, reading)
      return rows(builder.tables().sideEffects).first?["condition"]
    }
    #expect(try condition("WARNING: LACTIC ACIDOSIS") == "lactic acidosis")
    #expect(try condition("WARNING: HEMOLYTIC ANEMIA") == "hemolytic anemia")
    #expect(try condition("WARNING: SEVERE NAUSEA") == "")
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
      + "3\tC\tcombination\tbetadrug|vitamins\t\t200\n"
    let found = rows(built.tables(prescribed: PrescribedDrugs(bytes: Array(list.utf8))).missing)
    #expect(found.map { $0["name"] } == ["betadrug", "betadrug / vitamins", "newdrug"])
    #expect(found.map { $0["reason"] } == ["no-label", "no-code", "not-in-catalog"])
    #expect(found.last?["unii"] == "UNEW" && found.last?["set_id"] == "b")
    #expect(built.report.leftOut == [.notInCatalog: 1])
  }
}
