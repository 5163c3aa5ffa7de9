// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a look-up is asked for: a number, or one or two texts.
///
/// Texts lie in memory that is never given back; those of copies that are made one
/// after the other lie in this order, so that neither rxkit nor SQLite waits for
/// the text of its question, or counts references to it.
struct LookupKey {
  var number: UInt64 = 0
  var texts: (first: Text, second: Text)?
  /// How many texts count.
  var textCount = 0

  /// UTF-8 bytes.
  struct Text {
    let start: UnsafePointer<UInt8>
    let count: Int

    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    init(_ text: String) {
      self.init(Array(text.utf8))
    }

    init(_ bytes: [UInt8]) {
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      memory.initialize(from: bytes, count: bytes.count)
      start = UnsafePointer(memory)
      count = bytes.count
    }
  }

  init(number: UInt64) {
    self.number = number
  }

  init(_ text: String) {
    let stored = Text(text)
    texts = (stored, stored)
    textCount = 1
  }

  init(_ first: String, _ second: String) {
    texts = (Text(first), Text(second))
    textCount = 2
  }

  /// The same question, its texts in new memory.
  init(copying other: LookupKey) {
    self = other
    texts = other.texts.map { (Text(Array($0.first.buffer)), Text(Array($0.second.buffer))) }
  }
}
