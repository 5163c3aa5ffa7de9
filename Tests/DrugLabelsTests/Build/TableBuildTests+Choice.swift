// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Which statements of several labels become rows, and which are only counted.

extension TableBuildTests {
  @Test("S1 What less than a quarter of the labels say is counted, for a label each")
  func rare() throws {
    let most = MadeLabel.statement(.nausea, .trialTable, drug: "5")
    let other = MadeLabel.statement(.nausea, .trialTable, drug: "7", context: "Table 2")
    for (count, rare) in [(1, 0), (4, 0), (5, 1)] {
      let one = labels(Array(repeating: [most], count: count) + [[other]])
      let tables = try builder(one).tables()
      #expect(rows(tables.sideEffects).count == 2 - rare)
      #expect(tables.report.rare == rare)
      let counts = rows(tables.labels).map { $0["statements_left_out"] }
      #expect(counts == Array(repeating: "0", count: count) + ["\(rare)"])
      #expect(
        try LabelTable(bytes: tables.labels).subjects.count == 1 && tables.report.statements == 2)
    }
  }

  @Test(
    "S1 A common effect without a figure that hardly a label lists is left out, but not its symptom"
  )
  func rareList() throws {
    let usual = MadeLabel.statement(.nausea, .mostCommon)
    let rare = MadeLabel.statement(.dizziness, .mostCommon)
    let listed = MadeLabel.statement(.dizziness, .warning, context: "Falls")
    let many = Array(repeating: [usual], count: 20)
    for (labels, classes) in [
      (many + [[rare]], ["most_common"]), (many + [[rare, listed]], ["warning"]),
    ] {
      let found = rows(try builder(self.labels(labels)).tables().sideEffects)
      #expect(
        found.filter { $0["symptom"]?.hasSuffix("Dizziness") == true }.map { $0["evidence_class"] }
          == classes)
    }
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

  @Test("S31 A statement of a boxed warning stays, whether or not another label makes it")
  func rareBoxed() throws {
    let usual = MadeLabel.statement(.nausea, .boxed, context: "WARNING: LACTIC ACIDOSIS")
    let rare = MadeLabel.statement(.nausea, .boxed, context: "WARNING: BLEEDING")
    let tables = try builder(labels(Array(repeating: [usual], count: 20) + [[rare]])).tables()
    #expect(rows(tables.sideEffects).count == 2 && tables.report.rare == 0)
  }

  static let restated: [(given: [LabelStatement], kept: [String])] = [
    // Without figures, the label's own cut tells lists apart; one under no heading is the wider.
    (
      [
        MadeLabel.statement(.nausea, .mostCommon, context: "In combination with x"),
        MadeLabel.statement(.nausea, .mostCommon),
      ], [""]
    ),
    (
      [
        MadeLabel.statement(.nausea, .mostCommon, drug: "8", context: "Adults with x"),
        MadeLabel.statement(.nausea, .mostCommon, context: "Most people"),
      ], ["Adults with x"]
    ),
    (
      [
        MadeLabel.statement(.nausea, .mostCommon, drug: "8", context: "Adults with x"),
        MadeLabel.statement(.nausea, .mostCommon, drug: "9", context: "Adults with y"),
      ], ["Adults with x", "Adults with y"]
    ),
    // A warning under a heading says more than one under none.
    (
      [
        MadeLabel.statement(.nausea, .warning),
        MadeLabel.statement(.nausea, .warning, context: "Pancreatitis"),
        MadeLabel.statement(.nausea, .warning, context: "Lactic Acidosis"),
      ], ["Lactic Acidosis", "Pancreatitis"]
    ),
    // Headings that differ in an ending are one, but not within a label.
    (
      [
        MadeLabel.statement(.nausea, .warning, context: "Hypersensitivity Reactions"),
        MadeLabel.statement(.nausea, .warning, context: "Hypersensitivity Reaction"),
      ], ["Hypersensitivity Reaction", "Hypersensitivity Reactions"]
    ),
  ]

  @Test("What says no more than another statement is no row; it is counted", arguments: restated)
  func restating(_ one: (given: [LabelStatement], kept: [String])) throws {
    let tables = try builder(labels([one.given])).tables()
    #expect(rows(tables.sideEffects).compactMap { $0["context"] } == one.kept)
    #expect(tables.report.restated == one.given.count - one.kept.count)
    #expect(tables.report.statements == one.given.count)
  }

  @Test("A heading of one label that has text behind it in another is one")
  func gluedHeadings() throws {
    let found = try sideEffects(
      labels([
        [MadeLabel.statement(.nausea, .warning, context: "Pancreatitis")],
        [MadeLabel.statement(.nausea, .warning, context: "Pancreatitis There were reports")],
      ]))
    #expect(found.map { $0["context"] } == ["Pancreatitis"])
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

  @Test("S27 Figures that one label gives without a caption are about whom another's caption names")
  func captions() throws {
    var bare = MadeLabel.statement(.nausea, .trialTable, drug: "5")
    var captioned = MadeLabel.statement(
      .nausea, .trialTable, drug: "5", population: "pediatric", context: "Children")
    bare.arm = "[drug] N=9"
    captioned.arm = bare.arm
    #expect(
      try sideEffects(labels([[bare], [captioned]])).map { $0["population"] } == ["pediatric"])
    bare.arm = "[drug] N=10"
    #expect(try sideEffects(labels([[bare], [captioned]])).count == 2)
  }

  @Test("S1 Of many figures of a symptom the most telling six are rows, the others are counted")
  func surplus() throws {
    func figure(_ drug: String, _ compared: String?, _ arm: String) -> LabelStatement {
      var statement = MadeLabel.statement(.nausea, .trialTable, drug: drug, compared: compared)
      statement.arm = arm
      return statement
    }
    let figures = [
      figure("90", nil, "a"), figure("1", "1", "b"), figure("2", "1", "c"), figure("3", "1", "d"),
      figure("4", "1", "e"), figure("5", "1", "f"), figure("0.5", "1", "All doses"),
      figure("6", "1", "g"),
    ]
    let few = [figure("90", nil, "a"), figure("8", nil, "b"), figure("2", "1", "c")]
    let children = MadeLabel.statement(.nausea, .trialTable, drug: "7", population: "pediatric")
    let tables = try builder(labels([figures + [children]])).tables()
    let found = rows(tables.sideEffects).compactMap { $0["arm"] }
    #expect(found == ["All doses", "c", "d", "e", "f", "g", ""])
    #expect(tables.report.surplus == 2 && tables.report.rare == 0)
    #expect(rows(tables.labels).map { $0["statements_left_out"] } == ["2"])
    #expect(try sideEffects(labels([few])).compactMap { $0["arm"] } == ["a", "c"])
    #expect(try sideEffects(labels([Array(few.prefix(2))])).count == 2)
  }
}
