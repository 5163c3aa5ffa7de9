// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension StrengthUnit {
  /// Reads a unit in any spelling that medication data use.
  ///
  /// `U`, `IU`, `unit`, `units` and `[IU]` are ``unit``; `mcg`, `ug` and `µg`
  /// with either micro sign are ``microgram``, never ``milligram`` (S16). Case
  /// plays no part in known spellings. A unit that is not known is kept as it
  /// was written, among them `gr` (a grain or a gram) and `mU` (a thousandth
  /// of a unit or a million of them), which nothing here may decide.
  public init(reading text: some StringProtocol) {
    let written = String(text.trimmingWhiteSpace)
    self = Self.known(Self.folded(written)) ?? StrengthUnit(rawValue: written)
  }

  /// The unit of a spelling without case, dots, blanks, micro signs and brackets.
  private static func known(_ spelling: String) -> StrengthUnit? {
    massOrVolume(spelling) ?? amount(spelling) ?? denominator(spelling) ?? ownKind(spelling)
  }

  private static func massOrVolume(_ spelling: String) -> StrengthUnit? {
    switch spelling {
    case "kg", "kilogram", "kilograms": .kilogram
    case "g", "gm", "gms", "gram", "grams": .gram
    case "mg", "mgs", "milligram", "milligrams", "milligramme", "milligrammes": .milligram
    case "mcg", "mcgs", "ug", "microgram", "micrograms", "microgramme", "microgrammes":
      .microgram
    case "ng", "nanogram", "nanograms": .nanogram
    case "l", "liter", "liters", "litre", "litres": .liter
    case "dl", "deciliter", "deciliters", "decilitre", "decilitres": .deciliter
    case "ml", "mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc": .milliliter
    case "mcl", "ul", "microliter", "microliters", "microlitre", "microlitres": .microliter
    default: nil
    }
  }

  private static func amount(_ spelling: String) -> StrengthUnit? {
    switch spelling {
    case "unt", "u", "iu", "ui", "ie", "unit", "units", "internationalunit", "internationalunits":
      .unit
    case "eq", "equivalent", "equivalents": .equivalent
    case "meq", "meqs", "milliequivalent", "milliequivalents": .milliequivalent
    case "mol", "mole", "moles": .mole
    case "mmol", "mmols", "millimole", "millimoles": .millimole
    case "mcmol", "umol", "micromole", "micromoles": .micromole
    case "ci", "curie", "curies": .curie
    case "mci", "millicurie", "millicuries": .millicurie
    case "uci", "mcci", "microcurie", "microcuries": .microcurie
    case "mbq", "megabecquerel", "megabecquerels": .megabecquerel
    default: nil
    }
  }

  private static func denominator(_ spelling: String) -> StrengthUnit? {
    switch spelling {
    case "min", "minute", "minutes": .minute
    case "hr", "hrs", "h", "hour", "hours": .hour
    case "day", "days", "d": .day
    case "week", "weeks", "wk": .week
    case "actuat", "actuation", "actuations": .actuation
    case "sqcm", "cm2", "cm\u{B2}": .squareCentimeter
    case "1", "each", "ea", "tab", "tabs", "tablet", "tablets", "cap", "caps", "capsule",
      "capsules":
      .each
    case "%", "percent": .percent
    // An annotation of UCUM counts pieces: {tbl}, {Tablet}.
    case let annotation where annotation.hasPrefix("{") && annotation.hasSuffix("}"): .each
    default: nil
    }
  }

  private static func ownKind(_ spelling: String) -> StrengthUnit? {
    switch spelling {
    case "cell", "cells": .cells
    case "vector-genomes", "vectorgenomes", "vg": .vectorGenomes
    case "pfu": .plaqueFormingUnit
    case "lfu": .flocculationUnit
    case "bau": .bioequivalentAllergyUnit
    case "amb": .antigenUnit
    case "ir": .reactivityIndex
    default: nil
    }
  }

  /// The written unit in the form that the tables above list.
  private static func folded(_ written: String) -> String {
    var folded = ""
    for scalar in written.unicodeScalars {
      switch scalar {
      case "\u{B5}", "\u{3BC}": folded.append("u")
      case ".", " ", "\u{A0}": continue
      case "A"..."Z":
        folded.append(Character(scalar).lowercased())
      default: folded.append(Character(scalar))
      }
    }
    let isBracketed = folded.hasPrefix("[") && folded.hasSuffix("]")
    return isBracketed ? String(folded.dropFirst().dropLast()) : folded
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmingWhiteSpace: SubSequence {
    // Nearly always there is none; a letter that begins or ends with ASCII is what it looks like.
    if let first = unicodeScalars.first, let last = unicodeScalars.last,
      ("!"..."~").contains(first), ("!"..."~").contains(last)
    {
      return self[...]
    }
    let tail = drop(while: \.isWhitespace)
    return tail.lastIndex { !$0.isWhitespace }.map { tail[...$0] } ?? tail
  }
}
