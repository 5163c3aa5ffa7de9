// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit symptoms, explain and side-effects")
struct SymptomCommandTests {
  private func json(_ words: String...) throws -> (code: Int32, value: Any) {
    let run = try ToolProcess.asking(words + ["--format", "json"])
    return (run.exitCode, try JSONSerialization.jsonObject(with: Data(run.output.utf8)))
  }

  private func object(_ words: String...) throws -> (code: Int32, value: [String: Any]) {
    let run = try ToolProcess.asking(words + ["--format", "ndjson"])
    let line = run.output.split(separator: "\n").first ?? ""
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return (run.exitCode, try #require(value as? [String: Any], "\(run.errors)"))
  }

  // MARK: Side effects

  struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    /// Symptoms of step 1 or 2, each with the figures of a row if the specification names them.
    let symptoms: [(name: String, drug: [String])]
    var testDescription: String { name }
  }

  /// The four checks of side-effects.md, section 6, which read the labels by hand.
  static let expected = [
    Expected(
      name: "metformin", code: "6809",
      symptoms: [("diarrhea", ["53"]), ("nausea", []), ("vomiting", []), ("bloating", [])]),
    Expected(
      name: "lisinopril", code: "29046",
      symptoms: [("dizziness", []), ("headache", []), ("coughing", [])]),
    Expected(
      name: "sertraline", code: "36437",
      symptoms: [("nausea", []), ("diarrhea", []), ("sleepChanges", [])]),
    Expected(
      name: "sildenafil", code: "136411",
      symptoms: [("headache", ["16", "28"]), ("hotFlashes", []), ("heartburn", [])]),
  ]

  @Test(
    "Section 6: what a person would ask about first is what labels say first", arguments: expected)
  func salience(_ one: Expected) throws {
    let (code, value) = try json("side-effects", one.code)
    #expect(code == 0)
    let answer = try #require((value as? [[String: Any]])?.first)
    let effects = try #require(answer["sideEffects"] as? [String: Any])
    let findings = try #require(effects["symptoms"] as? [[String: Any]])
    let steps = findings.compactMap { $0["step"] as? Int }
    #expect(steps == steps.sorted() && steps.count == findings.count)
    for (name, drug) in one.symptoms {
      let identifier = "HKCategoryTypeIdentifier" + name.prefix(1).uppercased() + name.dropFirst()
      let own = findings.filter { $0["symptom"] as? String == identifier }
      #expect(own.contains { $0["step"] as? Int ?? 9 <= 2 }, "\(name)")
      let figures = own.flatMap { $0["evidence"] as? [[String: Any]] ?? [] }
        .compactMap { $0["drugPercent"] as? String }
      if !drug.isEmpty { #expect(drug.contains(where: figures.contains), "\(name): \(figures)") }
    }
    let table = try ToolProcess.asking("side-effects", one.code)
    let first = findings.prefix { $0["step"] as? Int ?? 9 <= 2 }
    for finding in first {
      #expect(table.output.contains(finding["name"] as? String ?? "?"))
    }
    if first.count < findings.count {
      #expect(table.output.contains("\(findings.count - first.count) more symptom"))
    }
  }

  @Test("S31 --top and --all cut no boxed warning")
  func boxedIsNotCut() throws {
    let block = { (words: [String]) throws -> [Substring] in
      try ToolProcess.asking(["side-effects", "36437", "6809"] + words).output.split(
        separator: "\n"
      )
      .filter { $0.hasPrefix("in the boxed ") || $0.hasPrefix("boxed warning: ") }
    }
    let whole = try block([])
    #expect(whole.contains { $0.hasPrefix("boxed warning: yes – WARNING: LACTIC ACIDOSIS") })
    // A sign of the danger is not shown as if it were harmless in itself.
    let signs = [
      "“malaise”", "body and muscle ache", "“respiratory distress”", "“somnolence”",
      "“abdominal pain”",
    ]
    for sign in signs {
      #expect(
        whole.contains {
          $0.lowercased().hasPrefix("in the boxed warning, signs of “")
            && $0.lowercased().contains("lactic acidosis") && $0.lowercased().contains(sign)
        }, "\(sign)")
    }
    #expect(try block(["--top", "0"]).count == whole.count)
    #expect(try block(["--all"]).count == whole.count)
  }

