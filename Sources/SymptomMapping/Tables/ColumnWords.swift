// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words that a column knows, as bytes: a field is compared without making a string.
struct ColumnWords<Value: RawRepresentable & CaseIterable & Sendable>: Sendable
where Value.RawValue == String {
  private let values = Array(Value.allCases)
  private let words = Value.allCases.map { [UInt8]($0.rawValue.utf8) }

  init(_ type: Value.Type) {}

  /// The value of a field and its place among all; `nil` if the list lacks the word.
  func value(_ bytes: [UInt8], _ range: Range<Int>) -> (value: Value, place: Int)? {
    for (place, word) in words.enumerated() where Self.isEqual(word, bytes, range) {
      return (values[place], place)
    }
    return nil
  }

  private static func isEqual(_ word: [UInt8], _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard word.count == range.count else { return false }
    // Identifiers of symptoms differ at their ends.
    for index in word.indices.reversed() where word[index] != bytes[range.lowerBound + index] {
      return false
    }
    return true
  }

  /// The words, for messages.
  var description: String {
    values.map(\.rawValue).joined(separator: ", ")
  }
}
