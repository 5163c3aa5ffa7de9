// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import TestSupport
import Testing

@testable import FHIRStreams

@Suite("Memory of parts that were given back")
struct BufferPoolTests {
  /// Texts of every kind of input: lines, documents with and without line ends, gzip.
  private static func paths(in folder: TestFolder) throws -> (paths: [String], texts: [[UInt8]]) {
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
    let folder = try TestFolder()
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
    let folder = try TestFolder()
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
