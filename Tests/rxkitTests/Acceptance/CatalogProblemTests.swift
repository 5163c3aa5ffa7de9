// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Synchronization
import Testing
import TestSupport

@testable import CommandLineTool
@testable import ConceptCatalog
@testable import rxkit_tool

@Suite("A catalog that cannot be asked")
struct CatalogProblemTests {
  /// Every command that asks a catalog.
  static let commands = [
    ["verify"], ["info"], ["lookup", "308192"], ["resolve", "308192"], ["side-effects", "308192"],
    ["convert", "-"],
  ]

  @Test(
    "Without a catalog the place and the way to build one are told, exit code 4",
    arguments: commands)
  func missing(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try ToolProcess.run(words, environment: ["HOME": folder.url.path]).expect(
      4, says: "rxkit/catalog.rxkit: catalog not found (default location)", "   try: rxkit build ",
      lines: 0)
    #expect(try folder.names().isEmpty)
  }

  /// What is done to the bytes of a catalog, and the code of the error.
  static let damages: [(id: String, change: @Sendable (inout Data) -> Void, code: String)] = [
    ("cut", { $0 = $0.prefix(5000) }, "catalog.damaged"),
    ("empty", { $0 = Data() }, "catalog."),
    ("no catalog", { $0 = Data("resourceType".utf8) }, "catalog."),
    ("header flipped", { $0[100] ^= 1 }, "catalog."),
    ("another version", { $0[12] &+= 7 }, "catalog.version"),
  ]

  @Test(
    "A damaged catalog or one of another version is refused, exit code 4",
    arguments: damages.indices)
  func damaged(_ index: Int) throws {
    let damage = Self.damages[index]
    let folder = try TemporaryFolder()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: try StarterCatalog.path()))
    damage.change(&bytes)
    try bytes.write(to: folder["c.rxkit"])
    for words in Self.commands {
      try ToolProcess.run(words + ["--catalog", folder["c.rxkit"].path]).expect(
        4, says: "[\(damage.code)", "   try: ", lines: 0)
    }
  }

  @Test("verify finds a byte that is changed anywhere, exit code 4")
  func verify() throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: try StarterCatalog.path()))
    for place in stride(from: 40_000, to: bytes.count, by: bytes.count / 5) {
      var changed = bytes
      changed[place] ^= 0x10
      try changed.write(to: folder["c.rxkit"])
      try ToolProcess.run(["verify", folder["c.rxkit"].path]).expect(4, says: "[catalog.damaged]")
    }
  }

  @Test("--version tells tool, format and data, and a missing catalog is no failure")
  func versions() throws {
    let run = try ToolProcess.asking("--version").expect(0)
    let path = try StarterCatalog.path()
    #expect(
      run.output == """
        rxkit \(VersionReport.tool)
        catalog format 4
        data RXNORM_RECONSTRUCTED_20260723 of 2026-07-23, \(CatalogOpening.notOfficial) (\(path))

        """)
    #expect(run.errors.isEmpty)
    let folder = try TemporaryFolder()
    try ToolProcess.run(["--version"], environment: ["HOME": folder.url.path]).expect(
      0, prints: "\ndata none: \(folder.url.path)")
    #expect(try ToolProcess.run(["--version"]).exitCode == 0)
  }
}

@Suite("A catalog that is damaged after it was opened")
struct DamagedCatalogTests {
  /// Questions that read every kind of section.
  static let questions = FixtureRows.texts("questions of every section").map(RunTests.quoted)

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
      Rxkit.tool.run(words + ["--catalog", path], &$0)
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

/// No code from 90000000 on is printed as a code, a coding or a result.
///
/// They tie the graph of the starter release together; no release of NLM has them.
@Suite("Placeholder codes")
struct PlaceholderTests {
  /// Codes with a placeholder among their relatives, at most so many, evenly drawn.
  private static func relatives(of placeholders: [Concept], upTo count: Int) -> [String] {
    var codes: Set<RxCUI> = []
    for concept in placeholders {
      for relation in concept.relations {
        if let code = relation.target?.code { codes.insert(code) }
      }
    }
    let sorted = codes.sorted()
    let step = max(1, sorted.count / count)
    return stride(from: 0, to: sorted.count, by: step).map { sorted[$0].description }
  }

  @Test(
    "No command prints a placeholder, whatever the relatives of a code are",
    .enabled(if: Effort.isFull))
  func neverPrinted() throws {
    let catalog = try Catalog(contentsOf: try StarterCatalog.path())
    let codeless = catalog.concepts.filter { $0.code == nil }
    let codes = Self.relatives(of: codeless, upTo: 400)
    let numbers = Set(codeless.map(\.rxcui.description))
    print("placeholders: \(codeless.count) in the release, \(codes.count) relatives asked")
    #expect(codes.count >= 300)
    for command in [
      ["lookup"], ["resolve"], ["side-effects"], ["related", "--tty", "SCDC,SCDF,BN", "--explain"],
    ] {
      for format in ["json", "tsv", "table"] {
        let run = try ToolProcess.asking(
          command + ["-", "--format", format], input: codes.joined(separator: "\n"))
        #expect(run.exitCode == 0 || run.exitCode == 1)
        #expect(!run.output.isEmpty)
        // Set ids of labels hold groups of eight digits too.
        let found = placeholders(in: run.output, besides: "", limit: .max).filter(numbers.contains)
        #expect(found.isEmpty, "\(command) \(format): \(found.prefix(5))")
      }
    }
  }

  @Test("A placeholder that is asked for is not found")
  func askedFor() throws {
    let catalog = try Catalog(contentsOf: try StarterCatalog.path())
    let codes = catalog.concepts.filter { $0.code == nil }.prefix(20).map(\.rxcui.description)
    for command in ["lookup", "resolve", "side-effects"] {
      for code in codes.prefix(3) {
        try ToolProcess.asking(command, code, "--format", "json").expect(
          1, prints: "\"concepts\": []")
      }
    }
  }
}
