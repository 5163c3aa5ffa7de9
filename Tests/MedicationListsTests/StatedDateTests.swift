// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationLists
import Testing

@Suite("Dates as exact as they are written")
struct StatedDateTests {
  @Test(
    "S12 One date is before another only if that is sure",
    arguments: [
      ("2015", "2016", true), ("2015", "2015-06", false), ("2015-06", "2015", false),
      ("2015-02", "2015-03-01", true), ("2015-02-07", "2015-02-08", true),
      ("2015-02-07", "2015-02-07", false),
      ("2015-02-07T10:00:00Z", "2015-02-07T11:30:00+01:00", true),
      ("2015-02-07T10:30:00Z", "2015-02-07T11:30:00+01:00", false),
      // A day without a zone may have begun 14 hours earlier and end 12 later.
      ("2015-02-07", "2015-02-08T06:00:00Z", false), ("2015-02-07", "2015-02-08T12:00:00Z", true),
    ])
  func before(_ left: String, _ right: String, _ isBefore: Bool) throws {
    let (left, right) = (try #require(StatedDate(left)), try #require(StatedDate(right)))
    #expect(left.isBefore(right) == isBefore)
  }

  @Test(
    "S12 A stated end is past when its last day is, whatever its precision",
    arguments: [
      ("2026-11-20", true), ("2026-11-21", false), ("2026-11", false), ("2026-10", true),
      ("2026", false), ("2025", true), ("2026-11-20T23:59:00-08:00", true),
    ])
  func past(_ end: String, _ isPast: Bool) throws {
    let day = try #require(StatedDate("2026-11-21"))
    #expect(try #require(StatedDate(end)).isPast(on: day) == isPast)
  }

  @Test(
    "What is no date of the calendar is not read",
    arguments: [
      "", "x", "2015-13", "2015-02-29", "2015-2-7", "2015-02-07T", "2015-02-07Z",
      "2015-02-07T10:00:00+25:00", "07/02/2015", "2015-02-07T10:00:00Z1",
    ])
  func noDate(_ text: String) {
    #expect(StatedDate(text) == nil)
  }
}
