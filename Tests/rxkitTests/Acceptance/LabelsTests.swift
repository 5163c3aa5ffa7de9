// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import SymptomMapping
import Testing
import TestSupport

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit-labels import and combine", .serialized)
struct LabelsImportTests {
  private static let fixtures = Repository.root
    .appendingPathComponent("Tests/DrugLabelsTests/Fixtures/Import")

  private static func fixture(_ name: String) -> String {
    fixtures.appendingPathComponent(name).path
  }

  /// A copy of the shipped tables with another side-effects.tsv.
  private static func mappings(_ folder: TemporaryFolder, sideEffects path: String) throws -> String
  {
    let source = Repository.root.appendingPathComponent("Data/Mappings")
    let copy = folder["mappings"]
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in MappingTables.fileNames {
      let from =
        name == "side-effects.tsv"
        ? URL(fileURLWithPath: path) : source.appendingPathComponent(name)
      try FileManager.default.copyItem(at: from, to: copy.appendingPathComponent(name))
    }
    return copy.path
  }

  @Test(
    "Each format gives the rows worked out by hand, and says what it read and left out",
    arguments: [
      ("onsides-v2", "onsides-v2"), ("onsides-v3", "onsides-v3"), ("own/table.csv", "own"),
    ])
  func formats(_ path: String, _ expected: String) throws {
    let run = try ToolProcess.asking("rxkit-labels", "import", Self.fixture(path)).expect(0)
    let table = try String(
      contentsOf: Self.fixtures.appendingPathComponent("expected/\(expected).tsv"), encoding: .utf8)
    #expect(run.output == table)
    #expect(run.errors.contains("left out: "))
    #expect(run.errors.contains("terms outside the 39 categories"))
  }

  @Test("SIDER is refused until its terms are accepted, and the notice is printed each time")
  func nonCommercial() throws {
    try ToolProcess.asking("rxkit-labels", "import", Self.fixture("sider")).expect(
      2, says: "[import.non-commercial]", "CC BY-NC-SA 4.0", lines: 0)
    let accepted = try ToolProcess.asking(
      "rxkit-labels", "import", "--accept-noncommercial", Self.fixture("sider")
    ).expect(0, says: "CC BY-NC-SA 4.0")
    let table = try String(
      contentsOf: Self.fixtures.appendingPathComponent("expected/sider.tsv"), encoding: .utf8)
    #expect(accepted.output == table)
  }

  @Test("Files may be gzip")
  func gzip() throws {
    guard let program = ToolProcess.path(of: "gzip") else { return }
    let folder = try TemporaryFolder()
    let copy = folder["sider"]
    try FileManager.default.copyItem(atPath: Self.fixture("sider"), toPath: copy.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.path)
    let files = names.map { copy.appendingPathComponent($0).path }
    try ToolProcess.run(program: program, files).expect(0)
    let run = try ToolProcess.asking("rxkit-labels", "import", "--accept-noncommercial", copy.path)
      .expect(0)
    let table = try String(
      contentsOf: Self.fixtures.appendingPathComponent("expected/sider.tsv"), encoding: .utf8)
    #expect(run.output == table)
    // A cut file is told, and nothing is written.
    let cut = copy.appendingPathComponent("meddra_freq.tsv.gz")
    let bytes = try Data(contentsOf: cut)
    try bytes.dropLast(12).write(to: cut)
    let output = folder["out.tsv"].path
    try ToolProcess.asking(
      "rxkit-labels", "import", "--accept-noncommercial", copy.path, "-o", output
    ).expect(3, says: "[import.gzip]")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("Every code that is not taken as it stands can be listed")
  func codes() throws {
    let folder = try TemporaryFolder()
    let path = folder["codes.tsv"].path
    let run = try ToolProcess.asking(
      "rxkit-labels", "import", Self.fixture("onsides-v2"), "--codes", path
    ).expect(0)
    // Beside a file for the table, too.
    let (table, again) = (folder["table.tsv"].path, folder["again.tsv"].path)
    try ToolProcess.asking(
      "rxkit-labels", "import", Self.fixture("onsides-v2"), "-o", table, "--codes", again
    ).expect(0)
    #expect(try String(contentsOfFile: table, encoding: .utf8) == run.output)
    #expect(
      try Data(contentsOf: folder["again.tsv"]) == Data(contentsOf: folder["codes.tsv"]))
    // One file is not both, however it is spelled.
    for (one, other) in [("t.tsv", "./t.tsv"), ("t.tsv", folder["t.tsv"].path)] {
      try ToolProcess.asking(
        "rxkit-labels", "import", Self.fixture("onsides-v2"), "-o", one, "--codes", other,
        in: folder.url
      ).expect(2, says: "names the file of --output")
    }
    let list = try String(contentsOfFile: path, encoding: .utf8)
    #expect(list == "problem\tcode\nrxnorm-extension\tOMOP991424\nunknown\t89999999\n")
  }

