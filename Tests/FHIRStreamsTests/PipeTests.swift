// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import FHIRStreams

@Suite("Pipes that are not standard input")
struct PipeTests {
  /// Makes a named pipe that gives a text once, to whoever opens it first.
  static func pipe(_ bytes: [UInt8], in folder: TemporaryFolder, as name: String) throws -> String {
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
    let request = try folder.write(Sample.request("1", "Medication/y"), to: "a.json")
    let document = try Self.pipe(
      Array(Sample.medication("y", "308192").utf8), in: folder, as: "document")
    #expect(ReadStream(FHIRStream(paths: [document, request])).codes == ["308192", "308192"])
  }
}

@Suite("Memory of parts that were given back")
struct BufferPoolTests {
  /// Texts of every kind of input: lines, documents with and without line ends, gzip.
  private static func paths(in folder: TemporaryFolder) throws -> (
    paths: [String], texts: [[UInt8]]
  ) {
    let lines = Array(String(repeating: Sample.untidy + "\n", count: 20).utf8)
    let id = String(repeating: "a", count: 90_000)
    let line = Array(#"{"resourceType":"Bundle","id":"\#(id)"}"#.utf8)
    let pretty = Array("{\n  \"resourceType\": \"Bundle\",\n  \"id\": \"b\"\n}\n".utf8)
    let paths = [
      try folder.write(lines, to: "a.ndjson"), try folder.write(line, to: "b.json"),
      try folder.write(pretty, to: "c.json"), try folder.write(try Sample.gzip(lines), to: "d.gz"),
      try folder.write(line + [0x0A] + line, to: "e.ndjson"),
    ]
    return (paths, [lines, line, pretty, lines, line + [0x0A] + line])
  }

  @Test(
    "What was read of a part stays as it is when others take its memory", arguments: [64, 1000])
  func stays(_ block: Int) throws {
    let folder = try TemporaryFolder()
    let (paths, texts) = try Self.paths(in: folder)
    let stream = FHIRStream(
      paths.map { FHIRStream.Input($0) }, options: LineStreamTests.options(block: block))
    var kept: [[[UInt8]]] = paths.map { _ in [] }
    while let part = stream.next() {
      switch part.content {
      case .lines(let batch): kept[part.input].append(batch.bytes)
      case .document(let file): kept[part.input].append(try #require(try file.bytes()))
      case .failure(let error): throw error
      case .end: break
      }
      stream.giveBack(part)
    }
    for (pieces, text) in zip(kept, texts) { #expect(pieces.flatMap { $0 } == text) }
  }

  @Test("A buffer is taken once, and none that is very large is kept")
  func pool() {
    let pool = BufferPool()
    #expect(pool.take().isEmpty)
    pool.give(back: [1, 2, 3])
    pool.give(back: [])
    #expect(pool.take() == [1, 2, 3])
    #expect(pool.take().isEmpty)
    pool.give(back: [UInt8](repeating: 0, count: 17 << 20))
    #expect(pool.take().isEmpty)
  }

  @Test("Threads that give and take at the same time never hold the same buffer")
  func threads() async {
    let pool = BufferPool()
    await withTaskGroup(of: Void.self) { group in
      for own in UInt8(1)...4 {
        group.addTask {
          // So many that the threads meet.
          for _ in 0..<10_000 {
            let buffer = pool.take()
            pool.give(back: [UInt8](repeating: own, count: max(buffer.count, 64)))
          }
        }
      }
    }
    var kept: [[UInt8]] = []
    while case let buffer = pool.take(), !buffer.isEmpty { kept.append(buffer) }
    #expect((1...4).contains(kept.count))
    #expect(kept.allSatisfy { Set($0).count == 1 })
  }

  @Test(
    "A pipe keeps its document for those that look for references in it", arguments: [false, true])
  func document(_ isPipe: Bool) throws {
    let folder = try TemporaryFolder()
    let text = Array("{\n\"resourceType\":\"Bundle\"\n}\n".utf8)
    let path =
      isPipe
      ? try PipeTests.pipe(text, in: folder, as: "a.json") : try folder.write(text, to: "a.json")
    let pool = BufferPool()
    let input = try FHIRInput(
      path, range: nil, from: nil, options: .init(), filingFor: nil, reusing: pool)
    let file = try #require(input.document)
    #expect(try file.bytes() == text)
    file.giveBackBytes()
    #expect(pool.take() == (isPipe ? [] : text))
    #expect(try file.bytes() == (isPipe ? text : []))
  }
}

@Suite("Work on several threads")
struct ParallelStreamTests {
  /// Counts up to a limit, from any thread.
  final class Counter: Sendable {
    let next = Atomic<Int>(0)
    let limit: Int

    init(_ limit: Int) { self.limit = limit }

    func take() -> Int? {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return number < limit ? number : nil
    }
  }

  /// Work that takes longer for some parts than for others.
  @Sendable static func square(_ number: Int) -> Int {
    var value = number
    for step in 0..<(number % 7 * 300) { value = value ^ step ^ step }
    return value * value
  }

  /// The squares of the numbers below a count, as a run delivers them.
  private func squares(_ count: Int, _ stream: ParallelStream) -> [Int] {
    let counter = Counter(count)
    var results: [Int] = []
    stream.run {
      counter.take()
    } work: {
      Self.square($0)
    } deliver: { (result) throws(Never) in
      results.append(result)
    }
    return results
  }

  @Test("Results come in the order of the parts, or each once", arguments: [1, 2, 3, 8])
  func results(_ threads: Int) {
    for count in [0, 1, 2, 5, 3000] {
      let expected = (0..<count).map { $0 * $0 }
      #expect(squares(count, ParallelStream(threads: threads)) == expected)
      let unordered = squares(count, ParallelStream(threads: threads, isOrdered: false))
      #expect(unordered.sorted() == expected)
    }
  }

  @Test("An error of the delivery ends the run, and nothing is delivered after it")
  func failure() {
    struct Full: Error {}
    for threads in [1, 2, 4] {
      let counter = Counter(100_000)
      var results: [Int] = []
      #expect(throws: Full.self) {
        try ParallelStream(threads: threads).run {
          counter.take()
        } work: {
          Self.square($0)
        } deliver: { (result) throws(Full) in
          if results.count == 10 { throw Full() }
          results.append(result)
        }
      }
      #expect(results == (0..<10).map { $0 * $0 })
      #expect(counter.next.load(ordering: .relaxed) < 200, "the rest was not worked on")
    }
  }

  @Test("No worker is far ahead of what was delivered")
  func window() {
    let counter = Counter(500)
    var delivered = 0
    var farthest = 0
    ParallelStream(threads: 4).run {
      counter.take()
    } work: {
      $0
    } deliver: { (_) throws(Never) in
      farthest = max(farthest, counter.next.load(ordering: .relaxed) - delivered)
      delivered += 1
    }
    #expect(farthest <= 4 * 2 + 2 + 5)
  }
}
