// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping
import Testing

@Suite("Whose labels name a symptom")
struct SymptomLookupTests {
  private static let boxed = RowText(
    code: "500", evidenceClass: "boxed", route: "INTRAVENOUS", section: "34066-1")

  private static func table(
    _ code: String, _ drug: String, _ compared: String, route: String = "ORAL"
  ) -> RowText {
    RowText(
      code: code, evidenceClass: "trial_table", drug: drug, compared: compared,
      comparator: "placebo", route: route)
  }

  private static let rows = [
    RowText(code: "100", evidenceClass: "most_common"), table("200", "30", "10"),
    table("300", "20", "15"), RowText(code: "300", evidenceClass: "most_common"),
    RowText(code: "400"), boxed, RowText(code: "500", symptom: "Acne"),
    RowText(kind: "combination", code: "400", evidenceClass: "postmarketing"),
  ]

  private func subjects(_ answer: SymptomAnswer) -> [String] {
    answer.subjects.map { "\($0.subject.kind.rawValue.prefix(1))\($0.subject.rxcui)" }
  }

  @Test("By step, then by difference; a list without figures does not hide a table's")
  func order() throws {
    let answer = try SmallTables.tables(Self.rows).subjects(naming: .nausea)
    #expect(subjects(answer) == ["i200", "i300", "i100", "i500", "i400", "c400"])
    #expect(answer.subjects.map(\.finding.step) == [1, 1, 1, 3, 4, 5])
    #expect(
      answer.subjects.map { $0.finding.difference?.description } == ["20", "5", nil, nil, nil, nil])
    #expect(answer.unfilteredCount == 6)
    #expect(answer.readSubjectCount == 6, "S29: of so many subjects a label was read")
  }

  @Test("The order of the rows in the file plays no part")
  func orderOfRows() throws {
    let straight = try SmallTables.tables(Self.rows).subjects(naming: .nausea)
    let reversed = try SmallTables.tables(Self.rows.reversed()).subjects(naming: .nausea)
    #expect(subjects(straight) == subjects(reversed))
  }

  @Test("S31 Boxed warnings are given whatever the filter")
  func boxedIsNeverFiltered() throws {
    var filter = SymptomFilter()
    filter.classes = [.mostCommon]
    filter.routes = ["ORAL"]
    let answer = try SmallTables.tables(Self.rows).subjects(naming: .nausea, filter)
    #expect(answer.boxed.map(\.subject.rxcui.rawValue) == [500])
    #expect(answer.boxed.first?.finding.evidence.map(\.row.evidenceClass) == [.boxed])
    #expect(subjects(answer) == ["i300", "i100"])
    #expect(answer.unfilteredCount == 6)
  }

  @Test("S19 A filter of routes ranks by the labels of these routes alone")
  func routes() throws {
    let rows = [
      Self.table("100", "30", "1"), RowText(code: "100", route: "TOPICAL"),
      Self.table("200", "9", "1", route: "TOPICAL"),
    ]
    let tables = try SmallTables.tables(rows)
    #expect(tables.sideEffects.routeWords == ["ORAL", "TOPICAL"])
    let answer = tables.subjects(naming: .nausea, SymptomFilter(routes: ["TOPICAL"]))
    #expect(subjects(answer) == ["i200", "i100"])
    #expect(answer.subjects.map(\.finding.step) == [1, 4])
    #expect(answer.subjects.last?.finding.evidence.map(\.row.routes) == [["TOPICAL"]])
  }

  @Test("S30 Directions stand apart, and one that is not said fits both")
  func directions() throws {
    func row(_ code: String, _ direction: String) -> RowText {
      RowText(code: code, symptom: "SleepChanges", direction: direction)
    }
    let tables = try SmallTables.tables([
      row("100", "decreased"), row("100", "increased"), row("200", "unspecified"),
    ])
    let all = tables.subjects(naming: .sleepChanges)
    #expect(all.subjects.map(\.finding.direction) == [.decreased, .increased, .unspecified])
    let less = tables.subjects(naming: .sleepChanges, SymptomFilter(direction: .decreased))
    #expect(less.subjects.map(\.finding.direction) == [.decreased, .unspecified])
  }

  @Test("S32 Ages count to the day that is given, and to none without one")
  func ages() throws {
    let tables = try SmallTables.tables([RowText(date: "20240110")])
    func isOld(_ day: String?) -> [Bool?] {
      tables.subjects(naming: .nausea, today: day.flatMap { LabelDate($0) })
        .subjects.flatMap(\.finding.evidence).map(\.isOld)
    }
    #expect(isOld("2026-01-10") == [false])
    #expect(isOld("2026-01-11") == [true])
    #expect(isOld(nil) == [nil])
  }

  @Test("Every row of the shipped table is found by its symptom, and only there")
  func wholeTable() throws {
    let table = try Shipped.tables().sideEffects
    let found = SymptomCategory.allCases.map { table.rows(naming: $0) }
    #expect(found.map(\.count).reduce(0, +) == table.count)
    for (symptom, rows) in zip(SymptomCategory.allCases, found) {
      #expect(rows.allSatisfy { $0.symptom == symptom })
      #expect(rows == table.rows.filter { $0.symptom == symptom }, "in the order of keys")
    }
    #expect(table.symptoms == SymptomCategory.allCases.filter { !table.rows(naming: $0).isEmpty })
  }

  @Test("M15 A subject stands in the answer once a direction, with all its rows")
  func oncePerDirection() throws {
    let tables = try Shipped.tables()
    for symptom in SymptomCategory.allCases {
      let answer = tables.subjects(naming: symptom)
      let keys = answer.subjects.map { "\($0.subject) \($0.finding.direction)" }
      #expect(Set(keys).count == keys.count)
      #expect(
        answer.subjects.map(\.finding.evidence.count).reduce(0, +)
          == tables.sideEffects.rows(naming: symptom).count)
      #expect(answer.subjects.map(\.finding.step) == answer.subjects.map(\.finding.step).sorted())
    }
  }

  @Test("Many threads that ask first get the same answer")
  func threads() async throws {
    let tables = try SmallTables.tables(Self.rows)
    let expected = subjects(try SmallTables.tables(Self.rows).subjects(naming: .nausea))
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { subjects(tables.subjects(naming: .nausea)) } }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test("An empty table answers with nothing")
  func empty() {
    let answer = MappingTables.empty.subjects(naming: .nausea)
    #expect(answer.subjects.isEmpty && answer.boxed.isEmpty && answer.readSubjectCount == 0)
    #expect(MappingTables.empty.sideEffects.symptoms.isEmpty)
  }
}

