// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Loads every terminology resource of the test data into a catalog and lists it again.
@Suite("Terminology through the tool")
struct TerminologyTests {
  /// A catalog with the resources in JSON and XML, built from within their folder, so that
  /// column `file` is the path as the expected tables have it.
  private static let built = Result { () throws -> Built? in
    guard let folder = TestData.path("fhir-terminology", skipping: "terminology") else {
      return nil
    }
    let rows = try TestData.table(folder.appendingPathComponent("expected-terminology.tsv"))
    let files = rows.compactMap { $0["file"] }
    let place = try TemporaryFolder()
    let catalog = place["catalog.rxkit"].path
    let words = files.flatMap { ["--with", $0] }
    let run = try ToolProcess.run(
      program: "/bin/sh",
      ["-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path]
        + [try ToolProcess.executable().path, "build", try StarterCatalog.release(), "-o", catalog]
        + ["--report", place["loaded.tsv"].path] + words)
    return Built(folder: folder, place: place, catalog: catalog, files: files, run: run)
  }

  /// The catalog's path; `nil` without the test data.
  static func catalog() throws -> String? { try built.get()?.catalog }

  private struct Built {
    let folder: URL
    let place: TemporaryFolder
    let catalog: String
    let files: [String]
    let run: ToolProcess

    func info(_ words: String...) throws -> ToolProcess {
      try ToolProcess.asking(["info", "--terminology"] + words + ["--catalog", catalog])
    }
  }

  @Test(
    "Every resource is listed with the figures of the expected table", .enabled(if: !Effort.isFast))
  func systems() throws {
    guard let built = try Self.built.get() else { return }
    #expect(built.run.exitCode == 0, "\(built.run.errors)")
    let run = try built.info("--format", "tsv")
    let text = try TestData.text(built.folder.appendingPathComponent("expected-terminology.tsv"))
    expectEqual(run.output, text)
  }

  @Test("Every concept, listed code, expansion entry and mapping is listed")
  func concepts() throws {
    guard let built = try Self.built.get() else { return }
    let run = try built.info("--concepts", "--format", "tsv")
    let text = try TestData.text(built.folder.appendingPathComponent("expected-concepts.tsv.gz"))
    expectEqual(run.output, text)
  }

  /// Compares lines with those of a table, the header first, the others in any order: the tool
  /// lists type by type, the table file by file.
  private func expectEqual(_ output: String, _ table: String) {
    let expected = table.split(separator: "\n")
    let found = output.split(separator: "\n")
    print("info: \(expected.count - 1) rows compared")
    #expect(found.count == expected.count)
    #expect(found.first == expected.first)
    for (one, other) in zip(found.sorted(), expected.sorted()).filter({ $0 != $1 }).prefix(20) {
      Issue.record("----- expected\n\(other)\n----- found\n\(one)\n-----")
    }
  }

  @Test(
    "The report names every resource once, and the catalog is sound", .enabled(if: !Effort.isFast))
  func report() throws {
    guard let built = try Self.built.get() else { return }
    let text = try String(contentsOf: built.place["loaded.tsv"], encoding: .utf8)
    let files = text.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "\t", omittingEmptySubsequences: false).first.map(String.init)
    }
    #expect(Set(files) == Set(built.files))
    try ToolProcess.run(["verify", "--catalog", built.catalog]).expect(0)
  }

  /// Value sets whose codes need RxNorm or are told differently here, with why.
  private static let explained: [String: String] = [:]

  @Test(
    "Every value set has as many codes as an independent program counts",
    .enabled(if: !Effort.isFast))
  func valueSetMembers() throws {
    guard let built = try Self.built.get() else { return }
    let catalog = try Catalog(contentsOf: built.catalog)
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/value-set-members.tsv")
    var (counted, told) = (0, 0)
    for row in try TestData.table(table) {
      let file = row["file"] ?? ""
      let set = try #require(catalog.valueSets.first { $0.file == file }, "\(file)")
      let answer = catalog.members(of: set)
      if row["members"] == "?" {
        #expect(!answer.isComplete || Self.explained[file] != nil, "\(file)")
        told += 1
      } else {
        #expect(answer.isComplete, "\(file): \(answer.gaps)")
        #expect(String(answer.members.count) == row["members"], "\(file)")
        counted += 1
      }
    }
    print("value sets: \(counted) counted, \(told) not computable")
    #expect(counted == 46 && told == 30)
  }

  @Test("Complete, supplement and not-present code systems are among them")
  func contentModes() throws {
    guard let built = try Self.built.get() else { return }
    let lines = try built.info("--format", "tsv").output.split(separator: "\n").dropFirst()
    let modes = Set(
      lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false)[5] })
    #expect(
      modes.isSuperset(of: ["complete", "supplement", "not-present"]), "\(modes)")
    #expect(lines.contains { $0.hasPrefix("hl7-r5/codesystem-example-supplement-2.json\t") })
    #expect(built.files.contains { $0.hasSuffix(".json.gz") }, "gzip is among the inputs")
    #expect(built.files.contains { $0.hasSuffix(".xml") }, "XML is among the inputs")
  }

  @Test("A FHIR package is read without being unpacked")
  func package() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      #"{"resourceType":"CodeSystem","url":"http://example.org/p","content":"complete","concept":[{"code":"a","display":"A"}]}"#,
      to: "in/package/CodeSystem-p.json")
    _ = try folder.write(#"{"name":"example"}"#, to: "in/package/package.json")
    try ToolProcess.run(
      program: "/bin/tar", ["-czf", folder["p.tgz"].path, "-C", folder["in"].path, "package"]
    ).expect(0)
    let catalog = folder["c.rxkit"].path
    try ToolProcess.run([
      "build", try StarterCatalog.release(), "--with", folder["p.tgz"].path, "-o", catalog,
    ]).expect(0, says: "loaded 1 code system; 1 other file skipped")
    try ToolProcess.asking(
      "lookup", "a", "--system", "http://example.org/p", "--format", "json", "--catalog", catalog
    ).expect(0, prints: "\"display\": \"A\"")
  }
}
