// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A dose of a medication, planned or logged (`HKMedicationDoseEvent`).
///
/// Whether it was taken is what logStatus says, never the quantity.
public struct MedicationDoseEvent: HealthSample, Codable {
  /// The identifier of the type of dose events.
  public static let typeIdentifier = "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"

  /// The name of the sample; an edit gives it a new one.
  public let uuid: SampleUUID
  /// The medication; equals the identifier of its concept.
  public let medicationConceptIdentifier: HealthConceptIdentifier
  /// Whether it belongs to a schedule.
  public let scheduleType: ScheduleType
  /// When it was to be taken; `nil` if it is as needed.
  public let scheduledDate: Instant?
  /// The amount that was planned; `nil` if it is as needed.
  public let scheduledDoseQuantity: Double?
  /// The amount reported as taken.
  public let doseQuantity: Double?
  /// The unit that the medication had when the dose was logged.
  public let unit: DoseUnit
  /// What became of it.
  public let logStatus: LogStatus
  /// When it began.
  public let startDate: Instant
  /// When it ended; of a dose the same moment.
  public let endDate: Instant
  /// Who saved it.
  public let source: SampleSource
  /// The device it was recorded with.
  public let device: SampleDevice?
  /// Further facts, by key.
  public let metadata: [String: MetadataValue]?

  /// Makes an event; it does not get into a store by that.
  public init(
    uuid: SampleUUID, medicationConceptIdentifier: HealthConceptIdentifier,
    scheduleType: ScheduleType, scheduledDate: Instant?, scheduledDoseQuantity: Double?,
    doseQuantity: Double?, unit: DoseUnit, logStatus: LogStatus, startDate: Instant,
    endDate: Instant, source: SampleSource, device: SampleDevice? = nil,
    metadata: [String: MetadataValue]? = nil
  ) {
    self.uuid = uuid
    self.medicationConceptIdentifier = medicationConceptIdentifier
    self.scheduleType = scheduleType
    self.scheduledDate = scheduledDate
    self.scheduledDoseQuantity = scheduledDoseQuantity
    self.doseQuantity = doseQuantity
    self.unit = unit
    self.logStatus = logStatus
    (self.startDate, self.endDate) = (startDate, endDate)
    (self.source, self.device, self.metadata) = (source, device, metadata)
  }
}

/// Whether a dose belongs to a schedule (`HKMedicationDoseEvent.ScheduleType`).
public enum ScheduleType: Int, Sendable, Hashable, CaseIterable {
  /// Logged without a schedule.
  case asNeeded = 1
  /// From a schedule.
  case schedule = 2

  /// The name of the case.
  public var name: String { self == .asNeeded ? "asNeeded" : "schedule" }
}

/// What became of a dose (`HKMedicationDoseEvent.LogStatus`).
///
/// A structure, so that a status of a later system is kept with its number.
public struct LogStatus: RawRepresentable, Sendable, Hashable {
  /// HealthKit's number.
  public let rawValue: Int

  /// Keeps a number as it is.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No reaction to a reminder.
  public static let notInteracted = LogStatus(rawValue: 1)
  /// The reminder could not be delivered.
  public static let notificationNotSent = LogStatus(rawValue: 2)
  /// The reminder was put off by ten minutes.
  public static let snoozed = LogStatus(rawValue: 3)
  /// Logged as taken.
  public static let taken = LogStatus(rawValue: 4)
  /// Logged as skipped.
  public static let skipped = LogStatus(rawValue: 5)
  /// An earlier log was undone.
  public static let notLogged = LogStatus(rawValue: 6)

  /// The six known ones, by number.
  public static let all: [LogStatus] = [
    .notInteracted, .notificationNotSent, .snoozed, .taken, .skipped, .notLogged,
  ]
  private static let names = [
    "notInteracted", "notificationNotSent", "snoozed", "taken", "skipped", "notLogged",
  ]

  /// Finds a status by its name.
  public init?(name: some StringProtocol) {
    guard let index = Self.names.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
      return nil
    }
    self = Self.all[index]
  }

  /// The name; `nil` for a number that is not known.
  public var name: String? {
    Self.all.firstIndex(of: self).map { Self.names[$0] }
  }

  /// Whether the person said that the dose was taken; no other status means that.
  public var countsAsTaken: Bool { self == .taken }
}

/// The unit of a dose, such as tablet or mL (`HKUnit`).
public struct DoseUnit: Sendable, Hashable, Codable {
  /// The unit as text.
  public let unitString: String

  /// Makes a unit.
  public init(_ unitString: String) { self.unitString = unitString }

  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    unitString = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(unitString)
  }
}

// In JSON the statuses and types are names; numbers are read, too, and a number
// without a name is written as it is.

extension LogStatus: Codable {
  /// Reads a name or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self.init(rawValue: number)
    } else if let status = LogStatus(name: try container.decode(String.self)) {
      self = status
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown status")
    }
  }

  /// Writes the name, or the number of an unknown status.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let name { try container.encode(name) } else { try container.encode(rawValue) }
  }
}

extension ScheduleType: Codable {
  /// Reads a name or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try? container.decode(Int.self)
    let name = number == nil ? try container.decode(String.self) : ""
    guard let type = Self.allCases.first(where: { $0.rawValue == number || $0.name == name }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown type")
    }
    self = type
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
