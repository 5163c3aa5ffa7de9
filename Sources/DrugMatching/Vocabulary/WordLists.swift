// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Words of prescriptions, orders and catalogues by what they say, from general
// knowledge of how drugs are written in English, Dutch, French, German,
// Spanish, Italian and Latin. None of them names a drug.

/// The lists of words that the vocabulary is made of.
enum WordLists {
  static let fillers = """
    and with of the for as per in an to by or from at on plus und et mit avec de des du le
    en met voor el los las con para di il
    """

  /// Salts and esters beyond those of ``NameWords``, with the spellings of other countries.
  ///
  /// The catalog's own comparison of names has another list on purpose: there a salt is left out
  /// of a name, here it must be found in a text, also where it makes another drug of it.
  static let salts = """
    isetionate isethionate embonate pamoate napsylate napsilate teoclate camsylate camsilate
    edisylate edisilate esylate esilate mesilate besilate tosilate tosylate hippurate mandelate
    undecanoate undecylenate decanoate enanthate enantate cypionate cipionate caproate
    hexanoate butyrate isobutyrate pivalate acetonide hexacetonide diacetate triacetate acistrate
    ethylsuccinate estolate stearate glucoheptonate lactobionate xinafoate nicotinate
    aspartate glutamate glycinate orotate picolinate bisglycinate polistirex resinate
    hydroiodide hydriodide iodide hydroxide oxide borate sulfite bisulfite thiosulfate
    monohydrochloride dihydrochloride hydrogentartrate hydrogensulfate hydrogenfumarate
    hemisulfate hemihydrate sesquihydrate pentahydrate hexahydrate heptahydrate tetrahydrate
    decahydrate dodecahydrate dihydrogen hydrogen monobasic dibasic tribasic monosodium trisodium
    monopotassium tripotassium dicalcium tricalcium hemicalcium ethanolamine olamine
    trometamol trolamine epolamine piperazine procaine benzoate saccharate saccharinate
    gluceptate levulinate ascorbate subgallate subsalicylate subcitrate subnitrate lysinate
    argininate tetrasodium butylbromide methylbromide
    methobromide methylsulfate metilsulfate methonitrate ethobromide metobromide
    palmitate linoleate oleate ditartrate dimaleate dimesylate ditosylate malonate adipate
    potassic sodic natrium kalium calcic etabonate probutate dipropionate
    """

  static let drugClasses = """
    antibiotics antibiotic anticoagulant anticoagulants antidepressant antidepressants
    antihypertensive antihypertensives antipsychotic antipsychotics anticonvulsant
    anticonvulsants antiepileptic antiepileptics antiemetic antiemetics antifungal antifungals
    antiviral antivirals antihistamine antihistamines antiplatelet antiplatelets analgesic
    analgesics opioid opioids opiate opiates benzodiazepine benzodiazepines barbiturate
    barbiturates statin statins betablocker betablockers blocker blockers inhibitor inhibitors
    agonist agonists antagonist antagonists diuretic diuretics laxative laxatives steroid
    steroids corticosteroid corticosteroids glucocorticoid glucocorticoids nsaid nsaids
    ace arb arbs ppi ppis ssri ssris snri snris ssnri maoi maois tricyclic tricyclics
    cephalosporin cephalosporins cephalosporine penicillins aminopenicillins quinolone quinolones
    fluoroquinolone fluoroquinolones macrolide macrolides aminoglycoside aminoglycosides
    sulfonylurea sulfonylureas biguanides glitazones gliptins glinides thiazide thiazides
    bisphosphonate bisphosphonates stabilizer stabilizers immunosuppressant immunosuppressants
    antineoplastic antineoplastics chemotherapy contraceptive contraceptives bronchodilator
    bronchodilators decongestant decongestants expectorant expectorants sedative sedatives
    hypnotic hypnotics anxiolytic anxiolytics stimulant stimulants vasodilator vasodilators
    vasopressor vasopressors anesthetic anesthetics antacid antacids vitamins minerals
    supplements supplement carbapenems monobactams tetracyclines sulfonamides azoles triptans
    nitrates fibrates antiarrhythmic antiarrhythmics antispasmodic antispasmodics
    anticholinergic anticholinergics immunoglobulins vaccines hormones antidiabetic antidiabetics
    hypoglycemic hypoglycemics antitussive antitussives relaxant relaxants agents agent class
    """

  /// Words of names that people leave out.
  static let droppable = """
    usp nf bp product products preparation extract extracts allergenic human resin synthetic
    purified vaccine inactivated natural wild whole dried
    """

