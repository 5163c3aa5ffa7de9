// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRStreams
import Foundation
import MedicationModel
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit convert --resume")
struct ResumeTests {
  static let words = ["--format", "ndjson", "--resume", "-o"]
  /// Longer records, so that a conversion takes a while.
  static let slow = ["--side-effects"]

  @Test(
    "A conversion that is killed again and again ends with the bytes of one that is not",
    .enabled(if: Effort.isFull))
  func killed() throws {
    let folder = try TemporaryFolder()
    // Enough for several entries of the journal, in files of both kinds.
    try folder.write(ConvertSample.lines(8_000), to: "in/a.ndjson")
    try folder.write(ConvertSample.request(1, code: "308192"), to: "in/b.json")
    try folder.write(ConvertSample.lines(12_000), to: "in/c.ndjson")
    let input = folder["in"].path
    let whole = folder["whole.ndjson"].path
    let first = try ToolProcess.asking(
      ["convert", input, "--format", "ndjson", "-o", whole] + Self.slow)
    let output = folder["out.ndjson"].path
    var wentOn = 0
    for round in 0..<400 where !FileManager.default.fileExists(atPath: output) {
      let process = Process()
      process.executableURL = try ToolProcess.executable()
      process.arguments = ["convert", input] + Self.slow + Self.words + [output]
      process.environment = ["RXKIT_CATALOG": try StarterCatalog.path()]
      let errors = folder["errors\(round)"]
      try Data().write(to: errors)
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      // Ended soon after the journal says that more was written, however slow the machine is.
      let journal = folder[".out.ndjson.journal"]
      let before = try? Data(contentsOf: journal)
      while process.isRunning {
        if let now = try? Data(contentsOf: journal), now != before {
          Thread.sleep(forTimeInterval: .random(in: 0...0.02))
          kill(process.processIdentifier, round.isMultiple(of: 3) ? SIGTERM : SIGKILL)
          break
        }
        Thread.sleep(forTimeInterval: 0.002)
      }
      process.waitUntilExit()
      if try String(contentsOf: errors, encoding: .utf8).contains("goes on after") { wentOn += 1 }
    }
    #expect(wentOn > 0, "no run went on where another was ended")
    let found = try Data(contentsOf: folder["out.ndjson"])
    #expect(try found == Data(contentsOf: folder["whole.ndjson"]))
    #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") }, "nothing is left beside it")
    print("\(wentOn) runs went on where another was ended, \(found.count) bytes")
    try ToolProcess.asking(["convert", input] + Self.words + [output]).expect(
      says: "[output.exists]")
    #expect(first.exitCode == ExitCode.input.rawValue)
  }

