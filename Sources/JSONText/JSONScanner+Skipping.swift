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

/// One object that was checked to be skipped.
///
/// Whatever is unusual ends the check without a verdict: the scanner that
/// writes a tape reads the object again and says what is wrong.
struct JSONPassage {
  /// Containers that may be open at once; their kinds are the bits of one word.
  static let depthLimit = Int(CMASKS_DEPTH_LIMIT)

  let start: Int
  /// The offset after the object.
  let end: Int
  /// The offsets of the watched names; -1 for none.
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

extension JSONScanner {
  /// The selection, if an object that begins now is one of those whose type decides.
  @inline(__always)
  func selectionForObject(_ bytes: Span<UInt8>, isInObject: Bool) -> JSONSelection? {
    guard isInObject, !open.isEmpty else { return open.count < 2 ? options.selection : nil }
    let name = tape[tape.count - 1]
    // The length says no for nearly all objects.
    guard name.extent == holderLength, let selection = options.selection,
      name.rawKind == TapeKind.string.rawValue,
      JSONSelection.matches(selection.holder, bytes, at: name.offset)
    else { return nil }
    return selection
  }

  /// Skips an object that begins a line and ends on it.
  ///
  /// - Returns: The offset after it; `nil` as ``skip(_:_:_:isLine:)`` does, and where it goes on
  ///   beyond its line.
  mutating func skipLine(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard let selection = options.selection, Self.byte(bytes, start) == 0x7B else { return nil }
    open.removeAll(keepingCapacity: true)
    return skip(bytes, start, selection, isLine: true)
  }

  /// Skips an object that begins a line and ends on it, and writes nothing: it is not wanted, has
  /// no list, and its type is not nearly that of a wanted one.
  ///
  /// - Returns: The offset after it; `nil` if it may be another.
  mutating func skipQuietLine(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard let selection = options.selection, Self.byte(bytes, start) == 0x7B else { return nil }
    let first = typeIfFirst(bytes, start, selection)
    if first >= 0, selection.wants(bytes, typeAt: first) { return nil }
    known = JSONPassage(
      bytes, from: start, selection, options.checking, depthLimit: options.depthLimit,
      isLine: true)
    guard let passage = known, passage.names[0] >= 0, passage.names[2] < 0 else { return nil }
    let type = first >= 0 ? first : value(bytes, of: passage.names[0], selection.names[0])
    guard first >= 0 || !selection.wants(bytes, typeAt: type),
      !selection.suspects(bytes, typeAt: type)
    else { return nil }
    // An identifier that is not a string is left to the complete reading.
    if passage.names[1] >= 0,
      Self.byte(bytes, value(bytes, of: passage.names[1], selection.names[1])) != 0x22
    {
      return nil
    }
    countQuiet(bytes, typeAt: type)
    return passage.end
  }

  /// Counts a line that is left out with those before it, if they have the same type.
  private mutating func countQuiet(_ bytes: Span<UInt8>, typeAt offset: Int) {
    if let last = quietTypes.last {
      var place = 0
      while bytes[last.offset + place] == bytes[offset + place] {
        place += 1
        // Both are strings without escapes, which end where their quotation mark is.
        if bytes[offset + place] == 0x22, bytes[last.offset + place] == 0x22 {
          quietTypes[quietTypes.count - 1].count += 1
          return
        }
      }
    }
    quietTypes.append((offset, 1))
  }

  /// The end of the line that begins at an offset.
  func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    // The object that was checked has no line feed.
    let known = known.flatMap { $0.start == start ? $0.end : nil }
    return JSONWords.lineEnd(bytes, from: known ?? start)
  }

  /// Where the value of the type begins if that is an object's first member; else -1.
  @inline(__always)
  private func typeIfFirst(
    _ bytes: Span<UInt8>, _ start: Int, _ selection: JSONSelection
  ) -> Int {
    let first = Self.skipWhiteSpace(bytes, start + 1)
    guard JSONSelection.matches(selection.names[0], bytes, at: first) else { return -1 }
    return value(bytes, of: first, selection.names[0])
  }

