// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What every sample has: its name, its time, and where it comes from.
public protocol HealthSample: Sendable, Hashable {
  /// The name of the sample; an edit gives it a new one.
  var uuid: SampleUUID { get }
  /// When it began.
  var startDate: Instant { get }
  /// When it ended, not before it began.
  var endDate: Instant { get }
  /// Who saved it.
  var source: SampleSource { get }
  /// The device it was recorded with.
  var device: SampleDevice? { get }
  /// Further facts, by key.
  var metadata: [String: MetadataValue]? { get }
}

/// Who saved a sample (`HKSource`).
public struct SampleSource: Sendable, Hashable, Codable {
  /// The name of the app.
  public let name: String
  /// The identifier of the app.
  public let bundleIdentifier: String

  /// The source of a sample that was not saved yet.
  public static let unsaved = SampleSource(name: "", bundleIdentifier: "")

  /// Makes a source.
  public init(name: String, bundleIdentifier: String) {
    (self.name, self.bundleIdentifier) = (name, bundleIdentifier)
  }
}

/// A device that recorded a sample (`HKDevice`).
public struct SampleDevice: Sendable, Hashable, Codable {
  /// The name that its owner or maker gave it.
  public let name: String?
  /// Who made it.
  public let manufacturer: String?
  /// Its model.
  public let model: String?
  /// The version of its hardware.
  public let hardwareVersion: String?
  /// The version of its firmware.
  public let firmwareVersion: String?
  /// The version of its software.
  public let softwareVersion: String?
  /// How the system knows it.
  public let localIdentifier: String?
  /// The device identifier of the US Food and Drug Administration.
  public let udiDeviceIdentifier: String?

  /// Makes a device.
  public init(
    name: String? = nil, manufacturer: String? = nil, model: String? = nil,
    hardwareVersion: String? = nil, firmwareVersion: String? = nil, softwareVersion: String? = nil,
    localIdentifier: String? = nil, udiDeviceIdentifier: String? = nil
  ) {
    (self.name, self.manufacturer, self.model) = (name, manufacturer, model)
    self.hardwareVersion = hardwareVersion
    self.firmwareVersion = firmwareVersion
    self.softwareVersion = softwareVersion
    self.localIdentifier = localIdentifier
    self.udiDeviceIdentifier = udiDeviceIdentifier
  }
}

/// A value of a sample's metadata.
public enum MetadataValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A number.
  case number(Double)
  /// A moment.
  case date(Instant)
  /// A truth value.
  case boolean(Bool)
}

extension MetadataValue: Codable {
  private enum CodingKeys: String, CodingKey { case date }

  /// Reads a string, a number, a truth value, or an object with `date`.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      // Not an object: one of the plain values follows, whose errors are the ones to throw.
      self = .date(try container.decode(Instant.self, forKey: .date))
      return
    }
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Writes a string, a number, a truth value, or an object with `date`.
  public func encode(to encoder: any Encoder) throws {
    if case .date(let date) = self {
      var container = encoder.container(keyedBy: CodingKeys.self)
      return try container.encode(date, forKey: .date)
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .boolean(let flag): try container.encode(flag)
    case .date: break
    }
  }
}
