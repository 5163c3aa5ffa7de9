// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("What rxkit explain is given, and what it counts")
struct ExplainCommandTests {
  /// A word, and the medications that it names.
  static let words: [(given: String, medications: [String])] = [
    ("lisinopril,sertraline,warfarin", ["lisinopril", "sertraline", "warfarin"]),
    ("lisinopril, sertraline , warfarin", ["lisinopril", "sertraline", "warfarin"]),
    ("6809,36437", ["6809", "36437"]),
    ("0093-3109-05,6809", ["0093-3109-05", "6809"]),
    ("lisinopril,36437", ["lisinopril", "36437"]),
    ("36437,lisinopril", ["36437", "lisinopril"]),
    ("metformin 500 mg,lisinopril 10 mg", ["metformin 500 mg", "lisinopril 10 mg"]),
    ("metformin 500 mg, 36437", ["metformin 500 mg", "36437"]),
    ("vitamin D 1,000 units", ["vitamin D 1,000 units"]),
    ("vitamin D 1,000 units,warfarin", ["vitamin D 1,000 units", "warfarin"]),
    (",lisinopril,,", ["lisinopril"]), ("lisinopril", ["lisinopril"]), ("-", ["-"]),
    ("ésoméprazole,warfarin", ["ésoméprazole", "warfarin"]),
    ("list,of,drugs.json", ["list,of,drugs.json"]), (" , ", []),
  ]

  @Test("Codes and names with commas are split, numbers and paths are not", arguments: words)
  func splitting(_ given: String, _ medications: [String]) {
    #expect(GivenMedications.words([given]) == medications)
  }

  /// Medications, all of them with labels that were read, and what is said of their count.
  static let counts: [(medications: [String], line: String)] = [
    (["nosuchdrugx"], "Nausea: no medication could be resolved, so none was checked"),
    (["nosuchdrugx,8610077"], "Nausea: no medication could be resolved, so none was checked"),
    (["sertraline"], "Nausea: named in labels of 1 of 1 medication"),
    (
      ["sertraline,nosuchdrugx"],
      "Nausea: named in labels of 1 of 1 medication; not counted: 1 that could not be resolved"
    ),
    (
      ["sertraline,nosuchdrugx", "metformin", "8610077"],
      "Nausea: named in labels of 2 of 2 medications; not counted: 2 that could not be resolved"
    ),
  ]

  @Test("S9 S29 A medication that could not be resolved is never counted", arguments: counts)
  func counting(_ medications: [String], _ line: String) throws {
    let run = try ToolProcess.asking(
      ["explain", "--symptom", "nausea", "--medications"] + medications)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.contains(line), "\(run.output)")
    let unresolved = medications.joined(separator: ",").split(separator: ",")
      .filter { ["nosuchdrugx", "8610077"].contains($0) }
    for word in unresolved {
      #expect(lines.contains("\(word): could not be resolved to one drug; not checked"))
      #expect(run.errors.contains("\(word): not found"))
    }
    #expect(run.exitCode == (unresolved.isEmpty ? 0 : 1))
  }
}
