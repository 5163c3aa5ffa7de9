// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A set of words, written as text with blanks between them.
package struct WordSet: ExpressibleByStringLiteral, Sendable {
  package let words: Set<String>

  package init(stringLiteral text: String) {
    words = Set(Self.list(text))
  }

  package func contains(_ word: String) -> Bool { words.contains(word) }

  /// The words of a text, in their order.
  package static func list(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { String(Substring($0)) }
  }
}

/// What is before, behind and instead of what is said of a drug's use.
enum UseWordLists {
  /// People whose drugs are on a patient's list; those whose names products bear are left out.
  static let people: WordSet = """
    husband wife spouse partner mother mom mum father dad son daughter brother sister sibling
    grandmother grandfather grandma grandpa aunt uncle cousin niece nephew friend neighbor neighbour
    roommate boyfriend girlfriend fiance fiancee coworker dog cat
    """

  /// Those whose drugs may be the patient's own, and after whom products are named.
  static let young: WordSet = """
    child kid baby infant toddler newborn grandchild grandson granddaughter stepson stepdaughter
    """

  /// Substances that are sold as a child's, without a prescription.
  static let soldForYoung: WordSet = """
    acetaminophen paracetamol ibuprofen aspirin asa naproxen melatonin iron calcium zinc magnesium
    potassium hydrocortisone lansoprazole omeprazole famotidine fluticasone triamcinolone budesonide
    """

  static let withSlash: WordSet = """
    d/c d/c'd d/ced d/c'ed d/cd b/c d/t s/p w/c h/o c/o r/t w/o a/w f/u n/a n/v p/u
    """

  /// Wrong possessives that are no plural of anything on a medication list.
  static let plainPossessives: WordSet = "husbands wifes spouses"

  /// What belongs to a person and is no drug, or makes a name of a product.
  static let ownThings: WordSet = """
    care day report history choice request help assistance milk select friend helper blend name
    consent presence supervision phone number house home permission preference discretion
    instructions claw best
    """

  /// Words that say that a drug is taken again.
  static let resuming: WordSet = "restarted resumed reinstated reinitiated"

  /// What a person does who takes a drug.
  static let taking: WordSet = "takes taking uses using took"

  /// Words before a phrase that make it a condition.
  static let conditionsBefore: WordSet = """
    if unless when whenever once until till before prior upon while ask case
    """

  /// Words just before a phrase that turn it round: `not stopped`, `to be discontinued`.
  static let turns: WordSet = "not never don't dont isn't wasn't without than being be avoid"

  /// Words behind an order that make it an instruction.
  static let conditionsBehind: WordSet = """
    if unless when whenever before prior after pre preop < > below above less greater under over
    parameters sbp dbp systolic diastolic bp hr pulse map rr morning sedation heart in surgery
    procedure
    """

  /// Words behind a plan that make an instruction or a figure of it.
  static let notPlanned: WordSet = "dose dosage doses dosing with at of date then range"

  /// Words behind `previously` and `formerly` that speak of a name or of somebody's history.
  static let notPast: WordSet = "known called named marketed sold approved treated untreated"

  /// Words before `held`, `stop` and their kin that make something else of them.
  static let compounds: WordSet = "hand hands non auto automatic hard soft"

  /// Words in the clause of `hold` that speak of holding a thing.
  static let holdable: WordSet = """
    mouth tongue breath cheek lip inhaler upright chamber seconds second secs sec minutes minute min
    nozzle pen button spray syringe needle skin eye nostril bottle canister device tube swish place
    """

  /// Words behind `stop` that make something else of it.
  static let stoppable: WordSet = "date time dt bleeding on at by watch"

  /// Where somebody goes who is `d/c'd`: discharged, not stopped.
  static let discharges: WordSet = """
    home on with to from instructions summary today planning meds medication medications rx
    """

  /// What people do not tolerate that is no drug.
  static let notDrugs: WordSet = """
    lactose gluten heat cold milk exercise glucose dairy wheat activity
    """

  // MARK: What is next to a phrase

  /// The patient, and who speaks.
  static let patients: WordSet = "pt patient pts patients he she they i you client resident we"

