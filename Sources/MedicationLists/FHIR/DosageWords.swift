// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// What a version has no element for stands in an extension, in words that keep
// every value and its unit (S2, S16): parts that are absent are left out.

extension FHIRRatio {
  /// The parts of both quantities.
  var words: String { [numerator, denominator].map { $0?.parts ?? "" }.joined(separator: " / ") }
}

extension FHIRRange {
  /// The parts of both limits.
  var words: String { [low, high].map { $0?.parts ?? "" }.joined(separator: " to ") }
}

extension FHIRDose {
  /// The amount, or its limits.
  var words: String? { quantity?.parts ?? range?.words }
}

extension FHIRRate {
  /// The ratio, the amount or its limits.
  var words: String? { ratio?.words ?? quantity?.parts ?? range?.words }
}

extension FHIRTiming {
  /// Every part with its name, as `frequency 2; period 1; periodUnit d`.
  var words: String? {
    let bounds: String? =
      switch bounds {
      case .period(let period): "\(period.start ?? "")/\(period.end ?? "")"
      case .duration(let duration): duration.parts
      case .range(let range): range.words
      case nil: nil
      }
    let parts: [(String, String?)] =
      events.map { ("event", $0) }
      + [
        ("code", code?.words), ("bounds", bounds), ("count", count), ("countMax", countMax),
        ("duration", duration), ("durationMax", durationMax), ("durationUnit", durationUnit),
        ("frequency", frequency), ("frequencyMax", frequencyMax), ("period", period),
        ("periodMax", periodMax), ("periodUnit", periodUnit),
      ]
      + daysOfWeek.map { ("dayOfWeek", $0) } + timesOfDay.map { ("timeOfDay", $0) }
      + when.map { ("when", $0) } + [("offset", offset)]
    return Named.joined(parts)
  }
}

extension FHIRDosage {
  /// The text with everything that gives an amount, a time or a way, each with its name.
  var words: String? {
    var parts: [(String, String?)] = [
      ("text", text), ("patientInstruction", patientInstruction), ("timing", timing?.words),
      ("asNeeded", asNeeded.map { $0 ? "true" : "false" }),
    ]
    parts += (asNeededFor.map { ("asNeededFor", $0.words) })
    parts += [("route", route?.words), ("site", site?.words), ("method", method?.words)]
    parts += (doses.map { ("dose", $0.words) })
    parts += (rates.map { ("rate", $0.words) })
    // A text alone needs no name.
    let named = parts.filter { $0.1 != nil }
    return named.count == 1 && text != nil ? text : Named.joined(named)
  }
}

/// Values with their names.
private enum Named {
  static func joined(_ parts: [(String, String?)]) -> String? {
    let words = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
