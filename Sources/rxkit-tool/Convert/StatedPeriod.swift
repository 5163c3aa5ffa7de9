// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import MedicationLists

/// Whether the period of use that a record states is over on a day (S12).
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
