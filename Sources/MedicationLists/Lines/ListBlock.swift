// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
internal import MedicationModel

/// The parts of a medication list; a line stands in exactly one.
public enum ListBlock: String, Sendable, Hashable, CaseIterable {
  /// Requested or stated as in use.
  case current
  /// Halted for a time.
  case onHold = "on-hold"
  /// On the list, with a status that is not said or not understood.
  case statusUnknown = "status-unknown"
  /// Meant to be used later.
  case planned
  /// Stopped or completed.
  case archived
  /// Not used, not given, or not to be used.
  case notTaken = "not-taken"
  /// Given out or given; no request or statement says that it is used.
  case eventsOnly = "events-only"
  /// Taken off a List of the document, deleted at the source, or an older version.
  case removed
  /// A modifier was not understood, the Medication was entered in error, or words, a reason or an
  /// adherence deny what the status says: not counted as taken.
  case notInterpreted = "not-interpreted"
  /// Statements that nothing is taken, or that nothing is known.
  case absence

  /// What a heading says.
  public var heading: String {
    switch self {
    case .current: "Current"
    case .onHold: "On hold"
    case .statusUnknown: "Status unknown"
    case .planned: "Planned"
    case .archived: "Stopped or completed"
    case .notTaken: "Not taken"
    case .eventsOnly: "Dispensed or given, without a request or statement"
    case .removed: "Taken off a list, deleted at the source, or an older version"
    case .notInterpreted: "Could not be interpreted"
    case .absence: "Statements of absence"
    }
  }

  /// Whether its lines are compared with each other and with allergies (S34).
  public var isCompared: Bool {
    switch self {
    case .current, .onHold, .statusUnknown, .planned, .eventsOnly: true
    case .archived, .notTaken, .removed, .notInterpreted, .absence: false
    }
  }

  /// The block of a record; `nil` for one that was entered in error.
  public init?(_ record: MedicationRecord) {
    let flags = record.flags
    if record.statusMeaning == .enteredInError { return nil }
    // An absence that is itself negated or unclear is no statement of absence.
    if flags.contains(.notUnderstood) || flags.contains(.medicationEnteredInError) {
      self = .notInterpreted
    } else if record.statusMeaning == .notTaken {
      self = .notTaken
    } else if record.absence == .noneKnown || record.absence == .noInformation {
      self = .absence
    } else if flags.contains(.removedFromList)
      || record.problems.contains(where: {
        $0.code == .deletedAtSource || $0.code == .versionReplaced
      })
    {
      self = .removed
    } else if record.problems.contains(where: {
      $0.code == .useDeniedInWords || $0.code == .statusContradicted
    }) {
      self = .notInterpreted
    } else if RecordKind(resourceType: record.resourceType).isEvent {
      self = .eventsOnly
    } else {
      switch record.statusMeaning {
      case .active: self = .current
      case .planned: self = .planned
      case .stopped: self = flags.contains(.onHold) ? .onHold : .archived
      case .completed: self = .archived
      case .unknown, .notTaken, .enteredInError: self = .statusUnknown
      }
    }
  }
}
