// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#if canImport(HealthKit)
  public import Foundation
  public import HealthKit
  public import MedicationModel

  extension MedicationDoseEvent {
    /// The dose as HealthKit gave it.
    ///
    /// - Throws: `ModelError` or an error of `NSKeyedArchiver` if the medication's identifier cannot
    ///   be kept.
    public init(_ event: HKMedicationDoseEvent) throws {
      self.init(
        uuid: SampleUUID(event.uuid),
        medicationConceptIdentifier: try HealthConceptIdentifier(event.medicationConceptIdentifier),
        scheduleType: event.scheduleType == .schedule ? .schedule : .asNeeded,
        scheduledDate: event.scheduledDate.map { Instant($0) },
        scheduledDoseQuantity: event.scheduledDoseQuantity, doseQuantity: event.doseQuantity,
        unit: DoseUnit(event.unit.unitString),
        // A status of a later system keeps its number, and does not count as taken.
        logStatus: LogStatus(rawValue: event.logStatus.rawValue),
        startDate: Instant(event.startDate), endDate: Instant(event.endDate),
        source: SampleSource(event.sourceRevision.source),
        device: event.device.map(SampleDevice.init),
        metadata: event.metadata.map([String: MetadataValue].init(healthKit:)))
    }
  }

  extension CategorySample {
    /// The symptom as HealthKit gave it; `nil` for a category that is none of the 39 symptoms.
    public init?(_ sample: HKCategorySample) {
      guard let type = SymptomCategory(rawValue: sample.categoryType.identifier) else { return nil }
      self.init(
        type: type, value: sample.value, start: Instant(sample.startDate),
        end: Instant(sample.endDate), device: sample.device.map(SampleDevice.init),
        metadata: sample.metadata.map([String: MetadataValue].init(healthKit:)),
        uuid: SampleUUID(sample.uuid), source: SampleSource(sample.sourceRevision.source))
    }

    /// The symptom as HealthKit saves it, which assigns a uuid and a source.
    public var healthKitSample: HKCategorySample {
      HKCategorySample(
        type: HKCategoryType(HKCategoryTypeIdentifier(rawValue: categoryType.rawValue)),
        value: value, start: startDate.date, end: endDate.date, device: device?.healthKitDevice,
        metadata: metadata?.mapValues(\.healthKitValue))
    }
  }

  extension SampleSource {
    fileprivate init(_ source: HKSource) {
      self.init(name: source.name, bundleIdentifier: source.bundleIdentifier)
    }
  }

  extension SampleDevice {
    fileprivate init(_ device: HKDevice) {
      self.init(
        name: device.name, manufacturer: device.manufacturer, model: device.model,
        hardwareVersion: device.hardwareVersion, firmwareVersion: device.firmwareVersion,
        softwareVersion: device.softwareVersion, localIdentifier: device.localIdentifier,
        udiDeviceIdentifier: device.udiDeviceIdentifier)
    }

    fileprivate var healthKitDevice: HKDevice {
      HKDevice(
        name: name, manufacturer: manufacturer, model: model, hardwareVersion: hardwareVersion,
        firmwareVersion: firmwareVersion, softwareVersion: softwareVersion,
        localIdentifier: localIdentifier, udiDeviceIdentifier: udiDeviceIdentifier)
    }
  }

  extension [String: MetadataValue] {
    /// Texts, numbers, truth values and dates; quantities with a unit have no value here.
    fileprivate init(healthKit metadata: [String: Any]) {
      self = metadata.compactMapValues { value in
        switch value {
        case let text as String: .string(text)
        case let date as Date: .date(Instant(date))
        case let number as NSNumber:
          // A truth value is an NSNumber of the type char.
          if unsafe String(cString: number.objCType) == "c" {
            .boolean(number.boolValue)
          } else {
            .number(number.doubleValue)
          }
        default: nil
        }
      }
    }
  }

  extension MetadataValue {
    fileprivate var healthKitValue: Any {
      switch self {
      case .string(let text): text
      case .number(let number): number
      case .boolean(let flag): flag
      case .date(let date): date.date
      }
    }
  }

  extension SampleUUID {
    /// The same 128 bits.
    public init(_ uuid: UUID) {
      // Foundation writes the form that is read here.
      self = SampleUUID(uuid.uuidString) ?? SampleUUID(high: 0, low: 0)
    }
  }

  extension Instant {
    /// The moment, to the nanosecond that the date's number is nearest to.
    public init(_ date: Date) {
      let nanoseconds = (date.timeIntervalSince1970 * 1_000_000_000).rounded()
      self.init(
        nanosecondsSince1970: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
    }

    /// The moment as Foundation's date.
    public var date: Date {
      Date(timeIntervalSince1970: Double(nanosecondsSince1970) / 1_000_000_000)
    }
  }
#endif
