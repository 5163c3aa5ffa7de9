// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What one AllergyIntolerance says: a fact beside medications, never one of them (S13).
public struct AllergyRecord: Sendable, Hashable {
  /// The address of the resource, as ``MedicationRecord/entryPath``.
  public var entryPath: String
  /// The logical id.
  public var id: String?
  /// The reference to the patient as written.
  public var subject: String?
  /// The server part of the entry's own address, with its last slash, to which a local reference to
  /// the patient belongs first; `nil` if the address or the reference is none of that kind.
  public var subjectBase: String?
  /// The identifier of the patient, where it is given with or in place of the reference.
  @Aside public var subjectIdentifier: FHIRIdentifier?
  /// The clinical status as written: `active`, `inactive` or `resolved`, or the words of DSTU2.
  public var clinicalStatus: String?
  /// How sure it is, as written: `confirmed`, `refuted`, `entered-in-error` and others.
  public var verificationStatus: String?
  /// What the allergy is to.
  public var codings: [FHIRCoding]
  /// The words for it.
  public var text: String?
  /// The substances of single reactions, where the document names some.
  public var reactionSubstances: [FHIRConcept]
  /// Allergy or intolerance, as written.
  public var type: String?
  /// `medication`, `food`, `environment`, `biologic`, as written.
  public var category: [String]
  /// How serious it may become, as written: `low`, `high`, `unable-to-assess`.
  public var criticality: String?
  /// When it was written down, as written.
  public var recorded: String?
  /// Whether it is refuted or entered in error: not compared with medications (S34).
  public var isRefuted: Bool
  /// Whether it says that there is no allergy, or that none is known: not compared (S34).
  public var isAbsence: Bool
  /// Whether a modifier was not understood: not to be compared.
  public var isNotUnderstood: Bool
  /// The version that the resource or its document shows.
  public var fhirVersion: FHIRVersion?
  /// What was odd, with JSON paths within the resource.
  public var problems: [Problem]

  /// Makes a record that says nothing yet.
  public init(entryPath: String) {
    self.entryPath = entryPath
    codings = []
    reactionSubstances = []
    category = []
    isRefuted = false
    isAbsence = false
    isNotUnderstood = false
    problems = []
  }

  /// Whether its substance may be compared with ingredients (S34).
  public var isComparable: Bool { !isRefuted && !isAbsence && !isNotUnderstood }
}
