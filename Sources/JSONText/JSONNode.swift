// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One value of a JSON text: a reference into the text's tape.
///
/// Nodes are small and cheap to copy; the text lives as long as any node.
public struct JSONNode: Sendable {
  /// What a value is.
  public enum Kind: Sendable, Hashable {
    /// The word `null`.
    case null
    /// The words `true` and `false`.
    case boolean
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
    /// A container that was nested deeper than the limit (tolerant reading only).
    case omitted
  }

  @usableFromInline let storage: JSONStorage
  @usableFromInline let index: Int

  @inlinable
  init(storage: JSONStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  @inline(__always)
  var word: TapeWord { storage.tape[index] }

  /// What the value is.
  public var kind: Kind {
    switch word.kind {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string, .escapedString: .string
    case .array: .array
    case .object, .passedOver: .object
    case .omitted: .omitted
    }
  }

  /// Whether the value is an object.
  public var isObject: Bool { word.isObject }
  /// Whether the value is an array.
  public var isArray: Bool { word.rawKind == TapeKind.array.rawValue }
  /// Whether the value is a string.
  public var isString: Bool { word.isString }
  /// Whether the value is `null`.
  public var isNull: Bool { word.rawKind == TapeKind.null.rawValue }

  /// Whether the text was made from a format without types, as FHIR's XML is: a string may stand
  /// for a number or a truth value, and an object for an array with one element.
  public var isUntyped: Bool { storage.isUntyped }

  /// The offset of the value's first byte in the text.
  public var offset: Int {
    let word = word
    return word.isString ? word.offset - 1 : word.offset
  }

  /// The bytes of the value as written, brackets and quotation marks included.
  ///
  /// - Complexity: O(*n*) in the bytes of the value.
  public var range: Range<Int> {
    let word = word
    if word.isString { return (word.offset - 1)..<(word.offset + word.extent + 1) }
    guard word.isContainer || word.kind == .omitted else {
      return word.offset..<(word.offset + word.extent)
    }
    return word.offset..<endOffset()
  }

  /// The UTF-8 bytes of the value as written.
  public var rawBytes: ArraySlice<UInt8> { storage.bytes[range] }

  /// Whether the value is an object of which only the members that identify it were kept.
  public var isPassedOver: Bool { word.rawKind == TapeKind.passedOver.rawValue }

  /// The value with all its members: itself, or the same object in a text of its own.
  ///
  /// - Complexity: O(*n*) in the bytes of an object that was passed over.
  public var whole: JSONNode {
    guard isPassedOver else { return self }
    let bytes = storage.bytes
    var scanner = JSONScanner(options: JSONOptions(mode: .tolerant), byteCount: 0)
    // Where only its structure was checked, it may prove to be wrong now.
    guard (try? scanner.scanValue(bytes.span, at: word.offset)) != nil else { return self }
    return JSONNode(
      storage: JSONStorage(bytes: bytes, tape: scanner.tape, isUntyped: storage.isUntyped),
      index: 0)
  }

  /// Finds the byte after a container.
  private func endOffset() -> Int {
    // The text was checked: scanning the container again cannot fail, and the
    // depth of what is omitted does not matter to it.
    var scanner = JSONScanner(options: JSONOptions(mode: .tolerant), byteCount: 0)
    let bytes = storage.bytes
    return (try? scanner.scanValue(bytes.span, at: word.offset)) ?? bytes.count
  }
}

extension JSONNode: Hashable {
  /// Whether both are the same place of the same text.
  public static func == (left: JSONNode, right: JSONNode) -> Bool {
    left.index == right.index && left.storage === right.storage
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(ObjectIdentifier(storage))
  }
}
