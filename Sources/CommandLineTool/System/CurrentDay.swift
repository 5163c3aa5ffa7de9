// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The day on which the tool runs: the one place where lists consult a clock.
package enum CurrentDay {
  /// Today in UTC, as `2026-11-21`.
  package static var text: String {
    var time = timespec()
    // The call fills the structure that it is lent for its duration.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return text(daysSince1970: Int(time.tv_sec) / 86_400)
  }

  /// A day of the Gregorian calendar, which repeats every 146,097 days.
  package static func text(daysSince1970 days: Int) -> String {
    // Counted from 0000-03-01, so that a leap day ends its year.
    let day = days + 719_468
    let era = (day >= 0 ? day : day - 146_096) / 146_097
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return [padded(year, 4), padded(month, 2), padded(dayOfMonth, 2)].joined(separator: "-")
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
