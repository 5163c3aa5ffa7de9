// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

import SymptomMapping

@Suite("Rules that every answer of side effects keeps")
struct SafetyTests {
  private func answer(
    _ rows: [RowText], _ labels: [LabelText] = [], of codes: [UInt32] = [110],
    today: LabelDate? = nil
  ) throws -> SideEffectAnswer {
    try SmallTables.tables(rows, labels: labels)
      .sideEffects(of: codes.map(TwoDrugs.concept), today: today)
  }

  @Test("S24 Every symptom has evidence: label, version, date, section, class")
  func evidence() throws {
    guard let catalog = try Shipped.catalog(for: "evidence of shipped rows") else { return }
    let tables = try Shipped.tables()
    for subject in tables.sideEffects.subjects {
      let concept = try #require(catalog.concept(for: subject.rxcui))
      let answer = tables.sideEffects(of: [concept])
      #expect(!answer.symptoms.isEmpty)
      for finding in answer.symptoms + answer.warnings + answer.otherRoutes {
        #expect(!finding.evidence.isEmpty)
        for evidence in finding.evidence {
          #expect(evidence.row.setID != nil && evidence.row.labelVersion != nil)
          #expect(evidence.row.labelDate != nil && evidence.row.sectionLOINC != nil)
          #expect(evidence.row.labelTerm != nil)
        }
      }
    }
  }

  @Test("S24 Nothing comes from memory: without rows there is no symptom")
  func noMemory() throws {
    let found = try answer([], [LabelText()])
    #expect(found.symptoms.isEmpty && found.warnings.isEmpty && found.otherRoutes.isEmpty)
    #expect(MappingTables.empty.sideEffects(of: [try TwoDrugs.concept(110)]).coverage == .none)
  }

  @Test("S25 Withdrawal and overdose are kept with their condition, and rank below")
  func contexts() throws {
    let found = try answer([
      RowText(symptom: "Chills", sense: "withdrawal"), RowText(symptom: "Vomiting"),
    ])
    #expect(found.symptoms.map(\.symptom) == [.vomiting, .chills])
    #expect(found.symptoms.last?.evidence.first?.row.sense == .withdrawal)
  }

  @Test("S27 A figure keeps its company, and figures are never averaged")
  func company() throws {
    let rows = [
      RowText(
        evidenceClass: "trial_table", drug: "12", compared: "6", comparator: "placebo",
        context: "high dose"),
      RowText(
        evidenceClass: "trial_table", drug: "<1", compared: "2", comparator: "active",
        population: "elderly"),
    ]
    let found = try #require(try answer(rows).symptoms.first).evidence.map(\.row)
    #expect(found.map(\.drugPercent) == ["12", "<1"])
    #expect(found.map(\.comparatorPercent) == ["6", "2"])
    #expect(found.map(\.comparator) == [.placebo, .active])
    #expect(found.map(\.context) == ["high dose", nil])
    #expect(found.map(\.population) == [nil, "elderly"])
  }

  @Test("S28 A combination's own rows come first, those of its ingredients are inherited")
  func combination() throws {
    let rows = [
      RowText(code: "100", evidenceClass: "most_common"),
      RowText(code: "100", symptom: "Acne", evidenceClass: "most_common"),
      RowText(kind: "combination", code: "300"),
      RowText(kind: "combination", code: "300", symptom: "Fever", evidenceClass: "most_common"),
    ]
    let asked: [(UInt32, Evidence.Origin)] = [(300, .own), (310, .combination)]
    for (code, own) in asked {
      let found = try answer(rows, of: [code])
      #expect(found.symptoms.map(\.symptom) == [.fever, .acne, .nausea])
      #expect(found.symptoms.last?.evidence.map(\.via) == [own, .inherited])
      #expect(found.coverage == .full)
    }
  }

  @Test("S28 A row of a combination's label is never given to a single ingredient")
  func notToIngredients() throws {
    let rows = [RowText(kind: "combination", code: "300")]
    for code: UInt32 in [100, 101, 200, 110, 111] {
      let found = try answer(rows, of: [code])
      #expect(found.symptoms.isEmpty && found.otherRoutes.isEmpty)
      #expect(found.coverage == .none)
    }
  }

  @Test("A salt's rows are marked, and so are its base's")
  func salts() throws {
    let rows = [RowText(code: "101"), RowText(code: "100", symptom: "Acne")]
    let base = try answer(rows, of: [100])
    #expect(base.symptoms.map(\.evidence[0].via) == [.own, .salt])
    let salt = try answer(rows, of: [101])
    #expect(salt.symptoms.map(\.evidence[0].via) == [.ingredient, .own])
  }

