// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

// An object is checked without a tape, 64 bytes at a time: how is told in
// CMasksPassageBody.h. It is C since it must be there once for each kind of
// vector instructions, one of which is chosen when the program runs.
//
// `unsafe` here: the C function reads nothing but the bytes of the span and the
// names, and keeps neither.

/// The check of one object that is passed over.
///
/// Whatever is unusual ends the passage without a verdict: the scanner that
/// writes a tape reads the object again and says what is wrong.
struct JSONPassage {
  /// Containers that may be open at once; their kinds are the bits of one word.
  static let depthLimit = Int(CMASKS_DEPTH_LIMIT)

  private let selection: JSONSelection
  private let depthLimit: Int
  /// Whether a control character, as a line feed, ends the passage.
  private let isLine: Bool
  /// Where the watched names stand; -1 for none.
  private(set) var names = InlineArray<3, Int>(repeating: -1)

  init(_ selection: JSONSelection, depthLimit: Int, isLine: Bool = false) {
    self.selection = selection
    self.isLine = isLine
    self.depthLimit = min(depthLimit, Self.depthLimit)
  }

  /// Checks the object that begins at an offset.
  ///
  /// - Returns: The offset after it; `nil` if it is wrong or unusual.
  mutating func end(
    of bytes: Span<UInt8>, from start: Int, checking: JSONChecking
  ) -> Int? {
    guard start < bytes.count else { return nil }
    var flags = isLine ? CMASKS_LINE : 0
    if checking == .structure { flags |= CMASKS_STRUCTURE }
    let found = unsafe withUnsafePointer(to: selection.watched) { watched in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cmasks_pass(
          buffer.baseAddress, buffer.count, start, watched, CInt(depthLimit), CInt(flags))
      }
    }
    guard found.end > 0 else { return nil }
    names[0] = Int(found.names.0)
    names[1] = Int(found.names.1)
    names[2] = Int(found.names.2)
    return Int(found.end)
  }
}

/// An object at the beginning of a line that was checked, and how.
///
/// A line whose object has a list is checked before that is known, and need not be again.
struct KnownPassage {
  let start: Int
  let end: Int
  let passage: JSONPassage
}
