// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel

/// The words of a status, and what else expresses it, in the version that is written.
///
/// The literal word stays where the version has it for the type; any other is
/// replaced by one of the same meaning, and kept in an extension.
struct WrittenStatus {
  /// The word to write; `nil` if the version has none and needs none.
  let word: String?
  /// The code of `adherence`, which expresses use in a MedicationStatement of R5.
  let adherence: String?
  /// Whether the word is not the one of the document.
  let isChanged: Bool

  init(_ record: MedicationRecord, _ kind: RecordKind, _ release: FHIRRelease) {
    let literal = record.status.map { StatusWord($0).normalised }
    var word: String?
    var adherence: String?
    if kind == .statement, release == .r5 {
      (word, adherence) = Self.statement(record)
    } else {
      let words = Self.words(kind, release)
      word = [literal, Self.word(for: record, kind)].compactMap(\.self).first { word in
        words.contains(word) && (word != literal || Self.isSaid(by: word, record, kind))
      }
    }
    self.word = word
    self.adherence = adherence
    isChanged = record.status != nil && record.status != word
  }

  /// The flags that elements of the resource tell; any other needs an extension.
  func said(_ record: MedicationRecord, _ kind: RecordKind) -> Set<RecordFlag> {
    var flags: Set<RecordFlag> = [.notUnderstood]
    // A record that is on hold and not taken has room for one of these words.
    if word == "on-hold" || adherence == "on-hold" { flags.insert(.onHold) }
    if kind == .request { flags.insert(.prohibited) }
    return flags
  }

  /// Whether a word of the document says what the record means, together with what else is
  /// written: negating elements of older versions, the adherence that R5 expresses use with, and an
  /// intent that is no request's have no place in every version.
  private static func isSaid(by word: String, _ record: MedicationRecord, _ kind: RecordKind)
    -> Bool
  {
    let meaning = StatusMeaning.ofStatus(word, isDispense: kind == .dispense)
    if meaning == record.statusMeaning { return true }
    guard kind == .request else { return false }
    let intent = record.intent.map { StatusWord($0).normalised }
    let isProposal = meaning == .active && (intent == "proposal" || intent == "option")
    return record.statusMeaning == .notTaken && record.flags.contains(.prohibited)
      || record.statusMeaning == .planned && isProposal
  }

  private static func words(_ kind: RecordKind, _ release: FHIRRelease) -> Set<String> {
    switch kind {
    case .request:
      let both: Set<String> = [
        "active", "on-hold", "cancelled", "completed", "entered-in-error", "stopped", "draft",
        "unknown",
      ]
      return release == .r5 ? both.union(["ended"]) : both
    case .statement:
      return [
        "active", "completed", "entered-in-error", "intended", "stopped", "on-hold", "unknown",
        "not-taken",
      ]
    case .dispense:
      return [
        "preparation", "in-progress", "cancelled", "on-hold", "completed", "entered-in-error",
        "stopped", "declined", "unknown",
      ]
    case .administration:
      return [
        "in-progress", "not-done", "on-hold", "completed", "entered-in-error", "stopped", "unknown",
      ]
    case .definition: return ["active", "inactive", "entered-in-error"]
    }
  }

  /// The word for a meaning, which reads back as the same meaning.
  private static func word(for record: MedicationRecord, _ kind: RecordKind) -> String? {
    switch (record.statusMeaning, kind) {
    case (.active, .administration): "in-progress"
    case (.active, .dispense): "unknown"
    case (.active, _): "active"
    case (.planned, .request): "draft"
    case (.planned, .statement): "intended"
    case (.planned, .dispense): "preparation"
    case (.planned, .administration), (.unknown, .administration): "unknown"
    case (.stopped, .definition): "inactive"
    case (.stopped, _): record.flags.contains(.onHold) ? "on-hold" : "stopped"
    case (.completed, _): "completed"
    case (.notTaken, .request), (.notTaken, .dispense): "cancelled"
    case (.notTaken, .statement): "not-taken"
    case (.notTaken, .administration): "not-done"
    case (.enteredInError, _): "entered-in-error"
    case (.unknown, .definition), (.planned, .definition), (.notTaken, .definition): nil
    case (.unknown, _): "unknown"
    }
  }

  /// In R5 a statement is recorded, and `adherence` says whether it is taken.
  private static func statement(_ record: MedicationRecord) -> (String, String?) {
    switch record.statusMeaning {
    case .enteredInError: ("entered-in-error", nil)
    case .planned: ("draft", nil)
    case .active: ("recorded", record.flags.contains(.takenUnknown) ? "unknown" : "taking")
    case .stopped: ("recorded", record.flags.contains(.onHold) ? "on-hold" : "stopped")
    // Without adherence a period that ended before it was stated reads as completed.
    case .completed: ("recorded", isPeriodOver(record) ? nil : "stopped")
    case .notTaken: ("recorded", "not-taking")
    case .unknown: ("recorded", "unknown")
    }
  }

  private static func isPeriodOver(_ record: MedicationRecord) -> Bool {
    let dates = [record.dates.period?.end, record.dates.asserted]
    guard dates.allSatisfy({ $0.map(FHIRPrimitive.isDateTime) ?? false }) else { return false }
    return StatusMeaning.ofPeriod(start: nil, end: dates[0], asserted: dates[1]) == .completed
  }
}
