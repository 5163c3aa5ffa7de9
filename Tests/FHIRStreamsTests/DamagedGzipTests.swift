// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import Testing
import TestSupport

@testable import FHIRStreams

@Suite("gzip that is damaged")
struct DamagedGzipTests {
  /// Lines that differ, so that there is much to inflate before their end.
  private static let text: [UInt8] = {
    var random = SeededGenerator(seed: 1)
    return Array(
      (0..<Effort.rounds(fast: 6000, full: 12_000)).map { number in
        Sample.medication("\(random.next())", String(random.next() % 2_000_000)) + "\n"
      }.joined().utf8)
  }()

  /// What is done to a gzip of several members, and the code of the error.
  private static let damages: [(id: String, change: @Sendable (inout [UInt8]) -> Void)] = [
    // Not in the header of a member, which nothing checks and nothing depends on.
    ("a bit of the second half", { $0[$0.count / 2 + 100] ^= 0x10 }),
    ("a bit near the end", { $0[$0.count - 1000] ^= 1 }),
    ("CRC", { $0[$0.count - 8] ^= 1 }),
    ("length", { $0[$0.count - 1] ^= 1 }),
    ("lost end", { $0.removeLast(9) }),
    ("lost half", { $0.removeLast($0.count / 2) }),
    ("other bytes behind", { $0 += Array("more".utf8) }),
  ]

  @Test(
    "S9 A file proves whole before its first line is given", .enabled(if: !Effort.isFast),
    arguments: damages.indices, [1, 4])
  func files(_ index: Int, _ members: Int) throws {
    var packed = try Sample.gzip(Self.text, members: members)
    let folder = try TemporaryFolder()
    let whole = try folder.write(packed, to: "whole.ndjson.gz")
    #expect(try JoinedLines(FHIRLineStream(whole)).bytes == Self.text)
    Self.damages[index].change(&packed)
    let path = try folder.write(packed, to: "a.ndjson.gz")
    let failure = #expect(throws: FHIRStreamError.self) { _ = try FHIRLineStream(path).next() }
    #expect(failure?.code.hasPrefix("gzip.") == true)
    #expect(failure?.voidsWhatWasRead == false, "nothing was read")
    #expect(throws: FHIRStreamError.self) { _ = try FHIRInput(path) }
  }

  @Test("S9 S1 A damaged file gives no record and leads no reference, and the others go on")
  func records() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<300).map { Sample.medication("\($0)", "308192") }.joined(separator: "\n")
    var packed = try Sample.gzip(Array(lines.utf8), members: 3)
    packed[packed.count - 20] ^= 0x10
    let paths = [
      try folder.write(packed, to: "a.ndjson.gz"),
      try folder.write(
        Sample.request("1", "Medication/3") + "\n" + Sample.medication("x", "723") + "\n",
        to: "b.ndjson"),
    ]
    let set = FHIRSet(paths)
    let inputs = paths.enumerated().map { FHIRStream.Input($1, set: (set, $0)) }
    let read = ReadStream(FHIRStream(inputs), threads: 2)
    #expect(read.codes == ["target not in the document", "723"])
    #expect(read.failures.map(\.code).allSatisfy { $0.hasPrefix("gzip.") })
    #expect(read.failures.count == 1)
    #expect(set.takeFailures().count == 1)
  }

  @Test("S9 A pipe gives its lines as they come, and then voids them", arguments: damages.indices)
  func pipes(_ index: Int) throws {
    var packed = try Sample.gzip(Self.text)
    Self.damages[index].change(&packed)
    let folder = try TemporaryFolder()
    let path = try PipeTests.pipe(packed, in: folder, as: "pipe")
    let stream = try FHIRLineStream(path, options: LineStreamTests.options(block: 1 << 14))
    var lineCount = 0
    let failure = #expect(throws: FHIRStreamError.self) {
      while let batch = try stream.next() { lineCount += batch.lineCount }
    }
    #expect(lineCount > 1000)
    #expect(failure?.code.hasPrefix("gzip.") == true)
    #expect(failure?.voidsWhatWasRead == true)
    #expect(failure?.message.hasSuffix("; use nothing that was read of it before") == true)
  }

  @Test(
    "A bomb is refused by its ratio, from a file and from a pipe, lines or a document",
    .enabled(if: !Effort.isFast))
  func bombs() throws {
    let zeros = [UInt8](repeating: 0x20, count: 1 << 24)
    let member = try Sample.gzip(zeros)
    let packed = [UInt8]((0..<6).map { _ in member }.joined())
    let folder = try TemporaryFolder()
    for path in [
      try folder.write(packed, to: "a.ndjson.gz"), try folder.write(packed, to: "a.json.gz"),
      try PipeTests.pipe(packed, in: folder, as: "pipe"),
    ] {
      let failure = #expect(throws: FHIRStreamError.self, "\(path)") {
        switch try FHIRInput(path) {
        case .document(let file): _ = try file.bytes()
        case .lines(let stream): while try stream.next() != nil {}
        }
      }
      #expect(failure?.code == "gzip.too-large")
    }
  }

  @Test("A text of one line has a line no longer than any other may be", arguments: [false, true])
  func singleLine(isEnded: Bool) throws {
    var options = FHIRLineStream.Options()
    options.lineLimit = 1 << 20
    let folder = try TemporaryFolder()
    let padding = String(repeating: "x", count: 1 << 20)
    for name in ["a.ndjson", "a.json", "a"] {
      let text = #"{"resourceType":"Patient","id":"\#(padding)"}"# + (isEnded ? "\n" : "")
      let path = try folder.write(text, to: name)
      let lines = try #require(try FHIRInput(path, options: options).lines, "\(name)")
      let batch = try #require(try lines.next())
      #expect(batch.failure?.code == "input.line-too-long")
      #expect(try lines.next() == nil)
      switch try FHIRInput(path) {
      case .lines(let lines):
        #expect(name == "a.ndjson", "its name promises lines")
        #expect(try lines.next()?.document().problems.isEmpty == true)
        #expect(try lines.next() == nil)
      case .document(let file):
        #expect(name != "a.ndjson")
        #expect(try file.bytes()?.count == text.utf8.count)
      }
    }
    // Several lines, one of them long: a document, as before.
    let pretty = "{\n\"resourceType\":\"Patient\",\"id\":\"\(padding)\"\n}"
    #expect(try FHIRInput(folder.write(pretty, to: "p"), options: options).document != nil)
  }
}

/// The tables of the real documents.
enum StreamTestData {
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
    let names = try TestData.table(folder.appendingPathComponent("documents.tsv"))
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
    let other = try TemporaryFolder()
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
      let rows = try TestData.table(folder.appendingPathComponent(name))
      return Dictionary(
        rows.map { ("\($0["file"] ?? "") \($0["entry"] ?? "") \($0["resourceType"] ?? "")", $0) }
      ) { first, _ in first }
    }
    var expected = try table("expected-codings.tsv")
    let changed = try table("expected-codings-folder.tsv")
    #expect(changed.count == 24)
    expected.merge(changed) { $1 }
    let names = try TestData.table(folder.appendingPathComponent("documents.tsv"))
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
