// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Looks for words in the few words that a field holds.
enum WordSearch {
  /// Whether the bytes contain the beginning of one of several words, without regard to ASCII case.
  static func contains(_ bytes: ArraySlice<UInt8>, anyWordBeginning texts: [String]) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      for text in texts where begins(rest, with: text) { return true }
      rest = rest.drop(while: isLetter)
      rest = rest.drop { !isLetter($0) }
    }
    return false
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with text: String) -> Bool {
    var place = bytes.startIndex
    for byte in text.utf8 {
      guard place < bytes.endIndex, bytes[place] | 0x20 == byte else { return false }
      place += 1
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }
}
