// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// What a version has no element for is in an extension, in words that keep
// every value: parts that are absent are left out.
//
//   coding       system|code|display, and |version where one is given
//   concept      its text, its codings, or `text (coding, coding)`
//   quantity     comparator and value, unit and code between bars, and |system
//   identifier   system|value, and `(use, type)` where they are given
//   reference    as written, and `(display words; identifier ...)`

extension FHIRCoding {
  var literal: String {
    let parts = [system, code, display].map { $0 ?? "" }.joined(separator: "|")
    return version.map { "\(parts)|\($0)" } ?? parts
  }
}

extension FHIRConcept {
  var literal: String? {
    let codings = NamedWords.listed(codings.map(\.literal))
    guard let text, let codings else { return text ?? codings }
    return "\(text) (\(codings))"
  }
}

extension FHIRQuantity {
  var literal: String {
    let words = "\(comparator ?? "")\(parts)"
    return system.map { "\(words)|\($0)" } ?? words
  }
}

extension FHIRRatio {
  /// The parts of both quantities, or of the single one of an amount that is not a ratio.
  var literal: String {
    let amount = numerator?.literal ?? ""
    return denominator.map { "\(amount) / \($0.literal)" } ?? amount
  }
}

extension FHIRRange {
  var literal: String { [low, high].map { $0?.literal ?? "" }.joined(separator: " to ") }
}

extension FHIRPeriod {
  var literal: String { "\(start ?? "")/\(end ?? "")" }
}

extension FHIRIdentifier {
  var literal: String {
    let more = [use, type?.literal].compactMap(\.self).joined(separator: ", ")
    let words = "\(system ?? "")|\(value ?? "")"
    return more.isEmpty ? words : "\(words) (\(more))"
  }
}

extension FHIRStrength {
  var literal: String? {
    let ratio = FHIRRatio(numerator: numerator, denominator: denominator)
    return NamedWords.listed([ratio.isEmpty ? nil : ratio.literal, concept?.literal])
  }
}

extension PackageContent {
  var literal: String? {
    let reference = GivenReference(reference, referenceDisplay, referenceIdentifier)
    return NamedWords.joined([
      ("item", item.literal), ("reference", reference.literal), ("amount", amount?.literal),
    ])
  }
}

extension MedicationIngredient {
  var literal: String? {
    let reference = GivenReference(reference, referenceDisplay, referenceIdentifier)
    var parts = [
      ("item", FHIRConcept(codings: codings, text: text).literal),
      ("reference", reference.literal), ("strength", strength?.literal),
      ("isActive", isActive.map { $0 ? "true" : "false" }),
    ]
    parts += ingredients.map { ("ingredient", $0.literal.map { "[\($0)]" }) }
    return NamedWords.joined(parts)
  }
}

enum NamedWords {
  /// Those that are given, with commas; `nil` if none is.
  static func listed(_ words: [String?]) -> String? {
    let given = words.compactMap(\.self)
    return given.isEmpty ? nil : given.joined(separator: ", ")
  }

  /// `name value; name value` of those that are given; `nil` if none is.
  static func joined(_ parts: [(String, String?)]) -> String? {
    let words = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

// Of a dosage that a version has no element for, every value and its unit is
// kept in words, as `LiteralWords.swift` writes them.

extension FHIRDose {
  var literal: String? { NamedWords.listed([quantity?.literal, range?.literal]) }
}

extension FHIRRate {
  var literal: String? { NamedWords.listed([ratio?.literal, quantity?.literal, range?.literal]) }
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
    // A text by itself needs no name.
    let given = parts.filter { $0.words != nil }
    return given.count == 1 && text != nil
      ? text : NamedWords.joined(given.map { ($0.name, $0.words) })
  }
}
