// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import TestSupport
import Testing

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
    let folder = try TestFolder()
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
    let folder = try TestFolder()
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
    let folder = try TestFolder()
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
    let folder = try TestFolder()
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
    let folder = try TestFolder()
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
