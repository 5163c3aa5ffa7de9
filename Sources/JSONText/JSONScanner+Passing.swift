// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension JSONScanner {
  /// Whether an object that begins now is asked for its type.
  @inline(__always)
  func isAsked(_ selection: JSONSelection, _ bytes: Span<UInt8>, _ isInObject: Bool) -> Bool {
    guard isInObject, !open.isEmpty else { return true }
    let name = tape[tape.count - 1]
    return name.rawKind == TapeKind.string.rawValue
      && JSONSelection.matches(selection.holder, bytes, at: name.offset)
  }

  /// A first look, which says no for nearly all objects.
  @inline(__always)
  func mayBeAsked(_ isInObject: Bool) -> Bool {
    isInObject && !open.isEmpty ? tape[tape.count - 1].extent == holderLength : open.count < 2
  }

  /// Passes over an object that begins a line and ends on it.
  ///
  /// - Returns: The offset after it; `nil` as ``passOver(_:_:_:isLine:)`` does, and where it goes on
  ///   beyond its line.
  mutating func passOverLine(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard let selection = options.selection, Self.byte(bytes, start) == 0x7B else { return nil }
    open.removeAll(keepingCapacity: true)
    return passOver(bytes, start, selection, isLine: true)
  }

  /// Passes over an object that begins a line, ends on it and says nothing: it is not wanted, has
  /// no list, and its type is not nearly that of a wanted one.
  ///
  /// Nothing is written, so that most lines cost no more than their check.
  ///
  /// - Returns: The offset after it; `nil` if it may be another.
  mutating func passOverQuietLine(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
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
    // An identifier that is no string is left to the whole reading.
    if passage.names[1] >= 0,
      Self.byte(bytes, value(bytes, of: passage.names[1], selection.names[1])) != 0x22
    {
      return nil
    }
    return passage.end
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

  /// Passes over an object that is not wanted, and writes to the tape what identifies it.
  ///
  /// - Returns: The offset after it; `nil` if it is wanted, wrong or unusual, and the tape is as it
  ///   was.
  mutating func passOver(
    _ bytes: Span<UInt8>, _ start: Int, _ selection: JSONSelection, isLine: Bool = false
  ) -> Int? {
    // The common case first: the type is the first member.
    let first = typeIfFirst(bytes, start, selection)
    if first >= 0, selection.wants(bytes, typeAt: first) { return nil }
    guard let passage = passage(bytes, start, selection, isLine), passage.names[0] >= 0,
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

  /// Checks the object at an offset, unless that is the line that was just checked.
  private func passage(
    _ bytes: Span<UInt8>, _ start: Int, _ selection: JSONSelection, _ isLine: Bool
  ) -> JSONPassage? {
    if let known, known.start == start, open.isEmpty { return known }
    return JSONPassage(
      bytes, from: start, selection, options.checking, depthLimit: options.depthLimit - open.count,
      isLine: isLine)
  }

  /// Where the value of a watched name begins.
  private func value(_ bytes: Span<UInt8>, of name: Int, _ text: [UInt8]) -> Int {
    let colon = Self.skipWhiteSpace(bytes, name + text.count)
    return Self.skipWhiteSpace(bytes, colon + 1)
  }

  /// Writes an object that was passed over with its type and identifier; its end is left open.
  private mutating func write(
    _ passage: JSONPassage, _ bytes: Span<UInt8>, _ selection: JSONSelection
  ) -> Bool {
    tape.append(TapeWord(.passedOver, offset: passage.start, extent: 0))
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

  /// Writes the list of an object that was passed over; of the objects in it, what identifies them.
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
