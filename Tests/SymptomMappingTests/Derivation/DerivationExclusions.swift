// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the labels print in a statement or a table and the rows leave out, each
/// with its reason.
enum DerivationExclusions {
  /// One thing left out: a term, a table's term, or a whole table ("table 3:").
  struct Exclusion: Sendable {
    let set: String
    let kind: String
    let term: String
    let reason: String

    var id: String { "\(set) \(kind) \(term)" }
  }

  /// The exclusion that covers a term, if there is one.
  static func reason(_ setID: String, _ kind: String, _ term: String) -> Exclusion? {
    all.first { entry in
      setID.hasPrefix(entry.set) && entry.kind == kind
        && (entry.term.hasSuffix(":") ? term.hasPrefix(entry.term) : term == entry.term)
    }
  }

  static let all: [Exclusion] = [
    Exclusion(
      set: "05e172aa", kind: "most_common", term: "depressed mood",
      reason: "a part of the group 'mood changes', which has its row"),
    Exclusion(
      set: "05e172aa", kind: "most_common", term: "depression",
      reason: "a part of the group 'mood changes', which has its row"),
    Exclusion(
      set: "22174520", kind: "trial_table", term: "table 3: rhinitis",
      reason: "figures of three trials run together in one cell"),
    Exclusion(
      set: "27ddea53", kind: "trial_table", term: "table 1:",
      reason: "reasons for discontinuation"),
    Exclusion(
      set: "bb3c66a7", kind: "trial_table", term: "table 2:",
      reason: "reasons for discontinuation"),
    Exclusion(
      set: "3c916d32", kind: "most_common", term: "taste perversion",
      reason: "triple therapy with two antibiotics"),
    Exclusion(
      set: "516170d4", kind: "most_common", term: "taste perversion",
      reason: "triple therapy with two antibiotics"),
    Exclusion(
      set: "56cafcf5", kind: "most_common", term: "taste perversion",
      reason: "triple therapy with two antibiotics"),
    Exclusion(
      set: "56cafcf5", kind: "most_common", term: "headache",
      reason: "triple and dual therapy with antibiotics"),
    Exclusion(
      set: "44095c2b", kind: "most_common", term: "migraine",
      reason: "the indication"),
    Exclusion(
      set: "f6346a11", kind: "most_common", term: "aggression",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "f6346a11", kind: "most_common", term: "anxiety",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "f6346a11", kind: "most_common", term: "arthralgia",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "f6346a11", kind: "most_common", term: "fever",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "f6346a11", kind: "most_common", term: "urinary incontinence",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "98960cc1", kind: "most_common", term: "aggression",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "98960cc1", kind: "most_common", term: "anxiety",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "98960cc1", kind: "most_common", term: "arthralgia",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "98960cc1", kind: "most_common", term: "fever",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "98960cc1", kind: "most_common", term: "urinary incontinence",
      reason: "of pediatric patients, and not a most-common list: it has a trial_text row"),
    Exclusion(
      set: "c56b4712", kind: "most_common", term: "dyspnea",
      reason: "the sentence goes on about discontinuation"),
    Exclusion(
      set: "c56b4712", kind: "most_common", term: "headache",
      reason: "the sentence goes on about discontinuation"),
    Exclusion(
      set: "c7e470d6", kind: "trial_table", term: "table 1: dizziness",
      reason: "0.0 percent on the drug"),
    Exclusion(
      set: "ca9d4aff", kind: "trial_table", term: "table 5: increased appetite",
      reason: "0 percent on the drug"),
    Exclusion(
      set: "e10d320a", kind: "most_common", term: "depressed mood",
      reason: "a re-treatment trial, stated apart from the most common ones"),
    Exclusion(
      set: "e10d320a", kind: "most_common", term: "diarrhea",
      reason: "a re-treatment trial, stated apart from the most common ones"),
  ]
}