  /// Words for the drug itself.
  static let pronouns: WordSet = """
    it this that these those them med meds medication medications medicine medicines drug drugs rx
    prescription script product therapy treatment tablet tablets tab tabs pill pills capsule
    capsules cap caps order all any both supply entry
    """

  static let articles: WordSet = "the a an his her their my own of"

  /// Words of grammar, of units and forms, and of those who write: they name nothing; nor do
  /// those of the lists above.
  static let plain: WordSet = """
    is was were are am be been being has have had having will do did does should must can may to by
    on in at for from with as per and or but so if then also still already now just self says said
    states stated reports reported report confirmed confirms verified advised instructed told please
    pls asked note status never not no yet even ever since until till due because after ago today
    yesterday anymore more longer again who which there other mg mcg ug gm ml unit units iu meq mmol
    hr po oral orally solution suspension injection cream ointment gel patch film coated extended
    release delayed chewable disintegrating prn whatsoever altogether md dr np pa pcp provider
    doctor physician cardiology nurse rn pharmacist pharmacy clinic hospital system himself herself
    themselves patient's pt's time taking take takes taken admits admitted endorses endorsed denying
    according rec reconciliation records chart charted list documentation indicates indicated shows
    claims claimed thinks believes noted directed recommended decided family caregiver staff team
    psych gi endo cards ortho renal oncology surgeon cardiologist dermatology neurology neuro rheum
    psychiatry endocrinology pta approximately approx hs qam qpm sig currently
    """

  /// Words that name where a report comes from: what follows is who says it.
  static let sources: WordSet = "per according"

  /// Words of which somebody tells the patient what to do, before `to`.
  static let telling: WordSet = "told advised instructed asked directed recommended decided wants"

  /// How most adverbs end.
  static let adverbEnds = WordSet.list(
    """
    ically ately antly ently ously fully ably ibly edly ingly ually arily ively ionally orally
    tinely ormally inally ularly isely ectly essly orily erely
    """)

  /// Other adverbs; a name may end so, too (`golytely`).
  static let adverbs: WordSet = """
    abruptly badly briefly completely early entirely exactly fairly family firmly initially largely
    likely mainly mostly nearly newly nightly only partially partly personally poorly quickly
    rapidly rarely really safely secondly seldomly shortly simply slowly solely strictly suddenly
    totally truly weekly internally externally rectally nasally promptly financially especially
    """

  /// Words before an order that ask for it.
  static let asking: WordSet = """
    will please to pls must should self advised instructed told asked md dr provider was been has
    and the
    """

  /// Other things of the drug, or other drugs: what is said of them is not said of it.
  static let otherThings: WordSet = """
    previous prior old other others another dose doses generic brand smoking drinking driving one
    two same different
    """

  /// Words before the name of what a drug takes the place of.
  static let replacing: WordSet = "replaces replacing replaced replacement"

  /// Ways into the body, behind `by` or alone: `not taken by mouth`, `do not take orally`.
  static let routes: WordSet = """
    mouth orally po oral injection inhalation vein iv im rectum vagina nose tube
    """

  /// What one eats, and when: `not taking before meals` is a manner.
  static let meals: WordSet = """
    meals meal food eating bed sleep bedtime breakfast lunch dinner supper exercise sex activity
    driving
    """

  /// Words with which another clause begins.
  static let joints: WordSet = "and or but then so because"

  /// Words behind the object: a reason, a time, a source.
  static let closers: WordSet = """
    since by per due because b/c bc d/t 2/2 secondary s/p w/c after until till ago yesterday today
    now anymore longer again yet currently temporarily permanently recently pending while during
    when upon following reported see note x months weeks days years several few long whatsoever
    altogether completely himself herself themselves who she he around approximately approx despite
    awaiting through throughout within between pre preop pta although though replaced switched
    changed
    """

  /// Words behind the object of an order that leave it one.
  static let orderClosers: WordSet = """
    per by since due because b/c bc d/t now immediately anymore any further completely permanently
    temporarily replaced
    """