  @Test("A product's own rows are its own")
  func ownRows() throws {
    let rows = [RowText(kind: "product", code: "110"), RowText(code: "100")]
    #expect(try answer(rows).symptoms.first?.evidence.map(\.via) == [.own, .inherited])
    #expect(try answer(rows, of: [111]).otherRoutes.first?.evidence.map(\.via) == [.inherited])
  }

  @Test("S30 Directions never merge")
  func directions() throws {
    let rows = ["decreased", "increased", "unspecified"].flatMap { direction in
      ["AppetiteChanges", "SleepChanges", "MoodChanges"].map {
        RowText(symptom: $0, direction: direction)
      }
    }
    let found = try answer(rows).symptoms
    #expect(found.count == 9)
    #expect(found.prefix(3).map(\.direction) == [.decreased, .increased, .unspecified])
    #expect(found.allSatisfy { $0.evidence.count == 1 })
  }

  @Test("S31 Boxed warnings and warnings stand in a block of their own, by class")
  func warnings() throws {
    let rows = [
      RowText(symptom: "Acne", evidenceClass: "warning", section: "43685-7"),
      RowText(symptom: "Wheezing", evidenceClass: "boxed", section: "34066-1"),
      RowText(symptom: "Wheezing", evidenceClass: "listed"),
      RowText(symptom: "Nausea", evidenceClass: "most_common"),
    ]
    let found = try answer(rows)
    #expect(found.warnings.map(\.symptom) == [.wheezing, .acne])
    #expect(found.warnings.map { $0.evidence.map(\.row.evidenceClass) } == [[.boxed], [.warning]])
    #expect(found.symptoms.map(\.symptom) == [.nausea, .wheezing, .acne])
  }

  @Test("S31 A boxed warning is said with its label, whatever it is about")
  func boxedWarning() throws {
    let labels = [
      LabelText(setID: "newer", date: "20260301"),
      LabelText(setID: "boxed", date: "20250201", boxed: "WARNING: SOMETHING ELSE"),
    ]
    let found = try answer([], labels).boxedWarning
    #expect(found.present == .yes)
    #expect(found.setID == "boxed" && found.date == "2025-02-01")
    #expect(found.havingCount == 1 && found.readCount == labels.count)
    #expect(found.title == "WARNING: SOMETHING ELSE")
    let none = try answer([], [labels[0]]).boxedWarning
    #expect(none.present == .no && none.setID == "newer" && none.date == "2026-03-01")
    #expect(none.title == nil)
    #expect(try answer([]).boxedWarning == answer([], [], of: []).boxedWarning)
    #expect(try answer([]).boxedWarning.present == .unknown)
  }

  @Test("S31 Every ingredient's boxed warning is said")
  func boxedIngredients() throws {
    let labels = [
      LabelText(setID: "one", date: "20260301", boxed: "WARNING: ONE"),
      LabelText(code: "200", setID: "two", date: "20250301", boxed: "WARNING: TWO"),
    ]
    let found = try answer([], labels, of: [310]).boxedWarning
    #expect(found.labels.map(\.title) == ["WARNING: ONE", "WARNING: TWO"])
    #expect(found.labels.map(\.setID) == ["one", "two"])
    #expect(found.title == "WARNING: ONE" && found.setID == "one")
  }

  @Test("S31 Of a drug's labels that title their boxed warning alike, the newest stands for all")
  func sameTitles() throws {
    let labels = [
      LabelText(setID: "old", date: "20200101", boxed: "Lactic acidosis."),
      LabelText(setID: "new", date: "20260101", boxed: "WARNING: LACTIC ACIDOSIS"),
      LabelText(setID: "untitled", date: "20250101", boxed: "BOXED WARNING"),
      LabelText(setID: "other", date: "20210101", boxed: "WARNING: HEPATOTOXICITY"),
      LabelText(code: "200", setID: "part", date: "20190101", boxed: "LACTIC ACIDOSIS"),
    ]
    let found = try answer([], labels, of: [310]).boxedWarning
    #expect(found.labels.map(\.setID) == ["new", "other", "part"])
    #expect(try answer([], [labels[2]]).boxedWarning.labels.map(\.setID) == ["untitled"])
    let rows = ["old", "new"].map {
      RowText(evidenceClass: "boxed", context: $0, setID: $0, section: "34066-1")
    }
    #expect(try answer(rows, labels).boxedWarning.labels.map(\.setID) == ["new", "other"])
  }

