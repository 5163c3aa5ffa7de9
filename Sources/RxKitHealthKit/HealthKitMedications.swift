// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#if canImport(HealthKit)
  internal import Foundation
  public import HealthKit
  public import MedicationModel

  // Apple's medications and doses have no initializer, so they cannot be converted back;
  // codings and identifiers convert both ways, so that queries can be made from ours.

  extension UserAnnotatedMedication {
    /// The medication as HealthKit gave it.
    ///
    /// - Throws: `ModelError` or an error of `NSKeyedArchiver` if its identifier cannot be kept.
    public init(_ medication: HKUserAnnotatedMedication) throws {
      self.init(
        nickname: medication.nickname, isArchived: medication.isArchived,
        hasSchedule: medication.hasSchedule,
        medication: try MedicationConcept(medication.medication))
    }
  }

  extension MedicationConcept {
    /// The concept as HealthKit gave it.
    ///
    /// - Throws: `ModelError` or an error of `NSKeyedArchiver` if its identifier cannot be kept.
    public init(_ concept: HKMedicationConcept) throws {
      self.init(
        identifier: try HealthConceptIdentifier(concept.identifier),
        displayText: concept.displayText, generalForm: MedicationGeneralForm(concept.generalForm),
        relatedCodings: Set(concept.relatedCodings.map { ClinicalCoding($0) }))
    }
  }

  extension HealthConceptIdentifier {
    /// The identifier as text: Base64 of the archived object, whose content is private to Apple.
    ///
    /// - Throws: `ModelError` or an error of `NSKeyedArchiver` if it cannot be kept.
    public init(_ identifier: HKHealthConceptIdentifier) throws {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: identifier, requiringSecureCoding: true)
      // HealthKit has this one domain, whatever its own string for it is.
      try self.init(domain: .medication, value: data.base64EncodedString())
    }

    /// The object of which ``init(_:)-(HKHealthConceptIdentifier)`` made the text.
    ///
    /// - Returns: `nil` for an identifier that does not come from HealthKit.
    public func healthKitIdentifier() -> HKHealthConceptIdentifier? {
      guard let data = Data(base64Encoded: value) else { return nil }
      // Not an archive: the identifier is one of rxkit's own.
      return try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: HKHealthConceptIdentifier.self, from: data)
    }
  }

  extension ClinicalCoding {
    /// The coding as HealthKit gave it.
    public init(_ coding: HKClinicalCoding) {
      self.init(system: coding.system, version: coding.version, code: coding.code)
    }

    /// The coding as HealthKit takes it.
    public var healthKitCoding: HKClinicalCoding {
      HKClinicalCoding(system: system, version: version, code: code)
    }
  }

  extension MedicationGeneralForm {
    /// The form; one that is not known here keeps its raw string.
    public init(_ form: HKMedicationGeneralForm) {
      self = Self.healthKitForms[form] ?? MedicationGeneralForm(rawValue: form.rawValue)
    }

    /// By HealthKit's constants: their strings are documented nowhere.
    private static let healthKitForms: [HKMedicationGeneralForm: MedicationGeneralForm] = [
      .capsule: .capsule, .cream: .cream, .device: .device, .drops: .drops, .foam: .foam,
      .gel: .gel, .inhaler: .inhaler, .injection: .injection, .liquid: .liquid, .lotion: .lotion,
      .ointment: .ointment, .patch: .patch, .powder: .powder, .spray: .spray,
      .suppository: .suppository, .tablet: .tablet, .topical: .topical, .unknown: .unknown,
    ]
  }
#endif
