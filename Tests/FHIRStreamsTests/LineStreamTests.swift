// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import TestSupport
import Testing

@testable import FHIRStreams

@Suite("Lines of a stream")
struct LineStreamTests {
  /// The lines as a plain split of the text gives them.
  static func split(_ text: [UInt8]) -> [Int: [UInt8]] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($0, Array($1)) })
  }

  static func options(block: Int, limit: Int = 1 << 20) -> FHIRLineStream.Options {
    var options = FHIRLineStream.Options()
    options.blockSize = block
    options.lineLimit = limit
    return options
  }

  @Test(
    "S1 Blocks of any size give every line once, with its number",
    arguments: [1, 2, 3, 7, 64, 250, 1 << 20])
  func blocks(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let texts = [Sample.untidy, Sample.untidy + "\n", "\n\n", "{}", "{}\r\n{}", ""]
    for text in texts {
      let path = try folder.write(text, to: "a.ndjson")
      let joined = try JoinedLines(FHIRLineStream(path, options: Self.options(block: size)))
      #expect(joined.bytes == Array(text.utf8))
      #expect(joined.lines == Self.split(Array(text.utf8)))
    }
  }

  @Test("gzip gives the lines of what it holds, in any number of members", arguments: [1, 2, 5])
  func gzip(_ members: Int) throws {
    let folder = try TemporaryFolder()
    let text = Array(String(repeating: Sample.untidy + "\n", count: 40).utf8)
    let path = try folder.write(try Sample.gzip(text, members: members), to: "a.gz")
    for block in [100, 1 << 20] {
      let joined = try JoinedLines(FHIRLineStream(path, options: Self.options(block: block)))
      #expect(joined.bytes == text)
    }
    let cut = try folder.write(try Sample.gzip(text).dropLast(9), to: "cut.gz")
    let failure = #expect(throws: FHIRStreamError.self) { try JoinedLines(FHIRLineStream(cut)) }
    #expect(failure?.code == "gzip.truncated")
  }

  @Test("Only a whole gzip of one member is inflated at once, any other as it comes")
  func wholeGzip() throws {
    let text = Array(String(repeating: Sample.untidy + "\n", count: 40).utf8)
    let packed = try Sample.gzip(text)
    #expect(GzipStream.inflateMember(packed) == text)
    var damaged = packed
    damaged[packed.count / 2] ^= 0x55
    let others = [
      [], Array(packed.prefix(17)), packed.dropLast(), packed + [0], damaged,
      try Sample.gzip(text, members: 2),
    ]
    for other in others { #expect(GzipStream.inflateMember(Array(other)) == nil) }
    let folder = try TemporaryFolder()
    let padded = try folder.write(packed + [0, 0, 0], to: "padded.gz")
    #expect(try JoinedLines(FHIRLineStream(padded)).bytes == text)
  }

  @Test("Any cuts of a file, even within a character, give together exactly the whole")
  func ranges() throws {
    let folder = try TemporaryFolder()
    let text = Array(Sample.untidy.utf8)
    let path = try folder.write(text, to: "a.ndjson")
    let whole = try JoinedLines(FHIRLineStream(path))
    var random = SeededGenerator(seed: 7)
    for round in 0..<300 {
      let count = Int.random(in: 0...6, using: &random)
      let inner = (0..<count).map { _ in Int.random(in: 0...(text.count + 3), using: &random) }
      let cuts = [0] + inner.sorted() + [text.count + 5]
      let block = [1, 5, 64, 1 << 20][round % 4]
      var joined: JoinedLines?
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        let stream = try FHIRLineStream(
          path, range: start..<end, options: Self.options(block: block))
        if joined == nil { joined = try JoinedLines(stream) } else { try joined?.append(stream) }
      }
      #expect(joined == whole, "cuts \(cuts), blocks of \(block)")
    }
  }

  @Test("A range begins with the first line that begins in it and ends with the last one's end")
  func hadoopRule() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("aa\nbbb\ncc\n", to: "a.ndjson")
    func text(_ range: Range<Int>) throws -> String {
      String(decoding: try JoinedLines(FHIRLineStream(path, range: range)).bytes, as: UTF8.self)
    }
    let expected = [
      (0..<1, "aa\n"), (0..<3, "aa\n"), (0..<4, "aa\nbbb\n"), (1..<3, ""), (1..<4, "bbb\n"),
      (3..<7, "bbb\n"), (4..<7, ""), (7..<Int.max, "cc\n"), (10..<20, ""),
    ]
    for (range, lines) in expected { #expect(try text(range) == lines, "\(range)") }
  }

  @Test("The number of the first line may be given instead of counted")
  func firstLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{}\n{}\n{}\n", to: "a.ndjson")
    let counted = try FHIRLineStream(path, range: 4..<9).next()
    #expect(counted?.firstLine == 2)
    let place = FHIRLineStream.Place(offset: 0, line: 1_000_002)
    let given = try FHIRLineStream(path, range: 4..<9, from: place).next()
    #expect(given?.firstLine == 1_000_002)
    #expect(given?.bytes == counted?.bytes)
  }

  @Test("Reading goes on from the end of any batch, also within gzip")
  func places() throws {
    let folder = try TemporaryFolder()
    let text = Array(Sample.untidy.utf8)
    let plain = try folder.write(text, to: "a.ndjson")
    let packed = try folder.write(try Sample.gzip(text), to: "a.gz")
    for path in [plain, packed] {
      let options = Self.options(block: 40)
      let stream = try FHIRLineStream(path, options: options)
      var before: [UInt8] = []
      while let batch = try stream.next() {
        before += batch.bytes
        let place = FHIRLineStream.Place(offset: batch.endOffset, line: batch.endLine)
        let rest = try JoinedLines(FHIRLineStream(path, from: place, options: options))
        #expect(before + rest.bytes == text)
        #expect(rest.lines.keys.min() ?? batch.endLine == batch.endLine)
      }
    }
  }

  @Test("A line longer than the limit is an error with its number, and the others are read")
  func longLines() throws {
    let folder = try TemporaryFolder()
    let long = #"{"a":""# + String(repeating: "x", count: 500) + #""}"#
    let text = "{}\n" + long + "\n\n{}\r\n" + long + "\r\n" + long
    let path = try folder.write(text, to: "a.ndjson")
    for (block, limit) in [(16, 100), (64, 100), (200, 300), (1 << 20, 507), (300, 507)] {
      let joined = try JoinedLines(
        FHIRLineStream(path, options: Self.options(block: block, limit: limit)))
      #expect(
        joined.failures.map(\.message.isEmpty) == [false, false, false], "\(block) \(limit)")
      #expect(joined.failures.first?.message.contains(":2: a line of more than") == true)
      #expect(joined.failures.allSatisfy { $0.code == "input.line-too-long" && $0.remedy != nil })
      #expect(joined.lines[0] == Array("{}".utf8))
      #expect(joined.lines[3] == Array("{}\r".utf8))
      #expect(joined.lines[1] == nil && joined.lines[4] == nil && joined.lines[5] == nil)
    }
    let all = try JoinedLines(FHIRLineStream(path, options: Self.options(block: 16, limit: 508)))
    #expect(all.failures.isEmpty && all.lines == Self.split(Array(text.utf8)))
  }

  @Test(
    "What kind of text it is, is told without a second line that has no end",
    .enabled(if: Effort.isFull))
  func endlessSecondLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("a.json").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    try file.write(contentsOf: Data("{}\n{\"a\":\"".utf8))
    for _ in 0..<40 { try file.write(contentsOf: block) }
    try file.write(contentsOf: Data("\"}\n{}\n".utf8))
    try file.close()
    let stream = try #require(
      try FHIRInput(path, options: Self.options(block: 1 << 20)).lines, "taken for a document")
    #expect(stream.bytesRead < 24 << 20)
    let joined = try JoinedLines(stream)
    #expect(joined.failures.map(\.code) == ["input.line-too-long"])
    #expect(joined.lines.keys.sorted() == [0, 2])
  }

  @Test("Several threads are given each line once")
  func threads() throws {
    let folder = try TemporaryFolder()
    let text = (0..<5000).map { #"{"id":"\#($0)"}"# + "\n" }.joined()
    let path = try folder.write(text, to: "a.ndjson")
    let stream = try FHIRLineStream(path, options: Self.options(block: 512))
    var batches: [FHIRLineStream.Batch] = []
    ParallelStream(threads: 4, isOrdered: false).run {
      // A test file that cannot be read gives too few lines.
      try? stream.next()
    } work: {
      $0
    } deliver: { (batch) throws(Never) in
      batches.append(batch)
    }
    let sorted = batches.sorted { $0.firstLine < $1.firstLine }
    #expect(sorted.flatMap(\.bytes) == Array(text.utf8))
    #expect(sorted.reduce(0) { $0 + $1.lineCount } == 5000)
  }

  @Test("What cannot be opened is named")
  func failures() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: FHIRStreamError.self) { try FHIRLineStream("/no/such/file") }
    #expect(missing?.code == "input.unreadable")
    #expect(missing?.message == "/no/such/file: no such file or directory")
    let isFolder = #expect(throws: FHIRStreamError.self) { try FHIRLineStream(folder.url.path) }
    #expect(isFolder?.code == "input.is-folder")
    let packed = try folder.write(try Sample.gzip(Array("{}\n{}\n".utf8)), to: "a.gz")
    let range = #expect(throws: FHIRStreamError.self) { try FHIRLineStream(packed, range: 0..<3) }
    #expect(range?.code == "input.no-range")
  }
}

