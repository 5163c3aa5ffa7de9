// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel
public import SymptomMapping

/// What a medication means: the answer to one query.
///
/// Everything that was given is kept in ``query``; everything else is derived
/// and says how.
public struct ResolvedMedication: Sendable {
  /// The query, unchanged.
  public private(set) var query: MedicationQuery
  /// Every given coding with its outcome; none is lost.
  public let codings: [ResolvedCoding]
  /// The concepts: one, or several that no rule chooses between.
  public let concepts: [MatchedConcept]
  /// What a text may name that was not accepted, the best first, each with its score.
  ///
  /// Nothing follows from these: they are for a person to look at.
  public let candidates: [MatchedConcept]
  /// How sure the answer is at each level.
  public let certainty: ResolvedCertainty
  /// The ingredients of the concepts, and those that a document lists.
  ///
  /// If a text certainly names a drug but no product, those of the drug,
  /// without strengths.
  public let ingredients: [ResolvedIngredient]
  /// The brand (BN), where the concept has exactly one.
  public let brand: Concept?
  /// The dose forms (DF) of the concepts, each once.
  public let doseForms: [Concept]
  /// The general form, given and derived.
  public let generalForm: ResolvedGeneralForm
  /// The products of a pack, in the order of its name.
  public let packContents: [Concept.PackItem]
  /// What the labels of the ingredients name.
  public private(set) var sideEffects: SideEffectAnswer
  /// Why the side effects are empty or incomplete, such as `no_label` or `unknown_code`;
  /// `not_asked` if the session left them out.
  public let sideEffectReasons: [String]
  /// What a person should know about the answer.
  public private(set) var problems: [Problem]
  /// The release that the answer was made from.
  public let release: ReleaseIdentity
  /// The JSON of everything that depends only on what was resolved, if it is known.
  private(set) var derivedText: DerivedText?
  /// The side effects as other answers share them, if they do.
  private(set) var sharedEffects: EvidenceMemory.Known?
}

extension ResolvedMedication {
  /// The same answer to another query that gives the same to resolve.
  func answering(_ query: MedicationQuery, problems: [Problem]) -> ResolvedMedication {
    var answer = self
    answer.query = query
    answer.problems = problems
    return answer
  }

  /// Writes what is derived, to be copied from now on.
  mutating func keepText(_ memory: inout EffectMemory, includingSideEffects: Bool) {
    derivedText = written(&memory, includingSideEffects: includingSideEffects)
  }

  /// The same answer with the age of labels counted to a day, not to the release's date.
  public func countingLabelAges(to day: LabelDate) -> ResolvedMedication {
    var answer = self
    answer.sideEffects = sideEffects.countingAges(to: day)
    answer.derivedText = nil
    answer.sharedEffects = nil
    return answer
  }

  /// The same answer with what was noted while the query was read, first.
  public func adding(_ notes: [Problem]) -> ResolvedMedication {
    var answer = self
    answer.problems = notes + problems
    return answer
  }
}

/// A given coding and what became of it.
public struct ResolvedCoding: Sendable, Hashable {
  /// What became of a coding.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It leads to one concept or more.
    case resolved
    /// It is a retired code that leads to its replacement.
    case replaced
    /// The release does not hold it.
    case unknown
    /// It cannot be a code of its system.
    case malformed
    /// Its code system is not known, or not given.
    case systemUnknown = "system-unknown"
    /// Its code system is known, and the catalog holds no link from it.
    case notRxNorm = "not-rxnorm"
  }

  /// The coding as it was given.
  public let coding: FHIRCoding
  /// What became of it.
  public let outcome: Outcome
  /// The concepts that it leads to.
  public let concepts: [MatchedConcept]
}

/// How sure an answer is at three levels.
public struct ResolvedCertainty: Sendable, Hashable {
  /// How sure one level is.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Codes give exactly one answer.
    case certain
    /// Text gives exactly one answer.
    case text
    /// Part of the answer is missing.
    case incomplete
    /// There are several answers.
    case ambiguous
    /// What was given does not say.
    case unknown
  }

  /// Which substances it holds.
  public let ingredient: Level
  /// Which clinical drug it is: substances, strengths and form.
  public let clinicalDrug: Level
  /// Which product it is: with its brand, pack or NDC.
  public let product: Level
}

/// One ingredient of a medication.
public struct ResolvedIngredient: Sendable {
  /// Who says so.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The catalog, for the concept found.
    case catalog
    /// The document.
    case document
  }

  /// The base ingredient (IN); `nil` where a document's ingredient leads to none.
  public let concept: Concept?
  /// The salt or isomer (PIN) that the product's component names.
  public let preciseIngredient: Concept?
  /// The name: the catalog's, else the document's words.
  public let name: String?
  /// The strength as its origin writes it.
  public let strengthText: String?
  /// The strength in exact decimals.
  public let strength: Strength?
  /// The substance that the strength is of, where the release states it, if only in the name of
  /// the product's component.
  public let basis: String?
  /// Who says so.
  public let origin: Origin
  /// The document's codings of it, each with its outcome.
  public let codings: [ResolvedCoding]
  /// Whether it counts as a drug: one that a document says to be inactive has no concept.
  public var isActive = true
}

extension ResolvedIngredient {
  /// An ingredient of the catalog about which nothing else is known.
  init(_ concept: Concept) {
    self.init(
      concept: concept, preciseIngredient: nil, name: concept.name, strengthText: nil,
      strength: nil, basis: nil, origin: .catalog, codings: [])
  }
}

/// The manufactured form: what was given and what follows from the dose form.
public struct ResolvedGeneralForm: Sendable, Hashable {
  /// Where a derived form comes from.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// From the dose form that the release relates, by the table of general forms.
    case doseForm = "rxnorm-dose-form"
    /// From the products of a pack, which all have it.
    case packContents = "pack-contents"
    /// From nowhere.
    case none
  }

  /// The form that the query gives; `nil` for queries that have none.
  public let given: MedicationGeneralForm?
  /// The form that follows from the catalog; `unknown` if none does.
  public let derived: MedicationGeneralForm
  /// Where the derived form comes from.
  public let origin: Origin
}
