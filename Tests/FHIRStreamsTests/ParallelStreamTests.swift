// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Synchronization
import Testing

@testable import FHIRStreams

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
