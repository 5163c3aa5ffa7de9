// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A symptom that was logged (`HKCategorySample`).
public struct CategorySample: HealthSample, Codable {
  public let uuid: SampleUUID
  /// The symptom.
  public let categoryType: SymptomCategory
  /// A raw value of the enumeration that the type uses.
  public let value: Int
  public let startDate: Instant
  public let endDate: Instant
  public let source: SampleSource
  public let device: SampleDevice?
  public let metadata: [String: MetadataValue]?

  /// The key under which a sample may name the medication it was logged for.
  public static let medicationKey = "rxkit.medicationConceptIdentifier"
  /// The key under which a sample may name the dose it was logged for.
  public static let doseKey = "rxkit.medicationDoseEvent"

  /// Makes a sample that is to be saved; the store sets its source.
  public init(
    type: SymptomCategory, value: Int, start: Instant, end: Instant, device: SampleDevice? = nil,
    metadata: [String: MetadataValue]? = nil, uuid: SampleUUID = SampleUUID(),
    source: SampleSource = .unsaved
  ) {
    self.uuid = uuid
    (categoryType, self.value) = (type, value)
    (startDate, endDate) = (start, end)
    (self.source, self.device, self.metadata) = (source, device, metadata)
  }
}
