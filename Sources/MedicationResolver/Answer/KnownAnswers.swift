// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import Threads

/// An answer and what was asked, in a box: both are large, and looked at far more often than made.
final class KnownAnswer: Sendable {
  /// What one answer takes beside its text, roughly.
  private static let size = 4096

  let key: ResolutionInput
  let hash: Int
  let answer: ResolvedMedication

  init(_ key: ResolutionInput, _ hash: Int, _ answer: ResolvedMedication) {
    self.key = key
    self.hash = hash
    self.answer = answer
  }

  var byteCount: Int { Self.size + (answer.derivedText?.bytes.count ?? 0) }
}

/// Answers within a limit of memory.
///
/// What was not asked for through two fillings of half of the limit is forgotten.
struct KnownAnswers: Sendable {
  private let byteLimit: Int
  /// Answers of the present filling, and of the one before, by hash; several of one hash are rare.
  private var young: [Int: [KnownAnswer]] = [:]
  private var old: [Int: [KnownAnswer]] = [:]
  private var youngSize = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Finds what was asked before; what is found is not forgotten soon.
  mutating func find(_ key: ResolutionInput, _ hash: Int) -> KnownAnswer? {
    if let answer = Self.find(key, young[hash]) { return answer }
    guard let answer = Self.find(key, old[hash]) else { return nil }
    keep(answer)
    return answer
  }

  private static func find(_ key: ResolutionInput, _ answers: [KnownAnswer]?) -> KnownAnswer? {
    guard let answers else { return nil }
    for answer in answers where answer.key == key { return answer }
    return nil
  }

  mutating func keep(_ answer: KnownAnswer) {
    youngSize += answer.byteCount
    if youngSize > byteLimit / 2 {
      old = young
      young = [:]
      youngSize = 0
    }
    young[answer.hash, default: []].append(answer)
  }
}

/// Answers that the sessions of several threads share: what one learnt the others need not.
///
/// Each session still looks at its own answers first, so that threads seldom meet.
public final class SharedAnswers: Sendable {
  private let known: Monitor<KnownAnswers>

  /// Begins without any.
  ///
  /// - Parameter byteLimit: About how much memory answers may take.
  public init(byteLimit: Int = ResolvingSession.defaultByteLimit) {
    known = Monitor(KnownAnswers(byteLimit: byteLimit))
  }

  func find(_ key: ResolutionInput, _ hash: Int) -> KnownAnswer? {
    known.withLock { $0.find(key, hash) }
  }

  func keep(_ answer: KnownAnswer) {
    known.withLock { known in
      // Another thread may have been faster.
      if known.find(answer.key, answer.hash) == nil { known.keep(answer) }
    }
  }
}