  @Test("S31 Signs in a boxed warning come first on every page")
  func signsInBoxes() throws {
    // Metformin's fatigue is a sign of lactic acidosis, which its boxed warning is about.
    let pages = [
      ["explain", "--symptom", "fatigue", "--medications", "860975"], ["symptoms", "fatigue"],
    ]
    for page in pages {
      let lines = try ToolProcess.asking(page).output.split(separator: "\n")
      let first = lines.firstIndex {
        $0.hasPrefix("in the boxed warning, signs of “")
          && $0.lowercased().contains("lactic acidosis")
      }
      let table = lines.firstIndex { $0.hasPrefix("medication ") || $0.hasPrefix("drug ") }
      #expect(try #require(first) < #require(table))
    }
    let answer = try object(
      "explain", "--symptom", "fatigue", "--medications", "860975"
    ).value
    let symptoms = answer["symptoms"] as? [[String: Any]]
    let medications = symptoms?.first?["medications"] as? [[String: Any]]
    #expect(medications?.first?["boxed"] as? Bool == true)
  }

  @Test("S31 S25 Both boxed warnings of a product, each with what it is a sign of")
  func twoBoxes() throws {
    // Metformin with pioglitazone: titles as the labels have them.
    let lines = try ToolProcess.asking(["side-effects", "861783"]).output.split(separator: "\n")
    for title in ["WARNING: LACTIC ACIDOSIS", "WARNING: CONGESTIVE HEART FAILURE"] {
      #expect(lines.contains { $0.hasPrefix("boxed warning: yes – \(title)") })
    }
    #expect(
      lines.contains {
        $0.lowercased().hasPrefix("in the boxed warning, signs of “")
          && $0.lowercased().contains("lactic acidosis”") && $0.contains("Fatigue")
      })
    let effects = try object("side-effects", "861783").value["sideEffects"] as? [String: Any]
    let labels = effects?["boxedWarnings"] as? [[String: Any]]
    // Each title once for a drug, of its newest label; the product's own may name both dangers.
    let titles = labels?.compactMap { $0["title"] as? String } ?? []
    #expect(titles.contains { $0.contains("LACTIC ACIDOSIS") })
    #expect(titles.contains { $0.contains("CONGESTIVE HEART FAILURE") })
    #expect(Set(labels?.compactMap { $0["setId"] as? String } ?? []).count == titles.count)
  }

  @Test("S1 S29 Every medication has a row, with or without evidence")
  func everyMedicationHasARow() throws {
    let run = try ToolProcess.asking([
      "side-effects", "6711", "nosuchdrugx", "6809", "--format", "tsv",
    ])
    let rows = run.output.split(separator: "\n").map(\.cells)
    let places = ["given", "coverage", "boxed_warning", "symptom"].map {
      rows[0].firstIndex(of: $0) ?? 0
    }
    let melatonin = rows.filter { $0[places[0]].contains("6711") }
    #expect(
      melatonin.map { row in places.dropFirst().map { row[$0] } } == [["none", "unknown", ""]])
    let unknown = rows.filter { $0[places[0]].contains("nosuchdrugx") }
    #expect(unknown.count == 1 && unknown[0][places[3]].isEmpty)
    #expect(
      rows.contains { $0[places[1]] == "full" && $0[places[2]] == "yes" && !$0[places[3]].isEmpty })
  }

  // MARK: Symptoms

  // MARK: Explain

  @Test("S1 S29 Every medication stands under every symptom, with its coverage")
  func explain() throws {
    let (code, answer) = try object(
      "explain", "--symptom", "nausea", "--symptom", "dizziness", "--medications", "6809,36437",
      "8610077")
    #expect(code == 1, "one code leads to no drug")
    #expect((answer["medications"] as? [Any])?.count == 3)
    let symptoms = try #require(answer["symptoms"] as? [[String: Any]])
    #expect(symptoms.count == 2)
    for symptom in symptoms {
      let statements = try #require(symptom["medications"] as? [[String: Any]])
      #expect(Set(statements.compactMap { $0["medication"] as? Int }) == [0, 1, 2])
      #expect(statements.last?["standing"] as? String == "unknown")
    }
  }

  @Test("S33 No words of cause or advice are printed")
  func noAdvice() throws {
    let run = try ToolProcess.asking(
      "explain", "--symptom", "nausea", "--medications", "6809", "36437", "29046"
    ).expect(0)
    let text = run.output.lowercased()
    for word in ["cause", "because", "due to", "should", "recommend", "likely", "responsible"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("no advice, diagnosis or verdict on safety"))
    #expect(text.contains("is not ruled out"))
  }
}

@Suite("What rxkit explain is given, and what it counts")
struct ExplainCommandTests {
  @Test(
    "Codes and names with commas are split, numbers and paths are not",
    arguments: FixtureRows.pairs("given medications"))
  func splitting(_ given: String, _ medications: String) {
    #expect(GivenMedications.words([given]).joined(separator: " | ") == medications)
  }
}
