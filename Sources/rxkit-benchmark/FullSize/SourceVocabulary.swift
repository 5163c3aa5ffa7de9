// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The sources of a full release, with about the shares that they have in one.
//
// NLM states the totals of a release and the sources in it, not the rows of each;
// the shares here give the totals (1.2 M names, 7.5 M relations, 7.8 M
// attributes) and follow what each source describes.

/// One source other than RXNORM.
struct SourceVocabulary {
  /// How often a concept of a kind has an atom of this source.
  struct Shares {
    var product = 0.0
    var ingredient = 0.0
    var brand = 0.0
    /// Of concepts that RXNORM itself does not name.
    var foreign = 0.0
  }

  /// An attribute that atoms have.
  struct Attribute {
    let name: String
    /// How often an atom has it.
    let share: Double
    let values: Values
  }

  /// Where an attribute's value comes from.
  enum Values {
    case oneOf([String])
    case number(Int)
    case date
    case unii
    case ndc12
  }

  let abbreviation: String
  let title: String
  let version: String
  let restriction: Int
  let shares: Shares
  /// Term types of products, ingredients and brands.
  let termTypes: [String]
  /// How a name is written: see ``AtomName``.
  let style: AtomName.Style
  /// What stands before the number of a code, and how many digits follow.
  let code: (prefix: String, digits: Int)
  /// Relationships with their inverses.
  let relationships: [(String, String)]
  let attributes: [Attribute]