  /// The same behind `do not take`, with which directions begin that are about a manner of taking.
  static let denialClosers: WordSet = """
    due because b/c bc d/t anymore completely permanently temporarily again until
    """

  /// Words with which a time or a reason begins, or a manner of taking.
  static let prepositions: WordSet = "on in at for from as"

  /// Words behind a preposition that make a time of it.
  static let times: WordSet = """
    now time this present discharge admission arrival own months weeks days years while several cost
    costs insurance financial past last hospital home of least ed er clinic visit some over about
    almost few long
    """

  /// Hours and days of taking.
  static let hours: WordSet = """
    morning mornings evening evenings afternoon night nights noon bedtime tonight's today's
    breakfast lunch dinner supper am pm qam qpm hs today tonight tomorrow dialysis weekend weekends
    weekdays sunday sundays monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays
    friday fridays saturday saturdays meals
    """

  /// How often something is done.
  static let frequencies: WordSet = """
    daily weekly monthly hourly nightly yearly a per every each in regularly consistently properly
    correctly exactly faithfully religiously frequently directed prescribed ordered instructed
    written needed twice day week month bid tid qid qd qod qhs prn
    """

  static let spans: WordSet = """
    day days week weeks month months year years yr yrs wk wks mo mos hour hours ago time visit
    summer winter spring fall quarter season admission discharge hospitalization appointment refill
    """

  /// Whether a word names a stretch of time.
  static func isSpan(_ word: String) -> Bool { spans.contains(word) || months.contains(word) }

  /// Months and the days that everybody dates by.
  static let months: WordSet = """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec christmas thanksgiving easter halloween
    """

  /// The verbs that an instruction begins with.
  static let giving: WordSet = """
    take apply inject inhale use give instill place insert chew dissolve swallow spray administer
    """

  /// Where a drug may not be that is taken all the same: `not on formulary`.
  static let places: WordSet = "file formulary list hand market shelf label"

  /// Words behind `no` and `not` that deny no drug.
  static let undenied: WordSet = """
    listed specified otherwise applicable classified stated known preservative preservatives sugar
    dye alcohol relief sure available recorded documented provided given coded code entered found
    matching your flush drip drowsy sting tear tears scent odor salt rub itch jitter jitters burn
    mess fragrance gluten ad acid match current change changes new home regular active name data
    information substitution substitutions generic generics refill refills required needed reported
    record valid display done
    """

  /// How names of drugs begin that are taken for allergies.
  static let allergyDrugs: WordSet = """
    cetirizine levocetirizine loratadine desloratadine fexofenadine diphenhydramine chlorphenir
    dexchlorphenir brompheniramine clemastine cyproheptadine carbinoxamine hydroxyzine promethazine
    azelastine olopatadine ketotifen epinastine alcaftadine bepotastine cromolyn lodoxamide
    nedocromil fluticasone mometasone budesonide triamcinolone beclomethasone ciclesonide
    flunisolide montelukast zafirlukast pseudoephedrine phenylephrine oxymetazoline naphazoline
    epinephrine prednis methylprednis dexamethasone omalizumab antihistamine epipen auvi neffy
    zyrtec xyzal claritin alavert clarinex allegra benadryl flonase nasonex nasacort rhinocort qnasl
    zetonna omnaris veramyst astepro astelin dymista ryaltris patanol pataday patanase zaditor
    alaway lastacaft bepreve singulair xolair sudafed medrol allergen pollen nasal
    """
}

/// What a word that is no name of the record's drug is known to be.
enum UseOtherThings {
  /// Whether a word is known to name another drug, a class of drugs, or no drug at all.
  static func isKnown(_ word: String) -> Bool {
    isSubstance(word) || drugs.contains(word) || things.contains(word)
  }

  /// Whether a word names a substance, by its own name or by the stem of its kind.
  ///
  /// The stems are those of the WHO ("The use of stems in the selection of International
  /// Nonproprietary Names"), written out as far as no common word ends with them.
  static func isSubstance(_ word: String) -> Bool {
    if substances.contains(word) { return true }
    guard word.utf8.count > 5, !noSubstances.contains(word) else { return false }
    return word.hasPrefix("cef") || word.hasPrefix("ceph") || word.hasPrefix("sulfa")
      || stems.contains { word.hasSuffix($0) }
  }

