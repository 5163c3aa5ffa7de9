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
    let product: Double
    let ingredient: Double
    let brand: Double
    /// Of concepts that RXNORM itself does not name.
    let foreign: Double
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
  let style: NameStyle
  /// What comes before the number of a code, and how many digits follow.
  let code: (prefix: String, digits: Int)
  /// Relationships with their inverses.
  let relationships: [(String, String)]
  let attributes: [Attribute]

  static let all = table.split(separator: "\n\n").map { SourceVocabulary($0) }

  private init(_ text: Substring) {
    let lines = text.split(separator: "\n")
    let fields = lines[0].split(separator: "|").map(String.init)
    let shares = fields[4].split(separator: " ").compactMap { Double($0) }
    abbreviation = fields[0]
    title = fields[1]
    version = fields[2]
    restriction = Int(fields[3]) ?? 0
    self.shares = Shares(
      product: shares[0], ingredient: shares[1], brand: shares[2], foreign: shares[3])
    termTypes = fields[5].split(separator: " ").map(String.init)
    style = NameStyle(rawValue: fields[6]) ?? .capitals
    code = (String(fields[7].prefix { $0 != "#" }), fields[7].count { $0 == "#" })
    relationships = lines[1].split(separator: " ").compactMap { pair in
      let names = pair.split(separator: "/").map(String.init)
      return names.count == 2 ? (names[0], names[1]) : nil
    }
    attributes = lines[2...].map { line in
      let fields = line.split(separator: " ", maxSplits: 2).map(String.init)
      return Attribute(
        name: fields[0], share: Double(fields[1]) ?? 0, values: Self.values(fields[2]))
    }
  }

  private static func values(_ text: String) -> Values {
    switch text {
    case "@date": .date
    case "@unii": .unii
    case "@ndc12": .ndc12
    default:
      text.hasPrefix("#")
        ? .number(Int(text.dropFirst()) ?? 0) : .oneOf(text.split(separator: ";").map(String.init))
    }
  }

  // A paragraph for each source. Its first line: abbreviation, title, version, restriction, shares
  // of products, ingredients, brands and other concepts, term types, style, form of a code. The
  // second: relationships with their inverses. Then attributes, each with its share and values.
  private static let table = """
    MTHSPL|FDA Structured Product Labels|2026_06_27|0|0 1 0 0.14|DP SU SU|capitals|##########
    has_active_moiety/active_moiety_of
    UNII_CODE 0 @unii

    MMSL|Multum MediSource Lexicon|2026_06_01|3|0.66 0.65 0.65 0.2|CD IN BN|lowercase|d######
    has_ingredient/ingredient_of tradename_of/has_tradename has_component/component_of
    ROUTE 0.9 oral;topical;injectable;ophthalmic;nasal;rectal
    DRUG_CLASS_TYPE 0.8 PRESCRIPTION;OTC;BOTH
    STRENGTH 0.8 500 mg;250 mg/5 mL;10 mg;20 mg-12.5 mg;0.1%;40 mg
    MMSL_ID 0.9 #5
    PACKAGE_ID 2.5 #7
    PREGNANCY_CATEGORY 0.7 A;B;C;D;X;N
    MARKET_DATE 0.6 @date

    GS|Gold Standard Drug Database|2026_07_01|3|0.58 0.45 0.55 0.13|CD IN BN|capitalised|######
    has_ingredient/ingredient_of has_dose_form/dose_form_of tradename_of/has_tradename
    GS_PRODUCT_ID 1 #6
    DISPENSABLE_LIGHT 0.7 Store away from light;No restriction;Keep in carton
    GS_MARKETED 0.9 @date
    GS_PACKAGE_ID 1.5 #8
    ITEM_STATUS 0.9 Active;Inactive;Discontinued

    MMX|Micromedex RED BOOK|2026_07_06|3|0.33 0.4 0.28 0.09|CD IN BN|capitals|######
    has_ingredient/ingredient_of has_form/form_of
    GFC 0.9 #6
    PACKAGE_ID 1.5 #8
    ROUTE 0.9 ORAL;INTRAVENOUS;TOPICAL;NASAL
    RX_OTC 0.9 Rx;OTC

    NDDF|FDB MedKnowledge|2026_07_01|3|0.4 0.6 0 0.12|CDD IN BN|capitalForm|######
    has_ingredient/ingredient_of has_dose_form/dose_form_of
    NDDF_DRUG_CATEGORY 0.9 0;1;2;3
    DOSE_FORM_CODE 0.8 #4
    ROUTE_CODE 0.8 1;2;4;11;20
    NDDF_MED_ID 0.9 #6

    VANDF|Veterans Health Administration National Drug File|2026_06_24|0|0.3 0.4 0 0.1|CD IN AB|\
    abbreviated|40#####
    has_ingredient/ingredient_of isa/inverse_isa has_dose_form/dose_form_of
    VA_CLASS_NAME 0.8 [CV100] BETA BLOCKERS/RELATED;[AM110] PENICILLIN-G RELATED PENICILLINS;\
    [HS502] ORAL HYPOGLYCEMIC AGENTS,ORAL;[CN101] OPIOID ANALGESICS;\
    [DE200] ANTI-INFLAMMATORY,TOPICAL;[GA301] HISTAMINE ANTAGONISTS
    VA_DISPENSE_UNIT 0.8 TAB;CAP;ML;GM;VIAL
    VMO 0.8 #4
    NDC 2.4 @ndc12
    NFI 0.7 YES;NO
    VAC 0.9 #7

    SNOMEDCT_US|SNOMED CT, US Edition|2026_03_01|9|0.25 0.6 0 0.15|PT PT FN|containing|#########
    has_active_ingredient/active_ingredient_of isa/inverse_isa \
    has_manufactured_dose_form/manufactured_dose_form_of \
    has_basis_of_strength_substance/basis_of_strength_substance_of \
    has_presentation_strength_numerator_unit/presentation_strength_numerator_unit_of
    EFFECTIVE_TIME 1 @date
    ACTIVE 1 1;0
    CASE_SIGNIFICANCE_ID 1 900000000000448009;900000000000020002
    TYPE_ID 1 900000000000003001;900000000000013009
    CTV3ID 0.5 #5
    MODULE_ID 1 900000000000207008;731000124108
    DEFINITION_STATUS_ID 1 900000000000074008;900000000000073002

    MSH|Medical Subject Headings|2026_2026_01|0|0 0.7 0 0.08|NM MH ET|capitalised|C######
    mapped_to/mapped_from
    FX 0.5 #6
    RN 0.7 @unii
    DC 0.9 @date
    MMR 0.9 @date

    DRUGBANK|DrugBank|5.1.13_2026_01_02|0|0 0.6 0 0.02|IN IN SY|capitalised|DB#####
    mapped_to/mapped_from
    FDA_UNII_CODE 0.8 @unii
    SID 0.6 #8

    MTHCMSFRF|CMS Formulary Reference File|2026|0|0.1 0 0 0|PT PT PT|capitalForm|#######
    -
    RELATED_BN 0.4 #6

    ATC|Anatomical Therapeutic Chemical Classification System|2026_01_28|0|0 0.25 0 0|IN IN PT|\
    lowercase|N######
    isa/inverse_isa member_of/has_member
    ATC_LEVEL 1 5;4
    IS_DRUG_CLASS 0.1 Y

    USP|USP Compendial Nomenclature|2026|0|0 0.2 0 0|IN IN IN|capitalised|m#####
    -
    UNII_CODE 0.6 @unii
    """
}

