// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel
internal import Threads

/// An answer and its query, boxed: both are large, and read far more often than made.
final class KnownAnswer: Sendable {
  /// What one answer takes in addition to its text, roughly.
  private static let size = 4096

  let key: ResolutionInput
  let hash: UInt64
  let answer: ResolvedMedication
  /// Whether a record of a document without problems of its own makes exactly this query.
  private let isOfPlainRecord: Bool

  init(_ key: ResolutionInput, _ hash: UInt64, _ answer: ResolvedMedication) {
    self.key = key
    self.hash = hash
    self.answer = answer
    isOfPlainRecord =
      key.problems.isEmpty && !key.isTextChecked && key.givenForm == nil
      && key.codingPath == ResolutionInput.recordCodings
  }

  var byteCount: Int { Self.size + (answer.derivedText?.byteCount ?? 0) }

  /// Whether the answer is that to a record, without a copy of what the record says.
  func isAnswer(to record: borrowing MedicationRecord) -> Bool {
    guard isOfPlainRecord, record.problems.isEmpty, key.codings.isSame(as: record.codings) else {
      return false
    }
    let isTextOwn = key.textPath == ResolutionInput.ownText
    guard
      record.text == nil
        ? !isTextOwn && key.text.isSame(as: record.referenceDisplay)
        : isTextOwn && key.text.isSame(as: record.text)
          && key.otherText.isSame(as: record.referenceDisplay)
    else { return false }
    return key.absence == record.absence
      && key.referencedCodings.isSame(as: record.referencedCodings)
      && ResolutionInput.isSame(key.documentForm, record.form)
      && ResolutionInput.isSame(key.documentIngredients, record.ingredients)
      && ResolutionInput.isSame(key.referencedIngredients, record.referencedIngredients)
  }
}

/// Answers within a limit of memory.
///
/// What was not requested while half of the limit was filled twice is forgotten.
struct KnownAnswers: Sendable {
  private let byteLimit: Int
  /// Answers by their hashes, of the present filling and of the one before.
  private var young: [UInt64: [KnownAnswer]] = [:]
  private var old: [UInt64: [KnownAnswer]] = [:]
  private var youngSize = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Finds a known answer; what is found is not forgotten soon.
  @inline(__always)
  mutating func find(_ hash: UInt64, where isSame: (KnownAnswer) -> Bool) -> KnownAnswer? {
    if let answer = young[hash]?.first(where: isSame) { return answer }
    guard let answer = old[hash]?.first(where: isSame) else { return nil }
    keep(answer)
    return answer
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

  func find(_ hash: UInt64, where isSame: (KnownAnswer) -> Bool) -> KnownAnswer? {
    known.withLock { $0.find(hash, where: isSame) }
  }

  func keep(_ answer: KnownAnswer) {
    known.withLock { known in
      // Another thread may have been faster.
      if known.find(answer.hash, where: { $0.key.isSame(as: answer.key) }) == nil {
        known.keep(answer)
      }
    }
  }
}
