// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What the labels of a medication say about the 39 symptom categories (S24-S33).
public struct SideEffectAnswer: Sendable {
  /// How far labels were read (S29).
  public enum Coverage: String, Sendable, Hashable, CaseIterable {
    /// A label was read for every ingredient, for a fitting route.
    case full
    /// For some of them.
    case partial
    /// For none.
    case none
    /// The code leads to no concept.
    case unknown
  }

  /// The boxed warning, whether or not it names one of the categories (S31).
  public struct BoxedWarning: Sendable, Hashable {
    /// Whether there is one.
    public enum Presence: String, Sendable, Hashable, CaseIterable {
      case yes
      case no
      /// No label was read.
      case unknown
    }

    /// Whether a label that was read has one.
    public let presence: Presence
    /// The set id of the newest label that has one, or of the newest that was read.
    public let setID: String?
    /// That label's date, `YYYYMMDD`.
    public let date: String?
    /// The title of the section.
    public let title: String?
  }

  /// The boxed warning.
  public let boxedWarning: BoxedWarning
  /// How far labels were read.
  public let coverage: Coverage
  /// Why the answer is empty or incomplete: `no_label`, `no_route_match`, `ingredient_missing:…` …
  public let reasons: [String]
  /// Every symptom and direction once, the most salient first.
  public let symptoms: [SymptomFinding]
  /// The rows of boxed warnings and warnings, by class, then by identifier.
  public let warnings: [SymptomFinding]
  /// Rows of labels whose route does not fit (S19).
  public let otherRoutes: [SymptomFinding]
  /// Codes that lead to no concept, and ingredients without a label.
  public let unmapped: [String]

  /// What every answer says once: which symptoms are not covered (S31).
  public static let scope =
    "Only 39 symptom categories are covered; others (rash, swelling, bleeding, suicidal thoughts "
    + "and more) are not listed."

  /// The same answer with codes that lead to no concept.
  public func adding(unmapped codes: [String], reasons more: [String] = []) -> SideEffectAnswer {
    SideEffectAnswer(
      boxedWarning: boxedWarning, coverage: coverage,
      reasons: reasons + more.filter { !reasons.contains($0) }, symptoms: symptoms,
      warnings: warnings, otherRoutes: otherRoutes,
      unmapped: unmapped + codes.filter { !unmapped.contains($0) })
  }
}

/// One symptom in one direction, with its evidence.
public struct SymptomFinding: Sendable {
  /// The category.
  public let symptom: SymptomCategory
  /// In which direction it changes.
  public let direction: SymptomDirection
  /// How salient it is, from 1 (a person would ask first) to 5.
  public let step: Int
  /// The rows, the weightiest first.
  public let evidence: [Evidence]
}

/// A row of evidence, seen from what was asked.
public struct Evidence: Sendable {
  /// How the row belongs to what was asked.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The row is about the very thing.
    case own
    /// The row is about a salt of the ingredient, or the ingredient of a salt.
    case salt
    /// The row is about an ingredient of it (S28).
    case inherited
  }

  /// The row.
  public let row: EvidenceRow
  /// How it belongs to what was asked.
  public let origin: Origin
  /// Whether the label is more than two years older than the release (S32).
  public let isOld: Bool
}
