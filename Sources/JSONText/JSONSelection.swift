// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

/// Which objects of a text are wanted; of the others only what identifies them is kept.
///
/// The text's root, the elements of a root array and the values of members
/// named ``holder`` are asked for their type: the string of the member
/// ``typeName``, wherever it is. An object whose type is not among
/// ``types`` is skipped: it is checked, and it stays a node with its type,
/// its ``idName`` and the objects in ``listName``, of which again only these
/// two are kept (``JSONNode/isSkipped``). An object without a type, or with
/// one that cannot be known without decoding it, is kept whole.
///
/// Of a FHIR bundle one byte in a hundred is about medications: skipping
/// the rest makes reading it several times as fast and its tape as small.
///
/// A class, since it is handed on with every object of a text and never changes.
package final class JSONSelection: Sendable {
  /// The name of members that hold objects to ask, such as `resource`.
  let holder: [UInt8]
  /// Type, identifier and list, each with its quotation marks.
  let names: [[UInt8]]
  /// The names as the passage over an object watches for them.
  let watched: CMasksNames
  /// The wanted types by their length with quotation marks; the last place is for all longer ones.
  private let typesByLength: [[[UInt8]]]
  /// Types that are not wanted, and whose lines are not left out all the same.
  private let noted: [[UInt8]]
  /// What types begin with, after the quotation mark, that may be wanted ones misspelt; lower case.
  private let stem: [UInt8]

  /// Makes a selection.
  ///
  /// The names are ASCII of 2 to 14 letters; first letters, and third ones, that differ do so in
  /// the lower half of their bytes, too.
  ///
  /// - Parameters:
  ///   - holder: The name of members that hold objects to ask.
  ///   - typeName: The name of the member with the type.
  ///   - idName: The name of the member with the identifier.
  ///   - listName: The name of the member with a list of further objects.
  ///   - types: The wanted types, ASCII.
  ///   - noted: Types that are skipped, and whose lines stay as skipped objects.
  ///   - stem: What types begin with that may be wanted ones misspelt, letter case ignored; for
  ///     none empty.
  package init(
    holder: String, typeName: String, idName: String, listName: String, types: [String],
    noted: [String] = [], stem: String = ""
  ) {
    self.holder = Array(holder.utf8)
    let names = [typeName, idName, listName].map { Array("\"\($0)\"".utf8) }
    self.names = names
    watched = Self.watched(names)
    self.stem = stem.utf8.map { $0 | 0x20 }
    self.noted = noted.map { Array("\"\($0)\"".utf8) }
    var places = [[[UInt8]]](repeating: [], count: Self.lengthLimit + 1)
    for type in types.map({ Array("\"\($0)\"".utf8) }) {
      places[min(type.count, Self.lengthLimit)].append(type)
    }
    typesByLength = places
  }

  private static let lengthLimit = 40

  private static func watched(_ names: [[UInt8]]) -> CMasksNames {
    var watched = CMasksNames()
    for (place, name) in names.enumerated() {
      // Sound: the C function copies the bytes of the span into a place of the names.
      let isTaken = unsafe name.withUnsafeBufferPointer { buffer in
        unsafe cmasks_watch_for(&watched, CInt(place), buffer.baseAddress, buffer.count)
      }
      precondition(isTaken != 0, "names that can be told apart by their letters")
    }
    return watched
  }

  /// Whether an object of the type that is at an offset is wanted, or might be.
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
    return isType(bytes, offset..<end + 1)
  }

  /// Whether a type is one of those that are wanted, or is but for the bits that are ignored.
  private func isType(_ bytes: Span<UInt8>, _ range: Range<Int>, folding bit: UInt8 = 0) -> Bool {
    typesByLength[min(range.count, Self.lengthLimit)].contains { type in
      type.count == range.count
        && Self.matches(type, bytes, at: range.lowerBound, folding: bit)
    }
  }

  /// Whether the type at an offset, which is not wanted, is noted, begins as a wanted one misspelt
  /// may, or is one but for the case of its letters.
  func suspects(_ bytes: Span<UInt8>, typeAt offset: Int) -> Bool {
    if !stem.isEmpty, Self.matches(stem, bytes, at: offset + 1, folding: 0x20) { return true }
    if noted.contains(where: { Self.matches($0, bytes, at: offset) }) { return true }
    var end = offset + 1
    while JSONScanner.byte(bytes, end) > 0x22 { end += 1 }
    return isType(bytes, offset..<end + 1, folding: 0x20)
  }

  @inline(__always)
  static func matches(
    _ text: [UInt8], _ bytes: Span<UInt8>, at offset: Int, folding bit: UInt8 = 0
  ) -> Bool {
    guard offset + text.count <= bytes.count else { return false }
    for index in text.indices where bytes[offset + index] | bit != text[index] | bit {
      return false
    }
    return true
  }
}

/// How much is checked of what a reader skips.
public enum JSONChecking: Sendable, Hashable {
  /// All of the grammar, as of everything else.
  case everything
  /// Strings with their escapes, control characters and UTF-8, and that brackets match; not
  /// numbers, literals, commas and colons.
  case structure
}
