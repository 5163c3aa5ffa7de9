// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import CommandLineTool
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
