// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The declarations of HealthKit that RxKitHealthKit uses: names and types as in Apple's headers of
// the 26.0 SDKs, no behaviour. Nothing is ever run with them.

private func none<Result>(_ name: String = #function) -> Result { preconditionFailure(name) }

public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public final class HKHealthConceptIdentifier: NSObject, NSSecureCoding, @unchecked Sendable {
  public static var supportsSecureCoding: Bool { true }
  public init?(coder: NSCoder) { nil }
  public func encode(with coder: NSCoder) {}
  public var domain: HKHealthConceptDomain { none() }
}

public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static var capsule: Self { none() }
  public static var cream: Self { none() }
  public static var device: Self { none() }
  public static var drops: Self { none() }
  public static var foam: Self { none() }
  public static var gel: Self { none() }
  public static var inhaler: Self { none() }
  public static var injection: Self { none() }
  public static var liquid: Self { none() }
  public static var lotion: Self { none() }
  public static var ointment: Self { none() }
  public static var patch: Self { none() }
  public static var powder: Self { none() }
  public static var spray: Self { none() }
  public static var suppository: Self { none() }
  public static var tablet: Self { none() }
  public static var topical: Self { none() }
  public static var unknown: Self { none() }
}

public final class HKClinicalCoding: NSObject, @unchecked Sendable {
  public init(system: String, version: String?, code: String) {}
  public var system: String { none() }
  public var version: String? { none() }
  public var code: String { none() }
}

public final class HKMedicationConcept: NSObject, @unchecked Sendable {
  override init() {}
  public var identifier: HKHealthConceptIdentifier { none() }
  public var displayText: String { none() }
  public var generalForm: HKMedicationGeneralForm { none() }
  public var relatedCodings: Set<HKClinicalCoding> { none() }
}

public final class HKUserAnnotatedMedication: NSObject, @unchecked Sendable {
  override init() {}
  public var nickname: String? { none() }
  public var isArchived: Bool { none() }
  public var hasSchedule: Bool { none() }
  public var medication: HKMedicationConcept { none() }
}

public class HKObjectType: NSObject, @unchecked Sendable {
  public var identifier: String { none() }
}

public class HKSampleType: HKObjectType, @unchecked Sendable {}

public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public final class HKCategoryType: HKSampleType, @unchecked Sendable {
  public init(_ identifier: HKCategoryTypeIdentifier) {}
}

public final class HKSource: NSObject, @unchecked Sendable {
  override init() {}
  public var name: String { none() }
  public var bundleIdentifier: String { none() }
}

public final class HKSourceRevision: NSObject, @unchecked Sendable {
  override init() {}
  public var source: HKSource { none() }
}

public final class HKDevice: NSObject, @unchecked Sendable {
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {}
  public var name: String? { none() }
  public var manufacturer: String? { none() }
  public var model: String? { none() }
  public var hardwareVersion: String? { none() }
  public var firmwareVersion: String? { none() }
  public var softwareVersion: String? { none() }
  public var localIdentifier: String? { none() }
  public var udiDeviceIdentifier: String? { none() }
}

public class HKObject: NSObject, @unchecked Sendable {
  public var uuid: UUID { none() }
  public var sourceRevision: HKSourceRevision { none() }
  public var device: HKDevice? { none() }
  public var metadata: [String: Any]? { none() }
}

public class HKSample: HKObject, @unchecked Sendable {
  public var sampleType: HKSampleType { none() }
  public var startDate: Date { none() }
  public var endDate: Date { none() }
}

public final class HKCategorySample: HKSample, @unchecked Sendable {
  public init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {}
  public var categoryType: HKCategoryType { none() }
  public var value: Int { none() }
}

public final class HKUnit: NSObject, @unchecked Sendable {
  override init() {}
  public var unitString: String { none() }
}

public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
  public enum LogStatus: Int, Sendable {
    case notInteracted = 1
    case notificationNotSent, snoozed, taken, skipped, notLogged
  }

  public enum ScheduleType: Int, Sendable {
    case asNeeded = 1
    case schedule
  }

  override init() {}
  public var scheduleType: ScheduleType { none() }
  public var medicationConceptIdentifier: HKHealthConceptIdentifier { none() }
  public var scheduledDate: Date? { none() }
  public var scheduledDoseQuantity: Double? { none() }
  public var doseQuantity: Double? { none() }
  public var logStatus: LogStatus { none() }
  public var unit: HKUnit { none() }
}
