// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import SymptomMapping
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Pages of rows that were copied from labels: each figure and heading is the label's.
@Suite("What a page of side effects shows")
struct SideEffectPageTests {
  /// A row of side-effects.tsv; one label, a version and a date for all.
  private struct Row {
    var code = "29046"
    var symptom = "Coughing"
    var kind = "listed"
    var fit = "exact"
    var figures = "\t\t\tnone"
    var population = ""
    var sense = "effect"
    var context = ""
    var arm = ""
    var section = "34084-4"
    var term = "cough"

    var line: String {
      let (type, direction) =
        symptom.hasPrefix("-") ? (String(symptom.dropFirst()), "decreased") : (symptom, "present")
      return [
        "ingredient", code, "drug \(code)", "HKCategoryTypeIdentifier\(type)", fit, direction, kind,
        figures, population, sense, context, arm, "", "ORAL", "1", "1", "label-\(code)", section,
        "", term, "A",
      ].joined(separator: "\t")
    }
  }

  /// The page of a question to tables of these rows, and what was said beside.
  private func page(
    _ words: [String], _ rows: [Row], unread: Int = 0, boxed: String = ""
  ) throws -> ToolProcess {
    let folder = try TemporaryFolder()
    let names = Repository.root.appending(path: "Data/Mappings")
    let own = ["side-effects.tsv", "labels.tsv"]
    for name in MappingTables.fileNames where !own.contains(name) {
      _ = try folder.write(
        String(contentsOf: names.appending(path: name), encoding: .utf8), to: name)
    }
    let evidence =
      [
        "subject_kind\trxcui\tname\tsymptom\tfit\tdirection\tevidence_class\tthreshold\t"
          + "drug_percent\tcomparator_percent\tcomparator\tpopulation\tsense\tcontext\tarm\t"
          + "comparator_arm\troute\tlabels_seen\tlabels_agreeing\tset_id\tsection_loinc\t"
          + "subsection\tlabel_term\ttrust"
      ] + rows.map(\.line)
    let labels =
      [
        "subject_kind\trxcui\tname\troute\tset_id\tlabel_version\tlabel_date\thas_boxed_warning\t"
          + "boxed_title\thas_effect_section\tsource_kind\tunmapped_terms\tsubstances\t"
          + "unread_tables\tsource_address\tlicence"
      ]
      + Set(rows.map(\.code)).sorted().map { code in
        "ingredient\t\(code)\tdrug \(code)\tORAL\tlabel-\(code)\t1\t20260101\t"
          + "\(boxed.isEmpty ? "no" : "yes")\t\(boxed)\tyes\tspl\t46\t\t\(unread)\t\tCC0-1.0"
      }
    _ = try folder.write(evidence.joined(separator: "\n") + "\n", to: "side-effects.tsv")
    let path = try folder.write(labels.joined(separator: "\n") + "\n", to: "labels.tsv")
    return try ToolProcess.asking(
      words + ["--mappings", URL(filePath: path).deletingLastPathComponent().path])
  }

  private func lines(_ run: ToolProcess) -> [String] {
    run.output.split(separator: "\n").map(String.init)
  }

  @Test("A list without figures has those of the trial, of the drug alone, with its own label")
  func figureBeside() throws {
    let trial = "PERCENT OF PATIENTS IN CONTROLLED STUDIES"
    let found = lines(
      try page(
        ["side-effects", "29046"],
        [
          Row(kind: "most_common", context: "Hypertension"),
          Row(
            kind: "trial_table", figures: "\t3.5\t1.0\tplacebo", context: trial,
            arm: "[drug] (n=1349)"),
          Row(
            kind: "trial_table", figures: "\t4.6\t1.0\tplacebo", context: trial,
            arm: "[drug]/ Hydrochlorothiazide (n=629)"),
        ]))
    let line = try #require(found.first { $0.hasPrefix("Coughing ") })
    #expect(line.contains("3.5 % vs 1.0 % placebo, “[drug] (n=1349)”"))
    #expect(line.contains("most common [1], trial table [1]") && line.contains("“\(trial)”"))
  }

