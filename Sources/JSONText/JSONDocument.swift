// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A JSON text that was checked in one pass and is navigated without decoding it.
///
/// The document holds its first value. What follows that value does not make
/// it unusable: it is reported in ``trailing``. A byte order mark of UTF-8 is
/// skipped. Numbers stay as written; of equal names in one object the last
/// counts (``JSONNode/duplicateNames`` lists them).
///
/// - Complexity: Reading takes one pass over the bytes and two allocations
///   that grow with it; no node allocates.
public struct JSONDocument: Sendable {
  /// What follows the first value.
  public enum Trailing: Sendable, Hashable {
    /// White space only.
    case nothing
    /// Something at this offset that begins no object or array.
    case data(offset: Int)
    /// A further object or array at this offset: the text may be a sequence of values.
    case value(offset: Int)
  }

  /// The first value of the text.
  public let root: JSONNode
  /// The offset after the first value.
  public let endOffset: Int
  /// What follows the first value.
  public let trailing: Trailing
  /// The offset of the first half surrogate pair; always `nil` in strict mode.
  public let loneSurrogateOffset: Int?
  /// The offset of the first value that was nested too deep; always `nil` in strict mode.
  public let omissionOffset: Int?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text, with or without a byte order mark.
  ///   - options: Strictness and limits.
  /// - Throws: ``JSONError`` with the first place that is not JSON.
  public init(_ bytes: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    let span = bytes.span
    var scanner = JSONScanner(options: options, byteCount: bytes.count)
    do {
      let start = try Self.start(span, options: options)
      endOffset = try scanner.scanValue(span, at: start)
    } catch {
      throw JSONError(error, in: span, path: scanner.openPath(span))
    }
    trailing = Self.trailing(span, after: endOffset)
    loneSurrogateOffset = scanner.loneSurrogate
    omissionOffset = scanner.omission
    root = JSONNode(
      storage: JSONStorage(bytes: bytes, tape: scanner.tape, isUntyped: options.isUntyped),
      index: 0)
  }

  /// The bytes that were read.
  public var bytes: [UInt8] { root.storage.bytes }

  /// Returns the line and column of an offset.
  ///
  /// - Complexity: O(*n*) in the bytes before the offset.
  public func position(of offset: Int) -> JSONPosition {
    let bytes = root.storage.bytes
    return JSONPosition(of: offset, in: bytes.span)
  }

  /// Returns the offset of the first value, after checks of size and encoding.
  static func start(_ bytes: Span<UInt8>, options: JSONOptions) throws(ScanFailure) -> Int {
    guard bytes.count <= options.byteLimit else {
      throw ScanFailure(.size, at: 0, expected: "a text within the size limit")
    }
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      start = 3
    } else if isWide(bytes) {
      throw ScanFailure(.encoding, at: 0, expected: "UTF-8")
    }
    start = JSONScanner.skipWhiteSpace(bytes, start)
    guard start < bytes.count else {
      throw ScanFailure(.empty, at: start, expected: "a JSON value")
    }
    return start
  }

  /// Whether the text begins as UTF-16 or UTF-32 does: with its mark, or with every other byte 0.
  private static func isWide(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 2 else { return false }
    if bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE { return true }
    guard bytes.count >= 4 else { return false }
    return bytes[0] == 0 && bytes[2] == 0 || bytes[1] == 0 && bytes[3] == 0
  }

  private static func trailing(_ bytes: Span<UInt8>, after end: Int) -> Trailing {
    let offset = JSONScanner.skipWhiteSpace(bytes, end)
    guard offset < bytes.count else { return .nothing }
    let isContainer = bytes[offset] == 0x7B || bytes[offset] == 0x5B
    return isContainer ? .value(offset: offset) : .data(offset: offset)
  }
}

/// How strictly a text is read, and how large it may be.
public struct JSONOptions: Sendable {
  /// What happens to the two things that are JSON by grammar but cannot be kept.
  public enum Mode: Sendable, Hashable {
    /// Half a surrogate pair and too deep nesting are errors.
    case strict
    /// They are marked in the document: U+FFFD, and a value of kind `omitted`.
    case tolerant
  }

  /// What happens to half surrogate pairs and too deep nesting.
  public var mode: Mode
  /// How many containers may be open at once.
  public var depthLimit: Int
  /// How many bytes a text may have; never more than 1 GiB, which the tape's words can address.
  public var byteLimit: Int
  /// Whether the text was made from another format, in which every value is a string and one of
  /// many looks like the only one; readers can ask each node (``JSONNode/isUntyped``).
  public var isUntyped = false
  /// Which objects are wanted; all if `nil`.
  package var selection: JSONSelection?
  /// How much is checked of what a reader does not want and skips.
  public var checking = JSONChecking.everything

  /// Makes options; the defaults are strict, 512 levels and 1 GiB.
  public init(mode: Mode = .strict, depthLimit: Int = 512, byteLimit: Int = 1 << 30) {
    self.mode = mode
    self.depthLimit = max(depthLimit, 1)
    self.byteLimit = min(byteLimit, TapeWord.fieldLimit - 1)
  }
}
