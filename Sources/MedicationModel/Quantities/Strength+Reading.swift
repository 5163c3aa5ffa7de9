// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// One strength is a number and a unit, and perhaps a slash and what it is in:
//
//   500 MG      10 MG/ML      0.4 MG/ACTUAT      14 MG/24 HR      500mg/1
//
// What could mean two things is not read: a wrong strength is worse than none.
// `20 MG/40 MG` may be a ratio or two strengths, `1,500` is fifteen hundred
// here and one and a half elsewhere.

extension Strength {
  /// What a text is as a strength.
  public enum Reading: Sendable, Hashable {
    /// One strength.
    case strength(Strength)
    /// No single strength, for this reason; the text stays what it is.
    case text(Reason)
  }

  /// Why a text is not read as one strength.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// It does not begin with a number.
    case noNumber = "it does not begin with a number"
    /// A number has no unit.
    case noUnit = "a number has no unit"
    /// It gives a lowest and a highest amount.
    case range = "it is a range"
    /// It gives several strengths, or a ratio that could also be two strengths.
    case several = "it may be several strengths"
    /// A comma in a number: thousands or decimals, by country.
    case comma = "a comma in a number can stand for thousands or for decimals"
    /// Something follows the unit.
    case trailingText = "something follows the unit"
    /// A negative amount, or a denominator of zero.
    case impossible = "an amount is negative or its denominator is zero"
  }

  /// Reads a strength as RxNorm writes it, or people do.
  ///
  /// Case and blanks between number and unit are ignored, `per` means a slash,
  /// a number without zero before its point is accepted. ``text`` is the text
  /// as given.
  public static func read(_ text: some StringProtocol) -> Reading {
    if let strength = plain(String(text)) { return .strength(strength) }
    var parts = splitRatio(String(text.trimmingWhiteSpace))
    let last = parts.count > 1 ? parts.removeLast() : nil
    guard parts.count == 1, !parts[0].contains("+") || parts[0].first == "+" else {
      return .text(.several)
    }
    let numerator: StrengthAmount
    let denominator: StrengthAmount?
    do {
      let (value, rest) = try splitNumber(parts[0])
      guard let value else { return .text(.noNumber) }
      guard let unit = try unit(rest) else { return .text(.noUnit) }
      numerator = StrengthAmount(value, unit)
      denominator = try last.map { part throws(Rejection) in
        try self.denominator(part, of: numerator)
      }
    } catch {
      return .text(error.reason)
    }
    guard let strength = Strength(numerator, per: denominator, text: String(text)) else {
      return .text(.impossible)
    }
    return .strength(strength)
  }

  /// Reads a strength, or gives `nil` where ``read(_:)`` has a reason against it.
  public init?(_ text: some StringProtocol) {
    guard case .strength(let strength) = Self.read(text) else { return nil }
    self = strength
  }

  /// What a strength is most often given in, as RxNorm writes it.
  private static let plainUnits: [Substring: (StrengthUnit, StrengthAmount?)] = {
    var units: [Substring: (StrengthUnit, StrengthAmount?)] = [:]
    for unit in [StrengthUnit.milligram, .microgram, .unit, .milliequivalent] {
      units[unit.rawValue[...]] = (unit, nil)
      units["\(unit.rawValue)/ML"] = (unit, StrengthAmount(.one, .milliliter))
    }
    return units
  }()

  /// Reads `500 MG` and `0.5 MG/ML`, as nine of ten strengths of a release are written.
  ///
  /// The reader of every spelling reads them to the same strength, and took a twentieth of the
  /// time of a first answer.
  private static func plain(_ text: String) -> Strength? {
    guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")),
      let (unit, denominator) = plainUnits[text[blank...].dropFirst()],
      text.utf8.first != UInt8(ascii: "."),
      text.utf8[..<blank].allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = ExactDecimal(utf8: text.utf8[..<blank])
    else { return nil }
    return Strength(StrengthAmount(value, unit), per: denominator, text: text)
  }

  private struct Rejection: Error {
    let reason: Reason
  }

  private static func splitRatio(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ", omittingEmptySubsequences: false)
      let phrases = words.split(omittingEmptySubsequences: false) { $0.lowercased() == "per" }
      for phrase in phrases {
        let start = phrase.first?.startIndex ?? part.endIndex
        parts.append(part[start..<(phrase.last?.endIndex ?? start)].trimmingWhiteSpace)
      }
    }
    return parts
  }

  private static func denominator(
    _ part: Substring, of numerator: StrengthAmount
  ) throws(Rejection) -> StrengthAmount {
    let (value, rest) = try splitNumber(part)
    switch (value, try unit(rest)) {
    case (nil, nil): throw Rejection(reason: .noUnit)
    case (let value?, nil):
      // `500 mg/1` is a label's way to say "in one piece"; `100 mg/50` is not clear.
      guard value == .one else { throw Rejection(reason: .noUnit) }
      return StrengthAmount(.one, .each)
    case (nil, let unit?): return StrengthAmount(.one, unit)
    case (let value?, let unit?):
      switch unit.dimension {
      case .volume, .time, .actuations, .area, .pieces:
        guard unit.dimension != numerator.unit.dimension else { throw Rejection(reason: .several) }
        return StrengthAmount(value, unit)
      case .mass, .units, .equivalents, .substance, .radioactivity, .percent, .other:
        throw Rejection(reason: .several)
      }
    }
  }

  /// Splits `24 HR` into number and the rest; either may be missing.
  private static func splitNumber(
    _ part: Substring
  ) throws(Rejection) -> (value: ExactDecimal?, rest: Substring) {
    let digits = part.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    let rest = part[digits.endIndex...].trimmingWhiteSpace
    if rest.first == "," { throw Rejection(reason: .comma) }
    guard let value = ExactDecimal(digits) else {
      if digits.dropFirst().contains("-") { throw Rejection(reason: .range) }
      guard digits.isEmpty else { throw Rejection(reason: .noNumber) }
      return (nil, rest)
    }
    if value.isNegative { throw Rejection(reason: .impossible) }
    return (value, rest)
  }

  private static func unit(_ text: Substring) throws(Rejection) -> StrengthUnit? {
    guard let first = text.first else { return nil }
    if first == "-" || first == "\u{2013}" || text.lowercased().hasPrefix("to ") {
      throw Rejection(reason: .range)
    }
    let unit = StrengthUnit(reading: text)
    // `international units` is one unit of two words, `MG Oral Tablet` is none.
    guard !unit.isKnown else { return unit }
    let hyphen = text.firstIndex(of: "-").map { text[$0...].dropFirst() }
    if hyphen?.trimmingWhiteSpace.first?.isNumber == true { throw Rejection(reason: .range) }
    let strangers = text.contains { $0.isWhitespace || ",;:()".contains($0) }
    if strangers { throw Rejection(reason: .trailingText) }
    return unit
  }
}
