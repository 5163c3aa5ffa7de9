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

  // Mass.
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

  // Volume.
  /// Litres.
  public static let liter = StrengthUnit(rawValue: "L")
  /// Decilitres.
  public static let deciliter = StrengthUnit(rawValue: "DL")
  /// Millilitres.
  public static let milliliter = StrengthUnit(rawValue: "ML")
  /// Microlitres.
  public static let microliter = StrengthUnit(rawValue: "MCL")

  // Biological and chemical amounts: none is a mass (S16).
  /// Units, also international ones.
  public static let unit = StrengthUnit(rawValue: "UNT")
  /// Equivalents.
  public static let equivalent = StrengthUnit(rawValue: "EQ")
  /// Milliequivalents.
  public static let milliequivalent = StrengthUnit(rawValue: "MEQ")
  /// Moles.
  public static let mole = StrengthUnit(rawValue: "MOL")
  /// Millimoles.
  public static let millimole = StrengthUnit(rawValue: "MMOL")
  /// Micromoles.
  public static let micromole = StrengthUnit(rawValue: "MCMOL")

  // Radioactivity.
  /// Curies.
  public static let curie = StrengthUnit(rawValue: "CI")
  /// Millicuries.
  public static let millicurie = StrengthUnit(rawValue: "MCI")
  /// Microcuries.
  public static let microcurie = StrengthUnit(rawValue: "UCI")
  /// Megabecquerels.
  public static let megabecquerel = StrengthUnit(rawValue: "MBQ")

  // What a strength is given by.
  /// Minutes.
  public static let minute = StrengthUnit(rawValue: "MIN")
  /// Hours.
  public static let hour = StrengthUnit(rawValue: "HR")
  /// Days.
  public static let day = StrengthUnit(rawValue: "DAY")
  /// Weeks.
  public static let week = StrengthUnit(rawValue: "WEEK")
  /// Actuations: puffs, sprays and the like, as RxNorm counts them.
  public static let actuation = StrengthUnit(rawValue: "ACTUAT")
  /// Square centimetres.
  public static let squareCentimeter = StrengthUnit(rawValue: "SQCM")
  /// Pieces: tablets, capsules, or whatever a product is dosed in.
  public static let each = StrengthUnit(rawValue: "1")

  /// Parts in a hundred; of what, the product has to say.
  public static let percent = StrengthUnit(rawValue: "%")

  // Counts of organisms and units of allergens, each of its own kind.
  /// Cells.
  public static let cells = StrengthUnit(rawValue: "CELLS")
  /// Vector genomes.
  public static let vectorGenomes = StrengthUnit(rawValue: "VECTOR-GENOMES")
  /// Plaque-forming units.
  public static let plaqueFormingUnit = StrengthUnit(rawValue: "PFU")
  /// Limits of flocculation.
  public static let flocculationUnit = StrengthUnit(rawValue: "LFU")
  /// Bioequivalent allergy units.
  public static let bioequivalentAllergyUnit = StrengthUnit(rawValue: "BAU")
  /// Units of the antigen E of short ragweed.
  public static let antigenUnit = StrengthUnit(rawValue: "AMB")
  /// Index of reactivity.
  public static let reactivityIndex = StrengthUnit(rawValue: "IR")
}
