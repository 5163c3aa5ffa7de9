// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Finds a symptom by the bytes of its identifier, without making a string.
struct SymptomIndex {
  /// Open addressing over a byte of hash: 39 identifiers in 256 places.
  private var places = [UInt8](repeating: 0, count: 256)
  private let identifiers: [[UInt8]]
  private let symptoms = SymptomCategory.allCases

  init() {
    identifiers = symptoms.map { [UInt8]($0.rawValue.utf8) }
    for (number, identifier) in identifiers.enumerated() {
      var place = Self.hash(identifier, 0..<identifier.count)
      while places[place] != 0 { place = (place + 1) & 255 }
      places[place] = UInt8(truncatingIfNeeded: number + 1)
    }
  }

  /// The symptom of a field, and its place among the 39.
  func symptom(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (symptom: SymptomCategory, place: Int)? {
    guard !range.isEmpty else { return nil }
    var place = Self.hash(bytes, range)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if Self.isEqual(identifiers[number], bytes, range) { return (symptoms[number], number) }
      place = (place + 1) & 255
    }
    return nil
  }

  private static func isEqual(
    _ identifier: [UInt8], _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    guard identifier.count == range.count else { return false }
    // Identifiers differ at their ends.
    for index in identifier.indices.reversed()
    where identifier[index] != bytes[range.lowerBound + index] {
      return false
    }
    return true
  }

  /// The length and the bytes near the end tell most identifiers apart.
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var value = UInt32(truncatingIfNeeded: range.count)
    for index in max(range.lowerBound, range.upperBound - 6)..<range.upperBound {
      value = value &* 33 &+ UInt32(bytes[index])
    }
    return Int((value ^ value >> 8) & 255)
  }
}
