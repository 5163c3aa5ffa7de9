// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import TestSupport
import Testing

@testable import FHIRStreams

@Suite("Pipes that are not standard input")
struct PipeTests {
  /// Makes a named pipe that gives a text once, to whoever opens it first.
  static func pipe(_ bytes: [UInt8], in folder: TestFolder, as name: String) throws -> String {
    let path = folder.url.appendingPathComponent(name).path
    try #require(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      // Opening waits for the reader.
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: Data(bytes))
      try? handle?.close()
    }
    return path
  }

  /// Of many blocks, also where few lines are read.
  private static let count = Effort.rounds(fast: 300, full: 3000)

  /// Requests, each tenth of which needs the last line.
  private static let lines: [String] =
    (0..<count).map { number in
      Sample.request("\(number)", number % 10 == 0 ? "Medication/last" : "Medication/none")
    } + [Sample.medication("last", "308192")]

  private static let codes: [String] =
    (0..<count).map { $0 % 10 == 0 ? "308192" : "target not in the document" } + ["308192"]

  @Test("S1 A pipe whose references lead down loses no line", arguments: [1, 4])
  func lines(_ threads: Int) throws {
    let folder = try TestFolder()
    let text = Array(Self.lines.joined(separator: "\n").utf8)
    for (name, bytes) in [("plain", text), ("gzip", try Sample.gzip(text))] {
      let path = try Self.pipe(bytes, in: folder, as: name)
      let stream = FHIRStream(
        [.init(path)], options: LineStreamTests.options(block: 4096, limit: 1 << 20))
      let read = ReadStream(stream, threads: threads)
      #expect(read.codes == Self.codes)
      #expect(read.failures.isEmpty)
    }
  }

  @Test("S37 A pipe behind a file of its set is looked into before it is read", arguments: [1, 4])
  func neighbour(_ threads: Int) throws {
    let folder = try TestFolder()
    let request = try folder.write(
      Sample.request("1", "Medication/x") + "\n" + Sample.request("2", "Medication/y") + "\n",
      to: "a.ndjson")
    let lines = Sample.medication("x", "723") + "\n" + Sample.request("3", "Medication/x") + "\n"
    let ofLines = try Self.pipe(Array(lines.utf8), in: folder, as: "lines")
    let read = ReadStream(FHIRStream(paths: [request, ofLines]), threads: threads)
    #expect(read.codes == ["723", "target not in the document", "723", "723"])
    #expect(read.failures.isEmpty)
    let document = try Self.pipe(
      Array(Sample.medication("y", "308192").utf8), in: folder, as: "document")
    let beside = ReadStream(FHIRStream(paths: [request, document]), threads: threads)
    #expect(beside.codes == ["target not in the document", "308192", "308192"])
    #expect(beside.failures.isEmpty)
  }

  @Test("S37 Two pipes of a set look into each other, in any order", arguments: [1, 4])
  func twoPipes(_ threads: Int) throws {
    let folder = try TestFolder()
    let requests =
      Sample.request("1", "Medication/x") + "\n" + Sample.request("2", "Medication/y") + "\n"
    for names in [["a", "b"], ["b", "a"]] {
      let first = try Self.pipe(
        Array((requests + Sample.medication("x", "723") + "\n").utf8), in: folder,
        as: names[0] + "\(threads)\(names[0])")
      let second = try Self.pipe(
        Array((requests + Sample.medication("y", "308192") + "\n").utf8), in: folder,
        as: names[1] + "\(threads)\(names[0])")
      let read = ReadStream(FHIRStream(paths: [first, second]), threads: threads)
      #expect(read.codes == ["723", "308192", "723", "723", "308192", "308192"])
      #expect(read.failures.isEmpty)
    }
  }

  @Test("A pipe that waits for its writer holds up no other pipe of its set")
  func waiting() throws {
    let folder = try TestFolder()
    let paths = ["waits", "comes"].map { folder.url.appendingPathComponent($0).path }
    for path in paths { try #require(mkfifo(path, 0o600) == 0) }
    let set = FHIRSet(paths)
    @Sendable func write(to path: String) {
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: Data(Sample.medication("x", "723").utf8))
      try? handle?.close()
    }
    let (isAsked, isOpen, isDone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      isAsked.signal()
      _ = try? set.open(0)
      isDone.signal()
    }
    isAsked.wait()
    // The first pipe is asked for, and nobody writes to it until the second was opened.
    Thread.sleep(forTimeInterval: 0.2)
    Thread.detachNewThread { write(to: paths[1]) }
    Thread.detachNewThread {
      _ = try? set.open(1)
      isOpen.signal()
    }
    let came = isOpen.wait(timeout: .now() + 60)
    Thread.detachNewThread { write(to: paths[0]) }
    isDone.wait()
    #expect(came == .success)
  }

  @Test("A pipe in front of a file gives it its document, too")
  func documentFirst() throws {
    let folder = try TestFolder()
    let request = try folder.write(Sample.request("1", "Medication/y"), to: "a.json")
    let document = try Self.pipe(
      Array(Sample.medication("y", "308192").utf8), in: folder, as: "document")
    #expect(ReadStream(FHIRStream(paths: [document, request])).codes == ["308192", "308192"])
  }
}