  @Test("What was begun with another input or option is not gone on with")
  func otherRun() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(ConvertSample.lines(16), to: "a.ndjson")
    var journal = ResumeJournal(run: "0")
    journal.byteCount = 3
    try Data(journal.line).write(to: folder[".out.ndjson.journal"])
    try folder.write("abcdef", to: ".out.ndjson.partial")
    let output = folder["out.ndjson"].path
    try ToolProcess.asking(["convert", input] + Self.words + [output]).expect(
      3, says: "[resume.other-run]")
    #expect(!FileManager.default.fileExists(atPath: output))
    try FileManager.default.removeItem(at: folder[".out.ndjson.journal"])
    _ = try ToolProcess.asking(["convert", input] + Self.words + [output])
    let plain = try ToolProcess.asking("convert", input, "--format", "ndjson")
    #expect(try String(contentsOf: folder["out.ndjson"], encoding: .utf8) == plain.output)
  }

  @Test("Tables with other contents are another run; the same contents elsewhere in time are not")
  func mappings() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(ConvertSample.lines(16), to: "a.ndjson")
    let tables = Repository.root.appendingPathComponent("Data/Mappings")
    let own = folder["tables"]
    try FileManager.default.copyItem(at: tables, to: own)
    let catalog = try StarterCatalog.path()
    func identity(_ mappings: String?) throws -> String {
      let words =
        [input, "--format", "ndjson", "--resume", "-o", folder["out.ndjson"].path]
        + (mappings.map { ["--mappings", $0] } ?? [])
      let invocation = try InvocationParser.parse(
        words, of: ConvertCommand.definition, tool: .sample)
      return try RunIdentity(
        invocation, try ConvertInputs(invocation), Environment(catalog: catalog)
      ).text
    }
    let before = try identity(own.path)
    #expect(try identity(own.path) == before)

    // Written anew with the same bytes.
    let routes = folder["tables/routes.tsv"]
    let bytes = try Data(contentsOf: routes)
    try FileManager.default.removeItem(at: routes)
    try bytes.write(to: routes)
    #expect(try identity(own.path) == before)

    // One byte other, at the same size and the same time.
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: routes.path)[.modificationDate] as? Date)
    var changed = bytes
    let last = try #require(changed.lastIndex(of: UInt8(ascii: "\t")))
    changed[changed.index(after: last)] ^= 1
    try changed.write(to: routes)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: routes.path)
    #expect(try identity(own.path) != before)

    // What was begun with the tables as they were is not gone on with.
    var journal = ResumeJournal(run: before)
    journal.byteCount = 0
    try Data(journal.line).write(to: folder[".out.ndjson.journal"])
    try folder.write("", to: ".out.ndjson.partial")
    let words =
      ["convert", input, "--mappings", own.path] + Self.words + [folder["out.ndjson"].path]
    try ToolProcess.asking(words).expect(says: "[resume.other-run]")
    try bytes.write(to: routes)
    let run = try ToolProcess.asking(words)
    // The sample has a bad line, so that the exit code is not 0.
    #expect(!run.errors.contains("[resume.other-run]"), "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder["out.ndjson"].path))
  }

  @Test(
    "S1 What a manifest says of its files is held against what all runs together read",
    arguments: [[:], ["in/a.ndjson": 3]] as [[String: Int]])
  func exportCounts(read: [String: Int]) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let lines = (1...3).map { ConvertSample.request($0, code: "308192") + "\n" }.joined()
      try folder.write(lines, to: "in/\(name).ndjson")
    }
    try folder.write(
      #"{"transactionTime":"2026-11-01","output":[{"url":"https://x.org/a.ndjson","count":3},"#
        + #"{"url":"https://x.org/b.ndjson","count":5}]}"#,
      to: "in/manifest.json")
    let words = [folder["in"].path] + Self.words + [folder["out.ndjson"].path]
    let invocation = try InvocationParser.parse(
      words, of: ConvertCommand.definition, tool: .sample)
    let identity = try RunIdentity(
      invocation, try ConvertInputs(invocation), Environment(catalog: try StarterCatalog.path()))
    // As if a run had ended between the two files; the count of a file that is done may be kept.
    var journal = ResumeJournal(run: identity.text)
    journal.input = 1
    for (name, count) in read { journal.counts.read[folder[name].path] = count }
    try Data(journal.line).write(to: folder[".out.ndjson.journal"])
    try folder.write("", to: ".out.ndjson.partial")
    let run = try ToolProcess.asking(["convert"] + words)
    let said = run.errors.split(separator: "\n").filter { $0.contains("[export.count]") }
    #expect(said.count == 1, "\(run.errors)")
    #expect(said.first?.contains("b.ndjson: the file holds 3 resources, expected 5") == true)
    #expect(run.exitCode == ExitCode.incomplete.rawValue)
  }

  @Test("S1 A file that was read before and held too little is said by the run that ends")
  func earlierDifference() throws {
    var counts = ExportCounts()
    for path in ["a", "b", "c"] { counts.state(2, of: path) }
    counts.add(2, of: "a")
    counts.add(1, of: "b")
    for path in ["a", "b"] { counts.end(path) }
    #expect(counts.read == ["b": 1], "what agrees is forgotten")
    var next = ExportCounts()
    for path in ["a", "b", "c"] { next.state(2, of: path) }
    next.goOn(after: counts.read, ended: ["a", "b"])
    next.add(2, of: "c")
    next.end("c")
    #expect(next.differences.count == 1)
    #expect(next.differences.first?.hasPrefix("b: the file holds 1 resource, expected 2") == true)
    var empty = ExportCounts()
    empty.state(1, of: "a")
    empty.end("a")
    #expect(empty.read == ["a": 0], "a file without resources is not taken for one that agreed")
  }

  @Test("A journal is read as it was written, and anything else is none")
  func journal() {
    var journal = ResumeJournal(run: "a1b2")
    journal.input = 3
    journal.place = FHIRLineStream.Place(offset: 1 << 40, line: 123_456_789)
    journal.byteCount = 77
    journal.counts = ConversionRun.Counts(
      records: 5, failures: 1, passedOver: 2, unresolved: 4,
      problems: ProblemCounts(byCode: [.codeUnknown: 3]), isIncomplete: false,
      read: ["in/a.ndjson": 7, "é\"": 0])
    #expect(ResumeJournal(journal.line) == journal)
    journal.place = nil
    #expect(ResumeJournal(journal.line) == journal)
    for cut in 0..<(journal.line.count - 2) {
      #expect(ResumeJournal(Array(journal.line.prefix(cut))) == nil)
    }
    let line = String(decoding: journal.line, as: UTF8.self)
    let older = line.replacing(#""schema":4"#, with: #""schema":3"#)
    #expect(older != line)
    #expect(ResumeJournal(Array(older.utf8)) == nil)
  }
}
