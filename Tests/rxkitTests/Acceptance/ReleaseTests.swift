// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("S23 Every answer carries the release")
struct ReleaseTests {
  /// Questions of every command that asks a catalog, answered and not.
  static let questions: [[String]] = [
    ["info"], ["lookup", "308192"], ["lookup", "8610077"], ["search", "amox"],
    ["search", "nosuchthing"], ["search", "--spelling", "nortriptelene"], ["history", "541862"],
    ["history", "0093-7314-98"], ["resolve", "308192"], ["resolve", "nosuchdrug"],
    ["side-effects", "860975"], ["side-effects", "nosuchdrug"], ["symptoms", "nausea"],
    ["symptoms"],
    ["explain", "--symptom", "nausea", "--medications", "6809,nosuchdrug"], ["related", "1656346"],
    ["related", "6809", "--subsumes", "861007"], ["related", "749783", "--packs"],
    ["match", "metformin 500 mg tablet"], ["match", "nosuchdrug"],
    ["evaluate", "matching", root + "Tests/rxkitTests/Fixtures/matching/pairs.tsv"],
    ["convert", root + "Data/Samples/FHIR/clinic-visit.json"],
    ["convert", root + "Data/Samples/FHIR/home-care-stu3.json", "--to", "medication-list"],
    ["audit", root + "Tests/rxkitTests/Fixtures/months/formulary.csv"],
  ]
  static let root = Repository.root.path + "/"
  static let name = "RXNORM_RECONSTRUCTED_20260723"

  @Test(
    "S23 Name, date and that it is not NLM's, in every form that programs read",
    .enabled(if: !Effort.isFast),
    arguments: questions,
    [OutputFormat.json, .ndjson, .csv, .tsv])
  func everyForm(_ words: [String], _ format: OutputFormat) throws {
    let run = try ToolProcess.asking(words + ["--format", format.rawValue])
    #expect(run.errors.components(separatedBy: CatalogOpening.notOfficial).count == 2)
    if words == ["info"] {
      #expect(run.output.contains(Self.name) && run.output.contains("2026-07-23"))
      return
    }
    switch format {
    case .json, .ndjson:
      let lines = format == .json ? [Substring(run.output)] : run.output.split(separator: "\n")
      for line in lines {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        for answer in value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]] {
          // Findings of an audit follow its summary, which names the release.
          if words[0] == "audit", answer["kind"] as? String != "summary" { continue }
          let release = try #require(answer["release"] as? [String: Any], "\(words)")
          #expect(release["name"] as? String == Self.name)
          #expect(release["date"] as? String == "2026-07-23")
          #expect(release["official"] as? Bool == false)
        }
      }
    default:
      let separator: Character = format == .csv ? "," : "\t"
      let rows = run.output.split(whereSeparator: \.isNewline)
      let suffix = [Self.name, "2026-07-23", "no"].map { "\(separator)\($0)" }.joined()
      let heading = ["release", "release_date", "official"].map { "\(separator)\($0)" }.joined()
      #expect(rows.first?.hasSuffix(heading) == true, "\(rows.first ?? "")")
      for row in rows.dropFirst() { #expect(row.hasSuffix(suffix), "\(row)") }
    }
  }

  @Test("S23 A table for people has no such columns; the note stands on standard error")
  func people() throws {
    for format in ["table", "markdown"] {
      let run = try ToolProcess.asking("search", "amox", "--format", format)
      #expect(!run.output.contains("official") && run.errors.contains(CatalogOpening.notOfficial))
    }
  }

  /// Files and resources of other tools, each with where it names the release.
  static let exports: [[String]] = [
    ["swift", "--codes", "6809"], ["code-system"], ["value-set", "--tty", "IN"],
    ["concept-map", "--map", "ndc"], ["csv", "--table", "release"], ["ndjson"],
    ["clinical-use"], ["clinical-use", "--bundle"],
  ]

  @Test(
    "S23 An export names the release, and that it is not NLM's", .enabled(if: !Effort.isFast),
    arguments: exports)
  func export(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    try ToolProcess.asking(["export"] + words + ["-o", path]).expect(0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(Self.name), "\(words)")
    #expect(
      text.contains("not a release of the U.S.") || text.contains("\"official\":false"), "\(words)")
  }
}
