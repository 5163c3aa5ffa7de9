// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words that a column knows, each as one number.
///
/// A word of up to 16 bytes is its bytes in a row, so that a field is compared
/// with all words of its column at once it is read, without making a string.
struct ColumnWords<Value: RawRepresentable & CaseIterable & Sendable>: Sendable
where Value.RawValue == String {
  private let words: [(key: UInt128, value: Value)]

  init(_ type: Value.Type) {
    words = Value.allCases.map { value in
      let bytes = [UInt8](value.rawValue.utf8)
      return (WordKey.of(bytes, 0..<bytes.count) ?? 0, value)
    }
  }

  /// The value of a field; `nil` if the list lacks the word.
  func value(_ bytes: [UInt8], _ range: Range<Int>) -> Value? {
    guard let key = WordKey.of(bytes, range) else { return nil }
    for (word, value) in words where word == key { return value }
    return nil
  }

  /// The words, for messages.
  var description: String {
    words.map(\.value.rawValue).joined(separator: ", ")
  }
}

/// A short field as a number.
enum WordKey {
  /// The bytes in a row; `nil` for an empty field and for more than 16 bytes.
  @inline(__always)
  static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt128? {
    guard !range.isEmpty, range.count <= 16 else { return nil }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for index in range {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(bytes[index])
    }
    return UInt128(high) << 64 | UInt128(low)
  }
}