@Suite("Recognition of NDJSON")
struct RecognitionTests {
  @Test(
    "F3 NDJSON is told by its content",
    arguments: [
      ("{\"a\":1}\n{\"a\":2}", true), ("\u{FEFF}{\"a\":1}\r\n\r\n{\"a\":2}\r\n", true),
      ("{\"a\":1}\nbroken\n{\"a\":2}", true), ("{\"a\":\n{\"a\":2}\n{\"b\":1}", false),
      ("{\"a\":1\n{\"a\":2}\n{\"b\":1}", true), ("{\"a\":1}}\n{\"a\":2}", true),
      ("{\"a\":1}", false), ("{\"a\":1}\n", false), ("{\n\"a\":1}\n{\n\"a\":2}", false),
      ("[{\"a\":1},\n{\"a\":2}]", false), ("<a/>\n{\"a\":1}\n{\"a\":1}", false), ("", false),
      ("{\"a\":1}\n}", false),
    ])
  func recognised(_ text: String, _ isLines: Bool) throws {
    #expect(FHIRDocument.isNDJSON(Array(text.utf8)) == isLines)
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.json")
    #expect((try FHIRInput(path).lines != nil) == isLines)
  }

  @Test("A first line longer than a block does not hide the second")
  func longFirstLine() throws {
    let folder = try TemporaryFolder()
    let long = #"{"a":""# + String(repeating: "x", count: 300_000) + #""}"#
    let lines = try folder.write(long + "\n{}\n", to: "lines")
    #expect(try FHIRInput(lines).lines != nil)
    let document = try folder.write(long + "\n", to: "document")
    let file = try #require(try FHIRInput(document).document, "taken for lines")
    #expect(try file.bytes()?.count == long.utf8.count + 1)
  }

  @Test("Nothing at all is NDJSON without lines where lines are expected")
  func empty() throws {
    let folder = try TemporaryFolder()
    let lines = try #require(try FHIRInput(folder.write("\n", to: "a.ndjson")).lines)
    #expect(try lines.next()?.lineCount == 1)
    #expect(try FHIRInput(folder.write("", to: "a.json")).document != nil)
  }
}

@Suite("Searching bytes")
struct ByteSearchTests {
  @Test(
    "Line feeds are counted as one by one, whatever is next to them",
    arguments: [0, 1, 7, 8, 9, 2039, 2040, 2041, 5000])
  func lineFeeds(length: Int) {
    // Every byte value, those that differ from a line feed in one bit among them.
    let mixed = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }
    for bytes in [mixed, Array(repeating: 0x0A, count: length), mixed.map { $0 & 0x8B }] {
      #expect(ByteSearch.lineFeeds(in: bytes[...]) == bytes.count { $0 == 0x0A })
      let inner = bytes.dropFirst(3)
      #expect(ByteSearch.lineFeeds(in: inner) == inner.count { $0 == 0x0A })
    }
  }
}
