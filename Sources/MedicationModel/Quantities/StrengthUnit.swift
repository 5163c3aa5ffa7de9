// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A unit of strengths, spelled as RxNorm spells it: `MG`, `ML`, `UNT`, `ACTUAT`.
///
/// A string-backed struct: a unit that is not known here is kept as it was
/// written, and equals only itself. Use ``init(reading:)`` for text from
/// outside, which knows the other spellings.
public struct StrengthUnit: RawRepresentable, Sendable, Hashable {
  /// RxNorm's spelling of a known unit, else the unit as it was written.
  public let rawValue: String

  /// Keeps a spelling as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Kilograms.
  public static let kilogram = StrengthUnit(rawValue: "KG")
  /// Grams.
  public static let gram = StrengthUnit(rawValue: "G")
  /// Milligrams.
  public static let milligram = StrengthUnit(rawValue: "MG")
  /// Micrograms.
  public static let microgram = StrengthUnit(rawValue: "MCG")
  /// Nanograms.
  public static let nanogram = StrengthUnit(rawValue: "NG")
  /// Litres.
  public static let liter = StrengthUnit(rawValue: "L")
  /// Millilitres.
  public static let milliliter = StrengthUnit(rawValue: "ML")
  /// Microlitres.
  public static let microliter = StrengthUnit(rawValue: "MCL")
  /// Units, also international ones.
  public static let unit = StrengthUnit(rawValue: "UNT")
  /// Milliequivalents.
  public static let milliequivalent = StrengthUnit(rawValue: "MEQ")
  /// Millimoles.
  public static let millimole = StrengthUnit(rawValue: "MMOL")
  /// Micromoles.
  public static let micromole = StrengthUnit(rawValue: "MCMOL")
  /// Millicuries.
  public static let millicurie = StrengthUnit(rawValue: "MCI")
  /// Megabecquerels.
  public static let megabecquerel = StrengthUnit(rawValue: "MBQ")
  /// Minutes.
  public static let minute = StrengthUnit(rawValue: "MIN")
  /// Hours.
  public static let hour = StrengthUnit(rawValue: "HR")
  /// Days.
  public static let day = StrengthUnit(rawValue: "DAY")
  /// Actuations: puffs, sprays and the like, as RxNorm counts them.
  public static let actuation = StrengthUnit(rawValue: "ACTUAT")
  /// Square centimetres.
  public static let squareCentimeter = StrengthUnit(rawValue: "SQCM")
  /// Pieces: tablets, capsules, or whatever a product is dosed in.
  public static let each = StrengthUnit(rawValue: "1")
  /// Parts in a hundred; of what, the product has to say.
  public static let percent = StrengthUnit(rawValue: "%")
  /// Cells.
  public static let cells = StrengthUnit(rawValue: "CELLS")
  /// Vector genomes.
  public static let vectorGenomes = StrengthUnit(rawValue: "VECTOR-GENOMES")
}

extension StrengthUnit {
  /// What a unit measures; only units of one dimension convert into each other.
  public enum Dimension: Sendable, Hashable, CaseIterable {
    /// Grams and their parts.
    case mass
    /// Litres and their parts.
    case volume
    /// Biological units; what one is differs from substance to substance.
    case units
    /// Equivalents of charge.
    case equivalents
    /// Moles.
    case substance
    /// Decays.
    case radioactivity
    /// Hours and the like.
    case time
    /// Actuations of an inhaler or spray.
    case actuations
    /// Square centimetres.
    case area
    /// Pieces.
    case pieces
    /// Parts in a hundred.
    case percent
    /// A kind of its own, or a unit that is not known: it converts into nothing.
    case other
  }

  /// What the unit measures.
  public var dimension: Dimension { facts?.dimension ?? .other }

  /// Whether it is a known unit, not a spelling that was kept as written.
  package var isKnown: Bool { facts != nil }

  /// How the unit is written for people: `mg`, `mcg`, `units`, `mL`.
  public var displayText: String { facts?.display ?? rawValue }

  /// What it is worth in the smallest unit of its dimension.
  package var factor: ExactDecimal { facts?.factor ?? .one }

  private var facts: Facts? { Self.known[rawValue] }

  /// What is known of a unit.
  private struct Facts {
    let dimension: Dimension
    let factor: ExactDecimal
    let display: String
  }

  /// Units by RxNorm's spelling.
  private static let known = Dictionary(
    uniqueKeysWithValues: table.map { row in
      (
        row.unit,
        Facts(
          dimension: row.dimension, factor: ExactDecimal(row.factor) ?? .one, display: row.display)
      )
    })

  /// RxNorm's spellings by all that are known, without case, dots, blanks, micro signs and brackets.
  private static let spellings = Dictionary(
    uniqueKeysWithValues: table.flatMap { row in
      row.spellings.split(separator: " ").map { (String($0), row.unit) }
    })