  /// Words that make another drug of a substance, or another way to give it.
  static let identities = """
    liposomal liposome liposomes pegylated pegilated peg lipid intrathecal intrathecally nab
    albumin depot intravitreal intraocular epidural microspheres implantable
    """

  /// Words of drugs that are not taken or not tolerated; what they say is `StatedUse`'s to read, and a
  /// text with one next to its drug is never accepted.
  static let wordsOfUse = """
    not no never allergic allergy allergies intolerance intolerant discontinued discontinue
    discontinuing stop stopped stopping denies denied declines declined refuses refused
    ceased withheld cancelled canceled avoid avoided contraindicated placebo error erroneous
    """

  static let packs = "pack packs pak dosepak paks blister combipack combopack kit kits"

  static let vague = """
    water oral topical product pill alcohol oil sugar air gel cream relief daily today extra
    strength children adult forte tablet capsule solution injection suspension powder patch spray
    system film pack kit day week maximum original vaccine extract antigen toxoid factor complex
    serum globulin protein acid oxide human bovine animal plant seed root leaf flower bark herb
    pollen allergenic venom fruit juice wax starch gum resin salt base compound mixture
    active inactivated live virus cell cells blood skin hair food cold cough allergy pain sinus
    flu head sleep nighttime night multi complete balance care clear pure natural plus
    """

  static let releaseAdjectives = """
    extended sustained controlled prolonged delayed modified slow
    """

  static let millions = "million millions mio miljoen mega mln millones megaunits"

  /// Spellings of units; what each means is read as all units are.
  static let units = """
    kg kilogram g gm gms gram grams gramme grammes mg mgs milligram milligrams milligramme
    milligrammes mcg mcgs ug microgram micrograms microgramme microgrammes ng nanogram l liter
    liters litre litres dl ml mls milliliter milliliters millilitre millilitres cc mcl ul unt u iu
    ui ie unit units meq meqs mmol mmols mol millimole millimoles ci mci uci mbq min minute
    minutes hr hrs h hour hours day days week weeks actuat actuation actuations act cm pfu bau
    lfu cells
    """
}

// The small words of drug names, and those that name a salt.

/// Words of names that identify no drug by themselves.
package enum NameWords {
  /// Words that carry no meaning of their own in a drug's name.
  package static let fillers = Set(WordSet.list("/ and with of the for - + as per in a"))

  /// Words that name the salt or hydrate of an ingredient.
  package static let salts = hydrates.union(
    WordSet.list(
      """
      hydrochloride sodium potassium calcium magnesium sulfate phosphate diphosphate acetate citrate
      maleate fumarate tartrate bitartrate succinate mesylate besylate tosylate bromide hydrobromide
      chloride nitrate gluconate lactate malate oxalate pamoate stearate propionate dipropionate
      valerate furoate disodium dipotassium medoxomil arginine tromethamine meglumine benzathine
      hyclate salicylate carbonate hemifumarate etexilate erbumine axetil proxetil pivoxil cilexetil
      diethanolamine diolamine choline lysine bisulfate
      """))

  /// Words that name a hydrate.
  package static let hydrates = Set(
    WordSet.list("trihydrate monohydrate dihydrate anhydrous hydrate hemihydrate"))
}

// Words that turn the name of a drug into something else: a disease, a measurement
// or a homeopathic preparation. From general knowledge of labels and records.

/// Words behind and around names that are not to be overlooked.
enum SuspectWords {
  /// Diseases, effects and places that are named after drugs.
  static let conditions: WordSet = """
    deficiency anemia anaemia induced clinic dependence dependent tolerance intolerance metabolite
    metabolites poisoning overdose intoxication withdrawal abuse misuse addiction disorder syndrome
    toxicity hydroxy thrombocytopenia nephropathy neuropathy hypersensitivity deficient overload
    excess exposure allergic clearance history hx former formerly previously
    """
  /// Words at the end, right behind a name, of what somebody does without a prescription.
  static let habits: WordSet = "use user users"
  /// Words between the names of two drugs of which only one is meant.
  static let alternatives: WordSet = "or oder ou eller"
  static let analyteShares: WordSet = "free total bound ionized ionised"
  static let homeopathic: WordSet = """
    album homeopathic homeopathy homoeopathic hpus globuli trituration
    """
  /// Letters behind the figure of a homeopathic potency: `30C`, `6X`.
  static let potencies: WordSet = "c ch ck x xh lm mk"
}
