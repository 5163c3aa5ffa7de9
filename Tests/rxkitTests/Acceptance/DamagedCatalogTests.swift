// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConceptCatalog
@testable import CommandLineTool
@testable import rxkit_tool

@Suite("A catalog that is damaged after it was opened")
struct DamagedCatalogTests {
  /// Questions that read every kind of section.
  static let questions = [
    ["lookup", "861007", "--format", "json"],
    ["lookup", "0093-1048-01", "--system", "ndc"],
    ["lookup", "9999999", "--format", "json"],
    ["history", "861007", "--format", "json"],
    ["symptoms", "nausea", "--format", "ndjson"],
    ["symptoms"],
    ["side-effects", "metformin", "--format", "json"],
    ["related", "861007", "--format", "json"],
    ["search", "metf", "--format", "json"],
    ["search", "metfromin"],
    ["match", "warfarin 5 mg tablet"],
    ["resolve", "lisinopril 10 mg tablet", "--format", "json"],
    ["resolve", "861007", "--format", "ndjson"],
    ["explain", "861007", "--symptom", "nausea", "--format", "json"],
    ["export", "csv", "--table", "source"],
    ["info", "--format", "json"],
  ]

  @Test(
    "S9 S29 A flipped bit in a block that a question reads is an error, never another answer",
    arguments: questions)
  func flippedBits(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder["c.rxkit"].path
    try FileManager.default.copyItem(atPath: try StarterCatalog.path(), toPath: path)
    let sound = try ToolProcess.run(words + ["--catalog", path])
    #expect(sound.exitCode == 0 || sound.exitCode == 1)
    let (start, blocks) = try Self.blocksRead(by: words, path)
    try #require(!blocks.isEmpty)
    var random = SeededGenerator(for: "flipped bits \(words[0])")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let last = try #require(blocks.last)
    for block in [blocks[0], last] + (0..<4).map({ _ in blocks[random.below(blocks.count)] }) {
      // The last block may be shorter.
      let place = UInt64(start + block * 4096 + random.below(block == last ? 64 : 4096))
      let bit = UInt8(1) << UInt8(random.below(8))
      try Self.flip(bit, at: place, of: file)
      try ToolProcess.run(words + ["--catalog", path]).expect(
        4, says: "[catalog.damaged]", omits: "not found")
      try Self.flip(bit, at: place, of: file)
    }
    // One anywhere.
    let place = UInt64(start + random.below(20_000_000))
    try Self.flip(1, at: place, of: file)
    let run = try ToolProcess.run(words + ["--catalog", path])
    if run.exitCode != 4 {
      #expect(run.output == sound.output && run.exitCode == sound.exitCode, "byte \(place)")
    }
  }

  @Test("S38 A damaged catalog leaves no file behind")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = folder["c.rxkit"].path
    try FileManager.default.copyItem(atPath: try StarterCatalog.path(), toPath: path)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    for part in 1..<40 as Range<UInt64> { try Self.flip(1, at: size * part / 40, of: file) }
    try file.close()
    for words in [["export", "sqlite"], ["export", "csv"], ["info"], ["export", "ndjson"]] {
      let output = words == ["info"] ? [] : ["-o", folder["out"].path]
      let run = try ToolProcess.run(words + output + ["--catalog", path]).expect(4)
      #expect(try folder.names() == ["c.rxkit"], "\(words)")
      #expect(run.output.isEmpty || words[0] == "export")
    }
  }

  /// Where the blocks of a catalog begin, and which of them a question reads.
  private static func blocksRead(
    by words: [String], _ path: String
  ) throws -> (start: Int, blocks: [Int]) {
    var streams = Streams(environment: Environment())
    let null = try SystemCalls.openForWriting("/dev/null")
    _ = try streams.withOutput(to: null.descriptor, name: "nothing") {
      (streams) throws(CommandFailure) in
      Rxkit.tool.run(words + ["--catalog", path], &streams)
    }
    let catalogs = streams.sources.catalogs.withLock { $0 }
    let bytes = try #require(catalogs.first).file.bytes
    return (bytes.bodyStart, bytes.checkedBlocks)
  }

  private static func flip(_ bit: UInt8, at place: UInt64, of file: FileHandle) throws {
    try file.seek(toOffset: place)
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: place)
    try file.write(contentsOf: Data([byte ^ bit]))
  }
}
