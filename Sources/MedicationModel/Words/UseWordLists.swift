// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What stands before, behind and instead of what is said of a drug's use.
enum UseWordLists {
  /// People whose drugs stand on a patient's list; those whose names products bear are left out.
  static let people: Set<String> = [
    "husband", "wife", "spouse", "partner", "mother", "mom", "mum", "father", "dad", "son",
    "daughter", "brother", "sister", "sibling", "grandmother", "grandfather", "grandma", "grandpa",
    "aunt", "uncle", "cousin", "niece", "nephew", "friend", "neighbor", "neighbour", "roommate",
    "boyfriend", "girlfriend", "fiance", "fiancee", "coworker", "dog", "cat",
  ]

  /// Those whose drugs may be the patient's own, and after whom products are named.
  static let young: Set<String> = [
    "child", "kid", "baby", "infant", "toddler", "newborn", "grandchild", "grandson",
    "granddaughter", "stepson", "stepdaughter",
  ]

  /// Substances that are sold as a child's, without a prescription.
  static let soldForYoung: Set<String> = [
    "acetaminophen", "paracetamol", "ibuprofen", "aspirin", "asa", "naproxen", "melatonin", "iron",
    "calcium", "zinc", "magnesium", "potassium", "hydrocortisone", "lansoprazole", "omeprazole",
    "famotidine", "fluticasone", "triamcinolone", "budesonide",
  ]

  /// Words that are written with a slash.
  static let withSlash: Set<String> = [
    "d/c", "d/c'd", "d/ced", "d/c'ed", "d/cd", "b/c", "d/t", "s/p", "w/c", "h/o", "c/o", "r/t",
    "w/o", "a/w", "f/u", "n/a", "n/v", "p/u",
  ]

  /// Wrong possessives that are no plural of anything on a medication list.
  static let plainPossessives: Set<String> = ["husbands", "wifes", "spouses"]

  /// What belongs to a person and is no drug, or makes a name of a product.
  static let ownThings: Set<String> = [
    "care", "day", "report", "history", "choice", "request", "help", "assistance", "milk", "select",
    "friend", "helper", "blend", "name", "consent", "presence", "supervision", "phone", "number",
    "house", "home", "permission", "preference", "discretion", "instructions", "claw", "best",
  ]

  /// Words that say that a drug is taken again.
  static let resuming: Set<String> = ["restarted", "resumed", "reinstated", "reinitiated"]

  /// What a person does who takes a drug.
  static let taking: Set<String> = ["takes", "taking", "uses", "using", "took"]

  /// Words before a phrase that make it a condition.
  static let conditionsBefore: Set<String> = [
    "if", "unless", "when", "whenever", "once", "until", "till", "before", "prior", "upon", "while",
    "ask", "case",
  ]

  /// Words just before a phrase that turn it round: `not stopped`, `to be discontinued`.
  static let turns: Set<String> = [
    "not", "never", "don't", "dont", "isn't", "wasn't", "without", "than", "being", "be", "avoid",
  ]

  /// Words behind an order that make it an instruction.
  static let conditionsBehind: Set<String> = [
    "if", "unless", "when", "whenever", "before", "prior", "after", "pre", "preop", "<", ">",
    "below", "above", "less", "greater", "under", "over", "parameters", "sbp", "dbp", "systolic",
    "diastolic", "bp", "hr", "pulse", "map", "rr", "morning", "sedation", "heart", "in", "surgery",
    "procedure",
  ]

  /// Words behind a plan that make an instruction or a figure of it.
  static let notPlanned: Set<String> = [
    "dose", "dosage", "doses", "dosing", "with", "at", "of", "date", "then", "range",
  ]

  /// Words behind `previously` and `formerly` that speak of a name or of somebody's history.
  static let notPast: Set<String> = [
    "known", "called", "named", "marketed", "sold", "approved", "treated", "untreated",
  ]

  /// Words before `held`, `stop` and their kin that make something else of them.
  static let compounds: Set<String> = ["hand", "hands", "non", "auto", "automatic", "hard", "soft"]

  /// Words in the clause of `hold` that speak of holding a thing.
  static let holdable: Set<String> = [
    "mouth", "tongue", "breath", "cheek", "lip", "inhaler", "upright", "chamber", "seconds",
    "second", "secs", "sec", "minutes", "minute", "min", "nozzle", "pen", "button", "spray",
    "syringe", "needle", "skin", "eye", "nostril", "bottle", "canister", "device", "tube", "swish",
    "place",
  ]

