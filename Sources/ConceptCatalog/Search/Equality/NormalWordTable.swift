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

/// The rows of the table of normal words.
enum NormalWordTable {
  /// Word, kind, meaning, origin.
  ///
  /// "SY" in the last column: RXNORM synonyms write the word where the main name
  /// of the same concept has the meaning.
  package static let text = """
    hcl|salt|hydrochloride|SY: clindamycin HCl; USP salt names
    hydrochloride|salt|hydrochloride|PIN names
    dihydrochloride|salt|dihydrochloride|PIN names
    hbr|salt|hydrobromide|SY: citalopram HBr
    hydrobromide|salt|hydrobromide|PIN names
    sulfate|salt|sulfate|PIN names
    sulphate|salt|sulfate|BAN spelling
    sulf|salt|sulfate|RxNav page, salts
    bisulfate|salt|bisulfate|PIN names
    tartrate|salt|tartrate|PIN names
    tart|salt|tartrate|RxNav page, salts
    bitartrate|salt|bitartrate|PIN names
    succinate|salt|succinate|PIN names
    succ|salt|succinate|RxNav page, salts
    maleate|salt|maleate|PIN names
    mal|salt|maleate|RxNav page, salts
    fumarate|salt|fumarate|PIN names
    besylate|salt|besylate|PIN names
    besilate|salt|besylate|INN spelling
    bes|salt|besylate|RxNav page, salts
    mesylate|salt|mesylate|PIN names
    mesilate|salt|mesylate|INN spelling
    tosylate|salt|tosylate|PIN names
    phosphate|salt|phosphate|PIN names
    phos|salt|phosphate|RxNav page, salts
    acetate|salt|acetate|PIN names
    citrate|anion|citrate|PIN names
    nitrate|salt|nitrate|PIN names
    oxalate|salt|oxalate|PIN names
    malate|salt|malate|PIN names
    lactate|anion|lactate|PIN names
    gluconate|anion|gluconate|PIN names
    chloride|anion|chloride|PIN names
    bromide|salt|bromide|PIN names
    iodide|anion|iodide|PIN names
    fluoride|anion|fluoride|IN names
    carbonate|anion|carbonate|IN names
    bicarbonate|anion|bicarbonate|IN names
    hydroxide|anion|hydroxide|IN names
    oxide|anion|oxide|IN names
    tromethamine|salt|tromethamine|PIN names
    trometamol|salt|tromethamine|INN spelling
    meglumine|salt|meglumine|PIN names
    monohydrate|salt|monohydrate|SY beside main names
    dihydrate|salt|dihydrate|SY beside main names
    trihydrate|salt|trihydrate|PIN names
    hemihydrate|salt|hemihydrate|PIN names
    anhydrous|salt|anhydrous|PIN names
    sodium|metal|sodium|PIN names
    na|metal|sodium|RxNav page, salts
    disodium|metal|disodium|PIN names
    potassium|metal|potassium|PIN names
    calcium|metal|calcium|PIN names
    magnesium|metal|magnesium|PIN names
    zinc|metal|zinc|PIN names
    ferrous|base|ferrous|IN names
    ferric|base|ferric|IN names
    iron|base|iron|IN names
    lithium|base|lithium|IN names
    aluminum|base|aluminum|IN names
    aluminium|base|aluminum|BAN spelling
    ammonium|base|ammonium|IN names
    barium|base|barium|IN names
    bismuth|base|bismuth|IN names
    copper|base|copper|IN names
    cupric|base|cupric|IN names
    chromium|base|chromium|IN names
    gold|base|gold|IN names
    manganese|base|manganese|IN names
    selenium|base|selenium|IN names
    silver|base|silver|IN names
    strontium|base|strontium|IN names
    acid|base|acid|IN names: a salt word behind it is part of the name
    hctz|word|hydrochlorothiazide|RxNav page; SY: captopril / HCTZ
    apap|word|acetaminophen|SY: APAP 24 MG/ML
    nacl|form|sodium chloride|chemical formula
    kcl|form|potassium chloride|chemical formula
    sulph|salt|sulfate|BAN spelling
    tab|form|tablet|RxNav page, dose forms; SY: Chewable Tab
    cap|form|capsule|RxNav page, dose forms
    inj|form|injection|RxNav page, dose forms
    injectable|form|injectable|DF names
    injection|form|injection|DF names
    soln|form|solution|RxNav page, dose forms
    sol|form|solution|RxNav page, dose forms
    solution|form|solution|DF names
    susp|form|suspension|RxNav page, dose forms
    suspension|form|suspension|DF names
    oint|form|ointment|RxNav page, dose forms
    ointment|form|ointment|DF names
    crm|form|cream|RxNav page, dose forms
    cream|form|cream|DF names
    supp|form|suppository|RxNav page, dose forms
    suppository|form|suppository|DF names
    neb|form|nebulizer|RxNav page, dose forms
    inh|form|inhalation|RxNav page, dose forms
    inhalation|form|inhalation|DF names
    inhaler|form|inhaler|DF names
    inhalant|form|inhalant|DF names
    tablet|form|tablet|DF names
    capsule|form|capsule|DF names
    chewable|form|chewable|DF names
    disintegrating|form|disintegrating|DF names
    odt|form|disintegrating oral tablet|RxNav page; SY: Lamictal ODT
    er|form|extended release|RxNav page, dose forms
    xr|form|extended release|RxNav page; SY: Adderall XR
    extended|form|extended|DF names
    ec|form|delayed release|RxNav page, dose forms
    dr|form|delayed release|RxNav page, dose forms
    delayed|form|delayed|DF names
    release|form|release|DF names
    coated|form|coated|DF names
    enteric|form|enteric|DF names
    oral|form|oral|DF names
    topical|form|topical|DF names
    top|form|topical|RxNav page, routes
    ophthalmic|form|ophthalmic|DF names
    ophth|form|ophthalmic|RxNav page, routes
    opth|form|ophthalmic|RxNav page, routes
    oph|form|ophthalmic|RxNav page, routes
    otic|form|otic|DF names
    nasal|form|nasal|DF names
    rectal|form|rectal|DF names
    vaginal|form|vaginal|DF names
    transdermal|form|transdermal|DF names
    sublingual|form|sublingual|DF names
    buccal|form|buccal|DF names
    mucosal|form|mucosal|DF names
    irrigation|form|irrigation|DF names
    gel|form|gel|DF names
    lotion|form|lotion|DF names
    foam|form|foam|DF names
    paste|form|paste|DF names
    toothpaste|form|toothpaste|DF names
    powder|form|powder|DF names
    granule|form|granule|DF names
    spray|form|spray|DF names
    drop|form|drop|DF names
    syrup|form|syrup|DF names
    elixir|form|elixir|DF names
    emulsion|form|emulsion|DF names
    patch|form|patch|DF names
    system|form|system|DF names
    film|form|film|DF names
    lozenge|form|lozenge|DF names
    gum|form|gum|DF names
    shampoo|form|shampoo|DF names
    soap|form|soap|DF names
    product|form|product|DFG names
    pill|form|pill|DFG names
    pack|form|pack|DF names
    kit|form|kit|DF names
    syringe|form|syringe|DF names
    prefilled|form|prefilled|DF names
    cartridge|form|cartridge|DF names
    auto|form|auto|DF names
    injector|form|injector|DF names
    pen|form|pen|DF names
    po|form|oral|RxNav page, routes
    iv|form|intravenous|RxNav page, routes
    im|form|intramuscular|RxNav page, routes
    sc|form|subcutaneous|RxNav page, routes
    sq|form|subcutaneous|RxNav page, routes
    subq|form|subcutaneous|RxNav page, routes
    pr|form|rectal|RxNav page, routes
    sl|form|sublingual|RxNav page, routes
    mg|unit|mg 0|RxNorm names
    milligram|unit|mg 0|word for the unit
    mcg|unit|mg -3|RxNav page; SY: colchicine 600 MCG
    ug|unit|mg -3|RxNav page, units
    microgram|unit|mg -3|RxNav page, units
    g|unit|mg 3|RxNav page; SY: 1 G per 5 ML
    gm|unit|mg 3|RxNav page; SY: 1 GM per 100 GM
    gram|unit|mg 3|word for the unit
    ml|unit|ml 0|RxNorm names
    milliliter|unit|ml 0|word for the unit
    unt|unit|unt 0|RxNorm names
    iu|unit|unt 0|RxNav page, units
    u|unit|unt 0|RxNav page, units
    unit|unit|unt 0|RxNav page, units
    meq|unit|meq 0|RxNorm names
    mmol|unit|mmol 0|RxNorm names
    hr|unit|hr 0|RxNorm names
    hour|unit|hr 0|word for the unit
    actuat|unit|actuat 0|RxNorm names
    actuation|unit|actuat 0|word for the unit
    and|filler||RxNav page, punctuation and word order
    with|filler||RxNav page, punctuation and word order
    of|filler||English
    in|filler||SY: 1 ML in 5 ML
    per|per||SY: 1 GM per 100 GM
    """

  /// The rows as fields.
  static var rows: [(word: String, kind: String, meaning: String, origin: String)] {
    text.split(separator: "\n").map { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      precondition(fields.count == 4, "a row of the table has four fields")
      return (fields[0], fields[1], fields[2], fields[3])
    }
  }
}
