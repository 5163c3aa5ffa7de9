// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import rxkit

/// Loads every CodeSystem of the test data into a catalog and lists it again.
@Suite("Code systems through the tool")
struct TerminologyTests {
  /// A catalog with the code systems in JSON and XML, built from within their folder, so that
  /// column `file` is the path as the expected tables have it.
  private static let built = Result { () throws -> Built? in
    guard let folder = TestData.folder("fhir-terminology", skipping: "code systems") else {
      return nil
    }
    let rows = try TestData.table(folder.appendingPathComponent("expected-terminology.tsv"))
    let files = rows.filter { $0["resourceType"] == "CodeSystem" }.compactMap { $0["file"] }
      .filter { file in
        [".json", ".json.gz", ".xml", ".xml.gz"].contains(where: file.hasSuffix)
      }
    let place = try TemporaryFolder()
    let catalog = place["catalog.rxkit"].path
    let words = files.flatMap { ["--with", $0] }
    let run = try ToolProcess.run(
      program: "/bin/sh",
      ["-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path]
        + [try ToolProcess.executable().path, "build", try StarterCatalog.release(), "-o", catalog]
        + words)
    return Built(folder: folder, place: place, catalog: catalog, files: files, run: run)
  }

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

  @Test("Every code system is listed with the figures of the expected table")
  func systems() throws {
    guard let built = try Self.built.get() else { return }
    #expect(built.run.exitCode == 0, "\(built.run.errors)")
    let run = try built.info("--format", "tsv")
    let text = try TestData.text(built.folder.appendingPathComponent("expected-terminology.tsv"))
    expectEqual(run.output, text, first: 2, is: "CodeSystem", of: built.files)
  }

  @Test("Every concept is listed with its designations and properties")
  func concepts() throws {
    guard let built = try Self.built.get() else { return }
    let run = try built.info("--concepts", "--format", "tsv")
    let text = try TestData.text(built.folder.appendingPathComponent("expected-concepts.tsv.gz"))
    expectEqual(run.output, text, first: 2, is: "concept", of: built.files)
  }

  /// Compares lines with those of a table whose second column is a word, header included.
  private func expectEqual(
    _ output: String, _ table: String, first column: Int, is word: String, of files: [String]
  ) {
    let lines = table.split(separator: "\n")
    let wanted = Set(files.map { Substring($0) })
    let expected =
      lines.prefix(1)
      + lines.dropFirst().filter { line in
        let cells = line.split(separator: "\t", maxSplits: column, omittingEmptySubsequences: false)
        return cells[1] == word && wanted.contains(cells[0])
      }
    let found = output.split(separator: "\n")
    print("info: \(expected.count - 1) rows of kind \(word) compared")
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected).filter({ $0 != $1 }).prefix(20) {
      Issue.record("----- expected\n\(other)\n----- found\n\(one)\n-----")
    }
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

  @Test("A code system of any content mode is loaded as it is", arguments: contents)
  func contentMode(_ content: String) throws {
    let folder = try TemporaryFolder()
    let system = try folder.write(
      """
      {"resourceType":"CodeSystem","url":"http://example.org/\(content)","status":"active",
       "content":"\(content)","concept":[{"code":"a","display":"A","concept":[{"code":"b"}]}]}
      """, to: "system.json")
    let catalog = folder["catalog.rxkit"].path
    let release = try StarterCatalog.release()
    let run = try ToolProcess.run(["build", release, "--with", system, "-o", catalog])
    #expect(run.exitCode == 0, "\(run.errors)")
    let info = try ToolProcess.asking(
      "info", "--terminology", "--format", "tsv", "--catalog", catalog)
    #expect(
      info.output.contains(
        "\tCodeSystem\thttp://example.org/\(content)\t\tactive\t\(content)\t\t2\t2\t0\t0\t1\t"))
  }

  static let contents = ["complete", "fragment", "example", "supplement", "not-present"]

  @Test("A code of a loaded system is looked up by its system")
  func lookup() throws {
    guard let built = try Self.built.get() else { return }
    let run = try ToolProcess.asking(
      "lookup", "active", "--system", "http://hl7.org/fhir/CodeSystem/medicationrequest-status",
      "--catalog", built.catalog)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("Active"))
  }

  @Test("Every format lists the code systems", arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    guard let built = try Self.built.get() else { return }
    let run = try built.info("--format", format.rawValue)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("http://hl7.org/fhir/CodeSystem/medicationrequest-status"))
  }

  @Test("A file without a code system, or that is no JSON, fails and writes nothing")
  func notACodeSystem() throws {
    let folder = try TemporaryFolder()
    let patient = try folder.write("{\"resourceType\":\"Patient\"}", to: "in/patient.json")
    let broken = try folder.write("{\"resourceType\":", to: "in/broken.json")
    for path in [patient, broken, "/nowhere.json"] {
      let run = try ToolProcess.run([
        "build", try StarterCatalog.release(), "--with", path, "-o", folder["c.rxkit"].path,
      ])
      #expect(run.exitCode == 3)
      #expect(run.errors.contains(path))
      #expect(run.output.isEmpty)
      #expect(try folder.names() == ["in"])
    }
  }
}
