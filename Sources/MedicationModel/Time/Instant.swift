// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What HealthKit calls a `Date`: a moment, the same everywhere. Whole nanoseconds
// since 1970 keep every fraction of a second that JSON and FHIR documents carry;
// 64 bits of them reach from 1677 to 2262.

/// A moment in time, to the nanosecond.
public struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let nanosecondsSince1970: Int64

  /// Makes a moment from nanoseconds since 1970.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Makes a moment of whole seconds, the nearest one that can be kept.
  public init(secondsSince1970: Int64) {
    let (product, overflow) = secondsSince1970.multipliedReportingOverflow(by: Self.perSecond)
    nanosecondsSince1970 = overflow ? (secondsSince1970 < 0 ? .min : .max) : product
  }

  static let perSecond: Int64 = 1_000_000_000

  /// Whole seconds since 1970, rounded down.
  public var secondsSince1970: Int64 {
    let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(
      dividingBy: Self.perSecond)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The moment a number of seconds later, clamped to the range.
  public func adding(seconds: Int64) -> Instant {
    let span = Instant(secondsSince1970: seconds).nanosecondsSince1970
    let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(span)
    return Instant(nanosecondsSince1970: overflow ? (span < 0 ? .min : .max) : sum)
  }

  /// Orders by time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }
}

// MARK: Text

extension Instant {
  /// Reads a date and time with offset (ISO 8601): `2025-06-09T08:04:00.25-07:00`.
  ///
  /// Seconds and their fraction may be missing; the offset may not.
  ///
  /// - Throws: InstantError, without the text itself.
  public init(_ text: some StringProtocol) throws(InstantError) {
    let (date, time) = try Self.halves(of: Array(text.utf8))
    guard let zoneStart = time.firstIndex(where: { $0 == 0x5A || $0 == 0x2B || $0 == 0x2D }) else {
      throw .noOffset
    }
    guard let offset = Self.offset(time[zoneStart...]) else { throw .malformed }
    let (seconds, fraction) = try Self.timeOfDay(time[..<zoneStart])
    let total = Int64(date.daysSince1970) * 86_400 + Int64(seconds - offset)
    let (whole, overflow) = total.multipliedReportingOverflow(by: Self.perSecond)
    let (sum, overflow2) = whole.addingReportingOverflow(fraction)
    guard !overflow, !overflow2 else { throw .outOfRange }
    self.init(nanosecondsSince1970: sum)
  }

  private static func halves(
    of bytes: [UInt8]
  ) throws(InstantError) -> (CivilDate, ArraySlice<UInt8>) {
    guard bytes.count >= 10, let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self))
    else { throw .malformed }
    guard bytes.count > 11, bytes[10] == 0x54 else {
      throw bytes.count == 10 ? .noTime : .malformed
    }
    return (date, bytes[11...])
  }

  /// Seconds of `Z`, `+HH:MM` or `-HH:MM`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual([0x5A]) { return 0 }
    let parts = Array(bytes)
    guard parts.count == 6, parts[3] == 0x3A, let hours = DecimalDigits.value(parts[1...2]),
      let minutes = DecimalDigits.value(parts[4...5]), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (parts[0] == 0x2D ? -1 : 1)
  }

  /// Seconds and nanoseconds of `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fraction`.
  private static func timeOfDay(
    _ bytes: ArraySlice<UInt8>
  ) throws(InstantError) -> (seconds: Int, nanoseconds: Int64) {
    let halves = bytes.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    let fields = halves[0].split(separator: 0x3A, omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.count == 2 ? DecimalDigits.value($0) : nil }
    guard numbers.count == fields.count, 2...3 ~= numbers.count, numbers[0] < 24, numbers[1] < 60,
      numbers.count == 2 || numbers[2] < 60, halves.count == 1 || numbers.count == 3
    else { throw .malformed }
    var nanoseconds: Int64 = 0
    if halves.count == 2 {
      guard !halves[1].isEmpty, halves[1].allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw .malformed
      }
      guard halves[1].dropFirst(9).allSatisfy({ $0 == 0x30 }) else { throw .tooPrecise }
      let digits = halves[1].prefix(9) + Array(repeating: 0x30, count: max(9 - halves[1].count, 0))
      nanoseconds = Int64(DecimalDigits.value(digits) ?? 0)
    }
    return (
      numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0), nanoseconds
    )
  }

  /// The moment as ISO 8601, as a clock with this offset from UTC shows it.
  ///
  /// Offsets of old local times that are no whole minutes are rounded; the text
  /// still means this moment.
  public func text(offsetSeconds: Int = 0) -> String {
    let offset = offsetSeconds / 60 * 60
    let local = secondsSince1970 + Int64(offset)
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let second = Int(local - day * 86_400)
    var text = CivilDate(daysSince1970: Int(day)).description + "T"
    text += DecimalDigits.padded(second / 3600, 2) + ":"
    text += DecimalDigits.padded(second / 60 % 60, 2) + ":" + DecimalDigits.padded(second % 60, 2)
    text += fractionText
    if offset == 0 { return text + "Z" }
    return text + (offset < 0 ? "-" : "+") + DecimalDigits.padded(abs(offset) / 3600, 2) + ":"
      + DecimalDigits.padded(abs(offset) / 60 % 60, 2)
  }

  /// The point and digits of a fraction of a second, without zeros at the end.
  private var fractionText: String {
    let fraction = Int((nanosecondsSince1970 % Self.perSecond + Self.perSecond) % Self.perSecond)
    guard fraction != 0 else { return "" }
    var digits = Substring(DecimalDigits.padded(fraction, 9))
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }
}

extension Instant: Codable, CustomStringConvertible {
  /// The moment as ISO 8601 in UTC.
  public var description: String { text() }

  /// Reads ISO 8601 with offset.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(try container.decode(String.self))
    } catch let error as InstantError {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.description)
    }
  }

  /// Writes ISO 8601 in UTC.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text())
  }
}

/// Why a text is not a moment; never the text itself.
public enum InstantError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It is not in the form of ISO 8601, or there is no such day or time.
  case malformed
  /// It is a day without a time.
  case noTime
  /// It has no offset from UTC, so that it means a different moment in each zone.
  case noOffset
  /// It has more than nine digits after the decimal point.
  case tooPrecise
  /// It lies before 1677-09-22 or after 2262-04-11.
  case outOfRange

  /// What is wrong and what is expected.
  public var description: String {
    switch self {
    case .malformed: "not a date and time, expected for example 2025-06-09T08:04:00-07:00"
    case .noTime: "a date without a time, expected for example 2025-06-09T08:04:00-07:00"
    case .noOffset: "no offset from UTC, expected Z or for example -07:00 at the end"
    case .tooPrecise: "more than nine digits of a second"
    case .outOfRange: "outside the years 1678 to 2261"
    }
  }
}
