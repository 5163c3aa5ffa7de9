// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What words count as when names are compared by RxNav's rules of normalisation
// (case, order, punctuation, plural, abbreviations and salts do not matter).
// NLM does not publish its tables; each row here says where it comes from.
//
// Kinds:
//   word    stands for other words
//   salt    left out behind a substance word: morphine sulfate → morphine
//   metal   a salt that forms a substance of its own with an anion behind it:
//           potassium chloride stays, losartan potassium loses its salt
//   anion   a salt that may do so
//   base    a metal that is no salt of anything: ferrous sulfate keeps both words
//   form    a word of dose forms, no substance: nothing behind it is a salt
//   unit    a unit: what it is, and the power of ten it is worth
//   filler  left out; begins a new part of the name
//   per     reads as "/"
//
// Left out on purpose, because a wrong drug is worse than no answer:
// - abbreviations of drug names that stand for two drugs: ASA (aspirin, and
//   mesalamine as 5-ASA), HCT, MS, MTX, TAC; single letters such as K (vitamin K);
// - XL, SR, CR, LA, CD: RxNorm has one word for them, but they tell products of
//   one brand apart (Wellbutrin SR twice, Wellbutrin XL once a day; Lamictal CD
//   is a chewable tablet);
// - esters and depot salts that are drugs of their own in use: benzathine,
//   procaine, decanoate, enanthate, cypionate, pamoate.

enum NormalWordTable {
  /// Words, kind, meaning (`=`: the word itself), origin.
  ///
  /// "SY" in the last column: RXNORM synonyms write the word where the main name
  /// of the same concept has the meaning.
  private static let text = """
    hcl|salt|hydrochloride|SY: clindamycin HCl; USP salt names
    hydrochloride dihydrochloride hydrobromide sulfate bisulfate tartrate|salt|=|PIN names
    bitartrate succinate maleate fumarate besylate mesylate tosylate phosphate|salt|=|PIN names
    acetate nitrate oxalate malate bromide tromethamine meglumine trihydrate|salt|=|PIN names
    hemihydrate anhydrous|salt|=|PIN names
    hbr|salt|hydrobromide|SY: citalopram HBr
    sulphate sulph|salt|sulfate|BAN spelling
    sulf|salt|sulfate|RxNav page, salts
    tart|salt|tartrate|RxNav page, salts
    succ|salt|succinate|RxNav page, salts
    mal|salt|maleate|RxNav page, salts
    besilate|salt|besylate|INN spelling
    bes|salt|besylate|RxNav page, salts
    mesilate|salt|mesylate|INN spelling
    phos|salt|phosphate|RxNav page, salts
    citrate lactate gluconate chloride iodide|anion|=|PIN names
    fluoride carbonate bicarbonate hydroxide oxide|anion|=|IN names
    trometamol|salt|tromethamine|INN spelling
    monohydrate dihydrate|salt|=|SY besides main names
    sodium disodium potassium calcium magnesium zinc|metal|=|PIN names
    na|metal|sodium|RxNav page, salts
    ferrous ferric iron lithium aluminum ammonium barium bismuth copper cupric|base|=|IN names
    chromium gold manganese selenium silver strontium|base|=|IN names
    aluminium|base|aluminum|BAN spelling
    acid|base|=|IN names: a salt word behind it is part of the name
    hctz|word|hydrochlorothiazide|RxNav page; SY: captopril / HCTZ
    apap|word|acetaminophen|SY: APAP 24 MG/ML
    nacl|form|sodium chloride|chemical formula
    kcl|form|potassium chloride|chemical formula
    tab|form|tablet|RxNav page, dose forms; SY: Chewable Tab
    cap|form|capsule|RxNav page, dose forms
    inj|form|injection|RxNav page, dose forms
    injectable injection solution suspension ointment cream suppository inhalation|form|=|DF names
    inhaler inhalant tablet capsule chewable disintegrating extended delayed|form|=|DF names
    release coated enteric oral topical ophthalmic otic nasal rectal vaginal|form|=|DF names
    transdermal sublingual buccal mucosal irrigation gel lotion foam paste|form|=|DF names
    toothpaste powder granule spray drop syrup elixir emulsion patch system film|form|=|DF names
    lozenge gum shampoo soap pack kit syringe prefilled cartridge auto injector pen|form|=|DF names
    soln sol|form|solution|RxNav page, dose forms
    susp|form|suspension|RxNav page, dose forms
    oint|form|ointment|RxNav page, dose forms
    crm|form|cream|RxNav page, dose forms
    supp|form|suppository|RxNav page, dose forms
    neb|form|nebulizer|RxNav page, dose forms
    inh|form|inhalation|RxNav page, dose forms
    odt|form|disintegrating oral tablet|RxNav page; SY: Lamictal ODT
    er|form|extended release|RxNav page, dose forms
    xr|form|extended release|RxNav page; SY: Adderall XR
    ec dr|form|delayed release|RxNav page, dose forms
    top|form|topical|RxNav page, routes
    ophth opth oph|form|ophthalmic|RxNav page, routes
    product pill|form|=|DFG names
    po|form|oral|RxNav page, routes
    iv|form|intravenous|RxNav page, routes
    im|form|intramuscular|RxNav page, routes
    sc sq subq|form|subcutaneous|RxNav page, routes
    pr|form|rectal|RxNav page, routes
    sl|form|sublingual|RxNav page, routes
    mg|unit|mg 0|RxNorm names
    milligram|unit|mg 0|word for the unit
    mcg|unit|mg -3|RxNav page; SY: colchicine 600 MCG
    ug microgram|unit|mg -3|RxNav page, units
    g|unit|mg 3|RxNav page; SY: 1 G per 5 ML
    gm|unit|mg 3|RxNav page; SY: 1 GM per 100 GM
    gram|unit|mg 3|word for the unit
    ml|unit|ml 0|RxNorm names
    milliliter|unit|ml 0|word for the unit
    unt|unit|unt 0|RxNorm names
    iu u unit|unit|unt 0|RxNav page, units
    meq|unit|meq 0|RxNorm names
    mmol|unit|mmol 0|RxNorm names
    hr|unit|hr 0|RxNorm names
    hour|unit|hr 0|word for the unit
    actuat|unit|actuat 0|RxNorm names
    actuation|unit|actuat 0|word for the unit
    and with|filler||RxNav page, punctuation and word order
    of|filler||English
    in|filler||SY: 1 ML in 5 ML
    per|per||SY: 1 GM per 100 GM
    """

  static var rows: [(word: String, kind: String, meaning: String)] {
    text.split(separator: "\n").flatMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      precondition(fields.count == 4, "a row of the table has four fields")
      return fields[0].split(separator: " ").map { word in
        (String(word), fields[1], fields[2] == "=" ? String(word) : fields[2])
      }
    }
  }
}