  /// All spellings of amounts of a drug, a volume or an area; an equivalent is a word as well.
  package static let amountSpellings = table.flatMap { row -> [Substring] in
    switch row.dimension {
    case .mass, .volume, .units, .substance, .radioactivity, .area:
      row.spellings.split(separator: " ")
    case .equivalents where row.unit != "EQ": row.spellings.split(separator: " ")
    default: []
    }
  }

  private typealias Row = (
    unit: String, dimension: Dimension, factor: String, display: String, spellings: String
  )

  /// The units, each with what it is worth in the smallest one of its dimension.
  private static let table: [Row] = [
    ("NG", .mass, "1", "ng", "ng nanogram nanograms"),
    ("MCG", .mass, "1000", "mcg", "mcg mcgs ug microgram micrograms microgramme microgrammes"),
    ("MG", .mass, "1000000", "mg", "mg mgs milligram milligrams milligramme milligrammes"),
    ("G", .mass, "1000000000", "g", "g gm gms gram grams"),
    ("KG", .mass, "1000000000000", "kg", "kg kilogram kilograms"),
    ("MCL", .volume, "1", "mcL", "mcl ul microliter microliters microlitre microlitres"),
    ("ML", .volume, "1000", "mL", "ml mls milliliter milliliters millilitre millilitres cc"),
    ("DL", .volume, "100000", "dL", "dl deciliter deciliters decilitre decilitres"),
    ("L", .volume, "1000000", "L", "l liter liters litre litres"),
    (
      "UNT", .units, "1", "units",
      "unt u iu ui ie unit units internationalunit internationalunits"
    ),
    ("MEQ", .equivalents, "1", "mEq", "meq meqs milliequivalent milliequivalents"),
    ("EQ", .equivalents, "1000", "Eq", "eq equivalent equivalents"),
    ("MCMOL", .substance, "1", "mcmol", "mcmol umol micromole micromoles"),
    ("MMOL", .substance, "1000", "mmol", "mmol mmols millimole millimoles"),
    ("MOL", .substance, "1000000", "mol", "mol mole moles"),
    // A curie is 3.7 times ten to the 10 becquerels, by definition.
    ("MBQ", .radioactivity, "1000000", "MBq", "mbq megabecquerel megabecquerels"),
    ("UCI", .radioactivity, "37000", "mcCi", "uci mcci microcurie microcuries"),
    ("MCI", .radioactivity, "37000000", "mCi", "mci millicurie millicuries"),
    ("CI", .radioactivity, "37000000000", "Ci", "ci curie curies"),
    ("MIN", .time, "1", "min", "min minute minutes"),
    ("HR", .time, "60", "hr", "hr hrs h hour hours"),
    ("DAY", .time, "1440", "day", "day days d"),
    ("WEEK", .time, "10080", "week", "week weeks wk"),
    ("ACTUAT", .actuations, "1", "actuation", "actuat actuation actuations"),
    ("SQCM", .area, "1", "sq cm", "sqcm cm2 cm\u{B2}"),
    ("1", .pieces, "1", "1", "1 each ea tab tabs tablet tablets cap caps capsule capsules"),
    ("%", .percent, "1", "%", "% percent"),
    // Counts of organisms and units of allergens, each of its own kind.
    ("CELLS", .other, "1", "cells", "cell cells"),
    ("VECTOR-GENOMES", .other, "1", "vector genomes", "vector-genomes vectorgenomes vg"),
    ("PFU", .other, "1", "PFU", "pfu"),
    ("LFU", .other, "1", "LFU", "lfu"),
    ("BAU", .other, "1", "BAU", "bau"),
    ("AMB", .other, "1", "AMB", "amb"),
    ("IR", .other, "1", "IR", "ir"),
  ]
}

extension StrengthUnit {
  /// Reads a unit in any spelling that medication data use.
  ///
  /// `U`, `IU`, `unit`, `units` and `[IU]` are ``unit``; `mcg`, `ug` and `µg`
  /// with either micro sign are ``microgram``, never ``milligram``. Case
  /// plays no part in known spellings. A unit that is not known is kept as it
  /// was written, among them `gr` (a grain or a gram) and `mU` (a thousandth
  /// of a unit or a million of them), which nothing here may decide.
  public init(reading text: some StringProtocol) {
    let written = String(text.trimmingWhiteSpace)
    let spelling = Self.folded(written)
    // An annotation of UCUM counts pieces: {tbl}, {Tablet}.
    let isCount = spelling.hasPrefix("{") && spelling.hasSuffix("}")
    self.init(rawValue: isCount ? "1" : Self.spellings[spelling] ?? written)
  }

  /// The written unit in the form of the table.
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
    // The usual case: text that begins and ends with visible ASCII has nothing to trim.
    if let first = unicodeScalars.first, let last = unicodeScalars.last,
      ("!"..."~").contains(first), ("!"..."~").contains(last)
    {
      return self[...]
    }
    let tail = drop(while: \.isWhitespace)
    return tail.lastIndex { !$0.isWhitespace }.map { tail[...$0] } ?? tail
  }
}
