// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A term type (TTY) of RxNorm: which kind of name a row is.
///
/// A struct, not an enumeration, because other sources in a release have their
/// own types (`SU`, `DP`, `PT` …), which are kept unchanged.
public struct TermType: RawRepresentable, Hashable, Sendable, Codable {
  /// The abbreviation that RXNCONSO holds.
  public let rawValue: String

  /// Makes a term type from its abbreviation.
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

  /// Whether a row of this type is only an additional name of its concept.
  ///
  /// Each RXNORM concept has one row of a different type, its main row (RxNorm
  /// Technical Documentation, appendix 5).
  public var isExtraName: Bool { Self.extraNames.contains(self) }

  /// The types of rows that are only additional names.
  package static let extraNames: [TermType] = [
    .prescribableName, .synonym, .tallManSynonym, .entryTerm,
  ]
}

/// What became of an RxNorm code, as RxNorm's own services name it.
public enum ConceptStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// The release contains it, unsuppressed.
  case active = "Active"
  /// The release contains it as obsolete or suppressed.
  case obsolete = "Obsolete"
  /// It was merged into one or more other codes that the release contains.
  case remapped = "Remapped"
  /// It lacks a quantity factor; its quantified forms took its place.
  case quantified = "Quantified"
  /// It was once in RxNorm, or is in other sources only, and has no successor.
  case notCurrent = "NotCurrent"
  /// No file of the release names it.
  case unknown = "Unknown"
}

/// How the source of a mapping is related to its target, in the words of FHIR R5.
///
/// Earlier versions state an equivalence, read as "the target is … than the source"
/// (FHIR R4, ConceptMapEquivalence): a `wider` target makes the source narrower.
public enum MapRelationship: String, Sendable, Hashable, CaseIterable {
  /// Both mean the same.
  case equivalent
  /// The source means less than the target.
  case sourceIsNarrower = "source-is-narrower-than-target"
  /// The source means more than the target.
  case sourceIsBroader = "source-is-broader-than-target"
  /// They are related in an unspecified way.
  case relatedTo = "related-to"
  /// They are not related.
  case notRelatedTo = "not-related-to"
  /// Nothing corresponds to the source.
  case noMap = "no-map"
  /// The map does not say, or uses a word that FHIR does not define: never treated as equivalent.
  case unstated

  /// The position in the catalog's records, which are part of its format.
  public var number: Int { casePlace }

  /// The same mapping seen from its target; `nil` where there is no target.
  public var reversed: MapRelationship? {
    switch self {
    case .sourceIsNarrower: .sourceIsBroader
    case .sourceIsBroader: .sourceIsNarrower
    case .noMap: nil
    case .equivalent, .relatedTo, .notRelatedTo, .unstated: self
    }
  }
}

/// A version of FHIR that resources are written in.
public enum FHIRRelease: String, Sendable, Hashable, CaseIterable {
  /// FHIR 4.0.1.
  case r4 = "R4"
  /// FHIR 5.0.0.
  case r5 = "R5"

  /// The number of the version.
  public var version: String {
    switch self {
    case .r4: "4.0.1"
    case .r5: "5.0.0"
    }
  }
}
