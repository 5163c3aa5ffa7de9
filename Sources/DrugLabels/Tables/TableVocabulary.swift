// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words by which headers, captions and labels of rows are understood, in lower case.
enum TableVocabulary {
  static let placebo: Set<String> = [
    "placebo", "placebos", "placeb", "placebob", "placeboa", "placeboc", "vehicle", "sham",
  ]

  /// Groups that are compared with and are no drug by name.
  static let controls: Set<String> = [
    "comparator", "comparators", "control", "controls", "observation", "untreated", "standard",
    "supportive", "investigator", "investigators", "physician", "chemotherapy", "active",
  ]

  /// What a header says beside the name of a drug: forms, doses, times, persons.
  static let fillers: Set<String> = [
    "mg", "mcg", "g", "kg", "ml", "iu", "miu", "units", "unit", "meq", "mm", "cm", "m2", "hr",
    "hour",
    "hours", "day", "days", "daily", "week", "weeks", "weekly", "month", "months", "monthly",
    "year",
    "years", "once", "twice", "three", "four", "times", "time", "every", "each", "other", "per",
    "bid",
    "tid", "qid", "qd", "qod", "od", "sc", "iv", "im", "po", "qw", "q2w", "q3w", "q4w", "dose",
    "doses", "dosage", "dosing",
    "single", "multiple", "low", "high", "very", "moderate", "total", "all", "any", "pooled",
    "combined", "overall", "both", "either", "up", "to", "of", "the", "a", "an", "in", "on", "for",
    "at",
    "by", "from", "with", "and", "or", "plus", "than", "treated", "treatment", "treatments",
    "receiving", "received", "arm", "arms", "group", "groups", "patients", "subjects",
    "participants", "patient", "subject", "adult", "adults", "pediatric", "children",
    "adolescents", "male", "female", "males", "females", "men", "women", "study", "studies",
    "trial", "trials", "phase", "period", "n", "no", "number", "percent", "percentage",
    "incidence", "frequency", "rate", "reporting", "reported", "reactions", "reaction", "adverse",
    "events", "event", "experiences", "experience", "term", "preferred", "body", "system", "organ",
    "class", "tablet", "tablets", "capsule", "capsules", "injection", "injections", "cream",
    "gel", "lotion", "ointment", "solution", "suspension", "spray", "nasal", "oral", "topical",
    "ophthalmic", "inhalation", "aerosol", "powder", "foam", "patch", "transdermal", "system",
    "extended", "release", "delayed", "immediate", "modified", "er", "xr", "sr", "dr", "cr",
    "subcutaneous", "intravenous", "intramuscular", "infusion", "regimen", "combination",
    "therapy", "monotherapy", "alone", "only", "initial", "maintenance", "induction", "loading",
    "titration", "hydrochloride", "as", "is", "be", "who", "were", "was", "between", "age", "aged",
    "controlled", "double", "blind", "open", "label", "randomized", "recommended", "clinical",
    "drug", "product", "exposure", "severe", "serious", "mild", "related", "grade", "grades",
    "safety", "population", "results", "not", "non", "naive", "sustained", "hcl", "hbr",
    "equivalent", "dayequivalent", "anydose", "alldoses", "bsa", "short", "long",
  ]

  /// Words of a measure that leave no name.
  static let measures: Set<String> = [
    "n", "no", "number", "percent", "percentage", "of", "patients", "subjects", "participants",
    "events", "reactions", "adverse", "with", "incidence", "rate", "frequency", "and", "or",
  ]

  /// Words that make a column one of several degrees of the same reactions.
  static let degrees: Set<String> = [
    "all", "any", "total", "overall", "severe", "serious", "mild", "moderate", "life",
    "threatening", "fatal", "related", "drug", "treatment", "severity", "intensity", "grade",
    "grades",
  ]

  static let rates = [
    "patient - year", "patient - years", "patient years", "patient year", "person - years",
    "person years", "person - year", "subject - years", "subject years", "exposure adjusted",
    "exposure - adjusted", "episodes / patient", "events per", "eair", "incidence rate per",
    "per 100", "per 1000", "number of events",
  ]

  static let otherMeasures = [
    "ci", "confidence interval", "p - value", "p value", "odds ratio", "hazard ratio",
    "relative risk", "risk ratio", "risk difference", "difference", "mean", "median", "sd",
    "standard deviation", "duration", "days to", "time to", "onset",
  ]

  static let pooled: Set<String> = [
    "all", "any", "total", "pooled", "combined", "overall", "anydose", "alldoses",
  ]

  /// What makes a drug's arm a combination with something else.
  static let joints: Set<String> = ["+", "plus", "with", "and", "/", "±"]

  /// Labels of rows that give the sizes of arms.
  static let sizeLabels = [
    "no of patients", "no . of patients", "number of patients", "number of subjects",
    "no . of subjects", "total number of patients", "patients treated", "number treated",
    "number of participants", "total patients", "sample size", "n", "number of patients treated",
    "n exposed", "number exposed", "patients exposed", "subjects exposed",
    "total number of subjects", "number of patients exposed", "total no . of patients",
  ]
}