  @Test("S31 A boxed warning of an ingredient is not lost behind the combination's label")
  func boxedIngredient() throws {
    let labels = [
      LabelText(kind: "combination", code: "300"), LabelText(setID: "part", boxed: "WARNING"),
    ]
    let found = try answer([], labels, of: [310]).boxedWarning
    #expect(found.present == .yes && found.setID == "part")
  }

  @Test("S31 S19 The boxed warning of a label that states no route is said with that")
  func boxedWithoutRoute() throws {
    let found = try answer([], [LabelText(route: "", boxed: "WARNING")])
    #expect(found.boxedWarning.present == .yes)
    #expect(found.boxedWarning.labels.map(\.isRouteStated) == [false])
    #expect(found.coverage == .none && found.reasons == ["no_route_match"])
    let none = try answer([], [LabelText(route: "")])
    #expect(none.boxedWarning.present == .unknown, "its route may be another")
  }

  @Test("S32 The age of a label is said where no row quotes it, too")
  func boxedAge() throws {
    let today = try #require(LabelDate(year: 2026, month: 11, day: 23))
    let old = try answer([], [LabelText(date: "20240101", boxed: "WARNING")])
    #expect(old.boxedWarning.labels.map(\.isOld) == [nil])
    #expect(old.countingAges(to: today).boxedWarning.labels.map(\.isOld) == [true])
    let none = try answer([], [LabelText(date: "20260101")]).countingAges(to: today)
    #expect(none.boxedWarning.present == .no && none.boxedWarning.label?.isOld == false)
  }

  @Test("S31 A boxed warning of another route's label is not said of a product")
  func boxedRoute() throws {
    let found = try answer([], [LabelText(route: "TOPICAL", boxed: "WARNING")])
    #expect(found.boxedWarning.present == .unknown)
  }

  @Test("S32 The date stands in every row, and an old label is said to be old")
  func age() throws {
    let today = try #require(LabelDate("2028-01-02"))
    let rows = [
      RowText(date: "20260101"), RowText(symptom: "Vomiting", date: "20260102"),
    ]
    let found = try answer(rows, today: today).symptoms.map(\.evidence[0])
    #expect(found.map { $0.row.labelDate?.description } == ["2026-01-01", "2026-01-02"])
    #expect(found.map(\.isOld) == [true, false])
    #expect(try answer(rows).symptoms.map(\.evidence[0].isOld) == [nil, nil])
  }

  @Test("S37 The order of rows, labels and concepts plays no part; nothing comes twice")
  func determinism() throws {
    let rows = [
      RowText(evidenceClass: "most_common"), RowText(symptom: "Acne"),
      RowText(code: "101", symptom: "Acne"), RowText(code: "200"),
      RowText(kind: "combination", code: "300"), RowText(symptom: "Fever", route: "TOPICAL"),
      RowText(
        evidenceClass: "trial_table", drug: "12", compared: "3", comparator: "placebo"),
    ]
    let labels = [LabelText(), LabelText(code: "200"), LabelText(setID: "z", boxed: "W")]
    let codes: [UInt32] = [110, 310, 111, 300, 100]
    func text(_ rows: [RowText], _ labels: [LabelText], _ codes: [UInt32]) throws -> String {
      let found = try answer(rows, labels, of: codes)
      return "\(found.boxedWarning) \(found.coverage) \(found.reasons) "
        + [found.symptoms, found.warnings, found.otherRoutes].map { block in
          block.map { finding in
            "\(finding.step) \(finding.symptom) \(finding.direction) "
              + finding.evidence.map {
                "\($0.via) \($0.row.subject.rxcui) \($0.row.evidenceClass) \($0.row.routes)"
              }.joined(separator: ", ")
          }.joined(separator: "; ")
        }.joined(separator: " | ")
    }
    let expected = try text(rows, labels, codes)
    for turn in 1..<rows.count {
      let turned = Array(rows[turn...] + rows[..<turn])
      #expect(try text(turned, labels.reversed(), codes.reversed() + codes) == expected)
    }
    let found = try answer(rows, labels, of: codes)
    for block in [found.symptoms, found.otherRoutes, found.warnings] {
      let effects = block.map { "\($0.symptom) \($0.direction)" }
      #expect(Set(effects).count == effects.count)
      let all = block.flatMap(\.evidence).map(\.row)
      #expect(Set(all).count == all.count)
    }
  }
}
