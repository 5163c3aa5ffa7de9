// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words that turn the name of a drug into something else: a disease, a measurement
// or a homeopathic preparation. From general knowledge of labels and records.

/// Words behind and around names that are not to be overlooked.
enum TellingWords {
  /// Diseases, effects and places that are named after drugs.
  static let conditions: Set<String> = [
    "deficiency", "anemia", "anaemia", "induced", "clinic", "dependence", "dependent",
    "tolerance", "intolerance", "metabolite", "metabolites", "poisoning", "overdose",
    "intoxication", "withdrawal", "abuse", "misuse", "addiction", "disorder", "syndrome",
    "toxicity", "hydroxy", "thrombocytopenia", "nephropathy", "neuropathy", "hypersensitivity",
    "deficient", "overload", "excess", "exposure", "allergic", "clearance",
    "history", "hx", "former", "formerly", "previously",
  ]
  /// Words at the end, right behind a name, of what somebody does without a prescription.
  static let habits: Set<String> = ["use", "user", "users"]
  /// Words between the names of two drugs of which only one is meant.
  static let alternatives: Set<String> = ["or", "oder", "ou", "eller"]
  /// Shares of an analyte in blood.
  static let analyteShares: Set<String> = ["free", "total", "bound", "ionized", "ionised"]
  /// Words of homeopathic preparations.
  static let homeopathic: Set<String> = [
    "album", "homeopathic", "homeopathy", "homoeopathic", "hpus", "globuli", "trituration",
  ]
  /// Letters behind the figure of a homeopathic potency: `30C`, `6X`.
  static let potencies: Set<String> = ["c", "ch", "ck", "x", "xh", "lm", "mk"]
}