  private static let stems = WordSet.list(
    """
    pril sartan olol statin azole cillin mycin micin tidine dipine gliptin gliflozin glutide natide
    parin xaban gatran zepam zolam azepine oxetine triptan cycline oxacin navir clovir gravir tinib
    umab ximab zumab ciclib zosin losin thiazide semide tanide thalidone triptyline ipramine codone
    morphone barbital phylline buterol meterol tropium sone solone onide profen coxib fenac oxicam
    setron trexate platin taxel rubicin dronate lukast fibrate glitazone formin thazine peridol
    peridone apine nidazole bendazole mectin quine penem alazine zodone caine citabine faxine
    gabalin opram traline inostat drazide lactone amethasone nitrate pamil
    """)

  private static let noSubstances: WordSet = "april cholesterol magazine"

  private static let substances: WordSet = """
    warfarin insulin aspirin asa naproxen acetaminophen paracetamol sulfa penicillin digoxin lithium
    levothyroxine gabapentin clopidogrel amiodarone tramadol morphine fentanyl codeine methadone
    clonidine nitroglycerin allopurinol colchicine glipizide glyburide glimepiride gliclazide
    topiramate lamotrigine phenytoin valproate levetiracetam bupropion buspirone estrogen estradiol
    progesterone testosterone tamoxifen letrozole metoclopramide heparin diltiazem baclofen
    cyclobenzaprine tizanidine finasteride ezetimibe niacin memantine donepezil sildenafil tadalafil
    ticagrelor albuterol latex iodine contrast semaglutide tirzepatide methylphenidate amphetamine
    zolpidem eszopiclone melatonin potassium calcium iron magnesium zinc naltrexone buprenorphine
    """

  private static let drugs: WordSet = """
    nsaid nsaids statins antibiotic antibiotics steroid steroids opioid opioids opiates narcotic
    narcotics anticoagulant anticoagulants antacid antacids vitamin vitamins supplement supplements
    diuretic diuretics maoi maois ssri ssris nitrates contraceptive contraceptives thinner thinners
    insulins inhalers laxative laxatives antihistamine antihistamines decongestant decongestants
    painkiller painkillers vaccine vaccines chemo chemotherapy hormones sedatives antidepressant
    antidepressants herbal herbals herbs coumadin lantus levemir novolog humalog basaglar toujeo
    advil motrin aleve tylenol synthroid neurontin lyrica plavix eliquis xarelto pradaxa lasix
    lipitor crestor zocor zoloft prozac lexapro celexa paxil wellbutrin xanax ativan klonopin valium
    ambien norvasc prilosec nexium protonix zantac pepcid januvia jardiance ozempic trulicity
    victoza farxiga glucophage singulair flonase ventolin advair symbicort spiriva plaquenil
    percocet vicodin norco suboxone aldactone topamax lamictal dilantin depakote keppra effexor
    cymbalta seroquel abilify haldol zofran benadryl claritin zyrtec allegra lovenox chantix viagra
    cialis entresto brilinta toprol lopressor coreg diovan cozaar zestril prinivil bactrim keflex
    augmentin humira enbrel
    """

  /// What people stop, refuse, deny, lack or leave off that is no drug.
  private static let things: WordSet = """
    tobacco cigarettes cigarette vaping alcohol etoh caffeine coffee food dairy grapefruit juice
    milk exercise exercising work working school breastfeeding nursing formula eating pain cough
    coughing itch itching lice rash nausea vomiting diarrhea constipation fever bleeding swelling
    wheezing dizziness symptoms headache headaches effects spacer syringe syringes needle needles
    pump injections injection shots shot device machine cpap oxygen organizer dialysis radiation bee
    bees stings peanut peanuts nuts shellfish eggs pollen ragweed dust dander mold flu surgery
    counseling counselling refill refills substitution education consultation appointment
    appointments vaccination immunization lancets strips gloves sunscreen soap feeding feeds
    infusion
    """
}
