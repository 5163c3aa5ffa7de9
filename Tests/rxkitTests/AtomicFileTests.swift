// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Files appear whole or not at all (S38)", .serialized)
struct AtomicFileTests {
  /// Writes a text through an ``AtomicFile``.
  private func write(_ text: String, to path: String, replacing: Bool) throws {
    let file = try AtomicFile(path, replacing: replacing)
    try SystemCalls.writeAll(Array(text.utf8), to: file.descriptor)
    try file.commit(from: AnswerSources())
  }

  @Test("A new file has its name at the end, and nothing is beside it")
  func newFile() throws {
    let folder = try TemporaryFolder()
    try write("abc", to: folder["a"].path, replacing: false)
    #expect(try folder.names() == ["a"])
    #expect(try String(contentsOf: folder["a"], encoding: .utf8) == "abc")
  }

  @Test("Without a commit there is nothing")
  func givenUp() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(folder["a"].path, replacing: false)
      try SystemCalls.writeAll([1, 2, 3], to: file.descriptor)
      #expect(try folder.names() == [".a.\(SystemCalls.processID()).tmp"])
    }
    #expect(try folder.names() == [])
  }

  @Test("A file is replaced only on request, and keeps its permissions")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let failure = #expect(throws: CommandFailure.self) {
      try write("new", to: path, replacing: false)
    }
    #expect(failure?.exitCode == .usage)
    #expect(failure?.code == "output.exists")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try write("new", to: path, replacing: true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names() == ["a"])
  }

  /// A call of the sample command with an output.
  private func invocation(_ path: String) throws -> Invocation {
    try Tool.parse("1", "--output", path)
  }

  @Test("A command's output goes to its file, also when not all was found")
  func commandOutput() throws {
    let folder = try TemporaryFolder()
    var streams = Streams(environment: Environment())
    let code = try streams.withOutput(of: try invocation(folder["a"].path)) {
      streams in
      #expect(!streams.terminal.isTerminal)
      try streams.output.write("abc\n")
      return .incomplete
    }
    #expect(code == .incomplete)
    #expect(try String(contentsOf: folder["a"], encoding: .utf8) == "abc\n")
    #expect(streams.output.name == "standard output")
  }

  @Test("A command that fails leaves no file")
  func failedCommand() throws {
    let folder = try TemporaryFolder()
    let invocation = try invocation(folder["a"].path)
    var streams = Streams(environment: Environment())
    let failure = CommandFailure.thrown {
      try streams.withOutput(of: invocation) { streams in
        try streams.output.write("abc\n")
        throw CommandFailure(.input, "test.failure", "broken")
      }
    }
    #expect(failure?.code == "test.failure")
    #expect(try folder.names() == [])
    #expect(streams.output.name == "standard output")
  }

  @Test("A file that came up meanwhile is not replaced")
  func race() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(folder["a"].path, replacing: false)
    try folder.write("other", to: "a")
    do {
      try file.commit(from: AnswerSources())
      Issue.record("the other file was replaced")
    } catch {
      #expect(CommandFailure(error).code == "output.exists")
    }
    #expect(try String(contentsOf: folder["a"], encoding: .utf8) == "other")
    #expect(try folder.names() == ["a"])
  }

  @Test("What killed writers of the same file left is removed, and only that")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    // The number of a process that has ended and was waited for runs no more.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exit 0"]
    try process.run()
    process.waitUntilExit()
    let gone = process.processIdentifier
    let kept = [
      ".a.\(SystemCalls.processID()).tmp", ".a.1.tmp", ".a.x.tmp", ".a.\(gone)-.tmp", ".a..tmp",
      ".b.\(gone).tmp", ".a.b.\(gone).tmp", "a.\(gone).tmp", ".a.\(gone).tmp.gz", ".a.-\(gone).tmp",
      ".a.0.tmp", ".a.tmp",
    ]
    for name in kept + [".a.\(gone).tmp", ".a.\(gone)-7.tmp"] { try folder.write("", to: name) }
    try FileManager.default.createDirectory(
      at: folder[".a.\(gone)-8.tmp"], withIntermediateDirectories: false)
    try write("abc", to: folder["a"].path, replacing: false)
    #expect(try folder.names() == (kept + ["a", ".a.\(gone)-8.tmp"]).sorted())
  }

  @Test("A symbolic link stays one, and its file is replaced")
  func link() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"].path, withDestinationPath: path)
    try write("new", to: folder["link"].path, replacing: true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try folder.names() == ["a", "link"])
  }

  @Test("A device is written to and not replaced")
  func device() throws {
    try write("x", to: "/dev/null", replacing: false)
    #expect(try SystemCalls.status(of: "/dev/null").kind == .other)
  }

  @Test("A folder, or a place that does not exist, is an error")
  func wrongPlaces() throws {
    let folder = try TemporaryFolder()
    let isFolder = #expect(throws: CommandFailure.self) {
      try write("x", to: folder.url.path, replacing: true)
    }
    #expect(isFolder?.code == "output.is-folder")
    let missing = #expect(throws: CommandFailure.self) {
      try write("x", to: folder["no/such/a"].path, replacing: true)
    }
    #expect(missing?.code == "output.unwritable")
    #expect(missing?.exitCode == .input)
  }

  @Test("SIGINT leaves no debris, and the exit code is 130")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let path = folder["a"].path
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      try Self.raise(SIGINT, writing: path)
    }
    #expect(try folder.names() == [])
  }

  @Test("SIGTERM leaves no debris, and the exit code is 143")
  func terminated() async throws {
    let folder = try TemporaryFolder()
    let path = folder["a"].path
    await #expect(processExitsWith: .exitCode(143)) { [path = path as String] in
      try Self.raise(SIGTERM, writing: path)
    }
    #expect(try folder.names() == [])
  }

  private static func raise(_ signal: Int32, writing path: String) throws {
    // The test process may have inherited that the signal is ignored.
    Foundation.signal(signal, SIG_DFL)
    Interruption.install()
    let file = try AtomicFile(path, replacing: false)
    guard FileManager.default.fileExists(atPath: file.temporaryPath) else { return }
    kill(getpid(), signal)
    while true { pause() }
  }
}

/// Every command that writes a file, on input that fails: at once, or when answers were written.
@Suite("S38 Half-written is not written")
struct WholeFileTests {
  /// A line that is too long, behind one that is answered.
  private static let endless = "6809\n" + String(repeating: "9", count: LineStream.longestLine + 9)

  @Test(
    "S38 A run that fails leaves no file, and the old one as it was",
    arguments: FixtureRows.pairs("commands that fail"))
  func failure(_ line: String, _ input: String) throws {
    let words = RunTests.quoted(line)
    let input = input.replacing("ENDLESS", with: Self.endless)
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    let run = try ToolProcess.asking(words + ["-o", path], input: input).expect(omits: "wrote ")
    #expect(run.exitCode >= 2, "\(words): \(run.errors)")
    #expect(try folder.names() == [], "\(words)")
    try folder.write("mine", to: "out")
    try ToolProcess.asking(words + ["-o", path, "--force"], input: input).expect(run.exitCode)
    #expect(try folder.names() == ["out"], "\(words)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("S38 A run that succeeds leaves the whole answer and nothing else")
  func success() throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].path
    for words in [["lookup", "6809"], ["side-effects", "6809"], ["match", "metformin"]] {
      let printed = try ToolProcess.asking(words + ["--format", "json"])
      try ToolProcess.asking(words + ["--format", "json", "-o", path, "--force"]).expect(
        0, lines: 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
      #expect(try folder.names() == ["out"])
    }
  }
}
