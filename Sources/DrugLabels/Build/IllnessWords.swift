// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A condition is an illness or a reaction. Many headings of warnings name none:
//
//   Cardiovascular · Central Nervous System Effects        only where in the body
//   Gastrointestinal Adverse Reactions                     the same
//   Personnel and Equipment for Monitoring                 something else
//   Serotonin Syndrome · Fluid Retention · Hepatic Effects an illness, a reaction
//
// What names one is known by the noun, or by how the word ends (-itis, -emia, -osis).

/// Tells whether words name an illness or a reaction.
enum IllnessWords {
  /// Whether words, in lower case, name an illness or a reaction.
  static func areIllness(_ words: some Sequence<String>) -> Bool {
    let parts = parts(words)
    if parts.contains(where: isIllness) { return true }
    // `Infusion reactions`, `gold toxicity`, but `cardiac toxicity`, `serious reactions`.
    return parts.contains(where: kinds.contains)
      && parts.contains { !kinds.contains($0) && !places.contains($0) && !degrees.contains($0) }
  }

  /// Whether words name nothing but a part of the body: `cardiovascular`, `neurologic effects`.
  static func arePlaces(_ words: some Sequence<String>) -> Bool {
    parts(words).allSatisfy { kinds.contains($0) || places.contains($0) || degrees.contains($0) }
  }

  /// Whether words name another matter than what a patient can suffer: `personnel and equipment`,
  /// `delayed diagnosis`, `interference with tests`.
  static func areMatters(_ words: some Sequence<String>) -> Bool {
    parts(words).contains(where: matters.contains)
  }

  private static func parts(_ words: some Sequence<String>) -> [String] {
    words.flatMap { $0.split { $0 == "-" || $0 == "/" || $0 == "‑" }.map(singular) }
  }

  /// Whether a word only says how grave something is.
  static func isDegree(_ word: String) -> Bool { grave.contains(word) }

  private static func singular(_ word: Substring) -> String {
    guard word.utf8.count > 4, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("is"),
      !word.hasSuffix("us")
    else { return String(word) }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return String(word.dropLast())
  }

  private static func isIllness(_ word: String) -> Bool {
    nouns.contains(word)
      || word.utf8.count > 6 && endings.contains(where: word.hasSuffix)
        && !places.contains(word) && !kinds.contains(word) && !matters.contains(word)
  }

  /// How words for illnesses end.
  private static let endings = [
    "itis", "itides", "emia", "aemia", "osis", "oses", "pathy", "penia", "plegia", "oma", "uria",
    "orrhea", "rrhage", "spasm", "algia", "megaly", "trophy", "lysis", "toxicity", "edema",
    "thermia", "pyrexia", "sclerosis", "cytosis", "philia", "suppression", "ectasia", "kinesia",
    "cardia", "sthenia", "natremia", "volemia", "embolism", "thrombosis", "phagia", "noia",
    "somnia", "plasia", "titis", "ptysis", "opia", "tropia", "lepsy", "xia",
  ]