  static let all = [
    SourceVocabulary(
      abbreviation: "MTHSPL", title: "FDA Structured Product Labels", version: "2026_06_27",
      restriction: 0, shares: Shares(ingredient: 1, foreign: 0.14), termTypes: ["DP", "SU", "SU"],
      style: .capitals, code: ("", 10), relationships: [("has_active_moiety", "active_moiety_of")],
      attributes: [Attribute(name: "UNII_CODE", share: 0, values: .unii)]),
    SourceVocabulary(
      abbreviation: "MMSL", title: "Multum MediSource Lexicon", version: "2026_06_01",
      restriction: 3, shares: Shares(product: 0.66, ingredient: 0.65, brand: 0.65, foreign: 0.2),
      termTypes: ["CD", "IN", "BN"], style: .lowercase, code: ("d", 6),
      relationships: [
        ("has_ingredient", "ingredient_of"), ("tradename_of", "has_tradename"),
        ("has_component", "component_of"),
      ],
      attributes: [
        Attribute(
          name: "ROUTE", share: 0.9,
          values: .oneOf(["oral", "topical", "injectable", "ophthalmic", "nasal", "rectal"])),
        Attribute(
          name: "DRUG_CLASS_TYPE", share: 0.8, values: .oneOf(["PRESCRIPTION", "OTC", "BOTH"])),
        Attribute(
          name: "STRENGTH", share: 0.8,
          values: .oneOf(["500 mg", "250 mg/5 mL", "10 mg", "20 mg-12.5 mg", "0.1%", "40 mg"])),
        Attribute(name: "MMSL_ID", share: 0.9, values: .number(5)),
        Attribute(name: "PACKAGE_ID", share: 2.5, values: .number(7)),
        Attribute(
          name: "PREGNANCY_CATEGORY", share: 0.7, values: .oneOf(["A", "B", "C", "D", "X", "N"])),
        Attribute(name: "MARKET_DATE", share: 0.6, values: .date),
      ]),
    SourceVocabulary(
      abbreviation: "GS", title: "Gold Standard Drug Database", version: "2026_07_01",
      restriction: 3, shares: Shares(product: 0.58, ingredient: 0.45, brand: 0.55, foreign: 0.13),
      termTypes: ["CD", "IN", "BN"], style: .capitalised, code: ("", 6),
      relationships: [
        ("has_ingredient", "ingredient_of"), ("has_dose_form", "dose_form_of"),
        ("tradename_of", "has_tradename"),
      ],
      attributes: [
        Attribute(name: "GS_PRODUCT_ID", share: 1, values: .number(6)),
        Attribute(
          name: "DISPENSABLE_LIGHT", share: 0.7,
          values: .oneOf(["Store away from light", "No restriction", "Keep in carton"])),
        Attribute(name: "GS_MARKETED", share: 0.9, values: .date),
        Attribute(name: "GS_PACKAGE_ID", share: 1.5, values: .number(8)),
        Attribute(
          name: "ITEM_STATUS", share: 0.9, values: .oneOf(["Active", "Inactive", "Discontinued"])),
      ]),
    SourceVocabulary(
      abbreviation: "MMX", title: "Micromedex RED BOOK", version: "2026_07_06", restriction: 3,
      shares: Shares(product: 0.33, ingredient: 0.4, brand: 0.28, foreign: 0.09),
      termTypes: ["CD", "IN", "BN"], style: .capitals, code: ("", 6),
      relationships: [("has_ingredient", "ingredient_of"), ("has_form", "form_of")],
      attributes: [
        Attribute(name: "GFC", share: 0.9, values: .number(6)),
        Attribute(name: "PACKAGE_ID", share: 1.5, values: .number(8)),
        Attribute(
          name: "ROUTE", share: 0.9, values: .oneOf(["ORAL", "INTRAVENOUS", "TOPICAL", "NASAL"])),
        Attribute(name: "RX_OTC", share: 0.9, values: .oneOf(["Rx", "OTC"])),
      ]),
    SourceVocabulary(
      abbreviation: "NDDF", title: "FDB MedKnowledge", version: "2026_07_01", restriction: 3,
      shares: Shares(product: 0.4, ingredient: 0.6, foreign: 0.12), termTypes: ["CDD", "IN", "BN"],
      style: .capitalForm, code: ("", 6),
      relationships: [("has_ingredient", "ingredient_of"), ("has_dose_form", "dose_form_of")],
      attributes: [
        Attribute(name: "NDDF_DRUG_CATEGORY", share: 0.9, values: .oneOf(["0", "1", "2", "3"])),
        Attribute(name: "DOSE_FORM_CODE", share: 0.8, values: .number(4)),
        Attribute(name: "ROUTE_CODE", share: 0.8, values: .oneOf(["1", "2", "4", "11", "20"])),
        Attribute(name: "NDDF_MED_ID", share: 0.9, values: .number(6)),
      ]),
    SourceVocabulary(
      abbreviation: "VANDF", title: "Veterans Health Administration National Drug File",
      version: "2026_06_24", restriction: 0,
      shares: Shares(product: 0.3, ingredient: 0.4, foreign: 0.1), termTypes: ["CD", "IN", "AB"],
      style: .abbreviated, code: ("40", 5),
      relationships: [
        ("has_ingredient", "ingredient_of"), ("isa", "inverse_isa"),
        ("has_dose_form", "dose_form_of"),
      ],
      attributes: [
        Attribute(
          name: "VA_CLASS_NAME", share: 0.8,
          values: .oneOf([
            "[CV100] BETA BLOCKERS/RELATED", "[AM110] PENICILLIN-G RELATED PENICILLINS",
            "[HS502] ORAL HYPOGLYCEMIC AGENTS,ORAL", "[CN101] OPIOID ANALGESICS",
            "[DE200] ANTI-INFLAMMATORY,TOPICAL", "[GA301] HISTAMINE ANTAGONISTS",
          ])),
        Attribute(
          name: "VA_DISPENSE_UNIT", share: 0.8, values: .oneOf(["TAB", "CAP", "ML", "GM", "VIAL"])),
        Attribute(name: "VMO", share: 0.8, values: .number(4)),
        Attribute(name: "NDC", share: 2.4, values: .ndc12),
        Attribute(name: "NFI", share: 0.7, values: .oneOf(["YES", "NO"])),
        Attribute(name: "VAC", share: 0.9, values: .number(7)),
      ]),
    SourceVocabulary(
      abbreviation: "SNOMEDCT_US", title: "SNOMED CT, US Edition", version: "2026_03_01",
      restriction: 9, shares: Shares(product: 0.25, ingredient: 0.6, foreign: 0.15),
      termTypes: ["PT", "PT", "FN"], style: .containing, code: ("", 9),
      relationships: [
        ("has_active_ingredient", "active_ingredient_of"), ("isa", "inverse_isa"),
        ("has_manufactured_dose_form", "manufactured_dose_form_of"),
        ("has_basis_of_strength_substance", "basis_of_strength_substance_of"),
        ("has_presentation_strength_numerator_unit", "presentation_strength_numerator_unit_of"),
      ],
      attributes: [
        Attribute(name: "EFFECTIVE_TIME", share: 1, values: .date),
        Attribute(name: "ACTIVE", share: 1, values: .oneOf(["1", "0"])),
        Attribute(
          name: "CASE_SIGNIFICANCE_ID", share: 1,
          values: .oneOf(["900000000000448009", "900000000000020002"])),
        Attribute(
          name: "TYPE_ID", share: 1, values: .oneOf(["900000000000003001", "900000000000013009"])),
        Attribute(name: "CTV3ID", share: 0.5, values: .number(5)),
        Attribute(
          name: "MODULE_ID", share: 1, values: .oneOf(["900000000000207008", "731000124108"])),
        Attribute(
          name: "DEFINITION_STATUS_ID", share: 1,
          values: .oneOf(["900000000000074008", "900000000000073002"])),
      ]),
    SourceVocabulary(
      abbreviation: "MSH", title: "Medical Subject Headings", version: "2026_2026_01",
      restriction: 0, shares: Shares(ingredient: 0.7, foreign: 0.08),
      termTypes: ["NM", "MH", "ET"],
      style: .capitalised, code: ("C", 6), relationships: [("mapped_to", "mapped_from")],
      attributes: [
        Attribute(name: "FX", share: 0.5, values: .number(6)),
        Attribute(name: "RN", share: 0.7, values: .unii),
        Attribute(name: "DC", share: 0.9, values: .date),
        Attribute(name: "MMR", share: 0.9, values: .date),
      ]),
    SourceVocabulary(
      abbreviation: "DRUGBANK", title: "DrugBank", version: "5.1.13_2026_01_02", restriction: 0,
      shares: Shares(ingredient: 0.6, foreign: 0.02), termTypes: ["IN", "IN", "SY"],
      style: .capitalised, code: ("DB", 5), relationships: [("mapped_to", "mapped_from")],
      attributes: [
        Attribute(name: "FDA_UNII_CODE", share: 0.8, values: .unii),
        Attribute(name: "SID", share: 0.6, values: .number(8)),
      ]),
    SourceVocabulary(
      abbreviation: "MTHCMSFRF", title: "CMS Formulary Reference File", version: "2026",
      restriction: 0, shares: Shares(product: 0.1), termTypes: ["PT", "PT", "PT"],
      style: .capitalForm, code: ("", 7), relationships: [],
      attributes: [Attribute(name: "RELATED_BN", share: 0.4, values: .number(6))]),
    SourceVocabulary(
      abbreviation: "ATC", title: "Anatomical Therapeutic Chemical Classification System",
      version: "2026_01_28", restriction: 0, shares: Shares(ingredient: 0.25),
      termTypes: ["IN", "IN", "PT"], style: .lowercase, code: ("N", 6),
      relationships: [("isa", "inverse_isa"), ("member_of", "has_member")],
      attributes: [
        Attribute(name: "ATC_LEVEL", share: 1, values: .oneOf(["5", "4"])),
        Attribute(name: "IS_DRUG_CLASS", share: 0.1, values: .oneOf(["Y"])),
      ]),
    SourceVocabulary(
      abbreviation: "USP", title: "USP Compendial Nomenclature", version: "2026", restriction: 0,
      shares: Shares(ingredient: 0.2), termTypes: ["IN", "IN", "IN"], style: .capitalised,
      code: ("m", 5), relationships: [],
      attributes: [Attribute(name: "UNII_CODE", share: 0.6, values: .unii)]),
  ]
}
