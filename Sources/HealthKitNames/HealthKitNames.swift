// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The names of HealthKit, for source that is to compile with HealthKit and with rxkit: it imports
// one or the other. They are a module of their own, since they would clash where both are imported.
// What each is says the type that it names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import MedicationModel
public import MedicationStore

// A person's medications.
public typealias HKUserAnnotatedMedication = UserAnnotatedMedication
public typealias HKMedicationConcept = MedicationConcept
public typealias HKHealthConceptIdentifier = HealthConceptIdentifier
public typealias HKHealthConceptDomain = HealthConceptDomain
public typealias HKMedicationGeneralForm = MedicationGeneralForm
public typealias HKClinicalCoding = ClinicalCoding

// Samples.
public typealias HKMedicationDoseEvent = MedicationDoseEvent
extension HKMedicationDoseEvent {
  public typealias LogStatus = MedicationModel.LogStatus
  public typealias ScheduleType = MedicationModel.ScheduleType
}
public typealias HKCategorySample = CategorySample
public typealias HKCategoryTypeIdentifier = SymptomCategory
public typealias HKCategoryValueSeverity = CategoryValueSeverity
public typealias HKCategoryValuePresence = CategoryValuePresence
public typealias HKCategoryValueAppetiteChanges = CategoryValueAppetiteChanges
public typealias HKDeletedObject = DeletedObject
public typealias HKObjectType = ObjectType
public typealias HKSource = SampleSource
public typealias HKDevice = SampleDevice

// Queries and the store.
public typealias HKUserAnnotatedMedicationQuery = UserAnnotatedMedicationQuery
public typealias HKUserAnnotatedMedicationQueryDescriptor = UserAnnotatedMedicationQueryDescriptor
public typealias HKSampleQueryDescriptor = SampleQueryDescriptor
public typealias HKAnchoredObjectQueryDescriptor = AnchoredObjectQueryDescriptor
public typealias HKSamplePredicate = SamplePredicate
public typealias HKObserverQuery = ObserverQuery
public typealias HKQueryAnchor = QueryAnchor
public typealias HKQueryOptions = QueryOptions
public typealias HKQuery = Query
public typealias HKHealthStore = HealthStore
public typealias HKAuthorizationStatus = AuthorizationStatus
public typealias HKAuthorizationRequestStatus = AuthorizationRequestStatus
public typealias HKError = HealthError
