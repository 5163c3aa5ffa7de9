// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugMatching
import FHIRStreams
import Threads

/// Matches batches of texts on all processors and keeps their order.
final class MatchingRun: Sendable {
  /// One thread's session; only one thread uses it at a time.
  private final class Worker: @unchecked Sendable {
    var session: MatchingSession

    init(_ matcher: DrugMatcher) { session = MatchingSession(matcher) }
  }

  private let workers: [Worker]
  /// Below this many texts a second thread costs more than it gains.
  private static let smallestBatch = 64

  init(_ matcher: DrugMatcher) {
    workers = (0..<min(8, Workers.processorCount)).map { _ in Worker(matcher) }
  }

  /// Does something with the match of each text, on any thread, and gives the results in order.
  func map<Result: Sendable>(
    _ texts: [String], _ transform: @escaping @Sendable (Int, DrugMatch) -> Result
  ) -> [Result] {
    let parts = texts.count < Self.smallestBatch ? 1 : workers.count
    let results = ResultBox<Result>(count: parts)
    let size = (texts.count + parts - 1) / max(parts, 1)
    Workers.forEach(parts) { [workers] part in
      let worker = workers[part]
      var own: [Result] = []
      for place in (part * size)..<max(part * size, min(texts.count, (part + 1) * size)) {
        own.append(transform(place, worker.session.match(texts[place])))
      }
      results.parts[part].value = own
    }
    return results.parts.flatMap(\.value)
  }
}

/// Where each thread puts its results; no two threads touch one part.
private final class ResultBox<Result: Sendable>: Sendable {
  final class Part: @unchecked Sendable {
    var value: [Result] = []
  }

  let parts: [Part]

  init(count: Int) {
    parts = (0..<count).map { _ in Part() }
  }
}
