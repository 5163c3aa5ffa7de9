// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The 128 bits that name a sample.
///
/// What HealthKit calls `UUID`; the type of that name is Foundation's.
public struct SampleUUID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a random UUID (version 4) of 128 bits, six of which are replaced.
  public init(high: UInt64, low: UInt64) {
    self.high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    self.low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Makes a random UUID.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(high: generator.next(), low: generator.next())
  }

  /// Makes a random UUID.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Keeps sixteen bytes as they are; `nil` if there are more or fewer.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the usual form of 36 characters, in either case; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var bytes: [UInt8] = []
    var digits = 0
    for (index, character) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard character == 0x2D else { return nil }
        continue
      }
      guard let digit = Self.value(ofHexadecimal: character), index < 36 else { return nil }
      if digits % 2 == 0 { bytes.append(digit << 4) } else { bytes[bytes.count - 1] |= digit }
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(bytes: bytes)
  }

  /// The sixteen bytes, most significant first.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  private static func value(ofHexadecimal character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}

extension SampleUUID: Comparable, Codable, CustomStringConvertible {
  /// Orders by bytes.
  public static func < (left: SampleUUID, right: SampleUUID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The UUID in upper case, as HealthKit shows it.
  public var description: String { bytes.textOfUUID(uppercase: true) }

  /// Reads the form of 36 characters.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let uuid = SampleUUID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a UUID")
    }
    self = uuid
  }

  /// Writes the form of 36 characters.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
