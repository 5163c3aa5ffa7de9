// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Folders of files: bulk exports with what their manifests say, and files that are named twice.
@Suite("rxkit convert on folders and exports")
struct ConvertExportTests {
  @Test("S1 Entries of a manifest without a file, and broken lines of deletions, are said")
  func unusableExport() throws {
    let folder = try TemporaryFolder()
    try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "a.ndjson")
    let deletion =
      #"{"resourceType":"Bundle","entry":[{"request":{"method":"DELETE","url":"Patient/1"}}]}"#
    try folder.write(deletion + "\n{\"resourceType\":\n" + deletion + "\n", to: "d.ndjson")
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson"},"#
        + #"{"type":"X","count":1},{"type":"X","url":"https://x.org/.."}],"deleted":[{"#
        + #""url":"https://x.org/d.ndjson","count":"1,000"}]}"#,
      to: "manifest.json")
    let run = try ToolProcess.asking("convert", folder.url.path, "--format", "ndjson")
    let said = run.errors.split(separator: "\n")
    for place in ["output[1].url", "output[2].url"] {
      let words = "\(place): no address of a file, expected one  [export.bad-entry]"
      #expect(said.count { $0.hasSuffix(words) } == 1)
    }
    #expect(
      said.count {
        $0.contains("deleted[0].count: no whole number") && $0.hasSuffix("[export.bad-count]")
      } == 1)
    #expect(said.count { $0.contains("d.ndjson:2:") && $0.contains("[bad-line]") } == 1)
    #expect(run.exitCode == ExitCode.input.rawValue, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test(
    "S37 An export gives each record once, whatever its folder is called",
    arguments: [".", "./", "$PWD", "$PWD/", "manifest.json", "./manifest.json", "../in", "in2/.."])
  func exportNames(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ConvertSample.request(1, code: "308192") + "\n" + ConvertSample.request(2, code: "308192")
        + "\n", to: "in/a.ndjson")
    try folder.write(
      #"{"resourceType":"Bundle","entry":[{"request":{"method":"DELETE","url":"#
        + #""MedicationRequest/r2"}}]}"# + "\n", to: "in/d.ndjson")
    try folder.write("", to: "in/in2/readme.md")
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson","#
        + #""count":2}],"deleted":[{"url":"https://x.org/d.ndjson","count":1}]}"#,
      to: "in/manifest.json")
    let path = name.replacing("$PWD", with: folder["in"].path)
    let run = try ToolProcess.asking(
      "convert", path, "--format", "ndjson", in: folder["in"]
    ).expect(0, lines: 2)
    #expect(run.output.split(separator: "\n").count { $0.contains("deleted-at-source") } == 1)
  }

  @Test(
    "S1 A file is one of records, though deletions or errors have its name",
    arguments: ["deleted", "error"])
  func sameNames(member: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "a.ndjson")
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson"},"#
        + #"{"type":"X","url":"https://x.org/a.ndjson"}],"\#(member)":[{"url":"#
        + #""https://x.org/\#(member)/a.ndjson"}]}"#, to: "status.json")
    for path in [folder.url.path, folder["status.json"].path] {
      try ToolProcess.asking("convert", path, "--format", "ndjson").expect(
        3, says: "a.ndjson: listed in the manifest of the export, but not in its folder", lines: 1)
    }
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

  @Test("S1 The count of a file that is named twice is held against what was read of it once")
  func countedTwice() throws {
    let folder = try TemporaryFolder()
    try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "in/a.ndjson")
    for (count, code) in [(1, ExitCode.done), (2, .incomplete)] {
      try folder.write(
        #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson","#
          + #""count":\#(count)}]}"#, to: "in/manifest.json")
      for names in [["in", "./in"], ["in/a.ndjson", "./in"], ["./in/manifest.json", "in", "in"]] {
        let run = try ToolProcess.asking(
          ["convert"] + names + ["--format", "ndjson"], in: folder.url
        ).expect(lines: 1)
        let said = run.errors.split(separator: "\n").count { $0.contains("[export.count]") }
        #expect(said == count - 1, "\(names): \(run.errors)")
        #expect(run.exitCode == code.rawValue, "\(names): \(run.errors)")
      }
    }
  }

  @Test("S37 A file that is named beside its folder keeps its place in the set of the folder")
  func namedBesideFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ConvertSample.reference(1, to: "Medication/m") + "\n"
        + ConvertSample.reference(2, to: "Medication/m") + "\n", to: "in/a.ndjson")
    try folder.write(ConvertSample.medication("m", code: "308192") + "\n", to: "in/m.ndjson")
    for names in [["in"], ["in", "in/a.ndjson"], ["./in/a.ndjson", "in"]] {
      let run = try ToolProcess.asking(
        ["convert"] + names + ["--format", "ndjson"], in: folder.url)
      #expect(run.output.split(separator: "\n").count { $0.contains("308192") } == 3, "\(names)")
    }
  }

  @Test("A document over several lines is one, though its name promises lines")
  func documentNamedForLines() throws {
    let request = ConvertSample.request(1, code: "308192")
    for text in [
      "[\n\(request),\n\(request)\n]\n",
      "{\"resourceType\":\"Bundle\",\"entry\":[\n{\"resource\":\n\(request)\n},{\"resource\":\n\(request)\n}]}",
    ] {
      let folder = try TemporaryFolder()
      try folder.write(text, to: "a.ndjson")
      try ToolProcess.asking("convert", folder["a.ndjson"].path, "--format", "ndjson").expect(
        0, lines: 2)
    }
  }

  @Test("S1 A file that is named twice, in whatever way, gives its records once")
  func namedTwice() throws {
    let folder = try TemporaryFolder()
    try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "in/a.ndjson")
    try FileManager.default.createSymbolicLink(
      at: folder["in/b.ndjson"], withDestinationURL: folder["in/a.ndjson"])
    let run = try ToolProcess.asking(
      "convert", "in", "./in", folder["in/a.ndjson"].path, "in/../in/a.ndjson", "--format",
      "ndjson", in: folder.url
    ).expect(0, lines: 1)
    #expect(run.errors.split(separator: "\n").count { $0.contains("[input.repeated]") } == 5)
  }

  @Test("A text of a folder that is no document is passed over; one that is named is an error")
  func otherTexts() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello\n", to: "in.txt/notes.txt")
    try folder.write("hello\n", to: "in.txt/b.json")
    try ToolProcess.asking("convert", folder["in.txt"].path, "--format", "ndjson").expect(
      3, says: "1 file that is no JSON or XML document was skipped", "b.json:1:1:")
    try ToolProcess.asking(
      "convert", folder["in.txt/notes.txt"].path, "--format", "ndjson"
    ).expect(3)
  }

  @Test("A count of a manifest that is no number is said, and leaves no input broken")
  func badCount() throws {
    let folder = try TemporaryFolder()
    try folder.write(ConvertSample.request(1, code: "308192") + "\n", to: "a.ndjson")
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson","#
        + #""count":1.0}]}"#, to: "manifest.json")
    try ToolProcess.asking("convert", folder.url.path, "--format", "ndjson").expect(
      1, says: "output[0].count")
  }

  @Test(
    "S1 Deletions that are not understood are said, and the others take effect",
    arguments: [
      (#"{"entry":[{"request":{"method":"POST","url":"Patient/1"}}]}"#, "entry[0].request"),
      (#"{"entry":[{"fullUrl":"MedicationRequest/1"}]}"#, "entry[0].request"),
      (#"{"entry":[{"request":{"method":"DELETE"}}]}"#, "entry[0].request"),
      (#"{"entry":[{"request":{"method":"DELETE","url":"elsewhere"}}]}"#, "entry[0].request"),
      (#"{"entry":[{"request":{"method":"DELETE","url":"a/b"}}]}"#, "entry[0].request"),
      (#"{"resourceType":"MedicationRequest"}"#, "entry"),
      (#"{"resourceType":"Bundle","entry":{}}"#, "entry"),
    ])
  func badDeletions(line: String, place: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ConvertSample.request(1, code: "308192") + "\n" + ConvertSample.request(2, code: "308192")
        + "\n", to: "a.ndjson")
    // Lower-case methods are read; a first line that is broken leaves the others.
    let deletion = #"{"entry":[{"request":{"method":"delete","url":"MedicationRequest/r2"}}]}"#
    try folder.write("{\"resourceType\":\n\(line)\n\(deletion)\n", to: "d.ndjson")
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"type":"X","url":"https://x.org/a.ndjson"}],"#
        + #""deleted":[{"url":"https://x.org/d.ndjson"}]}"#, to: "manifest.json")
    let run = try ToolProcess.asking("convert", folder.url.path, "--format", "ndjson")
    let said = run.errors.split(separator: "\n")
    #expect(said.count { $0.contains("d.ndjson:1:") && $0.contains("[bad-line]") } == 1)
    #expect(
      said.count {
        $0.contains("d.ndjson:2: \(place): found no deletion")
          && $0.hasSuffix("[export.bad-deletion]")
      } == 1)
    #expect(run.exitCode == ExitCode.input.rawValue, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count { $0.contains("deleted-at-source") } == 1)
  }
}
