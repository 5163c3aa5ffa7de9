// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRStreams
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Input files")
struct InputFileTests {
  @Test("A file is read whole")
  func reads() throws {
    let folder = try TemporaryFolder()
    for text in ["", "x", String(repeating: "0123456789", count: 50_000)] {
      let path = try folder.write(text, to: "a")
      let input = try InputFile.read(path)
      #expect(input.bytes == Array(text.utf8))
      #expect(input.name == path)
    }
  }

  @Test("What cannot be read is named, with exit code 3")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let missing = CommandFailure.thrown { try InputFile.read("/no/such/file") }
    #expect(missing?.exitCode == .input)
    #expect(missing?.message == "/no/such/file: no such file or directory")
    let isFolder = CommandFailure.thrown { try InputFile.read(folder.url.path) }
    #expect(isFolder?.code == "input.is-folder")
  }

  @Test("A file beyond the limit is refused")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("12345", to: "a")
    #expect(try InputFile.read(path, limit: 5).bytes.count == 5)
    let failure = CommandFailure.thrown { try InputFile.read(path, limit: 4) }
    #expect(failure?.code == "input.too-large")
  }

  @Test("gzip is told by its bytes and inflated")
  func gzip() throws {
    let folder = try TemporaryFolder()
    try Gzip.hello.write(to: folder["a"])
    #expect(try InputFile.read(folder["a"].path).bytes == Array("hello, hello\n".utf8))
    try Gzip.hello.dropLast().write(to: folder["b"])
    let failure = CommandFailure.thrown { try InputFile.read(folder["b"].path) }
    #expect(failure?.code == "gzip.truncated")
    #expect(failure?.exitCode == .input)
  }
}

@Suite("Arguments from standard input")
struct ArgumentLinesTests {
  @Test("Lines are words, without blanks around them and without empty ones")
  func lines() {
    func words(_ bytes: [UInt8]) -> [GivenWord]? {
      ArgumentLines.lines(of: InputFile(name: "f", bytes: bytes))
    }
    let lines = words(Array("1\n  2 3\t\r\n\n \n4".utf8))
    #expect(lines?.map(\.text) == ["1", "2 3", "4"])
    #expect(lines?.map(\.label) == ["f:1", "f:2", "f:5"], "S35")
    #expect(words([0xEF, 0xBB, 0xBF, 0x31, 0x0A])?.map(\.text) == ["1"])
    #expect(words([]) == [])
    #expect(words([0x31, 0xFF]) == nil)
  }

  @Test("Without a dash the arguments stay as they are, and two dashes are an error")
  func dashes() throws {
    let command = SampleCommand.definition
    var words = try ArgumentStream(["a", "b c"], of: command)
    #expect(try words.next()?.map(\.text) == ["a", "b c"])
    #expect(try words.next()?.map(\.text) == nil)
    let twice = #expect(throws: CommandFailure.self) {
      try ArgumentLines.check(["-", "1", "-"], of: command)
    }
    #expect(twice?.code == "usage.repeated-input")
    let empty = #expect(throws: CommandFailure.self) {
      try ArgumentLines.check(["1", " "], of: command)
    }
    #expect(empty?.code == "usage.empty-argument")
  }
}

/// Bytes that GNU gzip 1.12 wrote: `printf 'hello, hello\\n' | gzip -n9 | xxd -p`.
enum Gzip {
  static let hello = Data([
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48,
    0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x00, 0x51, 0x5C, 0x00, 0xDB, 0x25,
    0x26, 0x1F, 0x0D, 0x00, 0x00, 0x00,
  ])
}

@Suite("gzip")
struct GzipTests {
  static let hello = [UInt8](Gzip.hello)
  static let text = Array("hello, hello\n".utf8)