  @Test("The context of another regimen is whole, a long one of the drug's own is not")
  func regimen() throws {
    let regimen =
      "Triple Therapy ([drug]/clarithromycin/amoxicillin) > The most frequent adverse reactions"
    let own = "Monotherapy > The most common adverse reactions reported in clinical trials of it"
    let found = try page(
      ["side-effects", "7646"],
      [
        Row(
          code: "7646", symptom: "LossOfTaste", kind: "most_common", figures: "\t10\t\tnone",
          context: regimen, term: "taste perversion"),
        Row(
          code: "7646", symptom: "Nausea", kind: "most_common", figures: "\t4\t\tnone",
          context: own, term: "nausea"),
      ]
    ).output
    #expect(found.contains("“\(regimen.replacing(" > ", with: " · "))”"))
    #expect(!found.contains("clinical trials of it") && found.contains("“Monotherapy · The most"))
  }

  @Test("S27 No joint of a context or a header reads as greater than; a cut stays one")
  func joints() throws {
    let context = "Adults > Incidence > 5%"
    let found = try page(
      ["side-effects", "29046"],
      ["80", "10"].map { dose in
        Row(
          kind: "trial_table", figures: "\t\(dose)\t1.0\tplacebo", context: context,
          arm: "[drug] > \(dose) mg")
      }
    ).output
    #expect(found.contains("“[drug] · 80 mg”"))
    #expect(found.contains("“Adults · Incidence > 5%”"))
  }

