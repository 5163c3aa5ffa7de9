// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import MedicationLists
import MedicationModel
import MedicationResolver
import Threads

/// What a run knows of records besides their documents.
struct ConvertKnowledge: Sendable {
  /// The day on which stated periods are over or not.
  var day: String?
  /// What an export says was deleted at its source, as `Type/id`.
  var deleted: Set<String> = []

  /// Whether nothing is known that could mark a record.
  var isEmpty: Bool { day == nil && deleted.isEmpty }

  /// A record with what is known besides its document.
  func marking(_ record: MedicationRecord) -> MedicationRecord {
    if isEmpty { return record }
    var record = record
    if let day, record.statusMeaning == .active, StatedPeriod.isOver(record, on: day) {
      record.flags.append(.periodEnded)
    }
    if let day, record.statusMeaning == .active, StatedPeriod.isToCome(record, on: day) {
      record.flags.append(.notYetStarted)
    }
    if let id = record.id, deleted.contains("\(record.resourceType)/\(id)") {
      record.problems.append(
        Problem(.deletedAtSource, .warning, "the export says that it was deleted at its source"))
    }
    return record
  }
}

/// Whether the period of use that a record states is over on a day.
///
/// The day is given by the caller: no clock is consulted.
enum StatedPeriod {
  /// Whether the end of every stated period lies before a day.
  static func isOver(_ record: MedicationRecord, on day: String) -> Bool {
    StatedDate(day)?.isAfterUse(of: record) ?? false
  }

  /// Whether every stated period begins after a day.
  static func isToCome(_ record: MedicationRecord, on day: String) -> Bool {
    StatedDate(day)?.isBeforeUse(of: record) ?? false
  }

  /// Whether a text is a day of the calendar, as `2026-11-21`.
  static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && StatedDate(text) != nil
  }
}

/// Sessions that threads take turns with, each used by one thread at a time.
///
/// Answers do not depend on which session gives them.
final class SessionPool: Sendable {
  private let resolver: MedicationResolver
  private let keepsText: Bool
  /// Whether answers are written with their side effects.
  let includesSideEffects: Bool
  private let shared: SharedAnswers?
  private let idle = Monitor<[ResolvingSession]>([])

  /// Makes a pool.
  init(
    _ resolver: MedicationResolver, keepsText: Bool, includesSideEffects: Bool = false,
    threads: Int
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
    self.includesSideEffects = includesSideEffects
    shared = threads > 1 ? SharedAnswers() : nil
  }

  /// The release that answers are made from.
  var release: ReleaseIdentity { resolver.catalog.release }

  /// A session that nobody else uses, new if all are in use.
  func take() -> ResolvingSession {
    idle.withLock { $0.popLast() }
      ?? ResolvingSession(
        resolver, keepsText: keepsText, includesSideEffects: includesSideEffects, sharing: shared)
  }

  /// Gives a session back with what it learnt.
  func give(back session: ResolvingSession) {
    idle.withLock { $0.append(session) }
  }
}
