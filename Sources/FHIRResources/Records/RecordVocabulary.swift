// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How a record names its medication.
public enum MedicationSource: String, Sendable, Hashable, CaseIterable {
  /// By a CodeableConcept of its own.
  case concept
  /// By a reference to another resource.
  case reference
  /// By a reference to a resource inside it.
  case contained
  /// By the coded ingredients of a Medication that has no code.
  case ingredient
  /// By a reference that does not resolve to a Medication.
  case unresolved
  /// Not at all.
  case none
}

/// Something about a record that its status does not say.
public enum RecordFlag: String, Sendable, Hashable, CaseIterable {
  /// Halted for a time.
  case onHold
  /// `doNotPerform`: not to be given.
  case prohibited
  /// A search included it although it did not match.
  case included
  /// A List of the document says that it was taken off.
  case removedFromList
  /// A modifier was not understood: not to be counted as taken.
  case notUnderstood
  /// The Medication referred to was entered in error.
  case medicationEnteredInError
  /// The Medication referred to is inactive.
  case medicationInactive
  /// Active, but its stated period is over on the requested day.
  case periodEnded
  /// Its stated period begins after the requested day.
  case notYetStarted
  /// Active by its status, but the document says that it is unknown whether it is taken.
  case takenUnknown
}

/// A statement that there is no medication to name.
public enum AbsenceStatement: String, Sendable, Hashable, CaseIterable {
  /// The patient is known to take nothing.
  case noneKnown
  /// Nothing is known about medications.
  case noInformation
  /// The name of the medication is absent or masked.
  case dataAbsent
}

/// A version of FHIR, as far as a document shows it.
public enum FHIRVersion: String, Sendable, Hashable, CaseIterable {
  /// 0.0.82
  case dstu1 = "DSTU1"
  /// 1.0.2
  case dstu2 = "DSTU2"
  /// 3.0
  case stu3 = "STU3"
  /// 4.0
  case r4 = "R4"
  /// 4.3
  case r4b = "R4B"
  /// 5.0
  case r5 = "R5"
  /// A ballot of 6.0.
  case r6 = "R6"
  /// Elements of different versions side by side.
  case mixed
}

/// The extensions of converted resources that are read again, so that nothing is weakened on the
/// way to FHIR and back.
package enum OwnExtension {
  /// Where the definitions would be; the host exists nowhere.
  package static let base = "https://rxkit.invalid/fhir/StructureDefinition"
  /// A mark that FHIR has no element for.
  static let flag = "\(base)/flag"
  /// What stands in place of an element of another namespace, or of text, in XML.
  package static let notFHIR = "\(base)/not-fhir"
  /// What status and modifiers mean.
  static let statusMeaning = "\(base)/status-meaning"
}
