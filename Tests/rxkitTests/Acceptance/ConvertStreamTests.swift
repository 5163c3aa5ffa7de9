// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// NDJSON for the tests of `convert`.
enum ConvertSample {
  static func request(_ id: Int, code: String) -> String {
    #"{"resourceType":"MedicationRequest","id":"r\#(id)","status":"active","#
      + #""medicationCodeableConcept":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"\#(code)"}],"#
      + #""text":"größe 💊 \#(id)"}}"#
  }

  static func reference(_ id: Int, to target: String) -> String {
    #"{"resourceType":"MedicationRequest","id":"r\#(id)","status":"active","#
      + #""medicationReference":{"reference":"\#(target)"}}"#
  }

  static func medication(_ id: String, code: String) -> String {
    #"{"resourceType":"Medication","id":"\#(id)","code":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"\#(code)"}]}}"#
  }

  /// Lines with medications by code and by reference, blank and broken ones, and others.
  static func lines(_ count: Int) -> String {
    var text = ""
    for number in 0..<count {
      switch number % 8 {
      case 0: text += request(number, code: "308192") + "\n"
      case 1: text += #"{"resourceType":"Patient","id":"p\#(number)"}"# + "\r\n"
      case 2: text += reference(number, to: "Medication/m\(number + 2)") + "\n"
      case 3: text += "\n"
      case 4: text += medication("m\(number)", code: "861007") + "\n"
      case 5: text += reference(number, to: "Medication/m\(number - 1)") + "\r\n"
      case 6: text += #"{"resourceType":"Medica"# + "\n"
      default: text += request(number, code: "197361") + "\n"
      }
    }
    return text
  }
}

@Suite("rxkit convert on streams")
struct ConvertStreamTests {
  static let ndjson = ["--format", "ndjson"]

  /// The entries and codes of records.
  static func summary(_ output: String) throws -> [String] {
    try output.split(separator: "\n").map { line in
      let root = try JSONDocument(Array(line.utf8)).root
      let code = root["codings"]?.elements.first { _ in true }?["code"]?.string ?? "none"
      return "\(root["entry"]?.scalarText ?? "") \(root["id"]?.string ?? "") \(code)"
    }
  }

