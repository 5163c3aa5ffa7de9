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
  /// Every part by the name of its element; those that are absent have no words.
  var parts: [(name: String, words: String?)] {
    var parts: [(name: String, words: String?)] = [
      ("sequence", sequence), ("text", text), ("patientInstruction", patientInstruction),
    ]
    for concept in additionalInstructions { parts.append(("additionalInstruction", concept.words)) }
    parts.append(("timing", timing?.words))
    parts.append(("asNeeded", asNeeded.map { $0 ? "true" : "false" }))
    for concept in asNeededFor { parts.append(("asNeededFor", concept.words)) }
    parts.append(("route", route?.words))
    parts.append(("site", site?.words))
    parts.append(("method", method?.words))
    for dose in doses {
      parts.append(("doseType", dose.type?.words))
      parts.append(("dose", dose.words))
    }
    for rate in rates {
      parts.append(("rateType", rate.type?.words))
      parts.append(("rate", rate.words))
    }
    for limit in maxDosePerPeriod { parts.append(("maxDosePerPeriod", limit.words)) }
    parts.append(("maxDosePerAdministration", maxDosePerAdministration?.parts))
    parts.append(("maxDosePerLifetime", maxDosePerLifetime?.parts))
    return parts
  }

  /// Every part that is given, each with its name.
  var words: String? {
    // A text alone needs no name.
    let given = parts.filter { $0.words != nil }
    return given.count == 1 && text != nil ? text : Named.joined(given.map { ($0.name, $0.words) })
  }
}

/// Values with their names.
private enum Named {
  static func joined(_ parts: [(String, String?)]) -> String? {
    let words = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