  /// Words behind `stop` that make something else of it.
  static let stoppable: Set<String> = [
    "date", "time", "dt", "bleeding", "on", "at", "by", "watch",
  ]

  /// Where somebody goes who is `d/c'd`: discharged, not stopped.
  static let discharges: Set<String> = [
    "home", "on", "with", "to", "from", "instructions", "summary", "today", "planning", "meds",
    "medication", "medications", "rx",
  ]

  /// What people do not bear that is no drug.
  static let notDrugs: Set<String> = [
    "lactose", "gluten", "heat", "cold", "milk", "exercise", "glucose", "dairy", "wheat",
    "activity",
  ]

  // MARK: What stands beside a phrase

  /// The patient, and who speaks.
  static let patients: Set<String> = [
    "pt", "patient", "pts", "patients", "he", "she", "they", "i", "you", "client", "resident",
    "we",
  ]

  /// Words for the drug itself.
  static let pronouns: Set<String> = [
    "it", "this", "that", "these", "those", "them", "med", "meds", "medication", "medications",
    "medicine", "medicines", "drug", "drugs", "rx", "prescription", "script", "product", "therapy",
    "treatment", "tablet", "tablets", "tab", "tabs", "pill", "pills", "capsule", "capsules", "cap",
    "caps", "order", "all", "any", "both", "supply", "entry",
  ]

  static let articles: Set<String> = ["the", "a", "an", "his", "her", "their", "my", "own", "of"]

  /// Words of grammar, of units and forms, and of those who write: they name nothing; nor do
  /// those of the lists above.
  static let plain: Set<String> = [
    "is", "was", "were", "are", "am", "be", "been", "being", "has", "have", "had", "having",
    "will", "do", "did", "does", "should", "must", "can", "may", "to", "by", "on", "in", "at",
    "for", "from", "with", "as", "per", "and", "or", "but", "so", "if", "then", "also", "still",
    "already", "now", "just", "self", "says", "said", "states", "stated", "reports", "reported",
    "report", "confirmed", "confirms", "verified", "advised", "instructed", "told", "please",
    "pls", "asked", "note", "status", "never", "not", "no", "yet", "even", "ever", "since",
    "until", "till", "due", "because", "after", "ago", "today", "yesterday", "anymore", "more",
    "longer", "again", "who", "which", "there", "other", "mg", "mcg", "ug", "gm", "ml", "unit",
    "units", "iu", "meq", "mmol", "hr", "po", "oral", "orally", "solution", "suspension",
    "injection", "cream", "ointment", "gel", "patch", "film", "coated", "extended", "release",
    "delayed", "chewable", "disintegrating", "prn", "whatsoever", "altogether", "md", "dr", "np",
    "pa", "pcp", "provider", "doctor", "physician", "cardiology", "nurse", "rn", "pharmacist",
    "pharmacy", "clinic", "hospital", "system", "himself", "herself", "themselves", "patient's",
    "pt's", "time", "taking", "take", "takes", "taken", "admits", "admitted", "endorses",
    "endorsed", "denying", "according", "rec", "reconciliation", "records", "chart", "charted",
    "list", "documentation", "indicates", "indicated", "shows", "claims", "claimed", "thinks",
    "believes", "noted", "directed", "recommended", "decided", "family", "caregiver", "staff",
    "team", "psych", "gi", "endo", "cards", "ortho", "renal", "oncology", "surgeon",
    "cardiologist", "dermatology", "neurology", "neuro", "rheum", "psychiatry", "endocrinology",
    "pta", "approximately", "approx", "hs", "qam", "qpm", "sig", "currently",
  ]

  /// Words that name where a report comes from: what follows is who says it.
  static let sources: Set<String> = ["per", "according"]

  /// Words of which somebody tells the patient what to do, before `to`.
  static let telling: Set<String> = [
    "told", "advised", "instructed", "asked", "directed", "recommended", "decided", "wants",
  ]

  /// How most adverbs end.
  static let adverbEnds: [String] = [
    "ically", "ately", "antly", "ently", "ously", "fully", "ably", "ibly", "edly", "ingly",
    "ually", "arily", "ively", "ionally", "orally", "tinely", "ormally", "inally", "ularly",
    "isely", "ectly", "essly", "orily", "erely",
  ]

