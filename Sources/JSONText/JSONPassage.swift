// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

// An object is checked without a tape, 64 bytes at a time, by CMasks.c. It is C
// since it is compiled for two kinds of vector instructions, one of which is
// chosen when the program runs.
//
// `unsafe` here: the C function reads nothing but the bytes of the span and the
// names, and keeps neither.

/// One object that was checked to be passed over.
///
/// Whatever is unusual ends the check without a verdict: the scanner that
/// writes a tape reads the object again and says what is wrong.
struct JSONPassage {
  /// Containers that may be open at once; their kinds are the bits of one word.
  static let depthLimit = Int(CMASKS_DEPTH_LIMIT)

  let start: Int
  /// The offset after the object.
  let end: Int
  /// Where the watched names stand; -1 for none.
  let names: InlineArray<3, Int>

  /// Checks the object that begins at an offset; `nil` if it is wrong or unusual.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where the object begins.
  ///   - selection: The names to watch for.
  ///   - checking: How much is checked.
  ///   - depthLimit: How many containers may be open at once.
  ///   - isLine: Whether a control character, as a line feed, ends the check.
  init?(
    _ bytes: Span<UInt8>, from start: Int, _ selection: JSONSelection, _ checking: JSONChecking,
    depthLimit: Int = Self.depthLimit, isLine: Bool = false
  ) {
    guard start < bytes.count else { return nil }
    var flags = isLine ? CMASKS_LINE : 0
    if checking == .structure { flags |= CMASKS_STRUCTURE }
    let found = unsafe withUnsafePointer(to: selection.watched) { watched in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cmasks_pass(
          buffer.baseAddress, buffer.count, start, watched,
          CInt(min(depthLimit, Self.depthLimit)), CInt(flags))
      }
    }
    guard found.end > 0 else { return nil }
    self.start = start
    end = Int(found.end)
    names = [Int(found.names.0), Int(found.names.1), Int(found.names.2)]
  }
}
