// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A code in the context of a code system.
///
/// Mirrors `HKClinicalCoding`: FHIR's `Coding` without display. Two codings
/// are equal when the UTF-8 bytes of system, version and code are;
/// Swift's own string equality would also equate canonical equivalents.
public struct ClinicalCoding: Sendable {
  /// The URL of the code system, for RxNorm ``CodeSystem/rxNorm``.
  public let system: String
  /// The version of the code system, if it was given.
  public let version: String?
  /// The code.
  public let code: String

  /// Makes a coding.
  public init(system: String, version: String?, code: String) {
    self.system = system
    self.version = version
    self.code = code
  }
}

extension ClinicalCoding: Hashable, Comparable {
  /// Whether all three parts are equal byte for byte; no version differs from an empty one.
  public static func == (left: ClinicalCoding, right: ClinicalCoding) -> Bool {
    left.code.hasSameBytes(as: right.code)
      && left.system.hasSameBytes(as: right.system)
      && (left.version == nil) == (right.version == nil)
      && (left.version ?? "").hasSameBytes(as: right.version ?? "")
  }

  /// Hashes the bytes that equality compares.
  public func hash(into hasher: inout Hasher) {
    system.hashBytes(into: &hasher)
    code.hashBytes(into: &hasher)
    version?.hashBytes(into: &hasher)
  }

  /// Orders by system, code and version, in byte order; no version comes first.
  public static func < (left: ClinicalCoding, right: ClinicalCoding) -> Bool {
    if !left.system.hasSameBytes(as: right.system) {
      return left.system.precedesInBytes(right.system)
    }
    if !left.code.hasSameBytes(as: right.code) { return left.code.precedesInBytes(right.code) }
    return switch (left.version, right.version) {
    case (nil, nil), (_, nil): false
    case (nil, _): true
    case (let a?, let b?): a.precedesInBytes(b)
    }
  }
}

extension ClinicalCoding: Codable {
  private enum CodingKeys: String, CodingKey {
    case system, version, code
  }

  /// Reads a coding; system and code must be there and not be empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    system = try Self.text(.system, in: container)
    version = try container.decodeIfPresent(String.self, forKey: .version)
    code = try Self.text(.code, in: container)
  }

  /// Writes all three members, a missing version as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(system, forKey: .system)
    try container.encode(version, forKey: .version)
    try container.encode(code, forKey: .code)
  }

  private static func text(
    _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> String {
    let text = try container.decode(String.self, forKey: key)
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "\(key.rawValue) is empty, expected text")
    }
    return text
  }
}

/// The code systems that medication data names, by their canonical URL.
///
/// Canonical URLs and OIDs are those of HL7 terminology's naming systems.
public enum CodeSystem {
  /// RxNorm.
  public static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  /// The US National Drug Code.
  public static let ndc = "http://hl7.org/fhir/sid/ndc"
  /// SNOMED CT, every edition.
  public static let snomedCT = "http://snomed.info/sct"
  /// The Anatomical Therapeutic Chemical classification.
  public static let atc = "http://www.whocc.no/atc"
  /// Vaccine codes of the US Centers for Disease Control.
  public static let cvx = "http://hl7.org/fhir/sid/cvx"
  /// FDA's unique ingredient identifiers.
  public static let unii = "http://fdasis.nlm.nih.gov"
}
