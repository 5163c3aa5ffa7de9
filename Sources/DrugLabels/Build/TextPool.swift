// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Texts that occur often, each kept once and named by a number.
struct TextPool {
  private var numbers: [String: UInt32] = ["": 0]
  private(set) var texts = [""]

  /// The number of a text; 0 for the empty one.
  mutating func number(of text: String) -> UInt32 {
    if let number = numbers[text] { return number }
    let number = UInt32(truncatingIfNeeded: texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// The text of a number.
  subscript(number: UInt32) -> String { texts[Int(number)] }
}
