// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What labels name as possible effects, with the evidence and its limits.
///
/// A statement about labels, not advice: no cause, no verdict on safety, and a
/// missing symptom does not mean that it cannot happen. Only 39 symptom
/// categories are covered; rash, swelling, bleeding, suicidal thoughts and
/// others are not.
public struct SideEffectAnswer: Sendable, Hashable {
  /// Whether the labels have a boxed warning, whatever it is about.
  public let boxedWarning: BoxedWarning
  /// How much of the query has labels.
  public let coverage: Coverage
  /// Why the coverage is not full, as codes; empty if it is.
  ///
  /// `no_label`, `no_effect_section`, `no_route_match`, `not_a_drug`,
  /// `vaccine_not_covered`, `homeopathic`, `unknown_code`, then
  /// `ingredient_missing:<code>` for each part without a label, and
  /// `other_salt:<code>` for each of which only labels of other salts or esters
  /// were read. A part without its own code is given by name.
  public let reasons: [String]
  /// The symptoms, those first that a person would ask about first; each
  /// symptom and direction once, boxed and warning rows among its evidence.
  public let symptoms: [SymptomFinding]
  /// The symptoms that boxed warnings and warnings name, with those rows only.
  public let warnings: [SymptomFinding]
  /// What labels of other routes name: not stated for this product.
  public let otherRoutes: [SymptomFinding]
  /// What could not be mapped.
  public let unmapped: [UnmappedItem]
  /// Retired codes and the codes that were followed instead.
  public let replacements: [CodeReplacement]
  /// The day for which the age of labels is computed; `nil` if none was given.
  public let asOf: LabelDate?
}

/// How much of the query has labels.
public enum Coverage: String, Sendable, Hashable, CaseIterable {
  /// A label of a fitting route was read for every ingredient, or for the combination.
  case full
  /// A label was read for some of the ingredients, or for another salt of one.
  case partial
  /// No label was read.
  case none
  /// The code has no concept.
  case unknown
}

/// Whether labels have a boxed warning.
public struct BoxedWarning: Sendable, Hashable {
  /// What is known.
  public enum Presence: String, Sendable, Hashable, CaseIterable {
    /// A label has one.
    case yes
    /// The labels of every ingredient were read, and none has one.
    case no
    /// No label of a fitting route was read, or not of every ingredient and in its own salt.
    case unknown
  }

  /// A label that has one.
  public struct Label: Sendable, Hashable {
    /// The label's set id.
    public let setID: String?
    /// The label's date.
    public let labelDate: LabelDate?
    /// The title of the warning; `nil` where only its rows are known.
    public let title: String?
    /// The label's substances, if they are another salt or ester than the queried one.
    public let otherForm: String?
    /// Whether the label states a route; one that does not may be for another product.
    public let isRouteStated: Bool
    /// Whether the label is older than two years; `nil` if no day was given.
    public let isOld: Bool?

    /// The label's date, `YYYY-MM-DD`.
    public var date: String? { labelDate?.description }
  }

  /// What is known.
  public let present: Presence
  /// The label that says so: the first that has one, else the newest that was read; `nil` if
  /// nothing is known.
  public let label: Label?
  /// The labels that have one, starting with ``label``, only the newest of those with the same
  /// title; empty unless ``present`` is `yes`.
  public let labels: [Label]
  /// How many labels were read, and how many of them have one.
  public internal(set) var readCount = 0, havingCount = 0

  /// The set id of the label that says so.
  public var setID: String? { label?.setID }
  /// The date of that label, `YYYY-MM-DD`.
  public var date: String? { label?.date }
  /// The title of the warning.
  public var title: String? { present == .yes ? label?.title : nil }

  static let unknown = BoxedWarning(.unknown, nil, [])

  init(_ present: Presence, _ label: Label?, _ labels: [Label]) {
    (self.present, self.label, self.labels) = (present, label, labels)
  }

  /// None; the label is the newest that was read.
  init(noneIn label: Label) {
    self.init(.no, label, [])
  }

  /// What labels have, the first that counts most; `nil` without labels.
  init?(_ labels: [Label]) {
    guard let first = labels.first else { return nil }
    self.init(.yes, first, labels)
  }
}

/// One symptom in one direction, with all rows that name it.
public struct SymptomFinding: Sendable, Hashable {
  /// The symptom.
  public let symptom: SymptomCategory
  /// Which way it goes.
  public let direction: EffectDirection
  /// How soon a person would ask about it, from 1 (first) to 5.
  public let step: Int
  /// The rows, a boxed warning first.
  public let evidence: [Evidence]
}

/// A row of evidence, and how it applies to the query.
public struct Evidence: Sendable, Hashable {
  /// Whose label the row comes from, relative to the query.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// A label of the queried concept itself.
    case own
    /// A label of the combination in a product.
    case combination
    /// A label of a salt of the ingredient.
    case salt
    /// A label of the base ingredient of a salt.
    case ingredient
    /// A label of an ingredient of a product or combination.
    case inherited
  }

  /// The row.
  public let row: EvidenceRow
  /// Whose label the row comes from: the query's own, a combination's, a salt's or an ingredient's.
  public let via: Origin
  /// The substances of its label, if they are another salt or ester than the queried one.
  public let otherForm: String?
  /// Whether the label is older than two years; `nil` if no day was given.
  public let isOld: Bool?
}

/// Something that could not be mapped.
public enum UnmappedItem: Sendable, Hashable {
  /// A code without a concept.
  case code(String)
  /// The maximum number of terms outside the 39 symptoms in a label of a subject.
  case terms(subject: RxCUI, name: String, count: Int)
  /// The maximum number of unread tables of reactions in a label of a subject.
  case tables(subject: RxCUI, name: String, count: Int)
}

extension UnmappedItem: CustomStringConvertible {
  /// The item as output writes it: `code 12`, or `6809 metformin: 40 terms`.
  public var description: String {
    switch self {
    case .code(let code): "code \(code)"
    case .terms(let subject, let name, let count): "\(subject) \(name): \(count) terms"
    case .tables(let subject, let name, let count): "\(subject) \(name): \(count) unread tables"
    }
  }
}

/// A retired code that was followed to what took its place.
public struct CodeReplacement: Sendable, Hashable {
  /// The code that was given.
  public let asked: RxCUI
  /// The codes that were queried instead.
  public let replacements: [RxCUI]
}

extension SideEffectAnswer {
  /// The note of every answer: which symptoms are not covered.
  public static let scope =
    "Only 39 symptom categories are covered; others (rash, swelling, bleeding, suicidal thoughts "
    + "and more) are not listed."
}