@Suite("What the labels of several medications say of one symptom")
struct SymptomExplanationTests {
  private static let rows = [
    RowText(
      code: "100", evidenceClass: "trial_table", drug: "12", compared: "4", comparator: "placebo"),
    RowText(code: "100", symptom: "Acne", route: "TOPICAL"),
    RowText(code: "200", evidenceClass: "listed"),
    RowText(kind: "combination", code: "300", symptom: "Fever"),
  ]

  private func explain(
    _ symptom: SymptomCategory, _ codes: [UInt32], going direction: EffectDirection? = nil,
    rows: [RowText] = rows
  ) throws -> SymptomExplanation {
    let tables = try SmallTables.tables(rows)
    return SymptomExplanation(
      symptom, direction: direction,
      in: try codes.map { tables.sideEffects(of: [try TwoDrugs.concept($0)]) })
  }

  @Test("S1 S29 Every medication stands in it once, and the words for no row differ")
  func standings() throws {
    // 200 names it, 100 names it first, 500 has no label, 111 is a cream.
    let found = try explain(.nausea, [500, 200, 111, 100])
    #expect(found.medications.map(\.place) == [3, 1, 2, 0])
    #expect(found.medications.map(\.standing) == [.named, .named, .otherRoute, .noLabel])
    #expect(found.medications.map(\.step) == [1, 4, nil, nil])
    #expect(found.medications[2].otherRoutes.count == 1, "S19: of another route, and shown apart")
  }

