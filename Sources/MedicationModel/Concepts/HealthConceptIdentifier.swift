// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The identifier of a health concept, the same on every device and over time.
///
/// Mirrors `HKHealthConceptIdentifier`. The value is opaque: it is compared
/// byte for byte and never parsed, even where ``rxNorm(_:)`` or
/// ``userEntered(displayText:codings:)`` made it.
public struct HealthConceptIdentifier: Sendable {
  /// The longest value, in bytes of UTF-8.
  public static let maximumByteCount = 4096

  /// The group of concepts that the identifier belongs to.
  public let domain: HealthConceptDomain
  /// Opaque text of 1 to ``maximumByteCount`` bytes of UTF-8.
  public let value: String

  /// Keeps an opaque value.
  ///
  /// - Throws: ``ModelError/identifierLength(byteCount:)`` if the value is empty or too long.
  public init(
    domain: HealthConceptDomain = .medication, value: String
  ) throws(ModelError) {
    let byteCount = value.utf8.count
    guard byteCount > 0, byteCount <= Self.maximumByteCount else {
      throw .identifierLength(byteCount: byteCount)
    }
    self.init(domain: domain, ofValidLength: value)
  }

  /// Keeps the opaque value of a medication; `nil` if it is empty or too long.
  public init?(_ value: String) {
    guard let identifier = try? HealthConceptIdentifier(value: value) else { return nil }
    self = identifier
  }

  /// Keeps a value whose length its maker knows to be valid.
  init(domain: HealthConceptDomain = .medication, ofValidLength value: String) {
    self.domain = domain
    self.value = value
  }
}

extension HealthConceptIdentifier: Hashable, Comparable {
  /// Whether domain and value are the same bytes.
  public static func == (left: HealthConceptIdentifier, right: HealthConceptIdentifier) -> Bool {
    left.value.hasSameBytes(as: right.value) && left.domain == right.domain
  }

  /// Hashes the bytes that equality compares.
  public func hash(into hasher: inout Hasher) {
    domain.hash(into: &hasher)
    value.hashBytes(into: &hasher)
  }

  /// Orders by domain and value, in byte order.
  public static func < (left: HealthConceptIdentifier, right: HealthConceptIdentifier) -> Bool {
    left.domain == right.domain
      ? left.value.precedesInBytes(right.value)
      : left.domain.rawValue.precedesInBytes(right.domain.rawValue)
  }
}

extension HealthConceptIdentifier: Codable {
  private enum CodingKeys: String, CodingKey {
    case domain, value
  }

  /// Reads the bare string of a medication's identifier, or an object of domain and value.
  public init(from decoder: any Decoder) throws {
    let domain: HealthConceptDomain
    let value: String
    if let bare = try? decoder.singleValueContainer().decode(String.self) {
      // Not a string: the other shape follows, whose errors are the ones to throw.
      (domain, value) = (.medication, bare)
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      domain = try container.decode(HealthConceptDomain.self, forKey: .domain)
      value = try container.decode(String.self, forKey: .value)
    }
    do {
      try self.init(domain: domain, value: value)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes a medication's identifier as a bare string, any other with its domain.
  public func encode(to encoder: any Encoder) throws {
    guard domain != .medication else {
      var container = encoder.singleValueContainer()
      try container.encode(value)
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(domain, forKey: .domain)
    try container.encode(value, forKey: .value)
  }
}

/// The group of health concepts that an identifier belongs to.
///
/// Mirrors `HKHealthConceptDomain`, whose only value is ``medication``. A
/// string-backed struct, so that a domain added by a later system is preserved.
public struct HealthConceptDomain: RawRepresentable, Sendable, Codable {
  /// The name of the domain.
  public let rawValue: String

  /// Keeps a name as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Medications.
  public static let medication = HealthConceptDomain(rawValue: "HKHealthConceptDomainMedication")
}

extension HealthConceptDomain: Hashable {
  /// Whether both names are the same bytes.
  public static func == (left: HealthConceptDomain, right: HealthConceptDomain) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Hashes the bytes that equality compares.
  public func hash(into hasher: inout Hasher) {
    rawValue.hashBytes(into: &hasher)
  }
}

/// An error of the vocabulary's types, with a stable code.
public enum ModelError: Error, Sendable, Hashable {
  /// An identifier that is empty or too long, with its number of bytes.
  case identifierLength(byteCount: Int)

  /// The stable name of the error.
  public var code: String {
    switch self {
    case .identifierLength: "model.identifier-length"
    }
  }
}

extension ModelError: CustomStringConvertible {
  /// What was found and what was expected; never the value itself.
  public var description: String {
    switch self {
    case .identifierLength(let byteCount):
      "identifier has \(byteCount) bytes of UTF-8, expected 1 to "
        + "\(HealthConceptIdentifier.maximumByteCount)  [\(code)]"
    }
  }
}
