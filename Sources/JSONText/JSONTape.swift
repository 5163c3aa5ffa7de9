// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A parsed text is its bytes and a tape: one word per value, in text order.
//
//   { "a": [1, "é"], "b": {} }
//
//   0  object  at 0    end 6      the tape index after the last value inside
//   1  string  at 3    length 1   a member's name precedes its value
//   2  array   at 7    end 5
//   3  number  at 8    length 1
//   4  string  at 12   length 2   offset and length are those of the content
//   5  string  at 19   length 1
//   6  object  at 23   end 7
//
//   word = kind (4 bits) | byte offset (30 bits) | length or end (30 bits)
//
// So a whole value is skipped in one step, nothing is allocated per value,
// and a value can name its place in the text. Thirty bits bound a text to 1 GiB.

/// What a word of the tape stands for.
enum TapeKind: UInt64 {
  case null
  case `false`
  case `true`
  case number
  case string
  /// A string with at least one backslash.
  case escapedString
  case array
  case object
  /// A container that is nested deeper than the limit; its inside is not kept.
  case omitted
  /// An object that was passed over: only the members that identify it are kept.
  case passedOver = 15
}

/// One word of the tape.
struct TapeWord: Sendable {
  static let fieldLimit = 1 << 30
  private static let fieldMask: UInt64 = (1 << 30) - 1

  var bits: UInt64

  @inline(__always)
  init(_ kind: TapeKind, offset: Int, extent: Int) {
    // Both fit: a text longer than the limit is refused before it is scanned.
    bits =
      kind.rawValue << 60 | UInt64(truncatingIfNeeded: offset) << 30
      | UInt64(truncatingIfNeeded: extent)
  }

  @inline(__always)
  var rawKind: UInt64 { bits >> 60 }

  var kind: TapeKind { TapeKind(rawValue: rawKind) ?? .omitted }

  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: (bits >> 30) & Self.fieldMask) }

  /// The length of a scalar's content, or the tape index after a container.
  @inline(__always)
  var extent: Int { Int(truncatingIfNeeded: bits & Self.fieldMask) }

  @inline(__always)
  var isContainer: Bool { rawKind == TapeKind.array.rawValue || isObject }

  /// Whether the value is an object; one that was passed over has one bit more.
  @inline(__always)
  var isObject: Bool { rawKind & 7 == TapeKind.object.rawValue }

  @inline(__always)
  var isString: Bool {
    rawKind == TapeKind.string.rawValue || rawKind == TapeKind.escapedString.rawValue
  }

  /// The tape index of the value that follows this one, which stands at `index`.
  @inline(__always)
  func next(after index: Int) -> Int { isContainer ? extent : index + 1 }
}

/// The bytes and the tape that all nodes of a text share.
@usableFromInline
final class JSONStorage: Sendable {
  let bytes: [UInt8]
  let tape: [TapeWord]
  let isUntyped: Bool

  init(bytes: [UInt8], tape: [TapeWord], isUntyped: Bool) {
    self.bytes = bytes
    self.tape = tape
    self.isUntyped = isUntyped
  }
}
