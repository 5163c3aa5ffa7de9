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
  /// Shows what an app requests, each with its switch, and returns what is on afterwards.
  ///
  /// - Throws: Any error if the person closes the sheet; then nothing changes.
  func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer
}

/// A request for medications, or for symptoms that an app did not request before.
public struct AuthorizationRequest: Sendable {
  /// The app that requests it.
  public let app: SampleSource
  /// Whether medications are requested, also where none matches.
  public let isForMedications: Bool
  /// The medications that match, in the order of adding.
  public internal(set) var medications: [UserAnnotatedMedication] = []
  /// Those that are switched on at present.
  public internal(set) var granted: Set<HealthConceptIdentifier> = []
  /// The symptoms that the app wants to write.
  public internal(set) var shared: Set<SymptomCategory> = []
  /// The symptoms that it wants to read.
  public internal(set) var read: Set<SymptomCategory> = []
}

/// What a person allows of a request.
public struct AuthorizationAnswer: Sendable {
  /// The medications that are switched on.
  public var medications: Set<HealthConceptIdentifier>
  /// The symptoms that the app may write.
  public var shared: Set<SymptomCategory>
  /// The symptoms that it may read.
  public var read: Set<SymptomCategory>

  /// Makes an answer that allows nothing but what is named.
  public init(
    medications: Set<HealthConceptIdentifier> = [], shared: Set<SymptomCategory> = [],
    read: Set<SymptomCategory> = []
  ) {
    (self.medications, self.shared, self.read) = (medications, shared, read)
  }
}
