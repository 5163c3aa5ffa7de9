// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Lines of standard input and of files")
struct InputStreamTests {
  /// Commands that answer lines, each with a line that has an answer.
  static let streaming: [[String]] = [
    ["search", "-", "--exact"], ["lookup", "-"], ["history", "-"], ["related", "-", "--tty", "IN"],
    ["match", "-"],
  ]

  @Test("An answer comes before the input ends, in every form of lines", arguments: streaming)
  func early(_ words: [String]) throws {
    let line = words[0] == "match" ? "\"metformin\"" : words[0] == "search" ? "lipitor" : "6809"
    for format in words[0] == "match" ? ["ndjson"] : ["ndjson", "tsv", "csv", "table"] {
      let process = Process()
      process.executableURL = try ToolProcess.executable()
      process.arguments = words + ["--format", format]
      process.environment = ["RXKIT_CATALOG": try StarterCatalog.path()]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      // The input is still open: a tool that waits for its end would never answer.
      let first = output.fileHandleForReading.availableData
      #expect(!first.isEmpty, "\(words) \(format)")
      try input.fileHandleForWriting.close()
      _ = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test("An endless input ends with its reader, quietly", arguments: streaming)
  func endless(_ words: [String]) throws {
    guard let yes = ToolProcess.path(of: "yes") else { return }
    let line = words[0] == "match" ? "'\"metformin\"'" : words[0] == "search" ? "aspirin" : "6809"
    let command =
      "{ \(yes) \(line) | \"$RXKIT\" \(words.joined(separator: " ")) --format ndjson; "
      + "echo \"code $?\" >&2; } | head -n 1"
    let run = try ToolProcess.run(
      program: "/bin/sh", ["-c", command],
      environment: [
        "RXKIT": try ToolProcess.executable().path, "RXKIT_CATALOG": try StarterCatalog.path(),
      ]
    ).expect(omits: "unwritable", lines: 1)
    #expect(run.errors.hasSuffix("code 0\n"), "\(run.errors)")
  }

  @Test("A column of a file is read from gzip too")
  func compressed() throws {
    guard let gzip = ToolProcess.path(of: "gzip") else { return }
    let folder = try TemporaryFolder()
    let rows = (1...3000).map { "\($0)\tmetformin \($0) mg\n" }.joined()
    let plain = try folder.write("id\ttext\n" + rows, to: "a.tsv")
    try ToolProcess.run(program: gzip, ["-k", plain]).expect(0)
    var streams: [[String]] = []
    for path in [plain, plain + ".gz"] {
      var stream = try LineStream(path)
      var lines: [String] = []
      while true {
        let next = try stream.next()
        if next.isEmpty { break }
        lines += next
      }
      streams.append(lines)
    }
    #expect(streams[0].count == 3001)
    #expect(streams[0] == streams[1])
    let small = try folder.write("id\ttext\n1\tmetformin\n", to: "b.tsv")
    try ToolProcess.run(program: gzip, ["-k", small]).expect(0)
    let asked = try [small, small + ".gz"].map {
      try ToolProcess.asking("match", "--input", $0, "--format", "tsv")
    }
    #expect(asked[0].output == asked[1].output)
    #expect(asked.allSatisfy { $0.exitCode == 0 && $0.output.contains("6809") })
    try Gzip.hello.dropLast(3).write(to: folder["c.gz"])
    try ToolProcess.asking("match", "--input", folder["c.gz"].path).expect(
      3, says: "[gzip.truncated]")
  }

  @Test("A column of CSV: quoted fields, line ends within them, and marks that open nothing")
  func commas() throws {
    let folder = try TemporaryFolder()
    let rows =
      "id,drug\r\n1,\"metformin, 500 mg\"\r\n2,\"a \"\"b\"\"\nc\"\n3,needle 5\" long\n\n4,6809\n5\n"
    let path = try folder.write(rows, to: "a.csv")
    var read = try DelimitedRows(path)
    let place = try #require(read.columns?.names.firstIndex(of: "drug"))
    var found: [String] = []
    while let batch = try read.next() {
      found += batch.map { "\($0.line) \($0.fields.field(place))" }
    }
    #expect(found == ["2 metformin, 500 mg", "3 a \"b\"\nc", "5 needle 5\" long", "7 6809", "8 "])
    let run = try ToolProcess.asking(
      "match", "--input", path, "--column", "drug", "--format", "csv", "--top", "1"
    ).expect(0)
    #expect(run.output.hasPrefix("line,text,verdict,reason,score,rxcui,tty,name,level,unmatched"))
  }
}

@Suite("Standard input of resolve and side-effects")
struct ResolveInputTests {
  @Test("A line longer than a block is a document")
  func longLine() throws {
    let long = String(repeating: " ", count: 1 << 17)
    try ToolProcess.asking(
      "resolve", "-", "--format", "ndjson",
      input: "{\(long)\"medication\":{\"displayText\":\"amoxicillin\"}}"
    ).expect(0, prints: "\"rxcui\":\"723\"")
  }
}