  @Test("One line a heading of warnings, boxed ones before the table, the others behind")
  func folded() throws {
    func warning(_ symptom: String, _ term: String, _ section: String, _ heading: String) -> Row {
      Row(
        code: "6809", symptom: symptom, kind: "warning", fit: "related", sense: "sign",
        context: heading, section: section, term: term)
    }
    let found = lines(
      try page(
        ["side-effects", "6809"],
        [
          Row(code: "6809", symptom: "Diarrhea", kind: "most_common", term: "diarrhea"),
          warning("Fatigue", "malaise", "34066-1", "Lactic Acidosis"),
          warning("GeneralizedBodyAche", "myalgias", "34066-1", "WARNING: LACTIC ACIDOSIS"),
          warning("Nausea", "nausea", "43685-7", "Hypoglycemia"),
          warning("Vomiting", "vomiting", "43685-7", "Hypoglycemia"),
        ], boxed: "WARNING: LACTIC ACIDOSIS"))
    let box = try #require(
      found.firstIndex {
        $0.hasPrefix("in the boxed warning, signs of “Lactic Acidosis”: ")
          && $0.contains("Fatigue “malaise”") && $0.contains("“myalgias”")
      })
    let table = try #require(found.firstIndex { $0.hasPrefix("Diarrhea ") })
    let other = try #require(
      found.firstIndex {
        $0.hasPrefix("in the warnings, signs of “Hypoglycemia”: Nausea “nausea”, Vomiting")
      })
    #expect(box < table && table < other)
    #expect(found.count { $0.hasPrefix("in the ") } == 2)
  }

  @Test("Never empty: without a common effect the first ten others stand, and it is said")
  func lesser() throws {
    let names = [
      "Acne", "Bloating", "BreastPain", "Chills", "Constipation", "Diarrhea", "Dizziness",
      "DrySkin", "Fainting", "Fatigue", "Fever", "Headache",
    ]
    let found = lines(
      try page(
        ["side-effects", "10582"],
        names.map { Row(code: "10582", symptom: $0, term: $0.lowercased()) }))
    #expect(found.contains { $0.hasSuffix("the first others, from lists, warnings and reports:") })
    #expect(found.count { $0.contains(" listed [1]") } == 10)
    #expect(found.contains { $0.hasPrefix("2 more symptoms are not shown") })
  }

  @Test("S25 What labels name only of an overdose or of stopping is apart, and marked in all")
  func onlyOfDose() throws {
    func row(_ symptom: String, _ kind: String, _ sense: String) -> Row {
      Row(
        symptom: symptom, kind: kind, sense: sense, section: "43685-7",
        term: symptom.lowercased())
    }
    let rows = [
      row("Nausea", "listed", "effect"), row("Fatigue", "warning", "overdosage"),
      row("Chills", "warning", "withdrawal"), row("Headache", "warning", "overdosage"),
      row("Headache", "listed", "effect"),
    ]
    let first = lines(try page(["side-effects", "29046"], rows))
    #expect(!first.contains { $0.hasPrefix("Fatigue") || $0.hasPrefix("Chills") })
    #expect(first.contains { $0.hasPrefix("in the warnings, overdosage: Fatigue, Headache") })
    let headache = try #require(first.first { $0.hasPrefix("Headache ") })
    #expect(headache.contains("listed [1]") && headache.hasSuffix("also on overdosage"))
    let all = lines(try page(["side-effects", "29046", "--all"], rows))
    #expect(all.contains { $0.hasPrefix("Fatigue, only on overdosage ") })
    #expect(all.contains { $0.hasPrefix("Chills, only on stopping ") })
    try page(["explain", "--symptom", "fatigue", "--medications", "29046"], rows)
      .expect(prints: "lisinopril (29046), only on overdosage ")
    try page(["resolve", "29046"], rows).expect(
      prints: "labels name 2 of 39 symptom categories; none of them as a common effect; "
        + "2 on overdosage or stopping only; see rxkit side-effects")
  }

  @Test("S19 A page with labels of one route does not repeat it")
  func oneRoute() throws {
    let found = try page(["side-effects", "29046"], [Row()]).output
    #expect(!found.contains("(oral)") && found.contains("listed [1]"))
  }

  @Test("Children's effects are said to be theirs")
  func population() throws {
    try page(
      ["side-effects", "1364430"],
      [
        Row(
          code: "1364430", symptom: "Vomiting", kind: "most_common", figures: "10\t\t\tnone",
          population: "pediatric", term: "vomiting")
      ]
    ).expect(prints: "at least 10 %, pediatric")
  }

  @Test("Tables that were not read, terms outside the 39, and no label at all are said")
  func limits() throws {
    let read = lines(try page(["side-effects", "29046"], [Row()], unread: 2))
    #expect(
      read.contains {
        $0.hasPrefix("not read: 2 tables of adverse reactions in a label of drug 29046")
      })
    #expect(
      read.contains { $0.contains("names up to 46 terms outside the 39 categories") })
    let none = lines(try page(["side-effects", "6809"], [Row()]))
    #expect(none.first == "No U.S. label for metformin in this table.")
  }

  @Test("A symptom outside the 39 is said on the page, and nothing else")
  func outside() throws {
    let run = try page(["explain", "--symptom", "rash", "--medications", "29046"], [Row()])
    #expect(lines(run) == ["rash: none of the 39 symptom categories; rxkit symptoms lists them"])
    #expect(!run.errors.contains("rash") && run.exitCode == 1)
    let both = try page(
      ["explain", "--symptom", "rash", "--symptom", "cough", "--medications", "29046"], [Row()]
    ).expect(prints: "Coughing: named in labels of 1 of 1 medication")
    #expect(lines(both).first?.hasPrefix("rash: none of the 39") == true)
  }

  @Test("rxkit symptoms --with answers as rxkit explain does")
  func own() throws {
    let rows = [Row(), Row(code: "6809", symptom: "Nausea", term: "nausea")]
    let asked = try page(["symptoms", "cough", "--with", "6809,29046"], rows)
    let explained = try page(
      ["explain", "--symptom", "cough", "--medications", "6809,29046"], rows)
    #expect(asked.exitCode == 0 && asked.output == explained.output)
    for words in [
      ["symptoms", "--with", "6809"], ["symptoms", "cough", "--with", "6809", "--top", "3"],
    ] {
      try page(words, rows).expect(2)
    }
  }

  @Test(
    "A slip is mended, another word is not",
    arguments: FixtureRows.pairs("words near a symptom"))
  func suggestion(_ words: String, _ meant: String) throws {
    let errors = try page(["symptoms", words], [Row()]).errors
    #expect(errors.contains("none of the 39 symptom categories"))
    #expect(errors.contains("Did you mean") == !meant.isEmpty, "\(errors)")
    #expect(meant.isEmpty || errors.contains("Did you mean '\(meant)'"))
  }
}