  @Test("S1 Every line gives its record, a bad one is named with its number, and the code is 3")
  func badLines() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ConvertSample.lines(16), to: "a.ndjson")
    let run = try ToolProcess.asking(["convert", path] + Self.ndjson).expect(3)
    #expect(
      try Self.summary(run.output) == [
        "0 r0 308192", "2 r2 861007", "4 m4 861007", "5 r5 861007", "7 r7 197361", "8 r8 308192",
        "10 r10 861007", "12 m12 861007", "13 r13 861007", "15 r15 197361",
      ])
    for line in [7, 15] { #expect(run.errors.contains("\(path):\(line):"), "\(run.errors)") }
    #expect(run.errors.contains("[bad-line]"))
  }

  @Test(
    "A file, standard input, gzip of both, and any number of threads give the same bytes",
    .enabled(if: Effort.isFull))
  func sameBytes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ConvertSample.lines(6000), to: "a.ndjson")
    let whole = try ToolProcess.asking(["convert", path, "--threads", "1"] + Self.ndjson).expect(
      lines: 3750)
    for threads in ["2", "5"] {
      let run = try ToolProcess.asking(["convert", path, "--threads", threads] + Self.ndjson)
      #expect(
        run.output == whole.output && run.untimedErrors == whole.untimedErrors
          && run.exitCode == whole.exitCode)
    }
    let unordered = try ToolProcess.asking(["convert", path, "--unordered"] + Self.ndjson)
    #expect(
      unordered.output.split(separator: "\n").sorted()
        == whole.output.split(separator: "\n").sorted())
    let onInput = whole.output.replacingOccurrences(
      of: "\"source\":\"\(path)\"", with: "\"source\":\"-\"")
    let tool = try ToolProcess.executable().path
    for command in ["cat \(path) |", "gzip -c \(path) |", "{ sleep 0.2; cat \(path); } |", ""] {
      let input = command.isEmpty ? " < \(path)" : ""
      let run = try ToolProcess.run(
        program: "/bin/sh", ["-c", "\(command) \(tool) convert - --format ndjson\(input)"],
        environment: [
          "RXKIT_CATALOG": try StarterCatalog.path(), "TMPDIR": folder.url.path,
          "PATH": "/usr/bin:/bin",
        ]
      ).expect(3)
      #expect(run.output == onInput, "\(command)")
    }
    #expect(try folder.names() == ["a.ndjson"], "no temporary file is left")
  }

  @Test("S37 The records of any byte ranges give together the bytes of the whole")
  func ranges() throws {
    let folder = try TemporaryFolder()
    let text = ConvertSample.lines(120)
    let path = try folder.write(text, to: "a.ndjson")
    let whole = try ToolProcess.asking(["convert", path] + Self.ndjson).output
    let size = text.utf8.count
    for cuts in [[0, size], [0, 1, 2, size], [0, size / 3, size / 3 + 1, size / 2, size + 100]] {
      let parts = try zip(cuts, cuts.dropFirst()).map { start, end in
        try ToolProcess.asking(["convert", path, "--range", "\(start):\(end)"] + Self.ndjson).output
      }
      #expect(parts.joined() == whole, "\(cuts)")
    }
    let open = try ToolProcess.asking(["convert", path, "--range", "0:"] + Self.ndjson)
    #expect(open.output == whole)
    let numbered = try ToolProcess.asking(
      ["convert", path, "--range", "1:", "--first-line", "1"] + Self.ndjson)
    #expect(whole.hasSuffix(numbered.output) && !numbered.output.isEmpty)
  }

  @Test("A document of one line belongs to the range with its first byte")
  func oneLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "a.ndjson")
    let whole = try ToolProcess.asking(["convert", path] + Self.ndjson).output
    #expect(
      try ToolProcess.asking(["convert", path, "--range", "0:5"] + Self.ndjson).output == whole)
    try ToolProcess.asking(["convert", path, "--range", "5:999"] + Self.ndjson).expect(0, lines: 0)
  }

  @Test(
    "S1 A bulk export's files are held against the counts of its manifest",
    arguments: [
      (lines: 2, stated: 2, deleted: 1, errors: 1, said: []),
      (
        lines: 1, stated: 3, deleted: 1, errors: 1,
        said: ["a.ndjson: the file holds 1 resource, expected 3, as the manifest"]
      ),
      (
        lines: 2, stated: 1, deleted: 0, errors: 4,
        said: [
          "a.ndjson: the file holds 2 resources, expected 1, as the manifest of the export says",
          "d.ndjson: the file holds 1 resource, expected 0, as the manifest of the export says",
          "e.ndjson: the file holds 1 resource, expected 4, as the manifest of the export says",
        ]
      ),
      (lines: 300, stated: 300, deleted: 1, errors: 1, said: []),
    ] as [(lines: Int, stated: Int, deleted: Int, errors: Int, said: [String])])
  func exportCounts(
    lines: Int, stated: Int, deleted: Int, errors: Int, said: [String]
  ) throws {
    let folder = try TemporaryFolder()
    // A blank line is no resource; a line that cannot be read is one, and named.
    let requests = (1...lines).map { ConvertSample.request($0, code: "308192") }
    try folder.write(requests.joined(separator: "\n") + "\n\n", to: "a.ndjson")
    try folder.write(#"{"resourceType":"Bundle","entry":[]}"# + "\n", to: "d.ndjson")
    try folder.write(#"{"resourceType":"OperationOutcome"}"# + "\n", to: "e.ndjson")
    func file(_ name: String, _ count: Int) -> String {
      #"{"type":"X","url":"https://example.org/\#(name).ndjson","count":\#(count)}"#
    }
    let manifest = try folder.write(
      #"{"transactionTime":"2026-11-01","output":[\#(file("a", stated))],"#
        + #""deleted":[\#(file("d", deleted))],"error":[\#(file("e", errors))]}"#,
      to: "manifest.json")
    for path in [folder.url.path, manifest] {
      for target in [
        ["--format", "ndjson"], ["--to", "medication-list"], ["--unordered", "--format", "csv"],
      ] {
        let run = try ToolProcess.asking(["convert", path] + target)
        let found = run.errors.split(separator: "\n").filter { $0.contains("[export.count]") }
        #expect(found.count == said.count, "\(run.errors)")
        for words in said { #expect(run.errors.contains(words)) }
        let expected = said.isEmpty ? ExitCode.done : .incomplete
        #expect(run.exitCode == expected.rawValue, "\(run.errors)")
      }
    }
  }

  @Test("An empty part is no failure, and the reader may go away")
  func filter() throws {
    let empty = try ToolProcess.asking(["convert", "-"] + Self.ndjson, input: "").expect(
      0, lines: 0)
    #expect(empty.errors.split(separator: "\n").count == 2, "the release, and what was done")
    let folder = try TemporaryFolder()
    let path = try folder.write(
      String(repeating: ConvertSample.request(1, code: "308192") + "\n", count: 5000), to: "a")
    let tool = try ToolProcess.executable().path
    let run = try ToolProcess.run(
      program: "/bin/sh",
      ["-c", "{ \(tool) convert \(path) --format ndjson; echo code $? >&2; } | head -n 1"],
      environment: ["RXKIT_CATALOG": try StarterCatalog.path(), "PATH": "/usr/bin:/bin"]
    ).expect(omits: "unwritable", lines: 1)
    #expect(run.errors.hasSuffix("code 0\n"))
  }

  @Test("S1 The output file in a folder of documents is none of them, unless it is named")
  func outputFile() throws {
    let folder = try TemporaryFolder()
    let request = ConvertSample.request(1, code: "308192") + "\n"
    try folder.write(request, to: "in/a.ndjson")
    try folder.write(request, to: "in/out.ndjson")
    func lines(_ arguments: String...) throws -> (count: Int, isSaid: Bool) {
      let run = try ToolProcess.asking(
        ["convert"] + arguments + ["--format", "ndjson", "-o", "in/out.ndjson", "--force"],
        in: folder.url
      ).expect(0)
      let output = try String(contentsOf: folder["in/out.ndjson"], encoding: .utf8)
      return (output.split(separator: "\n").count, run.errors.contains("[input.is-output]"))
    }
    for path in ["in", "./in/../in"] {
      let found = try lines(path)
      #expect(found.count == 1 && found.isSaid)
    }
    try folder.write(request + request, to: "in/out.ndjson")
    let named = try lines("in/out.ndjson")
    #expect(named.count == 2 && !named.isSaid)
  }
}
