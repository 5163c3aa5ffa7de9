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
  public var comparator = EvidenceComparator.none
  /// Whom it is about: `pediatric`, `elderly` or the label's word; `nil` for adults, or not said.
  public var population: String?
  /// Whether it is an effect, or a sign of something else.
  public var sense = EvidenceSense.effect
  /// The caption of the table, or heading and lead-in, in the label's words; empty if they say
  /// nothing but that they are adverse reactions.
  public var context = ""
  /// The header path of the drug's column; empty outside tables.
  public var arm = ""
  /// The header path of the comparator's column.
  public var comparatorArm = ""
  /// The label's words, in lower case, at most four.
  public var term: String
  /// The index of the section among those of the label.
  public var section: Int
  /// The number of the subsection, or the beginning of its title, at most four words.
  public var subsection = ""
  /// Where the words are.
  public var place: Place

  /// Where words are within a section.
  public enum Place: Sendable, Hashable {
    case text(Range<Int>)
    case highlight(Range<Int>)
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
  }

  init(_ phrase: Phrase, evidenceClass: EvidenceClass, term: String, section: Int, place: Place) {
    self.init(
      symptom: phrase.symptom, fit: phrase.fit, direction: phrase.direction,
      evidenceClass: evidenceClass, term: term, section: section, place: place)
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
  /// Where the words are.
  public var place: LabelStatement.Place
}

extension PassedMention {
  init(_ statement: LabelStatement, _ reason: PassingReason) {
    self.init(
      symptom: statement.symptom, reason: reason, section: statement.section,
      place: statement.place)
  }
}

/// Why words that name a symptom make no statement.
public enum PassingReason: String, Sendable, Hashable, CaseIterable {
  /// The sentence says that it did not occur.
  case negated
  /// It was not more frequent than on the comparator.
  case notAboveComparator = "not-above-comparator"
  case indication, background, animal, section
  case groupedTerm = "grouped-term"
  /// The words around it do not state an effect, by the learned judge.
  case judged
}

/// All that a label says of symptoms.
public struct LabelReading: Sendable, Hashable {
  /// The statements, in the order of the label: sections, in each its text, highlights, tables.
  public var statements: [LabelStatement] = []
  /// The places that name a symptom and say nothing of effects, in the same order.
  public var passed: [PassedMention] = []
  /// Terms of effects that no category covers, each with how often it occurs; sorted.
  public var unmapped: [UnmappedTerm] = []
  /// Whether the label has a boxed warning, and its title.
  public var boxedTitle: String?
  /// Whether a section is there that can name effects.
  public var hasEffectSection = false
  /// How many tables of adverse reactions have figures that could not be read.
  public var unreadTables = 0

  /// A term without a category.
  public struct UnmappedTerm: Sendable, Hashable {
    /// The term, in lower case.
    public var term: String
    /// How many places have it.
    public var count: Int

    /// Makes a term.
    public init(_ term: String, count: Int) {
      self.term = term
      self.count = count
    }
  }

  /// Makes an empty reading.
  public init() {}
}