  /// Inflates a file of these bytes.
  private func inflate(_ bytes: [UInt8], limit: Int = 100) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder["a"])
    return try InputFile.read(folder["a"].path, limit: limit).bytes
  }

  /// The error that it gives instead.
  private func error(_ bytes: [UInt8], limit: Int = 100) -> CommandFailure? {
    CommandFailure.thrown { try inflate(bytes, limit: limit) }
  }

  @Test("Members one after the other are one file, and zero bytes at the end are padding")
  func members() throws {
    #expect(try inflate(Self.hello) == Self.text)
    #expect(try inflate(Self.hello + Self.hello) == Self.text + Self.text)
    #expect(try inflate(Self.hello + [0, 0, 0]) == Self.text)
  }

  @Test("Every prefix is an error, and so is a changed byte of the stream or its checksum")
  func damage() throws {
    for count in 2..<Self.hello.count {
      let failure = error(Array(Self.hello.prefix(count)))
      #expect(failure?.code == "gzip.truncated", "\(count) bytes")
    }
    for position in 10..<Self.hello.count {
      var bytes = Self.hello
      bytes[position] ^= 0x55
      #expect(error(bytes, limit: 1000)?.code.hasPrefix("gzip.") == true, "byte \(position)")
    }
  }

  @Test("Other bytes after the end are an error, and so is what grows beyond the limit")
  func ends() throws {
    let trailing = error(Self.hello + [0x41])
    #expect(trailing?.code == "gzip.trailing-bytes")
    #expect(trailing?.message.contains(" at byte \(Self.hello.count), ") == true)
    #expect(error(Self.hello, limit: 12)?.code == "gzip.too-large")
    #expect(error(Self.hello, limit: 13) == nil)
  }

  @Test("A bomb is refused by its ratio", .enabled(if: !Effort.isFast))
  func bomb() throws {
    guard let gzip = ToolProcess.path(of: "gzip") else { return }
    let folder = try TemporaryFolder()
    let zeros = folder["zeros"]
    try Data(count: 100 << 20).write(to: zeros)
    try ToolProcess.run(program: gzip, ["-9", zeros.path]).expect(0)
    let bytes = [UInt8](try Data(contentsOf: folder["zeros.gz"]))
    #expect(bytes.count < 150_000)
    let failure = error(bytes, limit: 1 << 32)
    #expect(failure?.code == "gzip.too-large" && failure?.message.contains("67,108,864") == true)
  }
}

@Suite("Folders")
struct FolderWalkTests {
  @Test("Files come in the order of the bytes of their paths")
  func order() throws {
    let folder = try TemporaryFolder()
    let names = ["b.json", "a/z.json", "a.json", "B.json", "a/é.json", "a-b.json", "c/d/e.json.gz"]
    for name in names { try folder.write("{}", to: name) }
    for name in ["read.me", ".hidden.json", "a/x.xml"] { try folder.write("", to: name) }
    let walk = FolderWalk(folder.url.path + "/", endings: [".json", ".json.gz"])
    let prefix = folder.url.path + "/"
    #expect(
      walk.files.map { String($0.dropFirst(prefix.count)) } == [
        "B.json", "a-b.json", "a.json", "a/z.json", "a/é.json", "b.json", "c/d/e.json.gz",
      ])
    #expect(walk.skippedCount == 3)
    #expect(walk.failures.isEmpty)
  }

  @Test("A link to a folder above is no endless walk")
  func loop() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "a/b.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder["a/up"].path, withDestinationPath: folder.url.path)
    let walk = FolderWalk(folder.url.path, endings: [".json"])
    #expect(walk.files == [folder["a/b.json"].path])
  }

  @Test("What cannot be listed is told, and the rest is walked")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder["gone.json"].path, withDestinationPath: "/no/such/file")
    let walk = FolderWalk(folder.url.path, endings: [".json"])
    #expect(walk.files == [folder["a.json"].path])
    #expect(walk.failures.map(\.code) == ["input.unreadable"])
    #expect(FolderWalk("/no/such/folder", endings: []).failures.count == 1)
  }
}