  /// Other adverbs; a name may end so, too (`golytely`).
  static let adverbs: Set<String> = [
    "abruptly", "badly", "briefly", "completely", "early", "entirely", "exactly", "fairly",
    "family", "firmly", "initially", "largely", "likely", "mainly", "mostly", "nearly", "newly",
    "nightly", "only", "partially", "partly", "personally", "poorly", "quickly", "rapidly",
    "rarely", "really", "safely", "secondly", "seldomly", "shortly", "simply", "slowly", "solely",
    "strictly", "suddenly", "totally", "truly", "weekly", "internally", "externally", "rectally",
    "nasally", "promptly", "financially", "especially",
  ]

  /// Words before an order that ask for it.
  static let asking: Set<String> = [
    "will", "please", "to", "pls", "must", "should", "self", "advised", "instructed", "told",
    "asked", "md", "dr", "provider", "was", "been", "has", "and", "the",
  ]

  /// Other things of the drug, or other drugs: what is said of them is not said of it.
  static let otherThings: Set<String> = [
    "previous", "prior", "old", "other", "others", "another", "dose", "doses", "generic", "brand",
    "smoking", "drinking", "driving", "one", "two", "same", "different",
  ]

  /// Words before the name of what a drug takes the place of.
  static let replacing: Set<String> = ["replaces", "replacing", "replaced", "replacement"]

  /// Ways into the body, behind `by` or alone: `not taken by mouth`, `do not take orally`.
  static let routes: Set<String> = [
    "mouth", "orally", "po", "oral", "injection", "inhalation", "vein", "iv", "im", "rectum",
    "vagina", "nose", "tube",
  ]

  /// What one eats, and when: `not taking before meals` is a manner.
  static let meals: Set<String> = [
    "meals", "meal", "food", "eating", "bed", "sleep", "bedtime", "breakfast", "lunch", "dinner",
    "supper", "exercise", "sex", "activity", "driving",
  ]

  /// Words with which another clause begins.
  static let joints: Set<String> = ["and", "or", "but", "then", "so", "because"]

  /// Words behind the object: a reason, a time, a source.
  static let closers: Set<String> = [
    "since", "by", "per", "due", "because", "b/c", "bc", "d/t", "2/2", "secondary", "s/p", "w/c",
    "after", "until", "till", "ago", "yesterday", "today", "now", "anymore", "longer", "again",
    "yet", "currently", "temporarily", "permanently", "recently", "pending", "while", "during",
    "when", "upon", "following", "reported", "see", "note", "x", "months", "weeks", "days", "years",
    "several", "few", "long", "whatsoever", "altogether", "completely", "himself", "herself",
    "themselves", "who", "she", "he", "around", "approximately", "approx", "despite", "awaiting",
    "through", "throughout", "within", "between", "pre", "preop", "pta", "although", "though",
    "replaced", "switched", "changed",
  ]

  /// Words behind the object of an order that leave it one.
  static let orderClosers: Set<String> = [
    "per", "by", "since", "due", "because", "b/c", "bc", "d/t", "now", "immediately", "anymore",
    "any", "further", "completely", "permanently", "temporarily", "replaced",
  ]

  /// The same behind `do not take`, with which directions begin that are about a manner of taking.
  static let denialClosers: Set<String> = [
    "due", "because", "b/c", "bc", "d/t", "anymore", "completely", "permanently", "temporarily",
    "again", "until",
  ]

  /// Words with which a time or a reason begins, or a manner of taking.
  static let prepositions: Set<String> = ["on", "in", "at", "for", "from", "as"]

  /// Words behind a preposition that make a time of it.
  static let times: Set<String> = [
    "now", "time", "this", "present", "discharge", "admission", "arrival", "own", "months", "weeks",
    "days", "years", "while", "several", "cost", "costs", "insurance", "financial", "past", "last",
    "hospital", "home", "of", "least", "ed", "er", "clinic", "visit", "some", "over", "about",
    "almost", "few", "long",
  ]

