// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// Which label subjects name a symptom, and how: the inverse of a side-effect look-up.
///
/// A statement about the labels that were read, not advice: it ranks
/// statements, not drugs, and absence does not rule a subject out.
public struct SymptomAnswer: Sendable, Hashable {
  /// The requested symptom.
  public let symptom: SymptomCategory
  /// The requested direction; `nil` for every direction.
  public let direction: EffectDirection?
  /// Subjects whose boxed warning names the symptom, whatever the filter, by code.
  public let boxed: [SymptomSubject]
  /// The subjects that fit the filter, those first for which a person would ask about the
  /// symptom first: by step, difference, class, agreement, then code.
  public let subjects: [SymptomSubject]
  /// How many subjects and directions name the symptom, before the filter.
  public let unfilteredCount: Int
  /// How many subjects some label was read about: only of these is anything known.
  public let readSubjectCount: Int
}

/// A subject of labels that name a symptom.
public struct SymptomSubject: Sendable, Hashable {
  /// What the labels are about.
  public let subject: EvidenceSubject
  /// RxNorm's name of it.
  public let name: String
  /// What its labels say of the symptom, in one direction.
  public let finding: SymptomFinding
}

/// The statements about a symptom that are requested.
public struct SymptomFilter: Sendable, Hashable {
  /// The direction; `nil` for all.
  ///
  /// A label that does not state a direction fits every one.
  public var direction: EffectDirection?
  /// A subject must have one of these kinds of statement; any if empty.
  public var classes: Set<EvidenceClass>
  /// Routes of labels as SPL writes them, such as `ORAL`; any if empty.
  ///
  /// Labels of other routes do not affect the rank.
  public var routes: Set<String>

  /// Makes a filter; without anything set it takes every statement.
  public init(
    direction: EffectDirection? = nil, classes: Set<EvidenceClass> = [], routes: Set<String> = []
  ) {
    self.direction = direction
    self.classes = classes
    self.routes = routes
  }

  /// Whether a direction is the requested one or unspecified.
  func fits(_ direction: EffectDirection) -> Bool {
    direction.fits(self.direction)
  }
}

extension EffectDirection {
  /// Whether a label's direction can be the requested one.
  func fits(_ asked: EffectDirection?) -> Bool {
    switch asked {
    case nil, .present, .unspecified: true
    case .decreased, .increased: self == asked || self == .unspecified
    }
  }
}
