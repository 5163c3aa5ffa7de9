// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// What a version has no element for stands in an extension, in words that keep
// every value (S2): parts that are absent are left out.
//
//   coding       system|code|display, and |version where one is given
//   concept      its text, its codings, or `text (coding, coding)`
//   quantity     comparator and value, unit and code between bars, and |system
//   identifier   system|value, and `(use, type)` where they are given
//   reference    as written, and `(display words; identifier ...)`

extension FHIRCoding {
  /// Every part between bars.
  var literal: String {
    let parts = [system, code, display].map { $0 ?? "" }.joined(separator: "|")
    return version.map { "\(parts)|\($0)" } ?? parts
  }
}

extension FHIRConcept {
  /// The text and every coding; `nil` if there is neither.
  var literal: String? {
    let codings = codings.map(\.literal).joined(separator: ", ")
    guard let text else { return codings.isEmpty ? nil : codings }
    return codings.isEmpty ? text : "\(text) (\(codings))"
  }
}

extension FHIRQuantity {
  /// Comparator, value, unit, code and the code's system.
  var literal: String {
    let words = "\(comparator ?? "")\(parts)"
    return system.map { "\(words)|\($0)" } ?? words
  }
}

extension FHIRRatio {
  /// The parts of both quantities, or of the one of an amount that is no ratio.
  var literal: String {
    let amount = numerator?.literal ?? ""
    return denominator.map { "\(amount) / \($0.literal)" } ?? amount
  }
}

extension FHIRRange {
  /// The parts of both limits.
  var literal: String { [low, high].map { $0?.literal ?? "" }.joined(separator: " to ") }
}

extension FHIRPeriod {
  /// Start and end.
  var literal: String { "\(start ?? "")/\(end ?? "")" }
}

extension FHIRIdentifier {
  /// System and value, with what it is for and of which kind.
  var literal: String {
    let more = [use, type?.literal].compactMap(\.self).joined(separator: ", ")
    let words = "\(system ?? "")|\(value ?? "")"
    return more.isEmpty ? words : "\(words) (\(more))"
  }
}

extension FHIRStrength {
  /// The ratio, the amount or the concept; `nil` if nothing is given.
  var literal: String? {
    let ratio = FHIRRatio(numerator: numerator, denominator: denominator)
    let parts = [ratio.isEmpty ? nil : ratio.literal, concept?.literal].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension PackageContent {
  /// What it is, and how much of it.
  var literal: String? {
    let reference = GivenReference(reference, referenceDisplay, referenceIdentifier)
    return NamedWords.joined([
      ("item", item.literal), ("reference", reference.literal), ("amount", amount?.literal),
    ])
  }
}

extension MedicationIngredient {
  /// Everything that is said of it, with its own ingredients in brackets.
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

/// Values with their names.
enum NamedWords {
  /// `name value; name value` of those that are given; `nil` if none is.
  static func joined(_ parts: [(String, String?)]) -> String? {
    let words = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