  /// Hours and days of taking.
  static let hours: Set<String> = [
    "morning", "mornings", "evening", "evenings", "afternoon", "night", "nights", "noon", "bedtime",
    "tonight's", "today's",
    "breakfast", "lunch", "dinner", "supper", "am", "pm", "qam", "qpm", "hs", "today", "tonight",
    "tomorrow", "dialysis", "weekend", "weekends", "weekdays", "sunday", "sundays", "monday",
    "mondays", "tuesday", "tuesdays", "wednesday", "wednesdays", "thursday", "thursdays", "friday",
    "fridays", "saturday", "saturdays", "meals",
  ]

  /// How often something is done.
  static let frequencies: Set<String> = [
    "daily", "weekly", "monthly", "hourly", "nightly", "yearly", "a", "per", "every", "each", "in",
    "regularly", "consistently", "properly", "correctly", "exactly", "faithfully", "religiously",
    "frequently", "directed", "prescribed", "ordered", "instructed", "written", "needed", "twice",
    "day", "week", "month", "bid", "tid", "qid", "qd", "qod", "qhs", "prn",
  ]

  static let spans: Set<String> = [
    "day", "days", "week", "weeks", "month", "months", "year", "years", "yr", "yrs", "wk", "wks",
    "mo", "mos", "hour", "hours", "ago", "time", "visit", "summer", "winter", "spring", "fall",
    "quarter", "season", "admission", "discharge", "hospitalization", "appointment", "refill",
  ]

  /// Whether a word names a stretch of time.
  static func isSpan(_ word: String) -> Bool { spans.contains(word) || months.contains(word) }

  /// Months and the days that everybody dates by.
  static let months: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "christmas", "thanksgiving", "easter", "halloween",
  ]

  /// The verbs that an instruction begins with.
  static let giving: Set<String> = [
    "take", "apply", "inject", "inhale", "use", "give", "instill", "place", "insert", "chew",
    "dissolve", "swallow", "spray", "administer",
  ]

  /// Where a drug may not be that is taken all the same: `not on formulary`.
  static let places: Set<String> = [
    "file", "formulary", "list", "hand", "market", "shelf", "label",
  ]

  /// Words behind `no` and `not` that deny no drug.
  static let undenied: Set<String> = [
    "listed", "specified", "otherwise", "applicable", "classified", "stated", "known",
    "preservative", "preservatives", "sugar", "dye", "alcohol", "relief", "sure", "available",
    "recorded", "documented", "provided", "given", "coded", "code", "entered", "found", "matching",
    "your", "flush", "drip", "drowsy", "sting", "tear", "tears", "scent", "odor", "salt", "rub",
    "itch",
    "jitter", "jitters", "burn", "mess", "fragrance", "gluten", "ad", "acid",
    "match", "current", "change", "changes", "new", "home", "regular", "active", "name", "data",
    "information", "substitution", "substitutions", "generic", "generics", "refill", "refills",
    "required", "needed", "reported", "record", "valid", "display", "done",
  ]

  /// How names of drugs begin that are taken for allergies.
  static let allergyDrugs: Set<String> = [
    "cetirizine", "levocetirizine", "loratadine", "desloratadine", "fexofenadine",
    "diphenhydramine", "chlorphenir", "dexchlorphenir", "brompheniramine", "clemastine",
    "cyproheptadine", "carbinoxamine", "hydroxyzine", "promethazine", "azelastine", "olopatadine",
    "ketotifen", "epinastine", "alcaftadine", "bepotastine", "cromolyn", "lodoxamide",
    "nedocromil", "fluticasone", "mometasone", "budesonide", "triamcinolone", "beclomethasone",
    "ciclesonide", "flunisolide", "montelukast", "zafirlukast", "pseudoephedrine", "phenylephrine",
    "oxymetazoline", "naphazoline", "epinephrine", "prednis", "methylprednis", "dexamethasone",
    "omalizumab", "antihistamine", "epipen", "auvi", "neffy", "zyrtec", "xyzal", "claritin",
    "alavert", "clarinex", "allegra", "benadryl", "flonase", "nasonex", "nasacort", "rhinocort",
    "qnasl", "zetonna", "omnaris", "veramyst", "astepro", "astelin", "dymista", "ryaltris",
    "patanol", "pataday", "patanase", "zaditor", "alaway", "lastacaft", "bepreve", "singulair",
    "xolair", "sudafed", "medrol", "allergen", "pollen", "nasal",
  ]
}
