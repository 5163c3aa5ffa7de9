// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Which objects of a text are wanted; of the others only what identifies them is kept.
///
/// The text's root, the elements of a root array and the values of members
/// named ``holder`` are asked for their type: the string of the member
/// ``typeName``, wherever it stands. An object whose type is not among
/// ``types`` is passed over: it is checked, and it stays a node with its type,
/// its ``idName`` and the objects in ``listName``, of which again only these
/// two are kept (``JSONNode/isPassedOver``). An object without a type, or with
/// one that cannot be told without decoding it, is kept whole.
///
/// Of a FHIR bundle one byte in a hundred is about medications: passing over
/// the rest makes reading it several times as fast and its tape as small.
///
/// A class, since it is handed on with every object of a text and never changes.
package final class JSONSelection: Sendable, Hashable {
  /// The name of members that hold objects to ask, such as `resource`.
  let holder: [UInt8]
  /// Type, identifier and list, each with its quotation marks.
  let names: [[UInt8]]
  /// The wanted types, each with its quotation marks.
  let types: [[UInt8]]
  /// A bit for each byte modulo 32 that a watched name begins with, and for the backslash.
  let firstBytes: UInt32
  /// A bit for each length of a wanted type.
  private let lengths: UInt64

  /// Makes a selection.
  package init(
    holder: String, typeName: String, idName: String, listName: String, types: [String]
  ) {
    self.holder = Array(holder.utf8)
    names = [typeName, idName, listName].map { Array("\"\($0)\"".utf8) }
    self.types = types.map { Array("\"\($0)\"".utf8) }
    firstBytes = names.reduce(1 << 28) { $0 | 1 << UInt32($1[1] & 31) }
    lengths = self.types.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
  }

  /// Whether both want the same.
  package static func == (left: JSONSelection, right: JSONSelection) -> Bool {
    left === right
      || left.holder == right.holder && left.names == right.names && left.types == right.types
  }

  /// Hashes what is wanted.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(holder)
    hasher.combine(names)
    hasher.combine(types)
  }

  /// Whether an object of the type that stands at an offset is wanted, or might be.
  func wants(_ bytes: Span<UInt8>, typeAt offset: Int) -> Bool {
    guard JSONScanner.byte(bytes, offset) == 0x22 else { return true }
    var end = offset + 1
    while true {
      let byte = JSONScanner.byte(bytes, end)
      // Names of types are ASCII letters; all else is left to the whole reading.
      if byte == 0x22 { break }
      guard byte > 0x20, byte < 0x7F, byte != 0x5C else { return true }
      end += 1
    }
    let length = end + 1 - offset
    guard lengths & (1 << UInt64(min(length, 63))) != 0 else { return false }
    return types.contains { $0.count == length && Self.matches($0, bytes, at: offset) }
  }

  /// Whether the type at an offset begins as a wanted one does, or has the letters of one, letter
  /// case ignored.
  func suspects(_ bytes: Span<UInt8>, typeAt offset: Int) -> Bool {
    let first = JSONScanner.byte(bytes, offset + 1) | 0x20
    return types.contains { type in
      type[1] | 0x20 == first
        && (type[2] | 0x20 == JSONScanner.byte(bytes, offset + 2) | 0x20)
        && (type[3] | 0x20 == JSONScanner.byte(bytes, offset + 3) | 0x20)
    }
  }

  /// Which watched name, with its quotation marks, stands at an offset.
  @inline(__always)
  func name(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    for index in names.indices where Self.matches(names[index], bytes, at: offset) {
      return index
    }
    return nil
  }

  @inline(__always)
  static func matches(_ text: [UInt8], _ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + text.count <= bytes.count else { return false }
    for index in text.indices where bytes[offset + index] != text[index] { return false }
    return true
  }
}

/// How much is checked of what a reader passes over.
public enum JSONChecking: Sendable, Hashable {
  /// All of the grammar, as of everything else.
  case everything
  /// Strings with their escapes, control characters and UTF-8, and that brackets match; not
  /// numbers, literals, commas and colons.
  case structure
}