  @Test("S36 Rows under restricted licences leave only when asked for, row by row")
  func export() throws {
    let folder = try TemporaryFolder()
    let combined = folder["combined.tsv"].path
    let expected = ["onsides-v3", "sider", "own"].map { Self.fixture("expected/\($0).tsv") }
    try ToolProcess.asking(
      ["rxkit-labels", "combine"] + expected + ["-o", combined]
    ).expect(0)
    let table = try SideEffectTable(
      bytes: Array(try Data(contentsOf: URL(fileURLWithPath: combined))))
    let mappings = try Self.mappings(folder, sideEffects: combined)

    func rows(_ options: [String]) throws -> (rows: [[Substring]], errors: String) {
      let run = try ToolProcess.asking(
        ["export", "tsv", "--table", "evidence", "--mappings", mappings] + options
      ).expect(0)
      let lines = run.output.split(separator: "\n").dropFirst()
      return (lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }, run.errors)
    }

    let free = try rows([])
    let all = try rows(["--include-restricted"])
    #expect(all.rows.count == table.count)
    let restricted = ["CC-BY-NC-SA-4.0", "CC-BY-NC-4.0", "our own terms"]
    for row in all.rows {
      // The last columns are licence and trust.
      let licence = String(row[row.count - 2])
      let isFree = free.rows.contains(row)
      #expect(isFree == !restricted.contains(licence), "\(licence): \(row.prefix(7))")
    }
    #expect(free.rows.count == table.rows.count { !restricted.contains($0.licence) })
    for licence in restricted { #expect(free.errors.contains(licence)) }
    #expect(free.errors.contains("--include-restricted"))
  }

  @Test("Answers from a combined table show source, licence and trust of each row")
  func answers() throws {
    let folder = try TemporaryFolder()
    let combined = folder["combined.tsv"].path
    let shipped = Repository.root.appendingPathComponent("Data/Mappings/side-effects.tsv").path
    try ToolProcess.asking(
      "rxkit-labels", "combine", shipped, Self.fixture("expected/sider.tsv"), "-o", combined
    ).expect(0)
    let mappings = try Self.mappings(folder, sideEffects: combined)
    let run = try ToolProcess.asking(
      "side-effects", "52175", "--mappings", mappings, "--format", "json"
    ).expect(0)
    for text in [
      #""sourceKind": "sider""#, #""licence": "CC-BY-NC-SA-4.0""#, #""trust": "B""#,
      #""sourceKind":"sider""#, #""licence":"CC-BY-NC-SA-4.0""#, #""trust":"B""#,
    ] where run.output.contains("\": \"") == text.contains("\": \"") {
      #expect(run.output.contains(text))
    }
    try ToolProcess.asking("side-effects", "52175", "--mappings", mappings, "--all").expect(
      prints: "losartan, sider, CC-BY-NC-SA-4.0, trust B")
  }
}

@Suite("rxkit-labels show")
struct LabelsShowTests {
  private static let spl = """
    <document xmlns="urn:hl7-org:v3"><id root="D"/><code code="34390-5"/><title>Made</title>
    <effectiveTime value="20250102"/><setId root="ABC"/><versionNumber value="4"/>
    <component><structuredBody>
    <component><section><code code="48780-1"/><subject><manufacturedProduct><manufacturedProduct>
    <code code="0-1"/><name>Exemplin</name><formCode displayName="TABLET"/>
    <ingredient classCode="ACTIB"><ingredientSubstance><code code="U"/><name>EXEMPLIN</name>
    </ingredientSubstance></ingredient></manufacturedProduct><consumedIn><substanceAdministration>
    <routeCode displayName="ORAL"/></substanceAdministration></consumedIn></manufacturedProduct>
    </subject></section></component>
    <component><section><code code="34071-1"/><title>Warnings</title><text>a b</text>
    <component><section><code code="50566-9"/><title>Stop use</title><text>
    <table><tr><td>c</td></tr></table></text></section></component></section></component>
    </structuredBody></component></document>
    """

  @Test("A label is shown with its identity, its products and the outline of its sections")
  func page() throws {
    let run = try ToolProcess.run(["rxkit-labels", "show", "-"], input: Self.spl)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for line in [
      "set id abc, version 4", "kind over the counter", "product Exemplin; TABLET; 0-1; ORAL",
      "active EXEMPLIN U", "sections 3 with 1 tables", "34071-1 Warnings 3 0",
      "50566-9 Stop use 0 1",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test("JSON has every product and section, and what cannot be read costs exit code 1")
  func json() throws {
    let text =
      "{\"set_id\":\"A\",\"warnings\":[\"x\"],\"warnings_table\":[\"<table>\"]}\n{\"b\n[]\n"
    let run = try ToolProcess.run(["rxkit-labels", "show", "-", "--format", "ndjson"], input: text)
      .expect(1, says: "-:2:4", "-:3: skipped: not a JSON object")
    let line = try #require(run.output.split(separator: "\n").first)
    let label = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(label["setId"] as? String == "a" && label["source"] as? String == "openfda")
    let section = try #require((label["sections"] as? [[String: Any]])?.first)
    #expect(section["loinc"] as? String == "34071-1" && section["tables"] as? Int == 1)
    #expect((label["notes"] as? [String])?.count == 1)
  }
}
