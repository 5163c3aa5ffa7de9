// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import HealthKitNames
import MedicationModel
import MedicationStore
import Testing

@Suite("The names of HealthKit")
struct HealthKitNamesTests {
  /// Lines as an app has them that imports HealthKit.
  private static func taken(
    _ events: [HKMedicationDoseEvent], of medication: HKUserAnnotatedMedication
  ) -> [HKMedicationDoseEvent] {
    events.filter { event in
      event.medicationConceptIdentifier == medication.medication.identifier
        && event.logStatus == HKMedicationDoseEvent.LogStatus.taken
        && event.scheduleType == HKMedicationDoseEvent.ScheduleType.asNeeded
    }
  }

  @Test("Source with the names of HealthKit compiles and means the same")
  func source() throws {
    let identifier = try HKHealthConceptIdentifier(value: "rxnorm:861007")
    let concept = HKMedicationConcept(
      identifier: identifier, displayText: "metformin", generalForm: .tablet,
      relatedCodings: [
        HKClinicalCoding(
          system: "http://www.nlm.nih.gov/research/umls/rxnorm", version: nil, code: "861007")
      ])
    let medication = HKUserAnnotatedMedication(
      nickname: nil, isArchived: false, hasSchedule: false, medication: concept)
    #expect(Self.taken([], of: medication).isEmpty)
    #expect(HKMedicationDoseEvent.LogStatus.taken.rawValue == 4)
    #expect(HKCategoryTypeIdentifier.headache.rawValue == "HKCategoryTypeIdentifierHeadache")
  }
}
