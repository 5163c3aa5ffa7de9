// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of the columns of `side-effects.tsv`.

/// What a row of evidence is about.
public enum SubjectKind: String, Sendable, Hashable, CaseIterable {
  /// One ingredient (IN, or PIN where the label is about the salt).
  case ingredient
  /// Several ingredients together (MIN).
  case combination
  /// One product.
  case product
}

/// How a label's words relate to a symptom category.
public enum EvidenceFit: String, Sendable, Hashable, CaseIterable {
  /// They name the category's symptom.
  case exact
  /// They name a kind of it.
  case narrower
  /// They overlap; a person would log it there.
  case related
}

/// In which direction a symptom changes (S30).
public enum SymptomDirection: String, Sendable, Hashable, CaseIterable {
  case present
  case decreased
  case increased
  case unspecified
}

/// Where and how a label names a symptom, the weightiest first.
public enum EvidenceClass: String, Sendable, Hashable, CaseIterable {
  /// In the boxed warning.
  case boxed
  /// In warnings and precautions, the symptom itself being the subject.
  case warning
  /// Among the most common adverse reactions.
  case mostCommon = "most_common"
  /// In a table of a trial.
  case trialTable = "trial_table"
  /// In the text about a trial.
  case trialText = "trial_text"
  /// Among the reasons to stop an over-the-counter drug.
  case stopUse = "stop_use"
  /// In a list.
  case listed
  /// After marketing; never with a percentage.
  case postmarketing

  /// The place in the order of rows, 0 first.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a percentage is compared with.
public enum Comparator: String, Sendable, Hashable, CaseIterable {
  case placebo
  case active
  case none
}

/// How far a row can be trusted.
public enum EvidenceTrust: String, Sendable, Hashable, CaseIterable {
  /// A label at hand states it; set id, section and words can be checked.
  case checkable = "A"
  /// Others derived it, or its place is not known.
  case derived = "B"
}
