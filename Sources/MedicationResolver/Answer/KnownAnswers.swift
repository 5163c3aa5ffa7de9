// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel
internal import Threads

/// An answer and what was asked, in a box: both are large, and looked at far more often than made.
final class KnownAnswer: Sendable {
  /// What one answer takes beside its text, roughly.
  private static let size = 4096

  let key: ResolutionInput
  let hash: UInt64
  let answer: ResolvedMedication
  /// Whether a record of a document that brings no problem along asks just this.
  private let isOfPlainRecord: Bool

  init(_ key: ResolutionInput, _ hash: UInt64, _ answer: ResolvedMedication) {
    self.key = key
    self.hash = hash
    self.answer = answer
    isOfPlainRecord =
      key.problems.isEmpty && !key.isTextWitness && key.givenForm == nil
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
    else { return false }
    return key.absence == record.absence
      && key.referencedCodings.isSame(as: record.referencedCodings)
      && ResolutionInput.isSame(key.documentForm, record.form)
      && ResolutionInput.isSame(key.documentIngredients, record.ingredients)
  }
}

/// Answers within a limit of memory.
///
/// What was not asked for through two fillings of half of the limit is forgotten.
struct KnownAnswers: Sendable {
  private let byteLimit: Int
  /// Answers of the present filling, and of the one before.
  private var young = AnswerTable()
  private var old = AnswerTable()
  private var youngSize = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Finds what was asked before; what is found is not forgotten soon.
  @inline(__always)
  mutating func find(_ hash: UInt64, where isSame: (KnownAnswer) -> Bool) -> KnownAnswer? {
    if let answer = young.find(hash, where: isSame) { return answer }
    guard let answer = old.find(hash, where: isSame) else { return nil }
    keep(answer)
    return answer
  }

  mutating func keep(_ answer: KnownAnswer) {
    youngSize += answer.byteCount
    if youngSize > byteLimit / 2 {
      old = young
      young = AnswerTable()
      youngSize = 0
    }
    young.insert(answer)
  }
}

/// Answers by hash: each stands at the place of its hash, or at the next that was free.
private struct AnswerTable: Sendable {
  private var slots: [KnownAnswer?] = []
  private var count = 0

  @inline(__always)
  func find(_ hash: UInt64, where isSame: (KnownAnswer) -> Bool) -> KnownAnswer? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while let answer = slots[place] {
      if answer.hash == hash, isSame(answer) { return answer }
      place = (place + 1) & mask
    }
    return nil
  }

  mutating func insert(_ answer: KnownAnswer) {
    // At least half of the places are free, so that every search ends soon.
    if count * 2 >= slots.count {
      let answers = slots.compactMap(\.self)
      slots = Array(repeating: nil, count: max(64, slots.count * 2))
      for answer in answers { place(answer) }
    }
    place(answer)
    count += 1
  }

  private mutating func place(_ answer: KnownAnswer) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: answer.hash) & mask
    while slots[place] != nil { place = (place + 1) & mask }
    slots[place] = answer
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
