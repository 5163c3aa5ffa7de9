// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
public import SymptomMapping

/// One place of a label that names a symptom, and what it says of it.
///
/// Source of the classes and rules: the documentation page "Label extraction".
public struct LabelStatement: Sendable, Hashable {
  /// The symptom that the words name.
  public var symptom: SymptomCategory
  /// How well.
  public var fit: EvidenceFit
  /// Which way.
  public var direction: EffectDirection
  /// What kind of statement it is.
  public var evidenceClass: EvidenceClass
  /// The label's own cut for "most common", in percent; `nil` if not stated.
  public var threshold: String?
  /// The figure of the drug in percent, as printed (`<1`); `nil` if none.
  public var drugPercent: String?
  /// The figure of the comparator, as printed; `nil` if none.
  public var comparatorPercent: String?
  /// What the comparator is.
  public var comparator: EvidenceComparator
  /// Whom it is about: `pediatric`, `elderly` or the label's words, at most four; `nil` for
  /// adults, or not said.
  public var population: String?
  /// Whether its words name adults.
  var isOfAdults = false
  /// What it is a sign of, or the condition of the trial, at most four words.
  public var condition: String?
  /// Whether a header over columns says the condition, and not the caption.
  var isOfGroup = false
  /// The illness that the sentence names: a condition where the label has lists for several.
  var illness: String?
  /// The trial that the sentence names: a condition where the label has lists of several.
  var trial: String?
  /// How the drug was given, as a heading says: a condition where the label has lists of several.
  var regimen: String?
  /// Whether the figures are those of a joined label of which a part is in no category.
  var isJoined = false
  /// The label's words, in lower case, at most four.
  public var term: String
  /// The index of the section among those of the label.
  public var section: Int
  /// The number of the subsection, or the beginning of its title, at most four words.
  public var subsection: String
  /// Where the words stand.
  public var place: Place

  /// Where words stand within a section.
  public enum Place: Sendable, Hashable {
    /// In the text, at these bytes.
    case text(Range<Int>)
    /// In the highlights, at these bytes.
    case highlight(Range<Int>)
    /// In a row of a table: both indices from zero.
    case table(Int, row: Int)
  }

  /// Makes a statement without figures.
  public init(
    symptom: SymptomCategory, fit: EvidenceFit, direction: EffectDirection,
    evidenceClass: EvidenceClass, term: String, section: Int, place: Place
  ) {
    self.symptom = symptom
    self.fit = fit
    self.direction = direction
    self.evidenceClass = evidenceClass
    self.term = term
    self.section = section
    self.place = place
    comparator = .none
    subsection = ""
  }
}

/// A place that names a symptom and says nothing of the drug's effects.
public struct PassedMention: Sendable, Hashable {
  /// The symptom that the words would name.
  public var symptom: SymptomCategory
  /// Why it makes no statement.
  public var reason: PassingReason
  /// The index of the section.
  public var section: Int
  /// Where the words stand.
  public var place: LabelStatement.Place

  /// Makes one.
  public init(
    symptom: SymptomCategory, reason: PassingReason, section: Int, place: LabelStatement.Place
  ) {
    self.symptom = symptom
    self.reason = reason
    self.section = section
    self.place = place
  }
}

/// Why words that name a symptom make no statement.
public enum PassingReason: String, Sendable, Hashable, CaseIterable {
  /// The sentence says that it did not occur.
  case negated
  /// It was not more frequent than on the comparator.
  case notAboveComparator = "not-above-comparator"
  /// The drug is for it.
  case indication
  /// Patients have it before they take the drug.
  case background
  /// It is a sign of another reaction.
  case signOfAnother = "sign-of-another"
  /// The sentence says what to watch for or to do.
  case instruction
  /// It was seen in animals.
  case animal
  /// It comes of an overdose.
  case overdose
  /// It is said of a class of drugs or of another drug.
  case drugClass = "drug-class"
  /// It comes of taking another drug with it.
  case interaction
  /// Somebody else has it: an infant, a fetus.
  case otherPerson = "other-person"
  /// The part of the label makes no statements about effects.
  case section
  /// It defines what a grouped term includes.
  case groupedTerm = "grouped-term"
  /// The words mean something else here.
  case lookAlike = "look-alike"
}
