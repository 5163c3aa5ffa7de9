// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources

/// What is at a path: lines of NDJSON, or a document.
///
/// The content decides. The name counts only for an empty file, for one whose first lines are
/// broken, and for whether a document in a single line belongs to a set of lines.
public enum FHIRInput: Sendable {
  /// NDJSON; nothing is read but its beginning.
  case lines(FHIRLineStream)
  /// Any other document; nothing more is read either.
  case document(FHIRDocumentFile)

  /// How much is read to find out what it is, if the first lines are no longer.
  private static let beginningSize = 1 << 16

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - range: Of NDJSON, the bytes in which lines must begin. Of a document in one line the
  ///     range with its first byte gives all of it, every other range nothing.
  ///   - place: Of NDJSON, where to begin.
  ///   - options: Sizes.
  /// - Throws: Why it cannot be read.
  public init(
    _ path: String, range: Range<Int>? = nil, from place: FHIRLineStream.Place? = nil,
    options: FHIRLineStream.Options = .init()
  ) throws(FHIRStreamError) {
    self = try FHIRInput(path, range: range, from: place, options: options, filingFor: nil)
  }

  /// Opens an input whose lines a set indexes while they are read, since they come only once, or
  /// whose bytes use the memory of others.
  init(
    _ path: String, range: Range<Int>?, from place: FHIRLineStream.Place?,
    options: FHIRLineStream.Options, filingFor set: (documents: FHIRSet, source: Int)?,
    reusing buffers: BufferPool? = nil
  ) throws(FHIRStreamError) {
    var stream = try ByteStream(path)
    let beginning = try Beginning(
      &stream, size: Self.beginningSize, lineLimit: options.lineLimit, reusing: buffers)
    if beginning.isNDJSON || Self.isEmptyText(beginning, path, isPipe: stream.file.byteCount == nil)
      || Self.isNamedForLines(path)
        && (FHIRDocument.holdsLines(beginning.wholeLines) || beginning.isOneObject)
    {
      var cursor = try LineCursor(
        stream, beginning: beginning.bytes, range: range, from: place, options: options,
        reusing: buffers)
      if let set { set.documents.attach(&cursor, source: set.source) }
      let lines = FHIRLineStream(cursor)
      if let set { set.documents.keep(lines, source: set.source) }
      self = .lines(lines)
      return
    }
    self = .document(
      FHIRDocumentFile(
        stream, beginning: beginning.bytes, isWhole: beginning.isWhole, range: range,
        reusing: buffers))
  }

  /// Nothing but white space is NDJSON without lines, where lines are what one expects.
  private static func isEmptyText(
    _ beginning: Beginning, _ path: String, isPipe: Bool
  ) -> Bool {
    guard beginning.isWhole, FHIRDocument.firstSign(of: beginning.bytes[...]) == nil else {
      return false
    }
    return isPipe || isNamedForLines(path)
  }

  /// Whether a name promises lines, which decides if the content cannot: a text
  /// with a single line is NDJSON only by its name.
  package static func isNamedForLines(_ path: String) -> Bool {
    NameEnding.has(path, oneOf: [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz"])
  }

  private struct Beginning {
    var bytes: [UInt8]
    /// Whether there is nothing more.
    var isWhole = false
    var isNDJSON = false

    /// Whether the text is a single line with an object, as an export writes it for a type of which
    /// there is one resource.
    var isOneObject: Bool {
      isWhole && FHIRDocument.firstSign(of: bytes[...]) == 0x7B && FHIRDocument.isOneValue(bytes)
    }

    /// What of it is not cut within a line.
    var wholeLines: [UInt8] {
      isWhole ? bytes : Array(bytes[..<(bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)])
    }

    /// How far lines are looked for below a first line that is a value.
    private static let sizeLimit = 1 << 24

    /// Reads until the answer is clear: two lines with content, or the end.
    init(
      _ stream: inout ByteStream, size: Int, lineLimit: Int, reusing buffers: BufferPool?
    ) throws(FHIRStreamError) {
      bytes = []
      // Before these offsets there is no line feed, and nothing but white space.
      var searched = 0
      var blank = 0
      while true {
        // A document in one line is read at once, where one knows how long it is.
        let rest = bytes.isEmpty ? 0 : min(stream.expectedRest ?? 0, 1 << 22)
        let more = try stream.read(
          after: bytes, upTo: max(size, bytes.count, rest), stopsAtLineEnd: true,
          reusing: buffers)
        isWhole = more.count == bytes.count
        bytes = more
        guard bytes.count <= FHIRDocumentFile.byteLimit else {
          throw .tooLarge(stream.file.name, FHIRDocumentFile.byteLimit)
        }
        let sign = FHIRDocument.firstSign(of: bytes[blank...])
        if sign == nil { blank = bytes.count }
        if isWhole || bytes.count > lineLimit, sign == 0x7B,
          bytes.firstIndex(of: 0x0A) ?? bytes.count > lineLimit
        {
          // A single line, too, is no longer than a line may be.
          isNDJSON = true
          return
        }
        if isWhole {
          isNDJSON = FHIRDocument.isNDJSON(bytes)
          return
        }
        guard sign == 0x7B else {
          if sign == nil { continue }
          return
        }
        guard let last = bytes[searched...].lastIndex(of: 0x0A) else {
          searched = bytes.count
          continue
        }
        searched = 0
        let lines = Array(bytes[...last])
        if FHIRDocument.isNDJSON(lines) {
          isNDJSON = true
          return
        }
        // A further line that begins no object: a document, unless the first line is a value.
        if bytes.count > Self.sizeLimit, bytes[(last + 1)...].first(where: { $0 > 0x20 }) == 0x7B,
          FHIRDocument.isOneValue(lines)
        {
          // A second line that does not end for long is not waited for: it may be of any length.
          isNDJSON = true
          return
        }
        if FHIRDocument.isNeverNDJSON(lines, isLong: bytes.count > Self.sizeLimit) { return }
      }
    }
  }
}

/// What the end of a file's name promises of its content.
package enum NameEnding {
  /// Whether a name or path has one of the endings, which are given in small letters with their
  /// dots: `REPORT.NDJSON` ends as `report.ndjson` does.
  package static func has(_ name: String, oneOf endings: [String]) -> Bool {
    endings.contains { ending in
      name.utf8.count >= ending.utf8.count
        && name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) { sign, expected in
          sign == expected || (0x41...0x5A).contains(sign) && sign | 0x20 == expected
        }
    }
  }
}
