// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit export writes whole files, or says why not")
struct ExportTests {
  /// A catalog of two concepts.
  private static func catalog(in folder: TemporaryFolder) throws -> String {
    let release = try SmallRelease.write(in: folder)
    let path = folder["small.rxkit"].path
    try ToolProcess.run(["build", release, "-o", path]).expect(0)
    return path
  }

  private static func export(
    _ arguments: [String], of catalog: String, closesOutput: Bool = false
  ) throws -> ToolProcess {
    try ToolProcess.run(
      ["export"] + arguments, environment: ["RXKIT_CATALOG": catalog], closesOutput: closesOutput)
  }

  @Test(
    "A command line that cannot be done says why, with its code",
    arguments: FixtureRows.cells("exports that fail"))
  func fails(_ row: [String]) throws {
    let folder = try TemporaryFolder()
    let words = row[0].split(separator: " ").map(String.init)
    let exitCode = try #require(Int32(row[1]))
    try Self.export(words, of: Self.catalog(in: folder)).expect(
      exitCode, says: "[\(row[2])]", lines: 0)
  }

  @Test(
    "S38 A file that exists is replaced only with --force, and nothing is left beside it",
    arguments: ["sqlite", "ndjson", "package", "code-system"])
  func replaces(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let catalog = try Self.catalog(in: folder)
    let path = try folder.write("mine", to: "out/export")
    try Self.export([kind, "-o", path], of: catalog).expect(2, says: "[output.exists]")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    try Self.export([kind, "-o", path, "--force"], of: catalog).expect(0, says: "wrote \(path)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != Data("mine".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["out"].path) == ["export"])
  }

  @Test("S38 A folder appears whole; with --force what else is in it stays")
  func folders() throws {
    let folder = try TemporaryFolder()
    let catalog = try Self.catalog(in: folder)
    let path = folder["tables"].path
    try Self.export(["csv", "-o", path + "/"], of: catalog).expect(0)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names.contains("concept.csv") && names.contains("NOTICE.txt") && names.count == 17)
    try Self.export(["csv", "-o", path], of: catalog).expect(says: "[output.exists]")
    try Data("mine".utf8).write(to: folder["tables/own.txt"])
    try Self.export(["csv", "-o", path, "--force"], of: catalog).expect(0)
    #expect(try String(contentsOf: folder["tables/own.txt"], encoding: .utf8) == "mine")
    #expect(try folder.names().filter { $0.hasSuffix(".tmp") } == [])
    let file = try folder.write("mine", to: "file")
    try Self.export(["tsv", "-o", file], of: catalog).expect(says: "[output.is-file]")
  }

  @Test("One table goes to standard output, and a closed pipe ends quietly")
  func table() throws {
    let folder = try TemporaryFolder()
    let catalog = try Self.catalog(in: folder)
    try Self.export(["tsv", "--table", "concept"], of: catalog).expect(
      0, prints: "\t308192\tSCD\tamoxicillin 500 MG Oral Tablet\t", lines: 3)
    try Self.export(["ndjson"], of: catalog, closesOutput: true).expect(0)
  }
}
