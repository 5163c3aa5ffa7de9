// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A record of a known shape is forty and more pieces, most of them a few bytes
// long: to ask for room for each took longer than to copy it.
//
// Why it is sound: there is room for `rest` bytes behind `next`, each part is
// copied only if it fits in there, and what is told as written is what was copied.

/// Parts of a value that stand one behind the other, in room that was asked for once.
@safe
package struct JSONParts: ~Copyable {
  private var next: UnsafeMutablePointer<UInt8>
  /// How many bytes there is room for.
  private var rest: Int

  @unsafe
  fileprivate init(_ start: UnsafeMutablePointer<UInt8>, room: Int) {
    unsafe next = start
    rest = room
  }

  fileprivate var unusedCount: Int { rest }

  /// Copies a part; its bytes must be part of a value, which the writer does not look at.
  package mutating func append(_ part: Span<UInt8>) {
    let count = part.count
    precondition(count <= rest, "more parts than room was asked for")
    unsafe part.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe next.update(from: start, count: count)
      unsafe next += count
    }
    rest -= count
  }

  /// Copies a part that is an array.
  package mutating func append(_ part: [UInt8]) { append(part.span) }

  /// Copies some of the bytes of an array.
  package mutating func append(_ part: [UInt8], _ range: Range<Int>) {
    append(part.span.extracting(range))
  }
}

extension [UInt8] {
  /// Appends parts in room that is made for them in one step.
  mutating func appendParts(
    _ byteCount: Int, of source: Span<UInt8>, _ write: (inout JSONParts, Span<UInt8>) -> Void
  ) {
    append(addingCapacity: byteCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        let room = Swift.min(byteCount, buffer.count)
        var parts = unsafe JSONParts(start, room: room)
        write(&parts, source)
        count = room - parts.unusedCount
      }
    }
  }
}