  /// Skips an object that is not wanted, and writes to the tape what identifies it.
  ///
  /// - Returns: The offset after it; `nil` if it is wanted, wrong or unusual, and the tape is as it
  ///   was.
  mutating func skip(
    _ bytes: Span<UInt8>, _ start: Int, _ selection: JSONSelection, isLine: Bool = false
  ) -> Int? {
    // The common case first: the type is the first member.
    let first = typeIfFirst(bytes, start, selection)
    if first >= 0, selection.wants(bytes, typeAt: first) { return nil }
    let known = known.flatMap { $0.start == start && open.isEmpty ? $0 : nil }
    let checked =
      known
      ?? JSONPassage(
        bytes, from: start, selection, options.checking,
        depthLimit: options.depthLimit - open.count, isLine: isLine)
    guard let passage = checked, passage.names[0] >= 0,
      !selection.wants(bytes, typeAt: value(bytes, of: passage.names[0], selection.names[0]))
    else { return nil }
    let index = tape.count
    guard write(passage, bytes, selection), writeList(passage, bytes, selection) else {
      tape.removeSubrange(index...)
      return nil
    }
    tape[index].bits |= UInt64(truncatingIfNeeded: tape.count)
    return passage.end
  }

  /// Where the value of a watched name begins.
  private func value(_ bytes: Span<UInt8>, of name: Int, _ text: [UInt8]) -> Int {
    let colon = Self.skipWhiteSpace(bytes, name + text.count)
    return Self.skipWhiteSpace(bytes, colon + 1)
  }

  /// Writes a skipped object with its type and identifier; its end is left open.
  private mutating func write(
    _ passage: JSONPassage, _ bytes: Span<UInt8>, _ selection: JSONSelection
  ) -> Bool {
    tape.append(TapeWord(.skipped, offset: passage.start, extent: 0))
    for place in 0..<2 where passage.names[place] >= 0 {
      let name = passage.names[place]
      let text = selection.names[place]
      tape.append(TapeWord(.string, offset: name + 1, extent: text.count - 2))
      let value = value(bytes, of: name, text)
      // What was checked to be right cannot be wrong now; what was not is left to the whole reading.
      switch Self.byte(bytes, value) {
      case 0x22: guard (try? scanString(bytes, value)) != nil else { return false }
      case 0x2D, 0x30...0x39: guard (try? scanNumber(bytes, value)) != nil else { return false }
      default: return false
      }
    }
    return true
  }

  /// Writes the list of a skipped object; of the objects in it, what identifies them.
  private mutating func writeList(
    _ passage: JSONPassage, _ bytes: Span<UInt8>, _ selection: JSONSelection
  ) -> Bool {
    let name = passage.names[2]
    guard name >= 0 else { return true }
    let text = selection.names[2]
    var position = value(bytes, of: name, text)
    guard Self.byte(bytes, position) == 0x5B else { return false }
    tape.append(TapeWord(.string, offset: name + 1, extent: text.count - 2))
    let list = tape.count
    tape.append(TapeWord(.array, offset: position, extent: 0))
    position = Self.skipWhiteSpace(bytes, position + 1)
    while Self.byte(bytes, position) == 0x7B {
      let index = tape.count
      guard let inner = JSONPassage(bytes, from: position, selection, options.checking),
        write(inner, bytes, selection)
      else { return false }
      tape[index].bits |= UInt64(truncatingIfNeeded: tape.count)
      position = Self.skipWhiteSpace(bytes, inner.end)
      if Self.byte(bytes, position) == 0x2C {
        position = Self.skipWhiteSpace(bytes, position + 1)
      }
    }
    guard Self.byte(bytes, position) == 0x5D else { return false }
    tape[list].bits |= UInt64(truncatingIfNeeded: tape.count)
    return true
  }
}
