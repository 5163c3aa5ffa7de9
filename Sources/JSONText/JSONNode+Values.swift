// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension JSONNode {
  /// The string, with its escapes decoded; `nil` if the value is no string.
  ///
  /// Half a surrogate pair, possible in tolerant reading only, gives U+FFFD.
  public var string: String? {
    let word = word
    guard word.isString else { return nil }
    return Self.text(word, storage)
  }

  /// The number as it is written; `nil` if the value is no number.
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
    case .null, .array, .object, .omitted, .passedOver: nil
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