  @Test("S29 Read and not named, read in part, and not read at all are three answers")
  func coverage() throws {
    let rows = [RowText(code: "100", symptom: "Fever")]
    let found = try explain(.nausea, [110, 310, 510], rows: rows)
    #expect(found.medications.map(\.standing) == [.notNamed, .partlyRead, .noLabel])
    let unknown = SymptomExplanation(
      .nausea, in: [try SmallTables.tables(rows).sideEffects(of: [])])
    #expect(unknown.medications.map(\.standing) == [.unknown])
  }

  @Test("S28 Rows of single ingredients follow those of the combination's own labels")
  func inherited() throws {
    let rows = [
      RowText(code: "100"), RowText(kind: "combination", code: "300"),
    ]
    let found = try explain(.nausea, [310], rows: rows)
    #expect(
      found.medications.first?.findings.first?.evidence.map(\.via) == [.combination, .inherited])
  }

  @Test("S30 The direction that is felt ranks; the other one is shown and does not rank")
  func directions() throws {
    func row(_ code: String, _ direction: String, _ kind: String) -> RowText {
      RowText(code: code, symptom: "AppetiteChanges", direction: direction, evidenceClass: kind)
    }
    let rows = [
      row("100", "increased", "most_common"), row("100", "decreased", "listed"),
      row("200", "increased", "most_common"),
    ]
    let found = try explain(.appetiteChanges, [200, 100], going: .decreased, rows: rows)
    #expect(found.medications.map(\.place) == [1, 0])
    #expect(found.medications.map(\.standing) == [.named, .otherDirection])
    #expect(found.medications.map(\.step) == [4, nil])
    #expect(found.medications[0].findings.map(\.direction) == [.decreased, .increased])
    let both = try explain(.appetiteChanges, [200, 100], rows: rows)
    #expect(both.medications.map(\.step) == [1, 1])
  }

  @Test("S31 A boxed warning that names the symptom is said, and is never lower than step 3")
  func boxed() throws {
    let rows = [
      RowText(
        code: "100", fit: "related", evidenceClass: "boxed", population: "pediatric",
        section: "34066-1"),
      RowText(code: "200"),
    ]
    let found = try explain(.nausea, [200, 100], rows: rows)
    #expect(found.medications.map(\.isBoxed) == [true, false])
    #expect(found.medications.map(\.step) == [3, 4])
  }

  @Test("S4 Medications that say the same stand in the order in which they were given")
  func ties() throws {
    let rows = [RowText(code: "100")]
    for codes: [UInt32] in [[110, 112], [112, 110]] {
      #expect(try explain(.nausea, codes, rows: rows).medications.map(\.place) == [0, 1])
    }
    #expect(try explain(.nausea, [], rows: rows).medications.isEmpty)
  }

  @Test("S32 The age of labels can be counted to another day")
  func ages() throws {
    let answer = try SmallTables.tables([RowText(evidenceClass: "boxed", section: "34066-1")])
      .sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.asOf == nil)
    let old = answer.countingAges(to: LabelDate("2028-01-02"))
    #expect(old.asOf == LabelDate("2028-01-02"))
    #expect(old.symptoms.flatMap(\.evidence).map(\.isOld) == [true])
    #expect(old.warnings.flatMap(\.evidence).map(\.isOld) == [true])
    let new = old.countingAges(to: LabelDate("2028-01-01"))
    #expect(new.symptoms.flatMap(\.evidence).map(\.isOld) == [false])
    #expect(new.symptoms.map(\.step) == answer.symptoms.map(\.step))
  }
}

@Suite("Words for symptoms")
struct SymptomWordsTests {
  /// Phrases of a test, with the shipped synonyms.
  private func reader(_ phrases: String...) throws -> SymptomWords {
    let header = "phrase\tsymptom\tfit\tdirection\tregister\tnot_after_words\tnot_before_words\n"
    let rows = phrases.sorted().map { $0.replacing("|", with: "\t") + "\n" }.joined()
    return try SymptomWords(
      MappingTables { name in
        name == "phrases.tsv" ? [UInt8]((header + rows).utf8) : try? Shipped.bytes(name)
      })
  }