/// How a source writes the name of a concept.
enum NameStyle: String {
  /// `AMOXICILLIN 500 MG ORAL TABLET`
  case capitals
  /// `amoxicillin 500 mg oral tablet`
  case lowercase
  /// `Amoxicillin 500 MG Oral Tablet`
  case capitalised
  /// `amoxicillin 500 mg ORAL TABLET`
  case capitalForm
  /// `AMOXICILLIN 500MG TAB`
  case abbreviated
  /// `Product containing precisely amoxicillin 500 milligram/1 each oral tablet (clinical drug)`
  case containing

  private static let abbreviations: [(String, String)] = [
    (" MG", "MG"), (" ORAL TABLET", " TAB"), (" ORAL CAPSULE", " CAP"),
    (" EXTENDED RELEASE", ",SA"), (" INJECTION", " INJ"), (" SOLUTION", " SOLN"),
    (" TOPICAL", ""), (" SUSPENSION", " SUSP"), (" OINTMENT", " OINT"), (" / ", "/"),
  ]

  /// Writes RXNORM's name, or that of a concept that RXNORM does not name, as a source does.
  ///
  /// A product has a strength and a form. Where a source has several ways, `bits` decides.
  func written(_ name: String, isProduct: Bool, _ bits: UInt64) -> String {
    switch self {
    case .capitals: return name.uppercased()
    case .lowercase: return name.lowercased()
    case .capitalised:
      let sign = bits % 29 == 0 && name.hasSuffix("]") ? "®" : ""
      return name.prefix(1).uppercased() + name.dropFirst() + sign
    case .capitalForm:
      guard isProduct else { return name.lowercased() }
      let words = name.split(separator: " ", omittingEmptySubsequences: false)
      let form = words.lastIndex { $0.contains { $0.isNumber } } ?? words.count - 1
      return words.enumerated().map { place, word in
        place > form + 1 ? word.uppercased() : word.lowercased()
      }.joined(separator: " ")
    case .abbreviated:
      var text = name.uppercased()
      for (long, short) in Self.abbreviations { text = Self.replaced(text, long, short) }
      return text
    case .containing:
      guard isProduct else { return name.prefix(1).uppercased() + name.dropFirst() }
      let plain = Self.replaced(name, " MG", " milligram/1 each")
      return bits % 3 == 0
        ? "\(name) (product)" : "Product containing precisely \(plain) (clinical drug)"
    }
  }

  /// Byte by byte, without Foundation's search: this runs for a million names.
  private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    let bytes = Array(text.utf8)
    let sought = Array(old.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if place + sought.count <= bytes.count,
        bytes[place..<place + sought.count].elementsEqual(sought)
      {
        output += new.utf8
        place += sought.count
      } else {
        output.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
