// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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

  private static let stems: [String] = [
    "pril", "sartan", "olol", "statin", "azole", "cillin", "mycin", "micin", "tidine", "dipine",
    "gliptin", "gliflozin", "glutide", "natide", "parin", "xaban", "gatran", "zepam", "zolam",
    "azepine", "oxetine", "triptan", "cycline", "oxacin", "navir", "clovir", "gravir", "tinib",
    "umab", "ximab", "zumab", "ciclib", "zosin", "losin", "thiazide", "semide", "tanide",
    "thalidone", "triptyline", "ipramine", "codone", "morphone", "barbital", "phylline", "buterol",
    "meterol", "tropium", "sone", "solone", "onide", "profen", "coxib", "fenac", "oxicam", "setron",
    "trexate", "platin", "taxel", "rubicin", "dronate", "lukast", "fibrate", "glitazone", "formin",
    "thazine", "peridol", "peridone", "apine", "nidazole", "bendazole", "mectin", "quine", "penem",
    "alazine", "zodone", "caine", "citabine", "faxine", "gabalin", "opram", "traline", "inostat",
    "drazide", "lactone", "amethasone", "nitrate", "pamil",
  ]

  private static let noSubstances: Set<String> = ["april", "cholesterol", "magazine"]

  private static let substances: Set<String> = [
    "warfarin", "insulin", "aspirin", "asa", "naproxen", "acetaminophen", "paracetamol", "sulfa",
    "penicillin", "digoxin", "lithium", "levothyroxine", "gabapentin", "clopidogrel", "amiodarone",
    "tramadol", "morphine", "fentanyl", "codeine", "methadone", "clonidine", "nitroglycerin",
    "allopurinol", "colchicine", "glipizide", "glyburide", "glimepiride", "gliclazide",
    "topiramate", "lamotrigine", "phenytoin", "valproate", "levetiracetam", "bupropion",
    "buspirone", "estrogen", "estradiol", "progesterone", "testosterone", "tamoxifen",
    "letrozole", "metoclopramide", "heparin", "diltiazem", "baclofen", "cyclobenzaprine",
    "tizanidine", "finasteride", "ezetimibe", "niacin", "memantine", "donepezil", "sildenafil",
    "tadalafil", "ticagrelor", "albuterol", "latex", "iodine", "contrast", "semaglutide",
    "tirzepatide", "methylphenidate", "amphetamine", "zolpidem", "eszopiclone", "melatonin",
    "potassium", "calcium", "iron", "magnesium", "zinc", "naltrexone", "buprenorphine",
  ]

  private static let drugs: Set<String> = [
    // Classes.
    "nsaid", "nsaids", "statins", "antibiotic", "antibiotics", "steroid", "steroids", "opioid",
    "opioids", "opiates", "narcotic", "narcotics", "anticoagulant", "anticoagulants", "antacid",
    "antacids", "vitamin", "vitamins", "supplement", "supplements", "diuretic", "diuretics",
    "maoi", "maois", "ssri", "ssris", "nitrates", "contraceptive", "contraceptives", "thinner",
    "thinners", "insulins", "inhalers", "laxative", "laxatives", "antihistamine",
    "antihistamines", "decongestant", "decongestants", "painkiller", "painkillers", "vaccine",
    "vaccines", "chemo", "chemotherapy", "hormones", "sedatives", "antidepressant",
    "antidepressants", "herbal", "herbals", "herbs",
    // Brands.
    "coumadin", "lantus", "levemir", "novolog", "humalog", "basaglar", "toujeo", "advil", "motrin",
    "aleve", "tylenol", "synthroid", "neurontin", "lyrica", "plavix", "eliquis", "xarelto",
    "pradaxa", "lasix", "lipitor", "crestor", "zocor", "zoloft", "prozac", "lexapro", "celexa",
    "paxil", "wellbutrin", "xanax", "ativan", "klonopin", "valium", "ambien", "norvasc",
    "prilosec", "nexium", "protonix", "zantac", "pepcid", "januvia", "jardiance", "ozempic",
    "trulicity", "victoza", "farxiga", "glucophage", "singulair", "flonase", "ventolin", "advair",
    "symbicort", "spiriva", "plaquenil", "percocet", "vicodin", "norco", "suboxone", "aldactone",
    "topamax", "lamictal", "dilantin", "depakote", "keppra", "effexor", "cymbalta", "seroquel",
    "abilify", "haldol", "zofran", "benadryl", "claritin", "zyrtec", "allegra", "lovenox",
    "chantix", "viagra", "cialis", "entresto", "brilinta", "toprol", "lopressor", "coreg",
    "diovan", "cozaar", "zestril", "prinivil", "bactrim", "keflex", "augmentin", "humira",
    "enbrel",
  ]

  /// What people stop, refuse, deny, lack or leave off that is no drug.
  private static let things: Set<String> = [
    "tobacco", "cigarettes", "cigarette", "vaping", "alcohol", "etoh", "caffeine", "coffee",
    "food", "dairy", "grapefruit", "juice", "milk", "exercise", "exercising", "work", "working",
    "school", "breastfeeding", "nursing", "formula", "eating", "pain", "cough", "coughing", "itch",
    "itching", "lice", "rash", "nausea", "vomiting", "diarrhea", "constipation", "fever",
    "bleeding", "swelling", "wheezing", "dizziness", "symptoms", "headache", "headaches", "effects",
    "spacer", "syringe", "syringes", "needle", "needles", "pump", "injections", "injection",
    "shots", "shot", "device", "machine", "cpap", "oxygen", "organizer", "dialysis", "radiation",
    "bee", "bees", "stings", "peanut", "peanuts", "nuts", "shellfish", "eggs", "pollen", "ragweed",
    "dust", "dander", "mold", "flu", "surgery", "counseling", "counselling", "refill", "refills",
    "substitution", "education",
    "consultation", "appointment", "appointments", "vaccination", "immunization", "lancets",
    "strips", "gloves", "sunscreen", "soap", "feeding", "feeds", "infusion",
  ]
}