  private static func phrase(
    _ words: String, _ symptom: String, fit: String = "exact", direction: String = "present",
    notAfter: String = "", notBefore: String = ""
  ) -> String {
    "\(words)|HKCategoryTypeIdentifier\(symptom)|\(fit)|\(direction)|lay|\(notAfter)|\(notBefore)"
  }

  @Test("Each category is found by identifier, Swift case and display name, in any case")
  func names() throws {
    let reader = try SymptomWords(Shipped.tables())
    for symptom in SymptomCategory.allCases {
      for name in [symptom.rawValue, symptom.name, symptom.displayName, symptom.name.uppercased()] {
        let found = reader.read(name)
        #expect(found.map(\.symptom) == [symptom], "\(name)")
        #expect(found.first?.kind == .name && found.first?.fit == .exact)
      }
    }
  }

  @Test("Each synonym of symptoms.tsv and each phrase of phrases.tsv finds its category")
  func synonyms() throws {
    let tables = try Shipped.tables()
    let reader = try SymptomWords(tables)
    for symptom in SymptomCategory.allCases {
      let words =
        tables.symptoms.laySynonyms(of: symptom) + tables.symptoms.clinicalSynonyms(of: symptom)
      for word in words {
        #expect(reader.read(word).contains { $0.symptom == symptom }, "\(word)")
      }
    }
    for phrase in try tables.phrases().phrases {
      #expect(reader.read(phrase.text).contains { $0.symptom == phrase.symptom }, "\(phrase.text)")
    }
  }

  @Test("S4 Words of several categories give all of them, by identifier")
  func several() throws {
    let reader = try reader(
      Self.phrase("queasy belly", "Nausea"), Self.phrase("poor sleep", "SleepChanges"))
    #expect(reader.read("queasy belly and poor  sleep").map(\.symptom) == [.nausea, .sleepChanges])
    #expect(reader.read("queasy-belly").map(\.kind) == [.phrase])
    #expect(reader.read("a Queasy Belly!").map(\.kind) == [.within])
  }

  @Test("The longest phrase wins, and what is in it is not matched again")
  func longest() throws {
    let reader = try reader(
      Self.phrase("night unrest", "SleepChanges"), Self.phrase("unrest", "MoodChanges"))
    #expect(reader.read("some night unrest").map(\.symptom) == [.sleepChanges])
    #expect(reader.read("some unrest").map(\.symptom) == [.moodChanges])
  }

  @Test("Words before or behind that make it mean something else keep a phrase out")
  func guards() throws {
    let reader = try reader(
      Self.phrase("low mood", "MoodChanges", notAfter: "market", notBefore: "music"))
    #expect(reader.read("a low mood").count == 1)
    #expect(reader.read("the market low mood").isEmpty)
    #expect(reader.read("low mood music").isEmpty)
  }

  @Test("S30 A phrase says its direction, one without a direction says none")
  func direction() throws {
    let reader = try SymptomWords(Shipped.tables())
    #expect(reader.read("decreased appetite").map(\.direction) == [.decreased])
    #expect(reader.read("somnolence").map(\.direction) == [.increased])
    #expect(reader.read("decreased appetite lately").map(\.direction) == [.decreased])
    #expect(reader.read("sleep changes").map(\.direction) == [nil])
  }

  @Test(
    "S31 What is none of the 39 finds nothing",
    arguments: ["rash", "dry mouth", "", "   ", "…", "\u{0}", "xyzzy", "Nauseaa"])
  func none(_ words: String) throws {
    #expect(try SymptomWords(Shipped.tables()).read(words).isEmpty)
  }

  @Test("Any bytes are read without a crash, and each symptom comes once")
  func anything() throws {
    let reader = try SymptomWords(Shipped.tables())
    let all = try Shipped.tables().phrases().phrases.prefix(200).map(\.text)
    let found = reader.read(all.joined(separator: " \u{1F600}\t"))
    #expect(Set(found.map(\.symptom)).count == found.count)
    #expect(found.map(\.symptom) == found.map(\.symptom).sorted())
  }
}