  /// Words for illnesses, reactions and what people suffer.
  private static let nouns: Set<String> = [
    "abscess", "abuse", "addiction", "agitation", "aggression", "akathisia",
    "allergy", "allergic", "anaphylaxis", "anaphylactic", "anaphylactoid", "aneurysm", "angina",
    "anger", "arrest", "arrhythmia", "bradyarrhythmia", "proarrhythmia", "asthma", "aspiration",
    "attack", "behavior", "bleeding", "bleed", "block", "burn", "cancer", "cataract", "chloasma",
    "claudication", "clot", "coma", "confusion", "convulsion", "crisis", "deficiency",
    "dehydration", "delirium", "dementia", "dependence", "depression", "deterioration",
    "diabetes", "disease", "distress", "dizziness", "drowsiness",
    "dysfunction", "embolus", "exacerbation", "extravasation", "failure", "fall",
    "fatigue", "fever", "fistula", "flare", "flushing", "fracture", "gangrene", "glaucoma",
    "hallucination", "headache", "hemolysis", "hyperpyrexia", "hypersensitivity", "hypertension",
    "hypertensive", "hypotension", "hypotensive", "ideation", "illness", "imbalance",
    "impairment", "impotence", "inability", "infarction", "infection", "inflammation", "injury",
    "insufficiency", "intolerance", "intoxication", "irritation", "ischemia", "leak", "leukemia",
    "loss", "malabsorption", "malignancy", "mania", "hypomania", "misuse", "necrolysis",
    "necrosis", "neoplasm", "obstruction", "occlusion", "orthostasis", "overdose", "overload",
    "pain", "palpitation", "paralysis", "perforation", "pneumonia", "poisoning", "polyp",
    "pressure",
    "prolongation", "dyspnea",
    "psychosis", "rash", "reactivation", "rejection", "relapse", "retention", "rupture",
    "schizophrenia", "sedation", "seizure", "sepsis", "shock", "somnolence", "spasm", "stenosis",
    "stone", "stricture", "stroke", "stupor", "suicidality", "suicidal", "suicide", "syncope",
    "syndrome", "tachyarrhythmia", "tamponade", "tear", "thought", "thromboembolic",
    "thrombotic", "trauma", "tremor", "tumor", "ulcer", "ulceration", "urticaria", "vomiting",
    "nausea", "diarrhea", "constipation", "weakness", "withdrawal", "worsening", "wheezing",
    "hesitation", "hypomotility", "lupus", "encephalopathic", "vasospastic", "irritant",
    "hypoadrenalism", "hypercorticism", "hyperprolactinemic", "stimulation", "instability",
    "insomnia", "autoimmune", "autoimmunity", "migraine",
    "parasomnia", "prostration", "dermatosis", "priapism",
    "rhabdomyolysis", "hyperalgesia", "porphyria", "hlh", "nms", "crs", "iars", "iar", "irr",
    "icans", "pml", "pres", "tma", "dress", "oied", "ards", "sjs", "ten", "ild", "chf", "dka",
    "vte", "dvt", "hus", "ifis", "pvt", "tls", "mas", "ih", "tss", "tardive", "dyskinesia",
    "anaemia", "anemia", "apnea", "apnoea", "ataxia", "blindness", "candidiasis", "cholestasis",
    "cholestatic", "death", "dyscrasia", "dystonia", "edema", "oedema", "effusion", "gastroparesis",
    "gout", "ileus", "jaundice", "mortality", "nephrolithiasis", "parkinsonism", "pneumothorax",
    "psoriasis", "tinnitus",
  ]

  /// Words of headings that are about something else than what a patient can suffer.
  private static let matters: Set<String> = [
    "ability", "absorption", "adjustment", "analysis", "coadministration", "concomitant",
    "contraception", "counseling", "delivery", "diagnosis", "dialysis", "dosage", "dosing", "drive",
    "driving",
    "equipment", "evaluate", "evaluation", "exercise", "hemodialysis", "immunization",
    "information", "instruction", "interaction", "interference", "lactation", "machine",
    "machinery", "management", "monitoring", "need", "personnel", "pregnancy", "prognosis",
    "selection", "surgery", "test", "testing", "timing", "transferring", "urinalysis", "usage",
    "use", "used", "vaccination",
  ]

  /// Words that say that it is a reaction, but not which.
  private static let kinds: Set<String> = [
    "reaction", "toxicity", "event", "effect", "complication", "symptom", "sign", "finding",
    "change", "problem", "condition", "disorder", "disturbance", "abnormality", "toxic", "adverse",
    "experience", "depressant", "alteration",
  ]

  /// Words for parts of the body and of the mind, and those that join them.
  ///
  /// Not liver, kidney and marrow: what happens there is no symptom, but what one is a sign of.
  private static let places: Set<String> = [
    "cardiac", "cardiovascular", "cerebrovascular", "central", "nervous", "system", "cns",
    "peripheral", "gastrointestinal", "gi", "respiratory", "pulmonary", "lung", "dermatologic",
    "dermatological", "subcutaneous",
    "tissue", "soft", "ocular", "ophthalmic",
    "ophthalmologic", "eye", "visual", "endocrine", "metabolic", "metabolism", "nutrition",
    "blood", "lymphatic", "immune", "psychiatric",
    "neuropsychiatric", "neurologic", "neurological", "neural", "mental", "behavioral", "cognitive",
    "motor", "musculoskeletal", "muscle", "bone", "connective", "vascular", "genitourinary",
    "urinary", "reproductive", "body", "heart", "function", "general", "systemic", "local", "site",
    "administration", "laboratory", "mood", "psychological", "multi", "organ", "and", "or", "of",
    "the", "in", "on", "to", "with", "other", "related", "drug", "not", "subject", "patient",
    "following", "those", "these", "rate", "temperature", "thinking", "abnormal", "control",
    "regulation", "appetite", "weight",
  ]

  /// Words that only say how grave or how frequent a reaction is.
  private static let degrees: Set<String> = grave.union([
    "acute", "chronic", "new", "early", "late", "delayed", "immediate", "transient", "mild",
    "moderate", "persistent", "significant", "important", "clinically", "additional", "unexplained",
    "dose", "increased", "decreased", "elevated", "altered", "common", "rare", "selected",
    "associated",
  ])

  private static let grave: Set<String> = [
    "severe", "serious", "fatal", "life", "threatening", "life-threatening", "potentially",
    "potential", "disabling", "irreversible", "possible", "risk", "risks",
  ]
}
