// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Questions to outputs of some megabytes. Foundation's search and regular expressions take a hundred
// times as long: a minute for the twelve outputs of one test.

import Foundation

extension StringProtocol {
  /// Whether the bytes of a text are in it, before its first NUL.
  public func holds(_ text: String) -> Bool { strstr(String(self), text) != nil }
}

/// The numbers of eight digits from 90000000 in a text: those beside no letter, digit, `_` or one of
/// some marks.
///
/// NDCs have eleven digits, so none is one, and groups of set ids are beside dashes.
public func placeholders(
  in text: String, besides marks: String = "-.", limit: Int = 3
) -> [String] {
  let marks = Set(marks.utf8)
  func isPartOfNumberOrWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x5F || (0x41...0x5A).contains(byte & 0xDF)
      || marks.contains(byte)
  }
  var text = text
  return text.withUTF8 { bytes in
    var found: [String] = []
    guard let base = bytes.baseAddress else { return found }
    var place = 0
    // What is between nines is skipped.
    while found.count < limit, let nine = memchr(base + place, 0x39, bytes.count - place) {
      let start = nine - UnsafeMutableRawPointer(mutating: base)
      place = start + 1
      let end = start + 8
      guard start == 0 || !isPartOfNumberOrWord(bytes[start - 1]), end <= bytes.count,
        bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }),
        end == bytes.count || !isPartOfNumberOrWord(bytes[end])
      else { continue }
      found.append(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    return found
  }
}
