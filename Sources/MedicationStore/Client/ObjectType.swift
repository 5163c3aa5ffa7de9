// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What authorization is requested for (`HKObjectType`).
public struct ObjectType: Sendable, Hashable {
  /// HealthKit's string for the type.
  public let identifier: String

  private init(_ identifier: String) { self.identifier = identifier }

  /// Medications of the list; their doses come with them.
  public static func userAnnotatedMedicationType() -> ObjectType {
    ObjectType("HKDataTypeUserAnnotatedMedicationConcept")
  }

  /// Doses.
  public static func medicationDoseEventType() -> ObjectType {
    ObjectType(MedicationDoseEvent.typeIdentifier)
  }

  /// Symptoms of a type.
  public static func categoryType(_ identifier: SymptomCategory) -> ObjectType {
    ObjectType(identifier.rawValue)
  }

  /// Whether the person chooses single objects, not the type.
  public func requiresPerObjectAuthorization() -> Bool { self == .userAnnotatedMedicationType() }

  var symptom: SymptomCategory? { SymptomCategory(rawValue: identifier) }
}

/// Whether an app may write a type (`HKAuthorizationStatus`).
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
  /// It was never requested.
  case notDetermined = 0
  /// The person denied it.
  case sharingDenied = 1
  /// The person allowed it.
  case sharingAuthorized = 2
}

/// Whether a request would show something to the person (`HKAuthorizationRequestStatus`).
public enum AuthorizationRequestStatus: Int, Sendable, Hashable, CaseIterable {
  /// It is not known.
  case unknown = 0
  /// Some type was not requested yet.
  case shouldRequest = 1
  /// All types were requested before.
  case unnecessary = 2
}

/// The person in front of a request: a terminal, a page, or a test.
public protocol AuthorizationSheet: Sendable {
  /// Shows the medications that a request matches, each with its switch, and returns those that
  /// are on afterwards.
  ///
  /// - Throws: Any error if the person closes the sheet; then nothing changes.
  func medications(for request: MedicationRequest) async throws -> Set<HealthConceptIdentifier>

  /// Shows the symptoms that an app did not request before, and returns those that are allowed.
  ///
  /// - Throws: Any error if the person closes the sheet; then nothing changes.
  func symptoms(
    for request: SymptomRequest
  ) async throws -> (shared: Set<SymptomCategory>, read: Set<SymptomCategory>)
}

/// A request for medications, as a sheet shows it.
public struct MedicationRequest: Sendable {
  /// The app that requests it.
  public let app: SampleSource
  /// The medications that match, in the order of adding.
  public let medications: [UserAnnotatedMedication]
  /// Those that are switched on at present.
  public let granted: Set<HealthConceptIdentifier>
}

/// A request for symptoms, as a sheet shows it.
public struct SymptomRequest: Sendable {
  /// The app that requests it.
  public let app: SampleSource
  /// The symptoms that it wants to write.
  public let shared: Set<SymptomCategory>
  /// The symptoms that it wants to read.
  public let read: Set<SymptomCategory>
}
