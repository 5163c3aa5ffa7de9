// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import MedicationModel

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
