// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A symptom that was logged (`HKCategorySample`).
public struct CategorySample: HealthSample, Codable {
  /// The name of the sample; an edit gives it a new one.
  public let uuid: SampleUUID
  /// The symptom.
  public let categoryType: SymptomCategory
  /// A raw value of the enumeration that the type uses.
  public let value: Int
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
