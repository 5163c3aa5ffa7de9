// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import TestSupport
import Testing

@testable import FHIRStreams

/// The tables of the real documents.
enum StreamTestData {
  /// The rows of a table whose first line has the names; cells stay escaped.
  static func table(_ url: URL) throws -> [[String: String]] {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
    let names = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
  }

  /// Whether a file is NDJSON by its name, as those of the test data are.
  static func isNDJSON(_ name: String) -> Bool {
    name.hasSuffix(".ndjson") || name.hasSuffix(".ndjson.gz")
  }
}

@Suite("Streams of real documents")
struct CorpusStreamTests {
  @Test("Any batches and any threads give the records of the whole document")
  func wholeAndParts() throws {
    guard let folder = TestData.path("fhir", skipping: "streams of real NDJSON") else { return }
    let names = try StreamTestData.table(folder.appendingPathComponent("documents.tsv"))
      .compactMap { $0["file"] }.filter(StreamTestData.isNDJSON)
    #expect(names.count > 5)
    for name in names {
      let path = folder.appendingPathComponent(name).path
      // A text with one line is a document.
      guard let lines = try FHIRInput(path).lines else { continue }
      let bytes = try JoinedLines(lines).bytes
      let whole = Self.withoutVersion(FHIRDocument(bytes, reading: .withXML).records)
      for (block, threads) in [(1 << 20, 1), (1 << 20, 2), (4096, 2), (100, 3)] {
        let stream = FHIRStream([.init(path)], options: LineStreamTests.options(block: block))
        let read = ReadStream(stream, threads: threads)
        #expect(Self.withoutVersion(read.records) == whole, "\(name), blocks of \(block)")
      }
    }
  }

  /// A line shows its own version only; the whole document shows that of any line.
  private static func withoutVersion(_ records: [MedicationRecord]) -> [MedicationRecord] {
    records.map { record in
      var record = record
      record.fhirVersion = nil
      return record
    }
  }

  @Test("Byte ranges of real NDJSON give together the whole")
  func ranges() throws {
    guard let folder = TestData.path("fhir", skipping: "ranges of real NDJSON") else { return }
    let other = try TestFolder()
    let packed = folder.appendingPathComponent("smart-bulk-export/MedicationRequest.000.ndjson.gz")
    let bytes = try JoinedLines(FHIRLineStream(packed.path)).bytes
    let path = try other.write(bytes, to: "a.ndjson")
    let whole = ReadStream(FHIRStream([.init(path)]), threads: 2).records
    #expect(whole.count > 1000)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<6 {
      let inner = (0..<9).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      let cuts = [0] + inner.sorted() + [bytes.count]
      let parts = zip(cuts, cuts.dropFirst()).flatMap { start, end in
        ReadStream(FHIRStream([.init(path, range: start..<end)]), threads: 2).records
      }
      #expect(parts == whole, "cuts \(cuts)")
    }
  }

  @Test(
    "Every folder as one set gives the records that the tables expect", .enabled(if: !Effort.isFast)
  )
  func folders() throws {
    guard let folder = TestData.path("fhir", skipping: "sets of real documents") else { return }
    func table(_ name: String) throws -> [String: [String: String]] {
      let rows = try StreamTestData.table(folder.appendingPathComponent(name))
      return Dictionary(
        rows.map { ("\($0["file"] ?? "") \($0["entry"] ?? "") \($0["resourceType"] ?? "")", $0) }
      ) { first, _ in first }
    }
    var expected = try table("expected-codings.tsv")
    let changed = try table("expected-codings-folder.tsv")
    #expect(changed.count == 24)
    expected.merge(changed) { $1 }
    let names = try StreamTestData.table(folder.appendingPathComponent("documents.tsv"))
      .compactMap { $0["file"] }
    var count = 0
    for (_, members) in Dictionary(grouping: names, by: { $0.prefix { $0 != "/" } }) {
      let sorted = members.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let paths = sorted.map { folder.appendingPathComponent($0).path }
      let set = FHIRSet(paths)
      for (source, name) in sorted.enumerated() {
        let stream = FHIRStream([.init(paths[source], set: (set, source))])
        for record in ReadStream(stream).records {
          count += 1
          let key = "\(name) \(record.entryPath) \(record.resourceType)"
          let found = expected.removeValue(forKey: key)
          let row = try #require(found, "\(key)")
          // Words alone with a reference that leads to a code: the code is the identity, which was
          // decided after the tables were written.
          if key != "smart-custom/diabetes.json 50 MedicationStatement" {
            #expect(record.via.rawValue == row["via"], "\(key)")
            #expect(Self.codings(record) == row["codings"], "\(key)")
          }
          #expect((record.text ?? "") == Self.unescaped(row["text"]), "\(key)")
        }
      }
      #expect(set.takeFailures().isEmpty)
    }
    #expect(expected.isEmpty, "\(expected.keys.sorted().prefix(5))")
    print(
      "\(count) records in sets of one folder each, \(changed.count) rows differ from documents alone"
    )
  }

  /// The codings as the tables write them: a JSON list of sorted strings.
  private static func codings(_ record: MedicationRecord) -> String? {
    let parts = record.codings.map { "\($0.system ?? "")|\($0.code ?? "")|\($0.display ?? "")" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let quoted = parts.map { part in
      "\""
        + part.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
        .replacingOccurrences(of: "\t", with: "\\t").replacingOccurrences(of: "\r", with: "\\r")
        + "\""
    }
    return "[" + quoted.joined(separator: ", ") + "]"
  }

  private static func unescaped(_ cell: String?) -> String {
    (cell ?? "").replacingOccurrences(of: "\\n", with: "\n")
      .replacingOccurrences(of: "\\t", with: "\t").replacingOccurrences(of: "\\r", with: "\r")
      .replacingOccurrences(of: "\\\\", with: "\\")
  }
}
