// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// What a status means, in one vocabulary for every resource type and FHIR version.
public enum StatusMeaning: String, Sendable, Hashable, CaseIterable {
  /// In use.
  case active
  /// Meant to be used later.
  case planned
  /// Ended or halted before its end; a temporary halt has the flag ``RecordFlag/onHold``.
  case stopped
  /// Ended as meant.
  case completed
  /// Not used, not given or not to be used.
  case notTaken = "not-taken"
  /// The record was never true and counts only as an error.
  case enteredInError = "entered-in-error"
  /// Not said or not understood.
  case unknown
}

extension StatusMeaning {
  /// What a status word in table spelling means; `nil` for a word that the table does
  /// not have.
  ///
  /// R5's `recorded` says nothing about use: ``ofPeriod(start:end:asserted:)`` and the adherence do.
  package static func ofStatus(_ word: String, isDispense: Bool) -> StatusMeaning? {
    switch word {
    case "active": .active
    case "in-progress": isDispense ? .planned : .active
    case "preparation", "draft", "intended": .planned
    case "on-hold", "stopped", "superceded", "inactive", "retired": .stopped
    case "completed", "ended": .completed
    case "cancelled", "declined", "not-done", "not-taken": .notTaken
    case "entered-in-error": .enteredInError
    case "recorded", "unknown": .unknown
    default: nil
    }
  }

  /// What the period of a recorded statement without adherence means.
  package static func ofPeriod(start: String?, end: String?, asserted: String?) -> StatusMeaning {
    let began = start.flatMap { PartialDate($0) }
    // An impossible date says nothing.
    if start != nil, began == nil { return .unknown }
    guard let end else { return start == nil ? .unknown : .active }
    guard let asserted = asserted.flatMap({ PartialDate($0) }), let ended = PartialDate(end) else {
      return .unknown
    }
    if let began, began.isAfter(ended) { return .unknown }
    // The end includes all of the year, month or day that it names.
    let isWithin = !asserted.isAfter(ended) && ended.parts.count < asserted.parts.count
    return ended.isAfter(asserted) || isWithin ? .active : .completed
  }
}

/// A status word in the spelling that the tables use.
///
/// Trimmed, lower-cased, inner blanks and underscores as hyphens: DSTU1 writes
/// `entered in error`, `on hold`, `in progress`.
package struct StatusWord {
  /// The word in table spelling.
  package let normalised: String
  /// Whether trimming or lower-casing changed it.
  package let wasUntidy: Bool

  package init(_ literal: String) {
    var bytes = Array(literal.utf8)
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    bytes.removeSubrange(..<start)
    var isLowered = false
    for index in bytes.indices {
      switch bytes[index] {
      case 0x41...0x5A:
        bytes[index] |= 0x20
        isLowered = true
      case 0x20, 0x5F, 0x09: bytes[index] = 0x2D
      default: break
      }
    }
    normalised = String(decoding: bytes, as: UTF8.self)
    wasUntidy = isLowered || bytes.count != literal.utf8.count
  }
}
