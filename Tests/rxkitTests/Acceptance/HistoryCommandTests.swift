// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("history, diff and audit")
struct HistoryCommandTests {
  private static func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").dropFirst().map(\.cells)
  }

  // MARK: Build

  @Test("Two releases give the same catalog in either order, and it is said which is current")
  func build() throws {
    let releases = try MonthlyReleases()
    let run = try releases.build()
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.errors.contains(
        "current is RxNorm_full_02022026 of 2026-02-02; history from 1 earlier release\n"))
    let other = releases.folder["other.rxkit"].path
    try ToolProcess.run(["build", releases.older, releases.newer, "-o", other]).expect(0)
    #expect(
      FileManager.default.contentsEqual(atPath: releases.catalog, andPath: other), "S37")
    #expect(try ToolProcess.run(["verify", "--catalog", other]).exitCode == 0)
  }

  // MARK: History

  @Test("history answers from both releases, with what is known and no more")
  func history() throws {
    let releases = try MonthlyReleases()
    try releases.build()
    let run = try ToolProcess.run([
      "history", "204897", "6809", "201372", "0093-1048-01", "--catalog", releases.catalog,
      "--format", "tsv",
    ]).expect(0)
    let facts = Self.rows(run.output).map { row in
      ([row[0]] + row[2...5] + row[7...9]).joined(separator: "|")
    }
    #expect(
      facts == [
        "204897|Remapped|name|204897|Aspirin 228 MG Chewing Gum|N|2026-01-05|2026-01-05",
        "204897|Remapped|replaced-by|853499|aspirin 228 MG Chewing Gum|||",
        "204897|Remapped|active-successor|853499|aspirin 228 MG Chewing Gum|||",
        "204897|Remapped|ndc|00093104801|||2026-01-05|2026-01-05",
        "6809|Active|name|6809|Metformin|N|2026-01-05|2026-01-05",
        "6809|Active|name|6809|metformin|N|2026-02-02|2026-02-02",
        "201372|Obsolete|name|201372|Captopril 25 MG Oral Tablet [Capoten]|N|2026-01-05|2026-01-05",
        "201372|Obsolete|name|201372|Captopril 25 MG Oral Tablet [Capoten]|O|2026-02-02|2026-02-02",
        "201372|Obsolete|related|317173|captopril 25 MG Oral Tablet|||",
        "0093-1048-01|ACTIVE|ndc-owner|204897|||2026-01-05|2026-01-05",
        "0093-1048-01|ACTIVE|ndc-owner|853499|aspirin 228 MG Chewing Gum||2026-02-02|2026-02-02",
      ])
    try ToolProcess.run(["history", "204897", "--catalog", releases.catalog]).expect(
      prints: "204897 Remapped", "2026-01-05 or earlier – 2026-01-05",
      "853499 aspirin 228 MG Chewing Gum (SCD), Active", "2, 2026-01-05 – 2026-02-02")
  }

  // MARK: Diff

  @Test("diff tells every change between two releases, from folders and from catalogs")
  func diff() throws {
    let releases = try MonthlyReleases()
    try releases.build()
    let expected = [
      "added|1886||Active", "renamed|6809|Metformin|metformin", "retired|201372|Active|Obsolete",
      "remapped|204897|Active|Remapped", "ndc-moved|00093104801|204897|853499",
    ]
    for newer in [releases.newer, releases.catalog] {
      let run = try ToolProcess.run(["diff", releases.older, newer, "--format", "tsv"]).expect(0)
      let rows = Self.rows(run.output)
      #expect(rows.map { [$0[0], $0[1], $0[4], $0[5]].joined(separator: "|") } == expected)
      #expect(rows[2][7] == "317173 captopril 25 MG Oral Tablet", "S20: related")
      #expect(rows[3][6] == "853499 aspirin 228 MG Chewing Gum")
      #expect(rows[4][6] == "by remapping")
    }
    try ToolProcess.run([
      "diff", releases.older, releases.newer, "--summary", "--format", "csv",
    ]).expect(prints: "remapped,1\r\n", "in both,5\r\n")
    let table = try ToolProcess.run(["diff", releases.older, releases.newer])
    #expect(table.output.hasPrefix("from RxNorm_full_01052026 (2026-01-05) to"))
    try ToolProcess.run(["diff", releases.newer, releases.older]).expect(says: "is newer than")
  }

  // MARK: Audit

  @Test("audit reads lists and documents, counts, and says what to write instead")
  func audit() throws {
    let releases = try MonthlyReleases()
    try releases.build()
    let list = try releases.folder.write(
      "204897\t\n204897\n201372\n6809\tMetformin\n0093-1048-01\n", to: "codes.tsv")
    let run = try ToolProcess.run([
      "audit", list, "--catalog", releases.catalog, "--format", "tsv",
    ]).expect(0)
    let rows = Self.rows(run.output).map { row in
      [row[0], row[1], row[2], row[4], row[10]].joined(separator: "|")
    }
    #expect(
      rows == [
        "2|note|remapped|204897|853499 aspirin 228 MG Chewing Gum (same drug)",
        "1|warning|obsolete|201372|related: 317173 captopril 25 MG Oral Tablet (changes brand)",
        "1|note|wrong-level|6809|", "1|note|ndc-moved|0093-1048-01|",
      ])
    #expect(
      Self.rows(run.output).first?[11] == "\(list):1; \(list):2", "the places")
    let strict = ["audit", list, "--catalog", releases.catalog, "--strict"]
    try ToolProcess.run(strict).expect(1)
    #expect(try ToolProcess.run(strict + ["--only", "remapped"]).exitCode == 0, "a note alone")
    try ToolProcess.run([
      "audit", list, "--catalog", releases.catalog, "--top", "1", "--format", "ndjson",
    ]).expect(says: "3 further findings left out by --top", lines: 2)
  }

  // MARK: All

  @Test(
    "R30 history, diff and audit answer in every format", .enabled(if: !Effort.isFast),
    arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    let catalog = try StarterCatalog.path()
    for words in [
      ["history", "541862", "204897", "0078-0659-20"], ["diff", catalog, catalog],
      ["audit", CommandTests.sample],
    ] {
      let run = try ToolProcess.asking(words + ["--format", format.rawValue]).expect(0)
      #expect(!run.output.isEmpty)
      let lines = run.output.split(separator: "\n")
      switch format {
      case .json:
        #expect((try? JSONDocument(Array(run.output.utf8)))?.root.isArray == true)
      case .ndjson:
        for line in lines { #expect(throws: Never.self) { try JSONDocument(Array(line.utf8)) } }
      case .tsv: #expect(Set(lines.map { $0.utf8.count { $0 == 0x09 } }).count == 1)
      case .markdown: #expect(lines.allSatisfy { $0.hasPrefix("| ") })
      case .csv, .table: break
      }
    }
  }

  /// First fields of lines, and what is read of them.
  static let lists: [(text: String, codes: [String], displays: [String?])] = [
    ("861007\n", ["861007"], [nil]),
    ("rxcui\tname\n861007\tMetformin\r\n", ["861007"], ["Metformin"]),
    (
      "\u{FEFF}861007,\"a \"\"b\"\", c\",more\n\n# no\n 6809 ,x\n", ["861007", "6809"],
      ["a \"b\", c", "x"]
    ),
    ("861007,\n", ["861007"], [nil]),
    ("\"861007\",\"x\"", ["861007"], ["x"]),
  ]

  @Test("A list is read as lines, tab-separated or comma-separated values", arguments: lists)
  func list(_ it: (text: String, codes: [String], displays: [String?])) throws {
    let list = try CodeList(InputFile(name: "x", bytes: Array(it.text.utf8)), system: nil)
    #expect(list.entries.map(\.coding.code) == it.codes)
    #expect(list.entries.map(\.coding.display) == it.displays)
  }
}
