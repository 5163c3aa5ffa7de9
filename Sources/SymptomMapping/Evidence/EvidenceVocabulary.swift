// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// The words of side-effects.tsv and labels.tsv, each column's as one type.

/// What the labels of a row are about.
public enum SubjectKind: String, Sendable, Hashable, CaseIterable {
  /// One ingredient (IN), or a salt (PIN) where the label is about it alone.
  case ingredient
  /// Several ingredients together (MIN).
  case combination
  /// One product.
  case product
}

/// How well a label's words fit a symptom category.
public enum EvidenceFit: String, Sendable, Hashable, CaseIterable {
  /// The words name the symptom.
  case exact
  /// The words name a kind of the symptom.
  case narrower
  /// The words overlap with the symptom; a person would log it there.
  case related
}

/// Which way an effect goes.
public enum EffectDirection: String, Sendable, Hashable, CaseIterable {
  /// The symptom is there; the only direction of most categories.
  case present
  /// Less: appetite, sleep, mood.
  case decreased
  /// More: appetite, sleep, mood.
  case increased
  /// The label does not say which way.
  case unspecified
}

/// What kind of statement a label makes, the weightiest first.
public enum EvidenceClass: String, Sendable, Hashable, CaseIterable, Comparable {
  /// In the boxed warning.
  case boxed
  /// Under warnings and precautions.
  case warning
  /// In the label's own list of the most common effects.
  case mostCommon = "most_common"
  /// In a table of trial results.
  case trialTable = "trial_table"
  /// In the text about trials, with figures.
  case trialText = "trial_text"
  /// A sign to stop use and ask a doctor (Drug Facts).
  case stopUse = "stop_use"
  /// In a list of effects.
  case listed
  /// Reported after approval.
  case postmarketing

  /// The place in the order of classes, from zero.
  public var rank: Int { casePlace }

  /// Orders by rank.
  public static func < (left: EvidenceClass, right: EvidenceClass) -> Bool {
    left.rank < right.rank
  }
}

/// What a symptom is according to the label.
public enum EvidenceSense: String, Sendable, Hashable, CaseIterable {
  /// An effect of the drug.
  case effect
  /// A sign of another reaction, which the sentence or the heading names.
  case sign
  /// An effect of stopping the drug.
  case withdrawal
  /// An effect of an overdose.
  case overdosage
}

/// What a figure is compared with.
public enum EvidenceComparator: String, Sendable, Hashable, CaseIterable {
  /// Placebo, vehicle or sham.
  case placebo
  /// Another drug.
  case active
  /// Nothing: the figure has no comparison.
  case none
}

/// Where a row comes from.
public enum EvidenceSource: String, Sendable, Hashable, CaseIterable {
  /// A label document in SPL.
  case spl
  /// A label document of openFDA.
  case openFDA = "openfda"
  /// Annotated labels.
  case annotated
  /// The OnSIDES data.
  case onSIDES = "onsides"
  /// The SIDER data.
  case sider
  /// Anything else.
  case other
}

/// How far a row can be checked.
public enum EvidenceTrust: String, Sendable, Hashable, CaseIterable {
  /// Stated by a label that was read: set id, section and words can be looked up.
  case checkable = "A"
  /// Derived by others, or without a position.
  case derived = "B"
}
