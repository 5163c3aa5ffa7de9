// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A term type (TTY) of RxNorm: which kind of name a row is.
///
/// A struct and not an enumeration, because other sources in a release bring
/// their own (`SU`, `DP`, `PT` …), which are kept as they are.
public struct TermType: RawRepresentable, Hashable, Sendable, Codable {
  /// The abbreviation that RXNCONSO holds.
  public let rawValue: String

  /// Makes a term type of its abbreviation.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `IN`: an ingredient, without salt.
  public static let ingredient = TermType(rawValue: "IN")
  /// `PIN`: a precise ingredient, a salt or isomer.
  public static let preciseIngredient = TermType(rawValue: "PIN")
  /// `MIN`: several ingredients together.
  public static let multipleIngredients = TermType(rawValue: "MIN")
  /// `SCDC`: ingredient and strength.
  public static let clinicalDrugComponent = TermType(rawValue: "SCDC")
  /// `SCDF`: ingredient and dose form.
  public static let clinicalDrugForm = TermType(rawValue: "SCDF")
  /// `SCDFP`: precise ingredient and dose form.
  public static let clinicalDrugFormPrecise = TermType(rawValue: "SCDFP")
  /// `SCDG`: ingredient and dose form group.
  public static let clinicalDrugGroup = TermType(rawValue: "SCDG")
  /// `SCDGP`: precise ingredient and dose form group.
  public static let clinicalDrugGroupPrecise = TermType(rawValue: "SCDGP")
  /// `SCD`: ingredient, strength and dose form.
  public static let clinicalDrug = TermType(rawValue: "SCD")
  /// `BN`: a brand name.
  public static let brandName = TermType(rawValue: "BN")
  /// `SBDC`: ingredient, strength and brand.
  public static let brandedDrugComponent = TermType(rawValue: "SBDC")
  /// `SBDF`: ingredient, dose form and brand.
  public static let brandedDrugForm = TermType(rawValue: "SBDF")
  /// `SBDFP`: precise ingredient, dose form and brand.
  public static let brandedDrugFormPrecise = TermType(rawValue: "SBDFP")
  /// `SBDG`: brand and dose form group.
  public static let brandedDrugGroup = TermType(rawValue: "SBDG")
  /// `SBD`: ingredient, strength, dose form and brand.
  public static let brandedDrug = TermType(rawValue: "SBD")
  /// `GPCK`: a generic pack.
  public static let genericPack = TermType(rawValue: "GPCK")
  /// `BPCK`: a branded pack.
  public static let brandedPack = TermType(rawValue: "BPCK")
  /// `DF`: a dose form.
  public static let doseForm = TermType(rawValue: "DF")
  /// `DFG`: a dose form group.
  public static let doseFormGroup = TermType(rawValue: "DFG")
  /// `PSN`: the prescribable name, best for display.
  public static let prescribableName = TermType(rawValue: "PSN")
  /// `SY`: a synonym.
  public static let synonym = TermType(rawValue: "SY")
  /// `TMSY`: a synonym in tall-man lettering.
  public static let tallManSynonym = TermType(rawValue: "TMSY")
  /// `ET`: an entry term.
  public static let entryTerm = TermType(rawValue: "ET")

  /// Whether a row of this type is one more name, not what its concept is.
  ///
  /// Each RXNORM concept has one row of another type, its main row
  /// (RxNorm Technical Documentation, appendix 5).
  public var isExtraName: Bool {
    switch self {
    case .prescribableName, .synonym, .tallManSynonym, .entryTerm: true
    default: false
    }
  }
}
