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
    case .object, .skipped: .object
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

  /// Whether the text was made from a format without types, as FHIR's XML is: a string may be there
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
  public var isSkipped: Bool { word.rawKind == TapeKind.skipped.rawValue }

  /// The value with all its members: itself, or the same object in a text of its own.
  ///
  /// - Complexity: O(*n*) in the bytes of an object that was skipped.
  public var whole: JSONNode {
    guard isSkipped else { return self }
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

extension JSONNode {
  /// The string, with its escapes decoded; `nil` if the value is not a string.
  ///
  /// Half a surrogate pair, possible in tolerant reading only, gives U+FFFD.
  public var string: String? {
    let word = word
    guard word.isString else { return nil }
    return Self.text(word, storage)
  }

  /// The number as it is written; `nil` if the value is not a number.
  public var numberText: String? {
    let word = word
    guard word.kind == .number else { return nil }
    return Self.text(word, storage)
  }

  /// The truth value; `nil` if the value is not `true` or `false`.
  public var boolean: Bool? {
    switch word.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A string decoded, or a number, `true` or `false` as written; `nil` for anything else.
  public var scalarText: String? {
    switch word.kind {
    case .string, .escapedString: string
    case .number: numberText
    case .true: "true"
    case .false: "false"
    case .null, .array, .object, .omitted, .skipped: nil
    }
  }

  /// The number as an integer; `nil` if it is none, has a point or exponent, or is too large.
  public var integer: Int? { numberText.flatMap { Int($0) } }

  /// Whether the value is a string with exactly these bytes.
  public func isString(_ text: StaticString) -> Bool {
    let word = word
    guard word.isString else { return false }
    let bytes = storage.bytes
    return text.withUTF8Buffer { unsafe Self.matches(word, bytes.span, $0.span) }
  }

  /// Whether the value is a string with exactly these bytes.
  public func isString(_ text: String) -> Bool {
    let bytes = storage.bytes
    return Self.matches(word, bytes.span, text.utf8.span)
  }

  static func text(_ word: TapeWord, _ storage: JSONStorage) -> String {
    let range = word.offset..<word.offset + word.extent
    if word.kind == .escapedString {
      let bytes = storage.bytes
      return String(decoding: JSONEscapes.decode(bytes.span, range), as: UTF8.self)
    }
    return unsafe storage.bytes.withUnsafeBufferPointer { buffer in
      // Sound: rebasing checks the range, and the string copies the bytes.
      unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[range]), as: UTF8.self)
    }
  }

  /// Whether a value is a string whose decoded content equals `text`.
  @inline(__always)
  static func matches(_ word: TapeWord, _ bytes: Span<UInt8>, _ text: Span<UInt8>) -> Bool {
    if word.extent != text.count || word.rawKind != TapeKind.string.rawValue {
      return word.rawKind == TapeKind.escapedString.rawValue && matchesDecoded(word, bytes, text)
    }
    for index in 0..<text.count where bytes[word.offset + index] != text[index] { return false }
    return true
  }

  private static func matchesDecoded(
    _ word: TapeWord, _ bytes: Span<UInt8>, _ text: Span<UInt8>
  ) -> Bool {
    guard word.extent > text.count else { return false }
    let decoded = JSONEscapes.decode(bytes, word.offset..<word.offset + word.extent)
    guard decoded.count == text.count else { return false }
    for index in 0..<text.count where decoded[index] != text[index] { return false }
    return true
  }
}
