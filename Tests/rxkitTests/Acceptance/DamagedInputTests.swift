// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Inputs that are damaged or made to do harm")
struct DamagedInputTests {
  /// Medications of many codes as NDJSON, and their gzip with a damaged byte behind its middle.
  private static func damaged(in folder: TemporaryFolder) throws -> String? {
    guard let gzip = ToolProcess.path(of: "gzip") else { return nil }
    var random = SeededGenerator(seed: 7)
    let lines = (0..<20_000).map { number in
      #"{"resourceType":"Medication","id":"\#(random.next())","code":{"coding":[{"system":"#
        + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"308192"}]}}"#
    }
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    try ToolProcess.run(program: gzip, ["-n", path]).expect(0)
    var bytes = try Data(contentsOf: folder["a.ndjson.gz"])
    bytes[bytes.count - 300] ^= 0x04
    try bytes.write(to: folder["a.ndjson.gz"])
    return folder["a.ndjson.gz"].path
  }

  /// Runs the tool with a file as its standard input, through a pipe.
  private static func piping(_ path: String, _ words: String) throws -> ToolProcess {
    let tool = try ToolProcess.executable().path
    return try ToolProcess.run(
      program: "/bin/sh", ["-c", "cat '\(path)' | '\(tool)' \(words)"],
      environment: ["RXKIT_CATALOG": try StarterCatalog.path()])
  }

  @Test("S9 No record comes of a damaged gzip that is a file")
  func files() throws {
    let folder = try TemporaryFolder()
    guard let path = try Self.damaged(in: folder) else { return }
    for target in ["records", "medication-list", "fhir", "user-medications"] {
      let words = target == "records" ? [] : ["--to", target]
      let run = try ToolProcess.asking(["convert", path, "--format", "ndjson"] + words).expect(
        3, says: "[gzip.damaged]")
      let isEmpty = !run.output.contains("308192")
      #expect(isEmpty, "\(target)")
    }
  }

  @Test(
    "S9 S38 Records of a damaged gzip from a pipe are void: no file is kept, but with --lenient",
    .enabled(if: !Effort.isFast))
  func pipes() throws {
    let folder = try TemporaryFolder()
    guard let path = try Self.damaged(in: folder) else { return }
    let shown = try Self.piping(path, "convert - --format ndjson").expect(
      3, says: "; use nothing that was read of it before  [gzip.damaged]")
    #expect(shown.output.split(separator: "\n").count > 1000)
    let output = folder["out"].path
    try Self.piping(path, "convert - --format ndjson -o '\(output)'").expect(
      3, says: "[output.void]")
    #expect(try folder.names() == ["a.ndjson.gz"])
    try Self.piping(path, "convert - --format ndjson --lenient -o '\(output)'").expect(3)
    #expect(try folder.names() == ["a.ndjson.gz", "out"])
    for target in ["medication-list", "user-medications"] {
      let run = try Self.piping(path, "convert - --format ndjson --to \(target)").expect(3)
      let isEmpty = run.output.isEmpty
      #expect(isEmpty, "\(target): no answer about all documents")
    }
  }

  @Test("S9 A damaged tar.gz gives no document", arguments: ["tar.gz", "tgz"])
  func archives(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let medication = #"{"resourceType":"Medication","code":{"text":"aspirin"}}"#
    var packed = TestArchives.gzip(
      TestArchives.tar([("a.json", medication), ("b.json", medication)]))
    packed[packed.count - 600] ^= 1
    try packed.write(to: folder["x.\(ending)"])
    try ToolProcess.asking("convert", folder["x.\(ending)"].path, "--format", "ndjson").expect(
      3, says: "[gzip.damaged]", lines: 0)
  }

  @Test(
    "An entry of a tar that leads out of it is an error, exit code 3",
    arguments: ["../a.json", "/etc/a.json", "a/../../b.json", "a/.."])
  func climbing(_ name: String) throws {
    let folder = try TemporaryFolder()
    let medication = #"{"resourceType":"Medication","code":{"text":"aspirin"}}"#
    let tar = TestArchives.tar([("first.json", medication), (name, medication)])
    try tar.write(to: folder["x.tar"])
    try TestArchives.gzip(tar).write(to: folder["x.tgz"])
    for archive in ["x.tar", "x.tgz"] {
      let run = try ToolProcess.asking("convert", folder[archive].path, "--format", "ndjson")
        .expect(3, says: "[tar.path]", lines: 0)
      #expect(!run.errors.contains("etc"), "S35 no name of an entry")
    }
    try ToolProcess.run([
      "build", try StarterCatalog.release(), "--with", folder["x.tgz"].path,
      "-o", folder["c.rxkit"].path,
    ]).expect(3, says: "[tar.path]")
    #expect(try folder.names() == ["x.tar", "x.tgz"])
  }

  @Test("A name that links lead to in a circle takes no output, exit code 3")
  func linkLoop() throws {
    let folder = try TemporaryFolder()
    for (name, target) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder[name].path, withDestinationPath: folder[target].path)
    }
    for force in [[], ["--force"]] {
      try ToolProcess.asking(["info", "--format", "json"]).expect(0)
      try ToolProcess.asking(
        ["lookup", "308192", "-o", folder["a"].path] + force
      ).expect(3, says: "[output.unwritable]")
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder["a"].path)
      #expect(target == folder["b"].path, "the link is as it was")
    }
  }

  #if os(Linux)
    @Test("Memory that is refused ends with exit code 70 and one line, and leaves no file")
    func refusedMemory() throws {
      guard ProcessInfo.processInfo.environment["RXKIT_TOOL"] != nil else {
        return print("skipped: refused memory, which only the tool that ships takes note of")
      }
      let folder = try TemporaryFolder()
      let padding = String(repeating: "x", count: 60 << 20)
      let path = try folder.write(#"{"resourceType":"Patient","id":"\#(padding)"}"#, to: "a.json")
      let tool = try ToolProcess.executable().path
      let words = "convert '\(path)' --format ndjson -o '\(folder["out"].path)'"
      // Lower and lower, to be refused once everything else is there.
      for limit in [400_000, 350_000, 300_000, 260_000, 230_000] {
        let run = try ToolProcess.run(
          program: "/bin/sh", ["-c", "ulimit -v \(limit); exec '\(tool)' \(words)"],
          environment: ["RXKIT_CATALOG": try StarterCatalog.path()])
        guard run.exitCode != 0 else {
          try FileManager.default.removeItem(at: folder["out"])
          continue
        }
        #expect(run.exitCode == 70, "\(limit): \(run.errors.prefix(300))")
        let lines = run.errors.split(separator: "\n").filter { !$0.hasPrefix("note: RXNORM") }
        #expect(lines.count == 1 && run.errors.contains("[internal.out-of-memory]"))
        #expect(try folder.names() == ["a.json"])
        return
      }
      Issue.record("no limit was low enough")
    }
  #endif
}
