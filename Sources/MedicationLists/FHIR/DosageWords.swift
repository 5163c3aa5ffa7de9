// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// Of a dosage that a version has no element for, every value and its unit is
// kept in words (S2, S16), as `LiteralWords.swift` writes them.

extension FHIRDose {
  /// The amount and the limits, whichever of them are given.
  var literal: String? {
    let forms = [quantity?.literal, range?.literal].compactMap(\.self)
    return forms.isEmpty ? nil : forms.joined(separator: ", ")
  }
}

extension FHIRRate {
  /// The ratio, the amount and the limits, whichever of them are given.
  var literal: String? {
    let forms = [ratio?.literal, quantity?.literal, range?.literal].compactMap(\.self)
    return forms.isEmpty ? nil : forms.joined(separator: ", ")
  }
}

extension FHIRTiming {
  /// Every part with its name, as `frequency 2; period 1; periodUnit d`.
  var literal: String? {
    let bounds: String? =
      switch bounds {
      case .period(let period): period.literal
      case .duration(let duration): duration.literal
      case .range(let range): range.literal
      case nil: nil
      }
    let parts: [(String, String?)] =
      events.map { ("event", $0) }
      + [
        ("code", code?.literal), ("bounds", bounds), ("count", count), ("countMax", countMax),
        ("duration", duration), ("durationMax", durationMax), ("durationUnit", durationUnit),
        ("frequency", frequency), ("frequencyMax", frequencyMax), ("period", period),
        ("periodMax", periodMax), ("periodUnit", periodUnit),
      ]
      + daysOfWeek.map { ("dayOfWeek", $0) } + timesOfDay.map { ("timeOfDay", $0) }
      + when.map { ("when", $0) } + [("offset", offset)]
    return NamedWords.joined(parts)
  }
}

extension FHIRDosage {
  /// Every part by the name of its element; those that are absent have no words.
  var parts: [(name: String, words: String?)] {
    var parts: [(name: String, words: String?)] = [
      ("sequence", sequence), ("text", text), ("patientInstruction", patientInstruction),
    ]
    parts += additionalInstructions.map { ("additionalInstruction", $0.literal) }
    parts.append(("timing", timing?.literal))
    parts.append(("asNeeded", asNeeded.map { $0 ? "true" : "false" }))
    for concept in asNeededFor { parts.append(("asNeededFor", concept.literal)) }
    parts.append(("route", route?.literal))
    parts.append(("site", site?.literal))
    parts.append(("method", method?.literal))
    for dose in doses {
      parts.append(("doseType", dose.type?.literal))
      parts.append(("dose", dose.literal))
    }
    for rate in rates {
      parts.append(("rateType", rate.type?.literal))
      parts.append(("rate", rate.literal))
    }
    for limit in maxDosePerPeriod { parts.append(("maxDosePerPeriod", limit.literal)) }
    parts.append(("maxDosePerAdministration", maxDosePerAdministration?.literal))
    parts.append(("maxDosePerLifetime", maxDosePerLifetime?.literal))
    return parts
  }

  /// Every part that is given, each with its name.
  var literal: String? {
    // A text alone needs no name.
    let given = parts.filter { $0.words != nil }
    return given.count == 1 && text != nil
      ? text : NamedWords.joined(given.map { ($0.name, $0.words) })
  }
}
